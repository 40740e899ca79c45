//! The event loop of the terminal: passes lines, engine events and the passing of time to the game,
//! and carries out the actions that the game returns.

use std::collections::VecDeque;
use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::board::GameResult;
use crate::engine::{Engine, EngineConfig, EngineEvent};
use crate::files;
use crate::session::{Command, Conversation, Event, Reply};
use crate::terminal::game::{TerminalAction, TerminalGame};
use crate::terminal::game_settings::GameSettings;
use crate::terminal::line_editor::{Keyboard, LineEditor};
use crate::terminal::listener::listen;
use crate::terminal::screen::{InputMode, Screen};
use crate::wrapping::wrapped;

/// How long to wait for an event before looking for an interrupt.
const LONGEST_WAIT: Duration = Duration::from_millis(100);

enum LoopEvent {
    Keyboard(Keyboard),
    Engine(EngineEvent),
}

/// Plays games until the person leaves or the input ends. Returns the result of the last game.
///
/// # Errors
/// When `output` cannot be written or no thread can be started.
pub fn play(
    settings: GameSettings,
    config: EngineConfig,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
    mut screen: Screen,
) -> io::Result<GameResult> {
    let game = TerminalGame::new(settings, config.roster.clone(), config.personality.clone());
    let (sender, inbox) = channel();
    let from_engine = sender.clone();
    let engine = Engine::new(config, move |event| {
        // After the last game nobody receives the events any more.
        let _ = from_engine.send(LoopEvent::Engine(event));
    })?;
    let tell = move |event| sender.send(LoopEvent::Keyboard(event)).is_ok();
    let editor = listen(input, &mut screen.input_mode, tell)?;
    let host = EventLoop {
        game,
        conversation: Conversation::new(engine),
        output,
        editor,
        screen,
        waiting: VecDeque::new(),
        is_prompt_open: false,
    };
    host.run(&inbox)
}

struct EventLoop<'a> {
    game: TerminalGame,
    conversation: Conversation,
    output: &'a mut dyn Write,
    /// Where lines are typed and words are shown instead of `output`, if somebody sits there.
    editor: Option<LineEditor>,
    screen: Screen,
    /// The lines of a script that are still to be carried out, and its end.
    waiting: VecDeque<Keyboard>,
    /// Whether the last thing printed is a prompt that has not been answered.
    is_prompt_open: bool,
}

impl EventLoop<'_> {
    fn run(mut self, inbox: &Receiver<LoopEvent>) -> io::Result<GameResult> {
        let actions = self.game.begin(Instant::now());
        let mut flow = self.perform(actions)?;
        self.permit_line(flow);
        while flow.is_continue() {
            let now = Instant::now();
            if !self.game.is_engine_busy()
                && let Some(event) = self.waiting.pop_front()
            {
                flow = self.keyboard(event)?;
                continue;
            }
            if self.screen.interrupts.swap(false, Ordering::Relaxed) {
                let actions = self.game.interrupted();
                flow = self.perform(actions)?;
                continue;
            }
            flow = match inbox.recv_timeout(self.wait(now)) {
                Ok(LoopEvent::Keyboard(event)) => self.receive(event)?,
                Ok(LoopEvent::Engine(event)) => {
                    let actions = self.converse(event.into());
                    self.perform(actions)?
                }
                Err(RecvTimeoutError::Timeout) => {
                    let actions = self.game.time_passes(Instant::now());
                    self.perform(actions)?
                }
                Err(RecvTimeoutError::Disconnected) => ControlFlow::Break(()),
            };
        }
        Ok(self.game.result())
    }

    /// How long nothing can happen unless somebody says so.
    fn wait(&self, now: Instant) -> Duration {
        let wakes_at = self.game.wakes_at(now);
        let wait = wakes_at.map_or(LONGEST_WAIT, |at| at.saturating_duration_since(now));
        wait.min(LONGEST_WAIT)
    }

    /// Takes what a person did, or a line of a script, which may have to wait.
    fn receive(&mut self, event: Keyboard) -> io::Result<ControlFlow<()>> {
        if self.screen.input_mode == InputMode::Scripted {
            self.waiting.push_back(event);
            return Ok(ControlFlow::Continue(()));
        }
        let flow = self.keyboard(event)?;
        self.permit_line(flow);
        Ok(flow)
    }

    fn permit_line(&self, flow: ControlFlow<()>) {
        if let (Some(editor), ControlFlow::Continue(())) = (&self.editor, flow) {
            editor.permit();
        }
    }

    fn keyboard(&mut self, event: Keyboard) -> io::Result<ControlFlow<()>> {
        let actions = match event {
            Keyboard::Line(line) => {
                if self.screen.input_mode == InputMode::Scripted {
                    let shown: String = line.chars().filter(|c| !c.is_control()).collect();
                    writeln!(self.output, "{shown}")?;
                }
                self.is_prompt_open = false;
                self.game.line_typed(&line, Instant::now())
            }
            Keyboard::Interrupt => self.game.interrupted(),
            Keyboard::EndOfInput => self.game.input_ended(),
        };
        self.perform(actions)
    }

    /// Carries out the actions and all actions that follow from them.
    fn perform(&mut self, actions: Vec<TerminalAction>) -> io::Result<ControlFlow<()>> {
        let mut actions = VecDeque::from(actions);
        while let Some(action) = actions.pop_front() {
            match action {
                TerminalAction::Say(text) => self.say(&text)?,
                TerminalAction::Show(text) => self.show(&text)?,
                TerminalAction::Ask(prompt) if actions.is_empty() && self.may_ask() => {
                    write!(self.output, "{prompt}")?;
                    self.is_prompt_open = true;
                }
                TerminalAction::Ask(_) => {}
                TerminalAction::Command(command) => {
                    let is_question = command == Command::Hint;
                    let mut consequences = self.converse(Event::Command(command));
                    if is_question && consequences.is_empty() {
                        consequences = self.game.engine_has_no_hint(Instant::now());
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
                TerminalAction::Keep { path, pgn } => {
                    let path = std::path::absolute(&path).unwrap_or(path);
                    let said = match files::replace(&path, pgn.as_bytes()) {
                        Ok(()) => format!("The game is saved in {}.", path.display()),
                        Err(error) => format!("cannot write {}: {error}.", path.display()),
                    };
                    self.say(&format!("{said} Ctrl+C again leaves."))?;
                }
                TerminalAction::Leave => {
                    self.output().flush()?;
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        self.output().flush()?;
        Ok(ControlFlow::Continue(()))
    }

    /// Whether a prompt may come now, after everything else; the editor has its own.
    fn may_ask(&self) -> bool {
        self.editor.is_none() && !self.game.is_engine_busy()
    }

    fn output(&mut self) -> &mut dyn Write {
        match &mut self.editor {
            Some(editor) => &mut *editor.output,
            None => self.output,
        }
    }

    /// Prints words in lines that fit the screen.
    fn say(&mut self, text: &str) -> io::Result<()> {
        let width = (self.screen.width)();
        self.show(&wrapped(text, width).join("\n"))
    }

    /// Prints lines as they are.
    fn show(&mut self, text: &str) -> io::Result<()> {
        if std::mem::take(&mut self.is_prompt_open) {
            writeln!(self.output())?;
        }
        writeln!(self.output(), "{text}")
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
