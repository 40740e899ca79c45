//! The host: brings the person, the table and the engine together.
//!
//! Owns the threads, the order of events and what is printed when. It must not know whose turn it
//! is or what a line means.

use std::collections::VecDeque;
use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::{Engine, EngineConfig, EngineEvent};
use crate::line_reader::LineReader;
use crate::session::{Command, Conversation, Event, Reply};
use crate::terminal::rules::Rules;
use crate::terminal::table::{Action, Table};

/// Who types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manners {
    /// A person, who sees what they type and is heard at once, also while the engine thinks.
    Interactive,
    /// A file or another program: lines are shown as if they had been typed, and each waits until
    /// the engine has moved.
    Scripted,
}

/// How long to wait for news when no clock runs.
const LONGEST_WAIT: Duration = Duration::from_secs(3_600);

enum Message {
    Line(String),
    EndOfInput,
    Engine(EngineEvent),
}

/// Plays until somebody leaves or the input ends.
///
/// # Errors
/// When `output` cannot be written or no thread can be started.
pub fn play(
    rules: Rules,
    config: EngineConfig,
    input: impl Read + Send + 'static,
    output: impl Write,
    manners: Manners,
) -> io::Result<()> {
    let table = Table::new(rules, config.roster.clone(), config.personality.clone());
    let (sender, inbox) = channel();
    let from_engine = sender.clone();
    let engine = Engine::new(config, move |event| {
        // Nobody listens any more when the game is over.
        let _ = from_engine.send(Message::Engine(event));
    })?;
    thread::Builder::new()
        .name("reader".to_owned())
        .spawn(move || read(input, &sender))?;
    let host = Host {
        table,
        conversation: Conversation::new(engine),
        output,
        manners,
        waiting: VecDeque::new(),
        is_prompt_open: false,
    };
    host.run(&inbox)
}

fn read(input: impl Read, sender: &Sender<Message>) {
    for line in LineReader::new(input) {
        if sender.send(Message::Line(line)).is_err() {
            return;
        }
    }
    let _ = sender.send(Message::EndOfInput);
}

struct Host<W> {
    table: Table,
    conversation: Conversation,
    output: W,
    manners: Manners,
    /// Lines of a script, and its end as `None`, that came while the engine was thinking.
    waiting: VecDeque<Option<String>>,
    /// Whether the last thing printed is a prompt that nobody has answered.
    is_prompt_open: bool,
}

impl<W: Write> Host<W> {
    fn run(mut self, inbox: &Receiver<Message>) -> io::Result<()> {
        let actions = self.table.sit_down(Instant::now());
        let mut flow = self.perform(actions)?;
        while flow.is_continue() {
            let now = Instant::now();
            if !self.table.is_engine_thinking()
                && let Some(line) = self.waiting.pop_front()
            {
                flow = self.line(line)?;
                continue;
            }
            let wait = self
                .table
                .flag_falls_at(now)
                .map_or(LONGEST_WAIT, |at| at.saturating_duration_since(now));
            flow = match inbox.recv_timeout(wait) {
                Ok(Message::Line(line)) => self.receive(Some(line))?,
                Ok(Message::EndOfInput) => self.receive(None)?,
                Ok(Message::Engine(event)) => {
                    let actions = self.converse(event.into());
                    self.perform(actions)?
                }
                Err(RecvTimeoutError::Timeout) => {
                    let actions = self.table.look_at_clock(Instant::now());
                    self.perform(actions)?
                }
                Err(RecvTimeoutError::Disconnected) => ControlFlow::Break(()),
            };
        }
        Ok(())
    }

    /// A line, or the end of all lines: a person is heard at once, a script waits its turn.
    fn receive(&mut self, line: Option<String>) -> io::Result<ControlFlow<()>> {
        match self.manners {
            Manners::Interactive => self.line(line),
            Manners::Scripted => {
                self.waiting.push_back(line);
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    fn line(&mut self, line: Option<String>) -> io::Result<ControlFlow<()>> {
        let actions = match line {
            Some(line) => {
                if self.manners == Manners::Scripted {
                    let shown: String = line.chars().filter(|c| !c.is_control()).collect();
                    writeln!(self.output, "{shown}")?;
                }
                self.is_prompt_open = false;
                self.table.hear(&line, Instant::now())
            }
            None => self.table.farewell(),
        };
        self.perform(actions)
    }

    /// Does everything, and all that follows from it.
    fn perform(&mut self, actions: Vec<Action>) -> io::Result<ControlFlow<()>> {
        let mut actions = VecDeque::from(actions);
        while let Some(action) = actions.pop_front() {
            match action {
                Action::Say(text) => self.say(&text)?,
                // Whoever is asked has heard everything first.
                Action::Ask(prompt) if actions.is_empty() => {
                    write!(self.output, "{prompt}")?;
                    self.is_prompt_open = true;
                }
                Action::Ask(_) => {}
                Action::Tell(command) => {
                    let is_question = command == Command::Hint;
                    let mut consequences = self.converse(Event::Command(command));
                    if is_question && consequences.is_empty() {
                        consequences = self.table.engine_has_no_hint();
                    }
                    for action in consequences.into_iter().rev() {
                        actions.push_front(action);
                    }
                }
                Action::Save { path, pgn } => {
                    let said = match append(&path, &pgn) {
                        Ok(()) => format!("The game was added to {}.", path.display()),
                        Err(error) => format!("cannot write {}: {error}", path.display()),
                    };
                    self.say(&said)?;
                }
                Action::Leave => {
                    self.output.flush()?;
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        self.output.flush()?;
        Ok(ControlFlow::Continue(()))
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        if std::mem::take(&mut self.is_prompt_open) {
            writeln!(self.output)?;
        }
        writeln!(self.output, "{text}")
    }

    /// Passes an event on to the session and its replies to the table.
    fn converse(&mut self, event: Event) -> Vec<Action> {
        let now = Instant::now();
        let mut actions = Vec::new();
        let table = &mut self.table;
        let flow = self.conversation.handle(now, event, &mut |reply| {
            actions.extend(match reply {
                Reply::Move(spelled) => table.engine_moves(spelled.mv, now),
                Reply::OfferDraw => table.engine_offers_draw(now),
                Reply::Resign => table.engine_resigns(now),
                Reply::Hint(spelled) => table.engine_hints(spelled.mv),
                Reply::Tell(words) => vec![Action::Say(format!("\"{words}\""))],
                // The table sees for itself how the game stands.
                other => match other.complaint() {
                    Some(complaint) => table.engine_complains(&complaint),
                    None => Vec::new(),
                },
            });
        });
        if flow.is_break() {
            actions.push(Action::Leave);
        }
        actions
    }
}

fn append(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(text.as_bytes())
}
