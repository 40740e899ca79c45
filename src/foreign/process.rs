//! The process of a foreign engine: lines to it, lines from it, and its end.

use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::failure::EngineFailure;
use crate::line_reader::LineReader;

/// So many lines are kept that nobody has read; then the engine has to wait.
const MOST_WAITING_LINES: usize = 1_024;
/// How long an engine has to leave when it is told to.
const PARTING_TIME: Duration = Duration::from_millis(300);
const PARTING_STEP: Duration = Duration::from_millis(5);

/// A running engine. It is told to leave, and ended if it does not, when this is dropped.
pub struct EngineProcess {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl EngineProcess {
    /// Starts a program with its arguments; `name` is for the log.
    ///
    /// # Errors
    /// [`EngineFailure::NotStarted`].
    pub fn start(name: &str, command: &[String]) -> Result<EngineProcess, EngineFailure> {
        let failure = |why: String| EngineFailure::NotStarted {
            command: command.join(" "),
            why,
        };
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| failure("there is no command".to_owned()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failure(error.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failure("it has no input or output".to_owned()));
        };
        let (sender, lines) = sync_channel(MOST_WAITING_LINES);
        // From here on the program ends with it, whatever fails.
        let process = EngineProcess {
            name: name.to_owned(),
            child,
            input,
            lines,
        };
        let reader = thread::Builder::new().name("engine reader".to_owned());
        reader
            .spawn(move || {
                for line in LineReader::new(output) {
                    if sender.send(line).is_err() {
                        return;
                    }
                }
            })
            .map_err(|error| failure(error.to_string()))?;
        Ok(process)
    }

    /// Sends a line.
    ///
    /// # Errors
    /// [`EngineFailure::Gone`].
    pub fn say(&mut self, line: &str) -> Result<(), EngineFailure> {
        log::debug!("to {}: {line}", self.name);
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| EngineFailure::Gone)
    }

    /// The next line, without blanks around it; `None` when the deadline has passed before.
    ///
    /// # Errors
    /// [`EngineFailure::Gone`].
    pub fn hear(&mut self, deadline: Instant) -> Result<Option<String>, EngineFailure> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(None);
        }
        match self.lines.recv_timeout(left) {
            Ok(line) => {
                log::debug!("from {}: {line}", self.name);
                Ok(Some(line.trim().to_owned()))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(EngineFailure::Gone),
        }
    }

    /// Forgets what the engine has said and nobody has read.
    pub fn forget_waiting(&mut self) {
        while let Ok(line) = self.lines.try_recv() {
            log::debug!("from {}, unheard: {line}", self.name);
        }
    }

    /// Waits for a line that `is_meant` knows.
    ///
    /// # Errors
    /// [`EngineFailure::Gone`], and [`EngineFailure::NotReady`] when the deadline passes.
    pub fn hear_until(
        &mut self,
        deadline: Instant,
        is_meant: impl Fn(&str) -> bool,
    ) -> Result<(), EngineFailure> {
        while let Some(line) = self.hear(deadline)? {
            if is_meant(&line) {
                return Ok(());
            }
        }
        Err(EngineFailure::NotReady)
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let deadline = Instant::now() + PARTING_TIME;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(PARTING_STEP),
                Ok(Some(_)) | Err(_) => return,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
