//! The table of a tournament as text: places, results against each other, points and ratings.

use super::fixture::FixtureResults;
use super::schedule::{KnownSchedule, Schedule, TournamentFormat};
use super::standings::{Standing, Standings};

/// With more players than this the results against each other have no place on a screen.
const MOST_COLUMNS: usize = 16;
/// So many results against one player are shown one by one, and more of them as a sum.
const MOST_SINGLE_RESULTS: usize = 4;

/// The table with a heading, a line for each player.
pub fn cross_table(names: &[String], format: TournamentFormat, standings: &Standings) -> String {
    let rows = &standings.rows;
    let shows_results = rows.len() <= MOST_COLUMNS;
    let mut table = vec![heading(format, rows.len(), shows_results)];
    for (place, row) in (1..).zip(rows) {
        let mut cells = vec![place.to_string(), names[row.player].clone()];
        if shows_results {
            cells.extend(rows.iter().map(|other| results_cell(row, other.player)));
        }
        cells.extend([points(row.half_points), row.games.to_string()]);
        if !matches!(format, TournamentFormat::Knockout { .. }) {
            cells.push(format!("{:.2}", f64::from(row.tie_break) / 4.0));
        }
        cells.push(match &row.rating {
            Some(found) => format!("{:+.0} ± {:.0}", found.elo, found.error),
            None => "?".to_owned(),
        });
        table.push(cells);
    }
    aligned(&table)
}

fn heading(format: TournamentFormat, players: usize, shows_results: bool) -> Vec<String> {
    let mut cells = vec!["#".to_owned(), "player".to_owned()];
    if shows_results {
        cells.extend((1..=players).map(|number| number.to_string()));
    }
    cells.extend(["points", "games"].map(str::to_owned));
    match format {
        TournamentFormat::RoundRobin { .. } => cells.push("SB".to_owned()),
        TournamentFormat::Swiss { .. } => cells.push("Buchholz".to_owned()),
        TournamentFormat::Knockout { .. } => {}
    }
    cells.push("Elo".to_owned());
    cells
}

/// `1`, `=` and `0` for each game, or the points from all of them.
fn results_cell(row: &Standing, opponent: usize) -> String {
    let results = &row.against[opponent];
    match results.len() {
        _ if opponent == row.player => "*".to_owned(),
        0 => ".".to_owned(),
        1..=MOST_SINGLE_RESULTS => results
            .iter()
            .map(|&it| ['0', '=', '1'][it as usize])
            .collect(),
        _ => points(results.iter().map(|&it| u32::from(it)).sum()),
    }
}

/// Half points as points.
pub fn points(half_points: u32) -> String {
    format!("{:.1}", f64::from(half_points) / 2.0)
}

/// A table in columns of equal width: the second, with the names, to the left, all others to the right.
pub fn aligned(table: &[Vec<String>]) -> String {
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = table.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in table {
        let cells = row.iter().zip(&widths).enumerate();
        let line: Vec<String> = cells
            .map(|(column, (cell, &width))| match column {
                1 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            })
            .collect();
        text.push_str(line.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// The encounters of a knockout, round by round, with their scores.
pub fn knockout_rounds(
    names: &[String],
    schedule: &Schedule,
    known: &KnownSchedule,
    results: &FixtureResults,
) -> String {
    let mut text = String::new();
    for round in 1..=schedule.rounds() {
        let of_round = known
            .encounters
            .iter()
            .filter(|it| it.encounter.round == round);
        let free = known.byes.iter().filter(|it| it.0 == round);
        text.push_str(&format!("{}\n", round_name(schedule.rounds() - round)));
        for scheduled in of_round {
            let encounter = &scheduled.encounter;
            let mut half_points = [0; 2];
            for fixture in &scheduled.games {
                let Some(result) = results.get(&fixture.id) else {
                    continue;
                };
                for (sum, player) in half_points
                    .iter_mut()
                    .zip([encounter.first, encounter.second])
                {
                    let of_player = result.half_points(fixture.color_of(player));
                    *sum += u32::from(of_player.unwrap_or(0));
                }
            }
            let decided = match scheduled.winner {
                Some(winner) if half_points[0] == half_points[1] => {
                    format!(
                        "; {}, who had Black in the last game, goes on",
                        names[winner]
                    )
                }
                _ => String::new(),
            };
            text.push_str(&format!(
                "  {} {} : {} {}{decided}\n",
                names[encounter.first],
                points(half_points[0]),
                points(half_points[1]),
                names[encounter.second]
            ));
        }
        for (_, player) in free {
            text.push_str(&format!("  {} is free\n", names[*player]));
        }
    }
    text
}

/// The name of a round after which so many follow.
fn round_name(rounds_left: u32) -> String {
    match rounds_left {
        0 => "Final".to_owned(),
        1 => "Semifinals".to_owned(),
        2 => "Quarterfinals".to_owned(),
        left => format!("Last {}", 2_u64 << left),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, GameResult};
    use crate::lab::tournament::fixture::Fixture;

    fn names() -> Vec<String> {
        ["Ann", "Bertram", "Cy"].map(str::to_owned).to_vec()
    }

    /// Plays all games; who stands first in the list wins with White and draws with Black.
    fn play(schedule: &Schedule) -> (FixtureResults, KnownSchedule) {
        let result = |fixture: &Fixture| match fixture.white < fixture.black {
            true => GameResult::Win(Color::White),
            false => GameResult::Draw,
        };
        let mut results = FixtureResults::new();
        loop {
            let known = schedule.known(&results);
            let missing = known.missing(&results);
            if missing.is_empty() {
                return (results, known);
            }
            results.extend(missing.iter().map(|it| (it.id, result(it))));
        }
    }

    #[test]
    fn a_round_robin_has_a_cross_table() {
        let schedule = Schedule {
            format: TournamentFormat::RoundRobin { cycles: 1 },
            players: 3,
            games: 2,
        };
        let (results, known) = play(&schedule);
        let standings = Standings::of(&schedule, &known, &results);
        insta::assert_snapshot!(cross_table(&names(), schedule.format, &standings), @r"
        #  player    1   2   3  points  games    SB         Elo
        1  Ann       *  1=  =1     3.0      4  4.50  +131 ± 267
        2  Bertram  0=   *  1=     2.0      4  3.00    +0 ± 243
        3  Cy       =0  0=   *     1.0      4  2.50  -131 ± 267
        ");
    }

    #[test]
    fn a_knockout_has_rounds() {
        let schedule = Schedule {
            format: TournamentFormat::Knockout { tie_break_pairs: 0 },
            players: 3,
            games: 1,
        };
        let (results, known) = play(&schedule);
        insta::assert_snapshot!(knockout_rounds(&names(), &schedule, &known, &results), @r"
        Semifinals
          Bertram 1.0 : 0.0 Cy
          Ann is free
        Final
          Bertram 1.0 : 1.0 Ann; Ann, who had Black in the last game, goes on
        ");
        let standings = Standings::of(&schedule, &known, &results);
        insta::assert_snapshot!(cross_table(&names(), schedule.format, &standings), @r"
        #  player    1   2  3  points  games          Elo
        1  Ann       *  ==  .     1.0      2   +176 ± 607
        2  Bertram  ==   *  1     2.0      3   +176 ± 543
        3  Cy        .   0  *     0.0      1  -353 ± 1051
        ");
    }

    #[test]
    fn long_matches_show_sums_and_large_fields_no_results() {
        let schedule = Schedule {
            format: TournamentFormat::RoundRobin { cycles: 1 },
            players: 3,
            games: 6,
        };
        let (results, known) = play(&schedule);
        let standings = Standings::of(&schedule, &known, &results);
        let table = cross_table(&names(), schedule.format, &standings);
        assert!(table.contains("Ann        *  4.5  4.5"), "{table}");
        let schedule = Schedule {
            players: MOST_COLUMNS + 1,
            games: 1,
            ..schedule
        };
        let (results, known) = play(&schedule);
        let standings = Standings::of(&schedule, &known, &results);
        let names: Vec<String> = (0..schedule.players).map(|it| format!("P{it}")).collect();
        let table = cross_table(&names, schedule.format, &standings);
        assert!(table.starts_with(" #  player  points  games"), "{table}");
    }
}
