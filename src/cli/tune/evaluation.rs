//! The command `tune evaluation`: looks for better parameters of the evaluation.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use masque::evaluation::coefficients::ParameterValues;
use masque::lab::tuning::evaluation::dataset::{Dataset, Split};
use masque::lab::tuning::evaluation::objective::Logistic;
use masque::lab::tuning::evaluation::resolver::Resolver;
use masque::lab::tuning::evaluation::temporal_difference::game_targets;
use masque::lab::tuning::evaluation::{gauge, parameters_file, white_values};
use masque::lab::tuning::interface::{Objective, Subject, starts};
use masque::lab::tuning::methods::MethodName;
use masque::lab::tuning::objectives::positions::{FitSettings, PositionFit, Positions, TdLeaf};
use masque::lab::tuning::pairs::{ObjectiveName, SubjectName};
use masque::lab::tuning::subjects::evaluation::{EvaluationNumbers, evaluation_numbers};

use super::played_objectives::played_objective;
use super::run_arguments::RunArguments;
use super::tuning_run::{PreparedRun, TuningPlan, list_from, values_by_hand};
use super::{positive, share};
use crate::cli::output_file::write_output;

/// How far temporal differences look where nothing is said: the authors' value.
const USUAL_LAMBDA: f64 = 0.7;

/// The arguments of `tune evaluation`.
#[derive(Debug, Args)]
pub struct Evaluation {
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    positions: PositionArguments,
}

/// What positions are learnt from, and how.
#[derive(Debug, Args)]
pub struct PositionArguments {
    /// Positions with results: files of `masque lab selfplay`, EPD with `c9 "1-0";`, or lines
    /// `FEN | cp | 1.0`; `-` is standard input. For the objective suite positions with best moves.
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pub data: Vec<PathBuf>,
    /// Passes over the data that the method adam makes, where --trials does not say.
    #[arg(long, default_value_t = 40, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub epochs: u64,
    /// Positions for a gradient.
    #[arg(long, default_value_t = 16_384, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub sample: u32,
    /// With positions the share of the result in the target (1); the rest is the score's that came with a
    /// position. With td-leaf how far later searches count (.7): 0 the next one alone, 1 the result alone.
    #[arg(long, value_name = "L", value_parser = share)]
    pub lambda: Option<f64>,
    /// How strongly values that hardly any position counts are held where they are.
    #[arg(long, default_value_t = 5e-7, value_name = "P", value_parser = positive)]
    pub prior: f64,
    /// Play captures out before learning, for data that are not quiet.
    #[arg(long)]
    pub resolve: bool,
}

/// Tunes the evaluation, reports on `out` and writes the parameters.
pub fn run(out: &mut impl Write, arguments: &Evaluation, seed: u64) -> anyhow::Result<()> {
    let Evaluation {
        run: arguments,
        positions,
    } = arguments;
    let plan = TuningPlan::of(arguments, SubjectName::Evaluation, ObjectiveName::Positions)?;
    let list = list_from(evaluation_numbers(), arguments.from.as_deref())?;
    let places = list.choose(&arguments.only)?;
    let hand = values_by_hand(&list, &places, &arguments.values)?;
    let subject = EvaluationNumbers::new(list, places);
    match plan.objective {
        ObjectiveName::Games | ObjectiveName::Suite => {
            let files = &positions.data;
            let objective =
                played_objective(plan.objective, &subject, &arguments.games, files, seed)?;
            let prepared = PreparedRun {
                plan,
                subject: &subject,
                objective: &*objective,
                trials: plan.trials(arguments)?,
                seed,
            };
            let Some(found) = prepared.run(out, arguments, hand)? else {
                return Ok(());
            };
            write_values(out, arguments, &subject, &found)
        }
        _ => learn(out, (arguments, positions), plan, &subject, hand, seed),
    }
}

/// Tunes by positions.
fn learn(
    out: &mut impl Write,
    (arguments, positions): (&RunArguments, &PositionArguments),
    plan: TuningPlan,
    subject: &EvaluationNumbers,
    hand: Vec<f64>,
    seed: u64,
) -> anyhow::Result<()> {
    let (data, split) = read_positions(out, positions, seed)?;
    let start = subject.parameters(&starts(subject.numbers()));
    let fit = position_fit(
        out,
        (plan.objective, positions),
        (subject, &start),
        (&data, &split),
        arguments.threads as usize,
        seed,
    )?;
    let trials = match (arguments.trials, plan.method) {
        (None, MethodName::Adam) => positions.epochs * fit.trials_in_a_pass(),
        _ => plan.trials(arguments)?,
    };
    let objective: Box<dyn Objective> = match plan.objective {
        ObjectiveName::TdLeaf => Box::new(TdLeaf(fit)),
        _ => Box::new(Positions(fit)),
    };
    let prepared = PreparedRun {
        plan,
        subject,
        objective: &*objective,
        trials,
        seed,
    };
    let Some(found) = prepared.run(out, arguments, hand)? else {
        return Ok(());
    };
    match subject.is_whole() && !is_toml(arguments) {
        true => write_source(out, arguments, (&data, &split), subject, &found, trials),
        false => write_values(out, arguments, subject, &found),
    }
}

/// The fit of a subject to what positions say. What a centipawn is worth in each input is found with the
/// values `known`.
pub fn position_fit<'d>(
    out: &mut impl Write,
    (objective, arguments): (ObjectiveName, &PositionArguments),
    (subject, known): (&'d EvaluationNumbers, &ParameterValues),
    (data, split): (&'d Dataset, &'d Split),
    threads: usize,
    seed: u64,
) -> anyhow::Result<PositionFit<'d>> {
    let scales = Logistic::fit(data, &white_values(data, known));
    for (name, scale) in data.sources().iter().zip(scales.scales()) {
        writeln!(
            out,
            "{name}: {:.1} cp to e times the odds",
            1.0 / scale.value
        )?;
    }
    let targets = match objective {
        ObjectiveName::TdLeaf => td_targets(arguments, &scales)?,
        _ => scales.targets(data, arguments.lambda.unwrap_or(1.0)),
    };
    let settings = FitSettings {
        sample: arguments.sample as usize,
        prior: arguments.prior,
        seed,
        threads,
    };
    Ok(PositionFit::new(
        subject,
        (data, split),
        scales,
        targets,
        settings,
    ))
}

/// The targets of all files of games, one file after the other.
fn td_targets(arguments: &PositionArguments, scales: &Logistic) -> anyhow::Result<Vec<f64>> {
    let lambda = arguments.lambda.unwrap_or(USUAL_LAMBDA);
    let mut targets = Vec::new();
    for (path, scale) in arguments.data.iter().zip(scales.scales()) {
        let name = path.display().to_string();
        ensure!(
            name != "-",
            "td-leaf reads its games twice, expected files and not '-'"
        );
        targets.extend(game_targets(&name, open(path)?, lambda, scale.score)?);
    }
    Ok(targets)
}

fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    let name = path.display().to_string();
    Ok(match name.as_str() {
        "-" => Box::new(io::stdin().lock()),
        _ => {
            let file = File::open(path).with_context(|| format!("cannot open '{name}'"))?;
            Box::new(BufReader::new(file))
        }
    })
}

/// Reads all positions, and holds a tenth of them back.
pub fn read_positions(
    out: &mut impl Write,
    arguments: &PositionArguments,
    seed: u64,
) -> anyhow::Result<(Dataset, Split)> {
    ensure!(
        !arguments.data.is_empty(),
        "no positions to learn from, expected --data with files of `masque lab selfplay`, EPD or \
         `FEN | cp | 1.0`"
    );
    let mut data = Dataset::default();
    let mut resolver = arguments.resolve.then(Resolver::new);
    for path in &arguments.data {
        let name = path.display().to_string();
        let input = open(path)?;
        let bar = ProgressBar::new_spinner().with_message(format!("reading {name}"));
        let bar = bar.with_style(ProgressStyle::with_template(
            "{spinner} {msg}: {human_pos}",
        )?);
        let count = data.read(&name, input, resolver.as_mut(), || bar.inc(1))?;
        bar.finish_and_clear();
        writeln!(out, "{name}: {count} positions")?;
    }
    let split = data.split(seed);
    ensure!(
        !split.training.is_empty() && !split.held_out.is_empty(),
        "{} positions are too few to learn and to check",
        data.samples().len()
    );
    Ok((data, split))
}

fn is_toml(arguments: &RunArguments) -> bool {
    let path = arguments.out.as_deref();
    path.is_some_and(|path| path.extension().is_some_and(|it| it == "toml"))
}

fn write_values(
    out: &mut impl Write,
    arguments: &RunArguments,
    subject: &EvaluationNumbers,
    found: &[f64],
) -> anyhow::Result<()> {
    let path = arguments.out.as_deref();
    let path = path.unwrap_or(Path::new("evaluation.toml"));
    write_output(path, subject.write(found).as_bytes())?;
    writeln!(out, "written to {}", path.display())?;
    Ok(())
}

/// Brings the values to their gauge and writes them as the source has them.
fn write_source(
    out: &mut impl Write,
    arguments: &RunArguments,
    (data, split): (&Dataset, &Split),
    subject: &EvaluationNumbers,
    found: &[f64],
    trials: u64,
) -> anyhow::Result<()> {
    let mut values = subject.parameters(found);
    gauge::centre(&mut values, data);
    gauge::normalise(&mut values);
    let provenance = format!(
        "tuned on {} positions ({trials} trials) from where they were before, checked on {} others, then \
         scaled so that a pawn is worth 100 on the average of both phases.",
        split.training.len(),
        split.held_out.len(),
    );
    let text = parameters_file::rewrite(parameters_file::BUILT_IN, &values, &provenance)?;
    let path = arguments.out.as_deref();
    let path = path.unwrap_or(Path::new("parameters.rs"));
    write_output(path, text.as_bytes())?;
    writeln!(out, "written to {}", path.display())?;
    Ok(())
}
