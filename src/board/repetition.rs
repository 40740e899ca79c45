//! Repetition: the keys of the game and of the search path, and how often a position occurred.
//!
//! One stack serves both: the game's positions first, then the path of the search. A null move
//! stops the walk back, because nothing repeats across a passed move. A Bloom filter answers most
//! questions without the walk; see [`KeyFilter`].

use super::Position;
use super::bloom_filter::KeyFilter;

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    /// Plies back over which this position could have occurred before.
    reversible_plies: u16,
}

/// The keys of all positions from the game's start to the current node, the current one last.
#[derive(Clone, Debug, Default)]
pub struct KeyHistory {
    entries: Vec<Entry>,
    filter: KeyFilter,
}

impl KeyHistory {
    /// A history that holds only `position`.
    pub fn starting_at(position: &Position) -> KeyHistory {
        let mut history = KeyHistory::default();
        history.push_entry(position, 0);
        history
    }

    /// Adds the position after a move.
    #[inline]
    pub fn push(&mut self, position: &Position) {
        let reversible_plies = match position.halfmove_clock() {
            0 => 0,
            _ => self.reach_plies().saturating_add(1),
        };
        self.push_entry(position, reversible_plies);
    }

    /// Adds the position after a passed move.
    #[inline]
    pub fn push_null(&mut self, position: &Position) {
        self.push_entry(position, 0);
    }

    #[inline]
    fn push_entry(&mut self, position: &Position, reversible_plies: u16) {
        let key = position.key();
        self.filter.add(key);
        self.entries.push(Entry {
            key,
            reversible_plies,
        });
    }

    /// Takes the last position back.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(entry) = self.entries.pop() {
            self.filter.remove(entry.key);
        }
    }

    /// The number of positions, the current one included.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no position at all.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How often the current position occurred before.
    pub fn occurrences_before(&self) -> usize {
        self.earlier_occurrences().count()
    }

    /// The distances in plies back to each earlier occurrence of the current position, nearest
    /// first.
    #[inline]
    pub fn earlier_occurrences(&self) -> impl Iterator<Item = usize> {
        let last = self.entries.len().saturating_sub(1);
        let (key, mut reach) = match self.entries.last() {
            Some(entry) => (entry.key, usize::from(entry.reversible_plies).min(last)),
            None => (0, 0),
        };
        if reach >= SHORTEST_CYCLE && !self.filter.may_repeat(key) {
            reach = 0;
        }
        (SHORTEST_CYCLE..=reach)
            .step_by(2)
            .filter(move |distance| self.entries[last - distance].key == key)
    }

    /// A number for the set of positions that stood twice already and can still arise again, which
    /// makes them draws; 0 when there is none. The scores of a transposition table depend on it.
    pub fn twice_stood_salt(&self) -> u64 {
        let reach = usize::from(self.reach_plies()) + 1;
        let from = self.entries.len().saturating_sub(reach);
        let mut keys: Vec<u64> = self.entries[from..].iter().map(|entry| entry.key).collect();
        keys.sort_unstable();
        keys.chunk_by(|a, b| a == b)
            .filter(|equal| equal.len() >= 2)
            // Multiplied by an odd number, so that the salt differs from the keys it is mixed with.
            .fold(0, |salt, equal| {
                salt ^ equal[0].wrapping_mul(0x9e37_79b9_7f4a_7c15)
            })
    }

    fn reach_plies(&self) -> u16 {
        self.entries
            .last()
            .map_or(0, |entry| entry.reversible_plies)
    }
}

/// A position can stand again after this many plies at the earliest.
const SHORTEST_CYCLE: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    fn shuffle(history: &mut KeyHistory, mut position: Position, moves: &[&str]) -> Position {
        for text in moves {
            position = position.play(position.parse_move(text).unwrap());
            history.push(&position);
        }
        position
    }

    const ROUND: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

    #[test]
    fn counts_every_earlier_occurrence() {
        let start = Position::start();
        let mut history = KeyHistory::starting_at(&start);
        let position = shuffle(&mut history, start, &ROUND);
        assert_eq!(history.occurrences_before(), 1);
        shuffle(&mut history, position, &ROUND);
        assert_eq!(history.occurrences_before(), 2);
        assert_eq!(history.earlier_occurrences().collect::<Vec<_>>(), [4, 8]);
    }

    #[test]
    fn a_null_move_and_a_pawn_move_end_the_walk() {
        let start = Position::start();
        let mut history = KeyHistory::starting_at(&start);
        let position = shuffle(
            &mut history,
            start,
            &["e2e3", "g8f6", "g1f3", "f6g8", "f3g1"],
        );
        assert_eq!(history.occurrences_before(), 1);
        let passed = position.play_null().unwrap();
        history.push_null(&passed);
        let passed_back = passed.play_null().unwrap();
        history.push_null(&passed_back);
        assert_eq!(history.occurrences_before(), 0);
        history.pop();
        history.pop();
        assert_eq!(history.occurrences_before(), 1, "as before the null moves");
    }

    #[test]
    fn a_double_step_that_nobody_can_capture_is_no_other_position() {
        // After e2e4 nothing can capture on e3, so the third visit is the third occurrence.
        let start: Position = "4k3/7p/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap();
        let mut history = KeyHistory::starting_at(&start);
        let position = shuffle(&mut history, start, &["e2e4"]);
        let round = ["e8d8", "e1d1", "d8e8", "d1e1"];
        let position = shuffle(&mut history, position, &round);
        assert_eq!(history.occurrences_before(), 1);
        shuffle(&mut history, position, &round);
        assert_eq!(history.occurrences_before(), 2);
        // Here d4 may capture at first, and not after the kings have moved.
        let start: Position = "4k3/7p/8/8/3p4/8/4P3/4K3 w - - 0 1".parse().unwrap();
        let mut history = KeyHistory::starting_at(&start);
        let position = shuffle(&mut history, start, &["e2e4"]);
        shuffle(&mut history, position, &round);
        assert_eq!(history.occurrences_before(), 0);
    }

    /// Every random game is compared with a plain count, ply by ply, in both directions.
    #[test]
    fn the_filter_stays_exact_through_games_of_five_thousand_plies() {
        for seed in 1..=3 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut position: Position = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap();
            let mut history = KeyHistory::starting_at(&position);
            let mut keys = vec![position.key()];
            let mut counts = vec![0];
            let mut repeated = 0;
            while keys.len() <= 5_000 {
                let mut moves = position.legal_moves();
                // Shuffle as long as one can.
                moves.retain(|mv| {
                    let child = position.play(*mv);
                    child.halfmove_clock() > 0 && child.has_legal_move()
                });
                assert!(!moves.is_empty(), "seed {seed} at {}", position.fen());
                let choice = random.next_u32() as usize % moves.len().min(3);
                position = position.play(moves[choice]);
                history.push(&position);
                let plain = keys.iter().filter(|&&key| key == position.key()).count();
                assert_eq!(history.occurrences_before(), plain, "seed {seed}");
                repeated += usize::from(plain > 0);
                keys.push(position.key());
                counts.push(plain);
            }
            assert!(repeated > 1_000, "{repeated} in {} plies", keys.len());
            while let Some(count) = counts.pop() {
                assert_eq!(history.occurrences_before(), count);
                history.pop();
            }
            assert!(history.filter.is_empty());
        }
    }

    #[test]
    fn the_salt_names_the_positions_that_stood_twice() {
        let start = Position::start();
        let mut history = KeyHistory::starting_at(&start);
        assert_eq!(history.twice_stood_salt(), 0);
        let position = shuffle(&mut history, start, &ROUND);
        let first = history.twice_stood_salt();
        assert_ne!(first, 0);
        let position = shuffle(&mut history, position, &["g1f3"]);
        assert_ne!(history.twice_stood_salt(), first, "two by now");
        shuffle(&mut history, position, &["e7e5"]);
        assert_eq!(history.twice_stood_salt(), 0, "none can arise again");
    }
}
