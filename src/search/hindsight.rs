//! Hindsight: what the evaluation after a move says about the move.
//!
//! Both sides' evaluations are known, before the move and after it; their sum is what the move lost
//! in the eyes of its side. Quiet moves that gain rise in the history at once, long before anything
//! is refuted, and a reduced move that has lost much is looked at less deeply still. It must not
//! know what is done with the histories.

use crate::board::Position;
use crate::search::heuristics::Context;
use crate::search::tree::{Task, Tree};

impl Tree<'_> {
    /// Judges the move that led to this node by the evaluations on either side of it.
    pub(super) fn look_back(&mut self, position: &Position, task: &mut Task) {
        let Some(before) = task.ply.checked_sub(1) else {
            return;
        };
        let (parent, node) = (self.frames[before], self.frames[task.ply]);
        let (Some(then), Some(now)) = (parent.evaluation, node.evaluation) else {
            return;
        };
        // Passing is no move, and a node with a move excluded has been entered before.
        if parent.moved.is_none() || node.excluded.is_some() {
            return;
        }
        let lost_cp = then.raw() + now.raw();
        if let Some(mv) = parent.quiet {
            let most = self.parameters.hindsight_max;
            let bonus = (-lost_cp * self.parameters.hindsight_per_cp).clamp(-most, most);
            let context = Context {
                attacked: parent.attacked,
                ..Context::of_side(!position.side_to_move())
            };
            self.heuristics.adjust_alone(context, mv, bonus);
        }
        let is_worse = parent.reduction_plies >= 1
            && task.depth_plies >= 2
            && lost_cp > self.parameters.hindsight_reduction_cp;
        if is_worse && self.is_selective() {
            task.depth_plies -= 1;
        }
    }
}
