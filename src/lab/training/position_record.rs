//! The older format of self-play data: positions with a score and the result of their game, 32
//! bytes each. It is still read, so that old files stay of use, but no longer written.
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

use std::io::{self, ErrorKind, Read};

use thiserror::Error;

use crate::board::{BitBoard, FenError, File, Position};

/// The first bytes of every file.
pub const POSITIONS_MAGIC: [u8; 8] = *b"MASQUESP";

const VERSION: u16 = 1;
const HEADER_BYTES: usize = 16;
const RECORD_BYTES: usize = 32;
const MOST_PIECES: u32 = 32;
const CASTLING_ROOK: u8 = 6;

/// A position, what a search thought of it, and how the game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionRecord {
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
pub enum PositionRecordError {
    /// The system could not read on.
    #[error("cannot read on: {0}")]
    Read(#[from] io::Error),
    /// The file begins with something else.
    #[error(
        "this is no file of self-play records: it begins with `{found}`, expected `{}`",
        POSITIONS_MAGIC.escape_ascii()
    )]
    Alien {
        /// The bytes in place of the magic ones.
        found: String,
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

impl PositionRecord {
    /// The record that these bytes say; otherwise what is wrong with them.
    fn unpack(bytes: &[u8; RECORD_BYTES]) -> Result<PositionRecord, String> {
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
        Ok(PositionRecord {
            position,
            white_cp: i16::from_le_bytes([bytes[26], bytes[27]]),
            white_half_points,
            starts_game: starts == 1,
        })
    }
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
pub struct PositionRecordReader<R> {
    input: R,
    read: u64,
}

impl<R: Read> PositionRecordReader<R> {
    /// A reader of a file whose header is in order.
    ///
    /// # Errors
    /// When the input begins with something else, is of another version or ends too soon.
    pub fn new(mut input: R) -> Result<PositionRecordReader<R>, PositionRecordError> {
        let mut header = [0; HEADER_BYTES];
        let bytes = read_up_to(&mut input, &mut header)?;
        if header[..8] != POSITIONS_MAGIC {
            let found = header[..bytes.min(8)].escape_ascii().to_string();
            return Err(PositionRecordError::Alien { found });
        }
        if bytes < HEADER_BYTES {
            return Err(PositionRecordError::Truncated { record: 0, bytes });
        }
        let version = u16::from_le_bytes([header[8], header[9]]);
        let bytes = u16::from_le_bytes([header[10], header[11]]);
        if (version, usize::from(bytes)) != (VERSION, RECORD_BYTES) {
            return Err(PositionRecordError::Version { version, bytes });
        }
        Ok(PositionRecordReader { input, read: 0 })
    }

    fn next_record(&mut self) -> Result<Option<PositionRecord>, PositionRecordError> {
        let mut bytes = [0; RECORD_BYTES];
        let record = self.read + 1;
        match read_up_to(&mut self.input, &mut bytes)? {
            0 => return Ok(None),
            RECORD_BYTES => {}
            bytes => return Err(PositionRecordError::Truncated { record, bytes }),
        }
        self.read = record;
        match PositionRecord::unpack(&bytes) {
            Ok(found) => Ok(Some(found)),
            Err(what) => Err(PositionRecordError::Nonsense { record, what }),
        }
    }
}

impl<R: Read> Iterator for PositionRecordReader<R> {
    type Item = Result<PositionRecord, PositionRecordError>;

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
pub(in crate::lab) mod tests;
