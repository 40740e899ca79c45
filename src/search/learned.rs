//! Learned scores: what earlier games have taught of positions, put into a search.
//!
//! They go into the transposition table before the search begins. The table's cutoff spares the
//! principal variation, where shallow iterations would write over them and find the old mistake
//! again, so there they end a node by themselves. They are objective scores, and whoever makes a
//! request gives only those that were found under the same salt (after Robert Hyatt's Crafty).

use crate::board::{Move, Position};
use crate::score::Score;
use crate::search::table_entry::TableEntry;
use crate::search::transposition_table::TranspositionTable;
use crate::search::window::Bound;

/// What has been learnt of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LearnedScore {
    /// The key of the position.
    pub key: u64,
    /// The most that it is worth to the side to move.
    pub ceiling: Score,
    /// The depth of the search that found this, in plies.
    pub depth_plies: u8,
    /// The best move there.
    pub best: Option<Move>,
}

/// What has been learnt of the positions that a search may come to; nothing by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearnedScores {
    /// Sorted by key.
    scores: Vec<LearnedScore>,
}

impl LearnedScores {
    /// These scores, one for each position.
    pub fn new(scores: impl IntoIterator<Item = LearnedScore>) -> LearnedScores {
        let mut scores: Vec<LearnedScore> = scores.into_iter().collect();
        scores.sort_by_key(|learned| learned.key);
        LearnedScores { scores }
    }

    /// Stores them in a table under the salt of the search that is about to begin.
    pub(super) fn store_in(&self, table: &TranspositionTable, table_salt: u64) {
        for learned in &self.scores {
            let entry = TableEntry {
                best: learned.best,
                score: learned.ceiling,
                evaluation: None,
                depth_plies: learned.depth_plies,
                bound: Bound::Upper,
                was_pv: false,
            };
            table.store(learned.key ^ table_salt, entry);
        }
    }

    /// What has been learnt of a position.
    #[inline]
    pub(super) fn find(&self, position: &Position) -> Option<&LearnedScore> {
        if self.scores.is_empty() {
            return None;
        }
        let key = position.key();
        let place = self
            .scores
            .binary_search_by_key(&key, |learned| learned.key);
        place.ok().map(|place| &self.scores[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::control::SearchControl;
    use crate::search::lazy_smp::search;
    use crate::search::report::SearchOutcome;
    use crate::search::request::{SearchLimits, SearchRequest};
    use crate::search::search_thread::SearchThread;

    const FEN: &str = "r2q1rk1/pp1bbppp/2np1n2/2p1p3/4P3/2PP1N1P/PP1NBPP1/R1BQR1K1 w - - 0 11";

    fn search_with(learned: LearnedScores, table: &TranspositionTable) -> SearchOutcome {
        let mut request = SearchRequest::neutral(FEN.parse().unwrap());
        request.limits = SearchLimits {
            depth_plies: Some(8),
            ..SearchLimits::default()
        };
        request.learned = learned;
        let control = SearchControl::start(None);
        search(&request, &mut SearchThread::new(), table, &control, &mut ())
    }

    #[test]
    fn a_position_that_is_known_to_be_bad_is_avoided() {
        let plain = search_with(LearnedScores::default(), &TranspositionTable::new(4));
        let root: Position = FEN.parse().unwrap();
        let legal = root.legal_moves().len();
        assert_eq!(plain.ceiling(legal), Some(plain.score));
        assert_eq!(plain.ceiling(legal + 1), None);
        let child = root.play(plain.best.unwrap());
        let ceiling = Score::from_cp(plain.score.raw() - 300);
        // Wherever the opponent goes after the best move, it ends badly.
        let learned = child.legal_moves().into_iter().map(|reply| LearnedScore {
            key: child.play(reply).key(),
            ceiling,
            depth_plies: 12,
            best: None,
        });
        let taught = search_with(LearnedScores::new(learned), &TranspositionTable::new(4));
        assert_ne!(taught.best, plain.best);
        assert!(taught.score > ceiling, "there are other moves");
        assert!(taught.score <= plain.score + 30);
    }

    #[test]
    fn a_shallow_score_does_not_end_a_deep_search() {
        let plain = search_with(LearnedScores::default(), &TranspositionTable::new(4));
        let root: Position = FEN.parse().unwrap();
        let far = root.play(plain.best.unwrap());
        let far = far.play(plain.ponder.unwrap());
        let learned = LearnedScores::new([LearnedScore {
            key: far.key(),
            ceiling: Score::from_cp(-900),
            depth_plies: 1,
            best: None,
        }]);
        assert!(search_with(learned, &TranspositionTable::new(4)).score > Score::from_cp(-100));
    }

    #[test]
    fn what_is_stored_is_found_under_its_salt_alone() {
        let table = TranspositionTable::new(1);
        let learned = LearnedScores::new([LearnedScore {
            key: 77,
            ceiling: Score::from_cp(-90),
            depth_plies: 14,
            best: None,
        }]);
        learned.store_in(&table, 5);
        assert_eq!(table.probe(77 ^ 5).unwrap().bound, Bound::Upper);
        assert_eq!(table.probe(77), None);
    }
}
