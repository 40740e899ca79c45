//! The command `personality fingerprint`: observes games of personalities, compares them with a
//! baseline's, and prints what differs.

mod conditions;
mod games;
mod likeness;
mod pgn_games;
mod tables;
mod wishes;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use masque::files;
use masque::lab::matches::elo::{EloEstimate, elo_estimate};
use masque::lab::matches::openings::BALANCED_OPENING_PLIES;
use masque::lab::shard::Shard;
use masque::lab::style::fingerprint::{Fingerprint, ToldApart};
use masque::lab::style::gallery::{self, GalleryEntry, SampleGame};
use masque::lab::style::observed_games::ObservedGames;
use masque::personality::{Claim, Roster};

use games::RosterGames;
use pgn_games::PgnGames;

/// The arguments of `personality fingerprint`.
#[derive(Debug, Args)]
pub struct FingerprintArguments {
    /// Whose games to look at: names from the list, or files.
    #[arg(required = true, value_name = "NAME|FILE")]
    personalities: Vec<String>,
    /// Whom they play, and whose games theirs are compared with.
    #[arg(long, value_name = "NAME|FILE", default_value = "neutral")]
    against: String,
    /// Somebody without style, to see what the measure makes of mere weakness. Without a name it is
    /// the one they play, with fewer nodes.
    #[arg(long, value_name = "NAME|FILE")]
    control: Option<String>,
    /// The share of the nodes that the control gets, such as 0.8.
    #[arg(long, value_name = "FRACTION", value_parser = fraction)]
    control_nodes: Option<f64>,
    /// How many games each plays; every opening gives two.
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// Nodes of each search.
    #[arg(long, value_name = "N", default_value_t = 15_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many games are played at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Begin with the openings of this file, in its order: positions (EPD or FEN), one a line, or
    /// games (PGN). Without it, balanced openings are drawn by the seed.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random plies of each drawn opening.
    #[arg(long, value_name = "N", default_value_t = BALANCED_OPENING_PLIES, value_parser = clap::value_parser!(u32).range(4..=40), conflicts_with = "openings")]
    opening_plies: u32,
    /// The number of the first opening to play.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    first_opening: u32,
    /// Begin at the start position, with the books and repertoires of both.
    #[arg(long, conflicts_with_all = ["openings", "opening_plies"])]
    free: bool,
    /// Keep the games in this directory, as PGN files to which every finished pair is added at once,
    /// and take up what is there already.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Play only part K of N of the games and keep it, without a report; `masque lab merge` puts the
    /// parts together.
    #[arg(long, value_name = "K/N", requires = "keep", conflicts_with_all = ["pgn", "all", "markdown", "gallery", "like", "csv", "wish_effects"])]
    shard: Option<Shard>,
    /// Look at the games of this file instead of playing: each personality is then the name of a
    /// player in it, and so is the one they are compared with.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["keep", "nodes", "openings", "opening_plies", "first_opening", "free", "control_nodes"])]
    pgn: Option<PathBuf>,
    /// Print every trait, not only those that differ for certain.
    #[arg(long)]
    all: bool,
    /// Print a table in Markdown with a line for each character instead.
    #[arg(long, conflicts_with_all = ["all", "pgn"])]
    markdown: bool,
    /// Write a page with a card for every character into this directory: what its games show, and one
    /// more game, from the start position with its repertoire, with comments.
    #[arg(long, value_name = "DIR", conflicts_with = "pgn")]
    gallery: Option<PathBuf>,
    /// Tell which of these players of PGN files each personality resembles most: a file and the
    /// beginning of a player's name. Give it at least twice.
    #[arg(long, value_name = "FILE:PLAYER", conflicts_with = "pgn")]
    like: Vec<String>,
    /// Write what was observed in each game as comma-separated values into this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Fit what each taste does to every trait to the games of all these personalities, whose tastes should be
    /// many and drawn by chance, and write that into this file (src/lab/twin/wish_effects.txt in the source)
    /// instead of a report.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pgn", "all", "markdown", "gallery", "like", "csv", "control", "control_nodes"])]
    wish_effects: Option<PathBuf>,
}

/// A source of observed games.
trait GameSource {
    /// The observed games of a player.
    fn samples(&self, name: &str) -> anyhow::Result<ObservedGames>;

    /// The observed games of a player with this share of the nodes.
    fn weaker_samples(&self, name: &str, nodes_share: f64) -> anyhow::Result<ObservedGames>;

    /// The player's claims about its games.
    fn claims(&self, name: &str) -> anyhow::Result<Vec<Claim>>;
}

/// Observes, compares and prints.
pub fn run(
    out: &mut impl Write,
    roster: &Roster,
    arguments: &FingerprintArguments,
    seed: u64,
) -> anyhow::Result<()> {
    if let Some(path) = &arguments.pgn {
        let conditions = format!("Games of {}.", path.display());
        report(out, &PgnGames::open(path)?, arguments, &conditions, seed)?;
        return Ok(());
    }
    let originals = likeness::read(&arguments.like)?;
    let games = RosterGames::new(roster, arguments, seed)?;
    if let (Some(shard), Some(directory)) = (arguments.shard, &arguments.keep) {
        games.play_shard(directory, shard)?;
        writeln!(out, "part {shard} is whole in {}", directory.display())?;
        return Ok(());
    }
    let opponent = games.opponent.personality.title();
    let conditions = format!(
        "Each played {} games against {opponent} at {} nodes a move: {}.",
        arguments.games,
        arguments.nodes,
        games.openings.sentence()
    );
    if let Some(path) = &arguments.wish_effects {
        return wishes::write(path, &conditions, roster, &games, &arguments.personalities);
    }
    let observed = report(out, &games, arguments, &conditions, seed)?;
    if let Some(originals) = &originals {
        likeness::print(out, originals, &observed)?;
    }
    if let Some(directory) = &arguments.gallery {
        let entries: anyhow::Result<Vec<GalleryEntry>> = observed
            .into_iter()
            .map(|one| entry(roster, &games, one))
            .collect();
        let written = gallery::write(directory, &entries?, opponent, &conditions);
        let path = written.with_context(|| directory.display().to_string())?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

/// A personality's entry in the gallery, with a game that is played now.
fn entry(
    roster: &Roster,
    games: &RosterGames<'_>,
    observed: ObservedPersonality<'_>,
) -> anyhow::Result<GalleryEntry> {
    let personality = roster.load(observed.name)?;
    Ok(GalleryEntry {
        sample: SampleGame::play(&games.free_match(&personality)),
        fingerprint: observed.fingerprint,
        games: observed.samples.len(),
        personality,
    })
}

/// A personality's games and its fingerprint.
struct ObservedPersonality<'a> {
    name: &'a str,
    claims: Vec<Claim>,
    samples: ObservedGames,
    fingerprint: Fingerprint,
    /// How well it is told from the control.
    from_control: Option<ToldApart>,
}

/// The games of a player without style, its rating, and how well it is told from the baseline.
struct ControlGames {
    name: String,
    samples: ObservedGames,
    rating: EloEstimate,
    told: ToldApart,
}

impl ControlGames {
    fn of(
        source: &dyn GameSource,
        baseline: &ObservedGames,
        arguments: &FingerprintArguments,
        seed: u64,
    ) -> anyhow::Result<Option<ControlGames>> {
        if arguments.control.is_none() && arguments.control_nodes.is_none() {
            return Ok(None);
        }
        let name = arguments.control.as_ref().unwrap_or(&arguments.against);
        let samples = match arguments.control_nodes {
            None => source.samples(name)?,
            Some(share) => source.weaker_samples(name, share)?,
        };
        let share = arguments.control_nodes.unwrap_or(1.0);
        Ok(Some(ControlGames {
            name: match share < 1.0 {
                true => format!("{name} with {:.0} % of the nodes", 100.0 * share),
                false => name.clone(),
            },
            rating: elo_estimate(samples.pair_scores().into_iter()),
            told: ToldApart::of(&samples, baseline, seed, arguments.threads as usize),
            samples,
        }))
    }
}

/// Prints every fingerprint and returns it with its games.
fn report<'a>(
    out: &mut impl Write,
    source: &dyn GameSource,
    arguments: &'a FingerprintArguments,
    conditions: &str,
    seed: u64,
) -> anyhow::Result<Vec<ObservedPersonality<'a>>> {
    let threads = arguments.threads as usize;
    let baseline = source.samples(&arguments.against)?;
    let mut table = match &arguments.csv {
        Some(path) => Some(table(path, &arguments.against, &baseline)?),
        None => None,
    };
    let control = ControlGames::of(source, &baseline, arguments, seed)?;
    if arguments.markdown {
        tables::print_head(out, conditions, control.as_ref())?;
    }
    let mut observed = Vec::new();
    for name in &arguments.personalities {
        let samples = source.samples(name)?;
        if let Some(table) = &mut table {
            samples.write_csv(table, name)?;
        }
        let control = control.as_ref();
        let one = ObservedPersonality {
            name,
            claims: source.claims(name)?,
            fingerprint: Fingerprint::of(&samples, &baseline, seed, threads),
            from_control: control
                .map(|control| ToldApart::of(&samples, &control.samples, seed, threads)),
            samples,
        };
        match arguments.markdown {
            true => tables::print_line(out, &one)?,
            false => tables::print(out, &one, arguments)?,
        }
        observed.push(one);
    }
    if arguments.markdown {
        tables::print_claims_left(out, &observed)?;
    }
    if let Some(control) = &control {
        tables::print_control(out, control, &arguments.against)?;
    }
    if observed.len() > 1 {
        let everybody = observed.iter().map(|one| (one.name, &one.samples));
        let everybody = everybody.chain([(arguments.against.as_str(), &baseline)]);
        tables::print_who_is_who(out, &everybody.collect::<Vec<_>>(), seed, threads)?;
    }
    Ok(observed)
}

/// A share above nothing and at most everything.
fn fraction(text: &str) -> Result<f64, String> {
    let share = text
        .parse()
        .ok()
        .filter(|share| *share > 0.0 && *share <= 1.0);
    share.ok_or_else(|| "expected a number above 0 and at most 1, such as 0.8".to_owned())
}

/// The table of all games, with those of the baseline.
fn table(path: &Path, name: &str, baseline: &ObservedGames) -> anyhow::Result<BufWriter<File>> {
    let made = files::make_room_for(path).and_then(|()| File::create(path));
    let file = made.with_context(|| path.display().to_string())?;
    let mut table = BufWriter::new(file);
    ObservedGames::write_csv_head(&mut table)?;
    baseline.write_csv(&mut table, name)?;
    Ok(table)
}
