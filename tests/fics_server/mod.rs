//! A chess server that a test plays by hand: one side of a conversation over a real socket.
//!
//! The test says what the server says, in the dialect of one of three servers, and waits for what
//! the client must send. Settings are answered as the dialect answers them. Bytes can be cut into
//! single ones, the connection can be sealed, reset, or left without an answer.
#![allow(dead_code, clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use masque::board::{CastlingSide, Color, Game, Piece};
use masque::fics::timeseal::{Seal, decode};

/// Nothing that a test waits for takes so long on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often the reading thread looks whether it is still wanted.
const GLANCE: Duration = Duration::from_millis(20);

/// Whose words the server uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// freechess.org: announces the session, sends everything that is asked for.
    Fics,
    /// lasker: no session line, no indices, seconds for milliseconds, nothing of the newer
    /// variables.
    Lasker,
    /// The free server of 1996: as lasker, with boards of thirty fields and no timeseal.
    Ancient,
}

/// A listening server.
pub struct Server {
    listener: TcpListener,
    dialect: Dialect,
}

impl Server {
    /// On a free port of this machine.
    pub fn open(dialect: Dialect) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        Server { listener, dialect }
    }

    /// Where.
    pub fn port(&self) -> u16 {
        self.listener.local_addr().unwrap().port()
    }

    /// The next client that comes. A sealed client's hello tells how.
    pub fn visit(&self) -> Visit {
        self.listener.set_nonblocking(true).unwrap();
        let since = Instant::now();
        let stream = loop {
            match self.listener.accept() {
                Ok((stream, _)) => break stream,
                Err(_) if since.elapsed() < PATIENCE => std::thread::sleep(GLANCE),
                Err(error) => panic!("nobody comes: {error}"),
            }
        };
        stream.set_nonblocking(false).unwrap();
        stream.set_nodelay(true).unwrap();
        Visit::new(stream, self.dialect)
    }

    /// Whether nobody comes for a while.
    pub fn is_left_alone(&self, during: Duration) -> bool {
        self.listener.set_nonblocking(true).unwrap();
        let since = Instant::now();
        while since.elapsed() < during {
            if self.listener.accept().is_ok() {
                return false;
            }
            std::thread::sleep(GLANCE);
        }
        true
    }
}

/// A command of the client.
#[derive(Clone, Debug)]
pub struct Heard {
    /// When it arrived.
    pub at: Instant,
    /// What.
    pub text: String,
    /// Its stamp, when the connection is sealed.
    pub stamp_ms: Option<u32>,
}

/// One connection of a client.
pub struct Visit {
    stream: TcpStream,
    dialect: Dialect,
    seal: Seal,
    /// Send one byte at a time.
    pub in_pieces: bool,
    commands: Receiver<Heard>,
    /// Everything that was heard, in order, without answers to pings.
    pub log: Vec<Heard>,
    answers: Vec<Heard>,
    is_done: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
}

impl Visit {
    fn new(stream: TcpStream, dialect: Dialect) -> Visit {
        let (sender, commands) = channel();
        let is_done = Arc::new(AtomicBool::new(false));
        let (end, input) = (Arc::clone(&is_done), stream.try_clone().unwrap());
        input.set_read_timeout(Some(GLANCE)).unwrap();
        let reader = std::thread::spawn(move || {
            let mut input = BufReader::with_capacity(1, input);
            let mut line = Vec::new();
            while !end.load(Ordering::Relaxed) {
                match input.read_until(b'\n', &mut line) {
                    Ok(0) => return,
                    Ok(_) if line.ends_with(b"\n") => {
                        line.pop();
                        let heard = heard(&std::mem::take(&mut line));
                        if sender.send(heard).is_err() {
                            return;
                        }
                    }
                    _ => {}
                }
            }
        });
        Visit {
            stream,
            dialect,
            seal: Seal::Off,
            in_pieces: false,
            commands,
            log: Vec::new(),
            answers: Vec::new(),
            is_done,
            reader: Some(reader),
        }
    }

    /// How the client sealed the connection, once something was heard.
    pub fn seal(&self) -> Seal {
        self.seal
    }

    /// Sends bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        let size = if self.in_pieces {
            1
        } else {
            bytes.len().max(1)
        };
        for piece in bytes.chunks(size) {
            // Whoever hung up hears no more; the test will notice what it misses.
            let _ = self.stream.write_all(piece);
        }
    }

    /// Says lines, each between the server's own line ends, and shows the prompt.
    pub fn say(&mut self, text: &str) {
        let lines = text.replace('\n', "\n\r");
        self.raw(format!("\n\r{lines}\n\rfics% ").as_bytes());
    }

    /// The next command that begins with `wanted`. Settings before it are answered, and other
    /// commands kept in the log.
    pub fn hear(&mut self, wanted: &str) -> Heard {
        let since = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(since.elapsed());
            let heard = match self.commands.recv_timeout(left) {
                Ok(heard) => heard,
                Err(error) => panic!("{error} before '{wanted}'; heard {:#?}", self.texts()),
            };
            if self.take(&heard) && heard.text.starts_with(wanted) {
                return heard;
            }
        }
    }

    /// Everything that is said within some time.
    pub fn listen(&mut self, during: Duration) -> Vec<String> {
        let (since, before) = (Instant::now(), self.log.len());
        while let Some(left) = during.checked_sub(since.elapsed()) {
            match self.commands.recv_timeout(left) {
                Ok(heard) => drop(self.take(&heard)),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.log[before..]
            .iter()
            .map(|heard| heard.text.clone())
            .collect()
    }

    /// Waits until the client hangs up.
    pub fn end(mut self) -> Vec<String> {
        let since = Instant::now();
        while since.elapsed() < PATIENCE {
            match self.commands.recv_timeout(PATIENCE) {
                Ok(heard) => drop(self.take(&heard)),
                Err(RecvTimeoutError::Disconnected) => return self.texts(),
                Err(RecvTimeoutError::Timeout) => break,
            }
        }
        panic!("the client stays; heard {:#?}", self.texts());
    }

    /// Keeps a command; `false` when it was part of the transport.
    fn take(&mut self, heard: &Heard) -> bool {
        if heard.text == "\u{2}9" {
            self.answers.push(heard.clone());
            return false;
        }
        for (word, seal) in [("TIMESTAMP|", Seal::One), ("TIMESEAL2|", Seal::Two)] {
            if heard.text.starts_with(word) {
                self.seal = seal;
                return false;
            }
        }
        self.log.push(heard.clone());
        if let Some(answer) = self.dialect.setting(&heard.text) {
            self.raw(format!("{answer}\n\rfics% ").as_bytes());
        }
        true
    }

    /// Everything heard.
    pub fn texts(&self) -> Vec<String> {
        self.log.iter().map(|heard| heard.text.clone()).collect()
    }

    /// Asks for a stamp and waits for it: how long it took.
    pub fn ping(&mut self) -> Duration {
        let before = self.answers.len();
        let sent = Instant::now();
        match self.seal {
            Seal::Off => panic!("the connection is not sealed"),
            Seal::One => self.raw(b"\n\r[G]\n\r"),
            Seal::Two => self.raw(b"[G]\0"),
        }
        while self.answers.len() == before {
            let heard = self.commands.recv_timeout(PATIENCE).unwrap();
            self.take(&heard);
        }
        self.answers[before].at - sent
    }

    /// The login of a registered handle, or of a guest with `password` `None`.
    pub fn log_in(&mut self, handle: &str, titles: &str, password: Option<&str>) {
        self.raw(b"\n\rWelcome to a chess server\n\r\n\rlogin: ");
        match password {
            Some(password) => {
                assert_eq!(self.hear("").text, handle);
                let known = format!(
                    "\n\r\"{handle}\" is a registered name.  If it is yours, type the password.\n\rIf not, just hit return to try another name.\n\r\n\rpassword: "
                );
                self.raw(known.as_bytes());
                self.raw(b"\xff\xfb\x01");
                assert_eq!(self.hear("").text, password);
            }
            None => {
                assert_eq!(self.hear("").text, "guest");
                let given = format!(
                    "\n\rLogging you in as \"{handle}\"; you may use this name to play unrated games.\n\r\n\r"
                );
                self.raw(given.as_bytes());
                let place = if self.dialect == Dialect::Fics {
                    "server"
                } else {
                    "FICS"
                };
                self.raw(format!("Press return to enter the {place} as \"{handle}\":").as_bytes());
                assert_eq!(self.hear("").text, "");
            }
        }
        self.raw(b"\xff\xfc\x01");
        if self.dialect == Dialect::Fics {
            let session = format!("**** Starting FICS session as {handle}{titles} ****");
            self.raw(format!("\n\r{session}\n\r").as_bytes());
        }
        self.say("There are no new news items.");
        self.hear("iset lock");
    }

    /// Challenges in the dialect's words and waits for the acceptance of just this offer.
    pub fn challenge(&mut self, from: &str, to: &str, terms: &str) {
        let words = format!("{from} (1500) {to} (----) {terms}");
        let mut lines = String::new();
        if self.dialect == Dialect::Fics {
            lines = format!("<pf> 7 w={from} t=match p={words}\n");
        }
        self.say(&format!("{lines}Challenge: {words}.\nYou can \"accept\" or \"decline\", or propose different parameters."));
        match self.dialect {
            Dialect::Fics => self.hear("accept 7"),
            Dialect::Lasker | Dialect::Ancient => self.hear(&format!("accept {from}")),
        };
    }

    /// The lines that begin a game.
    pub fn begin(&mut self, game: &Game, players: &Players, terms: &str, how: &str) {
        let (white, black) = (&players.white, &players.black);
        let kind: Vec<&str> = terms.split(' ').take(2).collect();
        let news = format!(
            "{{Game 5 ({white} vs. {black}) {how} {} match.}}",
            kind.join(" ")
        );
        if self.dialect != Dialect::Fics && how == "Continuing" {
            self.say(&news);
        }
        self.say(&format!(
            "Creating: {white} (0) {black} (0) {terms}\n{news}"
        ));
        if self.dialect == Dialect::Fics {
            let rated = u8::from(kind[0] == "rated");
            self.say(&format!(
                "<g1> 5 p=0 t={} r={rated} u=1,1 it=60,0 i=60,0 pt=0 rt=0,0 ts=1,0",
                kind[1]
            ));
        }
        self.show(game, players);
    }

    /// The board of the game as the client may see it.
    pub fn show(&mut self, game: &Game, players: &Players) {
        let line = self.dialect.board(game, players);
        // Machines' lines come with a bell on some servers, and never wrapped.
        self.raw(format!("\n\r\x07{line}\n\rfics% ").as_bytes());
    }

    /// The list of moves.
    pub fn show_moves(&mut self, game: &Game, players: &Players) {
        let mut text = String::new();
        if self.dialect == Dialect::Fics {
            text.push_str("Movelist for game 5:\n\n");
        }
        text.push_str(&format!("{} (0) vs. {} (0) --- Sat Nov 21, 05:00 UTC 2026\nUnrated blitz match, initial time: 1 minutes, increment: 0 seconds.\n\nMove  White              Black\n----  ----------------   ----------------\n", players.white, players.black));
        let moves: Vec<String> = game
            .past()
            .iter()
            .map(|(position, mv)| position.san(*mv))
            .collect();
        for (index, pair) in moves.chunks(2).enumerate() {
            let black = pair
                .get(1)
                .map_or(String::new(), |mv| format!("{mv:<7} (0:01)"));
            text.push_str(&format!(
                "{:>3}.  {:<7} (0:01)     {black}\n",
                index + 1,
                pair[0]
            ));
        }
        text.push_str("      {Still in progress} *\n");
        self.say(&text);
    }

    /// Closes the connection in good order: what was said last arrives, because nothing is left unread.
    pub fn close(mut self) {
        self.stop_reading();
        let _ = self.stream.shutdown(std::net::Shutdown::Write);
        let _ = self.stream.set_read_timeout(Some(PATIENCE));
        while matches!(self.stream.read(&mut [0; 4_096]), Ok(1..)) {}
    }

    /// Resets the connection: closing it while something lies unread. A client without timeseal
    /// must be about to say something.
    pub fn reset(mut self) {
        self.stop_reading();
        if self.seal == Seal::One {
            self.raw(b"\n\r[G]\n\r");
        }
        self.stream.set_read_timeout(Some(PATIENCE)).unwrap();
        assert!(
            self.stream.peek(&mut [0]).unwrap_or(0) > 0,
            "nothing to leave unread"
        );
    }

    fn stop_reading(&mut self) {
        self.is_done.store(true, Ordering::Relaxed);
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.is_done.store(true, Ordering::Relaxed);
    }
}

fn heard(line: &[u8]) -> Heard {
    let at = Instant::now();
    match decode(line) {
        Ok((text, stamp_ms)) => Heard {
            at,
            text,
            stamp_ms: Some(stamp_ms),
        },
        Err(_) => Heard {
            at,
            text: String::from_utf8_lossy(line).into_owned(),
            stamp_ms: None,
        },
    }
}

/// Who plays, and which of them is the client.
#[derive(Clone, Debug)]
pub struct Players {
    /// White's handle.
    pub white: String,
    /// Black's handle.
    pub black: String,
    /// The client's colour.
    pub client: Color,
    /// What both clocks show.
    pub clock_ms: u32,
}

impl Dialect {
    /// What is answered to a setting, or to the question whether anybody is there.
    fn setting(self, command: &str) -> Option<String> {
        if command == "date" {
            return Some("Server time    - Sat Nov 21, 05:00 UTC 2026".to_owned());
        }
        let (word, rest) = command.split_once(' ')?;
        let name = rest.split(' ').next()?;
        let is_old = self != Dialect::Fics;
        Some(match word {
            "set" if is_old && ["chanoff", "noescape", "tzone", "autoflag"].contains(&name) => {
                format!("No such variable name {name}.")
            }
            "set" => format!("{name} set."),
            "iset" if is_old && !["ms", "startpos", "lock"].contains(&name) => {
                format!("No such ivariable \"{name}\".")
            }
            "iset" => format!("{name} set."),
            _ => return None,
        })
    }

    /// The board in style 12. Fields at the end are fewer on older servers, which also name every
    /// double step and count in seconds.
    fn board(self, game: &Game, players: &Players) -> String {
        let position = game.position();
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut squares = String::new();
        for letter in fields[0].chars() {
            match letter {
                '/' => squares.push(' '),
                '1'..='8' => squares.push_str(&"-".repeat(letter as usize - '0' as usize)),
                man => squares.push(man),
            }
        }
        let side = position.side_to_move();
        let may = |color, side| u8::from(position.castling_rook_file(color, side).is_some());
        let castling = [
            may(Color::White, CastlingSide::Short),
            may(Color::White, CastlingSide::Long),
            may(Color::Black, CastlingSide::Short),
            may(Color::Black, CastlingSide::Long),
        ];
        let castling = castling.map(|may| may.to_string()).join(" ");
        let relation = if side == players.client { 1 } else { -1 };
        let (san, verbose) = match game.past().last() {
            Some((position, mv)) => (position.san(*mv), format!("{mv}")),
            None => ("none".to_owned(), "none".to_owned()),
        };
        let double_step = match self {
            Dialect::Fics => position.en_passant_square().map(|square| square.file()),
            Dialect::Lasker | Dialect::Ancient => game.past().last().and_then(|(before, mv)| {
                let is_pawn = before.piece_on(mv.from) == Some(Piece::Pawn);
                let ranks = (mv.from.rank() as usize).abs_diff(mv.to.rank() as usize);
                (is_pawn && ranks == 2).then_some(mv.to.file())
            }),
        };
        let double_step = double_step.map_or("-1".to_owned(), |file| (file as usize).to_string());
        let (clock, time, more) = match self {
            Dialect::Fics => (players.clock_ms, "(0:01.250)", " 1 17"),
            Dialect::Lasker => (players.clock_ms / 1000, "(0:01)", " 1"),
            Dialect::Ancient => (players.clock_ms / 1000, "(0:01)", ""),
        };
        format!(
            "<12> {squares} {} {double_step} {castling} {} 5 {} {} {relation} 1 0 39 39 {clock} {clock} {} {verbose} {time} {san} 0{more}",
            if side == Color::White { 'W' } else { 'B' },
            position.halfmove_clock(),
            players.white,
            players.black,
            position.fullmove_number(),
        )
    }
}
