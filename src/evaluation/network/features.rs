//! The features of a position for the network: a number for each kind of man on each square, as one side
//! sees the board.
//!
//! Each side looks from its own end of the board, its own men first, mirrored where its king stands on
//! the right half, so that wings need not be learnt twice.

use crate::board::{Color, Piece, Square};

use super::OUTPUTS;
use super::hidden_row::HiddenRow;
use super::men::{MAN_NUMBERS, Man};

/// Features of each side: twelve kinds of men on 64 squares.
pub(crate) const FEATURES: usize = 2 * Piece::NUM * 64;

/// How one side looks at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    side: Color,
    /// What a square's number is combined with (exclusive or).
    turn: usize,
}

impl View {
    /// The view of a side whose king stands on this square.
    #[inline]
    pub(crate) fn of(side: Color, king: Square) -> View {
        let upside_down = match side {
            Color::White => 0,
            Color::Black => 56,
        };
        let mirrored = if king as usize % 8 >= 4 { 7 } else { 0 };
        View {
            side,
            turn: upside_down ^ mirrored,
        }
    }

    /// The number of a man's feature.
    #[inline]
    pub(crate) fn feature(self, color: Color, piece: Piece, square: Square) -> usize {
        let kind = usize::from(color != self.side) * Piece::NUM + piece as usize;
        kind * 64 + (square as usize ^ self.turn)
    }

    /// The place of a man's feature in [`FeatureRows`].
    #[inline(always)]
    fn place_of(self, man: Man) -> usize {
        man.number() ^ (self.side as usize * BLACK) ^ self.turn
    }
}

/// The number of a black man beside that of a white one.
const BLACK: usize = MAN_NUMBERS / 2;

/// The hidden layer's weights of every feature, placed by the numbers of men, which need no arithmetic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FeatureRows(Box<[HiddenRow]>);

impl FeatureRows {
    /// The weights of all features in the order of their numbers.
    pub(super) fn new(rows: impl IntoIterator<Item = HiddenRow>) -> FeatureRows {
        let mut placed = vec![HiddenRow::ZERO; MAN_NUMBERS];
        for (feature, row) in (0..FEATURES).zip(rows) {
            placed[place_of_feature(feature)] = row;
        }
        FeatureRows(placed.into_boxed_slice())
    }

    /// The same rows in the same order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &HiddenRow> {
        (0..FEATURES).map(|feature| &self.0[place_of_feature(feature)])
    }

    /// The weights of a man as one side sees him.
    #[inline(always)]
    pub(super) fn of(&self, view: View, man: Man) -> &HiddenRow {
        &self.0[view.place_of(man)]
    }
}

/// The place of the feature with this number: a man's code counts kinds from 1.
fn place_of_feature(feature: usize) -> usize {
    let (kind, square) = (feature / 64, feature % 64);
    kind / Piece::NUM * BLACK + (kind % Piece::NUM + 1) * 64 + square
}

/// The output for so many men on the board.
#[inline]
pub(crate) fn output_of(men: u32) -> usize {
    (men.saturating_sub(2) as usize / 4).min(OUTPUTS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_man_has_a_number_of_its_own() {
        for (side, king) in [(Color::White, Square::B1), (Color::Black, Square::G8)] {
            let view = View::of(side, king);
            let mut seen = [false; FEATURES];
            for color in Color::ALL {
                for piece in Piece::ALL {
                    for square in Square::ALL {
                        let feature = view.feature(color, piece, square);
                        assert!(!std::mem::replace(&mut seen[feature], true));
                        let man = Man::new(color, piece, square);
                        assert_eq!(view.place_of(man), place_of_feature(feature));
                    }
                }
            }
            assert!(seen.iter().all(|&seen| seen));
        }
        let own_rook = |view: View, square| view.feature(view.side, Piece::Rook, square);
        let white = View::of(Color::White, Square::A1);
        let black = View::of(Color::Black, Square::H8);
        assert_eq!(own_rook(white, Square::C2), own_rook(black, Square::F7));
        assert_eq!([2, 5, 6, 31, 32].map(output_of), [0, 0, 1, 7, 7]);
    }
}
