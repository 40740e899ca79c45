//! Quiescence: captures and promotions until the position is at rest.

use std::ops::ControlFlow;

use crate::board::{Move, Piece, Position};
use crate::score::Score;
use crate::search::heuristics::PieceTo;
use crate::search::ordering::MovePicker;
use crate::search::tree::{Finding, Task, Tree};

impl Tree<'_> {
    /// The value of a position once all captures that do not lose material are played out. In
    /// check every evasion is tried, so mates are seen.
    pub(super) fn quiescence(&mut self, position: &Position, task: Task) -> Score {
        let standing = match self.enter(position, task.ply) {
            ControlFlow::Continue(standing) => standing,
            ControlFlow::Break(score) => return score,
        };
        let task = Task {
            depth_plies: 0,
            ..task
        };
        let known = self.table.probe(self.key(position));
        if let Some(score) = self.table_cutoff(position, known, standing, &task) {
            return score;
        }
        // A table move may be one that quiescence would leave out: at full width it must not.
        let table_move = known
            .and_then(|entry| entry.best)
            .filter(|_| self.is_selective());
        let mut window = task.window;
        let (judged, static_score, mut best, mut picker);
        if position.in_check() {
            judged = None;
            static_score = None;
            best = Score::mated_in(task.ply);
            let context = self.context(position, task.ply);
            picker = MovePicker::all(position, table_move, [None; 2], context);
        } else {
            // Standing pat: nobody is forced to capture.
            if let Some(score) = self.lazy_stand_pat(position, known, window.beta) {
                return score;
            }
            let judgement = self.judge(position, known);
            best = self.estimate(judgement.corrected, known, task.ply);
            if best >= window.beta {
                return best;
            }
            judged = Some(judgement);
            static_score = Some(best);
            window.alpha = window.alpha.max(best);
            picker = MovePicker::good_tactical(position, table_move);
        }
        let mut best_move = None;
        while let Some((mv, _)) = picker.next(position, self.heuristics) {
            if let Some(hopeless) = self.falls_short(position, mv, static_score, window.alpha) {
                best = best.max(hopeless);
                continue;
            }
            let score = self.quiescence_move(position, mv, Task { window, ..task });
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = Some(mv);
                    self.variations.extend(task.ply, mv);
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        self.remember(
            position,
            &task,
            Finding {
                best,
                best_move,
                judged,
                is_true_everywhere: true,
            },
        );
        best
    }

    fn quiescence_move(&mut self, position: &Position, mv: Move, task: Task) -> Score {
        let piece = position.piece_on(mv.from).unwrap_or(Piece::Pawn);
        self.prefetch_child(position, piece, mv);
        let child = position.play(mv);
        self.frames[task.ply].moved = Some(PieceTo::new(position.side_to_move(), piece, mv.to));
        self.keys.push(&child);
        let score = -self.quiescence(&child, task.child(task.window));
        self.keys.pop();
        score
    }
}
