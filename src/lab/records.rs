//! Records: positions with a score and the result of their game, 32 bytes each.
//!
//! Owns the binary format of self-play data. It must not know who plays or who learns.
//!
//! A file is a header of 16 bytes and any number of records; all numbers are little-endian.
//!
//! ```text
//! header  0..8   "MASQUESP"
//!         8..10  version, now 1
//!         10..12 bytes of a record, 32
//!         12..16 zero
//! record  0..8   occupied squares, a1 the lowest bit, h8 the highest
//!         8..24  a nibble for each occupied square from a1 on, the lower half of a byte first:
//!                bit 3 is the colour (1 for Black), bits 0 to 2 pawn, knight, bishop, rook,
//!                queen, king, or 6 for a rook that may still castle
//!         24     bit 0 is the side to move (1 for Black); bits 4 to 7 are the file, from 1, of a
//!                pawn that may be captured in passing, or 0
//!         25     half-move clock
//!         26..28 score in centipawns from White's view, signed
//!         28     result from White's view in half points: 0, 1, 2
//!         29     1 for the first record of a game, otherwise 0
//!         30..32 number of the full move
//! ```

use std::io::{self, ErrorKind, Read, Write};

use thiserror::Error;

use crate::board::{BitBoard, CastlingSide, Color, FenError, File, Piece, Position, Rank, Square};

/// The first bytes of every file.
pub const MAGIC: [u8; 8] = *b"MASQUESP";

const VERSION: u16 = 1;
const HEADER_BYTES: usize = 16;
const RECORD_BYTES: usize = 32;
const MOST_PIECES: u32 = 32;
const CASTLING_ROOK: u8 = 6;

/// A position, what a search thought of it, and how the game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position.
    pub position: Position,
    /// The score of the search in centipawns from White's view.
    pub white_cp: i16,
    /// The result in half points from White's view: 0, 1 or 2.
    pub white_half_points: u8,
    /// Whether a new game begins here.
    pub starts_game: bool,
}

/// Why a file of records cannot be read.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The system could not read on.
    #[error("cannot read on: {0}")]
    Read(#[from] io::Error),
    /// The file begins with something else.
    #[error("this is no file of self-play records: it begins with {found:?}, expected {MAGIC:?}")]
    Alien {
        /// The bytes in place of the magic ones.
        found: Vec<u8>,
    },
    /// A format of another time.
    #[error(
        "the file has version {version} with records of {bytes} bytes, expected version {VERSION} \
         with {RECORD_BYTES}"
    )]
    Version {
        /// The version that the header names.
        version: u16,
        /// The size of a record that the header names.
        bytes: u16,
    },
    /// The file ends within a record or the header.
    #[error("the file is cut off: record {record} has {bytes} bytes instead of {RECORD_BYTES}")]
    Truncated {
        /// The number of the record, from 1; 0 is the header.
        record: u64,
        /// How many bytes are left of it.
        bytes: usize,
    },
    /// A record that makes no sense.
    #[error("record {record}: {what}")]
    Nonsense {
        /// The number of the record, from 1.
        record: u64,
        /// What is wrong and what was expected.
        what: String,
    },
}

/// Writes the header of a file.
///
/// # Errors
/// What the writer says.
pub fn write_header(out: &mut impl Write) -> io::Result<()> {
    out.write_all(&MAGIC)?;
    out.write_all(&VERSION.to_le_bytes())?;
    out.write_all(&(RECORD_BYTES as u16).to_le_bytes())?;
    out.write_all(&[0; 4])
}

impl Record {
    /// The record's bytes.
    pub fn pack(&self) -> [u8; RECORD_BYTES] {
        let mut bytes = [0; RECORD_BYTES];
        let position = &self.position;
        bytes[..8].copy_from_slice(&position.occupied().0.to_le_bytes());
        // A legal position has at most 32 men.
        for (index, square) in position.occupied().into_iter().take(32).enumerate() {
            bytes[8 + index / 2] |= nibble(position, square) << (4 * (index % 2));
        }
        let en_passant = position
            .en_passant_square()
            .map_or(0, |square| square.file() as u8 + 1);
        bytes[24] = position.side_to_move() as u8 | en_passant << 4;
        bytes[25] = position.halfmove_clock() as u8;
        bytes[26..28].copy_from_slice(&self.white_cp.to_le_bytes());
        bytes[28] = self.white_half_points;
        bytes[29] = u8::from(self.starts_game);
        bytes[30..].copy_from_slice(&(position.fullmove_number() as u16).to_le_bytes());
        bytes
    }

    /// The record that these bytes say; otherwise what is wrong with them.
    fn unpack(bytes: &[u8; RECORD_BYTES]) -> Result<Record, String> {
        let (white_half_points, starts) = (bytes[28], bytes[29]);
        if white_half_points > 2 {
            return Err(format!(
                "the result is {white_half_points}, expected 0 to 2"
            ));
        }
        if starts > 1 {
            return Err(format!(
                "the mark of a first record is {starts}, expected 0 or 1"
            ));
        }
        let position = fen(bytes)?
            .parse()
            .map_err(|error: FenError| error.to_string())?;
        Ok(Record {
            position,
            white_cp: i16::from_le_bytes([bytes[26], bytes[27]]),
            white_half_points,
            starts_game: starts == 1,
        })
    }
}

/// What stands on an occupied square.
fn nibble(position: &Position, square: Square) -> u8 {
    let color = position.color_on(square).unwrap_or(Color::White);
    let piece = position.piece_on(square).unwrap_or(Piece::Pawn);
    let may_castle = piece == Piece::Rook
        && square.rank() == Rank::First.relative_to(color)
        && [CastlingSide::Short, CastlingSide::Long]
            .iter()
            .any(|&side| position.castling_rook_file(color, side) == Some(square.file()));
    let kind = if may_castle {
        CASTLING_ROOK
    } else {
        piece as u8
    };
    kind | (color as u8) << 3
}

/// The FEN that a record's bytes say, with castling by the files of the rooks.
fn fen(bytes: &[u8; RECORD_BYTES]) -> Result<String, String> {
    let occupied = BitBoard(u64::from_le_bytes(std::array::from_fn(|byte| bytes[byte])));
    if occupied.len() > MOST_PIECES {
        return Err(format!("{} men, expected at most 32", occupied.len()));
    }
    let (mut board, mut castling) = ([None; 64], String::new());
    for (index, square) in occupied.into_iter().enumerate() {
        let code = bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
        let is_white = code & 8 == 0;
        let colored = |letter: u8| match is_white {
            true => char::from(letter.to_ascii_uppercase()),
            false => char::from(letter),
        };
        let Some(&letter) = b"pnbrqkr".get(usize::from(code & 7)) else {
            return Err(format!("a piece of kind 7 on {square}, expected 0 to 6"));
        };
        board[square as usize] = Some(colored(letter));
        if code & 7 == CASTLING_ROOK {
            castling.push(colored(b'a' + square.file() as u8));
        }
    }
    let castling = if castling.is_empty() { "-" } else { &castling };
    let is_black = bytes[24] & 1 == 1;
    let en_passant = match bytes[24] >> 4 {
        0 => "-".to_owned(),
        number => match File::try_index(usize::from(number) - 1) {
            Some(file) => format!("{file}{}", if is_black { 3 } else { 6 }),
            None => return Err(format!("file {number} in passing, expected 0 to 8")),
        },
    };
    let number = u16::from_le_bytes([bytes[30], bytes[31]]).max(1);
    Ok(format!(
        "{} {} {castling} {en_passant} {} {number}",
        placement(&board),
        if is_black { 'b' } else { 'w' },
        bytes[25],
    ))
}

/// The first field of a FEN.
fn placement(board: &[Option<char>; 64]) -> String {
    let rank = |squares: &[Option<char>]| -> String {
        let mut text = String::new();
        let mut empty = 0;
        for &square in squares.iter().chain([&Some('/')]) {
            match square {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        text.push(char::from(b'0' + empty));
                    }
                    empty = 0;
                    text.push(letter);
                }
            }
        }
        text.pop();
        text
    };
    board.rchunks(8).map(rank).collect::<Vec<_>>().join("/")
}

/// Reads records one after another.
pub struct RecordReader<R> {
    input: R,
    read: u64,
}

impl<R: Read> RecordReader<R> {
    /// A reader of a file whose header is in order.
    ///
    /// # Errors
    /// When the input begins with something else, is of another version or ends too soon.
    pub fn new(mut input: R) -> Result<RecordReader<R>, RecordError> {
        let mut header = [0; HEADER_BYTES];
        let bytes = read_up_to(&mut input, &mut header)?;
        if header[..8] != MAGIC {
            let found = header[..bytes.min(8)].to_vec();
            return Err(RecordError::Alien { found });
        }
        if bytes < HEADER_BYTES {
            return Err(RecordError::Truncated { record: 0, bytes });
        }
        let version = u16::from_le_bytes([header[8], header[9]]);
        let bytes = u16::from_le_bytes([header[10], header[11]]);
        if (version, usize::from(bytes)) != (VERSION, RECORD_BYTES) {
            return Err(RecordError::Version { version, bytes });
        }
        Ok(RecordReader { input, read: 0 })
    }

    fn next_record(&mut self) -> Result<Option<Record>, RecordError> {
        let mut bytes = [0; RECORD_BYTES];
        let record = self.read + 1;
        match read_up_to(&mut self.input, &mut bytes)? {
            0 => return Ok(None),
            RECORD_BYTES => {}
            bytes => return Err(RecordError::Truncated { record, bytes }),
        }
        self.read = record;
        match Record::unpack(&bytes) {
            Ok(found) => Ok(Some(found)),
            Err(what) => Err(RecordError::Nonsense { record, what }),
        }
    }
}

impl<R: Read> Iterator for RecordReader<R> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_record().transpose()
    }
}

/// Fills the buffer as far as the input goes and returns how far.
fn read_up_to(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(bytes) => filled += bytes,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records() -> Vec<Record> {
        [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 7 31",
            "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
            "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1",
            "8/8/8/8/8/5k2/8/6KQ b - - 99 400",
        ]
        .iter()
        .zip(0..)
        .map(|(fen, number)| Record {
            position: fen.parse().unwrap(),
            white_cp: 300 * number - 700,
            white_half_points: number as u8 % 3,
            starts_game: number == 0,
        })
        .collect()
    }

    fn file(records: &[Record]) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_header(&mut bytes).unwrap();
        for record in records {
            bytes.extend(record.pack());
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Vec<Record>, RecordError> {
        RecordReader::new(bytes)?.collect()
    }

    fn complaint(bytes: &[u8]) -> String {
        read(bytes).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read() {
        let records = records();
        assert_eq!(read(&file(&records)).unwrap(), records);
        assert_eq!(read(&file(&[])).unwrap(), []);
    }

    #[test]
    fn cut_off_and_alien_files_are_refused() {
        let whole = file(&records());
        assert!(complaint(&whole[..whole.len() - 1]).contains("record 5 has 31 bytes"));
        assert!(complaint(&whole[..12]).contains("record 0"));
        assert!(complaint(b"").contains("no file of self-play records"));
        assert!(complaint(b"rnbqkbnr/pppppppp").contains("no file of self-play records"));
        let mut other = whole.clone();
        other[8] = 2;
        assert!(complaint(&other).contains("version 2"));
    }

    #[test]
    fn nonsense_is_refused_with_its_place() {
        let whole = file(&records());
        for (offset, value, expected) in [
            (HEADER_BYTES + 28, 3, "record 1: the result is 3"),
            (HEADER_BYTES + 29, 9, "record 1: the mark"),
            (HEADER_BYTES + 8, 0x77, "record 1: a piece of kind 7 on a1"),
            (HEADER_BYTES + 24, 0xf0, "record 1: file 15"),
            (HEADER_BYTES + 32 + 2, 0xff, "record 2: "),
        ] {
            let mut broken = whole.clone();
            broken[offset] = value;
            let found = complaint(&broken);
            assert!(found.contains(expected), "{found} for {expected}");
        }
    }
}
