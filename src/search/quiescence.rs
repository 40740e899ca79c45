//! Quiescence: captures and promotions until the position is at rest.

use crate::board::{Move, Position};
use crate::score::Score;
use crate::search::ordering::MovePicker;
use crate::search::tree::Tree;
use crate::search::window::Window;

impl Tree<'_> {
    /// The value of a position once all captures that do not lose material are played out. In
    /// check every evasion is tried, so mates are seen.
    pub(super) fn quiescence(&mut self, position: &Position, ply: usize, window: Window) -> Score {
        if let Some(score) = self.enter(position, ply) {
            return score;
        }
        let mut alpha = window.alpha;
        let (mut best, mut picker) = if position.in_check() {
            (
                Score::mated_in(ply),
                MovePicker::all(position, None, [None; 2]),
            )
        } else {
            // Standing pat: nobody is forced to capture.
            let evaluation = self.evaluator.evaluate(position);
            if evaluation >= window.beta {
                return evaluation;
            }
            alpha = alpha.max(evaluation);
            (evaluation, MovePicker::good_tactical(position))
        };
        while let Some((mv, _)) = picker.next(position, self.heuristics) {
            let score = self.quiescence_move(position, mv, ply, Window { alpha, ..window });
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.variations.extend(ply, mv);
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        best
    }

    fn quiescence_move(
        &mut self,
        position: &Position,
        mv: Move,
        ply: usize,
        window: Window,
    ) -> Score {
        let child = position.play(mv);
        self.keys.push(&child);
        let score = -self.quiescence(&child, ply + 1, window.negated());
        self.keys.pop();
        score
    }
}
