//! The command `tune evaluation`: fits the evaluation's parameters to data and writes them to a file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use masque::evaluation::PARAMETERS;
use masque::evaluation::coefficients::{ParameterValues, built_in_values};
use masque::lab::tuning::evaluation::dataset::{Dataset, Split};
use masque::lab::tuning::evaluation::objective::Logistic;
use masque::lab::tuning::evaluation::optimiser::Adam;
use masque::lab::tuning::evaluation::resolver::Resolver;
use masque::lab::tuning::evaluation::{FitSettings, Tuner, gauge, parameters_file, white_values};

use super::{positive, share};
use crate::cli::output_file::write_output;
use crate::cli::progress::progress_bar;

/// The arguments of `tune evaluation`.
#[derive(Debug, Args)]
pub struct Evaluation {
    /// Positions with results: files of `masque lab selfplay`, EPD with `c9 "1-0";`, or lines
    /// `FEN | cp | 1.0`; `-` is standard input.
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Passes over the data.
    #[arg(long, default_value_t = 40, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions to a step.
    #[arg(long, default_value_t = 16_384, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The size of the first steps in centipawns; it falls to nothing.
    #[arg(long, default_value_t = 1.0, value_name = "R", value_parser = positive)]
    rate: f64,
    /// The share of the result in the target; the rest is the score's that came with a position.
    #[arg(long, default_value_t = 1.0, value_name = "L", value_parser = share)]
    lambda: f64,
    /// How strongly values that hardly any position counts are held where they are.
    #[arg(long, default_value_t = 5e-7, value_name = "P", value_parser = positive)]
    prior: f64,
    /// Play captures out before learning, for data that are not quiet.
    #[arg(long)]
    resolve: bool,
    /// Go on from this file if it exists; it is brought up to date after each epoch.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// The parameters file to write (src/evaluation/parameters.rs in the source).
    #[arg(long, default_value = "parameters.rs", value_name = "FILE")]
    out: PathBuf,
    /// Threads that share the work.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Tunes the evaluation, reports on `out` and writes the parameters file.
pub fn run(out: &mut impl Write, arguments: &Evaluation, seed: u64) -> anyhow::Result<()> {
    let data = read_data(out, arguments)?;
    let split = data.split(seed);
    ensure!(
        !split.training.is_empty() && !split.held_out.is_empty(),
        "{} positions are too few to learn and to check",
        data.samples().len()
    );
    let start = built_in_values();
    let objective = Logistic::fit(&data, &white_values(&data, &start), arguments.lambda);
    for (name, scale) in data.sources().iter().zip(objective.scales()) {
        writeln!(
            out,
            "{name}: {:.1} cp to e times the odds",
            1.0 / scale.value
        )?;
    }
    let settings = FitSettings {
        epochs: arguments.epochs,
        batch: arguments.batch as usize,
        rate_cp: arguments.rate,
        prior: arguments.prior,
        seed,
        threads: arguments.threads as usize,
    };
    let mut tuner = Tuner::new(&data, objective, Adam::new(PARAMETERS), settings, start);
    resume(out, arguments.resume.as_deref(), &mut tuner)?;
    run_epochs(out, arguments, &split, &mut tuner)?;
    finish(out, arguments, &data, &split, &tuner)
}

fn read_data(out: &mut impl Write, arguments: &Evaluation) -> anyhow::Result<Dataset> {
    let mut data = Dataset::default();
    let mut resolver = arguments.resolve.then(Resolver::new);
    for path in &arguments.data {
        let name = path.display().to_string();
        let input: Box<dyn BufRead> = match name.as_str() {
            "-" => Box::new(io::stdin().lock()),
            _ => {
                let file = File::open(path).with_context(|| format!("cannot open '{name}'"))?;
                Box::new(BufReader::new(file))
            }
        };
        let bar = ProgressBar::new_spinner().with_message(format!("reading {name}"));
        let bar = bar.with_style(ProgressStyle::with_template(
            "{spinner} {msg}: {human_pos}",
        )?);
        let count = data.read(&name, input, resolver.as_mut(), || bar.inc(1))?;
        bar.finish_and_clear();
        writeln!(out, "{name}: {count} positions")?;
    }
    Ok(data)
}

fn resume(
    out: &mut impl Write,
    path: Option<&Path>,
    tuner: &mut Tuner<'_, Logistic, Adam>,
) -> anyhow::Result<()> {
    let Some(path) = path.filter(|path| path.exists()) else {
        return Ok(());
    };
    let named = || format!("cannot resume from '{}'", path.display());
    let file = File::open(path).with_context(named)?;
    tuner.resume(BufReader::new(file)).with_context(named)?;
    writeln!(out, "resumed after epoch {}", tuner.epoch())?;
    Ok(())
}

fn run_epochs(
    out: &mut impl Write,
    arguments: &Evaluation,
    split: &Split,
    tuner: &mut Tuner<'_, Logistic, Adam>,
) -> anyhow::Result<()> {
    while tuner.epoch() < arguments.epochs {
        let began = Instant::now();
        let number = tuner.epoch() + 1;
        let bar = progress_bar("samples", split.training.len() as u64)?
            .with_message(format!("of epoch {number} of {}", arguments.epochs));
        let training = tuner.run_epoch(&split.training, |samples| bar.inc(samples as u64));
        bar.finish_and_clear();
        let held_out = tuner.mean_loss(tuner.values(), &split.held_out);
        writeln!(
            out,
            "epoch {number}: loss {training:.6} on the way, {held_out:.6} held out, {:.1} s",
            began.elapsed().as_secs_f64()
        )?;
        if let Some(path) = &arguments.resume {
            let mut state = Vec::new();
            tuner.save(&mut state)?;
            write_output(path, &state)?;
        }
    }
    Ok(())
}

/// Brings the values to their gauge, checks them rounded and writes them.
fn finish(
    out: &mut impl Write,
    arguments: &Evaluation,
    data: &Dataset,
    split: &Split,
    tuner: &Tuner<'_, Logistic, Adam>,
) -> anyhow::Result<()> {
    let rounded = gauge::rounded(tuner.values());
    let mut report = |name: &str, numbers: &[u32]| -> io::Result<[f64; 2]> {
        let before = tuner.mean_loss(&built_in_values(), numbers);
        let fitted = tuner.mean_loss(tuner.values(), numbers);
        let whole = tuner.mean_loss(&rounded, numbers);
        writeln!(
            out,
            "held out of {name}, {} positions: loss {before:.6} before, {fitted:.6} after, \
             {whole:.6} rounded",
            numbers.len()
        )?;
        Ok([before, whole])
    };
    for (source, name) in data.sources().iter().enumerate() {
        report(name, &data.of_source(&split.held_out, source))?;
    }
    let [before, whole] = report("all", &split.held_out)?;
    let mut values: ParameterValues = tuner.values().clone();
    gauge::centre(&mut values, data);
    gauge::normalise(&mut values);
    let provenance = format!(
        "tuned on {} positions ({} epochs, rate {}, batch {}, result share {}) from where they \
         were before; mean logistic loss on {} other positions {before:.5} before and {whole:.5} \
         after, then scaled so that a pawn is worth 100 on the average of both phases.",
        split.training.len(),
        tuner.epoch(),
        arguments.rate,
        arguments.batch,
        arguments.lambda,
        split.held_out.len(),
    );
    let text = parameters_file::rewrite(parameters_file::BUILT_IN, &values, &provenance)?;
    write_output(&arguments.out, text.as_bytes())?;
    writeln!(out, "written to {}", arguments.out.display())?;
    Ok(())
}
