//! Mate distance pruning: no line from a node is better than mating at once or worse than being mated
//! now.

use crate::score::Score;
use crate::search::node_info::NodeTask;
use crate::search::window::Window;

impl NodeTask {
    /// Narrows the window to the scores that are still possible at this ply. Returns whether any
    /// score is left inside.
    #[inline]
    pub(in crate::search) fn mate_distance_pruning(&mut self) -> bool {
        let Window { alpha, beta } = self.window;
        let alpha = alpha.max(Score::mated_in(self.ply));
        let beta = beta.min(Score::mate_in(self.ply + 1));
        self.window = Window { alpha, beta };
        alpha < beta
    }
}
