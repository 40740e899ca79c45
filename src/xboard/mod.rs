//! xboard's protocol, the Chess Engine Communication Protocol (CECP), version 2: lines in, lines out.
//!
//! The grammar turns lines into commands of a [`Session`](crate::session::Session), the wire turns
//! its replies into lines, and [`run`] carries both.

mod features;
mod grammar;
mod input;
mod wire;

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use crate::engine::{Engine, EngineConfig, EngineEvent};
use crate::line_reader::LineReader;
use crate::session::{Command, Conversation, Event, Reply};

pub use grammar::parse;
pub use input::CommandReader;
pub use wire::wire_text;

/// How many messages may wait; a reader or search with more to say waits until there is room.
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
/// `complaints` are errors from before the conversation. They are told after the first command that
/// the session acts on: then the features have been sent and a GUI is ready to show errors.
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
    let mut conversation = Conversation::at_gui(engine);
    let mut reader = CommandReader::default();
    for message in inbox {
        let (at, event) = match message {
            Message::Line(at, line) => {
                log::debug!("<- {line}");
                (at, Event::Command(reader.read(&line)))
            }
            Message::EndOfInput => (Instant::now(), Event::EndOfInput),
            Message::Engine(event) => (Instant::now(), event.into()),
        };
        let is_greeting = matches!(&event, Event::Command(Command::Nothing));
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

/// A whole reply in one write, and out of the buffers at once.
fn write(output: &mut impl Write, reply: &Reply) -> io::Result<()> {
    let text = wire_text(reply);
    log::debug!("-> {text}");
    output.write_all(format!("{text}\n").as_bytes())?;
    output.flush()
}

fn read(input: impl Read, sender: &SyncSender<Message>) {
    for line in LineReader::new(input) {
        if sender.send(Message::Line(Instant::now(), line)).is_err() {
            return;
        }
    }
    let _ = sender.send(Message::EndOfInput);
}
