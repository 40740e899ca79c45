//! The accumulators: the hidden layer as each side sees the board, brought from one position to the next
//! by the men that differ.
//!
//! Positions that a search evaluates one after another differ in a few men, whatever the way from one to
//! the other, so that nothing has to follow the moves.

use crate::board::{Color, Position};

use super::Network;
use super::features::View;
use super::hidden_row::HiddenRow;
use super::men::{Changes, ManCodes};

/// The sums of both sides, and the men that they are made of.
pub(super) struct Accumulators {
    men: ManCodes,
    views: [Option<View>; 2],
    /// White's sums and the other side's.
    pub(super) sums: [HiddenRow; 2],
}

impl Accumulators {
    /// The sums of an empty board.
    pub(super) fn new(network: &Network) -> Accumulators {
        Accumulators {
            men: ManCodes::NONE,
            views: [None; 2],
            sums: [network.bias.clone(), network.bias.clone()],
        }
    }

    /// Makes the sums those of a position: a side's from the beginning only when its king has crossed
    /// the middle of the board.
    #[inline(always)]
    pub(super) fn move_to(&mut self, network: &Network, position: &Position) {
        let men = ManCodes::of(position);
        let changes = Changes::between(&self.men, &men);
        for side in Color::ALL {
            let view = View::of(side, position.king(side));
            let (known, sums) = (
                &mut self.views[side as usize],
                &mut self.sums[side as usize],
            );
            if *known == Some(view) {
                sums.change(&changes, |man| network.features.of(view, man));
            } else {
                *known = Some(view);
                *sums = network.bias.clone();
                let all = Changes::between(&ManCodes::NONE, &men);
                sums.change(&all, |man| network.features.of(view, man));
            }
        }
        self.men = men;
    }
}
