//! The event loop of the terminal: passes lines, engine events and the passing of time to the game,
//! and carries out the actions that the game returns.

use std::collections::VecDeque;
use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::{Engine, EngineConfig, EngineEvent};
use crate::files;
use crate::line_reader::LineReader;
use crate::session::{Command, Conversation, Event, Reply};
use crate::terminal::game::{TerminalAction, TerminalGame};
use crate::terminal::game_settings::GameSettings;

/// Who types the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputMode {
    /// A person, whose lines are carried out at once, even while the engine is thinking.
    Interactive,
    /// A file or another program. Each line waits until the engine has moved, and is printed as if
    /// it had been typed.
    Scripted,
}

/// How long to wait for an event when no clock is running.
const LONGEST_WAIT: Duration = Duration::from_secs(3_600);

enum LoopEvent {
    Line(String),
    EndOfInput,
    Engine(EngineEvent),
}

/// Plays games until the person leaves or the input ends.
///
/// # Errors
/// When `output` cannot be written or no thread can be started.
pub fn play(
    settings: GameSettings,
    config: EngineConfig,
    input: impl Read + Send + 'static,
    output: impl Write,
    input_mode: InputMode,
) -> io::Result<()> {
    let game = TerminalGame::new(settings, config.roster.clone(), config.personality.clone());
    let (sender, inbox) = channel();
    let from_engine = sender.clone();
    let engine = Engine::new(config, move |event| {
        // After the last game nobody receives the events any more.
        let _ = from_engine.send(LoopEvent::Engine(event));
    })?;
    thread::Builder::new()
        .name("reader".to_owned())
        .spawn(move || read(input, &sender))?;
    let host = EventLoop {
        game,
        conversation: Conversation::new(engine),
        output,
        input_mode,
        waiting: VecDeque::new(),
        is_prompt_open: false,
    };
    host.run(&inbox)
}

fn read(input: impl Read, sender: &Sender<LoopEvent>) {
    for line in LineReader::new(input) {
        if sender.send(LoopEvent::Line(line)).is_err() {
            return;
        }
    }
    let _ = sender.send(LoopEvent::EndOfInput);
}

struct EventLoop<W> {
    game: TerminalGame,
    conversation: Conversation,
    output: W,
    input_mode: InputMode,
    /// The lines of a script that are still to be carried out; `None` is its end.
    waiting: VecDeque<Option<String>>,
    /// Whether the last thing printed is a prompt that has not been answered.
    is_prompt_open: bool,
}

impl<W: Write> EventLoop<W> {
    fn run(mut self, inbox: &Receiver<LoopEvent>) -> io::Result<()> {
        let actions = self.game.begin(Instant::now());
        let mut flow = self.perform(actions)?;
        while flow.is_continue() {
            let now = Instant::now();
            if !self.game.is_engine_thinking()
                && let Some(line) = self.waiting.pop_front()
            {
                flow = self.line(line)?;
                continue;
            }
            let wait = self
                .game
                .flag_falls_at(now)
                .map_or(LONGEST_WAIT, |at| at.saturating_duration_since(now));
            flow = match inbox.recv_timeout(wait) {
                Ok(LoopEvent::Line(line)) => self.receive(Some(line))?,
                Ok(LoopEvent::EndOfInput) => self.receive(None)?,
                Ok(LoopEvent::Engine(event)) => {
                    let actions = self.converse(event.into());
                    self.perform(actions)?
                }
                Err(RecvTimeoutError::Timeout) => {
                    let actions = self.game.check_clock(Instant::now());
                    self.perform(actions)?
                }
                Err(RecvTimeoutError::Disconnected) => ControlFlow::Break(()),
            };
        }
        Ok(())
    }

    /// Takes a line, or the end of the input as `None`.
    fn receive(&mut self, line: Option<String>) -> io::Result<ControlFlow<()>> {
        match self.input_mode {
            InputMode::Interactive => self.line(line),
            InputMode::Scripted => {
                self.waiting.push_back(line);
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    fn line(&mut self, line: Option<String>) -> io::Result<ControlFlow<()>> {
        let actions = match line {
            Some(line) => {
                if self.input_mode == InputMode::Scripted {
                    let shown: String = line.chars().filter(|c| !c.is_control()).collect();
                    writeln!(self.output, "{shown}")?;
                }
                self.is_prompt_open = false;
                self.game.line_typed(&line, Instant::now())
            }
            None => self.game.input_ended(),
        };
        self.perform(actions)
    }

    /// Carries out the actions and all actions that follow from them.
    fn perform(&mut self, actions: Vec<TerminalAction>) -> io::Result<ControlFlow<()>> {
        let mut actions = VecDeque::from(actions);
        while let Some(action) = actions.pop_front() {
            match action {
                TerminalAction::Say(text) => self.say(&text)?,
                // A prompt comes after everything else.
                TerminalAction::Ask(prompt) if actions.is_empty() => {
                    write!(self.output, "{prompt}")?;
                    self.is_prompt_open = true;
                }
                TerminalAction::Ask(_) => {}
                TerminalAction::Command(command) => {
                    let is_question = command == Command::Hint;
                    let mut consequences = self.converse(Event::Command(command));
                    if is_question && consequences.is_empty() {
                        consequences = self.game.engine_has_no_hint();
                    }
                    for action in consequences.into_iter().rev() {
                        actions.push_front(action);
                    }
                }
                TerminalAction::Save { path, pgn } => {
                    let said = match append(&path, &pgn) {
                        Ok(()) => format!("The game was added to {}.", path.display()),
                        Err(error) => format!("cannot write {}: {error}", path.display()),
                    };
                    self.say(&said)?;
                }
                TerminalAction::Leave => {
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

    /// Passes an event on to the session and its replies to the game.
    fn converse(&mut self, event: Event) -> Vec<TerminalAction> {
        let now = Instant::now();
        let mut actions = Vec::new();
        let game = &mut self.game;
        let flow = self.conversation.handle(now, event, &mut |reply| {
            actions.extend(match reply {
                Reply::Move(spelled) => game.engine_moves(spelled.mv, now),
                Reply::OfferDraw => game.engine_offers_draw(now),
                Reply::Resign => game.engine_resigns(now),
                Reply::Hint(spelled) => game.engine_hints(spelled.mv),
                Reply::Reasons(words) => game.engine_explains(words),
                Reply::Tell(words) => vec![TerminalAction::Say(format!("\"{words}\""))],
                // The game finds out the rest by itself.
                other => match other.complaint() {
                    Some(complaint) => game.engine_refuses(&complaint),
                    None => Vec::new(),
                },
            });
        });
        if flow.is_break() {
            actions.push(TerminalAction::Leave);
        }
        actions
    }
}

fn append(path: &Path, text: &str) -> io::Result<()> {
    files::make_room_for(path)?;
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(text.as_bytes())
}
