//! The command `lab slips`: how often people of each rating, or levels in their games, hang pieces, take
//! back, and see mates in one.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use masque::board::{Color, Game};
use masque::lab::levels::slips::SlipCounts;
use masque::lab::levels::table_file::{TableError, read_table};
use masque::lab::tournament::table::aligned;

use crate::cli::pgn_files::PgnFiles;

/// Games of this kind are left out: in a minute or two people err otherwise.
const HASTY: &str = "bullet";
/// Numbers that can be ratings.
const RATINGS: RangeInclusive<i64> = 0..=4_000;

/// Whose games.
#[derive(Debug, Args)]
pub struct Slips {
    /// PGN files, whose players are counted by name, or tables of people's games (.csv, .csv.gz) with the
    /// columns mode, white_elo, black_elo and moves, whose players are counted by rating.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// The ratings at which people are counted.
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "ELO",
        value_parser = clap::value_parser!(i32).range(RATINGS),
        default_value = "800,1000,1200,1400,1600,1800,2000,2200,2400"
    )]
    ratings: Vec<i32>,
    /// Who is within so many points of one of these ratings is counted there.
    #[arg(long, default_value_t = 50, value_name = "ELO", value_parser = clap::value_parser!(i32).range(RATINGS))]
    within: i32,
}

/// Reads the games and writes the table.
pub fn run(out: &mut impl Write, arguments: &Slips) -> anyhow::Result<()> {
    let (tables, pgns): (Vec<&PathBuf>, Vec<&PathBuf>) =
        arguments.games.iter().partition(|path| is_table(path));
    let mut people = BTreeMap::new();
    for path in tables {
        let counted = count_people(arguments, path, &mut people);
        counted.with_context(|| path.display().to_string())?;
    }
    let mut players: BTreeMap<String, SlipCounts> = BTreeMap::new();
    let mut skipped = None;
    if !pgns.is_empty() {
        let files = PgnFiles::read(&pgns)?;
        for it in &files.games {
            for (tag, side) in [("White", Color::White), ("Black", Color::Black)] {
                let name = it.tags.get(tag).map_or("?", String::as_str).to_owned();
                players.entry(name).or_default().count_side(&it.game, side);
            }
        }
        skipped = Some(files);
    }
    let people = people
        .iter()
        .map(|(elo, counts)| (format!("people of {elo}"), counts));
    let players = players.iter().map(|(name, counts)| (name.clone(), counts));
    let rows: Vec<(String, &SlipCounts)> = people.chain(players).collect();
    ensure!(
        !rows.is_empty(),
        "nobody of these ratings plays in the games"
    );
    write!(out, "{}", table(&rows))?;
    skipped.map_or(Ok(()), |files| files.tell_skipped(out))
}

fn is_table(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name.ends_with(".csv") || name.ends_with(".csv.gz")
}

fn count_people(
    arguments: &Slips,
    path: &Path,
    people: &mut BTreeMap<i32, SlipCounts>,
) -> Result<(), TableError> {
    let at = |elo: i32| {
        let mut ratings = arguments.ratings.iter().copied();
        ratings.find(|rating| (rating - elo).abs() <= arguments.within)
    };
    read_table(path, &["mode", "white_elo", "black_elo", "moves"], |row| {
        let elo = |column| row.value(column, "rating", |text| text.parse::<i16>().ok());
        let sides = [(elo(1)?, Color::White), (elo(2)?, Color::Black)];
        let sides = sides.map(|(elo, side)| at(i32::from(elo)).map(|rating| (rating, side)));
        if row.text(0) == HASTY || sides == [None, None] {
            return Ok(());
        }
        let game = row.value(3, "list of legal moves", |text| Game::from_moves(text).ok())?;
        for (rating, side) in sides.into_iter().flatten() {
            people.entry(rating).or_default().count_side(&game, side);
        }
        Ok(())
    })
}

fn table(rows: &[(String, &SlipCounts)]) -> String {
    let named = SlipCounts::default()
        .rates()
        .map(|(name, _)| format!("{name} %"));
    let heading = ["#", "player", "moves"]
        .map(str::to_owned)
        .into_iter()
        .chain(named);
    let mut table: Vec<Vec<String>> = vec![heading.collect()];
    for (number, (name, counts)) in (1..).zip(rows) {
        let rates = counts.rates().map(|(_, rate)| format!("{rate:.2}"));
        let row = [format!("{number}"), name.clone(), counts.moves.to_string()];
        table.push(row.into_iter().chain(rates).collect());
    }
    aligned(&table)
}
