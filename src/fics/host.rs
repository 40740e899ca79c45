//! The host brings the server, the bridge and the engine together: what happens goes to the bridge,
//! and what the bridge wants is done.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant, SystemTime};

use thiserror::Error;

use crate::engine::{Engine, EngineConfig, EngineEvent};
use crate::fics::bridge::{Bridge, BridgeAction, BridgeEvent, ExitReason, Outgoing};
use crate::fics::config::{FicsConfig, SealChoice};
use crate::fics::connection::{self, ConnectionEvent, Writer};
use crate::fics::journal;
use crate::fics::lock::{self, AccountLock, LockError};
use crate::fics::login::LoginError;
use crate::fics::outward::outward;
use crate::fics::password::{Password, PasswordError};
use crate::fics::timeseal::Seal;
use crate::files;
use crate::session::{Command, Conversation, Event as SessionEvent};

/// The interval between two [`BridgeEvent::Tick`]s.
const TICK: Duration = Duration::from_millis(100);
/// Games that cannot be written are kept for the next attempt, up to this size.
const MAX_UNKEPT_BYTES: usize = 1 << 20;
/// How often the status is written.
const STATUS_TIME: Duration = Duration::from_secs(5);

/// Why playing on a server has ended badly.
#[derive(Debug, Error)]
pub enum FicsError {
    /// There is no password.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// Another copy plays with the account.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// There is no place for the lock that is the user's alone.
    #[error("no place for the account's lock ({0}); expected `lock_directory` in [operation]")]
    NoLockDirectory(io::Error),
    /// The server does not let us in.
    #[error("{}", outward(&.0.to_string()))]
    Refused(LoginError),
    /// Another login has taken our place.
    #[error("another login with this handle has ended ours, which is not fought over: {}", outward(.0))]
    Kicked(String),
    /// There never was a connection.
    #[error("no connection: {}", outward(.0))]
    NoConnection(String),
    /// The engine has failed too often to go on.
    #[error("the engine failed in one game after the other; see the log")]
    EngineFailed,
    /// A file that is to be written during play cannot be.
    #[error("cannot write {}: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] io::Error),
}

enum HostMessage {
    Network(Generation, ConnectionEvent),
    Engine(Generation, EngineEvent),
}

/// Which connection or engine something comes from; what comes from an older one is not heard.
type Generation = u64;

/// A request of the operator, by signal or on the console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperatorRequest {
    /// The end: the first time after the game, the second time at once.
    End,
    /// An order, in the words that an owner may also use on the server.
    Order(String),
}

/// Plays on the server until the operator ends it or it cannot go on.
///
/// `wishes` is polled several times a second for requests of the operator; the answers to orders
/// are written to `answers`.
///
/// # Errors
/// See [`FicsError`].
pub fn play(
    config: FicsConfig,
    engine: EngineConfig,
    wishes: impl FnMut() -> Option<OperatorRequest>,
    answers: &mut impl Write,
) -> Result<(), FicsError> {
    let password = Password::of(&config.account)?;
    let _lock = match &config.account.handle {
        Some(handle) => {
            let directory = lock_directory(&config)?;
            let server = &config.server;
            let ports = server.ports.iter().map(|port| port.get());
            Some(AccountLock::take(
                &directory,
                &server.host,
                ports,
                handle.as_str(),
            )?)
        }
        // Any number of guests may be logged in, so they need no lock.
        None => None,
    };
    check_files(&config)?;
    let mut host = Host::new(config, engine, password)?;
    match host.run(wishes, answers) {
        ExitReason::Done => Ok(()),
        ExitReason::Refused(error) => Err(FicsError::Refused(error)),
        ExitReason::Kicked(text) => Err(FicsError::Kicked(text)),
        ExitReason::NoConnection(why) => Err(FicsError::NoConnection(why)),
        ExitReason::EngineFailed => Err(FicsError::EngineFailed),
    }
}

/// Checks that the files of `[record]` and `[operation]` can be written, before the first game is
/// played.
fn check_files(config: &FicsConfig) -> Result<(), FicsError> {
    let unwritable = |path: &Path| {
        let path = path.to_owned();
        |source| FicsError::Unwritable { path, source }
    };
    if let Some(path) = &config.record.pgn {
        journal::append(path, "").map_err(unwritable(path))?;
    }
    if let Some(path) = &config.operation.status {
        files::replace_private_entry(path, b"starting\n").map_err(unwritable(path))?;
    }
    Ok(())
}

fn lock_directory(config: &FicsConfig) -> Result<PathBuf, FicsError> {
    match &config.operation.lock_directory {
        Some(directory) => Ok(directory.clone()),
        None => lock::default_directory().map_err(FicsError::NoLockDirectory),
    }
}

struct Host {
    config: FicsConfig,
    engine_config: EngineConfig,
    password: Option<Password>,
    bridge: Bridge,
    conversation: Conversation,
    sender: Sender<HostMessage>,
    inbox: Receiver<HostMessage>,
    began: Instant,
    writer: Option<Writer>,
    connection: Generation,
    engine: Generation,
    /// Answers to the orders on the console.
    answers: Vec<String>,
    /// Games that could not be written yet.
    unkept: String,
    status: String,
    status_at: Option<Instant>,
}

impl Host {
    fn new(
        config: FicsConfig,
        engine_config: EngineConfig,
        password: Option<Password>,
    ) -> io::Result<Host> {
        let (sender, inbox) = channel();
        let personality = &engine_config.personality;
        let seed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let bridge = Bridge::new(
            config.clone(),
            engine_config.roster.clone(),
            personality.name(),
            personality.title(),
            seed.map_or(0, |elapsed| elapsed.as_nanos() as u64),
        );
        let mut host = Host {
            conversation: conversation(&config, &engine_config, 0, &sender)?,
            config,
            engine_config,
            password,
            bridge,
            sender,
            inbox,
            began: Instant::now(),
            writer: None,
            connection: 0,
            engine: 0,
            answers: Vec::new(),
            unkept: String::new(),
            status: String::new(),
            status_at: None,
        };
        host.start_engine_threads();
        Ok(host)
    }

    fn run(
        &mut self,
        mut wishes: impl FnMut() -> Option<OperatorRequest>,
        answers: &mut impl Write,
    ) -> ExitReason {
        let actions = self.bridge.begin();
        let mut exit_reason = self.perform(actions);
        let mut ticked = Instant::now();
        loop {
            if let Some(exit_reason) = exit_reason {
                self.hang_up();
                return exit_reason;
            }
            exit_reason = match self.inbox.recv_timeout(TICK) {
                Ok(message) => self.hear(message),
                Err(RecvTimeoutError::Timeout) => None,
                // We hold a sender ourselves.
                Err(RecvTimeoutError::Disconnected) => Some(ExitReason::Done),
            };
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
                exit_reason = exit_reason.or_else(|| self.step(ticked, BridgeEvent::Tick));
            }
            while let Some(wish) = wishes() {
                let event = match wish {
                    OperatorRequest::End => BridgeEvent::EndWanted,
                    OperatorRequest::Order(text) => BridgeEvent::Ordered(text),
                };
                exit_reason = exit_reason.or_else(|| self.step(Instant::now(), event));
            }
            for answer in self.answers.drain(..) {
                // The reader of the answers may have gone.
                let _ = writeln!(answers, "{answer}");
            }
            self.write_status();
        }
    }

    fn hear(&mut self, message: HostMessage) -> Option<ExitReason> {
        match message {
            HostMessage::Network(connection, news) if connection == self.connection => {
                let (at, event) = match news {
                    ConnectionEvent::Opened(writer) => {
                        self.writer = Some(writer);
                        (Instant::now(), BridgeEvent::Connected)
                    }
                    ConnectionEvent::Received(at, received) => {
                        (at, BridgeEvent::Received(received))
                    }
                    ConnectionEvent::Closed(why) => {
                        self.writer = None;
                        (Instant::now(), BridgeEvent::Disconnected(why))
                    }
                };
                self.step(at, event)
            }
            HostMessage::Network(_, ConnectionEvent::Opened(writer)) => {
                writer.close();
                None
            }
            HostMessage::Engine(engine, event) if engine == self.engine => {
                let replies = self.converse(event.into());
                self.perform_all(replies)
            }
            HostMessage::Network(..) | HostMessage::Engine(..) => None,
        }
    }

    fn step(&mut self, at: Instant, event: BridgeEvent) -> Option<ExitReason> {
        let now = at.saturating_duration_since(self.began);
        let actions = self.bridge.step(now, event);
        self.perform(actions)
    }

    fn perform_all(&mut self, events: Vec<BridgeEvent>) -> Option<ExitReason> {
        let mut exit_reason = None;
        for event in events {
            exit_reason = exit_reason.or_else(|| self.step(Instant::now(), event));
        }
        exit_reason
    }

    /// Performs the actions, and those that follow from them.
    fn perform(&mut self, actions: Vec<BridgeAction>) -> Option<ExitReason> {
        let mut actions = VecDeque::from(actions);
        while let Some(action) = actions.pop_front() {
            let consequences = match action {
                BridgeAction::Leave(exit_reason) => return Some(exit_reason),
                action => self.perform_one(action),
            };
            let now = self.began.elapsed();
            let mut more = Vec::new();
            for event in consequences {
                more.extend(self.bridge.step(now, event));
            }
            // The consequences of an action come before the next action.
            for action in more.into_iter().rev() {
                actions.push_front(action);
            }
        }
        None
    }

    fn perform_one(&mut self, action: BridgeAction) -> Vec<BridgeEvent> {
        match action {
            BridgeAction::Connect { after, unsealed } => return self.connect(after, unsealed),
            BridgeAction::HangUp => self.hang_up(),
            BridgeAction::Send(outgoing) => self.send(&outgoing),
            BridgeAction::Tell(command) => return self.converse(SessionEvent::Command(command)),
            BridgeAction::RestartEngine => return self.restart_engine(),
            BridgeAction::Record(record) => {
                let site = self.config.server.site.clone();
                let site = site.unwrap_or_else(|| self.config.server.host.clone());
                let text = journal::pgn(&record, &site, SystemTime::now());
                self.record(&text);
            }
            BridgeAction::Warn(text) => log::warn!("{text}"),
            BridgeAction::Answer(text) => self.answers.push(outward(&text)),
            BridgeAction::Leave(_) => {}
        }
        Vec::new()
    }

    fn connect(&mut self, after: Duration, unsealed: bool) -> Vec<BridgeEvent> {
        self.connection += 1;
        let generation = self.connection;
        let sender = self.sender.clone();
        let seal = match self.config.server.timeseal {
            SealChoice::Off => Seal::Off,
            SealChoice::Auto if unsealed => Seal::Off,
            SealChoice::Auto | SealChoice::V1 => Seal::One,
            SealChoice::V2 => Seal::Two,
        };
        let password = self.password.clone();
        let opened = connection::open(&self.config.server, seal, password, after, move |news| {
            // The receiver is gone when the program ends.
            let _ = sender.send(HostMessage::Network(generation, news));
        });
        match opened {
            Ok(()) => Vec::new(),
            Err(error) => vec![BridgeEvent::Disconnected(error.to_string())],
        }
    }

    fn hang_up(&mut self) {
        self.connection += 1;
        self.close_writer();
    }

    /// When it cannot be sent, the reader tells the end of the connection behind what it has read: the
    /// last words may say why.
    fn send(&mut self, outgoing: &Outgoing) {
        let sent = self.writer.as_ref().map(|writer| writer.send(outgoing));
        if let Some(Err(error)) = sent {
            log::info!("cannot send: {error}");
            self.close_writer();
        }
    }

    fn close_writer(&mut self) {
        if let Some(writer) = self.writer.take() {
            writer.close();
        }
    }

    /// Passes an event to the session and returns its replies as bridge events; a panic of the session
    /// becomes [`BridgeEvent::EngineFailed`].
    fn converse(&mut self, event: SessionEvent) -> Vec<BridgeEvent> {
        let mut events = Vec::new();
        let conversation = &mut self.conversation;
        let handled = catch_unwind(AssertUnwindSafe(|| {
            conversation.handle(Instant::now(), event, &mut |reply| {
                events.push(BridgeEvent::Engine(reply.clone()));
            })
        }));
        if handled.is_err() {
            events.push(BridgeEvent::EngineFailed(
                "a part of it broke down".to_owned(),
            ));
        }
        events
    }

    /// Replaces the engine that failed by a new one. The old one's threads are not waited for.
    fn restart_engine(&mut self) -> Vec<BridgeEvent> {
        self.engine += 1;
        let (engine, sender) = (self.engine, &self.sender);
        match conversation(&self.config, &self.engine_config, engine, sender) {
            Ok(conversation) => {
                self.conversation = conversation;
                self.start_engine_threads();
            }
            Err(error) => log::error!("there is no new engine: {error}"),
        }
        Vec::new()
    }

    fn start_engine_threads(&mut self) {
        if let Some(threads) = self.config.engine.threads {
            let command = Command::Cores(threads.get() as usize);
            self.converse(SessionEvent::Command(command));
        }
    }

    /// Appends a game to the PGN file, after the games that could not be written before.
    fn record(&mut self, text: &str) {
        let Some(path) = &self.config.record.pgn else {
            return;
        };
        self.unkept.push_str(text);
        match journal::append(path, &self.unkept) {
            Ok(()) => self.unkept.clear(),
            Err(error) => {
                log::error!("cannot add a game to {}: {error}", path.display());
                text.lines().for_each(|line| log::error!("{line}"));
                if self.unkept.len() > MAX_UNKEPT_BYTES {
                    self.unkept.clear();
                }
            }
        }
    }

    fn write_status(&mut self) {
        let Some(path) = &self.config.operation.status else {
            return;
        };
        if self.status_at.is_some_and(|at| at.elapsed() < STATUS_TIME) {
            return;
        }
        self.status_at = Some(Instant::now());
        let status = outward(&self.bridge.status());
        if status != self.status {
            if let Err(error) = files::replace_private_entry(path, format!("{status}\n").as_bytes())
            {
                log::warn!("cannot write {}: {error}", path.display());
            }
            self.status = status;
        }
    }
}

fn conversation(
    config: &FicsConfig,
    engine: &EngineConfig,
    generation: Generation,
    sender: &Sender<HostMessage>,
) -> io::Result<Conversation> {
    let sender = sender.clone();
    let mut engine = engine.clone();
    engine.settings.resign = config.engine.resign;
    let engine = Engine::new(engine, move |event| {
        // The receiver is gone when the program ends.
        let _ = sender.send(HostMessage::Engine(generation, event));
    })?;
    Ok(Conversation::new(engine))
}
