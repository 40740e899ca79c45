//! The command `personality fingerprint`: observes games of personalities, compares them with a
//! baseline's, and prints what differs.

mod games;
mod tables;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use masque::lab::matches::elo::{EloEstimate, elo_estimate};
use masque::lab::style::classifier::accuracy;
use masque::lab::style::fingerprint::{BAGS, Fingerprint, player};
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
    wanted: &FingerprintArguments,
    seed: u64,
) -> anyhow::Result<()> {
    if let Some(path) = &wanted.pgn {
        report(out, &PgnGames::open(path)?, wanted, seed)?;
        return Ok(());
    }
    let games = RosterGames::new(roster, wanted, seed)?;
    let seen = report(out, &games, wanted, seed)?;
    if let Some(directory) = &wanted.gallery {
        let entries: anyhow::Result<Vec<GalleryEntry>> = seen
            .into_iter()
            .map(|one| games.entry(one.name, one.samples.len(), one.fingerprint))
            .collect();
        let conditions = format!(
            "Each played {} games against {} at {} nodes a move, every opening with both colours.",
            wanted.games,
            games.opponent.title(),
            wanted.nodes
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
    /// For each of [`BAGS`], the share of right answers when it is told from the control.
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
    wanted: &'a FingerprintArguments,
    seed: u64,
) -> anyhow::Result<Vec<ObservedPersonality<'a>>> {
    let baseline = source.samples(&wanted.against)?;
    let control = wanted.control.as_deref().map(|name| -> anyhow::Result<_> {
        let samples = source.samples(name)?;
        Ok(ControlGames {
            name,
            rating: elo_estimate(samples.pair_scores().into_iter()),
            samples,
        })
    });
    let control = control.transpose()?;
    if wanted.markdown {
        tables::print_head(out, wanted, control.as_ref(), seed)?;
    }
    let mut seen = Vec::new();
    for name in &wanted.personalities {
        let samples = source.samples(name)?;
        let from_control = control.as_ref().map(|control| {
            let players = [player(&samples), player(&control.samples)];
            BAGS.map(|bag| accuracy(&players, bag, seed))
        });
        let one = ObservedPersonality {
            name,
            claims: source.claims(name)?,
            fingerprint: Fingerprint::of(&samples, &baseline, seed),
            samples,
            from_control,
        };
        match wanted.markdown {
            true => tables::print_line(out, &one)?,
            false => tables::print(out, &one, wanted, control.as_ref())?,
        }
        seen.push(one);
    }
    if seen.len() > 1 {
        tables::print_who_is_who(out, &seen, seed)?;
    }
    Ok(seen)
}
