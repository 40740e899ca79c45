//! The command `selfplay`: games of the engine against itself, written as records.
//!
//! Owns the file and the progress bar. How games are played is the laboratory's.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use masque::lab::records::{Record, write_header};
use masque::lab::selfplay;

/// Which games to play.
#[derive(Debug, Args)]
pub struct SelfPlay {
    /// How many games.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Nodes for each move.
    #[arg(long, default_value_t = 5_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many games are played at once; the file does not depend on it.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// The file of records to write; the format is described in src/lab/records.rs.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Plays the games and writes every position worth keeping; `seed` is the first game's.
pub fn run(out: &mut impl Write, arguments: &SelfPlay, seed: u64) -> anyhow::Result<()> {
    let cannot = || format!("cannot write '{}'", arguments.out.display());
    let mut file = BufWriter::new(File::create(&arguments.out).with_context(cannot)?);
    write_header(&mut file).with_context(cannot)?;
    let style = "{human_pos}/{human_len} games [{bar:30}] {per_sec}, {eta} left";
    let bar = ProgressBar::new(arguments.games)
        .with_style(ProgressStyle::with_template(style)?.progress_chars("=> "));
    let play = selfplay::SelfPlay {
        games: arguments.games,
        nodes: arguments.nodes,
        seed,
        threads: arguments.threads as usize,
    };
    let mut positions = 0;
    let mut points = [0; 3];
    let mut written = Ok(());
    play.play(|records| {
        positions += records.len();
        if let Some(record) = records.first() {
            points[usize::from(record.white_half_points.min(2))] += 1;
        }
        written = records
            .iter()
            .map(Record::pack)
            .try_for_each(|bytes| file.write_all(&bytes));
        bar.inc(1);
        written.is_ok()
    });
    bar.finish_and_clear();
    written.and_then(|()| file.flush()).with_context(cannot)?;
    let [lost, drawn, won] = points;
    writeln!(
        out,
        "{} games (White won {won}, drew {drawn}, lost {lost}), {positions} positions",
        arguments.games
    )?;
    Ok(())
}
