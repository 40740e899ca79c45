//! Answers: the lines that a person types in a dialogue of question after question.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use crate::terminal::line_editor::{Keyboard, LineEditor};
use crate::terminal::listener::listen;
use crate::terminal::screen::{InputMode, Screen};

/// What stands before an answer; the line editor has the same.
const PROMPT: &str = "> ";
/// How long to wait for a line before looking for an interrupt.
const LONGEST_WAIT: Duration = Duration::from_millis(100);

/// What a person does about a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A line was typed.
    Line(String),
    /// Ctrl+C was pressed, or somebody else interrupted the program.
    Interrupt,
    /// Ctrl+D was pressed, or there are no more lines.
    EndOfInput,
}

/// Where answers come from: a line editor at a terminal, or the lines of a script.
pub struct Answers {
    inbox: Receiver<Keyboard>,
    editor: Option<LineEditor>,
    input_mode: InputMode,
    interrupts: Arc<AtomicBool>,
}

impl Answers {
    /// Begins to listen.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start(input: impl Read + Send + 'static, screen: Screen) -> io::Result<Answers> {
        let (sender, inbox) = channel();
        let mut input_mode = screen.input_mode;
        let tell = move |event| sender.send(event).is_ok();
        Ok(Answers {
            editor: listen(input, &mut input_mode, tell)?,
            inbox,
            input_mode,
            interrupts: screen.interrupts,
        })
    }

    /// Whether an interrupt has come that [`Answers::next`] has not told yet.
    pub fn is_interrupted(&self) -> bool {
        self.interrupts.load(Ordering::Relaxed)
    }

    /// Shows the prompt on `output` and waits for the next answer. A line of a script is printed as if it
    /// had been typed.
    ///
    /// # Errors
    /// When `output` cannot be written.
    pub fn next(&mut self, output: &mut dyn Write) -> io::Result<Answer> {
        if self.editor.is_none() {
            write!(output, "{PROMPT}")?;
        }
        output.flush()?;
        if let Some(editor) = &self.editor {
            editor.permit();
        }
        let answer = self.wait();
        let shown = match (&answer, &self.editor) {
            (_, Some(_)) => return Ok(answer),
            (Answer::Line(line), None) if self.input_mode == InputMode::Scripted => {
                line.chars().filter(|c| !c.is_control()).collect()
            }
            (Answer::Line(_), None) => return Ok(answer),
            (Answer::Interrupt | Answer::EndOfInput, None) => String::new(),
        };
        writeln!(output, "{shown}")?;
        Ok(answer)
    }

    fn wait(&self) -> Answer {
        loop {
            if self.interrupts.swap(false, Ordering::Relaxed) {
                return Answer::Interrupt;
            }
            match self.inbox.recv_timeout(LONGEST_WAIT) {
                Ok(Keyboard::Line(line)) => return Answer::Line(line),
                Ok(Keyboard::Interrupt) => return Answer::Interrupt,
                Ok(Keyboard::EndOfInput) | Err(RecvTimeoutError::Disconnected) => {
                    return Answer::EndOfInput;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(input: &'static [u8], input_mode: InputMode) -> Answers {
        let screen = Screen {
            input_mode,
            width: || 80,
            interrupts: Arc::default(),
        };
        Answers::start(input, screen).unwrap()
    }

    #[test]
    fn a_script_is_shown_as_if_it_had_been_typed() {
        let mut answers = answers(b"one\r\n\ntwo", InputMode::Scripted);
        let mut output = Vec::new();
        let mut next = || answers.next(&mut output).unwrap();
        for line in ["one\r", "", "two"] {
            assert_eq!(next(), Answer::Line(line.to_owned()));
        }
        assert_eq!(next(), Answer::EndOfInput);
        assert_eq!(next(), Answer::EndOfInput);
        assert_eq!(output, b"> one\n> \n> two\n> \n> \n");
    }

    #[test]
    fn an_interrupt_comes_first() {
        let mut answers = answers(b"one\n", InputMode::Interactive);
        answers.interrupts.store(true, Ordering::Relaxed);
        assert!(answers.is_interrupted());
        let mut output = Vec::new();
        assert_eq!(answers.next(&mut output).unwrap(), Answer::Interrupt);
        assert!(!answers.is_interrupted());
        let line = Answer::Line("one".to_owned());
        assert_eq!(answers.next(&mut output).unwrap(), line);
        assert_eq!(output, b"> \n> ");
    }
}
