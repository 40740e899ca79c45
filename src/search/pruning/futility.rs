//! Futility pruning: at low depth, when the evaluation is far below alpha, quiet moves are not searched
//! (Jonathan Schaeffer 1986, Ernst Heinz 1998).

use crate::score::Score;
use crate::search::node_info::{NodeInfo, NodeTask};
use crate::search::searcher::Searcher;

impl Searcher<'_> {
    /// Whether the `number`th move, a quiet one, will hardly lift the score to alpha in a search as deep
    /// as late move reductions leave it. Checks are exempt because a mate does not depend on the
    /// evaluation.
    #[inline]
    pub(super) fn futility_pruning(
        &self,
        task: &NodeTask,
        node: &NodeInfo,
        alpha: Score,
        number: usize,
    ) -> bool {
        let Some(evaluation) = node.evaluation else {
            return false;
        };
        let reduction_plies = self.reductions.basic_plies(task.depth_plies, number);
        let depth = (task.depth_plies - reduction_plies).max(1);
        let margin_cp = self.parameters.futility_base_cp + self.parameters.futility_ply_cp * depth;
        depth <= self.parameters.futility_to_plies
            && !alpha.is_decisive()
            && evaluation + margin_cp <= alpha
    }
}
