//! The command `lab fit-levels`: from moves of people to the parameters that predict them.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use indicatif::ProgressBar;
use masque::lab::descent::{DECAY, TrainingSettings};
use masque::lab::levels::choices::{ScoredPosition, predictions, samples};
use masque::lab::levels::conditional_logit::fit;
use masque::lab::levels::human_games::{OPENING_PLIES, positions_of_games};
use masque::lab::levels::human_positions::{HumanPosition, read_positions};
use masque::lab::levels::network_training::learner::{PolicyLearner, mean_loss};
use masque::lab::levels::network_training::moves::{HumanMove, read_moves};
use masque::lab::levels::prediction_report::write_report;
use masque::lab::levels::score_file::scores_of;
use masque::strength::ChoiceWeights;
use masque::strength::network::{NetworkWeights, pack, unpack};

use super::kept_training::{KeptTraining, MOST_STEP_NUMBER};
use super::predict::read_network;
use crate::cli::number_argument::number_within;
use crate::cli::output_file::write_output;
use crate::cli::progress::progress_bar;

/// A training is kept every so many steps.
const STEPS_TO_A_CHECKPOINT: u64 = 100;
/// With every checkpoint the network is tried on so many moves of games that are held back.
const TRIED_MOVES: usize = 1_000;

/// What to fit, and where to keep what was found.
#[derive(Debug, Args)]
pub struct FitLevels {
    /// Positions with the moves of people: a table with the columns game, ply, fen, last_move, move
    /// and elo, plain or compressed (.gz).
    #[arg(long, value_name = "FILE")]
    positions: PathBuf,
    /// Games, of each of which three positions are fitted, too: a table with the columns id, white_elo,
    /// black_elo and moves. Without --network or --report a policy network is trained on them first; it is
    /// written to network.bin in the working directory.
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Steps of the training.
    #[arg(long, default_value_t = 8_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Moves to a step.
    #[arg(long, default_value_t = 512, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    batch: u32,
    /// The size of the steps.
    #[arg(long, default_value_t = 0.002, value_name = "R", value_parser = number_within(0.0, MOST_STEP_NUMBER))]
    rate: f32,
    /// A policy network that was trained before, instead of the one that ships.
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// The working directory, from which an interrupted run is resumed.
    #[arg(long, value_name = "DIRECTORY")]
    work: PathBuf,
    /// The file of weights to write (src/strength/choice_weights.txt in the source).
    #[arg(long, default_value = "choice_weights.txt", value_name = "FILE")]
    out: PathBuf,
    /// Only report how well the weights that ship predict the games that were held back.
    #[arg(long)]
    report: bool,
    /// Threads that share the work; nothing depends on their number.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Trains and fits, writes the weights, and reports on the games that were held back.
pub fn run(out: &mut impl Write, arguments: &FitLevels, seed: u64) -> anyhow::Result<()> {
    std::fs::create_dir_all(&arguments.work)
        .with_context(|| arguments.work.display().to_string())?;
    let network = match (&arguments.network, &arguments.games) {
        (Some(path), _) => read_network(path)?,
        (None, Some(games)) if !arguments.report => train(out, arguments, games, seed)?,
        (None, _) => NetworkWeights::built_in(),
    };
    let threads = arguments.threads as usize;
    let mut positions = read_positions(&arguments.positions)
        .with_context(|| arguments.positions.display().to_string())?;
    if let Some(games) = &arguments.games {
        let more = positions_of_games(games);
        positions.extend(more.with_context(|| games.display().to_string())?);
        let mut seen = HashSet::new();
        positions.retain(|it| seen.insert((it.game.clone(), it.ply)));
    }
    if arguments.report {
        positions.retain(HumanPosition::is_held);
    }
    let score_file = arguments.work.join("scores.txt");
    let bar = progress_bar("positions scored", positions.len() as u64)?;
    let scores = scores_of(&score_file, &positions, threads, |done| {
        bar.inc(done as u64)
    })
    .with_context(|| score_file.display().to_string())?;
    bar.finish_and_clear();
    let scored = positions.iter().zip(&scores);
    let (held, fitted): (Vec<_>, Vec<_>) = scored.partition(|(it, _)| it.is_held());
    ensure!(!held.is_empty(), "there is no game to hold back");
    let weights = match arguments.report {
        true => ChoiceWeights::built_in(),
        false => fit_weights(out, arguments, &fitted, &network)?,
    };
    let (openings, later): (Vec<_>, Vec<_>) =
        held.into_iter().partition(|(it, _)| it.ply < OPENING_PLIES);
    for (title, held) in [("openings", openings), ("after the opening", later)] {
        if !held.is_empty() {
            writeln!(out, "{title}:")?;
            report(out, &held, &weights, &network, threads)?;
        }
    }
    Ok(())
}

/// Trains a network, from where an earlier run ended, and writes it packed.
fn train(
    out: &mut impl Write,
    arguments: &FitLevels,
    games: &Path,
    seed: u64,
) -> anyhow::Result<NetworkWeights> {
    let moves = read_moves(games).with_context(|| games.display().to_string())?;
    ensure!(!moves.learnt.is_empty(), "there is no game to learn from");
    let apart = (moves.held.len() / TRIED_MOVES).max(1);
    let tried: Vec<HumanMove> = moves.held.into_iter().step_by(apart).collect();
    let settings = TrainingSettings {
        steps: arguments.steps,
        batch: arguments.batch as usize,
        rate: arguments.rate,
        decay: DECAY,
        seed,
        threads: arguments.threads as usize,
    };
    let learner = PolicyLearner(moves.learnt);
    let rules = KeptTraining {
        settings,
        checkpoint: &arguments.work.join("network.state"),
        report_every: STEPS_TO_A_CHECKPOINT,
    };
    let packed = arguments.work.join("network.bin");
    let weights = rules.train(out, &learner, |out, stage| {
        let weights = NetworkWeights(stage.weights.to_vec());
        let held = mean_loss(&weights, &tried);
        writeln!(
            out,
            "step {}: loss {:.4} on the way, {held:.4} held out",
            stage.step, stage.loss
        )?;
        write_output(&packed, &pack(&weights))
    })?;
    // What is fitted is what ships: the network at the precision of its file.
    Ok(unpack(&pack(&NetworkWeights(weights)))?)
}

fn fit_weights(
    out: &mut impl Write,
    arguments: &FitLevels,
    positions: &[ScoredPosition<'_>],
    network: &NetworkWeights,
) -> anyhow::Result<ChoiceWeights> {
    ensure!(!positions.is_empty(), "there is no game to fit");
    let threads = arguments.threads as usize;
    let features = progress_bar("positions read", positions.len() as u64)?;
    let samples = samples(positions, network, threads, |done| {
        features.inc(done as u64)
    });
    features.finish_and_clear();
    let spinner = ProgressBar::new_spinner();
    let (weights, found) = fit(&samples, threads, |loss| {
        spinner.set_message(format!("loss {loss:.5}"));
        spinner.tick();
    });
    spinner.finish_and_clear();
    let mean = found.value / samples.len() as f64;
    writeln!(
        out,
        "{} positions fitted in {} steps, mean loss {mean:.4}",
        samples.len(),
        found.steps
    )?;
    let remark = format!(
        "Written by `masque lab fit-levels` from {} positions.",
        samples.len()
    );
    write_output(&arguments.out, weights.to_text(&remark).as_bytes())?;
    Ok(weights)
}

fn report(
    out: &mut impl Write,
    held: &[ScoredPosition<'_>],
    weights: &ChoiceWeights,
    network: &NetworkWeights,
    threads: usize,
) -> anyhow::Result<()> {
    let bar = progress_bar("positions predicted", held.len() as u64)?;
    let predictions = predictions(held, weights, network, threads, |done| bar.inc(done as u64));
    bar.finish_and_clear();
    let mut table = String::new();
    write_report(&mut table, &predictions)?;
    write!(out, "{table}")?;
    Ok(())
}
