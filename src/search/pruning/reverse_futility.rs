//! Reverse futility pruning (RFP, also static null move pruning): a node whose evaluation is far above
//! beta fails high without a search.

use crate::score::Score;
use crate::search::node_info::{NodeInfo, NodeTask};
use crate::search::searcher::Searcher;

impl Searcher<'_> {
    /// The evaluation as the node's score, when a shallow search will hardly bring it down to beta.
    /// The margin grows with the depth; an improving side needs a ply less of it.
    #[inline]
    pub(in crate::search) fn reverse_futility_pruning(
        &self,
        task: &NodeTask,
        node: &NodeInfo,
    ) -> Option<Score> {
        let evaluation = node.evaluation?;
        let plies = task.depth_plies - i32::from(node.improving);
        let margin_cp = self.parameters.reverse_futility_cp * plies;
        let applies = self.may_prune_node(task, node)
            && task.depth_plies <= self.parameters.reverse_futility_to_plies
            && !task.window.beta.is_decisive()
            && evaluation - margin_cp >= task.window.beta;
        applies.then_some(evaluation)
    }
}
