//! Knockout: a bracket in the order of the players' seeds, and how an encounter that is level is decided.
//!
//! An encounter that is level after its games goes on with pairs of games, each player having White
//! once, until a pair has a winner; after the last pair a single game decides, in which the better seed
//! has Black and goes on with a draw.

use super::fixture::{Encounter, Fixture, FixtureId, FixtureResults};
use crate::board::{Color, GameResult};

/// The games of an encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncounterRules {
    /// How many games are played at first.
    pub games: u32,
    /// How many pairs of games may follow while it is level.
    pub tie_break_pairs: u32,
}

/// How an encounter stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncounterState {
    /// These games, among others that may have been played, have to be played next.
    Open(Vec<Fixture>),
    /// It is decided.
    Decided {
        /// Who goes on.
        winner: usize,
        /// All its games.
        games: Vec<Fixture>,
    },
}

/// Who meets whom in the first round, in the order of the bracket: the winners of neighbouring pairs meet
/// in the next. The players' numbers are their seeds; `None` is nobody, and who meets nobody goes on.
pub fn bracket(players: usize) -> Vec<Option<usize>> {
    let places = players.max(1).next_power_of_two();
    let mut order = vec![0];
    while order.len() < places {
        let last = 2 * order.len() - 1;
        order = order
            .into_iter()
            .flat_map(|seed| [seed, last - seed])
            .collect();
    }
    let is_there = |seed: usize| (seed < players).then_some(seed);
    order.into_iter().map(is_there).collect()
}

impl EncounterRules {
    /// How an encounter stands after the games that were played.
    pub fn state(&self, encounter: Encounter, results: &FixtureResults) -> EncounterState {
        let openings = self.games.div_ceil(2);
        let game = |number: u32| encounter.fixture(number, openings);
        let mut games: Vec<Fixture> = (1..=self.games).map(game).collect();
        for tie_break in 0..=self.tie_break_pairs {
            let is_open = games.iter().any(|it| !results.contains_key(&it.id));
            if is_open {
                return EncounterState::Open(games);
            }
            if let Some(winner) = leader(encounter, &games, results) {
                return EncounterState::Decided { winner, games };
            }
            if tie_break < self.tie_break_pairs {
                let next = games.len() as u32 + 1;
                games.extend([game(next), game(next + 1)]);
            }
        }
        let last = deciding_game(encounter, games.len() as u32 + 1, openings);
        games.push(last);
        match results.get(&last.id) {
            None => EncounterState::Open(games),
            Some(GameResult::Win(Color::White)) => EncounterState::Decided {
                winner: last.white,
                games,
            },
            Some(_) => EncounterState::Decided {
                winner: last.black,
                games,
            },
        }
    }
}

/// Who has more points from these games.
fn leader(encounter: Encounter, games: &[Fixture], results: &FixtureResults) -> Option<usize> {
    let of_games = |id: &FixtureId| games.iter().any(|it| it.id == *id);
    let counted = results.iter().filter(|(id, _)| of_games(id));
    let counted: FixtureResults = counted.map(|(&id, &result)| (id, result)).collect();
    let [first, second] = encounter.half_points(&counted);
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Some(encounter.first),
        std::cmp::Ordering::Less => Some(encounter.second),
        std::cmp::Ordering::Equal => None,
    }
}

/// The game that must have a winner: the better seed has Black and needs a draw.
fn deciding_game(encounter: Encounter, number: u32, openings: u32) -> Fixture {
    let (one, other) = (encounter.first, encounter.second);
    Fixture {
        white: one.max(other),
        black: one.min(other),
        ..encounter.fixture(number, openings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_meet_as_late_as_possible() {
        let full: Vec<usize> = bracket(8).into_iter().flatten().collect();
        assert_eq!(full, [0, 7, 3, 4, 1, 6, 2, 5]);
        let five = bracket(5);
        let free = five.chunks(2).filter(|pair| pair.contains(&None));
        let free: Vec<Option<usize>> = free.map(|pair| pair[0]).collect();
        assert_eq!(free, [Some(0), Some(1), Some(2)]);
        assert_eq!(bracket(1), [Some(0)]);
    }

    const ENCOUNTER: Encounter = Encounter {
        round: 1,
        board: 1,
        first: 2,
        second: 1,
    };

    /// Plays an encounter with these results, from White's side, as they are asked for.
    fn play(results: &str) -> (usize, Vec<Fixture>) {
        let rules = EncounterRules {
            games: 2,
            tie_break_pairs: 1,
        };
        let mut letters = results.chars();
        let mut known = FixtureResults::new();
        loop {
            match rules.state(ENCOUNTER, &known) {
                EncounterState::Decided { winner, games } => {
                    assert_eq!(letters.next(), None);
                    return (winner, games);
                }
                EncounterState::Open(games) => {
                    let missing: Vec<Fixture> = games
                        .into_iter()
                        .filter(|it| !known.contains_key(&it.id))
                        .collect();
                    assert!(!missing.is_empty());
                    for fixture in missing {
                        let result = match letters.next().unwrap() {
                            '1' => GameResult::Win(Color::White),
                            '0' => GameResult::Win(Color::Black),
                            _ => GameResult::Draw,
                        };
                        known.insert(fixture.id, result);
                    }
                }
            }
        }
    }

    #[test]
    fn the_first_phase_with_a_winner_decides() {
        assert_eq!(play("1=").0, 2);
        assert_eq!(play("0=").0, 1);
        // Level, then the one who has White first loses the second pair.
        assert_eq!(play("11=1").0, 1);
    }

    #[test]
    fn after_the_last_pair_one_game_decides_and_the_better_seed_needs_a_draw() {
        let (winner, games) = play("=====");
        assert_eq!((winner, games.len()), (1, 5));
        let last = games[4];
        assert_eq!((last.white, last.black), (2, 1));
        assert_eq!(play("====1").0, 2);
        assert_eq!(play("11110").0, 1);
    }
}
