//! masque on a chess server that a test plays: real sockets, threads, files and searches.
//!
//! The server speaks as freechess.org does; how other servers write is tested where lines are read.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use masque::board::{CastlingSide, Color, Game, Position};
use masque::engine::EngineConfig;
use masque::fics::login::LoginError;
use masque::fics::timeseal;
use masque::fics::{FicsConfig, FicsError};

const PASSWORD: &str = "sesame-open";
/// Longer than anything should take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// masque on its thread, with its files.
struct Player {
    directory: tempfile::TempDir,
    ends: Arc<AtomicU32>,
    thread: JoinHandle<Result<(), FicsError>>,
}

impl Player {
    fn start(listener: &TcpListener, timeseal: &str, more: &str) -> Player {
        let directory = tempfile::tempdir().unwrap();
        let config = config(directory.path(), listener, timeseal, more);
        let ends = Arc::new(AtomicU32::new(0));
        let wanted = Arc::clone(&ends);
        let engine = EngineConfig {
            hash_mib: 1,
            ..EngineConfig::default()
        };
        let thread = thread::spawn(move || {
            masque::fics::play(config, engine, move || wanted.swap(0, Ordering::Relaxed))
        });
        Player {
            directory,
            ends,
            thread,
        }
    }

    fn end(&self) {
        self.ends.fetch_add(1, Ordering::Relaxed);
    }

    fn games(&self) -> String {
        std::fs::read_to_string(self.directory.path().join("games.pgn")).unwrap_or_default()
    }

    fn result(self) -> Result<(), FicsError> {
        self.thread.join().unwrap()
    }
}

fn config(directory: &Path, listener: &TcpListener, timeseal: &str, more: &str) -> FicsConfig {
    use std::os::unix::fs::PermissionsExt;
    let port = listener.local_addr().unwrap().port();
    let secret: PathBuf = directory.join("secret");
    std::fs::write(&secret, format!("{PASSWORD}\n")).unwrap();
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o600)).unwrap();
    let text = format!(
        "[server]\nhost = '127.0.0.1'\nports = [{port}]\ntimeseal = '{timeseal}'\n\
         [account]\nhandle = 'Masque'\npassword_file = 'secret'\n\
         [record]\npgn = 'games.pgn'\n\
         [operation]\nlock_directory = '.'\nreconnect_seconds = 0\nowners = ['Boss']\n{more}"
    );
    FicsConfig::parse(&text, &directory.join("fics.toml")).unwrap()
}

fn listener() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").unwrap()
}

/// The server's side of one connection.
struct Server {
    stream: TcpStream,
    reader: BufReader<TcpStream>,
    is_sealed: bool,
}

impl Server {
    fn accept(listener: &TcpListener, is_sealed: bool) -> Server {
        let (stream, _) = listener.accept().unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Server {
            reader: BufReader::new(stream.try_clone().unwrap()),
            stream,
            is_sealed,
        }
    }

    fn send(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).unwrap();
    }

    /// Lines and the prompt behind them.
    fn say(&mut self, lines: &str) {
        let lines = lines.replace('\n', "\n\r");
        self.send(&format!("\n\r{lines}\n\rfics% "));
    }

    /// The next command; `None` when the other side is gone.
    fn hear(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        let count = self.reader.read_until(b'\n', &mut bytes).unwrap_or(0);
        if count == 0 {
            return None;
        }
        bytes.pop();
        Some(match self.is_sealed {
            true => timeseal::decode(&bytes).unwrap().0,
            false => String::from_utf8(bytes).unwrap(),
        })
    }

    /// Passes over commands up to one that begins like this.
    fn wait_for(&mut self, beginning: &str) -> String {
        loop {
            let heard = self.hear();
            let line = heard.unwrap_or_else(|| panic!("gone before '{beginning}'"));
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// To the moment at which the password has been sent.
    fn ask_for_password(&mut self) {
        self.send("Welcome\n\r\n\rlogin: ");
        assert_eq!(self.hear().as_deref(), Some("Masque"));
        self.send("\n\r\"Masque\" is a registered name.  If it is yours, type the password.\n\r");
        self.send("If not, just hit return to try another name.\n\r\n\rpassword: ");
        self.stream.write_all(&[0xff, 0xfb, 0x01]).unwrap();
        assert_eq!(self.hear().as_deref(), Some(PASSWORD));
    }

    fn log_in(&mut self) {
        self.ask_for_password();
        self.stream.write_all(&[0xff, 0xfc, 0x01]).unwrap();
        self.say("\n**** Starting FICS session as Masque(C) ****");
        self.wait_for("iset lock");
    }

    /// Alice, who is White, and Masque begin a game.
    fn begin_game(&mut self, word: &str, game: &Game) {
        self.say(&format!(
            "Creating: Alice (1500) Masque (1800) rated blitz 2 12\n\
             {{Game 7 (Alice vs. Masque) {word} rated blitz match.}}"
        ));
        self.say(&style12(game));
    }

    /// Alice makes some move and Masque's answer comes back.
    fn exchange_moves(&mut self, game: &mut Game) {
        let legal = game.position().legal_moves();
        let quiet = legal.iter().find(|mv| !game.position().is_tactical(**mv));
        game.play(*quiet.or(legal.first()).unwrap());
        self.say(&style12(game));
        let answer = loop {
            let line = self.hear().unwrap();
            if !line.starts_with("whisper") && !line.starts_with("say") && line != "date" {
                break line;
            }
        };
        let mv = game.position().parse_move(&answer);
        game.play(mv.unwrap_or_else(|_| panic!("'{answer}' in {}", game.position().fen())));
        self.say(&style12(game));
    }
}

/// The board for Masque, who is Black.
fn style12(game: &Game) -> String {
    let position = game.position();
    let fen = position.fen();
    let mut ranks = String::new();
    for letter in fen.split(' ').next().unwrap().chars() {
        match letter.to_digit(10) {
            Some(run) => ranks.push_str(&"-".repeat(run as usize)),
            None => ranks.push(if letter == '/' { ' ' } else { letter }),
        }
    }
    let may = |color, side| u8::from(position.castling_rook_file(color, side).is_some());
    let (side, relation) = match position.side_to_move() {
        Color::White => ('W', -1),
        Color::Black => ('B', 1),
    };
    let san = match game.past().last() {
        Some((before, mv)) => before.san(*mv),
        None => "none".to_owned(),
    };
    format!(
        "<12> {ranks} {side} -1 {} {} {} {} {} 7 Alice Masque {relation} 2 12 39 39 9000 9000 {} \
         {san} (0:00.100) {san} 1 1 0",
        may(Color::White, CastlingSide::Short),
        may(Color::White, CastlingSide::Long),
        may(Color::Black, CastlingSide::Short),
        may(Color::Black, CastlingSide::Long),
        position.halfmove_clock(),
        position.fullmove_number(),
    )
}

#[test]
fn a_game_from_the_challenge_to_the_record() {
    let listener = listener();
    let player = Player::start(&listener, "off", "");
    let mut server = Server::accept(&listener, false);
    server.log_in();
    server.say("Challenge: Alice (1500) Masque (1800) rated blitz 2 12.");
    server.say("<pf> 3 w=Alice t=match p=Alice (1500) Masque (1800) rated blitz 2 12");
    server.wait_for("accept 3");
    let mut game = Game::default();
    server.begin_game("Creating", &game);
    for _ in 0..4 {
        server.exchange_moves(&mut game);
    }
    player.end();
    server.wait_for("set open 0");
    server.exchange_moves(&mut game);
    server.say("{Game 7 (Alice vs. Masque) Alice resigns} 0-1");
    server.wait_for("quit");
    let games = player.games();
    drop(server);
    player.result().unwrap();
    assert_eq!(games.matches("[Result \"0-1\"]").count(), 1, "{games}");
    for part in [
        "[TimeControl \"120+12\"]",
        "[WhiteElo \"1500\"]",
        "[%clk 0:00:09]",
        "[%eval ",
    ] {
        assert!(games.contains(part), "{part}\n{games}");
    }
    let movetext = game
        .past()
        .last()
        .map(|(before, mv)| before.san(*mv))
        .unwrap();
    assert!(games.contains(&movetext));
}

#[test]
fn pings_are_answered_while_it_thinks() {
    let listener = listener();
    let player = Player::start(&listener, "1", "");
    let mut server = Server::accept(&listener, true);
    let hello = server.hear().unwrap();
    assert!(hello.starts_with("TIMESTAMP|"), "{hello}");
    server.log_in();
    let mut game = Game::default();
    server.begin_game("Creating", &game);
    game.play(game.position().parse_move("e4").unwrap());
    // Two minutes on the clock: the search takes seconds.
    let board = style12(&game).replace(" 9000 9000 ", " 120000 120000 ");
    server.say(&board);
    for _ in 0..5 {
        let asked = Instant::now();
        server.send("\n\r[G]\n\r");
        server.wait_for("\u{2}9");
        assert!(asked.elapsed() < Duration::from_secs(20));
    }
    drop(server);
    player.end();
    player.result().unwrap();
}

#[test]
fn a_wrong_password_is_tried_once_and_shown_nowhere() {
    let listener = listener();
    let player = Player::start(&listener, "off", "");
    let mut server = Server::accept(&listener, false);
    server.ask_for_password();
    server.say("\n**** Invalid password! ****");
    server.send("\n\rlogin: ");
    assert_eq!(server.hear(), None);
    let error = player.result().unwrap_err();
    let text = format!("{error} {error:?}");
    assert!(matches!(
        error,
        FicsError::Refused(LoginError::WrongPassword(_))
    ));
    assert!(!text.contains(PASSWORD), "{text}");
}

#[test]
fn a_handle_that_is_not_registered_is_not_entered() {
    let listener = listener();
    let player = Player::start(&listener, "off", "");
    let mut server = Server::accept(&listener, false);
    server.send("login: ");
    assert_eq!(server.hear().as_deref(), Some("Masque"));
    server.send("\n\r\"Masque\" is not a registered name.  You may use this name to play unrated games.\n\r");
    server.send("Press return to enter the server as \"Masque\":");
    assert_eq!(server.hear(), None);
    let error = player.result().unwrap_err();
    assert!(matches!(
        error,
        FicsError::Refused(LoginError::NotRegistered(_))
    ));
}

#[test]
fn a_broken_connection_is_taken_up_and_the_game_goes_on() {
    let listener = listener();
    let player = Player::start(&listener, "off", "");
    let mut server = Server::accept(&listener, false);
    server.log_in();
    let mut game = Game::default();
    server.begin_game("Creating", &game);
    for _ in 0..2 {
        server.exchange_moves(&mut game);
    }
    drop(server);

    let mut server = Server::accept(&listener, false);
    server.log_in();
    server.say("1 player, who has an adjourned game with you, is online: Alice");
    server.wait_for("match Alice");
    server.begin_game("Continuing", &game);
    server.wait_for("moves 7");
    let mut list = "Movelist for game 7:\n".to_owned();
    let moves: Vec<String> = game
        .past()
        .iter()
        .map(|(before, mv)| before.san(*mv))
        .collect();
    for (index, pair) in moves.chunks(2).enumerate() {
        list += &format!(
            "  {}.  {}  (0:01)  {}  (0:01)\n",
            index + 1,
            pair[0],
            pair[1]
        );
    }
    list += "      {Still in progress} *";
    server.say(&list);
    server.exchange_moves(&mut game);
    server.say("{Game 7 (Alice vs. Masque) Alice forfeits on time} 0-1");
    server.say("Boss tells you: hardquit");
    server.wait_for("quit");
    let games = player.games();
    drop(server);
    player.result().unwrap();
    assert_eq!(games.matches("[Event ").count(), 1, "{games}");
    assert!(games.contains("[Termination \"time forfeit\"]"));
    // What was written about the moves before the break is still there.
    assert!(games.matches("[%eval ").count() >= 2, "{games}");
}

#[test]
fn another_login_with_our_handle_is_not_fought() {
    let listener = listener();
    let player = Player::start(&listener, "off", "");
    let mut server = Server::accept(&listener, false);
    server.log_in();
    server.say("**** Masque has arrived; you can't both be logged in. ****");
    assert!(matches!(player.result(), Err(FicsError::Kicked(_))));
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err());
}

#[test]
fn one_account_plays_once_at_a_time() {
    let listener = listener();
    let player = Player::start(&listener, "off", "");
    let mut server = Server::accept(&listener, false);
    server.log_in();
    let config = config(player.directory.path(), &listener, "off", "");
    let again = masque::fics::play(config, EngineConfig::default(), || 0);
    assert!(matches!(again, Err(FicsError::Lock(_))));
    player.end();
    server.wait_for("quit");
    drop(server);
    player.result().unwrap();
}

#[test]
fn a_server_that_is_not_there_is_an_error() {
    let listener = listener();
    let directory = tempfile::tempdir().unwrap();
    let config = config(directory.path(), &listener, "off", "");
    drop(listener);
    let result = masque::fics::play(config, EngineConfig::default(), || 0);
    assert!(matches!(result, Err(FicsError::NoConnection(_))));
}

#[test]
fn a_server_without_timeseal_is_met_without() {
    let listener = listener();
    let player = Player::start(&listener, "auto", "");
    let mut server = Server::accept(&listener, true);
    assert!(server.hear().unwrap().starts_with("TIMESTAMP|"));
    server.send("login: \n\rSorry, names can only consist of lower and upper case letters.  Try again.\n\r\n\rlogin: ");
    let mut server = Server::accept(&listener, false);
    server.log_in();
    player.end();
    server.wait_for("quit");
    drop(server);
    player.result().unwrap();
}

#[test]
fn a_shuffled_game_is_played_and_recorded_as_one() {
    let listener = listener();
    let player = Player::start(
        &listener,
        "off",
        "[accept]\nvariants = ['standard', 'fr']\n",
    );
    let mut server = Server::accept(&listener, false);
    server.log_in();
    let mut game = Game::new(Position::chess960_start(42));
    server.say(
        "Creating: Alice (1500) Masque (1800) unrated wild/fr 2 12\n\
         {Game 7 (Alice vs. Masque) Creating unrated wild/fr match.}",
    );
    server.say(&style12(&game));
    for _ in 0..3 {
        server.exchange_moves(&mut game);
    }
    server.say("{Game 7 (Alice vs. Masque) Alice resigns} 0-1");
    server.say("Boss tells you: softquit");
    server.wait_for("quit");
    let games = player.games();
    drop(server);
    player.result().unwrap();
    assert!(games.contains("[Variant \"Chess960\"]"), "{games}");
}
