//! Delta pruning: quiescence search leaves out captures that cannot lift the score to alpha even with
//! the captured piece and a margin.

use crate::board::{Move, Position, piece_value_cp};
use crate::score::Score;
use crate::search::searcher::Searcher;

impl Searcher<'_> {
    /// The most that a hopeless capture can come to; `None` for a capture that has to be searched.
    /// Promotions are exempt because they gain more than what they capture.
    #[inline]
    pub(in crate::search) fn delta_pruning(
        &self,
        position: &Position,
        mv: Move,
        stand_pat: Option<Score>,
        alpha: Score,
    ) -> Option<Score> {
        let stand_pat = stand_pat?;
        if !self.is_selective() || mv.promotion.is_some() || alpha.is_decisive() {
            return None;
        }
        let captured = position.captured_piece(mv);
        let gain_cp = captured.map_or(0, piece_value_cp);
        let most = stand_pat + gain_cp + self.parameters.delta_pruning_cp;
        (most <= alpha).then_some(most)
    }
}
