//! The listener: begins to hear what a person does at the keyboard, or what a script says instead.

use std::io::{self, Read};
use std::thread;

use crate::line_reader::LineReader;
use crate::terminal::line_editor::{Keyboard, LineEditor};
use crate::terminal::screen::InputMode;

/// Begins to listen on a thread of its own; every event goes to `tell`, until it says that nobody listens.
/// Returns the line editor where lines are typed at one. A terminal that cannot be edited at is read like
/// any other input, and the mode then says so.
///
/// # Errors
/// When no thread can be started.
pub(super) fn listen(
    input: impl Read + Send + 'static,
    mode: &mut InputMode,
    tell: impl Fn(Keyboard) -> bool + Clone + Send + 'static,
) -> io::Result<Option<LineEditor>> {
    if *mode == InputMode::Edited {
        match LineEditor::start(tell.clone()) {
            Ok(editor) => return Ok(Some(editor)),
            Err(_) => *mode = InputMode::Interactive,
        }
    }
    thread::Builder::new()
        .name("reader".to_owned())
        .spawn(move || read(input, tell))?;
    Ok(None)
}

fn read(input: impl Read, tell: impl Fn(Keyboard) -> bool) {
    let lines = LineReader::new(input).map(Keyboard::Line);
    for event in lines.chain([Keyboard::EndOfInput]) {
        if !tell(event) {
            return;
        }
    }
}
