//! Which men stand where, so that two positions can be compared by four sets of squares.

use arrayvec::ArrayVec;

use crate::board::{BitBoard, Color, Position};
#[cfg(test)]
use crate::board::{Piece, Square};

/// The most men that differ: one of each position on every square.
const MOST: usize = 64;

/// What stands on each square, a bit of its code in each set: the kind of piece from 1 to 6 in the first
/// three, 0 for an empty square, and whether it is black in the last.
#[derive(Clone, Copy)]
pub(super) struct ManCodes([BitBoard; 4]);

impl ManCodes {
    /// An empty board.
    pub(super) const NONE: ManCodes = ManCodes([BitBoard::EMPTY; 4]);

    /// The men of a position.
    #[inline(always)]
    pub(super) fn of(position: &Position) -> ManCodes {
        use crate::board::Piece::{Bishop, King, Knight, Pawn, Queen, Rook};
        let either =
            |[a, b, c]: [_; 3]| position.pieces(a) | position.pieces(b) | position.pieces(c);
        ManCodes([
            either([Pawn, Bishop, Queen]),
            either([Knight, Bishop, King]),
            either([Rook, Queen, King]),
            position.colors(Color::Black),
        ])
    }

    /// The men on these squares.
    #[inline(always)]
    fn men(&self, squares: BitBoard) -> ManList {
        let [first, second, third, _] = self.0;
        let mut left = (squares & (first | second | third)).0;
        let mut men = ManList::new();
        while left != 0 {
            let square = left.trailing_zeros() as u16;
            left &= left - 1;
            let bit = |number: usize| ((self.0[number].0 >> square) as u16 & 1) << number;
            let code = bit(0) | bit(1) | bit(2) | bit(3);
            // There is room for every square.
            let _ = men.try_push(Man(code << 6 | square));
        }
        men
    }
}

/// Codes times squares.
pub(super) const MAN_NUMBERS: usize = 16 * 64;

/// A man on a square: its code and the square's number in one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Man(u16);

impl Man {
    #[cfg(test)]
    pub(super) fn new(color: Color, piece: Piece, square: Square) -> Man {
        Man(square as u16 | (piece as u16 + 1) << 6 | (color as u16) << 9)
    }

    /// The number, below [`MAN_NUMBERS`].
    #[inline(always)]
    pub(super) fn number(self) -> usize {
        usize::from(self.0)
    }
}

/// A few men.
type ManList = ArrayVec<Man, MOST>;

/// The men that stand in one of two positions and not in the other.
pub(super) struct Changes {
    /// The men of the first position that the second has no more.
    pub(super) gone: ManList,
    /// The men of the second position that the first had not yet.
    pub(super) come: ManList,
}

impl Changes {
    /// What makes the second position of the first.
    #[inline(always)]
    pub(super) fn between(before: &ManCodes, after: &ManCodes) -> Changes {
        let sets = before.0.iter().zip(&after.0);
        let differ = sets.fold(BitBoard::EMPTY, |squares, (&before, &after)| {
            squares | (before ^ after)
        });
        Changes {
            gone: before.men(differ),
            come: after.men(differ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capture_takes_two_men_away_and_puts_one_down() {
        let position: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse().unwrap();
        let taken: Position = "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1".parse().unwrap();
        let changes = Changes::between(&ManCodes::of(&position), &ManCodes::of(&taken));
        let man = |color, square| Man::new(color, Piece::Pawn, square);
        assert_eq!(changes.come[..], [man(Color::White, Square::D5)]);
        let gone = [man(Color::White, Square::E4), man(Color::Black, Square::D5)];
        assert_eq!(changes.gone[..], gone);
    }

    #[test]
    fn a_board_may_become_full_or_empty() {
        let full =
            "qqqqkqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ w - - 0 1";
        let men = ManCodes::of(&full.parse().unwrap());
        let changes = Changes::between(&ManCodes::NONE, &men);
        assert_eq!((changes.gone.len(), changes.come.len()), (0, 64));
        let changes = Changes::between(&men, &ManCodes::NONE);
        assert_eq!((changes.gone.len(), changes.come.len()), (64, 0));
    }
}
