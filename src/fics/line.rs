//! From the server's bytes to its lines.
//!
//! Telnet's commands, `\n\r` line ends, bells, prompts in front of lines and the pings of timeseal are
//! taken out, and lines that the server wrapped are joined. Bytes may arrive in pieces of any size, and
//! memory is bounded.

use super::timeseal::Seal;

/// Longer lines are cut; the rest is read and dropped.
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
    /// A prompt of the server.
    Prompt(Prompt),
    /// The server asks for a stamp: answer at once with
    /// [`SealWriter::ping_answer`](super::timeseal::SealWriter::ping_answer).
    Ping,
}

/// Which prompt the server shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// `login: `
    Login,
    /// `password: `
    Password,
    /// `fics% `
    Command,
}

/// Splits a stream of bytes into lines, prompts and pings.
#[derive(Clone, Debug)]
pub struct ServerLineReader {
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

impl ServerLineReader {
    /// For a connection sealed like this, at its beginning.
    pub fn new(seal: Seal) -> ServerLineReader {
        ServerLineReader {
            seal,
            telnet: Telnet::Text,
            line: Vec::new(),
            held: None,
        }
    }

    /// The lines, prompts and pings that `bytes` complete, in order.
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

    /// Returns the held line, because no continuation has arrived in time.
    pub fn flush(&mut self) -> Option<Received> {
        self.held.take().as_deref().and_then(finished)
    }

    /// Returns the held line and the incomplete one at the end of the stream.
    pub fn finish(&mut self) -> Vec<Received> {
        let held = self.flush();
        let begun = std::mem::take(&mut self.line);
        held.into_iter().chain(finished(&begun)).collect()
    }

    /// The byte, or `None` when it is part of a telnet command or an escape sequence.
    fn without_telnet(&mut self, byte: u8) -> Option<u8> {
        let (next, text) = match (self.telnet, byte) {
            (Telnet::Text, TELNET_COMMAND) => (Telnet::Command, None),
            (Telnet::Text, ESCAPE) => (Telnet::Escape { in_sequence: false }, None),
            (Telnet::Text, byte) => (Telnet::Text, Some(byte)),
            // A line end also ends an unfinished escape sequence, so that no text can swallow the
            // server's next line.
            (
                Telnet::Command
                | Telnet::Option
                | Telnet::Parameters { .. }
                | Telnet::Escape { .. },
                b'\n',
            ) => (Telnet::Text, Some(byte)),
            (Telnet::Command, TELNET_WILL..=TELNET_DONT) => (Telnet::Option, None),
            (Telnet::Command, TELNET_PARAMETERS) => (Telnet::Parameters { may_end: false }, None),
            (Telnet::Command | Telnet::Option, _) => (Telnet::Text, None),
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
            self.resolve_held_line(received);
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
    fn resolve_held_line(&mut self, received: &mut Vec<Received>) {
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

/// Only a whole clock may stand in front of the prompt: a line that begins with a colon is a tell.
fn is_prompt(line: &[u8]) -> bool {
    line.strip_suffix(PROMPT).is_some_and(|clock| {
        let is_clock = clock.first().is_some_and(u8::is_ascii_digit)
            && clock.last() == Some(&b'_')
            && clock
                .iter()
                .all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'_'));
        clock.is_empty() || is_clock && clock.len() <= LONGEST_PROMPT_CLOCK_BYTES
    })
}

fn finished(line: &[u8]) -> Option<Received> {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end();
    (!text.is_empty()).then(|| Received::Line(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(seal: Seal, pieces: &[&[u8]]) -> Vec<Received> {
        let mut reader = ServerLineReader::new(seal);
        let mut received: Vec<Received> = pieces
            .iter()
            .flat_map(|piece| reader.receive(piece))
            .collect();
        received.extend(reader.flush());
        received
    }

    fn line(text: &str) -> Received {
        Received::Line(text.to_owned())
    }

    const COMMAND: Received = Received::Prompt(Prompt::Command);

    #[test]
    fn servers_end_lines_with_line_feed_and_return() {
        let bytes = b"\n\r<12> x\n\r\x07ding\n\rdos\r\nunix\nna\0me \t\n\r";
        let expected = [
            line("<12> x"),
            line("ding"),
            line("dos"),
            line("unix"),
            line("name"),
        ];
        assert_eq!(read(Seal::Off, &[bytes]), expected);
    }

    #[test]
    fn prompts_are_told_and_do_not_stay_in_front_of_lines() {
        let bytes = b"fics% fics% Alice tells you: fics% no\n\r12:34_fics% \n\r";
        let expected = [COMMAND, COMMAND, line("Alice tells you: fics% no"), COMMAND];
        assert_eq!(read(Seal::Off, &[bytes]), expected);
        assert_eq!(read(Seal::Off, &[b"x fics% "]), []);
        for spoken in [":fics% no", "1:fics% no", "::_fics% no"] {
            let bytes = format!("{spoken}\n\r");
            assert_eq!(read(Seal::Off, &[bytes.as_bytes()]), [line(spoken)]);
        }
    }

    #[test]
    fn the_last_words_are_heard() {
        let mut reader = ServerLineReader::new(Seal::Off);
        let bytes = b"a line that is long enough to be continued\n\rand one without";
        let first = line("a line that is long enough to be continued");
        assert_eq!(reader.receive(bytes), [first]);
        assert_eq!(reader.finish(), [line("and one without")]);
        let bytes = b"another line that is long enough to be continued\n\r";
        assert_eq!(reader.receive(bytes), []);
        let last = line("another line that is long enough to be continued");
        assert_eq!(reader.finish(), [last]);
        assert_eq!(reader.finish(), []);
    }

    #[test]
    fn questions_need_no_line_end() {
        let bytes = b"\n\rlogin: \xff\xfb\x01\n\rpassword: \xff\xfc\x01";
        let expected = [
            Received::Prompt(Prompt::Login),
            Received::Prompt(Prompt::Password),
        ];
        assert_eq!(read(Seal::Off, &[bytes]), expected);
        let question = "Press return to enter the FICS as \"Bob\":";
        let mut reader = ServerLineReader::new(Seal::Off);
        assert_eq!(reader.receive(question.as_bytes()), [line(question)]);
        assert_eq!(reader.receive(b"\n\r"), []);
    }

    #[test]
    fn telnet_is_dropped_wherever_it_stands() {
        let bytes = b"a\xff\xfb\x01b\xff\xf1c\xff\xfa\x18\xff\x01\xff\xf0d\x1b[7me\x1b[0m\n";
        assert_eq!(read(Seal::Off, &[bytes]), [line("abcde")]);
        let pieces: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(read(Seal::Off, &pieces), [line("abcde")]);
        // Commands that never end take the rest of their line with them, not the line after it.
        for begun in [&b"\xff"[..], b"\xff\xfb", b"\xff\xfab", b"\x1b", b"\x1b["] {
            let bytes = [b"a", begun, b"\nc\n"].concat();
            assert_eq!(read(Seal::Off, &[&bytes]), [line("a"), line("c")]);
        }
    }

    #[test]
    fn wrapped_lines_are_joined() {
        let kept =
            b"Challenge: Alice (1500) Bobby (1500) rated wild 3 0 \n\r\\   Loaded from wild/0\n\r";
        let dropped =
            b"Challenge: Alice (1500) Bobby (1500) rated wild 3 0\n\r\\   Loaded from wild/0\n\r";
        let joined = line("Challenge: Alice (1500) Bobby (1500) rated wild 3 0 Loaded from wild/0");
        for bytes in [&kept[..], &dropped[..]] {
            assert_eq!(read(Seal::Off, &[bytes]), std::slice::from_ref(&joined));
            let pieces: Vec<&[u8]> = bytes.chunks(1).collect();
            assert_eq!(read(Seal::Off, &pieces), std::slice::from_ref(&joined));
        }
    }

    #[test]
    fn a_line_waits_only_while_it_may_go_on() {
        let mut reader = ServerLineReader::new(Seal::Off);
        assert_eq!(
            reader.receive(b"It is not your move.\n\r"),
            [line("It is not your move.")]
        );
        let long = "x".repeat(60);
        assert_eq!(reader.receive(format!("{long}\n\r").as_bytes()), []);
        assert!(reader.holds_a_line());
        assert_eq!(reader.receive(b"f"), [line(&long)]);
        assert!(!reader.holds_a_line());
    }

    /// Somebody's long tell, of which the end came after we had given up waiting.
    #[test]
    fn a_late_continuation_never_looks_like_the_server() {
        let mut reader = ServerLineReader::new(Seal::Off);
        let begin = format!("Mallory tells you: {}", "x".repeat(60));
        reader.receive(format!("{begin}\n\r").as_bytes());
        assert_eq!(reader.flush(), Some(line(&begin)));
        let late = reader.receive(b"\\   {Game 1 (A vs. B) A resigns} 0-1\n\r");
        assert!(late.is_empty());
        let text = "\\   {Game 1 (A vs. B) A resigns} 0-1";
        assert_eq!(reader.flush(), Some(line(text)));
    }

    #[test]
    fn pings_of_version_one_are_lines() {
        let bytes = b"<12> board\n\r[G]\n\rfics% [G]\n\r";
        let expected = [line("<12> board"), Received::Ping, COMMAND, Received::Ping];
        assert_eq!(read(Seal::One, &[bytes]), expected);
        let spoken = [line("Bob tells you: [G]"), line("[G] x")];
        assert_eq!(
            read(Seal::One, &[b"Bob tells you: [G]\n\r[G] x\n\r"]),
            spoken
        );
        assert_eq!(read(Seal::Off, &[b"[G]\n\r"]), [line("[G]")]);
    }

    #[test]
    fn pings_of_version_two_are_anywhere() {
        let bytes = b"ab[G]\0c\n\r[G]\0fics% [G]\0[G]\0d[G]\n\r";
        let ping = Received::Ping;
        let expected = [
            ping.clone(),
            line("abc"),
            ping.clone(),
            COMMAND,
            ping.clone(),
            ping.clone(),
            line("d[G]"),
        ];
        assert_eq!(read(Seal::Two, &[bytes]), expected);
        let pieces: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(read(Seal::Two, &pieces), expected);
    }

    #[test]
    fn a_ping_does_not_tear_a_wrapped_line() {
        let long = "x".repeat(60);
        let bytes = format!("{long}\n\r[G]\0\\   y\n\r");
        let expected = [Received::Ping, line(&format!("{long} y"))];
        assert_eq!(read(Seal::Two, &[bytes.as_bytes()]), expected);
    }

    #[test]
    fn memory_is_bounded() {
        let mut reader = ServerLineReader::new(Seal::Two);
        for _ in 0..100 {
            reader.receive(&[b'x'; 4096]);
        }
        let mut received = reader.receive(b"\n\r\\   ");
        for _ in 0..100 {
            received.extend(reader.receive(&[b'y'; 4096]));
        }
        received.extend(reader.receive(b"\nshort\n"));
        let lengths: Vec<usize> = received
            .iter()
            .map(|one| match one {
                Received::Line(text) => text.len(),
                _ => 0,
            })
            .collect();
        assert!(
            lengths
                .iter()
                .all(|&length| length <= LONGEST_LINE_BYTES + 1),
            "{lengths:?}"
        );
        assert_eq!(received.last(), Some(&line("short")));
    }

    fn server_bytes() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            Just(b"\n\r".to_vec()),
            Just(b"\n\r\\   ".to_vec()),
            Just(b"fics% ".to_vec()),
            Just(b"login: ".to_vec()),
            Just(b"[G]".to_vec()),
            Just(b"[G]\0".to_vec()),
            Just(b"\xff\xfb\x01".to_vec()),
            Just(b"\xff\xfa".to_vec()),
            Just(b"\x1b[7m".to_vec()),
            "[ -~]{0,70}".prop_map(String::into_bytes),
            proptest::collection::vec(any::<u8>(), 0..6),
        ];
        proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
    }

    fn seals() -> impl Strategy<Value = Seal> {
        prop_oneof![Just(Seal::Off), Just(Seal::One), Just(Seal::Two)]
    }

    proptest! {
        /// How the network cuts the stream makes no difference.
        #[test]
        fn pieces_make_no_difference(
            bytes in server_bytes(), seal in seals(), size in 1..40usize
        ) {
            let whole = read(seal, &[&bytes]);
            let pieces: Vec<&[u8]> = bytes.chunks(size).collect();
            prop_assert_eq!(&read(seal, &pieces), &whole);
            for one in &whole {
                if let Received::Line(text) = one {
                    prop_assert!(!text.trim().is_empty());
                    prop_assert!(!text.chars().any(|letter| letter.is_ascii_control()));
                }
            }
        }

        #[test]
        fn plain_lines_pass_unchanged(lines in proptest::collection::vec("[A-Z][a-z ]{0,90}[a-z]", 0..9)) {
            let bytes: String = lines.iter().map(|line| format!("\n\r{line}\n\rfics% ")).collect();
            let expected: Vec<Received> = lines.iter().flat_map(|text| [line(text), COMMAND]).collect();
            prop_assert_eq!(read(Seal::Off, &[bytes.as_bytes()]), expected);
        }
    }
}
