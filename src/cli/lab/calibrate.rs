//! The command `lab calibrate`: games between neighbouring levels, and from them and from games against
//! anchors the rating of each level.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;
use masque::lab::bench::DEFAULT_DEPTH_PLIES;
use masque::lab::levels::table_file::read_table;
use masque::lab::matches::chance;
use masque::lab::matches::personality_match::{MatchStart, PersonalityMatch};
use masque::lab::ratings::{FoundRating, Pairing, RatedPlayer, ratings};
use masque::lab::shard::Shard;
use masque::personality::{Personality, PlayingStrength, Roster};
use masque::strength::Level;

use crate::cli::engine_signature::engine_signature;
use crate::cli::kept_match::KeptMatch;

/// The levels' own limits count.
const NODES: u64 = u64::MAX / 2;

/// Which levels meet, and how often.
#[derive(Debug, Args)]
pub struct Calibrate {
    /// The levels, ascending; each plays the one before it.
    #[arg(long, value_delimiter = ',', value_name = "ELO",
          default_value = "600,800,1000,1200,1400,1600,1800,2000,2200,2400,2600,2800",
          value_parser = clap::value_parser!(i32).range(500..=2800))]
    levels: Vec<i32>,
    /// Games of each pair.
    #[arg(long, default_value_t = 660, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// Who plays at all levels.
    #[arg(long = "as", default_value = "neutral", value_name = "NAME|FILE")]
    personality: String,
    /// The directory for the games, which are taken up again.
    #[arg(long, value_name = "DIR")]
    work: PathBuf,
    /// Play only part K of N of the games and keep it, without a table; `masque lab merge` puts the parts
    /// together.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Results against players of known ratings: a table with the columns level, anchor, elo, wins,
    /// draws and losses, seen from the level.
    #[arg(long, value_name = "FILE")]
    anchors: Option<PathBuf>,
    /// Without anchors this level has its own rating.
    #[arg(long, default_value_t = 1600, value_name = "ELO")]
    fixed: i32,
    /// How many games are played at once.
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
}

/// Plays the games that are lacking and writes the table of ratings.
pub fn run(
    out: &mut impl Write,
    arguments: &Calibrate,
    roster: &Roster,
    seed: u64,
) -> anyhow::Result<()> {
    let levels = &arguments.levels;
    ensure!(
        levels.is_sorted_by(|weak, strong| weak < strong),
        "the levels must ascend, expected for example 800,1000,1200"
    );
    // First of all: what is wrong in it should be said before the games.
    let mut pairings = known_ratings(arguments)?;
    let who = roster.load(&arguments.personality)?.clone();
    fs::create_dir_all(&arguments.work).with_context(|| arguments.work.display().to_string())?;
    let engine = engine_signature(DEFAULT_DEPTH_PLIES)?;
    let mut scores = vec![None];
    for (number, pair) in levels.windows(2).enumerate() {
        let points = points(arguments, &engine, &who, [pair[1], pair[0]], seed)?;
        let games = f64::from(arguments.games.div_ceil(2) * 2);
        scores.push(Some(points / games));
        pairings.push(Pairing {
            first: RatedPlayer::Sought(number + 1),
            second: RatedPlayer::Sought(number),
            points,
            games,
        });
    }
    if let Some(shard) = arguments.shard {
        let work = arguments.work.display();
        writeln!(out, "part {shard} is whole in {work}")?;
        return Ok(());
    }
    let Some(found) = ratings(levels.len(), &pairings) else {
        bail!("the games connect no level with a known rating");
    };
    write_table(out, levels, &found, &scores)
}

/// What ties the levels to the scale: games against players of known ratings, or one level's own number.
fn known_ratings(arguments: &Calibrate) -> anyhow::Result<Vec<Pairing>> {
    let levels = &arguments.levels;
    if let Some(path) = &arguments.anchors {
        let read = read_anchors(path, levels);
        return read.with_context(|| path.display().to_string());
    }
    let fixed = arguments.fixed;
    let number = levels.iter().position(|&level| level == fixed);
    let number =
        number.with_context(|| format!("{fixed} is none of the levels, which --fixed must be"))?;
    // As good as certain.
    Ok(vec![Pairing {
        first: RatedPlayer::Sought(number),
        second: RatedPlayer::Anchor(f64::from(fixed)),
        points: 5e5,
        games: 1e6,
    }])
}

fn write_table(
    out: &mut impl Write,
    levels: &[i32],
    found: &[FoundRating],
    scores: &[Option<f64>],
) -> anyhow::Result<()> {
    writeln!(
        out,
        "| level | Elo in games | against the level below |\n|---|---|---|"
    )?;
    for ((level, found), score) in levels.iter().zip(found).zip(scores) {
        let score = score.map_or(String::new(), |score| format!("{:.0} %", 100.0 * score));
        writeln!(
            out,
            "| {level} | {:.0} ± {:.0} | {score} |",
            found.elo, found.error
        )?;
    }
    Ok(())
}

/// The points of a level against a weaker one; none where only a part of the games is played.
fn points(
    arguments: &Calibrate,
    engine: &str,
    who: &Personality,
    [strong, weak]: [i32; 2],
    seed: u64,
) -> anyhow::Result<f64> {
    let at = |elo| who.clone().with_strength(PlayingStrength::Elo(elo));
    let (strong_player, weak_player) = (at(strong), at(weak));
    let personality_match = PersonalityMatch {
        subject: &strong_player,
        subject_nodes: NODES,
        opponent: &weak_player,
        opponent_nodes: NODES,
        start: MatchStart::Free,
        seed,
        threads: arguments.threads as usize,
    };
    let path = arguments
        .work
        .join(format!("{}-{strong}-{weak}.pgn", who.name()));
    let of = |player: &Personality, elo| {
        let signature = Level::new(elo).signature();
        format!("level: {signature:016x}\n{}", player.to_toml())
    };
    let conditions = format!(
        "{engine}\nchance: {}\n{}\nagainst\n{}",
        chance::description(seed),
        of(&strong_player, strong),
        of(&weak_player, weak)
    );
    let names = [&strong_player, &weak_player].map(Personality::title_with_level);
    let kept = KeptMatch {
        path: &path,
        conditions: &conditions,
        names: [&names[0], &names[1]],
        pairs: 0..arguments.games.div_ceil(2),
    };
    let mut half_points = 0;
    let played = match arguments.shard {
        Some(shard) => kept.play_shard(shard, || personality_match),
        None => kept.resume(
            || personality_match,
            |pair| half_points += pair.iter().map(|it| u32::from(it.half_points)).sum::<u32>(),
        ),
    };
    played.with_context(|| path.display().to_string())?;
    Ok(f64::from(half_points) / 2.0)
}

/// The results against anchors, seen from the levels.
fn read_anchors(path: &Path, levels: &[i32]) -> anyhow::Result<Vec<Pairing>> {
    let columns = ["level", "elo", "wins", "draws", "losses"];
    let mut pairings = Vec::new();
    read_table(path, &columns, |row| {
        let number = |column| row.value(column, "number", |text| text.parse::<f64>().ok());
        let known = |text: &str| {
            let level = text.parse().ok()?;
            levels.iter().position(|&it| it == level)
        };
        let (wins, draws, losses) = (number(2)?, number(3)?, number(4)?);
        pairings.push(Pairing {
            first: RatedPlayer::Sought(row.value(0, "level of this run", known)?),
            second: RatedPlayer::Anchor(number(1)?),
            points: wins + draws / 2.0,
            games: wins + draws + losses,
        });
        Ok(())
    })?;
    Ok(pairings)
}
