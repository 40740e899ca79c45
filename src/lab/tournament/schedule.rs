//! The schedule of a tournament: all games that are known from the format and the results so far.

use super::fixture::{Encounter, Fixture, FixtureResults};
use super::knockout::{EncounterRules, EncounterState, bracket};
use super::round_robin::round_robin;
use super::swiss::{SwissPlayer, pair_round};

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentFormat {
    /// Everybody meets everybody, so many times; the colours change with each cycle.
    RoundRobin {
        /// How many times.
        cycles: u32,
    },
    /// So many rounds in which players of about the same score meet.
    Swiss {
        /// How many rounds.
        rounds: u32,
    },
    /// Who loses an encounter is out.
    Knockout {
        /// How many pairs of games may follow an encounter that is level.
        tie_break_pairs: u32,
    },
}

/// A tournament without its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Who meets whom.
    pub format: TournamentFormat,
    /// The number of players; the number of each is his seed, the best first.
    pub players: usize,
    /// The games of an encounter.
    pub games: u32,
}

/// An encounter whose games are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledEncounter {
    /// Who meets in which round.
    pub encounter: Encounter,
    /// The games, played or not.
    pub games: Vec<Fixture>,
    /// Who goes on to the next round of a knockout.
    pub winner: Option<usize>,
}

/// What is known of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownSchedule {
    /// The encounters by rounds.
    pub encounters: Vec<ScheduledEncounter>,
    /// Who was free in which round, from 1; nobody plays for that.
    pub byes: Vec<(u32, usize)>,
}

impl KnownSchedule {
    /// The games that were not played yet, in their order. None are left at the end.
    pub fn missing(&self, results: &FixtureResults) -> Vec<Fixture> {
        let games = self.encounters.iter().flat_map(|it| &it.games);
        let missing = games.filter(|it| !results.contains_key(&it.id));
        missing.copied().collect()
    }

    /// All games, played or not.
    pub fn fixtures(&self) -> impl Iterator<Item = &Fixture> {
        self.encounters.iter().flat_map(|it| &it.games)
    }
}

impl Schedule {
    /// Everything that can be told after these results. It depends on nothing else, and what was told
    /// after fewer results is a part of it.
    pub fn known(&self, results: &FixtureResults) -> KnownSchedule {
        match self.format {
            TournamentFormat::RoundRobin { cycles } => self.round_robin(cycles),
            TournamentFormat::Swiss { rounds } => self.swiss(rounds, results),
            TournamentFormat::Knockout { tie_break_pairs } => {
                self.knockout(tie_break_pairs, results)
            }
        }
    }

    /// The number of rounds.
    pub fn rounds(&self) -> u32 {
        let players = self.players as u32;
        match self.format {
            TournamentFormat::RoundRobin { cycles } => {
                cycles * (players.saturating_sub(1) + players % 2)
            }
            TournamentFormat::Swiss { rounds } => rounds,
            TournamentFormat::Knockout { .. } => players.max(1).next_power_of_two().ilog2(),
        }
    }

    fn scheduled(&self, encounter: Encounter) -> ScheduledEncounter {
        ScheduledEncounter {
            encounter,
            games: encounter.fixtures(self.games).collect(),
            winner: None,
        }
    }

    fn round_robin(&self, cycles: u32) -> KnownSchedule {
        let mut known = KnownSchedule::default();
        let rounds = round_robin(self.players);
        for (round, number) in (0..cycles).flat_map(|_| &rounds).zip(1..) {
            let is_reversed = (number - 1) / rounds.len() % 2 == 1;
            for (&(white, black), board) in round.iter().zip(1..) {
                let (first, second) = match is_reversed {
                    false => (white, black),
                    true => (black, white),
                };
                known.encounters.push(self.scheduled(Encounter {
                    round: number as u32,
                    board,
                    first,
                    second,
                }));
            }
        }
        known
    }

    fn swiss(&self, rounds: u32, results: &FixtureResults) -> KnownSchedule {
        let mut known = KnownSchedule::default();
        let mut field = vec![SwissPlayer::default(); self.players];
        for round in 1..=rounds {
            if !known.missing(results).is_empty() {
                break;
            }
            let paired = pair_round(&field);
            if let Some(bye) = paired.bye {
                known.byes.push((round, bye));
                field[bye].byes += 1;
                field[bye].half_points += 2 * self.games;
            }
            for (&(first, second), board) in paired.pairs.iter().zip(1..) {
                let encounter = Encounter {
                    round,
                    board,
                    first,
                    second,
                };
                let points = encounter.half_points(results);
                let sides = [(first, second, true), (second, first, false)];
                for ((player, opponent, is_white), points) in sides.into_iter().zip(points) {
                    field[player].half_points += points;
                    field[player].opponents.push(opponent);
                    field[player].had_white.push(is_white);
                }
                known.encounters.push(self.scheduled(encounter));
            }
        }
        known
    }

    fn knockout(&self, tie_break_pairs: u32, results: &FixtureResults) -> KnownSchedule {
        let rules = EncounterRules {
            games: self.games,
            tie_break_pairs,
        };
        let mut known = KnownSchedule::default();
        let mut left = bracket(self.players);
        for round in 1.. {
            if left.len() < 2 {
                break;
            }
            let first_of_round = known.encounters.len();
            left = left
                .chunks(2)
                .map(|pair| match *pair {
                    [Some(one), Some(other)] => {
                        let board = (known.encounters.len() - first_of_round + 1) as u32;
                        let encounter = knockout_encounter(round, board, one, other);
                        let scheduled = rules.scheduled(encounter, results);
                        let winner = scheduled.winner;
                        known.encounters.push(scheduled);
                        winner
                    }
                    _ => {
                        let free = pair.iter().copied().flatten().next();
                        known.byes.extend(free.map(|player| (round, player)));
                        free
                    }
                })
                .collect();
            let of_round = &known.encounters[first_of_round..];
            if of_round.iter().any(|it| it.winner.is_none()) {
                break;
            }
        }
        known
    }
}

impl EncounterRules {
    /// The games of an encounter that are known, and who has won it.
    fn scheduled(&self, encounter: Encounter, results: &FixtureResults) -> ScheduledEncounter {
        let (winner, games) = match self.state(encounter, results) {
            EncounterState::Open(games) => (None, games),
            EncounterState::Decided { winner, games } => (Some(winner), games),
        };
        ScheduledEncounter {
            encounter,
            games,
            winner,
        }
    }
}

/// Two players of a knockout who meet: the better seed has White first in every other round.
fn knockout_encounter(round: u32, board: u32, one: usize, other: usize) -> Encounter {
    let (first, second) = match round % 2 {
        1 => (one.min(other), one.max(other)),
        _ => (one.max(other), one.min(other)),
    };
    Encounter {
        round,
        board,
        first,
        second,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, GameResult};
    use std::collections::BTreeMap;

    /// Plays until no game is missing; the better seed wins, and draws with White against his neighbour.
    fn play(schedule: Schedule) -> (FixtureResults, KnownSchedule) {
        let mut results = FixtureResults::new();
        loop {
            let known = schedule.known(&results);
            let Some(fixture) = known.missing(&results).first().copied() else {
                return (results, known);
            };
            let result = match fixture.white.abs_diff(fixture.black) {
                1 if fixture.white < fixture.black => GameResult::Draw,
                _ if fixture.white < fixture.black => GameResult::Win(Color::White),
                _ => GameResult::Win(Color::Black),
            };
            results.insert(fixture.id, result);
        }
    }

    fn schedule(format: TournamentFormat, players: usize, games: u32) -> Schedule {
        Schedule {
            format,
            players,
            games,
        }
    }

    #[test]
    fn cycles_change_the_colours() {
        let format = TournamentFormat::RoundRobin { cycles: 2 };
        let (results, known) = play(schedule(format, 5, 1));
        assert_eq!(results.len(), 20);
        let mut met = BTreeMap::new();
        for fixture in known.fixtures() {
            *met.entry((fixture.white, fixture.black)).or_insert(0) += 1;
        }
        assert!(
            met.len() == 20 && met.values().all(|&it| it == 1),
            "{met:?}"
        );
        assert_eq!(schedule(format, 5, 1).rounds(), 10);
    }

    #[test]
    fn a_swiss_round_waits_for_the_one_before() {
        let swiss = schedule(TournamentFormat::Swiss { rounds: 3 }, 7, 2);
        let first = swiss.known(&FixtureResults::new());
        assert_eq!((first.encounters.len(), first.byes.len()), (3, 1));
        let (results, known) = play(swiss);
        assert_eq!((results.len(), known.byes.len()), (18, 3));
        assert_eq!(known.encounters[..3], first.encounters[..]);
    }

    #[test]
    fn a_knockout_ends_with_one_player() {
        for players in 2..=9 {
            let format = TournamentFormat::Knockout { tie_break_pairs: 1 };
            let knockout = schedule(format, players, 2);
            let (results, known) = play(knockout);
            assert_eq!(known.encounters.len(), players - 1);
            assert_eq!(known.encounters.last().unwrap().winner, Some(0));
            let rounds = results.keys().map(|id| id.round).max();
            assert_eq!(rounds, Some(knockout.rounds()), "{players}");
        }
    }

    #[test]
    fn what_was_known_after_fewer_results_stays() {
        for format in [
            TournamentFormat::Swiss { rounds: 4 },
            TournamentFormat::Knockout { tie_break_pairs: 2 },
        ] {
            let schedule = schedule(format, 6, 2);
            let (results, all) = play(schedule);
            let all: Vec<&Fixture> = all.fixtures().collect();
            for count in 0..results.len() {
                let some = results.iter().take(count).map(|(&id, &it)| (id, it));
                let known = schedule.known(&some.collect());
                assert!(known.fixtures().all(|it| all.contains(&it)), "{count}");
            }
        }
    }
}
