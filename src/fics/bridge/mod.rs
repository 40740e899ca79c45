//! `Bridge`: the chess server as the user interface of a session, as a pure state machine.
//!
//! What the server says, what the engine replies and the time come in as [`BridgeEvent`]s; what is to be
//! done goes out as [`BridgeAction`]s. The bridge reads no socket, clock or file. Boards become the same
//! typed commands as xboard's text, and the session's replies become commands of the server.

mod agreements;
mod belief;
mod chat_queue;
mod connecting;
mod failures;
mod live_game;
mod offers;
mod people;
mod playing;
mod report;
mod seeking;
mod setup;
mod terms;
#[cfg(test)]
mod tests;
mod timers;

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::fics::config::FicsConfig;
use crate::fics::line::{Prompt, Received};
use crate::fics::login::{Login, LoginError, ServerIdentity};
use crate::fics::message::{GameTerms, LoginMessage, Rejection, ServerMessage, ServerRating};
use crate::fics::movelist::ServerMoveListReader;
use crate::fics::opponents::Opponents;
use crate::fics::outgoing::OutgoingLine;
use crate::fics::policy::ChallengePolicy;
use crate::fics::speaker::{Speaker, SpeakerTracker};
use crate::personality::{PlayingStrength, Roster};
use crate::session::{Command, Reply};

use agreements::Agreements;
use chat_queue::ChatQueue;
use live_game::LiveGame;
use offers::IncomingOffers;
use seeking::SeekForm;
use setup::ComputerTitle;

pub use report::GameRecord;

/// An input of the bridge.
#[derive(Clone, Debug)]
pub enum BridgeEvent {
    /// A connection has been made; the server has not said anything yet.
    Connected,
    /// The connection has ended or could not be made, with the reason.
    Disconnected(String),
    /// A line, prompt or ping of the server.
    Received(Received),
    /// A reply of the session.
    Engine(Reply),
    /// The engine has failed, with the reason.
    EngineFailed(String),
    /// Time has passed.
    Tick,
    /// A signal asks the program to end; the second one asks it to end at once.
    EndWanted,
    /// An order of the operator on the console.
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

/// An output of the bridge; outputs are performed in their order.
#[derive(Clone, Debug)]
pub enum BridgeAction {
    /// Connect after this time; without a seal if the server did not understand one.
    Connect {
        /// How long to wait before.
        after: Duration,
        /// Whether to do without timeseal.
        unsealed: bool,
    },
    /// Close the connection; later input from it is ignored.
    HangUp,
    /// Send to the server.
    Send(Outgoing),
    /// Pass a command to the session.
    Tell(Command),
    /// Replace the engine by a new one.
    RestartEngine,
    /// Write a game to the record.
    Record(Box<GameRecord>),
    /// Write a warning to the log.
    Warn(String),
    /// Answer an order on the console.
    Answer(String),
    /// End the program.
    Leave(ExitReason),
}

/// Why the program ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExitReason {
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

/// The state of the connection.
#[derive(Clone, Debug)]
enum ConnectionStage {
    Offline,
    Entering { login: Login, since: Duration },
    Online,
    Quitting { since: Duration },
}

/// When the program is to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ShutdownUrgency {
    None,
    AfterTheGame,
    Now,
}

/// What the server has announced about a game before its first board.
#[derive(Clone, Debug, Default)]
struct Announced {
    kind: Option<String>,
    is_rated: Option<bool>,
    is_continued: bool,
    /// The game has begun, at that time and against that opponent, and its board is still to come.
    awaits_board: Option<(Duration, String)>,
    /// Handles with ratings.
    ratings: Vec<(String, ServerRating)>,
}

/// The state machine between a chess server and the engine.
pub struct Bridge {
    config: FicsConfig,
    policy: ChallengePolicy,
    roster: Roster,
    /// The character that plays unless an opponent asks for another.
    pinned: String,
    /// The title of the character in force.
    character: String,
    now: Duration,
    stage: ConnectionStage,
    urgency: ShutdownUrgency,
    unsealed: bool,
    attempts: u32,
    has_been_online: bool,
    rng: ChaCha8Rng,
    identity: Option<ServerIdentity>,
    live: Option<LiveGame>,
    announced: Announced,
    /// The number of the last game, of which late boards may come.
    closed: Option<u32>,
    agreements: Agreements,
    pending: IncomingOffers,
    opponents: Opponents,
    /// Games broken off, to be taken up with what was written about them.
    suspended: VecDeque<LiveGame>,
    /// Opponents to ask for the rest of an adjourned game.
    to_resume: VecDeque<String>,
    moves: ServerMoveListReader,
    chat_queue: ChatQueue,
    /// Handles that the server calls computers.
    computers: HashSet<String>,
    /// Who asked for which character.
    requests: HashMap<String, String>,
    /// Who asked for which level in unrated games.
    levels: HashMap<String, PlayingStrength>,
    answered: HashMap<String, Duration>,
    /// Who asked why the last move was made.
    asks_why: Option<String>,
    /// When to post the seeks; `None` when they are posted or there are none.
    seek_at: Option<Duration>,
    /// When seeks were sent that the server has not answered.
    seek_sent_at: Option<Duration>,
    seek_form: SeekForm,
    /// What is still to be set after the login, one command for each prompt.
    setup: VecDeque<String>,
    title: ComputerTitle,
    heard_at: Duration,
    probed_at: Option<Duration>,
    /// When we last said anything to the server.
    sent_at: Duration,
    /// How often in a row the engine has failed.
    failures: u32,
    /// Tells the speaker of each line.
    speakers: SpeakerTracker,
    /// When the login was over.
    online_since: Duration,
    /// The server has said that another login takes our place; it hangs up next.
    kicked: Option<Kicked>,
    actions: Vec<BridgeAction>,
}

/// Another login has taken our place, as the server says.
#[derive(Clone, Debug)]
struct Kicked {
    since: Duration,
    text: String,
}

/// A server that throws us out hangs up within this time.
const HANGING_UP_TIME: Duration = Duration::from_secs(10);

/// Names kept in each list of people; months of visitors must not fill the memory.
const MAX_NAMES: usize = 1_000;

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
            policy: ChallengePolicy::new(&config),
            config,
            roster,
            pinned: pinned.to_owned(),
            character: character.to_owned(),
            now: Duration::ZERO,
            stage: ConnectionStage::Offline,
            urgency: ShutdownUrgency::None,
            unsealed: false,
            attempts: 0,
            has_been_online: false,
            rng: ChaCha8Rng::seed_from_u64(seed),
            identity: None,
            live: None,
            announced: Announced::default(),
            closed: None,
            agreements: Agreements::default(),
            pending: IncomingOffers::default(),
            opponents: Opponents::default(),
            suspended: VecDeque::new(),
            to_resume: VecDeque::new(),
            moves: ServerMoveListReader::new(),
            chat_queue: ChatQueue::default(),
            computers: HashSet::new(),
            requests: HashMap::new(),
            levels: HashMap::new(),
            answered: HashMap::new(),
            asks_why: None,
            seek_at: None,
            seek_sent_at: None,
            seek_form: SeekForm::default(),
            setup: VecDeque::new(),
            title: ComputerTitle::Settled,
            heard_at: Duration::ZERO,
            probed_at: None,
            sent_at: Duration::ZERO,
            failures: 0,
            speakers: SpeakerTracker::default(),
            online_since: Duration::ZERO,
            kicked: None,
            actions: Vec::new(),
        }
    }

    /// Whether a game is being played.
    pub fn is_playing(&self) -> bool {
        self.live.is_some()
    }

    /// Answers one event. `now` is the time since the program's start and never runs backwards.
    pub fn step(&mut self, now: Duration, event: BridgeEvent) -> Vec<BridgeAction> {
        self.now = now;
        match event {
            BridgeEvent::Connected => self.connected(),
            BridgeEvent::Disconnected(why) => self.disconnected(why),
            BridgeEvent::Received(received) => self.received(&received),
            BridgeEvent::Engine(reply) => self.engine_says(reply),
            BridgeEvent::EngineFailed(why) => self.engine_failed(&why),
            BridgeEvent::Tick => self.tick(),
            BridgeEvent::EndWanted => self.end_wanted(),
            BridgeEvent::Ordered(text) => self.ordered(&text),
        }
        std::mem::take(&mut self.actions)
    }

    fn received(&mut self, received: &Received) {
        self.heard_at = self.now;
        self.probed_at = None;
        match self.stage {
            ConnectionStage::Offline => {}
            ConnectionStage::Entering { .. } => self.hear_during_login(received),
            ConnectionStage::Online | ConnectionStage::Quitting { .. } => match received {
                Received::Line(line) => self.line(line),
                Received::Prompt(Prompt::Command) => {
                    self.speakers.prompt_is_shown();
                    self.send_next_setup_line();
                }
                Received::Ping => {}
                // Asked for a name in the middle of things: the server has thrown us out.
                Received::Prompt(Prompt::Login | Prompt::Password) => {
                    self.lose_connection("the server asks for a login");
                }
            },
        }
    }

    /// Dispatches a line by its speaker: the server's messages count if the present state can bring
    /// them forth, people are answered, and quotations are ignored.
    fn line(&mut self, line: &str) {
        let table_is_asked_for = self.awaits_move_list();
        match self.speakers.speaker_of(line, table_is_asked_for) {
            Speaker::Server(message) => {
                self.read_move_list(line);
                match self.believes(&message) {
                    true => self.server_says(message),
                    false => log::debug!(target: "fics", "not believed: {line}"),
                }
            }
            Speaker::Person(ServerMessage::Chat(chat)) => self.chat(&chat),
            Speaker::TableRow => self.read_move_list(line),
            Speaker::Person(_) | Speaker::Quotation => {}
        }
    }

    fn awaits_move_list(&self) -> bool {
        self.live
            .as_ref()
            .is_some_and(|live| live.syncing.is_some())
    }

    /// The list of moves, which is read only while we have asked for it.
    fn read_move_list(&mut self, line: &str) {
        if self.awaits_move_list()
            && let Some(list) = self.moves.read(line)
        {
            self.move_list_arrived(&list);
        }
    }

    /// Handles a message of the server that is believed.
    fn server_says(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Board(board) => self.board(*board),
            ServerMessage::Login(message) => self.session_message(message),

            ServerMessage::Challenge(challenge) => self.challenged(None, challenge),
            ServerMessage::ChallengerIs { name, what } => self.note_challenger(&name, what),
            ServerMessage::PendingFrom(offer) => self.pending_from(offer),
            ServerMessage::PendingRemoved(index) => self.pending.remove_index(index),
            ServerMessage::Offer { from, offer } => self.offered(&from, None, offer),
            ServerMessage::OfferOver { from } | ServerMessage::ChallengeGone(from) => {
                self.pending.remove_from(&from);
            }

            ServerMessage::Creating(terms) => self.creating(terms),
            ServerMessage::GameInfo(info) => {
                self.closed = None;
                self.announced.kind = Some(info.kind);
                self.announced.is_rated = Some(info.is_rated);
            }
            ServerMessage::GameStarted(started) => {
                self.closed = None;
                self.announced.kind = Some(started.kind);
                self.announced.is_rated = Some(started.is_rated);
                self.announced.is_continued = started.is_continued;
                let opponent = match self.is_me(&started.white) {
                    true => started.black,
                    false => started.white,
                };
                self.announced.awaits_board = Some((self.now, opponent));
            }
            ServerMessage::GameEnded(ended) => self.game_ended(&ended),
            ServerMessage::Rejected(rejection) => self.rejected(&rejection),
            ServerMessage::MoreTime { .. } => self.thank_for_time(),

            ServerMessage::AdjournedOpponentArrived(name) => self.queue_resumption(name),
            ServerMessage::AdjournedOpponentsOnline(names) => {
                names
                    .into_iter()
                    .for_each(|name| self.queue_resumption(name));
            }
            ServerMessage::MatchFailed(why) => {
                log::info!("no match: {why}");
                self.agreements.stop_waiting();
            }

            ServerMessage::UnknownCommand(line) => {
                self.move_unknown(&line);
                self.seek_is_unknown(&line);
            }
            ServerMessage::OurSeek(seek) => self.seek_message(seek),
            ServerMessage::FingerHeading { titles, .. } => self.note_own_titles(&titles),
            ServerMessage::MorePages => self.send("next"),
            ServerMessage::QuotaReached => self.chat_queue.pause_for_quota(self.now),
            // Said in words by every server, and by some with an index too.
            ServerMessage::Issuing(challenge) => self.own_challenge(challenge.as_deref()),
            ServerMessage::Chat(_)
            | ServerMessage::PendingTo(_)
            | ServerMessage::Seek(_)
            | ServerMessage::SeeksRemoved(_)
            | ServerMessage::UnknownVariable(_)
            | ServerMessage::Other(_) => {}
        }
    }

    fn creating(&mut self, terms: GameTerms) {
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
            Rejection::NoSuchOffer | Rejection::Busy => self.agreements.stop_waiting(),
            Rejection::NotPlaying => self.drop_unknown_game(),
            Rejection::Untimed => self.game_is_untimed(),
            Rejection::Paused | Rejection::OpponentHasTime => {}
        }
    }

    fn session_message(&mut self, message: LoginMessage) {
        match message {
            // The server hangs up next. Only then is it true.
            LoginMessage::Kicked { text, .. } => {
                self.kicked = Some(Kicked {
                    since: self.now,
                    text,
                });
            }
            // We asked for it.
            LoginMessage::ShuttingDown(_)
                if matches!(self.stage, ConnectionStage::Quitting { .. }) => {}
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
        matches!(self.stage, ConnectionStage::Online)
    }

    /// Sends a command of our own.
    fn send(&mut self, command: &str) {
        self.sent_at = self.now;
        match OutgoingLine::new(command) {
            Ok(line) => self.actions.push(BridgeAction::Send(Outgoing::Line(line))),
            Err(error) => log::error!("not sent: {error}"),
        }
    }

    fn tell(&mut self, command: Command) {
        self.actions.push(BridgeAction::Tell(command));
    }

    fn warn(&mut self, text: String) {
        self.actions.push(BridgeAction::Warn(text));
    }
}
