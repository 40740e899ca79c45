//! Extensions: moves and nodes that deserve a deeper search.
//!
//! - Singular extension (Anantharaman, Campbell and Hsu 1988, here by the table move as in Stockfish):
//!   a table move is searched deeper if a search of all other moves fails low.
//! - Multi-cut (Yngvi Bjornsson and Tony Marsland 1998): if the other moves fail high as well, the node
//!   is cut off.

use std::ops::ControlFlow;

use crate::board::{Move, Position};
use crate::score::Score;
use crate::search::node_info::{NodeInfo, NodeTask};
use crate::search::searcher::Searcher;
use crate::search::table_entry::TableEntry;
use crate::search::window::{Bound, Window};

impl Searcher<'_> {
    /// Singular extension, in plies: one or two for a table move without which the node would fail,
    /// -1 if the other moves may fail high as well, -2 at a cut node if another is as good. Breaks with
    /// a score that cuts the node off (multi-cut).
    #[inline]
    pub(super) fn singular_extension(
        &mut self,
        position: &Position,
        task: &NodeTask,
        node: &NodeInfo,
        mv: Move,
    ) -> ControlFlow<Score, i32> {
        let Some(entry) = node.table_entry.filter(|entry| entry.best == Some(mv)) else {
            return ControlFlow::Continue(0);
        };
        let score = entry.score.relative_to_root(task.ply);
        if !self.may_be_singular(task, entry) || score.is_decisive() {
            return ControlFlow::Continue(0);
        }
        let margin_cp = self.parameters.singular_margin_percent * task.depth_plies / 100;
        let bound = score - margin_cp;
        let best_other = self.search_without(mv, position, task, bound);
        if self.stopped {
            ControlFlow::Continue(0)
        } else if best_other < bound {
            let is_far = best_other < bound - self.parameters.singular_double_cp;
            ControlFlow::Continue(1 + i32::from(is_far && !task.is_pv_node()))
        } else if bound >= task.window.beta && !task.is_pv_node() {
            ControlFlow::Break(bound)
        } else if score >= task.window.beta {
            ControlFlow::Continue(-1)
        } else if task.is_cut_node {
            ControlFlow::Continue(-2)
        } else {
            ControlFlow::Continue(0)
        }
    }

    /// Whether the test is worth its cost: the node is deep, the table's entry is nearly as deep and
    /// bounds the score from below, and the line is not extended too far already.
    fn may_be_singular(&self, task: &NodeTask, entry: TableEntry) -> bool {
        self.is_selective()
            && task.depth_plies >= self.parameters.singular_from_plies
            && task.ply < 2 * self.iteration_plies
            && i32::from(entry.depth_plies) + self.parameters.singular_table_plies
                >= task.depth_plies
            && entry.bound != Bound::Upper
    }

    /// Searches the node to half its depth without `mv`, to see whether any other move reaches `bound`.
    fn search_without(
        &mut self,
        mv: Move,
        position: &Position,
        task: &NodeTask,
        bound: Score,
    ) -> Score {
        let others = NodeTask {
            depth_plies: (task.depth_plies - 1) / 2,
            window: Window::null_above(bound - 1),
            ..*task
        };
        self.stack[task.ply].excluded = Some(mv);
        let best_other = self.node(position, others);
        self.stack[task.ply].excluded = None;
        best_other
    }
}
