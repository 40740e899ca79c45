//! The command `tune search`: looks for better search parameters by games (SPSA).

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use masque::lab::matches::game::OPENING_PLIES;
use masque::lab::tuning::spsa::game_pairs::GamePairs;
use masque::lab::tuning::spsa::parameters::{choose, format, parse, source_lines, tunables};
use masque::lab::tuning::spsa::{Spsa, SpsaSettings};
use masque::search::SearchParameters;

use super::{positive, share};
use crate::cli::output_file::write_output;
use crate::cli::progress::progress_bar;

/// The number of reports during a run.
const REPORTS: u64 = 20;

/// The arguments of `tune search`.
#[derive(Debug, Args)]
pub struct Search {
    /// The parameters to tune, all without this; names as in src/search/parameters.rs.
    #[arg(long, value_delimiter = ',', value_name = "NAME,...")]
    only: Vec<String>,
    /// Pairs of games, one opening with both colours each.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Nodes for each move.
    #[arg(long, default_value_t = 3_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The least number of random plies at the start of a game.
    #[arg(long, default_value_t = OPENING_PLIES, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=40))]
    opening_plies: u32,
    /// Pairs between two changes of the numbers; as many can be played at once.
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    batch: u64,
    /// How far numbers are moved to either side in the last pair, as a share of their range.
    #[arg(long, default_value_t = 0.05, value_name = "C", value_parser = share)]
    spread: f64,
    /// How far a point moves a number in the last pair, as a share of the spread; earlier steps
    /// are larger.
    #[arg(long, default_value_t = 0.01, value_name = "R", value_parser = positive)]
    rate: f64,
    /// Begin from the values in this file (lines `name = value`) instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Go on from this file if it exists; it is brought up to date after each batch.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// The file of values to write; `--from` reads it.
    #[arg(long, default_value = "search.toml", value_name = "FILE")]
    out: PathBuf,
    /// How many games are played at once; the result does not depend on it.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Tunes the search, reports on `out` and writes the file of values.
pub fn run(out: &mut impl Write, arguments: &Search, seed: u64) -> anyhow::Result<()> {
    let base = match &arguments.from {
        Some(path) => read_values(path)?,
        None => SearchParameters::default(),
    };
    let tuned = choose(&arguments.only)?;
    let settings = SpsaSettings {
        contests: arguments.pairs,
        batch: arguments.batch,
        spread: arguments.spread,
        rate: arguments.rate,
        seed,
    };
    let mut spsa = Spsa::new(settings, tunables(&base, &tuned));
    let pairs = GamePairs {
        base,
        tuned,
        nodes: arguments.nodes,
        opening_plies: arguments.opening_plies,
        seed,
    };
    resume(out, arguments.resume.as_deref(), &mut spsa, &pairs)?;
    run_batches(out, arguments, &mut spsa, &pairs)?;
    let found = pairs.parameters(&rounded(&spsa));
    write_output(&arguments.out, format(&found, &pairs.tuned).as_bytes())?;
    writeln!(out, "written to {}", arguments.out.display())?;
    let lines = source_lines(&found);
    if !lines.is_empty() {
        writeln!(out, "what differs in src/search/parameters.rs:")?;
    }
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(())
}

/// The built-in values, replaced by those of a file where it names them.
pub(super) fn read_values(path: &Path) -> anyhow::Result<SearchParameters> {
    let named = || format!("cannot use the values of '{}'", path.display());
    let text = fs::read_to_string(path).with_context(named)?;
    parse(&text).with_context(named)
}

fn resume(
    out: &mut impl Write,
    path: Option<&Path>,
    spsa: &mut Spsa,
    pairs: &GamePairs,
) -> anyhow::Result<()> {
    let Some(path) = path.filter(|path| path.exists()) else {
        return Ok(());
    };
    let named = || format!("cannot resume from '{}'", path.display());
    let text = fs::read_to_string(path).with_context(named)?;
    spsa.resume(&text, &pairs.conditions())
        .with_context(named)?;
    writeln!(out, "resumed after {} pairs", spsa.done())?;
    Ok(())
}

fn run_batches(
    out: &mut impl Write,
    arguments: &Search,
    spsa: &mut Spsa,
    pairs: &GamePairs,
) -> anyhow::Result<()> {
    let bar = progress_bar("pairs", arguments.pairs)?.with_position(spsa.done());
    let (began, first) = (Instant::now(), spsa.done());
    while !spsa.is_over() {
        let part = |done: u64| done * REPORTS / arguments.pairs;
        let before = part(spsa.done());
        spsa.run_batch(arguments.threads as usize, pairs, || bar.inc(1));
        if let Some(path) = &arguments.resume {
            write_output(path, spsa.save(&pairs.conditions()).as_bytes())?;
        }
        if part(spsa.done()) > before {
            let games = 2 * (spsa.done() - first);
            let hours = began.elapsed().as_secs_f64() / 3_600.0;
            let line = format!(
                "{} pairs, {:.0} games an hour: {}",
                spsa.done(),
                games as f64 / hours,
                where_it_stands(spsa)
            );
            bar.suspend(|| writeln!(out, "{line}"))?;
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// The start and the present value of every parameter.
fn where_it_stands(spsa: &Spsa) -> String {
    let values = spsa.tunables().iter().zip(spsa.values());
    let words: Vec<String> = values
        .map(|(tunable, value)| format!("{} {} -> {value:.1}", tunable.name, tunable.start))
        .collect();
    words.join(", ")
}

fn rounded(spsa: &Spsa) -> Vec<i32> {
    spsa.values()
        .iter()
        .map(|value| value.round() as i32)
        .collect()
}
