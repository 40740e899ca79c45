//! Learning from a cutoff: the histories of the move that refuted a node rise, and those of the moves
//! tried before it fall.

use arrayvec::ArrayVec;

use crate::board::{Move, Piece, Position};
use crate::search::histories::{HistoryContext, PieceTo, history_bonus};
use crate::search::move_picker::{MoveKind, PickedMove};
use crate::search::node_info::NodeTask;
use crate::search::searcher::Searcher;

/// The moves tried before a refutation. Only the first are kept; a refutation that comes later says
/// little about them.
type FirstMoves = ArrayVec<(Move, Piece), 48>;

/// The moves of a node that have been searched and did not refute it.
#[derive(Default)]
pub(super) struct TriedMoves {
    quiet: FirstMoves,
    tactical: FirstMoves,
}

impl TriedMoves {
    #[inline]
    pub(super) fn add(&mut self, tried: &PickedMove) {
        let moves = match tried.kind {
            MoveKind::Quiet => &mut self.quiet,
            MoveKind::Tactical => &mut self.tactical,
        };
        // A move that finds no room is left out; see `FirstMoves`.
        let _ = moves.try_push((tried.mv, tried.piece));
    }
}

impl Searcher<'_> {
    /// Updates killer moves and histories after `refutation` has cut off the node.
    pub(super) fn learn_from_cutoff(
        &mut self,
        position: &Position,
        task: &NodeTask,
        context: HistoryContext,
        refutation: &PickedMove,
        tried: &TriedMoves,
    ) {
        let bonus = history_bonus(self.parameters, task.depth_plies);
        match refutation.kind {
            MoveKind::Quiet => {
                let PickedMove { mv, piece, .. } = *refutation;
                self.killers.add(mv, task.ply);
                self.histories.update_quiet(context, piece, mv, bonus);
                for &(mv, piece) in &tried.quiet {
                    self.histories.update_quiet(context, piece, mv, -bonus);
                }
            }
            MoveKind::Tactical => self.update_capture_history(position, refutation.mv, bonus),
        }
        for &(mv, _) in &tried.tactical {
            self.update_capture_history(position, mv, -bonus);
        }
    }

    fn update_capture_history(&mut self, position: &Position, mv: Move, bonus: i32) {
        if let Some(captured) = position.captured_piece(mv) {
            self.histories
                .update_capture(PieceTo::of(position, mv), captured, bonus);
        }
    }
}
