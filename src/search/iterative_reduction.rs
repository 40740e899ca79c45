//! Internal iterative reduction (IIR, Ed Schroeder 2020): a node that is expected to fail high and has no move
//! from an earlier search is searched less deeply. It costs less, and leaves a move for the next time.

use crate::search::node_info::{NodeInfo, NodeTask};
use crate::search::searcher::Searcher;

impl Searcher<'_> {
    /// By how many plies a node is searched less deeply before its moves are.
    #[inline]
    pub(super) fn iterative_reduction_plies(&self, task: &NodeTask, node: &NodeInfo) -> i32 {
        let has_table_move = node.table_entry.is_some_and(|entry| entry.best.is_some());
        let applies = task.is_cut_node
            && !has_table_move
            && task.depth_plies >= self.parameters.iterative_reduction_from_plies
            && self.stack[task.ply].excluded.is_none()
            && self.is_selective();
        i32::from(applies)
    }
}
