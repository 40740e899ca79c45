//! Tablebase probes in the search: the result of a position that the endgame tablebases (Syzygy) know.

use crate::board::Position;
use crate::endgame::WinDrawLoss;
use crate::score::Score;
use crate::search::node_info::NodeTask;
use crate::search::searcher::Searcher;

impl Searcher<'_> {
    /// The tablebases' score. They are probed only after a capture or pawn move, because the moves
    /// between keep the result.
    #[inline]
    pub(super) fn tablebase_score(
        &mut self,
        position: &Position,
        task: &NodeTask,
    ) -> Option<Score> {
        let tablebase = self.tablebase?;
        let is_probed = position.halfmove_clock() == 0
            && task.ply > 0
            && self.stack[task.ply].excluded.is_none()
            && tablebase.covers(position);
        if !is_probed {
            return None;
        }
        let outcome = tablebase.outcome(position)?;
        self.tablebase_hits += 1;
        Some(match outcome {
            WinDrawLoss::Win => Score::tablebase_win_in(task.ply),
            WinDrawLoss::Loss => Score::tablebase_loss_in(task.ply),
            WinDrawLoss::Draw | WinDrawLoss::CursedWin | WinDrawLoss::BlessedLoss => {
                self.draw_score(task.ply)
            }
        })
    }
}
