//! `Bridge`: the chess server as the GUI of a session, as a pure state machine.
//!
//! Owns who we are on the server, which game is played, and every decision in between: what the
//! server says, what the engine replies and the time come in as [`Event`]s, what is to be done goes
//! out as [`Deed`]s. It reads no socket, clock or file. Boards become the typed commands that
//! xboard's text becomes, and the session's replies become commands of the server.

mod entering;
mod live;
mod offers;
mod people;
mod playing;
mod report;
mod routine;
mod speech;
#[cfg(test)]
mod tests;
mod trouble;

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::fics::config::FicsConfig;
use crate::fics::line::{Prompt, Received};
use crate::fics::login::{Identity, Login, LoginError};
use crate::fics::message::{GameTerms, LoginMessage, Message, Rating, Rejection};
use crate::fics::movelist::MoveListReader;
use crate::fics::opponents::Opponents;
use crate::fics::outgoing::OutgoingLine;
use crate::fics::policy::Policy;
use crate::personality::Roster;
use crate::session::{Command, Reply};

use live::LiveGame;
use offers::Pending;
use speech::Speech;

pub use report::GameRecord;

/// What the bridge hears.
#[derive(Clone, Debug)]
pub enum Event {
    /// There is a connection, on which nothing has been said yet.
    Connected,
    /// There is none, or no longer one.
    Disconnected(String),
    /// The server says something.
    Received(Received),
    /// The engine's side says something.
    Engine(Reply),
    /// The engine has broken down.
    EngineFailed(String),
    /// Time has passed.
    Tick,
    /// Somebody wants the program to end; the second time at once.
    EndWanted,
    /// Whoever sits in front of the program gives an order.
    Ordered(String),
}

/// What goes to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outgoing {
    /// A command.
    Line(OutgoingLine),
    /// An empty line.
    Return,
    /// The password.
    Password,
}

/// What is to be done, in this order.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Connect after this time; without a seal if the server did not understand one.
    Connect {
        /// How long to wait before.
        after: Duration,
        /// Whether to do without timeseal.
        unsealed: bool,
    },
    /// Close the connection; nothing more is heard of it.
    HangUp,
    /// Send to the server.
    Send(Outgoing),
    /// Tell the engine's side.
    Tell(Command),
    /// Replace the engine by a new one.
    RestartEngine,
    /// Keep a game.
    Record(Box<GameRecord>),
    /// Tell the user.
    Warn(String),
    /// Answer an order.
    Answer(String),
    /// End the program.
    Leave(Departure),
}

/// Why the program ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Departure {
    /// It was told to, or has played its games.
    Done,
    /// The server does not let us in.
    Refused(LoginError),
    /// Another login with the same handle has taken our place.
    Kicked(String),
    /// There never was a connection.
    NoConnection(String),
    /// The engine fails again and again.
    EngineFailed,
}

/// How far we are with the server.
#[derive(Clone, Debug)]
enum Stage {
    Offline,
    Entering { login: Login, since: Duration },
    Online,
    Quitting { since: Duration },
}

/// How much the program wants to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Haste {
    None,
    AfterTheGame,
    Now,
}

/// What was said about a game before its first board.
#[derive(Clone, Debug, Default)]
struct Announced {
    kind: Option<String>,
    is_rated: Option<bool>,
    is_continued: bool,
    /// Handles with ratings.
    ratings: Vec<(String, Rating)>,
}

/// A game that is about to begin.
#[derive(Clone, Copy, Debug)]
struct Awaited {
    since: Duration,
    how: Beginning,
}

/// How a game comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beginning {
    /// We have accepted a challenge, or somebody considers our seek.
    Agreement,
    /// We have asked for the rest of an adjourned game.
    Resumption,
}

/// The machine.
pub struct Bridge {
    config: FicsConfig,
    policy: Policy,
    roster: Roster,
    /// The character that plays unless an opponent asks for another.
    pinned: String,
    /// The title of the character in force.
    character: String,
    now: Duration,
    stage: Stage,
    haste: Haste,
    unsealed: bool,
    attempts: u32,
    has_been_online: bool,
    chance: ChaCha8Rng,
    identity: Option<Identity>,
    live: Option<LiveGame>,
    announced: Announced,
    /// The number of the last game, of which late boards may come.
    closed: Option<u32>,
    awaited: Option<Awaited>,
    pending: Pending,
    opponents: Opponents,
    /// Games broken off, to be taken up with what was written about them.
    suspended: VecDeque<LiveGame>,
    /// Whom to ask for the rest of a game.
    to_resume: VecDeque<String>,
    moves: MoveListReader,
    speech: Speech,
    /// Handles that the server calls computers.
    computers: HashSet<String>,
    /// Who asked for which character.
    requests: HashMap<String, String>,
    answered: HashMap<String, Duration>,
    /// When to post the seeks; `None` when they are posted or there are none.
    seek_at: Option<Duration>,
    heard_at: Duration,
    probed_at: Option<Duration>,
    /// When we last said anything to the server.
    sent_at: Duration,
    /// How often in a row the engine has failed.
    failures: u32,
    deeds: Vec<Deed>,
}

/// Names kept in each list of people; months of visitors must not fill the memory.
const MOST_NAMES: usize = 1_000;

impl Bridge {
    /// A bridge that is not connected. `pinned` names the character and `character` is its title;
    /// `seed` spreads the attempts to connect again.
    pub fn new(
        config: FicsConfig,
        roster: Roster,
        pinned: &str,
        character: &str,
        seed: u64,
    ) -> Bridge {
        Bridge {
            policy: Policy::new(&config),
            config,
            roster,
            pinned: pinned.to_owned(),
            character: character.to_owned(),
            now: Duration::ZERO,
            stage: Stage::Offline,
            haste: Haste::None,
            unsealed: false,
            attempts: 0,
            has_been_online: false,
            chance: ChaCha8Rng::seed_from_u64(seed),
            identity: None,
            live: None,
            announced: Announced::default(),
            closed: None,
            awaited: None,
            pending: Pending::default(),
            opponents: Opponents::default(),
            suspended: VecDeque::new(),
            to_resume: VecDeque::new(),
            moves: MoveListReader::new(),
            speech: Speech::default(),
            computers: HashSet::new(),
            requests: HashMap::new(),
            answered: HashMap::new(),
            seek_at: None,
            heard_at: Duration::ZERO,
            probed_at: None,
            sent_at: Duration::ZERO,
            failures: 0,
            deeds: Vec::new(),
        }
    }

    /// Whether a game is being played.
    pub fn is_playing(&self) -> bool {
        self.live.is_some()
    }

    /// Answers one event. `now` is the time since the program's start and never runs backwards.
    pub fn step(&mut self, now: Duration, event: Event) -> Vec<Deed> {
        self.now = now;
        match event {
            Event::Connected => self.connected(),
            Event::Disconnected(why) => self.disconnected(why),
            Event::Received(received) => self.received(&received),
            Event::Engine(reply) => self.engine_says(reply),
            Event::EngineFailed(why) => self.engine_failed(&why),
            Event::Tick => self.tick(),
            Event::EndWanted => self.end_wanted(),
            Event::Ordered(text) => self.ordered(&text),
        }
        std::mem::take(&mut self.deeds)
    }

    fn received(&mut self, received: &Received) {
        self.heard_at = self.now;
        self.probed_at = None;
        match self.stage {
            Stage::Offline => {}
            Stage::Entering { .. } => self.enter(received),
            Stage::Online | Stage::Quitting { .. } => match received {
                Received::Line(line) => self.line(line),
                Received::Prompt(Prompt::Command) | Received::Ping => {}
                // Asked for a name in the middle of things: the server has thrown us out.
                Received::Prompt(Prompt::Login | Prompt::Password) => {
                    self.lose_connection("the server asks for a login");
                }
            },
        }
    }

    /// The one list of what each line of the server leads to.
    fn line(&mut self, line: &str) {
        if let Some(list) = self.moves.read(line) {
            self.moves_arrived(&list);
        }
        match Message::parse(line) {
            Message::Board(board) => self.board(*board),
            Message::Chat(chat) => self.chat(&chat),
            Message::Login(message) => self.news_of_the_session(message),

            Message::Challenge(challenge) => self.challenged(None, challenge),
            Message::ChallengerIs { name, what } => self.challenger_is(&name, what),
            Message::PendingFrom(offer) => self.pending_from(offer),
            Message::PendingRemoved(index) => self.pending.remove_index(index),
            Message::Offer { from, offer } => self.offered(&from, None, offer),
            Message::OfferOver { from } | Message::ChallengeGone(from) => {
                self.pending.remove_from(&from);
            }

            Message::Creating(terms) => self.creating(terms),
            Message::GameInfo(info) => {
                self.closed = None;
                self.announced.kind = Some(info.kind);
                self.announced.is_rated = Some(info.is_rated);
            }
            Message::GameStarted(started) => {
                if self.is_me(&started.white) || self.is_me(&started.black) {
                    self.closed = None;
                    self.announced.kind = Some(started.kind);
                    self.announced.is_rated = Some(started.is_rated);
                    self.announced.is_continued = started.is_continued;
                }
            }
            Message::GameEnded(ended) => self.game_ended(&ended),
            Message::Rejected(rejection) => self.rejected(&rejection),
            Message::MoreTime { from, .. } => self.given_time(from.as_deref()),
            // The server's line about the end of the game follows.
            Message::OpponentLeft(_) => self.rest_the_engine(),

            Message::AdjournedOpponentArrived(name) => self.may_resume(name),
            Message::AdjournedOpponentsOnline(names) => {
                names.into_iter().for_each(|name| self.may_resume(name));
            }
            Message::MatchFailed(why) => {
                log::info!("no match: {why}");
                self.awaited = None;
            }

            Message::UnknownCommand(line) => self.command_unknown(&line),
            Message::OurSeek(_) => {}
            Message::MorePages => self.send("next"),
            Message::QuotaReached => self.speech.quota_is_reached(self.now),
            // Said in words by every server, and by some with an index too.
            Message::Issuing(challenge) => self.we_challenge(challenge.as_deref()),
            Message::PendingTo(_)
            | Message::Seek(_)
            | Message::SeeksRemoved(_)
            | Message::UnknownVariable(_)
            | Message::Other(_) => {}
        }
    }

    fn creating(&mut self, terms: GameTerms) {
        if !self.is_me(&terms.first) && !self.is_me(&terms.second) {
            return;
        }
        self.closed = None;
        self.announced.is_rated = Some(terms.is_rated);
        self.announced.kind = Some(terms.kind);
        self.announced.ratings = vec![
            (terms.first, terms.first_rating),
            (terms.second, terms.second_rating),
        ];
    }

    fn rejected(&mut self, rejection: &Rejection) {
        match rejection {
            Rejection::IllegalMove(text) | Rejection::AmbiguousMove(text) => {
                self.move_refused(&format!("the server refuses the move {text}"));
            }
            Rejection::NotOurMove => self.move_refused("the server says it is not our move"),
            Rejection::NoSuchOffer | Rejection::Busy => self.awaited = None,
            Rejection::NotPlaying => self.game_is_gone(),
            Rejection::Paused | Rejection::OpponentHasTime => {}
        }
    }

    fn news_of_the_session(&mut self, message: LoginMessage) {
        match message {
            LoginMessage::Kicked(text) => {
                self.deeds.push(Deed::HangUp);
                self.suspend_the_game();
                self.stage = Stage::Offline;
                self.deeds.push(Deed::Leave(Departure::Kicked(text)));
            }
            // We asked for it.
            LoginMessage::ShuttingDown(_) if matches!(self.stage, Stage::Quitting { .. }) => {}
            LoginMessage::ShuttingDown(text) => self.warn(text),
            LoginMessage::TimesealError(text) => self.warn(format!("timeseal: {text}")),
            _ => {}
        }
    }

    fn is_me(&self, name: &str) -> bool {
        let me = self.identity.as_ref();
        me.is_some_and(|identity| identity.name.eq_ignore_ascii_case(name))
    }

    fn is_guest(&self) -> bool {
        let me = self.identity.as_ref();
        me.is_none_or(|identity| !identity.is_registered)
    }

    fn is_online(&self) -> bool {
        matches!(self.stage, Stage::Online)
    }

    /// Sends a command of our own.
    fn send(&mut self, command: &str) {
        self.sent_at = self.now;
        match OutgoingLine::new(command) {
            Ok(line) => self.deeds.push(Deed::Send(Outgoing::Line(line))),
            Err(error) => log::error!("not sent: {error}"),
        }
    }

    fn tell(&mut self, command: Command) {
        self.deeds.push(Deed::Tell(command));
    }

    fn warn(&mut self, text: String) {
        self.deeds.push(Deed::Warn(text));
    }
}
