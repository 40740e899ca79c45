//! The life of the program on a chess server besides its games: locks, missing servers, seals that
//! a server does not know.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod fics_server;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::{self, JoinHandle};

use fics_server::{Dialect, Server};
use masque::engine::EngineConfig;
use masque::fics::timeseal::Seal;
use masque::fics::{FicsConfig, FicsError};

/// masque on a thread.
struct Player {
    ends: Arc<AtomicU32>,
    thread: JoinHandle<Result<(), FicsError>>,
}

impl Player {
    fn start(config: FicsConfig) -> Player {
        let ends = Arc::new(AtomicU32::new(0));
        let wanted = Arc::clone(&ends);
        let thread = thread::spawn(move || {
            masque::fics::play(config, engine(), move || wanted.swap(0, Ordering::Relaxed))
        });
        Player { ends, thread }
    }

    fn end(&self) {
        self.ends.fetch_add(1, Ordering::Relaxed);
    }

    fn result(self) -> Result<(), FicsError> {
        self.thread.join().unwrap()
    }
}

fn engine() -> EngineConfig {
    EngineConfig {
        hash_mib: 1,
        ..EngineConfig::default()
    }
}

/// A registered account whose files are in `directory`.
fn config(directory: &Path, port: u16, timeseal: &str) -> FicsConfig {
    use std::os::unix::fs::PermissionsExt;
    let secret = directory.join("secret");
    std::fs::write(&secret, "sesame\n").unwrap();
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o600)).unwrap();
    let text = format!(
        "[server]\nhost = '127.0.0.1'\nports = [{port}]\ntimeseal = '{timeseal}'\n\
         [account]\nhandle = 'Masque'\npassword_file = 'secret'\n\
         [operation]\nlock_directory = '.'\nreconnect_seconds = 0\n"
    );
    FicsConfig::parse(&text, &directory.join("fics.toml")).unwrap()
}

#[test]
fn one_account_plays_once_at_a_time() {
    let directory = tempfile::tempdir().unwrap();
    let server = Server::open(Dialect::Fics);
    let player = Player::start(config(directory.path(), server.port(), "off"));
    let mut visit = server.visit();
    visit.log_in("Masque", "(C)", Some("sesame"));
    let second = config(directory.path(), server.port(), "off");
    let again = masque::fics::play(second, engine(), || 0);
    assert!(matches!(again, Err(FicsError::Lock(_))));
    player.end();
    visit.hear("quit");
    visit.close();
    player.result().unwrap();
}

#[test]
fn a_server_that_is_not_there_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let server = Server::open(Dialect::Fics);
    let port = server.port();
    drop(server);
    let result = masque::fics::play(config(directory.path(), port, "off"), engine(), || 0);
    assert!(matches!(result, Err(FicsError::NoConnection(_))));
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
    player.end();
    visit.hear("quit");
    visit.close();
    player.result().unwrap();
}
