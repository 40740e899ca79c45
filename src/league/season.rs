//! A season of the league: matches round by round, the table, and who goes up and down.

use super::chance::drawn_result;
use super::ladder::{PLACES, new_ladder};
use super::member::Member;
use crate::board::{Color, GameResult};
use crate::checksum::Fnv64;
use crate::lab::tournament::fixture::{Fixture, FixtureResults};
use crate::lab::tournament::schedule::{KnownSchedule, Schedule, TournamentFormat};
use crate::lab::tournament::standings::{Standing, Standings};

/// TOML knows no larger number.
const LARGEST_SEED: u64 = i64::MAX as u64;
/// So many go up, and so many go down.
pub const MOVERS: usize = 2;
/// So many matches of earlier seasons are remembered, the latest: a rating tells no more of older ones, and
/// the file stays short enough to be read.
const MOST_PAST: usize = 500;

/// The league as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct League {
    /// The seed of all chance.
    pub seed: u64,
    /// The number of the season, from 1.
    pub season: u32,
    /// The divisions, the highest first; the person is in one of them.
    pub divisions: Vec<Vec<Member>>,
    /// The results of this season in the person's division, whole rounds only.
    pub results: FixtureResults,
    /// The person's matches of earlier seasons, the latest last.
    pub past: Vec<PastMatch>,
}

/// A match of the person in an earlier season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastMatch {
    /// The level of the opponent.
    pub elo: i32,
    /// The half points of the person: 0, 1 or 2.
    pub half_points: u8,
}

/// The person's next match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextMatch {
    /// The round, from 1.
    pub round: u32,
    /// The person's colour.
    pub own: Color,
    /// The name of the opponent.
    pub name: String,
    /// The level of the opponent.
    pub elo: i32,
}

/// What a round has brought.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundReport {
    /// The matches of the round: White, Black and the result.
    pub matches: Vec<(Member, Member, GameResult)>,
    /// The end of the season, if it was the last round.
    pub season_end: Option<SeasonEnd>,
}

/// How a season ended for the person.
#[derive(Clone, Debug, PartialEq)]
pub struct SeasonEnd {
    /// The last table.
    pub table: Vec<(Member, Standing)>,
    /// The person's place, from 1.
    pub place: usize,
    /// The division of the season, from 1 for the highest.
    pub division_before: usize,
    /// The division of the next season.
    pub division_after: usize,
}

const SCHEDULE: Schedule = Schedule {
    format: TournamentFormat::RoundRobin { cycles: 1 },
    players: PLACES,
    games: 1,
};

/// The matches of a season.
pub fn season_schedule() -> KnownSchedule {
    SCHEDULE.known(&FixtureResults::new())
}

/// The number of rounds of a season.
pub fn rounds() -> u32 {
    SCHEDULE.rounds()
}

impl League {
    /// A league that has not begun. The seed loses its first bit, for which its file has no room.
    pub fn new(seed: u64) -> League {
        League {
            seed: seed & LARGEST_SEED,
            season: 1,
            divisions: new_ladder(),
            results: FixtureResults::new(),
            past: Vec::new(),
        }
    }

    /// The person's division, from 0 for the highest.
    fn own_division(&self) -> usize {
        let has_person = |division: &Vec<Member>| division.contains(&Member::Person);
        self.divisions.iter().position(has_person).unwrap_or(0)
    }

    /// The person's division, from 1 for the highest.
    pub fn division_number(&self) -> usize {
        self.own_division() + 1
    }

    /// The number of the round that is played next, from 1.
    pub fn round(&self) -> u32 {
        self.results.keys().map(|id| id.round).max().unwrap_or(0) + 1
    }

    /// The table of the person's division, the best first.
    pub fn table(&self) -> Vec<(Member, Standing)> {
        ranked(&self.divisions[self.own_division()], &self.results)
    }

    /// The person's next match; the league always has one.
    pub fn next_match(&self) -> Option<NextMatch> {
        let members = &self.divisions[self.own_division()];
        let round = self.round();
        let schedule = season_schedule();
        let of_round = schedule.fixtures().filter(|it| it.id.round == round);
        for fixture in of_round {
            let sides = [
                (Color::White, fixture.white, fixture.black),
                (Color::Black, fixture.black, fixture.white),
            ];
            for (own, person, opponent) in sides {
                if let (Member::Person, Member::Character { name, elo }) =
                    (&members[person], &members[opponent])
                {
                    return Some(NextMatch {
                        round,
                        own,
                        name: name.clone(),
                        elo: *elo,
                    });
                }
            }
        }
        None
    }

    /// Counts the result of the person's next match and draws those of the others. After the last round
    /// the next season begins.
    pub fn count(&mut self, result: GameResult) -> RoundReport {
        let division = self.own_division();
        let round = self.round();
        let members = self.divisions[division].clone();
        let mut matches = Vec::new();
        for fixture in season_schedule()
            .fixtures()
            .filter(|it| it.id.round == round)
        {
            let (white, black) = (&members[fixture.white], &members[fixture.black]);
            let result = match (white.elo(), black.elo()) {
                (Some(_), Some(_)) => self.drawn(division, fixture),
                _ => result,
            };
            self.results.insert(fixture.id, result);
            matches.push((white.clone(), black.clone(), result));
        }
        RoundReport {
            matches,
            season_end: (round == rounds()).then(|| self.end_season()),
        }
    }

    /// The person's matches that are remembered, the latest last.
    pub fn own_matches(&self) -> Vec<PastMatch> {
        let members = &self.divisions[self.own_division()];
        let schedule = season_schedule();
        let played = schedule.fixtures().filter_map(|fixture| {
            let result = self.results.get(&fixture.id)?;
            let (opponent, color) = match (&members[fixture.white], &members[fixture.black]) {
                (Member::Person, opponent) => (opponent, Color::White),
                (opponent, Member::Person) => (opponent, Color::Black),
                _ => return None,
            };
            Some(PastMatch {
                elo: opponent.elo()?,
                half_points: result.half_points(color)?,
            })
        });
        self.past.iter().copied().chain(played).collect()
    }

    /// The result of a match between two characters.
    fn drawn(&self, division: usize, fixture: &Fixture) -> GameResult {
        let members = &self.divisions[division];
        let elo = |player: usize| members[player].elo().unwrap_or_default();
        let mut hash = Fnv64::new();
        hash.add(&self.seed.to_le_bytes());
        hash.add(format!("{} {division} {}", self.season, fixture.id).as_bytes());
        drawn_result(elo(fixture.white) - elo(fixture.black), hash.value())
    }

    fn end_season(&mut self) -> SeasonEnd {
        let own = self.own_division();
        let tables: Vec<Vec<(Member, Standing)>> = (0..self.divisions.len())
            .map(|division| match division == own {
                true => self.table(),
                false => {
                    let schedule = season_schedule();
                    let drawn = |it: &Fixture| (it.id, self.drawn(division, it));
                    let results = schedule.fixtures().map(drawn).collect();
                    ranked(&self.divisions[division], &results)
                }
            })
            .collect();
        self.past = self.own_matches();
        let forgotten = self.past.len().saturating_sub(MOST_PAST);
        self.past.drain(..forgotten);
        self.results.clear();
        self.season = self.season.saturating_add(1);
        self.divisions = after_moves(&tables);
        let table = tables.into_iter().nth(own).unwrap_or_default();
        let place = table.iter().position(|(it, _)| *it == Member::Person);
        SeasonEnd {
            place: place.unwrap_or(0) + 1,
            table,
            division_before: own + 1,
            division_after: self.division_number(),
        }
    }
}

/// The members with their standings, the best first.
fn ranked(members: &[Member], results: &FixtureResults) -> Vec<(Member, Standing)> {
    let standings = Standings::of(&SCHEDULE, &season_schedule(), results);
    let rows = standings.rows.into_iter();
    rows.map(|row| (members[row.player].clone(), row)).collect()
}

/// The divisions after the first of each have gone up and the last have gone down.
fn after_moves(tables: &[Vec<(Member, Standing)>]) -> Vec<Vec<Member>> {
    let last = tables.len().saturating_sub(1);
    let mut divisions = vec![Vec::new(); tables.len()];
    for (division, table) in tables.iter().enumerate() {
        for (place, (member, _)) in table.iter().enumerate() {
            let goes_up = place < MOVERS && division > 0;
            let goes_down = place >= table.len() - MOVERS && division < last;
            let to = match (goes_up, goes_down) {
                (true, _) => division - 1,
                (false, true) => division + 1,
                (false, false) => division,
            };
            divisions[to].push(member.clone());
        }
    }
    for members in &mut divisions {
        // The strongest first, the person last.
        members.sort_by_key(|member| std::cmp::Reverse(member.elo()));
    }
    divisions
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The result that gives the person so many half points in the next match.
    fn result(league: &League, half_points: u8) -> GameResult {
        let own = league.next_match().unwrap().own;
        match half_points {
            2 => GameResult::Win(own),
            1 => GameResult::Draw,
            _ => GameResult::Win(!own),
        }
    }

    fn play_season(league: &mut League, half_points: u8) -> SeasonEnd {
        let mut opponents = BTreeSet::new();
        loop {
            opponents.insert(league.next_match().unwrap().name);
            let report = league.count(result(league, half_points));
            assert_eq!(report.matches.len(), PLACES / 2);
            if let Some(end) = report.season_end {
                assert_eq!(opponents.len(), PLACES - 1);
                return end;
            }
        }
    }

    fn all_members(league: &League) -> BTreeSet<String> {
        let members = league.divisions.iter().flatten();
        members.map(Member::to_string).collect()
    }

    #[test]
    fn who_wins_climbs_to_the_top_and_who_loses_falls_to_the_bottom() {
        let mut league = League::new(4);
        let members = all_members(&league);
        for expected in [5, 4, 3, 2, 1, 1] {
            let end = play_season(&mut league, 2);
            assert_eq!((end.place, end.division_after), (1, expected));
            assert_eq!(all_members(&league), members);
            assert!(league.divisions.iter().all(|it| it.len() == PLACES));
        }
        assert_eq!(league.own_matches().len(), 30);
        for expected in [2, 3, 4, 5, 6, 6] {
            let end = play_season(&mut league, 0);
            assert_eq!((end.place, end.division_after), (PLACES, expected));
        }
        assert_eq!(league.season, 13);
    }

    #[test]
    fn the_table_counts_every_match_of_the_round() {
        let mut league = League::new(1);
        let first = league.next_match().unwrap();
        assert_eq!((first.round, league.round()), (1, 1));
        league.count(result(&league, 1));
        let table = league.table();
        let points: u32 = table.iter().map(|(_, row)| row.half_points).sum();
        assert_eq!(points, PLACES as u32);
        let own = table.iter().find(|(member, _)| *member == Member::Person);
        assert_eq!(own.map(|(_, row)| row.half_points), Some(1));
        let played = league.own_matches();
        let expected = PastMatch {
            elo: first.elo,
            half_points: 1,
        };
        assert_eq!(played, [expected]);
        assert_eq!(league.round(), 2);
    }

    #[test]
    fn only_the_latest_matches_are_remembered_and_seasons_never_run_out() {
        let mut league = League::new(2);
        league.season = u32::MAX;
        let first = PastMatch {
            elo: 500,
            half_points: 2,
        };
        league.past = vec![first; MOST_PAST];
        play_season(&mut league, 0);
        assert_eq!((league.season, league.past.len()), (u32::MAX, MOST_PAST));
        let lost = league.past.iter().filter(|it| it.half_points == 0);
        assert_eq!(lost.count(), PLACES - 1);
        assert_eq!(league.past[MOST_PAST - 1].half_points, 0);
    }

    #[test]
    fn the_same_seed_draws_the_same_results() {
        let season = |seed| {
            let mut league = League::new(seed);
            play_season(&mut league, 1);
            league.divisions
        };
        assert_eq!(season(5), season(5));
        assert!((6..12).any(|seed| season(seed) != season(5)));
    }
}
