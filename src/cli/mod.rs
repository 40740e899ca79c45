//! The command line: from words to work to an exit code.
//!
//! Owns which room does what was asked and how errors leave the program. It must not know chess.

mod arguments;
mod explain;
mod fics;
mod fingerprint;
mod game;
mod install;
mod lab;
mod logging;
mod measure;
mod personalities;
mod personality_files;
mod setup;
mod tune;

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;

use arguments::{Arguments, Command, Options, PersonalityCommand};
use masque::personality::Roster;
use masque::xboard;
use setup::Setup;
use signal_hook::consts::SIGINT;

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
            let _ = writeln!(io::stderr(), "masque: {}", in_full(&error));
            error
                .downcast_ref()
                .map_or(ExitCode::FAILURE, fics::exit_code)
        }
    }
}

/// The error and its causes, but none that is quoted by what it caused.
fn in_full(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
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
            evaluation,
        }) => {
            if evaluation {
                let personality = prepare(options)?.engine.personality;
                return measure::run_evaluation_cost(out, personality.weights());
            }
            if options.personality.is_some() {
                let personality = prepare(options)?.engine.personality;
                measure::run_taste_cost(out, depth_plies, &personality)?;
            }
            measure::run_bench(
                out,
                depth_plies,
                options.repetition.unwrap_or_default(),
                verbose,
            )
        }
        Some(Command::Perft { depth_plies, fen }) => measure::run_perft(out, depth_plies, &fen),
        Some(Command::Eval { fen }) => {
            let setup = prepare(options)?;
            measure::run_eval(out, &fen, setup.engine.personality.weights())
        }
        Some(Command::Explain(wanted)) => explain::run(out, &wanted, &prepare(options)?.engine),
        Some(Command::Fics(wanted)) => fics::run(out, &wanted, options),
        Some(Command::Install(place)) => {
            let roster = prepare(options)?.engine.roster;
            install::install(out, &place, &roster)
        }
        Some(Command::Uninstall(place)) => install::uninstall(out, &place),
        Some(Command::Personality { command }) => match command {
            PersonalityCommand::Check { files } => {
                personalities::check(out, &Roster::built_in(), &files)
            }
            PersonalityCommand::List { markdown: false } => {
                personalities::list(out, &prepare(options)?.engine.roster)
            }
            PersonalityCommand::List { markdown: true } => {
                let roster = prepare(options)?.engine.roster;
                out.write_all(roster.page().as_bytes())?;
                Ok(())
            }
            PersonalityCommand::Show { personality } => {
                let roster = prepare(options)?.engine.roster;
                personalities::show(out, &roster.load(&personality)?)
            }
            PersonalityCommand::Keys { markdown: false } => personalities::keys(out),
            PersonalityCommand::Keys { markdown: true } => {
                out.write_all(masque::personality::keys_page().as_bytes())?;
                Ok(())
            }
            PersonalityCommand::Diff { one, other } => {
                let roster = prepare(options)?.engine.roster;
                personalities::diff(out, &roster.load(&one)?, &roster.load(&other)?)
            }
            PersonalityCommand::Mix {
                one,
                other,
                ratio,
                output,
            } => {
                let roster = prepare(options)?.engine.roster;
                let (one, other) = (roster.load(&one)?, roster.load(&other)?);
                personality_files::mix(out, &one, &other, ratio, output.as_deref())
            }
            PersonalityCommand::Import { files, output } => {
                personality_files::import(out, &files, output.as_deref())
            }
            PersonalityCommand::Fingerprint(wanted) => {
                let roster = prepare(options)?.engine.roster;
                fingerprint::run(out, &roster, &wanted, options.seed.unwrap_or_default())
            }
        },
        Some(Command::Tune { command }) => {
            tune::run(out, &command, options.seed.unwrap_or_default())
        }
        Some(Command::Lab { command }) => lab::run(out, &command, options.seed.unwrap_or_default()),
    }
}

/// Speaks the protocol; what is wrong with the setup is said there.
fn speak(out: &mut impl Write, options: &Options) -> anyhow::Result<()> {
    // Some GUIs interrupt an engine to get its attention; it listens all the time.
    let ignored = signal_hook::flag::register(SIGINT, Arc::default());
    let mut setup = Setup::gather(options);
    if let Err(error) = logging::start(setup.log.as_deref()) {
        setup.complaints.push(error);
    }
    if let Err(error) = ignored {
        log::warn!("interrupts are not ignored: {error}");
    }
    let complaints = setup.complaints.iter().map(without_picture);
    xboard::run(setup.engine, complaints.collect(), io::stdin(), out)?;
    Ok(())
}

/// A complaint without its excerpt of the file, which only makes sense in lines of equal letters.
fn without_picture(complaint: &anyhow::Error) -> String {
    let text = format!("{complaint:#}");
    let is_picture = |line: &&str| {
        line.split_once('|')
            .is_some_and(|(margin, _)| margin.chars().all(|c| c == ' ' || c.is_ascii_digit()))
    };
    let lines: Vec<&str> = text.lines().filter(|line| !is_picture(line)).collect();
    lines.join("; ")
}

/// The setup for a person's command: nothing may be wrong with it.
fn prepare(options: &Options) -> anyhow::Result<Setup> {
    let setup = Setup::gather(options).strict()?;
    logging::start(setup.log.as_deref())?;
    Ok(setup)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gui_gets_a_complaint_without_its_picture() {
        let complaint =
            anyhow::anyhow!("a.toml:12:1: unknown key `x|y`\n12 | x|y = 3\n   | ^^^\nexpected z");
        assert_eq!(
            without_picture(&complaint),
            "a.toml:12:1: unknown key `x|y`; expected z"
        );
    }
}
