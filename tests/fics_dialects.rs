//! masque on a chess server: the program against a server that the test plays by hand.
#![allow(clippy::unwrap_used, clippy::panic)]

mod fics_server;

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

use fics_server::{Dialect, Players, Server, Visit};
use masque::board::{Color, Game, GameEnd, Position};
use tempfile::TempDir;

const PASSWORD: &str = "s3cret-w0rd";

/// A masque at work in a directory of its own.
struct Client {
    process: Child,
    directory: TempDir,
}

impl Client {
    fn start(server: &Server, handle: Option<&str>, timeseal: &str) -> Client {
        let directory = tempfile::tempdir().unwrap();
        let account = handle.map_or(String::new(), |handle| {
            format!("handle = \"{handle}\"\npassword_env = \"SECRET\"\n")
        });
        let text = format!(
            "[server]\nhost = \"127.0.0.1\"\nports = [{}]\ntimeseal = \"{timeseal}\"\n\
             [account]\n{account}rated_without_computer_title = true\n\
             [engine]\nhash_mib = 4\nponder = false\nresign = false\n\
             [accept]\nvariants = [\"standard\", \"fr\"]\n\
             [record]\npgn = \"games.pgn\"\n\
             [operation]\nowners = [\"Owner\"]\nlock_directory = \".\"\nlog = \"masque.log\"\n\
             reconnect_seconds = 1\nsilence_seconds = 3\n",
            server.port(),
        );
        std::fs::write(directory.path().join("fics.toml"), text).unwrap();
        let output = File::create(directory.path().join("output.txt")).unwrap();
        let process = Command::new(env!("CARGO_BIN_EXE_masque"))
            .args(["fics", "fics.toml"])
            .current_dir(directory.path())
            .env("XDG_CONFIG_HOME", directory.path().join("xdg"))
            .env("HOME", directory.path())
            .env("SECRET", PASSWORD)
            .env_remove("RUST_LOG")
            .stdout(output.try_clone().unwrap())
            .stderr(output)
            .spawn()
            .unwrap();
        Client { process, directory }
    }

    /// What a file of the client says; nothing while there is none.
    fn file(&self, name: &str) -> String {
        let path: &Path = self.directory.path();
        std::fs::read_to_string(path.join(name)).unwrap_or_default()
    }

    /// Waits for its end. Wherever it ended, it has told nobody the password.
    fn end(self) -> ExitStatus {
        self.end_with_files().1
    }

    /// The same, with its files.
    fn end_with_files(mut self) -> (TempDir, ExitStatus) {
        let status = self.process.wait().unwrap();
        for entry in std::fs::read_dir(self.directory.path()).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(!text.contains(PASSWORD), "the password stands in {path:?}");
            let strange = text
                .chars()
                .find(|&letter| letter == '\u{9b}' || letter == '\u{202e}');
            assert_eq!(strange, None, "in {path:?}");
        }
        let directory = std::mem::replace(&mut self.directory, tempfile::tempdir().unwrap());
        (directory, status)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A failed test must not leave it behind.
        let _ = self.process.kill();
    }
}

fn players(client: Color, clock_ms: u32) -> Players {
    let (us, them) = ("MasqueBot".to_owned(), "Alice".to_owned());
    let (white, black) = match client {
        Color::White => (us, them),
        Color::Black => (them, us),
    };
    Players {
        white,
        black,
        client,
        clock_ms,
    }
}

/// The client's next command that is a move, made on the board.
fn hear_move(visit: &mut Visit, game: &mut Game) {
    loop {
        let text = visit.hear("").text;
        if let Ok(mv) = game.position().parse_move(&text) {
            return game.play(mv);
        }
    }
}

/// A move of the opponent, who does not think.
fn answer(game: &mut Game, seed: usize) {
    let moves = game.position().legal_moves();
    game.play(moves[(seed * 7 + 3) % moves.len()]);
}

/// Plays until the rules end the game.
fn play_out(visit: &mut Visit, game: &mut Game, players: &Players) -> (&'static str, &'static str) {
    loop {
        match game.ended_by() {
            Some(GameEnd::Checkmate {
                winner: Color::White,
            }) => return ("is checkmated", "1-0"),
            Some(GameEnd::Checkmate {
                winner: Color::Black,
            }) => return ("is checkmated", "0-1"),
            Some(GameEnd::Stalemate) => return ("Game drawn by stalemate", "1/2-1/2"),
            Some(_) => return ("Game drawn by repetition", "1/2-1/2"),
            None => {}
        }
        if game.position().side_to_move() == players.client {
            hear_move(visit, game);
        } else {
            answer(game, game.len());
        }
        visit.show(game, players);
    }
}

fn end_game(visit: &mut Visit, players: &Players, reason: &str, result: &str) {
    let (white, black) = (&players.white, &players.black);
    visit.say(&format!(
        "{{Game 5 ({white} vs. {black}) {reason}}} {result}"
    ));
}

fn quit(mut visit: Visit, client: Client) {
    visit.say("Owner tells you: softquit");
    visit.hear("quit");
    visit.close();
    assert!(client.end().success());
}

/// A whole game against a registered or a guest handle, and its record.
fn whole_game(
    dialect: Dialect,
    color: Color,
    handle: Option<&str>,
    timeseal: &str,
    in_pieces: bool,
) {
    let server = Server::open(dialect);
    let client = Client::start(&server, handle, timeseal);
    let mut visit = server.visit();
    visit.in_pieces = in_pieces;
    visit.log_in(
        "MasqueBot",
        if handle.is_some() { "(C)" } else { "(U)" },
        handle.map(|_| PASSWORD),
    );
    let terms = if handle.is_some() {
        "rated lightning 1 0"
    } else {
        "unrated lightning 1 0"
    };
    visit.challenge("Alice", "MasqueBot", terms);
    let players = players(color, 2000);
    let mut game = Game::new(Position::start());
    visit.begin(&game, &players, terms, "Creating");
    let (reason, result) = play_out(&mut visit, &mut game, &players);
    end_game(&mut visit, &players, reason, result);
    quit_and_check(visit, client, &game, result);
}

fn quit_and_check(mut visit: Visit, client: Client, game: &Game, result: &str) {
    visit.listen(Duration::from_millis(500));
    let record = client.file("games.pgn");
    assert_eq!(record.matches("[Event ").count(), 1, "{record}");
    assert!(
        record.contains(&format!("[Result \"{result}\"]")),
        "{record}"
    );
    let last = game
        .past()
        .last()
        .map(|(position, mv)| position.san(*mv))
        .unwrap();
    assert!(record.contains(&last), "{last} in {record}");
    assert!(
        record.contains("[TimeControl \"60+0\"]") || record.contains("[TimeControl \"60\"]"),
        "{record}"
    );
    quit(visit, client);
}

#[test]
fn a_registered_player_on_freechess() {
    whole_game(Dialect::Fics, Color::Black, Some("MasqueBot"), "2", false);
}

#[test]
fn a_guest_on_freechess_through_a_slow_line() {
    whole_game(Dialect::Fics, Color::White, None, "1", true);
}

#[test]
fn a_registered_player_on_lasker() {
    whole_game(Dialect::Lasker, Color::White, Some("MasqueBot"), "1", false);
}

#[test]
fn a_registered_player_on_the_server_of_1996() {
    whole_game(
        Dialect::Ancient,
        Color::Black,
        Some("MasqueBot"),
        "off",
        true,
    );
}

/// A game in which the client thinks for some seconds before its first move.
fn thinking(server: &Server, client_is: Color) -> (Visit, Game, Players) {
    let mut visit = server.visit();
    visit.log_in("MasqueBot", "(C)", Some(PASSWORD));
    visit.challenge("Alice", "MasqueBot", "rated lightning 1 0");
    let players = players(client_is, 20_000);
    let game = Game::new(Position::start());
    visit.begin(&game, &players, "rated lightning 1 0", "Creating");
    (visit, game, players)
}

#[test]
fn pings_are_answered_while_the_engine_thinks() {
    for timeseal in ["1", "2"] {
        let server = Server::open(Dialect::Fics);
        let client = Client::start(&server, Some("MasqueBot"), timeseal);
        let (mut visit, mut game, players) = thinking(&server, Color::White);
        for _ in 0..5 {
            assert!(visit.ping() < Duration::from_secs(5));
        }
        assert!(
            !visit
                .texts()
                .iter()
                .any(|text| game.position().parse_move(text).is_ok())
        );
        hear_move(&mut visit, &mut game);
        let stamps: Vec<u32> = visit
            .log
            .iter()
            .filter_map(|heard| heard.stamp_ms)
            .collect();
        assert_eq!(stamps.len(), visit.log.len(), "every line is sealed");
        assert!(stamps.is_sorted() && stamps[0] > 0);
        visit.show(&game, &players);
        end_game(&mut visit, &players, "Alice resigns", "1-0");
        quit(visit, client);
    }
}

#[test]
fn nobody_can_speak_for_the_server() {
    let server = Server::open(Dialect::Fics);
    let client = Client::start(&server, Some("MasqueBot"), "off");
    let mut visit = server.visit();
    visit.log_in("MasqueBot", "(C)", Some(PASSWORD));
    visit.challenge("Alice", "MasqueBot", "rated lightning 1 0");
    let players = players(Color::Black, 2000);
    let mut game = Game::new(Position::start());
    visit.begin(&game, &players, "rated lightning 1 0", "Creating");
    let lie = "{Game 5 (Alice vs. MasqueBot) MasqueBot resigns} 1-0";
    for verb in ["tells you: ", "says: ", "(1500)[5] kibitzes: "] {
        visit.say(&format!("Alice {verb}{lie}").replace(" (", "("));
    }
    let long = "x".repeat(200);
    visit.raw(format!("\n\rAlice tells you: {long}\n\r").as_bytes());
    visit.listen(Duration::from_millis(300));
    visit.raw(format!("\\   {lie}\n\rfics% ").as_bytes());
    answer(&mut game, 1);
    visit.show(&game, &players);
    hear_move(&mut visit, &mut game);
    assert_eq!(client.file("games.pgn"), "");
    visit.show(&game, &players);
    end_game(&mut visit, &players, "Alice resigns", "0-1");
    quit_and_check(visit, client, &game, "0-1");
}

#[test]
fn a_game_goes_on_after_the_connection_broke() {
    for dialect in [Dialect::Fics, Dialect::Lasker] {
        let server = Server::open(dialect);
        let client = Client::start(&server, Some("MasqueBot"), "1");
        let mut visit = server.visit();
        visit.log_in("MasqueBot", "(C)", Some(PASSWORD));
        let terms = "rated lightning 1 0";
        visit.challenge("Alice", "MasqueBot", terms);
        let players = players(Color::White, 2000);
        let mut game = Game::new(Position::start());
        visit.begin(&game, &players, terms, "Creating");
        for _ in 0..3 {
            hear_move(&mut visit, &mut game);
            visit.show(&game, &players);
            answer(&mut game, 2);
            visit.show(&game, &players);
        }
        // The last board never arrives anywhere.
        visit.reset();
        let mut visit = server.visit();
        visit.log_in("MasqueBot", "(C)", Some(PASSWORD));
        visit.say("Notification: Alice, who has an adjourned game with you, has arrived.");
        visit.hear("match Alice");
        visit.begin(&game, &players, terms, "Continuing");
        visit.hear("moves");
        visit.show_moves(&game, &players);
        let (reason, result) = play_out(&mut visit, &mut game, &players);
        end_game(&mut visit, &players, reason, result);
        quit_and_check(visit, client, &game, result);
    }
}

#[test]
fn a_silent_server_is_left_and_found_again() {
    let server = Server::open(Dialect::Fics);
    let client = Client::start(&server, Some("MasqueBot"), "2");
    let mut visit = server.visit();
    visit.log_in("MasqueBot", "(C)", Some(PASSWORD));
    // From here on nothing is answered.
    let mut again = server.visit();
    again.log_in("MasqueBot", "(C)", Some(PASSWORD));
    drop(visit);
    quit(again, client);
}

#[test]
fn the_password_is_shown_nowhere_when_the_server_repeats_it() {
    let server = Server::open(Dialect::Fics);
    let client = Client::start(&server, Some("MasqueBot"), "off");
    let mut visit = server.visit();
    visit.log_in("MasqueBot", "(C)", Some(PASSWORD));
    visit.say(&format!("{PASSWORD}: Command not found."));
    visit.say(&format!(
        "Alice tells you: is it {PASSWORD}?\u{9b}2J\u{202e}"
    ));
    visit.say(&format!("**** Server shutdown ordered by {PASSWORD}. ****"));
    visit.say(&format!("timeseal error: {PASSWORD}"));
    quit(visit, client);

    let client = Client::start(&server, Some("MasqueBot"), "off");
    let mut visit = server.visit();
    visit.raw(b"login: ");
    visit.hear("MasqueBot");
    visit.raw(b"password: ");
    visit.hear(PASSWORD);
    visit.raw(format!("\n\rYou are banned, {PASSWORD}\n\r").as_bytes());
    let (directory, status) = client.end_with_files();
    assert_eq!(status.code(), Some(3));
    let output = std::fs::read_to_string(directory.path().join("output.txt")).unwrap();
    assert!(output.contains("You are banned, (password)"), "{output}");
}
