//! Hindsight: what the static evaluation after a move says about the move.
//!
//! The evaluations before and after a move are from opposite sides, so their sum is what the move lost
//! for its side. Quiet moves that gain rise in the butterfly history at once, and moves that lose sink,
//! long before anything is refuted (as in Stockfish). A reduced move that has lost much is reduced
//! another ply (hindsight reduction).

use crate::board::Position;
use crate::search::histories::HistoryContext;
use crate::search::node_info::NodeTask;
use crate::search::searcher::Searcher;

impl Searcher<'_> {
    /// By how many centipawns the last move made the evaluation worse for its side. `None` after a
    /// null move, in or after check, and while a move of this node is excluded, because then the
    /// node has been entered before.
    #[inline]
    pub(super) fn loss_by_last_move_cp(&self, ply: usize) -> Option<i32> {
        let parent = self.stack[ply.checked_sub(1)?];
        let node = self.stack[ply];
        let before = parent.static_evaluation?;
        let after = node.static_evaluation?;
        let is_first_visit = parent.moved.is_some() && node.excluded.is_none();
        is_first_visit.then(|| before.raw() + after.raw())
    }

    /// Evaluation-difference history: a quiet move gains what it gained in evaluation.
    #[inline]
    pub(super) fn update_history_by_evaluation(
        &mut self,
        position: &Position,
        ply: usize,
        loss_cp: i32,
    ) {
        let parent = self.stack[ply - 1];
        if let Some(mv) = parent.quiet {
            let most = self.parameters.evaluation_history_max;
            let bonus = (-loss_cp * self.parameters.evaluation_history_per_cp).clamp(-most, most);
            let context = HistoryContext {
                attacked: parent.attacked,
                ..HistoryContext::of_side(!position.side_to_move())
            };
            self.histories.update_butterfly(context, mv, bonus);
        }
    }

    /// Hindsight reduction: a reduced move that the evaluation shows to be bad is reduced a ply more.
    #[inline]
    pub(super) fn hindsight_reduction_plies(&self, task: &NodeTask, loss_cp: i32) -> i32 {
        let applies = self.stack[task.ply - 1].reduction_plies >= 1
            && task.depth_plies >= 2
            && loss_cp > self.parameters.hindsight_reduction_cp
            && self.is_selective();
        i32::from(applies)
    }
}
