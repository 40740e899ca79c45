//! Polyglot books: sorted entries of 16 bytes, big-endian (Fabien Letouzey's format).

use thiserror::Error;

use super::BookMove;
use super::polyglot_random::RANDOM;
use crate::board::{BitBoard, CastlingSide, Color, File, Move, Piece, Position, Rank, Square};

/// Longer books are not read, in bytes.
pub const MAX_BOOK_BYTES: u64 = 256 << 20;
/// Key, move, weight, learning data.
const ENTRY_BYTES: usize = 16;
const LEARNING_BYTES: usize = 4;
/// What a pawn can become, in the order of the format.
const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// Where the groups of random numbers begin.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// Why bytes are not a polyglot book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PolyglotError {
    /// The length is not a multiple of an entry's.
    #[error("{0} bytes are no whole number of entries, expected a multiple of 16 and at least 16")]
    Length(usize),
    /// The entries are not sorted by key.
    #[error("entry {0} has a smaller key than the one before it, expected a sorted polyglot book")]
    Unsorted(usize),
    /// An entry's move has bits that no move has.
    #[error("entry {0} has a move that cannot be, expected a polyglot book")]
    Move(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PolyglotEntry {
    key: u64,
    /// The move in the format's own bits.
    bits: u16,
    weight: u16,
}

/// A book in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolyglotBook {
    /// Sorted by key.
    entries: Vec<PolyglotEntry>,
}

impl PolyglotBook {
    /// Reads the bytes of a `.bin` file.
    ///
    /// # Errors
    ///
    /// Refuses bytes that are not a polyglot book and names the first entry at fault.
    pub fn read(bytes: &[u8]) -> Result<PolyglotBook, PolyglotError> {
        if bytes.is_empty() || !bytes.len().is_multiple_of(ENTRY_BYTES) {
            return Err(PolyglotError::Length(bytes.len()));
        }
        let entries: Vec<PolyglotEntry> = bytes.chunks_exact(ENTRY_BYTES).map(entry).collect();
        let is_sorted = |pair: &[PolyglotEntry]| pair[0].key <= pair[1].key;
        if let Some(place) = entries.windows(2).position(|pair| !is_sorted(pair)) {
            return Err(PolyglotError::Unsorted(place + 2));
        }
        let is_move = |entry: &PolyglotEntry| entry.bits >> 15 == 0 && (entry.bits >> 12) & 7 <= 4;
        if let Some(place) = entries.iter().position(|entry| !is_move(entry)) {
            return Err(PolyglotError::Move(place + 1));
        }
        Ok(PolyglotBook { entries })
    }

    /// A book of positions, moves that are legal in them, and weights. A position's moves are in the
    /// order of their weights.
    pub fn of<'p>(moves: impl IntoIterator<Item = (&'p Position, Move, u16)>) -> PolyglotBook {
        let entries = moves
            .into_iter()
            .map(|(position, mv, weight)| PolyglotEntry {
                key: key(position),
                bits: bits(mv),
                weight,
            });
        let mut entries: Vec<PolyglotEntry> = entries.collect();
        entries.sort_by_key(|entry| (entry.key, std::cmp::Reverse(entry.weight), entry.bits));
        PolyglotBook { entries }
    }

    /// The bytes of its `.bin` file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(ENTRY_BYTES * self.entries.len());
        for entry in &self.entries {
            bytes.extend(entry.key.to_be_bytes());
            bytes.extend(entry.bits.to_be_bytes());
            bytes.extend(entry.weight.to_be_bytes());
            bytes.extend([0; LEARNING_BYTES]);
        }
        bytes
    }

    /// How many entries it has.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has none; a book that was read always has some.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The legal moves that it knows in a position.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let key = key(position);
        let first = self.entries.partition_point(|entry| entry.key < key);
        self.entries[first..]
            .iter()
            .take_while(|entry| entry.key == key)
            .filter_map(|entry| {
                Some(BookMove {
                    mv: legal_move(position, entry.bits)?,
                    weight: entry.weight.into(),
                })
            })
            .collect()
    }
}

fn entry(bytes: &[u8]) -> PolyglotEntry {
    let number = |from: usize, to: usize| {
        let bytes = bytes[from..to].iter();
        bytes.fold(0_u64, |sum, &byte| (sum << 8) | u64::from(byte))
    };
    PolyglotEntry {
        key: number(0, 8),
        bits: number(8, 10) as u16,
        weight: number(10, 12) as u16,
    }
}

/// A move in the format's bits; castling is king takes rook in both.
fn bits(mv: Move) -> u16 {
    let promotion = mv
        .promotion
        .and_then(|piece| PROMOTIONS.iter().position(|it| *it == piece));
    let promotion = promotion.map_or(0, |index| index as u16 + 1);
    promotion << 12 | (mv.from as u16) << 6 | mv.to as u16
}

/// The legal move that `bits` stand for. Castling is king takes rook in the format as here; in old
/// books the king moves two squares.
fn legal_move(position: &Position, bits: u16) -> Option<Move> {
    let square = |shift: u16| Square::index(usize::from((bits >> shift) & 63));
    let promotion = usize::from((bits >> 12) & 7).checked_sub(1);
    let mv = Move {
        from: square(6),
        to: square(0),
        promotion: promotion.and_then(|index| PROMOTIONS.get(index).copied()),
    };
    match position.is_legal(mv) {
        true => Some(mv),
        false => position.parse_move(&mv.to_string()).ok(),
    }
}

/// The Zobrist key of a position in the format.
pub(super) fn key(position: &Position) -> u64 {
    let mut key = 0;
    for square in position.occupied() {
        if let (Some(piece), Some(color)) = (position.piece_on(square), position.color_on(square)) {
            let kind = 2 * piece as usize + usize::from(color == Color::White);
            key ^= RANDOM[64 * kind + square as usize];
        }
    }
    let rights = [
        (Color::White, CastlingSide::Short),
        (Color::White, CastlingSide::Long),
        (Color::Black, CastlingSide::Short),
        (Color::Black, CastlingSide::Long),
    ];
    for (index, (color, side)) in rights.into_iter().enumerate() {
        if position.castling_rook_file(color, side).is_some() {
            key ^= RANDOM[CASTLING + index];
        }
    }
    if let Some(file) = en_passant_file(position) {
        key ^= RANDOM[EN_PASSANT + file as usize];
    }
    match position.side_to_move() {
        Color::White => key ^ RANDOM[WHITE_TO_MOVE],
        Color::Black => key,
    }
}

/// The en passant file counts only if a pawn stands beside the one that made the double step,
/// whether or not the capture is legal.
fn en_passant_file(position: &Position) -> Option<File> {
    let file = position.en_passant_square()?.file();
    let us = position.side_to_move();
    let beside: BitBoard = file.adjacent() & Rank::Fifth.relative_to(us).bitboard();
    let takers = position.colored_pieces(us, Piece::Pawn) & beside;
    (!takers.is_empty()).then_some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples that were published with the format.
    #[test]
    fn keys_are_those_of_the_format() {
        for (fen, expected) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                0x463b_9618_1691_fc9c,
            ),
            (
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                0x823c_9b50_fd11_4196,
            ),
            (
                "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
                0x0756_b944_61c5_0fb0,
            ),
            (
                "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
                0x662f_afb9_65db_29d4,
            ),
            (
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
                0x22a4_8b5a_8e47_ff78,
            ),
            (
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3",
                0x652a_607c_a3f2_42c1,
            ),
            (
                "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4",
                0x00fd_d303_c946_bdd9,
            ),
            (
                "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
                0x3c81_23ea_7b06_7637,
            ),
            (
                "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
                0x5c3f_9b82_9b27_9560,
            ),
        ] {
            let position: Position = fen.parse().unwrap();
            assert_eq!(key(&position), expected, "{fen}");
        }
    }

    fn bytes(entries: &[(u64, u16, u16)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (key, bits, weight) in entries {
            bytes.extend(key.to_be_bytes());
            bytes.extend(bits.to_be_bytes());
            bytes.extend(weight.to_be_bytes());
            bytes.extend([0; 4]);
        }
        bytes
    }

    fn bits(from: Square, to: Square) -> u16 {
        super::bits(Move {
            from,
            to,
            promotion: None,
        })
    }

    #[test]
    fn moves_are_found_and_illegal_ones_are_not() {
        let start = Position::start();
        let castles: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        let promotes: Position = "7k/P7/8/8/8/8/8/7K w - - 0 1".parse().unwrap();
        let mut entries = [
            (key(&start), bits(Square::E2, Square::E4), 7),
            (key(&start), bits(Square::E2, Square::E5), 9),
            (key(&castles), bits(Square::E1, Square::H1), 1),
            (key(&castles), bits(Square::E1, Square::G1), 2),
            (key(&promotes), bits(Square::A7, Square::A8) | 1 << 12, 3),
        ];
        entries.sort();
        let book = PolyglotBook::read(&bytes(&entries)).unwrap();
        let sans = |position: &Position| -> Vec<(String, u32)> {
            let known = book.moves(position).into_iter();
            let mut sans: Vec<_> = known
                .map(|known| (position.san(known.mv), known.weight))
                .collect();
            sans.sort();
            sans
        };
        assert_eq!(sans(&start), [("e4".to_owned(), 7)]);
        let short = |weight| ("O-O".to_owned(), weight);
        assert_eq!(sans(&castles), [short(1), short(2)]);
        assert_eq!(sans(&promotes), [("a8=N".to_owned(), 3)]);
        assert_eq!((book.len(), book.is_empty()), (5, false));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let start = Position::start();
        let castles: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        let promotes: Position = "7k/P7/8/8/8/8/8/7K w - - 0 1".parse().unwrap();
        let moves = [
            (&start, "e4", 7),
            (&start, "d4", 9),
            (&castles, "O-O", 3),
            (&promotes, "a8=R", 1),
            (&promotes, "a8=Q", u16::MAX),
        ];
        let moves = moves
            .map(|(position, san, weight)| (position, position.parse_move(san).unwrap(), weight));
        let book = PolyglotBook::of(moves);
        assert_eq!(PolyglotBook::read(&book.to_bytes()).as_ref(), Ok(&book));
        assert_eq!(book.to_bytes().len(), 5 * ENTRY_BYTES);
        for (position, mv, weight) in moves {
            let weight = weight.into();
            assert!(book.moves(position).contains(&BookMove { mv, weight }));
        }
        // The heaviest first.
        let weights: Vec<u32> = book.moves(&start).iter().map(|it| it.weight).collect();
        assert_eq!(weights, [9, 7]);
    }

    #[test]
    fn other_files_are_refused() {
        let refusal = |bytes: &[u8]| PolyglotBook::read(bytes).unwrap_err();
        assert_eq!(refusal(b""), PolyglotError::Length(0));
        assert_eq!(refusal(&[0; 17]), PolyglotError::Length(17));
        let unsorted = bytes(&[(2, 0, 0), (1, 0, 0)]);
        assert_eq!(refusal(&unsorted), PolyglotError::Unsorted(2));
        let strange = bytes(&[(1, 1, 1), (2, 7 << 12, 1)]);
        assert_eq!(refusal(&strange), PolyglotError::Move(2));
        let error = refusal(b"%PDF-1.5 is something else......");
        assert!(error.to_string().contains("polyglot book"), "{error}");
    }
}
