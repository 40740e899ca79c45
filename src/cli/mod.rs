//! The command line: from words to work to an exit code.
//!
//! Owns which room does what was asked and how errors leave the program. It must not know chess.

mod arguments;
mod logging;
mod measure;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

/// Reads the command line, does what it says and returns the exit code.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody is left to tell when stderr is closed too.
            let _ = writeln!(io::stderr(), "masque: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whoever read our output has seen enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

fn run(arguments: Arguments) -> anyhow::Result<()> {
    let out = &mut io::stdout().lock();
    match arguments.command {
        Some(Command::Bench {
            depth_plies,
            verbose,
        }) => measure::run_bench(out, depth_plies, verbose),
        Some(Command::Perft { depth_plies, fen }) => measure::run_perft(out, depth_plies, &fen),
        Some(Command::Eval { fen }) => {
            measure::run_eval(out, &fen, &masque::evaluation::EvaluationWeights::neutral())
        }
        _ => Ok(()),
    }
}
