//! SEE pruning: at low depth moves that lose too much material by static exchange evaluation (SEE) are
//! not searched.

use crate::board::{Move, Position};
use crate::search::move_picker::MoveKind;
use crate::search::node_info::NodeTask;
use crate::search::searcher::Searcher;

impl Searcher<'_> {
    /// Whether the move gives away more than a search of this depth could win back.
    #[inline]
    pub(super) fn see_pruning(
        &self,
        position: &Position,
        task: &NodeTask,
        mv: Move,
        kind: MoveKind,
    ) -> bool {
        let depth = task.depth_plies;
        let allowed_cp = match kind {
            MoveKind::Quiet => self.parameters.see_quiet_cp * depth,
            MoveKind::Tactical => self.parameters.see_tactical_cp * depth,
        };
        depth <= self.parameters.see_pruning_to_plies
            && !position.static_exchange_is_at_least(mv, -allowed_cp)
    }
}
