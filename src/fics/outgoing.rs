//! Commands for the server: each is one line, of which the server can make only one command.
//!
//! Text that comes from an opponent, a configuration or the engine can neither end a line, nor separate
//! two commands, nor outgrow the server's buffer.

use std::fmt;

use thiserror::Error;

/// The longest command that every server takes.
pub const LONGEST_COMMAND_BYTES: usize = 1023;

/// Why a text cannot be sent as a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OutgoingError {
    /// Nothing to send.
    #[error("the command is empty")]
    Empty,
    /// A character that is not printable ASCII, or the `;` that separates commands.
    #[error("'{}' cannot be sent in '{text}': only printable ASCII without ';'", letter.escape_debug())]
    Letter {
        /// The first such character.
        letter: char,
        /// The command.
        text: String,
    },
    /// Too long for a server's buffer.
    #[error("the command has {0} bytes, at most {LONGEST_COMMAND_BYTES} can be sent")]
    TooLong(usize),
}

/// One command that is safe to send, without its line end.
#[derive(Clone, PartialEq, Eq)]
pub struct OutgoingLine(String);

impl OutgoingLine {
    /// A command that is refused when it is not fit to be sent: for text that we wrote.
    pub fn new(text: &str) -> Result<OutgoingLine, OutgoingError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(OutgoingError::Empty);
        }
        if let Some(letter) = text.chars().find(|&letter| !is_sendable(letter)) {
            return Err(OutgoingError::Letter {
                letter,
                text: text.to_owned(),
            });
        }
        if text.len() > LONGEST_COMMAND_BYTES {
            return Err(OutgoingError::TooLong(text.len()));
        }
        Ok(OutgoingLine(text.to_owned()))
    }

    /// `command` followed by free text that somebody else may have written, such as a message to
    /// an opponent: `free` is made sendable and cut at `longest_bytes` or the server's limit.
    ///
    /// `command` must itself be sendable, such as `whisper` or `tell NAME`.
    pub fn with_text(
        command: &str,
        free: &str,
        longest_bytes: usize,
    ) -> Result<OutgoingLine, OutgoingError> {
        let command = OutgoingLine::new(command)?;
        let room = LONGEST_COMMAND_BYTES.saturating_sub(command.0.len() + 1);
        let free = sendable(free);
        let free = free.get(..room.min(longest_bytes)).unwrap_or(&free);
        if free.trim().is_empty() {
            return Err(OutgoingError::Empty);
        }
        OutgoingLine::new(&format!("{} {}", command.0, free.trim()))
    }

    /// The command.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for OutgoingLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for OutgoingLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

fn is_sendable(letter: char) -> bool {
    matches!(letter, ' '..='~') && letter != ';'
}

/// The text with a `,` for each `;`, a space for each control character and a `?` for whatever is
/// not ASCII.
fn sendable(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            ';' => ',',
            letter if is_sendable(letter) => letter,
            letter if letter.is_control() => ' ',
            _ => '?',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn our_own_commands_are_checked() {
        assert_eq!(OutgoingLine::new(" e2e4 ").unwrap().as_str(), "e2e4");
        assert_eq!(OutgoingLine::new("  "), Err(OutgoingError::Empty));
        for text in ["resign\nquit", "say a;resign", "say \u{e9}", "a\0b"] {
            let error = OutgoingLine::new(text).unwrap_err();
            assert!(matches!(error, OutgoingError::Letter { .. }), "{text}");
        }
        let long = "x".repeat(LONGEST_COMMAND_BYTES + 1);
        assert_eq!(OutgoingLine::new(&long), Err(OutgoingError::TooLong(1024)));
        assert!(OutgoingLine::new(&long[1..]).is_ok());
    }

    #[test]
    fn free_text_cannot_become_a_command() {
        let line = OutgoingLine::with_text("tell Alice", "hi\nresign; quit \u{2713}", 400);
        assert_eq!(line.unwrap().as_str(), "tell Alice hi resign, quit ?");
        let cut = OutgoingLine::with_text("say", "abcdef", 3).unwrap();
        assert_eq!(cut.as_str(), "say abc");
        assert!(OutgoingLine::with_text("say", "\n\t", 400).is_err());
        assert!(OutgoingLine::with_text("say;quit", "x", 400).is_err());
    }

    proptest! {
        #[test]
        fn whatever_is_said_is_one_command(free in "\\PC{0,60}|.{0,1500}", longest in 0..2000usize) {
            if let Ok(line) = OutgoingLine::with_text("whisper", &free, longest) {
                prop_assert!(line.as_str().len() <= LONGEST_COMMAND_BYTES);
                prop_assert!(line.as_str().chars().all(is_sendable));
                prop_assert!(line.as_str().starts_with("whisper "));
            }
        }
    }
}
