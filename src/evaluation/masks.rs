//! Bitboard masks: files, wings, spans and fills, computed at compile time.

use crate::board::{BitBoard, Color, Square};

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// The squares d4, e4, d5 and e5.
pub(super) const CENTRE: BitBoard = BitBoard(0x0000_0018_1800_0000);

/// The two diagonals from corner to corner; only they hold two central squares.
pub(super) const LONG_DIAGONALS: BitBoard = BitBoard(0x8142_2418_1824_4281);

/// The files c to f.
pub(super) const CENTRE_FILES: BitBoard =
    BitBoard(FILE_A << 2 | FILE_A << 3 | FILE_A << 4 | FILE_A << 5);

/// The wing of three or four files on which a king stands, by its file.
pub(super) const KING_WING: [BitBoard; 8] = {
    let queenside = BitBoard(FILE_A | FILE_A << 1 | FILE_A << 2 | FILE_A << 3);
    let kingside = BitBoard(queenside.0 << 4);
    [
        queenside,
        queenside,
        queenside,
        CENTRE_FILES,
        CENTRE_FILES,
        kingside,
        kingside,
        kingside,
    ]
};

/// The squares of a file.
#[inline(always)]
pub(super) fn file(square: Square) -> BitBoard {
    BitBoard(FILE_A << (square as u32 & 7))
}

/// The files beside the file of a square.
#[inline(always)]
pub(super) fn adjacent_files(square: Square) -> BitBoard {
    ADJACENT_FILES[square as usize & 7]
}

/// The squares before a square on its own file.
#[inline(always)]
pub(super) fn ahead(square: Square, color: Color) -> BitBoard {
    AHEAD[color as usize][square as usize]
}

/// The squares before a square on its own and the neighbouring files, from which enemy pawns stop
/// or attack a pawn on its way.
#[inline(always)]
pub(super) fn passed_span(square: Square, color: Color) -> BitBoard {
    PASSED_SPAN[color as usize][square as usize]
}

/// The set moved one rank forward for `color`.
#[inline(always)]
pub(super) fn forward(set: BitBoard, color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(set.0 << 8),
        Color::Black => BitBoard(set.0 >> 8),
    }
}

/// The number of a square as its own side sees it: a1 is 0 for White, a8 is 0 for Black.
#[inline(always)]
pub(super) fn relative(square: Square, color: Color) -> usize {
    match color {
        Color::White => square as usize,
        Color::Black => square as usize ^ 56,
    }
}

/// The rank of a square as its own side counts, 0 to 7.
#[inline(always)]
pub(super) fn relative_rank(square: Square, color: Color) -> usize {
    relative(square, color) >> 3
}

/// All squares before the squares of the set, as `color` looks; without the set itself.
#[inline(always)]
pub(super) fn fill_ahead(set: BitBoard, color: Color) -> BitBoard {
    match color {
        Color::White => {
            let mut filled = set.0 << 8;
            filled |= filled << 8;
            filled |= filled << 16;
            BitBoard(filled | filled << 32)
        }
        Color::Black => {
            let mut filled = set.0 >> 8;
            filled |= filled >> 8;
            filled |= filled >> 16;
            BitBoard(filled | filled >> 32)
        }
    }
}

const ADJACENT_FILES: [BitBoard; 8] = {
    let mut files = [BitBoard(0); 8];
    let mut file = 0;
    while file < 8 {
        let west = if file > 0 { FILE_A << (file - 1) } else { 0 };
        let east = if file < 7 { FILE_A << (file + 1) } else { 0 };
        files[file] = BitBoard(west | east);
        file += 1;
    }
    files
};

/// The ranks before a square, all files.
const fn ranks_ahead(square: usize, white: bool) -> u64 {
    let rank = square / 8;
    match (white, rank) {
        (true, 7) | (false, 0) => 0,
        (true, _) => !0 << (8 * (rank + 1)),
        (false, _) => !0 >> (8 * (8 - rank)),
    }
}

static AHEAD: [[BitBoard; 64]; 2] = spans(false);
static PASSED_SPAN: [[BitBoard; 64]; 2] = spans(true);

const fn spans(with_neighbours: bool) -> [[BitBoard; 64]; 2] {
    let mut spans = [[BitBoard(0); 64]; 2];
    let mut square = 0;
    while square < 64 {
        let file = square % 8;
        let mut files = FILE_A << file;
        if with_neighbours {
            files |= ADJACENT_FILES[file].0;
        }
        spans[0][square] = BitBoard(files & ranks_ahead(square, true));
        spans[1][square] = BitBoard(files & ranks_ahead(square, false));
        square += 1;
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{File, Rank};

    #[test]
    fn spans_follow_files_and_ranks() {
        for square in Square::ALL {
            for color in Color::ALL {
                for other in Square::ALL {
                    let is_ahead = match color {
                        Color::White => other.rank() > square.rank(),
                        Color::Black => other.rank() < square.rank(),
                    };
                    let files = (other.file() as i32 - square.file() as i32).abs();
                    assert_eq!(ahead(square, color).has(other), is_ahead && files == 0);
                    assert_eq!(
                        passed_span(square, color).has(other),
                        is_ahead && files <= 1
                    );
                }
                assert_eq!(fill_ahead(square.bitboard(), color), ahead(square, color));
            }
            assert_eq!(adjacent_files(square), square.file().adjacent());
            assert_eq!(file(square), square.file().bitboard());
        }
    }

    #[test]
    fn ranks_are_counted_from_the_own_side() {
        let square = Square::new(File::C, Rank::Third);
        assert_eq!(relative_rank(square, Color::Black), 5);
    }
}
