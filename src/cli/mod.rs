//! The command line: carries out the command that was typed and turns errors into messages and exit
//! codes.

mod arguments;
mod book;
mod engine_files;
mod engine_list;
mod engine_signature;
mod explain;
mod fics;
mod fingerprint;
mod fit;
mod global_options;
mod help_pages;
mod install;
mod kept_match;
mod lab;
mod league;
mod learn;
mod logging;
mod measure;
mod number_argument;
mod output_file;
mod paint;
mod personalities;
mod personality_files;
mod pgn_files;
mod play;
mod preview;
mod progress;
mod setup;
mod tournament;
mod tune;
mod wizard;

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, FromArgMatches};

use book::BookCommand;

use arguments::{CliArguments, CliCommand, PersonalityCommand};
use global_options::GlobalOptions;
use masque::personality::Roster;
use masque::xboard;
use paint::Paint;
use setup::Setup;
use signal_hook::consts::SIGINT;

/// What a person reads who starts masque without a command.
const ADVICE: &str = "  masque play [PERSONALITY]    a game in this terminal
  masque personality list      who can play
  masque --help                everything else

Chess programs start masque without a command and speak the xboard protocol with it:
  xboard -fcp masque
";

/// Reads the command line, does what it says and returns the exit code.
pub fn main() -> ExitCode {
    let matches = global_options::with_useful_help(CliArguments::command()).get_matches();
    let arguments = match CliArguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments,
        Err(error) => error.exit(),
    };
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If stderr is closed too, nobody can be told.
            let masque = Paint::of_errors().bad("masque:");
            let _ = writeln!(io::stderr(), "{masque} {}", in_full(&error));
            error
                .downcast_ref()
                .map_or(ExitCode::FAILURE, fics::exit_code)
        }
    }
}

/// The error and its causes, without causes that the text quotes already.
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

/// Whether the output could not be written because its reader has gone, as in `masque ... | head`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

fn run(arguments: CliArguments) -> anyhow::Result<()> {
    let options = &arguments.options;
    let out = &mut io::stdout().lock();
    match arguments.command {
        None if io::stdin().is_terminal() => {
            writeln!(out, "{}\n\n{ADVICE}", masque::engine::NAME)?;
            Ok(())
        }
        None | Some(CliCommand::Xboard) => speak(out, options),
        Some(CliCommand::Play(arguments)) => {
            let opponent = arguments.opponent.clone().or(options.personality.clone());
            let setup = prepare(&GlobalOptions {
                personality: opponent,
                ..options.clone()
            })?;
            play::play(out, &arguments, setup)
        }
        Some(CliCommand::Bench {
            evaluation_cost: true,
            ..
        }) => {
            let personality = prepare(options)?.engine.personality;
            let kind = options.evaluation.unwrap_or_default();
            measure::run_evaluation_cost(out, &personality.weights().clone().for_kind(kind))
        }
        Some(CliCommand::Bench {
            depth_plies,
            verbose,
            evaluation_cost: false,
        }) => {
            if options.personality.is_some() {
                let personality = prepare(options)?.engine.personality;
                measure::run_taste_cost(out, depth_plies, &personality)?;
            }
            let repetition = options.repetition.unwrap_or_default();
            let kind = options.evaluation.unwrap_or_default();
            measure::run_bench(out, depth_plies, repetition, kind, verbose)
        }
        Some(CliCommand::Perft { depth_plies, fen }) => measure::run_perft(out, depth_plies, &fen),
        Some(CliCommand::Eval { fen }) => {
            let setup = prepare(options)?;
            let weights = setup.engine.personality.weights().clone();
            let kind = setup.engine.settings.evaluation;
            measure::run_eval(out, &fen, &weights.for_kind(kind))
        }
        Some(CliCommand::Explain(wanted)) => explain::run(out, &wanted, &prepare(options)?.engine),
        Some(CliCommand::Fics(wanted)) => fics::run(out, &wanted, options),
        Some(CliCommand::Learn { command }) => learn::run(out, &command, &prepare(options)?.engine),
        Some(CliCommand::Install(place)) => {
            let roster = prepare(options)?.engine.roster;
            install::install(out, &place, &roster, &pages_command())
        }
        Some(CliCommand::Uninstall(place)) => install::uninstall(out, &place, &pages_command()),
        Some(CliCommand::Personality { command }) => run_personality(out, command, options),
        Some(CliCommand::Tune { command }) => {
            let roster = prepare(options)?.engine.roster;
            tune::run(out, &command, &roster, options.seed.unwrap_or_default())
        }
        Some(CliCommand::Tournament(wanted)) => {
            let roster = prepare(options)?.engine.roster;
            let seed = options.seed.unwrap_or_default();
            let table_mib = options.hash_mib.map(|size| size.get() as usize);
            tournament::run(out, &wanted, &roster, seed, table_mib)
        }
        Some(CliCommand::League { command }) => league::run(out, &command, prepare(options)?),
        Some(CliCommand::Book {
            command: BookCommand::Make(wanted),
        }) => book::make(out, &wanted),
        Some(CliCommand::Lab { command }) => {
            let roster = prepare(options)?.engine.roster;
            lab::run(out, &command, &roster, options.seed.unwrap_or_default())
        }
    }
}

/// The command line as manual pages and completions have it.
fn pages_command() -> clap::Command {
    global_options::with_useful_help(CliArguments::command().disable_help_subcommand(true))
}

/// Carries out a command about personalities.
fn run_personality(
    out: &mut impl Write,
    command: PersonalityCommand,
    options: &GlobalOptions,
) -> anyhow::Result<()> {
    let roster = || prepare(options).map(|setup| setup.engine.roster);
    let paint = Paint::of_output();
    match command {
        PersonalityCommand::Check { files } => {
            personalities::check(out, paint, &Roster::built_in(), &files)
        }
        PersonalityCommand::List {
            group,
            markdown: false,
        } => personalities::list(out, paint, &roster()?, group.as_deref()),
        PersonalityCommand::List { markdown: true, .. } => {
            Ok(out.write_all(roster()?.page().as_bytes())?)
        }
        PersonalityCommand::Show { personality } => {
            personalities::show(out, paint, &roster()?.load(&personality)?)
        }
        PersonalityCommand::Keys {
            word,
            markdown: false,
        } => personalities::keys(out, paint, word.as_deref()),
        PersonalityCommand::Keys { markdown: true, .. } => {
            Ok(out.write_all(masque::personality::keys_page().as_bytes())?)
        }
        PersonalityCommand::Diff { one, other } => {
            let roster = roster()?;
            personalities::diff(out, paint, &roster.load(&one)?, &roster.load(&other)?)
        }
        PersonalityCommand::Preview(wanted) => {
            let seed = options.seed.unwrap_or_default();
            preview::run(out, paint, &wanted, &roster()?, options.elo, seed)
        }
        PersonalityCommand::New(wanted) => wizard::run(out, paint, &wanted, &roster()?),
        PersonalityCommand::Mix {
            one,
            other,
            ratio,
            output,
        } => {
            let roster = roster()?;
            let (one, other) = (roster.load(&one)?, roster.load(&other)?);
            personality_files::mix(out, &one, &other, ratio, output.as_deref())
        }
        PersonalityCommand::Import { files, output } => {
            personality_files::import(out, &files, output.as_deref())
        }
        PersonalityCommand::Fit(wanted) => {
            let seed = options.seed.unwrap_or_default();
            fit::run(out, paint, &wanted, &roster()?, seed)
        }
        PersonalityCommand::Fingerprint(wanted) => {
            let seed = options.seed.unwrap_or_default();
            fingerprint::run(out, &roster()?, &wanted, seed)
        }
    }
}

/// Speaks the xboard protocol, which also reports what is wrong with the setup.
fn speak(out: &mut impl Write, options: &GlobalOptions) -> anyhow::Result<()> {
    // Some GUIs interrupt an engine to get its attention, which this one does not need.
    let ignored = signal_hook::flag::register(SIGINT, Arc::default());
    let mut setup = Setup::gather(options);
    if let Err(error) = logging::start(setup.log.as_deref()) {
        setup.complaints.push(error);
    }
    if let Err(error) = ignored {
        log::warn!("interrupts are not ignored: {error}");
    }
    let complaints = setup.complaints.iter().map(without_excerpt);
    xboard::run(setup.engine, complaints.collect(), io::stdin(), out)?;
    Ok(())
}

/// A complaint without its excerpt of the file, which needs a font of fixed width.
fn without_excerpt(complaint: &anyhow::Error) -> String {
    let text = format!("{complaint:#}");
    let is_excerpt = |line: &&str| {
        line.split_once('|')
            .is_some_and(|(margin, _)| margin.chars().all(|c| c == ' ' || c.is_ascii_digit()))
    };
    let lines: Vec<&str> = text.lines().filter(|line| !is_excerpt(line)).collect();
    lines.join("; ")
}

/// The setup for a person's command, in which nothing may be wrong.
fn prepare(options: &GlobalOptions) -> anyhow::Result<Setup> {
    let setup = Setup::gather(options).strict()?;
    logging::start(setup.log.as_deref())?;
    Ok(setup)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gui_gets_a_complaint_without_its_excerpt() {
        let complaint =
            anyhow::anyhow!("a.toml:12:1: unknown key `x|y`\n12 | x|y = 3\n   | ^^^\nexpected z");
        assert_eq!(
            without_excerpt(&complaint),
            "a.toml:12:1: unknown key `x|y`; expected z"
        );
    }
}
