//! `masque`: the program around the library.
//!
//! Owns nothing but the way from `main` to the exit code: 0 for success, 1 for failure, 2 for a
//! command line that cannot be understood.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
