//! The command `tune search`: looks for better numbers of the search.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use masque::lab::tuning::interface::Subject;
use masque::lab::tuning::pairs::{ObjectiveName, SubjectName};
use masque::lab::tuning::subjects::search::{SearchNumbers, search_numbers};

use super::played_objectives::played_objective;
use super::run_arguments::RunArguments;
use super::tuning_run::{PreparedRun, TuningPlan, list_from, values_by_hand};
use crate::cli::output_file::write_output;

/// The arguments of `tune search`.
#[derive(Debug, Args)]
pub struct Search {
    #[command(flatten)]
    run: RunArguments,
    /// Positions with best moves (EPD), for the objective suite.
    #[arg(long, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
}

/// Tunes the search, reports on `out` and writes the file of values.
pub fn run(out: &mut impl Write, arguments: &Search, seed: u64) -> anyhow::Result<()> {
    let Search {
        run: arguments,
        data,
    } = arguments;
    let plan = TuningPlan::of(arguments, SubjectName::Search, ObjectiveName::Games)?;
    let trials = plan.trials(arguments)?;
    let list = list_from(search_numbers(), arguments.from.as_deref())?;
    let places = list.choose(&arguments.only)?;
    let hand = values_by_hand(&list, &places, &arguments.values)?;
    let subject = SearchNumbers::new(list, places);
    let objective = played_objective(plan.objective, &subject, &arguments.games, data, seed)?;
    let prepared = PreparedRun {
        plan,
        subject: &subject,
        objective: &*objective,
        trials,
        seed,
    };
    let Some(found) = prepared.run(out, arguments, hand)? else {
        return Ok(());
    };
    let path = arguments.out.as_deref().unwrap_or(Path::new("search.toml"));
    write_output(path, subject.write(&found).as_bytes())?;
    writeln!(out, "written to {}", path.display())?;
    let lines = subject.source_lines(&found);
    if !lines.is_empty() {
        writeln!(out, "what differs in src/search/parameters.rs:")?;
    }
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(())
}
