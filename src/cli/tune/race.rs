//! The command `tune race`: all methods repair the same displaced piece values.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::ensure;
use clap::Args;
use masque::evaluation::coefficients::built_in_values;
use masque::lab::tuning::interface::Subject;
use masque::lab::tuning::objectives::positions::Positions;
use masque::lab::tuning::pairs::ObjectiveName;
use masque::lab::tuning::race::{DISPLACED, RaceRules, displaced, racers, run as race};
use masque::lab::tuning::subjects::evaluation::{EvaluationNumbers, evaluation_numbers};

use super::evaluation::{PositionArguments, position_fit, read_positions};
use super::share;
use crate::cli::output_file::write_output;
use crate::cli::progress::progress_bar;

/// The arguments of `tune race`.
#[derive(Debug, Args)]
pub struct Race {
    #[command(flatten)]
    positions: PositionArguments,
    /// By which share of their size the values of pawns, bishops and queens are too large, and those of
    /// knights and rooks too small.
    #[arg(long, default_value_t = 0.3, value_name = "SHARE", value_parser = share)]
    displaced: f64,
    /// Trials of each method.
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    trials: u64,
    /// The directory for the values that each method found.
    #[arg(long, default_value = "race", value_name = "DIR")]
    out: PathBuf,
    /// How many threads share a trial; the result does not depend on it.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Runs all methods and prints the table on `out`.
pub fn run(out: &mut impl Write, arguments: &Race, seed: u64) -> anyhow::Result<()> {
    let right = [100.0; DISPLACED.len()];
    let wrong = displaced(arguments.displaced);
    let subject = EvaluationNumbers::in_percent(evaluation_numbers(), &DISPLACED, &wrong);
    let write = |name: &str, values: &[f64]| {
        let path = arguments.out.join(format!("{name}.toml"));
        write_output(&path, subject.write(values).as_bytes())
    };
    write("displaced", &wrong)?;
    write("right", &right)?;
    let (data, split) = read_positions(out, &arguments.positions, seed)?;
    let fit = position_fit(
        out,
        (ObjectiveName::Positions, &arguments.positions),
        (&subject, &built_in_values()),
        (&data, &split),
        arguments.threads as usize,
        seed,
    )?;
    let objective = Positions(fit);
    let [before, best] = [&wrong[..], &right].map(|values| objective.0.held_out_loss(values));
    ensure!(
        before > best,
        "the displaced values are no worse on these positions ({before:.6} and {best:.6}), expected more \
         positions or a larger --displaced"
    );
    let rules = RaceRules {
        trials: arguments.trials,
        seed,
    };
    let bar = progress_bar("methods", racers().count() as u64)?;
    let mut rows = Vec::new();
    for method in racers() {
        let began = Instant::now();
        bar.set_message(method.name());
        let result = race(&objective, subject.numbers(), method, rules)?;
        write(method.name(), &result.values)?;
        let recovered = 100.0 * (before - result.loss) / (before - best);
        log::info!("{method}: {:.1} s", began.elapsed().as_secs_f64());
        rows.push((recovered, method, result));
        bar.inc(1);
    }
    bar.finish_and_clear();
    rows.sort_by(|one, other| other.0.total_cmp(&one.0));
    writeln!(
        out,
        "\n| method | loss held out | recovered | {} |\n|---|---|---|{}",
        DISPLACED.join(" | "),
        "---|".repeat(DISPLACED.len())
    )?;
    let values_of = |values: &[f64]| {
        let percent = values.iter().map(|value| format!("{value:.0} %"));
        percent.collect::<Vec<_>>().join(" | ")
    };
    writeln!(
        out,
        "| as it should be | {best:.6} | 100 % | {} |",
        values_of(&right)
    )?;
    for (recovered, method, result) in &rows {
        let values = values_of(&result.values);
        writeln!(
            out,
            "| {method} | {:.6} | {recovered:.1} % | {values} |",
            result.loss
        )?;
    }
    writeln!(
        out,
        "| displaced | {before:.6} | 0 % | {} |",
        values_of(&wrong)
    )?;
    let directory = arguments.out.display();
    writeln!(out, "\nWhat that is in Elo, games tell:")?;
    for name in ["right", rows.first().map_or("adam", |row| row.1.name())] {
        writeln!(
            out,
            "  masque tune compare {directory}/{name}.toml --against {directory}/displaced.toml --nodes 30000 --pairs 500"
        )?;
    }
    Ok(())
}
