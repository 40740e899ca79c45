//! The command `fics`: reads the configuration, listens to signals and an owner's orders, and plays
//! on a chess server.

use std::ffi::c_int;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::channel;

use anyhow::Context;
use clap::Args;
use masque::engine::EngineConfig;
use masque::fics::config::{FicsConfig, Handle, SeekConfig, Sentence, Span, Strength};
use masque::fics::password::Password;
use masque::fics::{FicsError, OperatorRequest};
use masque::line_reader::LineReader;
use signal_hook::consts::{SIGINT, SIGTERM};

use super::global_options::GlobalOptions;
use super::logging;
use super::setup::Setup;

/// The signals of a user's interrupt, of the system's shutdown and of a terminal that closes.
#[cfg(unix)]
const END: [c_int; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const END: [c_int; 2] = [SIGINT, SIGTERM];
/// The exit code for all other errors.
const FAILURE: u8 = 1;
/// The exit code when the server refuses the login.
const REFUSED: u8 = 3;
/// The exit code when there is no connection.
const NO_CONNECTION: u8 = 4;
/// The exit code when another login has replaced this one.
const KICKED: u8 = 5;

/// The arguments of the command.
#[derive(Debug, Args)]
pub struct FicsArguments {
    /// Where, as whom, against whom: see docs/fics.toml.example.
    #[arg(value_name = "FILE", default_value = "fics.toml")]
    pub file: PathBuf,
    /// Print what the file means, without connecting.
    #[arg(long)]
    pub check: bool,
    /// Read the orders of an owner from standard input too: status, softquit, hardquit,
    /// personality NAME.
    #[arg(long)]
    pub console: bool,
}

/// The exit code for an error, so that scripts can tell them apart.
pub fn exit_code(error: &FicsError) -> ExitCode {
    ExitCode::from(match error {
        FicsError::Refused(_) | FicsError::Password(_) => REFUSED,
        FicsError::NoConnection(_) => NO_CONNECTION,
        FicsError::Kicked(_) => KICKED,
        FicsError::Lock(_)
        | FicsError::NoLockDirectory(_)
        | FicsError::EngineFailed
        | FicsError::Unwritable { .. }
        | FicsError::Thread(_) => FAILURE,
    })
}

/// Plays until a signal says to end: the first one after the game, a second one at once.
pub fn run(
    out: &mut impl Write,
    fics: &FicsArguments,
    options: &GlobalOptions,
) -> anyhow::Result<()> {
    let mut config = FicsConfig::read(&fics.file)?;
    let setup = Setup::gather(&GlobalOptions {
        personality: options
            .personality
            .clone()
            .or(config.engine.personality.clone()),
        elo: options.elo.or(config.engine.elo.map(|Strength(elo)| elo)),
        hash_mib: options.hash_mib.or(config.engine.hash_mib),
        log: options.log.clone().or(config.operation.log.clone()),
        learn: options.learn.or(config.engine.learn),
        ..options.clone()
    })
    .strict()?;
    // The bridge sets it for each game: what the command line, this file or masque.toml says.
    config.engine.elo = setup.engine.settings.strength.map(Strength);
    if fics.check {
        let password = Password::of(&config.account);
        print(out, &config, &setup.engine, password.is_ok())?;
        password.map_err(FicsError::from)?;
        return Ok(());
    }
    logging::start_service(setup.log.as_deref())?;
    let mut signals = signals().context("cannot listen to signals")?;
    let mut orders = fics.console.then(orders);
    let wishes = move || match signals() {
        true => Some(OperatorRequest::End),
        false => orders.as_mut()?().map(OperatorRequest::Order),
    };
    Ok(masque::fics::play(config, setup.engine, wishes, out)?)
}

/// The lines of standard input as they come. Its end has no meaning, because the process that
/// started masque may end before it.
fn orders() -> impl FnMut() -> Option<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || LineReader::new(io::stdin()).try_for_each(|line| sender.send(line)));
    move || lines.try_recv().ok()
}

/// A function that says whether another signal to end has come since it was last called.
#[cfg(unix)]
fn signals() -> io::Result<impl FnMut() -> bool> {
    use std::io::Read;
    use std::os::unix::net::UnixStream;
    // Each signal writes a byte, so that two that come together are counted as two.
    let (mut told, teller) = UnixStream::pair()?;
    told.set_nonblocking(true)?;
    for signal in END.into_iter().filter(|&signal| !is_ignored(signal)) {
        signal_hook::low_level::pipe::register(signal, teller.try_clone()?)?;
    }
    Ok(move || {
        // With nothing to read this is an error.
        told.read(&mut [0]).is_ok_and(|count| count > 0)
    })
}

/// Whether whoever started us wants this signal to be ignored, as `nohup` does. Systems that do not
/// tell are taken to want it heard.
#[cfg(unix)]
fn is_ignored(signal: c_int) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn signals() -> io::Result<impl FnMut() -> bool> {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    let raised = Arc::new(AtomicBool::new(false));
    for signal in END {
        signal_hook::flag::register(signal, Arc::clone(&raised))?;
    }
    Ok(move || raised.swap(false, Ordering::Relaxed))
}

/// Prints what the configuration file means; never the password.
fn print(
    out: &mut impl Write,
    config: &FicsConfig,
    engine: &EngineConfig,
    has_password: bool,
) -> anyhow::Result<()> {
    let (personality, learns) = (&engine.personality, engine.settings.learn);
    let mut line = |name: &str, value: String| writeln!(out, "{name:<18} {value}");
    let account = &config.account;
    let ports: Vec<String> = config
        .server
        .ports
        .iter()
        .map(|port| port.get().to_string())
        .collect();
    line(
        "server",
        format!("{}, ports {}", config.server.host, ports.join(", ")),
    )?;
    line("timeseal", config.server.timeseal.to_string())?;
    line(
        "account",
        match &account.handle {
            Some(handle) if has_password => format!("{handle}, password found"),
            Some(handle) => format!("{handle}, no usable password"),
            None => "a guest".to_owned(),
        },
    )?;
    line(
        "personality",
        format!("{} ({})", personality.title(), personality.name()),
    )?;
    line(
        "others on request",
        yes_or_no(config.engine.opponent_may_choose, "in unrated games"),
    )?;
    line("learning", yes_or_no(learns, "from its games"))?;
    print_acceptance(&mut line, config)?;
    for seek in &config.seek {
        line("seek", describe_seek(seek))?;
    }
    let offers = &config.offers;
    line(
        "offers",
        format!(
            "draw: {}, abort: {}, adjourn: {}, takeback: {}, pause: {}, switch: {}",
            offers.draw, offers.abort, offers.adjourn, offers.takeback, offers.pause, offers.switch
        ),
    )?;
    let game = &config.game;
    line("their flag falls", game.when_flag_falls.to_string())?;
    line("engine fails", game.when_engine_fails.to_string())?;
    line("told twice to end", game.when_told_to_end.to_string())?;
    line("adjourned games", yes_or_no(game.resume, "taken up again"))?;
    line("thinking", config.chat.thinking.to_string())?;
    line("greeting", words(&config.chat.greeting))?;
    let pgn = config.record.pgn.as_ref();
    line(
        "games are kept",
        pgn.map_or("no".to_owned(), |path| path.display().to_string()),
    )?;
    line("owners", names(&config.operation.owners))?;
    Ok(())
}

fn print_acceptance(
    line: &mut impl FnMut(&str, String) -> std::io::Result<()>,
    config: &FicsConfig,
) -> std::io::Result<()> {
    let accept = &config.accept;
    let variants: Vec<String> = accept.variants.iter().map(ToString::to_string).collect();
    line("variants", variants.join(", "))?;
    let may_be_rated = config.account.handle.is_some();
    line(
        "games",
        match (accept.rated && may_be_rated, accept.unrated) {
            (true, true) => "rated and unrated",
            (true, false) => "rated",
            (false, true) => "unrated",
            (false, false) => "none: guests play no rated games, and unrated ones are declined",
        }
        .to_owned(),
    )?;
    line(
        "time controls",
        format!(
            "{} minutes, {} seconds a move, {} minutes in all{}",
            accept.base_minutes,
            accept.increment_seconds,
            accept.estimated_minutes,
            if accept.untimed {
                "; also without clocks"
            } else {
                ""
            }
        ),
    )?;
    let near = accept.rating_difference;
    let near = near.map_or(String::new(), |most| format!(", at most {most} from ours"));
    line("ratings", format!("{}{near}", accept.rating))?;
    line("guests", yes_or_no(accept.guests, "welcome"))?;
    line("computers", yes_or_no(accept.computers, "welcome"))?;
    line("color", accept.color.to_string())?;
    line("never play", names(&accept.no_play))?;
    line("always play", names(&accept.always))?;
    line(
        "limits",
        format!(
            "in a row with one opponent: {}; shorter than {} moves: {}; then a rest of {} minutes; \
             a day: {}; in all: {}",
            limit(accept.games_in_a_row),
            accept.short_game_moves,
            limit(accept.short_games_in_a_row),
            accept.rest_minutes.get(),
            limit(accept.games_per_day),
            limit(accept.games_per_session)
        ),
    )
}

fn describe_seek(seek: &SeekConfig) -> String {
    let rated = if seek.rated { "rated" } else { "unrated" };
    let Span { least, most } = seek.rating;
    format!(
        "{} {} {rated} {}, color {}, ratings {least} to {most}",
        seek.base_minutes, seek.increment_seconds, seek.variant, seek.color
    )
}

fn yes_or_no(is_so: bool, what: &str) -> String {
    match is_so {
        true => what.to_owned(),
        false => format!("not {what}"),
    }
}

fn limit(limit: Option<u32>) -> String {
    limit.map_or("any number".to_owned(), |count| format!("{count} games"))
}

fn names(handles: &[Handle]) -> String {
    match handles {
        [] => "nobody in particular".to_owned(),
        handles => {
            let names: Vec<&str> = handles.iter().map(Handle::as_str).collect();
            names.join(", ")
        }
    }
}

fn words(sentence: &Sentence) -> String {
    sentence.words().unwrap_or("none").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use masque::fics::config::{EngineChoice, SeekColor, Variant};
    use std::path::Path;

    const EXAMPLE: &str = include_str!("../../docs/fics.toml.example");

    #[test]
    fn the_example_is_valid_and_shows_the_defaults() {
        let config = FicsConfig::parse(EXAMPLE, Path::new("fics.toml")).unwrap();
        // The example shows these although they are not the defaults.
        let expected = FicsConfig {
            account: config.account.clone(),
            engine: EngineChoice {
                personality: config.engine.personality.clone(),
                ..EngineChoice::default()
            },
            seek: config.seek.clone(),
            record: config.record.clone(),
            ..FicsConfig::default()
        };
        assert_eq!(config, expected);
    }

    #[test]
    fn the_check_says_what_the_file_means() {
        let config = FicsConfig::parse(EXAMPLE, Path::new("fics.toml")).unwrap();
        let mut out = Vec::new();
        print(&mut out, &config, &EngineConfig::default(), true).unwrap();
        let text = String::from_utf8(out).unwrap();
        for part in [
            "server             freechess.org, ports 5000, 23",
            "password found",
            "games              rated and unrated",
            "limits             in a row with one opponent: 6 games; shorter than 5 moves: 3 games; \
             then a rest of 10 minutes; a day: any number; in all: any number",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }

    #[test]
    fn a_seek_is_described() {
        let seek = SeekConfig {
            base_minutes: 3,
            increment_seconds: 0,
            rated: false,
            variant: Variant::FischerRandom,
            color: SeekColor::Any,
            rating: Span::new(0, 9_999),
        };
        let expected = "3 0 unrated fr, color any, ratings 0 to 9999";
        assert_eq!(describe_seek(&seek), expected);
    }
}
