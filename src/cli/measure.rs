//! The commands `bench`, `perft` and `eval`, which measure and explain the engine.

use std::io::Write;

use anyhow::Context;
use masque::board::{FenError, Position};
use masque::endgame;
use masque::evaluation::{self, EvaluationKind, EvaluationWeights};
use masque::lab::bench::evaluation_cost::evaluation_cost;
use masque::lab::bench::taste_cost::taste_cost;
use masque::lab::bench::{self, perft};
use masque::personality::Personality;
use masque::search::RepetitionPolicy;

/// Runs the benchmark; the last line is `N nodes M nps`.
pub fn run_bench(
    out: &mut impl Write,
    depth_plies: u32,
    repetition: RepetitionPolicy,
    kind: EvaluationKind,
    verbose: bool,
) -> anyhow::Result<()> {
    let mut written = Ok(());
    let total = bench::bench(depth_plies, repetition, kind, |fen, position| {
        if verbose && written.is_ok() {
            let millis = position.elapsed.as_millis();
            written = writeln!(out, "{:>10} {millis:>6} ms  {fen}", position.nodes);
        }
    })?;
    written?;
    writeln!(
        out,
        "{} nodes {} nps",
        total.nodes,
        total.nodes_per_second()
    )?;
    Ok(())
}

/// Prints what a personality's root bonuses add to the cost of the benchmark.
pub fn run_taste_cost(
    out: &mut impl Write,
    depth_plies: u32,
    personality: &Personality,
) -> anyhow::Result<()> {
    let cost = taste_cost(personality, depth_plies)?;
    writeln!(
        out,
        "the taste of {}: median nodes x{:.3}, median time x{:.3}, nodes a second x{:.3}, \
         all nodes x{:.3} ({} pairs)",
        personality.title(),
        cost.median_node_ratio,
        cost.median_time_ratio,
        cost.median_speed_ratio,
        cost.total_node_ratio,
        cost.pairs
    )?;
    Ok(())
}

/// Prints the cost of one evaluation under these weights.
pub fn run_evaluation_cost(
    out: &mut impl Write,
    weights: &EvaluationWeights,
) -> anyhow::Result<()> {
    let cost = evaluation_cost(weights)?;
    writeln!(
        out,
        "an evaluation: median {:.0} ns, least {:.0} ns ({} positions)",
        cost.median_ns, cost.least_ns, cost.positions
    )?;
    Ok(())
}

/// Prints the number of legal move sequences by first move, and their sum.
pub fn run_perft(out: &mut impl Write, depth_plies: u32, fen: &[String]) -> anyhow::Result<()> {
    let position = match fen {
        [] => Position::start(),
        fields => position(fields)?,
    };
    Ok(perft::write_divide(out, &position, depth_plies)?)
}

/// Prints the evaluation term by term, under the personality's weights.
pub fn run_eval(
    out: &mut impl Write,
    fen: &[String],
    weights: &EvaluationWeights,
) -> anyhow::Result<()> {
    let position = position(fen)?;
    endgame::solve_all();
    let trace = evaluation::trace(&position, weights, position.side_to_move());
    writeln!(out, "{}", trace.to_string().trim_end())?;
    Ok(())
}

/// A position given as one argument or as several.
fn position(fields: &[String]) -> anyhow::Result<Position> {
    let text = fields.join(" ");
    position_of(&text).with_context(|| format!("cannot read the position '{text}'"))
}

/// The position of a FEN, or of the word `startpos`.
pub fn position_of(text: &str) -> Result<Position, FenError> {
    match text.trim() {
        "startpos" => Ok(Position::start()),
        fen => fen.parse(),
    }
}
