//! The command `lab predict`: how likely each legal move is for a player of a rating.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use masque::board::Position;
use masque::lab::levels::human_positions::last_move;
use masque::lab::levels::table_file::read_table;
use masque::lab::parallel::in_order;
use masque::strength::network::{NetworkWeights, PolicyNetwork, unpack};
use masque::strength::{ChoiceWeights, LastMove, MovePredictor};

use crate::cli::output_file::write_output;
use crate::cli::progress::progress_bar;

/// Positions that one job predicts.
const CHUNK: usize = 16;

/// Which positions to predict.
#[derive(Debug, Args)]
pub struct Predict {
    /// A table with the columns id, fen, last_move (coordinates, may be empty) and elo.
    #[arg(long = "in", value_name = "FILE")]
    input: PathBuf,
    /// The table to write: id, move and probability.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Other weights than those that ship, from `masque lab fit-levels`.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The policy network that these weights were fitted with, instead of the one that ships.
    #[arg(long, value_name = "FILE", requires = "weights")]
    network: Option<PathBuf>,
    /// How many positions are predicted at once; the table does not depend on it.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

struct Question {
    id: String,
    position: Position,
    last: Option<LastMove>,
    elo: i32,
}

/// Predicts the moves of every position and writes the table.
pub fn run(out: &mut impl Write, arguments: &Predict) -> anyhow::Result<()> {
    let named = || arguments.input.display().to_string();
    let mut questions = Vec::new();
    read_table(
        &arguments.input,
        &["id", "fen", "last_move", "elo"],
        |row| {
            questions.push(Question {
                id: row.text(0).to_owned(),
                position: row.value(1, "position", |text| text.parse().ok())?,
                last: last_move(row, 2)?,
                elo: row.value(3, "rating", |text| text.parse().ok())?,
            });
            Ok(())
        },
    )
    .with_context(named)?;
    let weights = match &arguments.weights {
        Some(path) => read_weights(path)?,
        None => ChoiceWeights::built_in(),
    };
    let network = match &arguments.network {
        Some(path) => read_network(path)?,
        None => NetworkWeights::built_in(),
    };
    let predictor = || MovePredictor::with(weights.clone(), PolicyNetwork::new(network.clone()));
    let bar = progress_bar("positions", questions.len() as u64)?;
    let chunks: Vec<&[Question]> = questions.chunks(CHUNK).collect();
    let mut table = String::from("id,move,probability\n");
    in_order(
        arguments.threads as usize,
        chunks.len() as u64,
        |number| answers(predictor(), chunks[number as usize]),
        |lines| {
            table.push_str(&lines);
            bar.inc(CHUNK as u64);
            true
        },
    );
    bar.finish_and_clear();
    write_output(&arguments.out, table.as_bytes())?;
    writeln!(out, "{} positions", questions.len())?;
    Ok(())
}

/// Reads a file of weights.
fn read_weights(path: &Path) -> anyhow::Result<ChoiceWeights> {
    let named = || path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(named)?;
    ChoiceWeights::parse(&text).with_context(named)
}

/// Reads a packed network.
pub(super) fn read_network(path: &Path) -> anyhow::Result<NetworkWeights> {
    let named = || path.display().to_string();
    unpack(&std::fs::read(path).with_context(named)?).with_context(named)
}

fn answers(mut predictor: MovePredictor, questions: &[Question]) -> String {
    let mut lines = String::new();
    for it in questions {
        for (mv, probability) in predictor.probabilities(&it.position, it.last, it.elo) {
            let mv = it.position.coordinate(mv);
            let _ = writeln!(lines, "{},{mv},{probability:.9}", it.id);
        }
    }
    lines
}
