//! The standings of a tournament: who stands where, and by what.

use std::cmp::Reverse;

use super::fixture::{Fixture, FixtureResults};
use super::schedule::{KnownSchedule, Schedule, TournamentFormat};
use crate::board::GameResult;
use crate::lab::ratings::{FoundRating, Pairing, RatedPlayer, is_determined, relative_ratings};

/// A player's place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// The number of the player.
    pub player: usize,
    /// Half points, those for being free in a Swiss round included.
    pub half_points: u32,
    /// The number of games.
    pub games: u32,
    /// What decides between equal points, in quarters of a point: the sum of the opponents' points,
    /// where not everybody has met everybody (Buchholz), else of those points weighted by the own result
    /// against them (Sonneborn and Berger).
    pub tie_break: u32,
    /// In a knockout, the round in which the player lost, or one more than there are for the winner.
    pub reached_round: u32,
    /// The results against each other player, in half points in the order of the games.
    pub against: Vec<Vec<u8>>,
    /// The rating, where the games connect all players.
    pub rating: Option<FoundRating>,
}

/// Everybody's place, the best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standings {
    /// The players.
    pub rows: Vec<Standing>,
    /// Whether the ratings follow from the results alone; else a tenth of a drawn game was added to each
    /// pairing.
    pub is_rating_determined: bool,
}

impl Standings {
    /// The standings after these results.
    pub fn of(schedule: &Schedule, known: &KnownSchedule, results: &FixtureResults) -> Standings {
        let players = schedule.players;
        let mut rows: Vec<Standing> = (0..players)
            .map(|player| Standing {
                player,
                against: vec![Vec::new(); players],
                ..Standing::default()
            })
            .collect();
        for fixture in known.fixtures() {
            if let Some(&result) = results.get(&fixture.id) {
                count(&mut rows, fixture, result);
            }
        }
        if let TournamentFormat::Swiss { .. } = schedule.format {
            for &(_, player) in &known.byes {
                rows[player].half_points += 2 * schedule.games;
            }
        }
        let (found, is_rating_determined) = rate(&rows);
        for (row, found) in rows.iter_mut().zip(found.unwrap_or_default()) {
            row.rating = Some(found);
        }
        break_ties(schedule, &mut rows);
        if let TournamentFormat::Knockout { .. } = schedule.format {
            place_by_rounds(schedule, known, &mut rows);
        }
        rows.sort_by_key(|row| {
            (
                Reverse(row.reached_round),
                Reverse(row.half_points),
                Reverse(row.tie_break),
                row.player,
            )
        });
        Standings {
            rows,
            is_rating_determined,
        }
    }
}

fn count(rows: &mut [Standing], fixture: &Fixture, result: GameResult) {
    let sides = [
        (fixture.white, fixture.black),
        (fixture.black, fixture.white),
    ];
    for (player, opponent) in sides {
        let Some(half_points) = result.half_points(fixture.color_of(player)) else {
            continue;
        };
        let row = &mut rows[player];
        row.games += 1;
        row.half_points += u32::from(half_points);
        row.against[opponent].push(half_points);
    }
}

/// The ratings of all players by number, and whether the results alone determine them.
fn rate(rows: &[Standing]) -> (Option<Vec<FoundRating>>, bool) {
    let mut pairings = Vec::new();
    for row in rows {
        let later = row.against.iter().enumerate().skip(row.player + 1);
        for (opponent, results) in later.filter(|(_, results)| !results.is_empty()) {
            let half_points: u32 = results.iter().map(|&it| u32::from(it)).sum();
            pairings.push(Pairing {
                first: RatedPlayer::Sought(row.player),
                second: RatedPlayer::Sought(opponent),
                points: f64::from(half_points) / 2.0,
                games: results.len() as f64,
            });
        }
    }
    let is_determined = is_determined(rows.len(), &pairings);
    (relative_ratings(rows.len(), &pairings), is_determined)
}

fn break_ties(schedule: &Schedule, rows: &mut [Standing]) {
    let points: Vec<u32> = rows.iter().map(|row| row.half_points).collect();
    let is_weighted = matches!(schedule.format, TournamentFormat::RoundRobin { .. });
    for row in rows {
        let met = points.iter().zip(&row.against);
        row.tie_break = met
            .map(|(&points, results)| match is_weighted {
                true => points * results.iter().map(|&it| u32::from(it)).sum::<u32>(),
                false => 2 * points * results.len() as u32 / schedule.games.max(1),
            })
            .sum();
    }
}

fn place_by_rounds(schedule: &Schedule, known: &KnownSchedule, rows: &mut [Standing]) {
    rows.iter_mut()
        .for_each(|row| row.reached_round = schedule.rounds() + 1);
    for decided in &known.encounters {
        let Some(winner) = decided.winner else {
            continue;
        };
        let encounter = decided.encounter;
        let loser = match winner == encounter.first {
            true => encounter.second,
            false => encounter.first,
        };
        rows[loser].reached_round = encounter.round;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    fn standings(format: TournamentFormat, results: &[(usize, usize, GameResult)]) -> Standings {
        let schedule = Schedule {
            format,
            players: 3,
            games: 1,
        };
        let known = schedule.known(&FixtureResults::new());
        let result_of = |fixture: &Fixture| {
            let told = results
                .iter()
                .find(|it| (it.0, it.1) == (fixture.white, fixture.black));
            told.map(|it| (fixture.id, it.2))
        };
        let results = known.fixtures().filter_map(result_of).collect();
        Standings::of(&schedule, &known, &results)
    }

    const ONCE: TournamentFormat = TournamentFormat::RoundRobin { cycles: 1 };

    #[test]
    fn equal_points_are_told_apart_by_whom_they_come_from() {
        // Of three players the table pairs 2-3, 1-2, 3-1.
        let table = standings(
            ONCE,
            &[
                (1, 2, GameResult::Win(Color::White)),
                (0, 1, GameResult::Draw),
                (2, 0, GameResult::Draw),
            ],
        );
        let order: Vec<usize> = table.rows.iter().map(|row| row.player).collect();
        assert_eq!(order, [1, 0, 2]);
        let points: Vec<u32> = table.rows.iter().map(|row| row.half_points).collect();
        assert_eq!(points, [3, 2, 1]);
        // Player 0: a draw with 1.5 points and one with 0.5 points: 1 point, 4 quarters.
        assert_eq!(table.rows[1].tie_break, 4);
        assert!(!table.is_rating_determined || table.rows[0].rating.is_some());
    }

    #[test]
    fn an_unfinished_tournament_has_standings_and_ratings_when_all_are_connected() {
        let one = standings(ONCE, &[(1, 2, GameResult::Win(Color::White))]);
        assert_eq!(one.rows[0].player, 1);
        assert_eq!(one.rows[0].rating, None);
        let all = standings(
            ONCE,
            &[
                (1, 2, GameResult::Win(Color::White)),
                (0, 1, GameResult::Win(Color::White)),
                (2, 0, GameResult::Win(Color::White)),
            ],
        );
        assert!(all.is_rating_determined);
        let even = all.rows.iter().map(|row| row.rating.unwrap().elo.abs());
        assert!(even.fold(0.0, f64::max) < 1e-6);
    }
}
