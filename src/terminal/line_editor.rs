//! Line editing and history where a person sits at a real terminal.
//!
//! The editor reads on a thread of its own, one line at each permission, and the terminal is in raw
//! mode only then. What the game says meanwhile appears above the line that is being typed.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor, ExternalPrinter};

/// What stands before the line. It is always the same, because the turn may change while somebody
/// types.
const PROMPT: &str = "> ";

/// What a person did at the keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Keyboard {
    /// A line was typed.
    Line(String),
    /// Ctrl+C was pressed.
    Interrupt,
    /// Ctrl+D was pressed, or the terminal is gone.
    EndOfInput,
}

/// The editor's two other ends: permissions to read a line, and where to write above it.
pub(super) struct LineEditor {
    permissions: Sender<()>,
    pub(super) output: Box<dyn Write>,
}

impl LineEditor {
    /// Begins to read at the terminal; every event goes to `tell`, until it says that nobody listens.
    ///
    /// # Errors
    /// When the terminal cannot be used or no thread can be started.
    pub(super) fn start(
        tell: impl Fn(Keyboard) -> bool + Send + 'static,
    ) -> io::Result<LineEditor> {
        let config = Config::builder().auto_add_history(true).build();
        let mut editor = Editor::<(), MemHistory>::with_history(config, MemHistory::new())
            .map_err(io::Error::other)?;
        editor
            .set_max_history_size(1_000)
            .map_err(io::Error::other)?;
        let printer = editor.create_external_printer().map_err(io::Error::other)?;
        let (permissions, permitted) = channel();
        thread::Builder::new()
            .name("editor".to_owned())
            .spawn(move || read(editor, &permitted, tell))?;
        let output = OutputAbove {
            printer,
            text: Vec::new(),
        };
        Ok(LineEditor {
            permissions,
            output: Box::new(output),
        })
    }

    /// Lets the person type another line. Without a permission the terminal is as it was before, and
    /// the program may end.
    pub(super) fn permit(&self) {
        // An editor that has ended has said so.
        let _ = self.permissions.send(());
    }
}

fn read(
    mut editor: Editor<(), MemHistory>,
    permitted: &Receiver<()>,
    tell: impl Fn(Keyboard) -> bool,
) {
    while permitted.recv().is_ok() {
        let event = match editor.readline(PROMPT) {
            Ok(line) => Keyboard::Line(line),
            Err(ReadlineError::Interrupted) => Keyboard::Interrupt,
            Err(_) => Keyboard::EndOfInput,
        };
        let is_last = event == Keyboard::EndOfInput;
        if !tell(event) || is_last {
            return;
        }
    }
}

/// Prints whole texts above the line that is being typed.
struct OutputAbove<P> {
    printer: P,
    text: Vec<u8>,
}

impl<P: ExternalPrinter> Write for OutputAbove<P> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8_lossy(&self.text).into_owned();
        self.text.clear();
        match text.is_empty() {
            true => Ok(()),
            false => self.printer.print(text).map_err(io::Error::other),
        }
    }
}
