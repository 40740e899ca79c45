//! The command `lab train-network`: from positions of self-play to the evaluation's network.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use masque::board::Color;
use masque::evaluation::network::{Network, pack};
use masque::evaluation::{EvaluationWeights, Evaluator};
use masque::lab::descent::{Trainable, TrainingSettings};
use masque::lab::evaluation_network::learner::NetworkLearner;
use masque::lab::evaluation_network::report::write_report;
use masque::lab::evaluation_network::samples::TrainingPosition;
use masque::lab::tuning::evaluation::dataset::read_labelled;

use super::kept_training::KeptTraining;
use crate::cli::output_file::write_output;
use crate::cli::progress::progress_bar;

/// The positions are held back in blocks of this many neighbours, which are of few games.
const BLOCK: usize = 1_000;
/// One block in this many is held back.
const HELD_SHARE: usize = 25;
/// How often a training is kept and reported.
const REPORTS: u64 = 20;

/// What to learn from, and how long.
#[derive(Debug, Args)]
pub struct TrainNetwork {
    /// Positions with scores and results: files of `masque lab selfplay`, or lines `FEN | cp | 1.0`.
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Positions to hold back, in the place of a share of the data: what networks of different data are compared on.
    #[arg(long, num_args = 1.., value_name = "FILE")]
    held: Vec<PathBuf>,
    /// Passes over the data.
    #[arg(long, default_value_t = 15, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    epochs: u64,
    /// Positions to a step.
    #[arg(long, default_value_t = 16_384, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The size of the steps.
    #[arg(long, default_value_t = 0.002, value_name = "R")]
    rate: f32,
    /// The working directory, from which an interrupted run is resumed.
    #[arg(long, value_name = "DIRECTORY")]
    work: PathBuf,
    /// The network to write (src/evaluation/network/network.bin in the source).
    #[arg(long, default_value = "network.bin", value_name = "FILE")]
    out: PathBuf,
    /// Threads that share the work; nothing depends on their number.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Trains, writes the network, and reports on the positions that were held back.
pub fn run(out: &mut impl Write, arguments: &TrainNetwork, seed: u64) -> anyhow::Result<()> {
    std::fs::create_dir_all(&arguments.work)
        .with_context(|| arguments.work.display().to_string())?;
    let (held, learnt) = samples(out, arguments)?;
    ensure!(
        !held.is_empty() && !learnt.is_empty(),
        "too few positions: {} to learn from and {} held back, expected some of both",
        learnt.len(),
        held.len()
    );
    let learner = NetworkLearner::new(learnt);
    let cp = learner.cp_to_e();
    writeln!(
        out,
        "{cp:.1} cp to e times the odds; {} positions held back",
        held.len()
    )?;
    let steps_per_pass = (learner.samples() / arguments.batch as usize).max(1) as u64;
    let settings = TrainingSettings {
        steps: arguments.epochs * steps_per_pass,
        batch: arguments.batch as usize,
        rate: arguments.rate,
        seed,
        threads: arguments.threads as usize,
    };
    let rules = KeptTraining {
        settings,
        work: &arguments.work,
        report_every: settings.steps.div_ceil(REPORTS),
    };
    let weights = rules.train(out, &learner, |out, stage| {
        writeln!(
            out,
            "step {}: loss {:.5} on the way",
            stage.step, stage.loss
        )?;
        let mut table = String::new();
        write_report(&mut table, stage.weights, &held)?;
        Ok(write!(out, "{table}")?)
    })?;
    write_output(&arguments.out, &pack(&Network::rounded(&weights)))
}

/// The positions held back, and those to learn from.
fn samples(
    out: &mut impl Write,
    arguments: &TrainNetwork,
) -> anyhow::Result<(Vec<TrainingPosition>, Vec<TrainingPosition>)> {
    let (mut held, mut learnt) = (Vec::new(), Vec::new());
    let shares_data = arguments.held.is_empty();
    let mut number = 0;
    read(&arguments.data, |sample| {
        let is_held = shares_data && (number / BLOCK).is_multiple_of(HELD_SHARE);
        let samples = if is_held { &mut held } else { &mut learnt };
        samples.extend(sample);
        number += 1;
    })?;
    read(&arguments.held, |sample| held.extend(sample))?;
    writeln!(out, "{number} positions, {} to learn from", learnt.len())?;
    Ok((held, learnt))
}

/// Reads all files; a position that teaches nothing is `None`.
fn read(paths: &[PathBuf], mut add: impl FnMut(Option<TrainingPosition>)) -> anyhow::Result<()> {
    let mut evaluator = Evaluator::new(EvaluationWeights::neutral(), Color::White);
    let bar = progress_bar("files", paths.len() as u64)?;
    for path in paths {
        let name = path.display().to_string();
        let file = File::open(path).with_context(|| format!("cannot open '{name}'"))?;
        read_labelled(&name, BufReader::new(file), |labelled| {
            add(TrainingPosition::of(&labelled, &mut evaluator));
            Ok(())
        })?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}
