//! Static evaluation in the search: the evaluation of a node, its correction by correction history, and
//! the table's score in its place where that says more.

use crate::board::{Move, Position};
use crate::score::Score;
use crate::search::correction_history::CorrectionKeys;
use crate::search::searcher::Searcher;
use crate::search::table_entry::TableEntry;
use crate::search::window::Bound;

/// The static evaluation of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct StaticEvaluation {
    /// As evaluated; the table keeps this one.
    pub(super) raw: Score,
    /// With its correction.
    pub(super) corrected: Score,
    pub(super) keys: CorrectionKeys,
}

impl Searcher<'_> {
    /// The static evaluation, from the table where that has it, with its correction.
    #[inline]
    pub(super) fn static_evaluation(
        &mut self,
        position: &Position,
        table_entry: Option<TableEntry>,
    ) -> StaticEvaluation {
        let raw = match table_entry.and_then(|entry| entry.evaluation) {
            Some(evaluation) => evaluation,
            None => self.evaluator.evaluate(position),
        };
        let keys = CorrectionKeys::of(position, self.salt);
        // At full width no score may depend on what was searched before.
        let corrected = match self.is_selective() {
            false => raw,
            true => self.corrections.correct(self.parameters, keys, raw),
        };
        StaticEvaluation {
            raw,
            corrected,
            keys,
        }
    }

    /// The static evaluation, or the table's score where that says more. A search knows better than
    /// an evaluation.
    #[inline]
    pub(super) fn evaluation_refined_by_table(
        &self,
        evaluation: Score,
        table_entry: Option<TableEntry>,
        ply: usize,
    ) -> Score {
        // At full width only entries of the same depth count.
        table_entry
            .filter(|_| self.is_selective())
            .and_then(|entry| better_score(entry, evaluation, ply))
            .unwrap_or(evaluation)
    }

    /// The improving flag: whether the static evaluation is better than at the last turn of the same
    /// side, two plies before.
    #[inline]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let now = self.stack[ply].static_evaluation;
        let before = ply
            .checked_sub(2)
            .and_then(|ply| self.stack[ply].static_evaluation);
        matches!((before, now), (Some(before), Some(now)) if now > before)
    }

    /// Updates correction history with the error of the evaluation, when the best move is quiet and
    /// the score lies on the side of the evaluation that its bound allows for.
    pub(super) fn update_correction_history(
        &mut self,
        position: &Position,
        depth_plies: i32,
        evaluation: StaticEvaluation,
        best_move: Option<Move>,
        best: Score,
        bound: Bound,
    ) {
        let contradicts = match bound {
            Bound::Exact => true,
            Bound::Lower => best > evaluation.corrected,
            Bound::Upper => best < evaluation.corrected,
        };
        let quiet = best_move.is_none_or(|mv| !position.is_tactical(mv));
        if depth_plies > 0 && contradicts && quiet && !best.is_decisive() {
            let error_cp = best.raw() - evaluation.raw.raw();
            self.corrections
                .learn(evaluation.keys, depth_plies, error_cp);
        }
    }
}

/// The score of a table entry, if it says more than the evaluation does.
fn better_score(entry: TableEntry, evaluation: Score, ply: usize) -> Option<Score> {
    let score = entry.score.relative_to_root(ply);
    let says_more = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > evaluation,
        Bound::Upper => score < evaluation,
    };
    (says_more && !score.is_decisive()).then_some(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_counts_only_on_its_own_side_of_the_evaluation() {
        let evaluation = Score::from_cp(10);
        let known = |bound, score: Score| {
            let entry = TableEntry {
                best: None,
                score,
                evaluation: None,
                depth_plies: 3,
                bound,
                was_pv: false,
            };
            better_score(entry, evaluation, 4)
        };
        let (low, high) = (Score::from_cp(-30), Score::from_cp(40));
        assert_eq!(known(Bound::Lower, high), Some(high));
        assert_eq!(known(Bound::Lower, low), None);
        assert_eq!(known(Bound::Upper, low), Some(low));
        assert_eq!(known(Bound::Upper, high), None);
        assert_eq!(known(Bound::Exact, low), Some(low));
        assert_eq!(known(Bound::Exact, Score::mate_in(6)), None);
    }
}
