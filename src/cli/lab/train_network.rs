//! The command `lab train-network`: from positions of self-play to the evaluation's network.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use clap::builder::ArgPredicate;
use masque::board::Color;
use masque::evaluation::network::{HIDDEN, Network, pack};
use masque::evaluation::{EvaluationKind, EvaluationWeights, Evaluator};
use masque::lab::descent::{DECAY, Trainable, TrainingSettings};
use masque::lab::evaluation_network::learner::{Base, NetworkLearner};
use masque::lab::evaluation_network::report::{write_distance, write_report};
use masque::lab::evaluation_network::samples::TrainingPosition;
use masque::lab::evaluation_network::variations::variation;
use masque::lab::parallel::in_order;
use masque::lab::tuning::evaluation::dataset::{Labelled, read_labelled};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::kept_training::{KeptTraining, MOST_STEP_NUMBER};
use crate::cli::number_argument::number_within;
use crate::cli::output_file::write_output;
use crate::cli::progress::progress_bar;

/// The positions are held back in blocks of this many neighbours, which are of few games.
const BLOCK: usize = 1_000;
/// One block in this many is held back.
const HELD_SHARE: usize = 25;
/// Hidden numbers of the teacher for each side. With 256 it learnt 6.7 million positions by heart and others
/// worse: a held loss of .4786 instead of .4772. With 128 it learnt 15 million as well as with 64.
const TEACHER_HIDDEN: usize = 64;
/// The decay where a network is improved. Held losses with 1, 5 and 20: .4899, .4897 and .4899.
const IMPROVING_DECAY: &str = "5";
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
    /// Improve the network of this program in the place of making a new one: it learns the data, and of the
    /// variations what it has said before.
    #[arg(long, conflicts_with_all = ["teachers", "teacher_epochs"])]
    improve: bool,
    /// Teachers, which correct the classical evaluation; what they say in the mean is taught.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100))]
    teachers: u64,
    /// Passes of each teacher over the data.
    #[arg(long, default_value_t = 12, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    teacher_epochs: u64,
    /// Positions near each one of the data of which the teachers say what they are worth.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1_000))]
    variations: u32,
    /// Passes of the network over the data and its variations.
    #[arg(long, default_value_t = 6, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    epochs: u64,
    /// Positions to a step.
    #[arg(long, default_value_t = 16_384, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The size of the steps.
    #[arg(long, default_value_t = 0.002, value_name = "R", value_parser = number_within(0.0, MOST_STEP_NUMBER))]
    rate: f32,
    /// How much of the weights a step of rate 1 takes away; with `--improve`, of their distance from those of this
    /// program, and 5 if nothing is said.
    #[arg(long, default_value_t = DECAY, default_value_if("improve", ArgPredicate::IsPresent, IMPROVING_DECAY), value_name = "D", value_parser = number_within(0.0, MOST_STEP_NUMBER))]
    decay: f32,
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

impl TrainNetwork {
    /// The evaluation that is there already.
    fn judge_before(&self) -> EvaluationKind {
        match self.improve {
            true => EvaluationKind::Network,
            false => EvaluationKind::Classical,
        }
    }
}

/// Trains the teachers and the network, or the network alone to improve it, writes the network, and reports on
/// the positions that were held back.
pub fn run(out: &mut impl Write, arguments: &TrainNetwork, seed: u64) -> anyhow::Result<()> {
    std::fs::create_dir_all(&arguments.work)
        .with_context(|| arguments.work.display().to_string())?;
    let Divided { held, mut learnt } = Divided::read(arguments, seed, |labelled, maker, _| {
        TrainingPosition::of(labelled, &mut maker.evaluator)
    })?;
    ensure!(
        !held.is_empty() && !learnt.is_empty(),
        "too few positions: {} to learn from and {} held back, expected some of both",
        learnt.len(),
        held.len()
    );
    let mut stage = Stage {
        arguments,
        seed,
        held: &held,
        near: Vec::new(),
    };
    let (taught, begins_with) = if arguments.improve {
        let known = Network::built_in().context("this program has no network to improve")?;
        let taught = taught(arguments, seed, TrainingPosition::before_cp)?;
        (taught, Some(known.weights()))
    } else {
        let learner = NetworkLearner::<TEACHER_HIDDEN>::new(learnt, Base::Before);
        let teachers = Teachers::train(out, &stage, &learner)?;
        learnt = learner.into_samples();
        let taught = taught(arguments, seed, |sample| teachers.value_cp(sample))?;
        (taught, None)
    };
    stage.near = taught.held;
    learnt.extend(taught.learnt);
    writeln!(out, "the network, which stands alone:")?;
    let network = NetworkLearner::<HIDDEN>::new(learnt, Base::Nothing);
    let network = network.beginning_with(begins_with);
    let run = Run {
        seed,
        checkpoint: "network.state",
        epochs: arguments.epochs,
    };
    let weights = stage.train(out, &network, &run)?;
    write_output(&arguments.out, &pack(&Network::rounded(&weights)))
}

/// What a training has of its own.
struct Run<'a> {
    seed: u64,
    /// The file of the working directory that keeps it.
    checkpoint: &'a str,
    epochs: u64,
}

/// What all trainings have in common.
struct Stage<'a> {
    arguments: &'a TrainNetwork,
    seed: u64,
    held: &'a [TrainingPosition],
    /// Variations of the positions held back, of which the teachers speak.
    near: Vec<TrainingPosition>,
}

impl Stage<'_> {
    /// Trains and returns the weights.
    fn train<const N: usize>(
        &self,
        out: &mut impl Write,
        learner: &NetworkLearner<N>,
        run: &Run,
    ) -> anyhow::Result<Vec<f32>> {
        writeln!(
            out,
            "{} positions, {} held back, {:.1} cp to e times the odds",
            learner.samples(),
            self.held.len(),
            learner.cp_to_e()
        )?;
        let TrainNetwork {
            batch,
            rate,
            decay,
            threads,
            ref work,
            ..
        } = *self.arguments;
        let steps_per_pass = (learner.samples() / batch as usize).max(1) as u64;
        let settings = TrainingSettings {
            steps: run.epochs * steps_per_pass,
            batch: batch as usize,
            rate,
            decay,
            seed: run.seed,
            threads: threads as usize,
        };
        let rules = KeptTraining {
            settings,
            checkpoint: &work.join(run.checkpoint),
            report_every: settings.steps.div_ceil(REPORTS),
        };
        rules.train(out, learner, |out, stage| {
            let (step, loss) = (stage.step, stage.loss);
            writeln!(out, "step {step}: loss {loss:.5} on the way")?;
            let mut table = String::new();
            let value_cp = |sample: &TrainingPosition| learner.value_cp(stage.weights, sample);
            write_report(&mut table, self.held, value_cp)?;
            write_distance(&mut table, &self.near, value_cp)?;
            Ok(write!(out, "{table}")?)
        })
    }
}

/// Networks that correct the classical evaluation, each from a beginning of its own: their errors are partly
/// different and their mean is nearer to the truth (Hansen and Salamon 1990).
struct Teachers(Vec<Vec<f32>>);

impl Teachers {
    /// Trains them and reports on their mean.
    fn train(
        out: &mut impl Write,
        stage: &Stage,
        learner: &NetworkLearner<TEACHER_HIDDEN>,
    ) -> anyhow::Result<Teachers> {
        let TrainNetwork {
            teachers,
            teacher_epochs: epochs,
            ..
        } = *stage.arguments;
        let trained = (1..=teachers).map(|number| {
            writeln!(
                out,
                "teacher {number}, which corrects the classical evaluation:"
            )?;
            let run = Run {
                seed: stage.seed.wrapping_add(number - 1),
                checkpoint: &format!("teacher-{number}.state"),
                epochs,
            };
            stage.train(out, learner, &run)
        });
        let trained = Teachers(trained.collect::<anyhow::Result<_>>()?);
        let mut table = String::new();
        write_report(&mut table, stage.held, |sample| trained.value_cp(sample))?;
        write!(out, "the teachers' mean:\n{table}")?;
        Ok(trained)
    }

    /// The mean of what they say of a position, in centipawns for the side to move.
    fn value_cp(&self, sample: &TrainingPosition) -> f32 {
        let values = self.0.iter();
        let values = values.map(|it| Base::Before.value_cp::<TEACHER_HIDDEN>(it, sample));
        values.sum::<f32>() / self.0.len().max(1) as f32
    }
}

/// Positions to learn from, and those held back.
#[derive(Default)]
struct Divided {
    learnt: Vec<TrainingPosition>,
    held: Vec<TrainingPosition>,
}

impl Divided {
    /// Divides what `samples` makes of each position of the data, and of those named to be held back. It is given
    /// chance that depends on the file alone, and told whether the position is held back.
    fn read<S: IntoIterator<Item = TrainingPosition>>(
        arguments: &TrainNetwork,
        seed: u64,
        samples: impl Fn(&Labelled, &mut SampleMaker, bool) -> S + Sync,
    ) -> anyhow::Result<Divided> {
        let TrainNetwork { data, held, .. } = arguments;
        let files: Vec<&Path> = data.iter().chain(held).map(PathBuf::as_path).collect();
        let bar = progress_bar("files", files.len() as u64)?;
        let part = |file: u64| {
            let number = file as usize;
            let mut maker = SampleMaker::new(arguments.judge_before(), seed, file);
            let is_held = |position: usize| {
                let is_share = (position / BLOCK).is_multiple_of(HELD_SHARE);
                number >= data.len() || is_share && held.is_empty()
            };
            let mut part = Divided::default();
            let mut position = 0;
            read(files[number], |labelled| {
                let is_held = is_held(position);
                position += 1;
                let to = match is_held {
                    true => &mut part.held,
                    false => &mut part.learnt,
                };
                to.extend(samples(labelled, &mut maker, is_held));
            })?;
            anyhow::Ok(part)
        };
        let mut divided = Ok(Divided::default());
        let threads = arguments.threads as usize;
        in_order(threads, files.len() as u64, part, |part| {
            bar.inc(1);
            match (&mut divided, part) {
                (Ok(divided), Ok(part)) => {
                    divided.learnt.extend(part.learnt);
                    divided.held.extend(part.held);
                }
                (divided, Err(error)) => *divided = Err(error),
                (Err(_), _) => {}
            }
            divided.is_ok()
        });
        bar.finish_and_clear();
        divided
    }
}

/// What samples of a file are made with.
struct SampleMaker {
    evaluator: Evaluator,
    random: ChaCha8Rng,
}

impl SampleMaker {
    fn new(judge: EvaluationKind, seed: u64, file: u64) -> SampleMaker {
        let neutral = EvaluationWeights::neutral().for_kind(judge);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(file);
        SampleMaker {
            evaluator: Evaluator::new(neutral, Color::White),
            random,
        }
    }
}

/// Variations of all positions, with what a teacher says of them, in centipawns.
fn taught(
    arguments: &TrainNetwork,
    seed: u64,
    teacher_cp: impl Fn(&TrainingPosition) -> f32 + Sync,
) -> anyhow::Result<Divided> {
    if arguments.variations == 0 {
        return Ok(Divided::default());
    }
    Divided::read(arguments, seed, |labelled, maker, is_held| {
        let number = if is_held { 1 } else { arguments.variations };
        let variations = (0..number).filter_map(|_| {
            let position = variation(&labelled.position, &mut maker.random)?;
            TrainingPosition::taught(position, &mut maker.evaluator, &teacher_cp)
        });
        variations.collect::<Vec<_>>()
    })
}

/// Reads a file; `add` is given every position.
fn read(path: &Path, mut add: impl FnMut(&Labelled)) -> anyhow::Result<()> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("cannot open '{name}'"))?;
    read_labelled(&name, BufReader::new(file), |labelled| {
        add(&labelled);
        Ok(())
    })?;
    Ok(())
}
