//! Recorded sessions on chess servers, and a stranger who speaks in the middle of them.
//!
//! A session is replayed through the reader of lines and the bridge, without a socket and with a
//! clock of its own. Whatever a stranger says in between, in whatever form a server shows it, must
//! change nothing of what the bridge does. Each line of a session file is one of these:
//! `S` a line of the server, `P` a question of the server, `W` so many milliseconds pass,
//! `E` the engine moves, `C` there is a connection, `D` there is none any more, `X` the user wants
//! the end.
#![allow(dead_code, clippy::unwrap_used)]

use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, UNIX_EPOCH};

use masque::board::{Game, Position};
use masque::fics::FicsConfig;
use masque::fics::bridge::{Bridge, BridgeAction, BridgeEvent, ExitReason, Outgoing};
use masque::fics::journal;
use masque::fics::line::ServerLineReader;
use masque::fics::timeseal::Seal;
use masque::personality::Roster;
use masque::session::{Command, Reply, Spelled};

/// The sessions with their names.
pub const SESSIONS: [(&str, &str); 4] = [
    ("freechess", include_str!("freechess.txt")),
    ("lasker", include_str!("lasker.txt")),
    ("server_of_1996", include_str!("server_of_1996.txt")),
    ("wrong_password", include_str!("wrong_password.txt")),
];

/// What a stranger would like the server to have said. The names and numbers are those of the
/// sessions.
pub const LIES: [&str; 48] = [
    "{Game 7 (Alice vs. Masque) Masque resigns} 1-0",
    "{Game 8 (Masque vs. Bobby) Masque resigns} 0-1",
    "{Game 5 (Alice vs. Masque) Masque forfeits on time} 1-0",
    "{Game 6 (Alice vs. Masque) Game drawn by mutual agreement} 1/2-1/2",
    "{Game 1 (GuestABCD vs. Alice) Game aborted by mutual agreement} *",
    "{Game 9 (Mallory vs. Masque) Creating rated blitz match.}",
    "{Game 7 (Alice vs. Masque) Continuing rated blitz match.}",
    "Creating: Mallory (1500) Masque (2000) rated blitz 2 12",
    "<g1> 7 p=0 t=wild/fr r=0 u=0,0 it=120,12 i=120,12 pt=0 rt=1500,2000 ts=1,1",
    "<12> -------- P------k -------- -------- -------- -------- -------- K------- W -1 0 0 0 0 0 7 Masque Alice 1 2 12 39 39 119000 119000 40 K/h8-h7 (0:01.250) Kh7 0 1 17",
    "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 9 Masque Mallory 1 2 12 39 39 120000 120000 1 none (0:00.000) none 0 1 17",
    "<12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR B 4 1 1 1 1 0 5 Alice Masque 1 2 12 39 39 119 120 1 P/e2-e4 (0:01) e4 0 1",
    "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 1 GuestABCD Alice 1 2 12 39 39 120 120 1 none (0:00) none 0",
    "Challenge: Mallory (1500) Masque (2000) rated blitz 2 12.",
    "Challenge: Mallory (1500) GuestABCD (++++) unrated blitz 2 12.",
    "<pf> 12 w=Mallory t=match p=Mallory (1500) Masque (2000) rated blitz 2 12",
    "<pf> 13 w=Alice t=abort p=#",
    "<pf> 14 w=Alice t=draw p=#",
    "<pr> 3",
    "Alice offers you a draw.",
    "Alice would like to abort the game; type \"abort\" to accept.",
    "Alice would like to take back 2 half move(s).",
    "Alice withdraws the match offer.",
    "--** Alice is a computer **--",
    "Alice has added 10 seconds to your clock.",
    "Issuing: Masque (2000) Mallory (1500) rated blitz 2 12.",
    "Your seek matches one already posted by Mallory.",
    "Usage: seek [time inc]",
    "**** Masque has arrived - you can't both be logged in. ****",
    "**** GuestABCD has arrived; you can't both be logged in. ****",
    "**** Starting FICS session as Mallory ****",
    "**** Invalid password! ****",
    "**** LOGIN TIMEOUT ****",
    "\"Masque\" is not a registered name.  You may use this name to play unrated games.",
    "Press return to enter the FICS as \"Mallory\":",
    "You are not playing a game.",
    "Illegal move (a7-a6).",
    "It is not your move.",
    "There are no offers from other players.",
    "a7-a6: Command not found.",
    "Notification: Mallory, who has an adjourned game with you, has arrived.",
    "1 player, who has an adjourned game with you, is online: Mallory",
    "Type [next] to see next page.",
    "You have reached the communication quota for this minute.",
    "Movelist for game 7:",
    "Alice (1500) vs. Masque (2000) --- Sat Nov 21, 05:00 UTC 2026",
    "  1.  a4      (0:01)     a5      (0:01)",
    "      {Still in progress} *",
];

/// Marks of the line's own grammar, which a stranger can say as well.
const MARKS: [&str; 7] = [
    "fics% ",
    "login: ",
    "password: ",
    "[G]",
    "\\   ",
    "just sent you a message:",
    "The following message was received:",
];

/// Bytes that no server should let pass.
const STRANGE_BYTES: [&[u8]; 8] = [
    b"\xff",
    b"\xff\xfb",
    b"\xff\xfa",
    b"\x1b",
    b"\x1b[",
    b"\x07",
    b"\xc2\x85",
    b"\xe2\x80\xa8",
];

/// How a server shows what somebody says: `{who}` and `{what}` are replaced, and each line begins
/// at the left margin.
pub const FORMS: [&str; 34] = [
    "{who} tells you: {what}",
    "{who}(U) tells you: {what}",
    "{who}(TM)(FM) tells you: {what}",
    "{who} (your partner) tells you: {what}",
    "{who} says: {what}",
    "{who}[7] says: {what}",
    "{who}(U)[5] says: {what}",
    "{who}(1500)[7] kibitzes: {what}",
    "{who}(++++)[1] kibitzes: {what}",
    "{who}(----) kibitzes: {what}",
    "{who}(U)(++++)[6] whispers: {what}",
    "{who} shouts: {what}",
    "{who}(U) shouts: {what}",
    "{who} c-shouts: {what}",
    "--> {who} {what}",
    "--> {who}'s {what}",
    "{who}(53): {what}",
    "{who}(*)(1): {what}",
    "{who}(U)(255): {what}",
    ":{what}",
    ":{what}\n:{what}",
    "**ANNOUNCEMENT** from {who}: {what}",
    "**UNREG ANNOUNCEMENT** from {who}: {what}",
    "Fwd tell: {who} told Carol: {what}",
    "{who} just sent you a message:\n    {what}",
    "The following message was received:\n{who} at Sat Nov 21, 05:00 UTC 2026: {what}",
    "The following message was received:\n{who} forwarded: Carol at Sat Nov 21, 05:00 UTC 2026: {what}",
    "Messages:\n1. {who} at Sat Nov 21, 05:00 UTC 2026: {what}",
    "Finger of {who}:\n\nOn for: 2 secs   Idle: 0 secs\n\n 1: {what}\n10: {what}",
    "Statistics for {who}          On for: 2 secs   Idle: 0 secs\n 1: {what}\n10: {what}",
    "Index of new news items:\n 12 (Sat, Nov 21) {what}\n123 (Sat, Nov 21) {what}",
    "(told {who}, who {what} (idle: 1 min))",
    "{who} (1500) seeking 5 0 unrated blitz (\"play 3\" to respond)\nNotification: {who} has arrived.",
    "{Game 9 ({who} vs. Carol) Creating rated blitz match.}\n{Game 9 ({who} vs. Carol) {who} resigns} 0-1",
];

/// Strangers. Some names sound like the server.
const STRANGERS: [&str; 8] = [
    "Mallory",
    "GuestWXYZ",
    "Challenge",
    "Creating",
    "Notification",
    "Illegal",
    "You",
    "Alice",
];

/// Where numbers come from: a random stream, or the bytes of a fuzzer.
pub trait Choices {
    /// A number below `count`.
    fn below(&mut self, count: usize) -> usize;
}

/// What the server shows of a stranger at one place of a session.
#[derive(Clone, Debug)]
pub struct Injection {
    /// Before which step.
    pub place: usize,
    /// The bytes, and where the network makes a pause so long that the reader gives up waiting.
    pub pieces: Vec<Vec<u8>>,
}

impl Injection {
    /// Some stranger's line in some form, before one of `steps` steps.
    pub fn choose(choices: &mut impl Choices, steps: usize, free_text: &[u8]) -> Injection {
        let place = choices.below(steps);
        let who = STRANGERS[choices.below(STRANGERS.len())];
        let form = FORMS[choices.below(FORMS.len())];
        let mut what = Vec::new();
        if choices.below(4) == 0 {
            what.extend_from_slice(MARKS[choices.below(MARKS.len())].as_bytes());
        }
        match choices.below(8) {
            0 => what.extend_from_slice(free_text),
            _ => what.extend_from_slice(LIES[choices.below(LIES.len())].as_bytes()),
        }
        if choices.below(6) == 0 {
            what.extend_from_slice(STRANGE_BYTES[choices.below(STRANGE_BYTES.len())]);
        }
        let width = match choices.below(3) {
            0 => usize::MAX,
            1 => 79,
            _ => 44 + choices.below(60),
        };
        let is_late = choices.below(4) == 0;
        let shows_prompt = choices.below(4) != 0;
        Injection {
            place,
            pieces: shown(form, who, &what, width, is_late, shows_prompt),
        }
    }
}

/// The bytes that a server sends for a form, wrapped at `width` columns.
fn shown(
    form: &str,
    who: &str,
    what: &[u8],
    width: usize,
    is_late: bool,
    shows_prompt: bool,
) -> Vec<Vec<u8>> {
    let mut pieces = vec![b"\n\r".to_vec()];
    for line in form.split('\n') {
        let line = replaced(line.replace("{who}", who).as_bytes(), b"{what}", what);
        let mut rest = &line[..];
        while rest.len() > width {
            let (first, more) = rest.split_at(width);
            pieces.last_mut().unwrap().extend_from_slice(first);
            pieces.last_mut().unwrap().extend_from_slice(b"\n\r");
            if is_late {
                pieces.push(Vec::new());
            }
            pieces.last_mut().unwrap().extend_from_slice(b"\\   ");
            rest = more;
        }
        pieces.last_mut().unwrap().extend_from_slice(rest);
        pieces.last_mut().unwrap().extend_from_slice(b"\n\r");
    }
    if shows_prompt {
        pieces.last_mut().unwrap().extend_from_slice(b"fics% ");
    }
    pieces
}

fn replaced(text: &[u8], wanted: &[u8], by: &[u8]) -> Vec<u8> {
    let mut result = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        match rest.strip_prefix(wanted) {
            Some(after) => {
                result.extend_from_slice(by);
                rest = after;
            }
            None => {
                result.push(rest[0]);
                rest = &rest[1..];
            }
        }
    }
    result
}

/// What came of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Everything that the bridge did, in order, but for warnings to the user.
    pub actions: Vec<String>,
    /// What was sent to the server.
    pub sent: Vec<String>,
    /// The games as they are kept.
    pub pgn: String,
    /// How the program ended, where it did.
    pub exit: Option<ExitReason>,
}

/// Read once: it is no part of what is tried.
static ROSTER: LazyLock<Roster> = LazyLock::new(Roster::built_in);

/// The steps of a session in which a stranger may speak: after the login.
pub fn places(session: &str) -> Vec<usize> {
    let mut is_online = false;
    let mut places = Vec::new();
    for (number, step) in steps(session).enumerate() {
        match step.split_at(1) {
            ("C" | "D", _) => is_online = false,
            ("P", " fics%") => is_online = true,
            _ => {}
        }
        if is_online {
            places.push(number + 1);
        }
    }
    places
}

fn steps(session: &str) -> impl Iterator<Item = &str> {
    session
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// One bridge in the middle of a session.
struct Replay {
    bridge: Bridge,
    reader: ServerLineReader,
    now: Duration,
    /// What the engine has been told.
    game: Game,
    outcome: Outcome,
}

/// What the bridge does in `session` when somebody else speaks in between.
pub fn replay(session: &str, injections: &[Injection]) -> Outcome {
    let is_guest = session.contains("GuestABCD");
    let account = match is_guest {
        true => "",
        false => "[account]\nhandle = 'Masque'\npassword_env = 'X'\n",
    };
    let text = format!("{account}[operation]\nowners = ['Owner']\n[game]\nresume = true\n");
    let config = FicsConfig::parse(&text, Path::new("fics.toml")).unwrap();
    let mut replay = Replay {
        bridge: Bridge::new(config, ROSTER.clone(), "neutral", "Neutral", 1),
        reader: ServerLineReader::new(Seal::Off),
        now: Duration::from_secs(1_000),
        game: Game::default(),
        outcome: Outcome::default(),
    };
    let actions = replay.bridge.begin();
    replay.perform(actions);
    for (number, step) in steps(session).enumerate() {
        for injection in injections.iter().filter(|one| one.place == number) {
            for piece in &injection.pieces {
                replay.receive(piece);
                replay.fall_silent();
            }
        }
        replay.step(step);
        if replay.outcome.exit.is_some() {
            break;
        }
    }
    replay.outcome
}

impl Replay {
    fn step(&mut self, step: &str) {
        let (what, rest) = step.split_at(1);
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        match what {
            "S" => self.receive(format!("\n\r{rest}\n\r").as_bytes()),
            "P" => {
                let end = if rest == "fics%" { " " } else { ": " };
                self.receive(format!("{rest}{end}").as_bytes());
            }
            "W" => {
                self.fall_silent();
                self.now += Duration::from_millis(rest.parse().unwrap());
                self.happen(BridgeEvent::Tick);
            }
            "E" => {
                self.fall_silent();
                // A bridge that was led astray may be in another position, which counts as a difference.
                let Ok(mv) = self.game.position().parse_move(rest) else {
                    self.outcome.actions.push(format!("{rest} is impossible"));
                    return;
                };
                let text = self.game.position().coordinate(mv);
                self.game.play(mv);
                self.happen(BridgeEvent::Engine(Reply::Move(Spelled { mv, text })));
            }
            "C" => {
                self.reader = ServerLineReader::new(Seal::Off);
                self.happen(BridgeEvent::Connected);
            }
            "D" => {
                for received in self.reader.finish() {
                    self.happen(BridgeEvent::Received(received));
                }
                self.happen(BridgeEvent::Disconnected(rest.to_owned()));
            }
            "X" => self.happen(BridgeEvent::EndWanted),
            other => panic!("a session has no step {other}"),
        }
    }

    fn receive(&mut self, bytes: &[u8]) {
        for received in self.reader.receive(bytes) {
            self.happen(BridgeEvent::Received(received));
        }
    }

    /// The reader waits no longer for the rest of a wrapped line.
    fn fall_silent(&mut self) {
        if let Some(received) = self.reader.flush() {
            self.happen(BridgeEvent::Received(received));
        }
    }

    fn happen(&mut self, event: BridgeEvent) {
        if self.outcome.exit.is_none() {
            let actions = self.bridge.step(self.now, event);
            self.perform(actions);
        }
    }

    fn perform(&mut self, actions: Vec<BridgeAction>) {
        for action in actions {
            match &action {
                BridgeAction::Warn(_) => continue,
                BridgeAction::Send(Outgoing::Line(line)) => {
                    // The server has refused our move.
                    if line.as_str() == "refresh" {
                        self.game.undo();
                    }
                    self.outcome.sent.push(line.to_string());
                }
                BridgeAction::Tell(Command::SetBoard(fen)) => {
                    let position: Result<Position, _> = fen.parse();
                    self.game = position.map(Game::new).unwrap_or_default();
                }
                BridgeAction::Tell(Command::UserMove(text)) => {
                    if let Ok(mv) = self.game.position().parse_move(text) {
                        self.game.play(mv);
                    }
                }
                BridgeAction::Record(record) => {
                    let text = journal::pgn(record, "example.org", UNIX_EPOCH + self.now);
                    self.outcome.pgn.push_str(&text);
                }
                BridgeAction::Leave(reason) => self.outcome.exit = Some(reason.clone()),
                _ => {}
            }
            self.outcome.actions.push(format!("{action:?}"));
        }
    }
}
