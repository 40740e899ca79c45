//! Null move pruning (NMP): a node that fails high even after passing its move needs no full search
//! (Don Beal 1989, Chrilly Donninger 1993).
//!
//! In zugzwang passing is better than every move, so deep cutoffs and those with a single piece are
//! verified by a search of the moves.

use crate::board::Position;
use crate::score::Score;
use crate::search::node_info::{NodeInfo, NodeTask};
use crate::search::searcher::Searcher;
use crate::search::window::Window;

impl Searcher<'_> {
    /// The score of a null move cutoff. None is tried in check, with king and pawns only, where
    /// zugzwang is common, or right after another null move.
    #[inline]
    pub(in crate::search) fn null_move_pruning(
        &mut self,
        position: &Position,
        task: &NodeTask,
        node: &NodeInfo,
    ) -> Option<Score> {
        let beta = task.window.beta;
        let evaluation = node.evaluation.filter(|&evaluation| {
            evaluation >= beta
                && self.may_prune_node(task, node)
                && task.null_move_allowed
                && task.depth_plies >= self.parameters.null_move_from_plies
                && !beta.is_loss()
                && position.has_pieces(position.side_to_move())
        })?;
        let reduced = NodeTask {
            depth_plies: task.depth_plies
                - self.null_move_reduction_plies(task.depth_plies, evaluation.raw() - beta.raw()),
            window: Window::null_above(beta - 1),
            null_move_allowed: false,
            ..*task
        };
        let score = self.search_null_move(position, &reduced)?;
        if self.stopped || score < beta {
            return None;
        }
        if self.zugzwang_is_possible(position, task) {
            let verified = self.node(position, reduced);
            if self.stopped || verified < beta {
                return None;
            }
        }
        // A mate found after passing is not proven, but the cutoff is.
        Some(if score.is_decisive() { beta } else { score })
    }

    /// By how many plies the search after a null move is less deep.
    fn null_move_reduction_plies(&self, depth_plies: i32, margin_cp: i32) -> i32 {
        self.parameters.null_move_base_plies
            + depth_plies / self.parameters.null_move_divisor_plies
            + (margin_cp / self.parameters.null_move_margin_cp)
                .min(self.parameters.null_move_margin_plies)
    }

    /// The score of passing, searched to the depth of `reduced`.
    fn search_null_move(&mut self, position: &Position, reduced: &NodeTask) -> Option<Score> {
        let passed = position.play_null()?;
        self.keys.push_null(&passed);
        self.stack[reduced.ply].moved = None;
        let child = NodeTask {
            depth_plies: reduced.depth_plies,
            null_move_allowed: false,
            ..reduced.child(reduced.window)
        };
        let score = -self.node(&passed, child);
        self.keys.pop();
        Some(score)
    }

    /// Whether passing may be better than every move: with one piece left. Also true wherever the
    /// search is deep enough to afford the verification.
    fn zugzwang_is_possible(&self, position: &Position, task: &NodeTask) -> bool {
        task.depth_plies >= self.parameters.null_move_verify_from_plies
            || position.piece_count(position.side_to_move()) <= 1
    }
}
