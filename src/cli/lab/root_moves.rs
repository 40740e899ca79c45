//! The command `lab root-moves`: scores and features of root moves, as comma-separated values.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use masque::files;
use masque::lab::parallel::in_order;
use masque::lab::style::root_moves::{RootMoveRules, RootMoveSample};
use masque::lab::training::game_record::TrainingGame;
use masque::lab::training::shard::ShardReader;
use masque::personality::Feature;

use crate::cli::progress::progress_bar;

/// Which positions to search, and how.
#[derive(Debug, Args)]
pub struct RootMoveArguments {
    /// Files of games to take positions from.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Positions from each game.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    per_game: u32,
    /// How many of the best moves of a position are kept.
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=100))]
    lines: u32,
    /// Nodes for each position, all lines together.
    #[arg(long, default_value_t = 150_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many positions are searched at once; the file does not depend on it.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Searches the positions and writes a line for each move.
pub fn run(out: &mut impl Write, arguments: &RootMoveArguments, seed: u64) -> anyhow::Result<()> {
    let mut games: Vec<TrainingGame> = Vec::new();
    for path in &arguments.games {
        let context = || path.display().to_string();
        let file = File::open(path).with_context(context)?;
        let reader = ShardReader::new(BufReader::new(file)).with_context(context)?;
        for game in reader {
            games.push(game.with_context(context)?);
        }
    }
    let rules = RootMoveRules {
        per_game: arguments.per_game,
        lines: arguments.lines as usize,
        nodes: arguments.nodes,
        seed,
    };
    let mut text = String::from("position,game,fen,score_cp,line");
    for feature in Feature::ALL {
        text.push(',');
        text.push_str(feature.key());
    }
    text.push('\n');
    let bar = progress_bar("games", games.len() as u64)?;
    let context = || arguments.out.display().to_string();
    files::make_room_for(&arguments.out).with_context(context)?;
    let mut file = BufWriter::new(File::create(&arguments.out).with_context(context)?);
    file.write_all(text.as_bytes())?;
    let (mut positions, mut written) = (0_u64, Ok(()));
    let job = |number: u64| rules.sample(number, &games[number as usize]);
    in_order(
        arguments.threads as usize,
        games.len() as u64,
        job,
        |samples| {
            for sample in samples {
                if written.is_ok() {
                    written = file.write_all(lines_of(positions, &sample).as_bytes());
                }
                positions += 1;
            }
            bar.inc(1);
            written.is_ok()
        },
    );
    bar.finish_and_clear();
    written.with_context(context)?;
    file.flush().with_context(context)?;
    writeln!(out, "{positions} positions of {} games", games.len())?;
    Ok(())
}

/// A line for each move of a position.
fn lines_of(number: u64, sample: &RootMoveSample) -> String {
    let fen = sample.position.position().fen();
    let mut text = String::new();
    for scored in &sample.moves {
        let line: Vec<String> = scored.line.iter().map(ToString::to_string).collect();
        let measures: Vec<String> = scored
            .measures_permille
            .iter()
            .map(ToString::to_string)
            .collect();
        text.push_str(&format!(
            "{number},{},{fen},{},{},{}\n",
            sample.game,
            scored.score_cp,
            line.join(" "),
            measures.join(",")
        ));
    }
    text
}
