//! Late move reductions (LMR): late moves are searched less deeply, and again in full when they raise
//! alpha after all.
//!
//! The reduction grows with the logarithms of depth and move number, as in Stockfish; history and the
//! circumstances of the move adjust it.

use crate::search::parameters::SearchParameters;

/// Depths and move numbers that the table tells apart.
const SIDE: usize = 64;

/// The basic reductions in plies by depth and move number, computed once.
#[derive(Clone, Debug)]
pub(super) struct ReductionTable {
    plies: Vec<i8>,
}

/// What the reduction of a move depends on.
pub(super) struct LateMove {
    /// Depth of the node that makes the move, in plies.
    pub(super) depth_plies: i32,
    /// The move's place in the order, from 1.
    pub(super) number: usize,
    pub(super) is_pv_node: bool,
    /// Whether the node has been on a principal variation before.
    pub(super) was_pv: bool,
    /// Whether it is a capture.
    pub(super) is_tactical: bool,
    /// Whether it is a capture that loses nothing by exchanges.
    pub(super) wins_exchange: bool,
    pub(super) gives_check: bool,
    pub(super) improving: bool,
    /// The move's history score.
    pub(super) history: i32,
}

impl ReductionTable {
    pub(super) fn new(parameters: &SearchParameters) -> ReductionTable {
        let base = f64::from(parameters.reduction_base_permille) / 1e3;
        let divisor = f64::from(parameters.reduction_divisor_permille) / 1e3;
        let entry = |index: usize| {
            let (depth, number) = (index / SIDE, index % SIDE);
            let logs = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            (base + logs / divisor) as i8
        };
        ReductionTable {
            plies: (0..SIDE * SIDE).map(entry).collect(),
        }
    }

    /// By how many plies a late move is searched less deeply. A ply less on the principal variation,
    /// where one has been, and for a check, one for a capture and another if it loses nothing; a ply
    /// more when the side to move is not improving, and more or less by history. At least one ply is
    /// left before quiescence.
    #[inline]
    pub(super) fn reduction_plies(&self, parameters: &SearchParameters, late: LateMove) -> i32 {
        let mut plies = self.basic_plies(late.depth_plies, late.number);
        plies -= i32::from(late.is_pv_node);
        plies -= i32::from(late.was_pv);
        plies -= i32::from(late.is_tactical) + i32::from(late.wins_exchange);
        plies -= i32::from(late.gives_check);
        plies += i32::from(!late.improving);
        plies -= late.history / parameters.reduction_history;
        plies.clamp(0, late.depth_plies - 2)
    }

    /// The basic reduction of the `number`th move at some depth.
    #[inline]
    pub(super) fn basic_plies(&self, depth_plies: i32, number: usize) -> i32 {
        let depth = (depth_plies.max(0) as usize).min(SIDE - 1);
        i32::from(self.plies[depth * SIDE + number.min(SIDE - 1)])
    }
}
