//! The values that pass between the steps of a node: what it is asked, what is known before its moves
//! are searched, and what the search found.

use crate::board::Move;
use crate::score::Score;
use crate::search::repetition::RepetitionStatus;
use crate::search::static_eval::StaticEvaluation;
use crate::search::table_entry::TableEntry;
use crate::search::window::Window;

/// What a node is asked: how deep to search, at which ply, and which scores to tell apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeTask {
    pub(super) depth_plies: i32,
    /// The distance from the root, in plies.
    pub(super) ply: usize,
    pub(super) window: Window,
    /// Whether null move pruning may be tried.
    pub(super) null_move_allowed: bool,
    /// Whether the node is expected to fail high (a cut node; Don Knuth and Ronald Moore 1975): off the principal
    /// variation cut nodes and all nodes take turns.
    pub(super) is_cut_node: bool,
}

impl NodeTask {
    /// Whether this is a node of a principal variation: its window is not a null window.
    #[inline]
    pub(super) fn is_pv_node(&self) -> bool {
        self.window.alpha + 1 < self.window.beta
    }

    /// The task of the node after a move, before reductions.
    #[inline]
    pub(super) fn child(&self, window: Window) -> NodeTask {
        let mut child = NodeTask {
            depth_plies: self.depth_plies - 1,
            ply: self.ply + 1,
            window: window.negated(),
            null_move_allowed: true,
            is_cut_node: !self.is_cut_node,
        };
        child.is_cut_node &= !child.is_pv_node();
        child
    }
}

/// What is known about a node before its moves are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeInfo {
    pub(super) in_check: bool,
    pub(super) repetition: RepetitionStatus,
    /// `None` in check.
    pub(super) static_evaluation: Option<StaticEvaluation>,
    /// The static evaluation, or the table's score where that says more; `None` in check.
    pub(super) evaluation: Option<Score>,
    /// Whether the static evaluation is better than at the last turn of the side to move.
    pub(super) improving: bool,
    /// Half-moves until the fifty-move rule makes a draw.
    pub(super) halfmoves_left: i32,
    pub(super) table_entry: Option<TableEntry>,
}

impl NodeInfo {
    /// Whether the table knows the node as one of a principal variation.
    #[inline]
    pub(super) fn was_pv(&self) -> bool {
        self.table_entry.is_some_and(|entry| entry.was_pv)
    }
}

/// What the search of a node found.
pub(super) struct NodeResult {
    pub(super) best: Score,
    /// The move that raised alpha, if any did.
    pub(super) best_move: Option<Move>,
    pub(super) static_evaluation: Option<StaticEvaluation>,
    /// Whether the score is true only on the path on which it was found.
    pub(super) depends_on_path: bool,
    /// Whether the node is on a principal variation or, outside quiescence search, has been on one.
    pub(super) was_pv: bool,
}
