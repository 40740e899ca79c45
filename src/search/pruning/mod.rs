//! Pruning: what a node or a move is spared although alpha-beta alone would search it.
//!
//! Each kind has a file that says when it applies and why it may. At full width none of them applies.
//! None applies on the principal variation either, because its scores must be exact.

mod delta;
mod futility;
mod history;
mod late_move;
mod mate_distance;
mod null_move;
mod reverse_futility;
mod see;

use crate::board::Position;
use crate::score::Score;
use crate::search::move_picker::{MoveKind, MovePicker, PickedMove};
use crate::search::node_info::{NodeInfo, NodeTask};
use crate::search::searcher::Searcher;

impl Searcher<'_> {
    /// Whether the whole node may be pruned.
    #[inline]
    fn may_prune_node(&self, task: &NodeTask, node: &NodeInfo) -> bool {
        self.is_selective()
            && !task.is_pv_node()
            && self.stack[task.ply].excluded.is_none()
            && !reaches_fifty_move_rule(task, node)
    }

    /// Whether moves of the node may be pruned once one has been searched.
    #[inline]
    pub(super) fn may_prune_moves(&self, task: &NodeTask, node: &NodeInfo) -> bool {
        self.is_selective()
            && !task.is_pv_node()
            && !node.in_check
            && !reaches_fifty_move_rule(task, node)
    }

    /// Whether a move is pruned without a search. When late move pruning or futility pruning
    /// applies, the picker leaves out the other quiet moves as well, except for checks.
    #[inline]
    pub(super) fn prunes_move(
        &self,
        position: &Position,
        task: &NodeTask,
        node: &NodeInfo,
        alpha: Score,
        picked: &PickedMove,
        picker: &mut MovePicker,
    ) -> bool {
        if picked.kind == MoveKind::Quiet
            && (self.late_move_pruning(task, node, picked.number - 1)
                || self.futility_pruning(task, node, alpha, picked.number))
            && !picker.keep_only_checks(position, picked.mv)
        {
            return true;
        }
        picked.kind == MoveKind::Quiet && self.history_pruning(task, picked.history)
            || self.see_pruning(position, task, picked.mv, picked.kind)
    }
}

/// Whether the fifty-move rule is within the depth of the search. The evaluation does not know the
/// rule, so nothing may be pruned because of it.
#[inline]
fn reaches_fifty_move_rule(task: &NodeTask, node: &NodeInfo) -> bool {
    task.depth_plies >= node.halfmoves_left
}
