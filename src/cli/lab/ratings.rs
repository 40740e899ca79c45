//! The command `lab ratings`: the ratings of players from the games in PGN files.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use masque::board::{Color, PgnGame};
use masque::lab::ratings::{
    FoundRating, Pairing, RatedPlayer, connected_groups, is_determined, ratings, relative_ratings,
};
use masque::lab::tournament::table::{aligned, points};

use crate::cli::pgn_files::PgnFiles;

/// What is said where the results alone give no finite ratings.
pub const HELPED: &str = "Somebody won or lost everything against the others: a tenth of a drawn game\nwas \
                          added to each pair.\n";
/// So many names stand in a complaint.
const MOST_NAMES: usize = 3;

/// Which games, and what the scale hangs on.
#[derive(Debug, Args)]
pub struct Ratings {
    /// PGN files, plain or compressed (.gz).
    #[arg(required = true, value_name = "GAMES.pgn")]
    games: Vec<PathBuf>,
    /// A player whose rating is known; may be said more than once.
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor)]
    anchor: Vec<(String, f64)>,
    /// The average of all ratings, where nobody's is known.
    #[arg(
        long,
        default_value_t = 0.0,
        value_name = "ELO",
        conflicts_with = "anchor",
        allow_negative_numbers = true
    )]
    average: f64,
}

fn anchor(text: &str) -> Result<(String, f64), String> {
    let pair = text.rsplit_once('=');
    let pair =
        pair.and_then(|(name, elo)| Some((name.trim().to_owned(), elo.trim().parse().ok()?)));
    pair.filter(|(_, elo): &(String, f64)| elo.is_finite())
        .ok_or_else(|| format!("'{text}' is no known rating, expected NAME=ELO like Anna=1500"))
}

/// A player's games.
#[derive(Clone, Debug, Default)]
struct Score {
    half_points: u32,
    games: u32,
}

/// The games of two players: half points of the one whose name is earlier, and all games.
type Meetings = BTreeMap<(String, String), Score>;

/// Reads the games, and writes the table.
pub fn run(out: &mut impl Write, arguments: &Ratings) -> Result<()> {
    let files = PgnFiles::read(&arguments.games)?;
    let (meetings, unusable) = meetings(&files.games);
    let scores = scores(&meetings);
    let elo_of = |name: &str| {
        let known = arguments.anchor.iter().find(|(anchor, _)| anchor == name);
        known.map(|&(_, elo)| elo)
    };
    for (name, _) in &arguments.anchor {
        if !scores.contains_key(name) {
            bail!("nobody in the games is called `{name}`, expected the name of a player");
        }
    }
    let sought: Vec<&String> = scores
        .keys()
        .filter(|name| elo_of(name).is_none())
        .collect();
    let player = |name: &String| match (elo_of(name), sought.binary_search(&name)) {
        (Some(elo), _) => RatedPlayer::Anchor(elo),
        (None, Ok(number) | Err(number)) => RatedPlayer::Sought(number),
    };
    let pairing = |((first, second), score): (&(String, String), &Score)| Pairing {
        first: player(first),
        second: player(second),
        points: f64::from(score.half_points) / 2.0,
        games: f64::from(score.games),
    };
    let pairings: Vec<Pairing> = meetings.iter().map(pairing).collect();
    if pairings.is_empty() {
        bail!("no game has a result and two players, expected some that do");
    }
    let found = match arguments.anchor.is_empty() {
        true => relative_ratings(sought.len(), &pairings),
        false => ratings(sought.len(), &pairings),
    };
    let Some(found) = found else {
        bail!("{}", unconnected(&sought, &pairings));
    };
    let shifted = found.iter().map(|it| FoundRating {
        elo: it.elo + arguments.average,
        ..*it
    });
    let mut rated: Vec<(&String, FoundRating)> = sought.iter().copied().zip(shifted).collect();
    rated.extend(scores.keys().filter_map(|name| {
        let elo = elo_of(name)?;
        Some((name, FoundRating { elo, error: 0.0 }))
    }));
    rated.sort_by(|one, other| other.1.elo.total_cmp(&one.1.elo));
    write!(out, "{}", table(&rated, &scores))?;
    if !is_determined(sought.len(), &pairings) {
        write!(out, "{HELPED}")?;
    }
    if unusable > 0 {
        writeln!(
            out,
            "games without a result or without two players: {unusable}"
        )?;
    }
    files.tell_skipped(out)
}

/// The results by pairs of players, and how many games tell none.
fn meetings(games: &[PgnGame]) -> (Meetings, usize) {
    let mut meetings = Meetings::new();
    let mut unusable = 0;
    for game in games {
        let name = |tag: &str| game.tags.get(tag).filter(|name| !name.is_empty());
        let names = name("White").zip(name("Black"));
        let names = names.filter(|(white, black)| white != black);
        let Some(((white, black), of_white)) = names.zip(game.result.half_points(Color::White))
        else {
            unusable += 1;
            continue;
        };
        let (pair, half_points) = match white < black {
            true => ((white.clone(), black.clone()), of_white),
            false => ((black.clone(), white.clone()), 2 - of_white),
        };
        let score = meetings.entry(pair).or_default();
        score.half_points += u32::from(half_points);
        score.games += 1;
    }
    (meetings, unusable)
}

fn scores(meetings: &Meetings) -> BTreeMap<String, Score> {
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for ((first, second), score) in meetings {
        let of_second = 2 * score.games - score.half_points;
        for (name, half_points) in [(first, score.half_points), (second, of_second)] {
            let sum = scores.entry(name.clone()).or_default();
            sum.half_points += half_points;
            sum.games += score.games;
        }
    }
    scores
}

fn unconnected(sought: &[&String], pairings: &[Pairing]) -> String {
    let groups = connected_groups(sought.len(), pairings);
    let name = |&player: &usize| {
        sought
            .get(player)
            .map_or("the known ratings", |it| it.as_str())
    };
    let shown = |group: &Vec<usize>| {
        let names: Vec<&str> = group.iter().take(MOST_NAMES).map(name).collect();
        let more = match group.len() > MOST_NAMES {
            true => format!(" and {} more", group.len() - MOST_NAMES),
            false => String::new(),
        };
        format!("{}{more}", names.join(", "))
    };
    match groups.as_slice() {
        [one, other, ..] => format!(
            "the players are {} groups that have not met, expected games between them: {} | {}",
            groups.len(),
            shown(one),
            shown(other)
        ),
        _ => {
            "the games give no ratings, expected games with results between two players".to_owned()
        }
    }
}

fn table(rated: &[(&String, FoundRating)], scores: &BTreeMap<String, Score>) -> String {
    let heading = ["#", "player", "Elo", "±", "points", "games", "%"].map(str::to_owned);
    let mut table = vec![heading.to_vec()];
    for (place, (name, found)) in (1..).zip(rated) {
        let score = scores.get(*name).cloned().unwrap_or_default();
        let share = 50.0 * f64::from(score.half_points) / f64::from(score.games.max(1));
        table.push(vec![
            place.to_string(),
            (*name).clone(),
            format!("{:.1}", found.elo),
            format!("{:.1}", found.error),
            points(score.half_points),
            score.games.to_string(),
            format!("{share:.1}"),
        ]);
    }
    aligned(&table)
}
