//! Repetition: the keys of the game and of the search path.
//!
//! One stack serves both: the game's positions first, then the path of the search. A null move
//! stops the walk back, for nothing repeats across a passed move.

use super::Position;

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
}

impl KeyHistory {
    /// A history that holds just `position`.
    pub fn starting_at(position: &Position) -> KeyHistory {
        let mut history = KeyHistory::default();
        history.entries.push(Entry {
            key: position.key(),
            reversible_plies: 0,
        });
        history
    }

    /// Adds the position after a move.
    #[inline]
    pub fn push(&mut self, position: &Position) {
        let before = self
            .entries
            .last()
            .map_or(0, |entry| entry.reversible_plies);
        let reversible_plies = match position.halfmove_clock() {
            0 => 0,
            _ => before + 1,
        };
        self.entries.push(Entry {
            key: position.key(),
            reversible_plies,
        });
    }

    /// Adds the position after a passed move.
    #[inline]
    pub fn push_null(&mut self, position: &Position) {
        self.entries.push(Entry {
            key: position.key(),
            reversible_plies: 0,
        });
    }

    /// Takes the last position back.
    #[inline]
    pub fn pop(&mut self) {
        self.entries.pop();
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

    /// Whether the current position, `ply` plies below the root, is to be scored as a draw by
    /// repetition: it stood before within the search, or twice before in all. A single
    /// occurrence before the root is not enough.
    #[inline]
    pub fn is_search_draw(&self, ply: usize) -> bool {
        let mut before = 0;
        for distance in self.earlier_occurrences() {
            before += 1;
            if before == 2 || distance < ply {
                return true;
            }
        }
        false
    }

    /// Distances in plies back to each earlier occurrence of the current position, nearest first.
    #[inline]
    fn earlier_occurrences(&self) -> impl Iterator<Item = usize> {
        let (current, reach) = match self.entries.last() {
            Some(entry) => (entry.key, usize::from(entry.reversible_plies)),
            None => (0, 0),
        };
        let last = self.entries.len().saturating_sub(1);
        (4..=reach.min(last))
            .step_by(2)
            .filter(move |distance| self.entries[last - distance].key == current)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }

    #[test]
    fn once_before_the_root_is_no_draw_but_once_below_it_is() {
        let start = Position::start();
        let mut history = KeyHistory::starting_at(&start);
        let position = shuffle(&mut history, start, &ROUND);
        assert!(!history.is_search_draw(0));
        assert!(
            !history.is_search_draw(4),
            "the first occurrence is the root itself or before"
        );
        assert!(history.is_search_draw(5));
        shuffle(&mut history, position, &ROUND);
        assert!(history.is_search_draw(0));
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
    }
}
