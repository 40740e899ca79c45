//! From the server's bytes to its lines.
//!
//! Owns everything between the two that means nothing: telnet's commands, `\n\r` line ends, bells,
//! prompts in front of lines, lines that the server wrapped, and the pings of timeseal, which may
//! stand inside a line. Bytes may arrive in pieces of any size; memory is bounded. This file holds
//! no socket and must not know what a line means.

use super::timeseal::Seal;

/// Longer lines lose their rest, which is read but not stored.
pub const LONGEST_LINE_BYTES: usize = 16 << 10;

/// How a server begins the rest of a line that it wrapped.
const CONTINUATION: &[u8] = b"\\   ";

/// No server wraps at less than this many columns, so shorter lines are complete.
const SHORTEST_WRAPPED_BYTES: usize = 28;

/// The prompt of every server known; `iset defprompt 1` brings it back.
const PROMPT: &[u8] = b"fics% ";

/// A prompt may carry a clock in front, `12:34_`.
const LONGEST_PROMPT_CLOCK_BYTES: usize = 9;

const PING: &[u8] = b"[G]";

const NUL: u8 = 0;
const ESCAPE: u8 = 0x1b;
const TELNET_END_OF_PARAMETERS: u8 = 240;
const TELNET_PARAMETERS: u8 = 250;
const TELNET_WILL: u8 = 251;
const TELNET_DONT: u8 = 254;
const TELNET_COMMAND: u8 = 255;

/// What arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A line that is not blank, without prompts, line end and blanks at its end.
    Line(String),
    /// The server waits for us.
    Prompt(Prompt),
    /// The server asks for a stamp: answer at once with
    /// [`SealWriter::ping_answer`](super::timeseal::SealWriter::ping_answer).
    Ping,
}

/// For what the server waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// `login: `
    Login,
    /// `password: `
    Password,
    /// `fics% `
    Command,
}

/// Takes bytes as they come and gives lines.
#[derive(Clone, Debug)]
pub struct LineReader {
    seal: Seal,
    telnet: Telnet,
    /// The line being received, or as much of it as is kept.
    line: Vec<u8>,
    /// A complete line of which a continuation may follow.
    held: Option<Vec<u8>>,
}

/// How far we are in a command of telnet or of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Telnet {
    Text,
    /// After the byte that begins commands.
    Command,
    /// After WILL, WONT, DO or DONT.
    Option,
    /// Inside parameters; whether the last byte may begin their end.
    Parameters {
        may_end: bool,
    },
    /// After ESC; whether its bracket was seen.
    Escape {
        in_sequence: bool,
    },
}

impl LineReader {
    /// For a connection sealed like this, at its beginning.
    pub fn new(seal: Seal) -> LineReader {
        LineReader {
            seal,
            telnet: Telnet::Text,
            line: Vec::new(),
            held: None,
        }
    }

    /// Everything that `bytes` complete, in order.
    pub fn receive(&mut self, bytes: &[u8]) -> Vec<Received> {
        let mut received = Vec::new();
        for &byte in bytes {
            if let Some(byte) = self.without_telnet(byte) {
                self.text_byte(byte, &mut received);
            }
        }
        received
    }

    /// Whether a complete line waits because the server might go on with it. The reader of the
    /// socket then waits only for some tens of milliseconds before it calls [`Self::flush`].
    pub fn holds_a_line(&self) -> bool {
        self.held.is_some()
    }

    /// Gives the line that waits: the server has fallen silent.
    pub fn flush(&mut self) -> Option<Received> {
        self.held.take().as_deref().and_then(finished)
    }

    /// What is left of a byte without the commands of telnet and of terminals.
    fn without_telnet(&mut self, byte: u8) -> Option<u8> {
        let (next, text) = match (self.telnet, byte) {
            (Telnet::Text, TELNET_COMMAND) => (Telnet::Command, None),
            (Telnet::Text, ESCAPE) => (Telnet::Escape { in_sequence: false }, None),
            (Telnet::Text, byte) => (Telnet::Text, Some(byte)),
            (Telnet::Command, TELNET_WILL..=TELNET_DONT) => (Telnet::Option, None),
            (Telnet::Command, TELNET_PARAMETERS) => (Telnet::Parameters { may_end: false }, None),
            (Telnet::Command | Telnet::Option, _) => (Telnet::Text, None),
            // A line end always ends these two: nothing can swallow the rest of a connection.
            (Telnet::Parameters { .. } | Telnet::Escape { .. }, b'\n') => {
                (Telnet::Text, Some(byte))
            }
            (Telnet::Parameters { may_end: true }, TELNET_END_OF_PARAMETERS) => {
                (Telnet::Text, None)
            }
            (Telnet::Parameters { .. }, byte) => {
                let may_end = byte == TELNET_COMMAND;
                (Telnet::Parameters { may_end }, None)
            }
            (Telnet::Escape { in_sequence: false }, b'[') => {
                (Telnet::Escape { in_sequence: true }, None)
            }
            (Telnet::Escape { in_sequence: true }, b'0'..=b'9' | b';') => (self.telnet, None),
            (Telnet::Escape { .. }, _) => (Telnet::Text, None),
        };
        self.telnet = next;
        text
    }

    fn text_byte(&mut self, byte: u8, received: &mut Vec<Received>) {
        match byte {
            b'\n' => self.end_line(received),
            NUL => self.end_ping_inside_a_line(received),
            b'\t' => self.keep(b' ', received),
            byte if byte.is_ascii_control() => {}
            byte => self.keep(byte, received),
        }
    }

    fn keep(&mut self, byte: u8, received: &mut Vec<Received>) {
        if self.line.len() < LONGEST_LINE_BYTES {
            self.line.push(byte);
        }
        if self.held.is_some() {
            self.decide_about_the_held_line(received);
        }
        if matches!(byte, b' ' | b':')
            && let Some(question) = question(&self.line)
        {
            received.extend(self.flush());
            received.push(question);
            self.line.clear();
        }
    }

    /// Version 2 ends its pings, and nothing else, with a NUL.
    fn end_ping_inside_a_line(&mut self, received: &mut Vec<Received>) {
        if self.seal == Seal::Two && self.line.ends_with(PING) {
            self.line.truncate(self.line.len() - PING.len());
            received.push(Received::Ping);
        }
    }

    /// The new line shows whether it continues the one before.
    fn decide_about_the_held_line(&mut self, received: &mut Vec<Received>) {
        if self.line == CONTINUATION {
            if let Some(mut held) = self.held.take() {
                // Some servers keep the blank at which they break, some drop it.
                if !held.ends_with(b" ") {
                    held.push(b' ');
                }
                self.line = held;
            }
        } else if !CONTINUATION.starts_with(&self.line) && !PING.starts_with(&self.line) {
            received.extend(self.flush());
        }
    }

    fn end_line(&mut self, received: &mut Vec<Received>) {
        let line = std::mem::take(&mut self.line);
        if self.seal == Seal::One && line == PING {
            received.push(Received::Ping);
            return;
        }
        // A wrapped line is followed by its continuation, never by an empty line.
        received.extend(self.flush());
        if line.len() < SHORTEST_WRAPPED_BYTES {
            received.extend(finished(&line));
        } else {
            self.held = Some(line);
        }
    }
}

/// The question that has been asked completely, although no line end follows it.
fn question(line: &[u8]) -> Option<Received> {
    match line {
        b"login: " => Some(Received::Prompt(Prompt::Login)),
        b"password: " => Some(Received::Prompt(Prompt::Password)),
        _ if is_prompt(line) => Some(Received::Prompt(Prompt::Command)),
        // One server asks whether to enter as a guest without ending the line.
        _ if line.starts_with(b"Press return to enter ") && line.ends_with(b"\":") => {
            finished(line)
        }
        _ => None,
    }
}

fn is_prompt(line: &[u8]) -> bool {
    line.strip_suffix(PROMPT).is_some_and(|clock| {
        clock.len() <= LONGEST_PROMPT_CLOCK_BYTES
            && clock
                .iter()
                .all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'_'))
    })
}

fn finished(line: &[u8]) -> Option<Received> {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end();
    (!text.is_empty()).then(|| Received::Line(text.to_owned()))
}
