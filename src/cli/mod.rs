//! The command line: from words to work to an exit code.
//!
//! Owns which room does what was asked and how errors leave the program. It must not know chess.

mod arguments;
mod characters;
mod explain;
mod game;
mod install;
mod logging;
mod measure;
mod setup;

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command, Options, PersonalityCommand};
use masque::personality::Roster;
use masque::protocol;
use setup::Setup;

/// What a person reads who starts the program without a word.
const ADVICE: &str = "  masque play [PERSONALITY]    a game in this terminal
  masque personality list      who can play
  masque --help                everything else

Chess programs start masque without a command and speak the xboard protocol with it:
  xboard -fcp masque
";

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
    let options = &arguments.options;
    let out = &mut io::stdout().lock();
    match arguments.command {
        None if io::stdin().is_terminal() => {
            writeln!(out, "{}\n\n{ADVICE}", masque::engine::NAME)?;
            Ok(())
        }
        None | Some(Command::Xboard) => speak(out, options),
        Some(Command::Play(play)) => {
            let opponent = play.opponent.clone().or(options.personality.clone());
            let setup = prepare(&Options {
                personality: opponent,
                ..options.clone()
            })?;
            game::play(out, &play, setup)
        }
        Some(Command::Bench {
            depth_plies,
            verbose,
        }) => measure::run_bench(out, depth_plies, verbose),
        Some(Command::Perft { depth_plies, fen }) => measure::run_perft(out, depth_plies, &fen),
        Some(Command::Eval { fen }) => {
            let setup = prepare(options)?;
            measure::run_eval(out, &fen, setup.engine.personality.weights())
        }
        Some(Command::Explain(wanted)) => explain::run(out, &wanted, &prepare(options)?.engine),
        Some(Command::Install(place)) => {
            let roster = prepare(options)?.engine.roster;
            install::install(out, &place, &roster)
        }
        Some(Command::Uninstall(place)) => install::uninstall(out, &place),
        Some(Command::Personality { command }) => match command {
            PersonalityCommand::Check { files } => {
                characters::check(out, &Roster::built_in(), &files)
            }
            PersonalityCommand::List => characters::list(out, &prepare(options)?.engine.roster),
            PersonalityCommand::Show { personality } => {
                let roster = prepare(options)?.engine.roster;
                characters::show(out, &roster.load(&personality)?)
            }
        },
    }
}

/// Speaks the protocol; what is wrong with the setup is said there.
fn speak(out: &mut impl Write, options: &Options) -> anyhow::Result<()> {
    // Some GUIs interrupt an engine to get its attention; it listens all the time.
    let ignored = ctrlc::set_handler(|| {});
    let mut setup = Setup::gather(options);
    if let Err(error) = logging::start(setup.log.as_deref()) {
        setup.complaints.push(error);
    }
    if let Err(error) = ignored {
        log::warn!("interrupts are not ignored: {error}");
    }
    let complaints = setup.complaints.iter().map(|error| format!("{error:#}"));
    protocol::run(setup.engine, complaints.collect(), io::stdin(), out)?;
    Ok(())
}

/// The setup for a person's command: nothing may be wrong with it.
fn prepare(options: &Options) -> anyhow::Result<Setup> {
    let setup = Setup::gather(options).strict()?;
    logging::start(setup.log.as_deref())?;
    Ok(setup)
}
