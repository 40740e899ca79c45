//! Locks, missing servers and seals that a server does not know: the life of the program on a chess
//! server besides its games.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod fics_server;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use fics_server::{Dialect, Server};
use masque::engine::EngineConfig;
use masque::fics::timeseal::Seal;
use masque::fics::{FicsConfig, FicsError, OperatorRequest};

/// masque on a thread.
struct Player {
    wishes: Sender<OperatorRequest>,
    thread: JoinHandle<(Result<(), FicsError>, Vec<u8>)>,
}

impl Player {
    fn start(config: FicsConfig) -> Player {
        let (wishes, wanted) = channel();
        let thread = thread::spawn(move || {
            let mut answers = Vec::new();
            let wishes = move || wanted.try_recv().ok();
            let result = masque::fics::play(config, engine(), wishes, &mut answers);
            (result, answers)
        });
        Player { wishes, thread }
    }

    fn wish(&self, wish: OperatorRequest) {
        self.wishes.send(wish).unwrap();
    }

    /// The answers to orders, after an orderly end.
    fn end(self) -> String {
        let (result, answers) = self.thread.join().unwrap();
        result.unwrap();
        String::from_utf8(answers).unwrap()
    }
}

/// What comes of a game that cannot begin.
fn refusal(config: FicsConfig) -> FicsError {
    masque::fics::play(config, engine(), || None, &mut std::io::sink()).unwrap_err()
}

fn engine() -> EngineConfig {
    EngineConfig {
        hash_mib: 1,
        ..EngineConfig::default()
    }
}

/// A registered account whose files are in `directory`.
fn config(directory: &Path, port: u16, timeseal: &str) -> FicsConfig {
    let text = config_text(directory, port, timeseal);
    FicsConfig::parse(&text, &directory.join("fics.toml")).unwrap()
}

fn config_text(directory: &Path, port: u16, timeseal: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let secret = directory.join("secret");
    std::fs::write(&secret, "sesame\n").unwrap();
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o600)).unwrap();
    format!(
        "[server]\nhost = '127.0.0.1'\nports = [{port}]\ntimeseal = '{timeseal}'\n\
         [account]\nhandle = 'Masque'\npassword_file = 'secret'\n\
         [operation]\nlock_directory = '.'\nreconnect_seconds = 0\n"
    )
}

/// The program itself; `wrapper` is the command that starts it, if any.
fn start_program(directory: &Path, port: u16, wrapper: Option<&str>) -> Child {
    let file = directory.join("fics.toml");
    std::fs::write(&file, config_text(directory, port, "off")).unwrap();
    let program = env!("CARGO_BIN_EXE_masque");
    let mut command = Command::new(wrapper.unwrap_or(program));
    if wrapper.is_some() {
        command.arg(program);
    }
    command
        .args(["fics", "fics.toml"])
        .current_dir(directory)
        .env("XDG_CONFIG_HOME", directory.join("xdg"))
        .env("HOME", directory)
        .env_remove("RUST_LOG")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn signal(process: &Child, name: &str) {
    let process = process.id().to_string();
    let sent = Command::new("kill").args([name, &process]).status();
    assert!(sent.unwrap().success(), "{name}");
}

#[test]
fn one_account_plays_once_at_a_time() {
    let directory = tempfile::tempdir().unwrap();
    let server = Server::open(Dialect::Fics);
    let player = Player::start(config(directory.path(), server.port(), "off"));
    let mut visit = server.visit();
    visit.log_in("Masque", "(C)", Some("sesame"));
    let second = config(directory.path(), server.port(), "off");
    assert!(matches!(refusal(second), FicsError::Lock(_)));
    player.wish(OperatorRequest::End);
    visit.hear("quit");
    visit.close();
    player.end();
}

#[test]
fn a_server_that_is_not_there_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let server = Server::open(Dialect::Fics);
    let port = server.port();
    drop(server);
    let error = refusal(config(directory.path(), port, "off"));
    assert!(matches!(error, FicsError::NoConnection(_)));
}

#[test]
fn a_server_without_timeseal_is_met_without() {
    let directory = tempfile::tempdir().unwrap();
    let server = Server::open(Dialect::Ancient);
    let player = Player::start(config(directory.path(), server.port(), "auto"));
    let mut visit = server.visit();
    visit.raw(b"login: ");
    visit.hear("Masque");
    assert_eq!(visit.seal(), Seal::One);
    visit
        .raw(b"\n\rSorry, names can only consist of lower and upper case letters.  Try again.\n\r");
    visit.raw(b"\n\rlogin: ");
    let mut visit = server.visit();
    visit.log_in("Masque", "", Some("sesame"));
    assert_eq!(visit.seal(), Seal::Off);
    player.wish(OperatorRequest::End);
    visit.hear("quit");
    visit.close();
    player.end();
}

#[test]
fn files_that_cannot_be_written_are_known_before_the_first_game() {
    let directory = tempfile::tempdir().unwrap();
    let server = Server::open(Dialect::Fics);
    let missing = directory.path().join("missing");
    let change: [fn(&mut FicsConfig, PathBuf); 2] = [
        |config, path| config.record.pgn = Some(path),
        |config, path| config.operation.status = Some(path),
    ];
    for change in change {
        let mut config = config(directory.path(), server.port(), "off");
        change(&mut config, missing.join("file"));
        let error = refusal(config).to_string();
        assert!(error.contains("missing"), "{error}");
    }
}

#[test]
fn a_server_that_hangs_up_during_a_later_login_is_met_again() {
    let directory = tempfile::tempdir().unwrap();
    let server = Server::open(Dialect::Fics);
    let player = Player::start(config(directory.path(), server.port(), "off"));
    let mut visit = server.visit();
    visit.log_in("Masque", "(C)", Some("sesame"));
    visit.close();
    let mut half = server.visit();
    half.raw(b"\n\rlogin: ");
    half.hear("Masque");
    half.raw(b"\n\r\"Masque\" is a registered name.  If it is yours, type the pass");
    half.close();
    let mut visit = server.visit();
    visit.log_in("Masque", "(C)", Some("sesame"));
    player.wish(OperatorRequest::Order("hardquit".to_owned()));
    visit.hear("quit");
    visit.close();
    player.end();
}

#[test]
fn odd_bytes_are_survived_and_orders_answered() {
    let directory = tempfile::tempdir().unwrap();
    let server = Server::open(Dialect::Lasker);
    let player = Player::start(config(directory.path(), server.port(), "1"));
    let mut visit = server.visit();
    visit.log_in("Masque", "", Some("sesame"));
    let bytes: Vec<u8> = (0..=u8::MAX).collect();
    visit.raw(&bytes);
    visit.raw(b"\n\r<12> \xff\xfe\xfd\n\rAl\xefce tells you: \xe9\x1b[2J\n\r");
    visit.raw(&[b'x'; 100_000]);
    visit.say("");
    player.wish(OperatorRequest::Order("status".to_owned()));
    player.wish(OperatorRequest::Order("dance".to_owned()));
    player.wish(OperatorRequest::Order("softquit".to_owned()));
    visit.hear("quit");
    visit.close();
    let answers = player.end();
    for part in ["waiting for opponents", "Expected one of", "I log off"] {
        assert!(answers.contains(part), "{part} in {answers}");
    }
}

#[test]
fn whoever_takes_our_place_is_not_fought() {
    let directory = tempfile::tempdir().unwrap();
    let server = Server::open(Dialect::Lasker);
    let config = config(directory.path(), server.port(), "off");
    let play = thread::spawn(move || refusal(config));
    let mut visit = server.visit();
    visit.log_in("Masque", "", Some("sesame"));
    // Some servers hang up right behind these words.
    visit.raw(b"**** Masque has arrived - you can't both be logged in. ****\n\r");
    visit.close();
    assert!(server.is_left_alone(Duration::from_secs(1)));
    assert!(matches!(play.join().unwrap(), FicsError::Kicked(_)));
}

/// SIGHUP comes when a terminal closes: the server must not see a lost connection then.
#[test]
fn signals_end_the_program_in_good_order() {
    let ignored = std::fs::read_to_string("/proc/self/status")
        .unwrap_or_default()
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0);
    for (name, number) in [("-HUP", 1), ("-TERM", 15), ("-INT", 2)] {
        // Whoever started the tests may want a signal to be ignored (`nohup`, or a shell that runs
        // something in the background), and the program inherits that.
        if ignored & (1 << (number - 1)) != 0 {
            continue;
        }
        let directory = tempfile::tempdir().unwrap();
        let server = Server::open(Dialect::Fics);
        let mut process = start_program(directory.path(), server.port(), None);
        let mut visit = server.visit();
        visit.log_in("Masque", "(C)", Some("sesame"));
        signal(&process, name);
        visit.hear("quit");
        assert!(visit.texts().contains(&"set open 0".to_owned()), "{name}");
        visit.close();
        assert_eq!(process.wait().unwrap().code(), Some(0), "{name}");
    }
}

/// Where the system says which signals are ignored.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_shall_outlive_its_terminal_does() {
    let directory = tempfile::tempdir().unwrap();
    let server = Server::open(Dialect::Fics);
    let mut process = start_program(directory.path(), server.port(), Some("nohup"));
    let mut visit = server.visit();
    visit.log_in("Masque", "(C)", Some("sesame"));
    signal(&process, "-HUP");
    let heard = visit.listen(Duration::from_secs(1));
    assert!(!heard.contains(&"quit".to_owned()), "{heard:?}");
    signal(&process, "-TERM");
    visit.hear("quit");
    visit.close();
    assert_eq!(process.wait().unwrap().code(), Some(0));
}
