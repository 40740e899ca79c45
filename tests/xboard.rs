//! Transcripts of conversations, played through the real session and engine.
//!
//! Each file in `tests/xboard/` is one conversation: `> ` lines go in (neighbouring ones in a
//! single write), `< ` lines must come out next, `*` standing for any text. Thinking lines are
//! passed over, unless one is asked for with `< thinking PATTERN`; `< until PATTERN` passes over
//! everything up to a match. At the end nothing may be left.
#![allow(clippy::expect_used, clippy::panic)]

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use masque::engine::EngineConfig;
use masque::xboard;

/// Far more than anything here takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(15);

/// So many lines may be passed over.
const LONGEST_WAIT_LINES: usize = 500;
/// Stands for a line when none comes within [`PATIENCE`].
const NOTHING_CAME: &str = "(nothing came)";

/// The engine's end of a pipe.
struct Incoming {
    pieces: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Incoming {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            match self.pieces.recv() {
                Ok(piece) => self.rest = piece,
                Err(_) => return Ok(0),
            }
        }
        let size = self.rest.len().min(buffer.len());
        buffer[..size].copy_from_slice(&self.rest[..size]);
        self.rest.drain(..size);
        Ok(size)
    }
}

/// The lines that the engine writes.
struct Outgoing(Sender<String>);

impl Write for Outgoing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8(bytes.to_vec()).map_err(io::Error::other)?;
        let lines = text.strip_suffix('\n').expect("whole lines are written");
        for line in lines.split('\n') {
            self.0.send(line.to_owned()).map_err(io::Error::other)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Player {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    engine: JoinHandle<io::Result<()>>,
}

impl Player {
    fn new() -> Player {
        let (input, pieces) = channel();
        let (sender, output) = channel();
        let config = EngineConfig {
            hash_mib: 1,
            ..EngineConfig::default()
        };
        let incoming = Incoming {
            pieces,
            rest: Vec::new(),
        };
        let engine =
            thread::spawn(move || xboard::run(config, Vec::new(), incoming, Outgoing(sender)));
        Player {
            input: Some(input),
            output,
            engine,
        }
    }

    fn send(&self, bytes: &[u8]) {
        let input = self.input.as_ref().expect("the input is open");
        input.send(bytes.to_vec()).expect("the engine listens");
    }

    /// The next line, thinking or not; `None` at the end of the output.
    fn line(&self) -> Option<String> {
        match self.output.recv_timeout(PATIENCE) {
            Ok(line) => {
                assert!(line.len() < 4_000, "{line}");
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => Some(NOTHING_CAME.to_owned()),
        }
    }

    fn spoken_line(&self) -> Option<String> {
        std::iter::from_fn(|| self.line()).find(|line| !is_thinking(line))
    }

    fn expect(&self, pattern: &str) -> Result<(), String> {
        let (line, pattern) = match pattern.strip_prefix("thinking ") {
            Some(pattern) => {
                let mut lines = std::iter::from_fn(|| self.line());
                let matching = lines.find(|line| !is_thinking(line) || matches(pattern, line));
                (matching, pattern)
            }
            None => match pattern.strip_prefix("until ") {
                Some(pattern) => {
                    let mut lines = std::iter::from_fn(|| self.line()).take(LONGEST_WAIT_LINES);
                    (
                        lines.find(|line| matches(pattern, line) || line == NOTHING_CAME),
                        pattern,
                    )
                }
                None => (self.spoken_line(), pattern),
            },
        };
        match line {
            Some(line) if matches(pattern, &line) => Ok(()),
            other => Err(format!("expected {pattern:?}, got {other:?}")),
        }
    }

    /// Ends the conversation and returns what was still said.
    fn quit(mut self) -> Vec<String> {
        self.send(b"quit\n");
        self.input = None;
        let left = std::iter::from_fn(|| self.spoken_line()).take(20).collect();
        let end = self.engine.join().expect("the engine does not panic");
        end.expect("the conversation ends well");
        left
    }
}

fn is_thinking(line: &str) -> bool {
    line.contains('\t')
}

/// Whether a line is as the pattern says, `*` being any text.
fn matches(pattern: &str, line: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == line,
        Some((head, tail)) => line.strip_prefix(head).is_some_and(|rest| {
            (0..=rest.len())
                .filter(|&start| rest.is_char_boundary(start))
                .any(|start| matches(tail, &rest[start..]))
        }),
    }
}

fn play(script: &str) -> Result<(), String> {
    let player = Player::new();
    let mut waiting = String::new();
    for (index, line) in script.lines().enumerate() {
        if let Some(input) = line.strip_prefix('>') {
            waiting.push_str(input.strip_prefix(' ').unwrap_or(input));
            waiting.push('\n');
        } else if let Some(pattern) = line.strip_prefix('<') {
            if !waiting.is_empty() {
                player.send(std::mem::take(&mut waiting).as_bytes());
            }
            let pattern = pattern.strip_prefix(' ').unwrap_or(pattern);
            let met = player.expect(pattern);
            met.map_err(|error| format!("line {}: {error}", index + 1))?;
        } else if !line.trim().is_empty() && !line.starts_with('#') {
            return Err(format!("line {}: neither input nor output", index + 1));
        }
    }
    if !waiting.is_empty() {
        player.send(waiting.as_bytes());
    }
    match player.quit() {
        left if left.is_empty() => Ok(()),
        left => Err(format!("left over: {left:?}")),
    }
}

#[test]
fn every_transcript_is_played_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xboard");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the transcripts are there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 20);
    let failures: Vec<String> = paths
        .iter()
        .filter_map(|path| {
            let script = fs::read_to_string(path).expect("readable");
            let error = play(&script).err()?;
            Some(format!("{}: {error}", path.display()))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_wrong_transcript_fails() {
    assert!(play("> ping 1\n< pong 2\n").is_err());
    assert!(play("> ping 1\n").is_err());
    assert!(play("nonsense\n").is_err());
    assert_eq!(play("# fine\n> ping 1\n< p*g 1\n"), Ok(()));
}

#[test]
fn rubbish_is_survived() {
    let player = Player::new();
    player.send(b"\0\0\xff\xfe\x01\x02\r\n");
    assert!(player.expect("Error (unknown command): *").is_ok());
    let mut long = vec![b'x'; 1 << 20];
    long.push(b'\n');
    player.send(&long);
    assert!(player.expect("Error (unknown command): xxx*").is_ok());
    let mut position = b"setboard ".to_vec();
    position.resize(20_000, b'8');
    position.push(b'\n');
    player.send(&position);
    assert!(
        player
            .expect("tellusererror Illegal position: 888*")
            .is_ok()
    );
    player.send(b"new\nping 1\n");
    assert!(player.expect("pong 1").is_ok());
    assert_eq!(player.quit(), Vec::<String>::new());
}

#[test]
fn the_end_of_the_input_ends_everything_at_once() {
    let states: [&[u8]; 6] = [
        b"",
        b"xboard\n",
        b"new\nlevel 0 60 0\ngo\n",
        b"new\nanalyze\n",
        b"new\nhard\nsd 3\ngo\n",
        b"new\ngo\nunfinished",
    ];
    for state in states {
        let mut player = Player::new();
        player.send(state);
        thread::sleep(Duration::from_millis(30));
        let began = Instant::now();
        player.input = None;
        let end = player.engine.join().expect("no panic");
        assert!(end.is_ok());
        assert!(began.elapsed() < Duration::from_secs(1));
    }
}

#[test]
fn a_thousand_pings_are_answered_in_order_while_analysing() {
    let player = Player::new();
    let pings: String = (0..1_000)
        .map(|number| format!("ping {number}\n"))
        .collect();
    player.send(b"analyze\n");
    player.send(pings.as_bytes());
    for number in 0..1_000 {
        assert_eq!(player.spoken_line(), Some(format!("pong {number}")));
    }
    assert!(player.quit().is_empty());
}

/// States of the engine, and lines that bring it there.
const BUSY: [&[u8]; 6] = [
    b"post\nst 1000\ngo\n",
    b"post\nanalyze\n",
    b"hard\nsd 3\ngo\n",
    b"force\nexplain\n",
    b"st 1000\ngo\npause\n",
    b"force\n",
];

#[test]
fn quit_is_obeyed_at_once_in_every_state() {
    for state in BUSY {
        let player = Player::new();
        player.send(state);
        thread::sleep(Duration::from_millis(30));
        let began = Instant::now();
        player.quit();
        // Typically a few milliseconds; the bound is for busy machines.
        assert!(began.elapsed() < Duration::from_secs(1));
    }
}

#[test]
fn a_flood_of_commands_while_thinking_loses_nothing() {
    let player = Player::new();
    player.send(b"st 1000\ngo\n");
    let mut flood = String::new();
    for number in 0..2_000 {
        flood += "post\nnopost\nhard\neasy\ntime 100000\notim 100000\noption MultiPV=1\nhint\n.\n";
        flood += &format!("nonsense{number}\nping {number}\n");
    }
    player.send(flood.as_bytes());
    for number in 0..2_000 {
        let expected = format!("Error (unknown command): nonsense{number}");
        assert_eq!(player.spoken_line(), Some(expected));
    }
    player.send(b"?\n");
    assert!(player.expect("move *").is_ok());
    for number in 0..2_000 {
        assert_eq!(player.spoken_line(), Some(format!("pong {number}")));
    }
    assert!(player.quit().is_empty());
}

#[test]
fn a_closed_output_is_a_quiet_end() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let config = EngineConfig::default();
    let input: &[u8] = b"protover 2\nping 1\n";
    assert!(xboard::run(config, Vec::new(), input, Closed).is_ok());
}

#[test]
fn complaints_wait_for_somebody_to_read_them() {
    let (sender, output) = channel();
    let input: &[u8] = b"xboard\n\nping 1\n";
    let complaints = vec!["masque.toml:2: what is that?\n | ^".to_owned()];
    let config = EngineConfig::default();
    assert!(xboard::run(config, complaints, input, Outgoing(sender)).is_ok());
    let lines: Vec<String> = output.iter().collect();
    assert_eq!(
        lines,
        ["pong 1", "tellusererror masque.toml:2: what is that? | ^"]
    );
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = || {
        let player = Player::new();
        player.send(b"option Personality=hypermodern\noption Seed=7\nnew\nsd 4\n");
        let moves: Vec<_> = (0..16)
            .map(|_| {
                player.send(b"go\n");
                player.spoken_line()
            })
            .collect();
        assert!(player.quit().is_empty());
        moves
    };
    let first = game();
    assert!(first.iter().flatten().all(|line| line.starts_with("move ")));
    assert_eq!(first, game());
}
