//! What a node is worth before its moves are searched, and what is learned when that was wrong.
//!
//! Three voices, each correcting the one before: the evaluation, the corrections that experience
//! makes to it, and the table, which may have searched the position before.

use crate::board::{Move, Position};
use crate::score::Score;
use crate::search::correction::Keys;
use crate::search::limits::Bound;
use crate::search::transposition::TableEntry;
use crate::search::tree::{Task, Tree};

/// A static evaluation and what experience makes of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    /// As evaluated; this is what a table may keep.
    pub(super) plain: Score,
    /// As corrected.
    pub(super) corrected: Score,
    pub(super) keys: Keys,
}

impl Tree<'_> {
    /// The static evaluation, from the table where it is known, with its correction.
    #[inline]
    pub(super) fn judge(&mut self, position: &Position, known: Option<TableEntry>) -> Judged {
        let plain = match known.and_then(|entry| entry.evaluation) {
            Some(evaluation) => evaluation,
            None => self.evaluator.evaluate(position),
        };
        let keys = Keys::of(position, self.salt);
        // At full width a score is what plain search says, whatever was seen before.
        let corrected = match self.is_selective() {
            false => plain,
            true => self.corrections.correct(self.parameters, keys, plain),
        };
        Judged {
            plain,
            corrected,
            keys,
        }
    }

    /// Stands pat without an evaluation where material alone is far above beta, and the table says
    /// nothing.
    #[inline]
    pub(super) fn lazy_stand_pat(
        &self,
        position: &Position,
        known: Option<TableEntry>,
        beta: Score,
    ) -> Option<Score> {
        if known.is_some() || !self.is_selective() {
            return None;
        }
        self.evaluator
            .lazy_lower_bound(position)
            .filter(|&score| score >= beta)
    }

    /// The evaluation, or the table's score where that says more: searched is better than judged.
    #[inline]
    pub(super) fn estimate(
        &self,
        evaluation: Score,
        known: Option<TableEntry>,
        ply: usize,
    ) -> Score {
        // At full width the table answers questions of its own depth only.
        known
            .filter(|_| self.is_selective())
            .and_then(|entry| better_known(entry, evaluation, ply))
            .unwrap_or(evaluation)
    }

    /// A search that ended quietly on the other side of the evaluation says how far it errs.
    pub(super) fn learn_correction(
        &mut self,
        position: &Position,
        task: &Task,
        judged: Judged,
        best: Score,
        best_move: Option<Move>,
        bound: Bound,
    ) {
        let says_more = match bound {
            Bound::Exact => true,
            Bound::Lower => best > judged.corrected,
            Bound::Upper => best < judged.corrected,
        };
        let quiet = best_move.is_none_or(|mv| !position.is_tactical(mv));
        if task.depth_plies > 0 && says_more && quiet && !best.is_decisive() {
            let error_cp = best.raw() - judged.plain.raw();
            self.corrections
                .learn(judged.keys, task.depth_plies, error_cp);
        }
    }
}

/// A searched score, where it says more than the evaluation does.
fn better_known(entry: TableEntry, evaluation: Score, ply: usize) -> Option<Score> {
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
            };
            better_known(entry, evaluation, 4)
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
