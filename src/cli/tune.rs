//! The command `tune`: looks for better numbers of the engine.

mod compare;
mod evaluation;
mod personality;
mod played_objectives;
mod race;
mod run_arguments;
mod search;
mod taste;
mod tuning_run;

use std::io::Write;

use clap::Subcommand;
use masque::personality::Roster;

use crate::cli::number_argument::number_within;

/// What can be tuned.
#[derive(Debug, Subcommand)]
pub enum TuneCommand {
    /// Look for better parameters of the evaluation.
    ///
    /// By positions whose result is known, unless --objective says otherwise: learns by gradient (logistic
    /// loss, Adam, mini-batches) and reports the loss on a tenth of the positions that it has not learnt
    /// from, and how far evaluation and search agree there. The same data, options and seed give the same
    /// file.
    Evaluation(evaluation::Evaluation),
    /// Look for better numbers of the search.
    ///
    /// By games against itself, unless --objective says otherwise: plays pairs of games between two sets of
    /// numbers a little apart and follows who wins (SPSA). The same options and seed give the same games and
    /// the same numbers. Confirm what it finds with `masque tune compare`.
    Search(search::Search),
    /// Look for better weights of a personality.
    ///
    /// By style, unless --objective says otherwise: scales the tastes to a price on the root moves that
    /// `masque lab root-moves` wrote, and bends them so that the wanted traits shift as far as they certainly
    /// can for it. Games tell in the end: `masque personality fingerprint`.
    Personality(personality::PersonalityTuning),
    /// Let two sets of numbers of the search or of the evaluation play each other.
    ///
    /// Pairs of games at a fixed number of nodes; the same options and seed give the same games.
    Compare(compare::Compare),
    /// Compare all methods on one task: five displaced piece values, repaired by positions.
    ///
    /// Every method has the same number of trials. Prints a table in Markdown, writes the values that each
    /// method found, and says how games tell what they are worth.
    Race(race::Race),
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
        TuneCommand::Personality(arguments) => personality::run(out, arguments, roster, seed),
        TuneCommand::Compare(arguments) => compare::run(out, arguments, seed),
        TuneCommand::Race(arguments) => race::run(out, arguments, seed),
        TuneCommand::Taste(arguments) => taste::run(out, arguments, roster),
    }
}

fn positive(text: &str) -> Result<f64, String> {
    number_within(0.0, 1e6)(text)
}

fn share(text: &str) -> Result<f64, String> {
    number_within(0.0, 1.0)(text)
}
