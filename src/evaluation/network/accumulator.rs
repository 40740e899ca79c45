//! The accumulators: the hidden layer as each side sees the board, brought from one position to the next
//! by the men that differ.
//!
//! Positions that a search evaluates one after another differ in a few men, whatever the way from one to
//! the other, so that nothing has to follow the moves.

use crate::board::{Color, Position};

use super::features::View;
use super::men::{Changes, ManCodes};
use super::{Network, Row};

/// The sums of both sides, and the men that they are made of.
pub(super) struct Accumulators {
    men: ManCodes,
    views: [Option<View>; 2],
    /// White's sums and the other side's.
    pub(super) sums: [Row; 2],
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
                sums.apply(network, view, &changes);
            } else {
                *known = Some(view);
                *sums = network.bias.clone();
                sums.apply(network, view, &Changes::between(&ManCodes::NONE, &men));
            }
        }
        self.men = men;
    }
}

impl Row {
    #[inline(always)]
    fn apply(&mut self, network: &Network, view: View, changes: &Changes) {
        // On the way the sums may wrap round; those of a position fit.
        let mut sums = self.0;
        for &man in &changes.gone {
            let weights = &network.features.of(view, man).0;
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
        for &man in &changes.come {
            let weights = &network.features.of(view, man).0;
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        self.0 = sums;
    }
}
