//! History pruning: at low depth quiet moves with a very bad history are not searched.

use crate::search::node_info::NodeTask;
use crate::search::searcher::Searcher;

impl Searcher<'_> {
    /// Whether a quiet move has failed almost everywhere.
    #[inline]
    pub(super) fn history_pruning(&self, task: &NodeTask, history: i32) -> bool {
        let depth = task.depth_plies;
        depth <= self.parameters.history_pruning_to_plies
            && history < -self.parameters.history_pruning_per_ply * depth
    }
}
