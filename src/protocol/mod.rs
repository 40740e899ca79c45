//! xboard's protocol: the conversation, its grammar, and the streams that carry it.
//!
//! Owns the wire: [`Command`] is what comes in, [`Reply`] what goes out, [`Session`] decides, and
//! [`run`] moves lines. It must not know how a search works or what a personality is.

mod clock;
mod command;
mod conversation;
mod features;
mod grammar;
mod lines;
mod reply;
mod session;

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use crate::engine::{Engine, EngineConfig, EngineEvent};

pub use command::{ChessmasterPair, Command, GameTime, RootMoves};
pub use conversation::Conversation;
pub use lines::{LONGEST_LINE_BYTES, Lines};
pub use reply::{AnalysisStatus, MoveRefusal, Refusal, Reply, Spelled, ThinkingLine};
pub use session::{Character, Effect, Event, Occasion, Session};

/// Messages that may wait; whoever floods the engine with more has to wait too.
const WAITING_MESSAGES: usize = 256;

/// What the main loop hears.
enum Message {
    /// A line arrived, at this moment.
    Line(Instant, String),
    EndOfInput,
    Engine(EngineEvent),
}

/// Speaks xboard's protocol until the input ends, the output is closed, or somebody says `quit`.
///
/// Commands are read by a thread of their own, so that they are obeyed in every state; this
/// thread is the only one that writes. A closed output is a way to end, not an error.
///
/// `complaints` are errors from before the conversation. They are told after the first command
/// but `xboard`: then the features have been sent and a GUI is ready to show errors.
pub fn run(
    config: EngineConfig,
    mut complaints: Vec<String>,
    input: impl Read + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let (sender, inbox) = sync_channel(WAITING_MESSAGES);
    let from_engine = sender.clone();
    let engine = Engine::new(config, move |event| {
        // Nobody listens any more when the conversation is over.
        let _ = from_engine.send(Message::Engine(event));
    })?;
    thread::Builder::new()
        .name("reader".to_owned())
        .spawn(move || read(input, &sender))?;
    let mut conversation = Conversation::new(engine);
    for message in inbox {
        let (at, event) = match message {
            Message::Line(at, line) => {
                log::debug!("<- {line}");
                (at, Event::Command(Command::parse(&line)))
            }
            Message::EndOfInput => (Instant::now(), Event::EndOfInput),
            Message::Engine(event) => (Instant::now(), event.into()),
        };
        let is_greeting = matches!(&event, Event::Command(Command::Xboard | Command::Empty));
        let mut written = Ok(());
        let flow = conversation.handle(at, event, &mut |reply| {
            if written.is_ok() {
                written = write(&mut output, reply);
            }
        });
        if !is_greeting {
            for complaint in complaints.drain(..) {
                written = written.and_then(|()| write(&mut output, &Reply::UserError(complaint)));
            }
        }
        match written {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            Err(error) => return Err(error),
        }
        if flow == ControlFlow::Break(()) {
            break;
        }
    }
    Ok(())
}

/// One whole line in one write, and out of the buffers at once.
fn write(output: &mut impl Write, reply: &Reply) -> io::Result<()> {
    log::debug!("-> {reply}");
    output.write_all(format!("{reply}\n").as_bytes())?;
    output.flush()
}

fn read(input: impl Read, sender: &SyncSender<Message>) {
    for line in Lines::new(input) {
        if sender.send(Message::Line(Instant::now(), line)).is_err() {
            return;
        }
    }
    let _ = sender.send(Message::EndOfInput);
}

impl From<EngineEvent> for Event {
    fn from(event: EngineEvent) -> Event {
        match event {
            EngineEvent::Report(id, report) => Event::Report(id, report),
            EngineEvent::Explained(id, explanation) => Event::Explained(id, explanation),
            EngineEvent::Finished(id, outcome) => Event::Finished(id, outcome),
        }
    }
}
