//! Quiescence search: captures and promotions until the position is quiet, so that the evaluation is not
//! asked in the middle of an exchange (the horizon effect).

use std::ops::ControlFlow;

use crate::board::{Move, Piece, Position};
use crate::score::Score;
use crate::search::histories::PieceTo;
use crate::search::move_picker::MovePicker;
use crate::search::node_info::{NodeResult, NodeTask};
use crate::search::searcher::Searcher;
use crate::search::static_eval::StaticEvaluation;
use crate::search::table_entry::TableEntry;

/// Where the score of a quiescence node begins.
struct StandPat {
    score: Score,
    static_evaluation: StaticEvaluation,
}

impl Searcher<'_> {
    /// The score of a position once all captures that lose no material by static exchange evaluation
    /// are played out. In check every evasion is searched, so that mates are seen.
    pub(super) fn quiescence(&mut self, position: &Position, task: NodeTask) -> Score {
        let repetition = match self.enter_node(position, task.ply) {
            ControlFlow::Continue(repetition) => repetition,
            ControlFlow::Break(score) => return score,
        };
        let task = NodeTask {
            depth_plies: 0,
            ..task
        };
        let table_entry = self.table.probe(self.table_key(position));
        if let Some(score) = self.table_cutoff(position, table_entry, repetition, &task) {
            return score;
        }
        let stand_pat = match self.stand_pat(position, &task, table_entry) {
            ControlFlow::Continue(stand_pat) => stand_pat,
            ControlFlow::Break(score) => return score,
        };
        // The table may hold a move that quiescence search leaves out; at full width it must not be
        // searched.
        let table_move = table_entry
            .and_then(|entry| entry.best)
            .filter(|_| self.is_selective());
        self.search_captures(position, &task, stand_pat, table_move)
    }

    /// Standing pat: nobody is forced to capture, so the evaluation is the least that a node is worth.
    /// Breaks with a score that fails high at once; `None` in check, where a move has to be made.
    #[inline]
    fn stand_pat(
        &mut self,
        position: &Position,
        task: &NodeTask,
        table_entry: Option<TableEntry>,
    ) -> ControlFlow<Score, Option<StandPat>> {
        if position.in_check() {
            return ControlFlow::Continue(None);
        }
        if let Some(score) = self.lazy_stand_pat(position, table_entry, task.window.beta) {
            return ControlFlow::Break(score);
        }
        let static_evaluation = self.static_evaluation(position, table_entry);
        let corrected = static_evaluation.corrected;
        let score = self.evaluation_refined_by_table(corrected, table_entry, task.ply);
        if score >= task.window.beta {
            return ControlFlow::Break(score);
        }
        ControlFlow::Continue(Some(StandPat {
            score,
            static_evaluation,
        }))
    }

    /// Lazy evaluation: stands pat without a whole evaluation where material alone is far above beta
    /// and the table has no entry.
    #[inline]
    fn lazy_stand_pat(
        &self,
        position: &Position,
        table_entry: Option<TableEntry>,
        beta: Score,
    ) -> Option<Score> {
        if table_entry.is_some() || !self.is_selective() {
            return None;
        }
        self.evaluator
            .lazy_lower_bound(position)
            .filter(|&score| score >= beta)
    }

    /// Searches the moves of a quiescence node and stores the result.
    #[inline]
    fn search_captures(
        &mut self,
        position: &Position,
        task: &NodeTask,
        stand_pat: Option<StandPat>,
        table_move: Option<Move>,
    ) -> Score {
        let mut picker = match stand_pat {
            Some(_) => MovePicker::good_tactical(position, table_move),
            None => {
                let context = self.history_context(position, task.ply);
                MovePicker::all(position, table_move, [None; 2], context)
            }
        };
        let mut window = task.window;
        let stand_pat_score = stand_pat.as_ref().map(|stand_pat| stand_pat.score);
        let mut best = stand_pat_score.unwrap_or(Score::mated_in(task.ply));
        if stand_pat.is_some() {
            window.alpha = window.alpha.max(best);
        }
        let mut best_move = None;
        while let Some((mv, _)) = picker.next(position, self.histories) {
            if let Some(most) = self.delta_pruning(position, mv, stand_pat_score, window.alpha) {
                best = best.max(most);
                continue;
            }
            let score = self.search_capture(position, mv, NodeTask { window, ..*task });
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = Some(mv);
                    self.pv_table.update(task.ply, mv);
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        let result = NodeResult {
            best,
            best_move,
            static_evaluation: stand_pat.map(|stand_pat| stand_pat.static_evaluation),
            depends_on_path: false,
            was_pv: task.is_pv_node(),
        };
        self.store_result(position, task, result);
        best
    }

    /// Makes one move of a quiescence node and searches the position after it.
    #[inline]
    fn search_capture(&mut self, position: &Position, mv: Move, task: NodeTask) -> Score {
        let piece = position.piece_on(mv.from).unwrap_or(Piece::Pawn);
        self.prefetch_child(position, piece, mv);
        let child = position.play(mv);
        self.stack[task.ply].moved = Some(PieceTo::new(position.side_to_move(), piece, mv.to));
        self.keys.push(&child);
        let score = -self.quiescence(&child, task.child(task.window));
        self.keys.pop();
        score
    }
}
