//! The command `personality fingerprint`: observes games of personalities, compares them with a
//! baseline's, and prints what differs.

mod games;
mod tables;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use masque::lab::matches::elo::{EloEstimate, elo_estimate};
use masque::lab::style::classifier::accuracy;
use masque::lab::style::fingerprint::{BAG_SIZES, Fingerprint, classifier_games};
use masque::lab::style::gallery::{self, GalleryEntry};
use masque::lab::style::observed_games::ObservedGames;
use masque::personality::{Claim, Roster};

use games::{GameSource, PgnGames, RosterGames};

/// The arguments of `personality fingerprint`.
#[derive(Debug, Args)]
pub struct FingerprintArguments {
    /// Whose games to look at: names from the list, or files.
    #[arg(required = true, value_name = "NAME|FILE")]
    personalities: Vec<String>,
    /// Whom they play, and whose games theirs are compared with.
    #[arg(long, value_name = "NAME|FILE", default_value = "neutral")]
    against: String,
    /// Somebody without style, such as neutral with some chance: how well are the others told from
    /// them, and not only from the one they play?
    #[arg(long, value_name = "NAME|FILE")]
    control: Option<String>,
    /// How many games each plays; every opening gives two.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// Nodes of each search.
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many games are played at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Keep what was observed in this directory, and take up what is there already.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Look at the games of this file instead of playing: each personality is then the name of a
    /// player in it, and so is the one they are compared with.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["keep", "nodes"])]
    pgn: Option<PathBuf>,
    /// Print every trait, not only those that differ for certain.
    #[arg(long)]
    all: bool,
    /// Print a table in Markdown with a line for each character instead.
    #[arg(long, conflicts_with_all = ["all", "pgn"])]
    markdown: bool,
    /// Write a page that shows every character, with charts and a game each, into this directory.
    #[arg(long, value_name = "DIR", conflicts_with = "pgn")]
    gallery: Option<PathBuf>,
}

/// Observes, compares and prints.
pub fn run(
    out: &mut impl Write,
    roster: &Roster,
    arguments: &FingerprintArguments,
    seed: u64,
) -> anyhow::Result<()> {
    if let Some(path) = &arguments.pgn {
        report(out, &PgnGames::open(path)?, arguments, seed)?;
        return Ok(());
    }
    let games = RosterGames::new(roster, arguments, seed)?;
    let observed = report(out, &games, arguments, seed)?;
    if let Some(directory) = &arguments.gallery {
        let entries: anyhow::Result<Vec<GalleryEntry>> = observed
            .into_iter()
            .map(|one| games.entry(one.name, one.samples.len(), one.fingerprint))
            .collect();
        let conditions = format!(
            "Each played {} games against {} at {} nodes a move, every opening with both colours.",
            arguments.games,
            games.opponent.title(),
            arguments.nodes
        );
        gallery::write(directory, &entries?, games.opponent.title(), &conditions)?;
        writeln!(out, "{}", directory.join("index.html").display())?;
    }
    Ok(())
}

/// A personality's games and its fingerprint.
struct ObservedPersonality<'a> {
    name: &'a str,
    claims: Vec<Claim>,
    samples: ObservedGames,
    fingerprint: Fingerprint,
    /// For each of [`BAG_SIZES`], the share of right answers when it is told from the control.
    from_control: Option<[f64; 2]>,
}

/// The games of a player without style, and its rating.
struct ControlGames<'a> {
    name: &'a str,
    samples: ObservedGames,
    rating: EloEstimate,
}

/// Prints every fingerprint and returns it with its games.
fn report<'a>(
    out: &mut impl Write,
    source: &dyn GameSource,
    arguments: &'a FingerprintArguments,
    seed: u64,
) -> anyhow::Result<Vec<ObservedPersonality<'a>>> {
    let baseline = source.samples(&arguments.against)?;
    let control = arguments
        .control
        .as_deref()
        .map(|name| -> anyhow::Result<_> {
            let samples = source.samples(name)?;
            Ok(ControlGames {
                name,
                rating: elo_estimate(samples.pair_scores().into_iter()),
                samples,
            })
        });
    let control = control.transpose()?;
    if arguments.markdown {
        tables::print_head(out, arguments, control.as_ref(), seed)?;
    }
    let mut observed = Vec::new();
    for name in &arguments.personalities {
        let samples = source.samples(name)?;
        let from_control = control.as_ref().map(|control| {
            let players = [
                classifier_games(&samples),
                classifier_games(&control.samples),
            ];
            BAG_SIZES.map(|bag| accuracy(&players, bag, seed))
        });
        let one = ObservedPersonality {
            name,
            claims: source.claims(name)?,
            fingerprint: Fingerprint::of(&samples, &baseline, seed),
            samples,
            from_control,
        };
        match arguments.markdown {
            true => tables::print_line(out, &one)?,
            false => tables::print(out, &one, arguments, control.as_ref())?,
        }
        observed.push(one);
    }
    if observed.len() > 1 {
        tables::print_who_is_who(out, &observed, seed)?;
    }
    Ok(observed)
}
