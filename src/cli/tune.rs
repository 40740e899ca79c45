//! The command `tune`: looks for better numbers of the engine.

mod compare;
mod evaluation;
mod played_objectives;
mod run_arguments;
mod search;
mod taste;
mod tuning_run;

use std::io::Write;

use clap::Subcommand;
use masque::personality::Roster;

/// What can be tuned.
#[derive(Debug, Subcommand)]
pub enum TuneCommand {
    /// Fit the parameters of the evaluation to positions whose result is known.
    ///
    /// Learns by gradient (logistic loss, Adam, mini-batches) and reports the loss on a tenth of
    /// the positions that it has not learnt from. The same data, options and seed give the same
    /// file.
    Evaluation(evaluation::Evaluation),
    /// Look for better numbers of the search by games against itself.
    ///
    /// Plays pairs of games between two sets of numbers a little apart and follows who wins
    /// (SPSA). The same options and seed give the same games and the same numbers. Confirm what it
    /// finds with `masque tune compare`.
    Search(search::Search),
    /// Let two sets of numbers of the search play each other.
    ///
    /// Pairs of games at a fixed number of nodes; the same options and seed give the same games.
    Compare(compare::Compare),
    /// Scale a personality's taste to a price, and tell what it shifts.
    ///
    /// On the root moves that `masque lab root-moves` wrote, in seconds and without games. Games tell
    /// in the end: `masque personality fingerprint`.
    Taste(taste::TasteScaling),
}

/// Tunes and reports on `out`; all randomness comes from `seed`.
pub fn run(
    out: &mut impl Write,
    command: &TuneCommand,
    roster: &Roster,
    seed: u64,
) -> anyhow::Result<()> {
    match command {
        TuneCommand::Evaluation(arguments) => evaluation::run(out, arguments, seed),
        TuneCommand::Search(arguments) => search::run(out, arguments, seed),
        TuneCommand::Compare(arguments) => compare::run(out, arguments, seed),
        TuneCommand::Taste(arguments) => taste::run(out, arguments, roster),
    }
}

fn positive(text: &str) -> Result<f64, String> {
    number_within(text, 0.0..=1e6, "a number from 0 to 1000000")
}

fn share(text: &str) -> Result<f64, String> {
    number_within(text, 0.0..=1.0, "a number from 0 to 1")
}

fn number_within(
    text: &str,
    range: std::ops::RangeInclusive<f64>,
    expected: &str,
) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| format!("expected {expected}"))
}
