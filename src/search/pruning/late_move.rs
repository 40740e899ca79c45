//! Late move pruning (LMP, also move count pruning): at low depth, after many moves have failed, the
//! remaining quiet moves are not searched.

use crate::search::node_info::{NodeInfo, NodeTask};
use crate::search::searcher::Searcher;

impl Searcher<'_> {
    /// Whether enough moves have been tried. The limit grows with the square of the depth, and a
    /// side that is not improving gets half of it. Checks are exempt because they may mate.
    #[inline]
    pub(super) fn late_move_pruning(&self, task: &NodeTask, node: &NodeInfo, tried: usize) -> bool {
        let depth = task.depth_plies;
        let enough = self.parameters.late_move_pruning_base + depth * depth;
        depth <= self.parameters.late_move_pruning_to_plies
            && tried as i32 >= if node.improving { enough } else { enough / 2 }
    }
}
