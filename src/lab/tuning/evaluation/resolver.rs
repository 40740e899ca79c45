//! The resolver: replaces a position by the quiet one to which its captures lead, because a static
//! evaluation can only learn from quiet positions. It is a small quiescence search that returns the
//! position at the end of its principal variation.

use crate::board::{Move, Position};
use crate::endgame;
use crate::evaluation::{EvaluationWeights, Evaluator};

/// The depth to which captures are followed, in plies.
const DEEPEST_PLIES: u32 = 12;

/// A bound beyond every evaluation, in centipawns.
const INFINITE_CP: i32 = 40_000;

/// Resolves positions with the engine's own evaluation.
pub struct Resolver {
    evaluator: Evaluator,
}

impl Resolver {
    /// A resolver with neutral weights.
    pub fn new() -> Resolver {
        endgame::solve_all();
        Resolver {
            evaluator: Evaluator::new(EvaluationWeights::neutral(), crate::board::Color::White),
        }
    }

    /// The position at the end of the best line of captures.
    pub fn resolve(&mut self, position: &Position) -> Position {
        self.search(position, -INFINITE_CP, INFINITE_CP, 0).1
    }

    /// The value for the side to move, and the position that has this value.
    fn search(
        &mut self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
        ply: u32,
    ) -> (i32, Position) {
        let mut best = (self.evaluator.evaluate(position).raw(), position.clone());
        alpha = alpha.max(best.0);
        if best.0 >= beta || ply >= DEEPEST_PLIES || position.in_check() {
            return best;
        }
        for mv in captures(position) {
            let (value, leaf) = self.search(&position.play(mv), -beta, -alpha, ply + 1);
            if -value > best.0 {
                best = (-value, leaf);
                alpha = alpha.max(best.0);
                if best.0 >= beta {
                    break;
                }
            }
        }
        best
    }
}

impl Default for Resolver {
    fn default() -> Resolver {
        Resolver::new()
    }
}

/// Captures and promotions that do not lose material, the largest gain first.
fn captures(position: &Position) -> Vec<Move> {
    let mut gains = Vec::new();
    position.visit_tactical_moves(|_, mv| {
        let gain_cp = position.static_exchange_cp(mv);
        if gain_cp >= 0 {
            gains.push((gain_cp, mv));
        }
    });
    gains.sort_by_key(|&(gain_cp, _)| -gain_cp);
    gains.into_iter().map(|(_, mv)| mv).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(fen: &str) -> String {
        let position: Position = fen.parse().unwrap();
        Resolver::new().resolve(&position).fen()
    }

    #[test]
    fn hanging_pieces_are_taken_and_quiet_positions_stay() {
        let taken = resolved("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
        assert!(taken.starts_with("4k3/8/8/3P4/8/8/8/4K3 b"), "{taken}");
        let quiet = "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1";
        assert_eq!(resolved(quiet), quiet);
    }
}
