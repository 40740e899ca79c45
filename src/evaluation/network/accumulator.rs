//! The accumulator: the hidden layer as one side sees the board, brought from one position to the next by
//! the men that differ.
//!
//! Positions that a search evaluates one after another differ in a few men, whatever the way from one to
//! the other, so that nothing has to follow the moves.

use crate::board::{BitBoard, Color, Piece, Position};

use super::features::View;
use super::{Network, Row};

/// The sums of one side, and the men that they are made of.
pub(super) struct Accumulator {
    side: Color,
    view: Option<View>,
    men: [[BitBoard; Piece::NUM]; 2],
    pub(super) sums: Row,
}

impl Accumulator {
    pub(super) fn new(network: &Network, side: Color) -> Accumulator {
        Accumulator {
            side,
            view: None,
            men: [[BitBoard::EMPTY; Piece::NUM]; 2],
            sums: network.bias.clone(),
        }
    }

    /// Makes the sums those of a position. From the beginning only when the king has crossed the middle
    /// of the board.
    #[inline]
    pub(super) fn move_to(&mut self, network: &Network, position: &Position) {
        let view = View::of(self.side, position.king(self.side));
        if self.view != Some(view) {
            self.view = Some(view);
            self.men = [[BitBoard::EMPTY; Piece::NUM]; 2];
            self.sums = network.bias.clone();
        }
        // On the way the sums may wrap round; those of a position fit.
        let mut sums = self.sums.0;
        for color in Color::ALL {
            for piece in Piece::ALL {
                let known = &mut self.men[color as usize][piece as usize];
                let wanted = position.colored_pieces(color, piece);
                if *known == wanted {
                    continue;
                }
                for feature in view.features(color, piece, *known - wanted) {
                    for (sum, weight) in sums.iter_mut().zip(&network.features[feature].0) {
                        *sum = sum.wrapping_sub(*weight);
                    }
                }
                for feature in view.features(color, piece, wanted - *known) {
                    for (sum, weight) in sums.iter_mut().zip(&network.features[feature].0) {
                        *sum = sum.wrapping_add(*weight);
                    }
                }
                *known = wanted;
            }
        }
        self.sums.0 = sums;
    }
}
