//! Selectivity: what a node or a move is spared on suspicion.
//!
//! Each step says when it applies and why it may. At full width none of them does; on the
//! principal variation none does either, for its scores must be exact.

use crate::board::{Move, Position, piece_value_cp};
use crate::score::Score;
use crate::search::ordering::Kind;
use crate::search::selectivity::Selectivity;
use crate::search::tree::{Node, Task, Tree};
use crate::search::window::Window;

impl Tree<'_> {
    /// Whether anything may be left out.
    pub(super) fn is_selective(&self) -> bool {
        self.selectivity != Selectivity::FULL_WIDTH
    }

    fn may_cut(&self, task: &Task, node: &Node) -> bool {
        self.is_selective()
            && !task.is_principal()
            && self.frames[task.ply].excluded.is_none()
            && !may_run_out(task, node)
    }

    /// Reverse futility: so far above beta that a shallow search will hardly come down to it.
    pub(super) fn reverse_futility_cutoff(&self, task: &Task, node: &Node) -> Option<Score> {
        let evaluation = node.estimate?;
        let plies = task.depth_plies - i32::from(node.improving);
        let margin_cp = self.parameters.reverse_futility_cp * plies;
        let applies = self.may_cut(task, node)
            && task.depth_plies <= self.parameters.reverse_futility_to_plies
            && !task.window.beta.is_decisive()
            && evaluation - margin_cp >= task.window.beta;
        applies.then_some(evaluation)
    }

    /// Passing the move and still failing high: the position is too good to need its move.
    /// Not in check, and not with king and pawns only, where passing is too often best.
    pub(super) fn null_move_cutoff(
        &mut self,
        position: &Position,
        task: &Task,
        node: &Node,
    ) -> Option<Score> {
        let beta = task.window.beta;
        let evaluation = node.estimate.filter(|&evaluation| {
            evaluation >= beta
                && self.may_cut(task, node)
                && task.null_move_allowed
                && task.depth_plies >= self.parameters.null_move_from_plies
                && !beta.is_loss()
                && position.has_pieces(position.side_to_move())
        })?;
        let margin_cp = evaluation.raw() - beta.raw();
        let reduction = self.parameters.null_move_base_plies
            + task.depth_plies / self.parameters.null_move_divisor_plies
            + (margin_cp / self.parameters.null_move_margin_cp)
                .min(self.parameters.null_move_margin_plies);
        let passed = position.play_null()?;
        self.keys.push_null(&passed);
        self.frames[task.ply].moved = None;
        let mut child = task.child(Window::null_above(beta - 1));
        child.depth_plies = task.depth_plies - reduction;
        child.null_move_allowed = false;
        let score = -self.node(&passed, child);
        self.keys.pop();
        if self.stopped || score < beta {
            return None;
        }
        if self.zugzwang_threatens(position, task) {
            let verified = self.node(
                position,
                Task {
                    depth_plies: task.depth_plies - reduction,
                    window: Window::null_above(beta - 1),
                    null_move_allowed: false,
                    ..*task
                },
            );
            if self.stopped || verified < beta {
                return None;
            }
        }
        // A mate found after passing is not proven; the cutoff is.
        Some(if score.is_decisive() { beta } else { score })
    }

    /// Whether passing may be better than every move, so that a cutoff by it has to be verified by
    /// a shallow search of the moves: with one piece left, and wherever the search is deep enough
    /// to afford the care.
    fn zugzwang_threatens(&self, position: &Position, task: &Task) -> bool {
        task.depth_plies >= self.parameters.null_move_verify_from_plies
            || position.piece_count(position.side_to_move()) <= 1
    }

    /// Whether moves of this node may be left out at all once one has been searched.
    pub(super) fn may_prune_moves(&self, task: &Task, node: &Node) -> bool {
        self.is_selective() && !task.is_principal() && !node.in_check && !may_run_out(task, node)
    }

    /// Late move pruning: at low depth so many moves have failed that the rest will too. Not those
    /// that give check, for they may mate.
    pub(super) fn is_too_late(&self, task: &Task, node: &Node, tried: usize) -> bool {
        let depth = task.depth_plies;
        let enough = self.parameters.late_move_base + depth * depth;
        depth <= self.parameters.late_move_to_plies
            && tried as i32 >= if node.improving { enough } else { enough / 2 }
    }

    /// Futility: so far below alpha that a quiet move will hardly lift it. Not one that gives check,
    /// for a mate asks for no evaluation.
    pub(super) fn is_futile(&self, task: &Task, node: &Node, alpha: Score) -> bool {
        let Some(evaluation) = node.estimate else {
            return false;
        };
        let depth = task.depth_plies;
        let margin_cp = self.parameters.futility_base_cp + self.parameters.futility_ply_cp * depth;
        depth <= self.parameters.futility_to_plies
            && !alpha.is_decisive()
            && evaluation + margin_cp <= alpha
    }

    /// Delta pruning in quiescence: what a capture at most comes to where even the captured piece and
    /// a margin do not reach alpha. Promotions have more to gain.
    pub(super) fn falls_short(
        &self,
        position: &Position,
        mv: Move,
        static_score: Option<Score>,
        alpha: Score,
    ) -> Option<Score> {
        let static_score = static_score?;
        if !self.is_selective() || mv.promotion.is_some() || alpha.is_decisive() {
            return None;
        }
        let captured = position.captured_piece(mv);
        let gain_cp = captured.map_or(0, piece_value_cp);
        let most = static_score + gain_cp + self.parameters.quiescence_futility_cp;
        (most <= alpha).then_some(most)
    }

    /// History pruning: a quiet move that has failed almost everywhere.
    pub(super) fn has_failed_elsewhere(&self, task: &Task, history: i32) -> bool {
        let depth = task.depth_plies;
        depth <= self.parameters.history_pruning_to_plies
            && history < -self.parameters.history_pruning_per_ply * depth
    }

    /// Static exchange pruning: the move gives away more than its depth could win back.
    pub(super) fn loses_material(
        &self,
        position: &Position,
        task: &Task,
        mv: Move,
        kind: Kind,
    ) -> bool {
        let depth = task.depth_plies;
        let allowed_cp = match kind {
            Kind::Quiet => self.parameters.exchange_quiet_cp * depth,
            Kind::Tactical => self.parameters.exchange_tactical_cp * depth,
        };
        depth <= self.parameters.exchange_to_plies
            && !position.static_exchange_is_at_least(mv, -allowed_cp)
    }
}

/// Whether the fifty-move rule is within the depth of the search: then an evaluation, which knows
/// no rule, promises nothing.
fn may_run_out(task: &Task, node: &Node) -> bool {
    task.depth_plies >= node.halfmoves_left
}
