//! Whatever bytes come in, in whatever state: no panic, only whole harmless lines out, and a line
//! that is refused changes nothing.
#![allow(clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::time::Duration;

use masque::engine::Engine;
use masque::engine::EngineConfig;
use masque::line_reader::LineReader;
use masque::session::{Effect, Event, Reply, Session};
use proptest::prelude::*;

/// Lines that bring a new session into each of its states.
const STATES: &[&str] = &[
    "",
    "force\n",
    "go\n",
    "analyze\n",
    "go\npause\n",
    "setboard 8/8/8/8/8/8/8/8 w - - 0 1\n",
    "setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n",
    "new\nvariant fischerandom\n",
    "edit\n",
    "usermove e2e4\nexplain\n",
    "force\nexplain\n",
];

/// Words and pieces of words that lines are made of.
const WORDS: &[&str] = &[
    "new",
    "force",
    "go",
    "?",
    "undo",
    "remove",
    "setboard",
    "usermove",
    "e2e4",
    "e7e8q",
    "O-O",
    "option",
    "Castling",
    "Own_king_safety",
    "Personality",
    "MultiPV",
    "=",
    "-101",
    "7",
    "99999999999999999999",
    "cm_parm",
    "default",
    "myp",
    "opk",
    "md",
    "level",
    "st",
    "sd",
    "time",
    "otim",
    "nps",
    "40",
    "0:5",
    "ping",
    "pause",
    "resume",
    "analyze",
    "exit",
    "exclude",
    "include",
    "all",
    "explain",
    "personality",
    "protover",
    "accepted",
    "rejected",
    "debug",
    "result",
    "1-0",
    "{",
    "}",
    "draw",
    "hint",
    "bk",
    ".",
    "edit",
    "variant",
    "fischerandom",
    "normal",
    "memory",
    "cores",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "w",
    "KQkq",
    "-",
    "0",
    "1",
    "\t",
    "\0",
    "\u{fffd}",
    "\u{e9}",
    "Why",
    "SaveFile",
    "\r",
    "setscore",
    "lift",
    "xboard",
    "hard",
    "easy",
];

fn engine() -> Engine {
    let config = EngineConfig {
        hash_mib: 1,
        ..EngineConfig::default()
    };
    Engine::new(config, |_| {}).expect("the engine starts")
}

fn session_in(state: &str) -> Session {
    let engine = engine();
    let mut session = Session::new("Neutral", engine.options());
    feed(&mut session, state.as_bytes());
    session
}

/// Everything about a session but whether it passes over the lines of the obsolete edit mode,
/// which any command ends.
fn state_of(session: &Session) -> String {
    let skips = "skips_edit_lines: true";
    format!("{session:?}").replace(skips, "skips_edit_lines: false")
}

/// What a session says to bytes, each line with whether it changed the session. Nothing is
/// performed, so searches go on for ever.
fn feed(session: &mut Session, bytes: &[u8]) -> Vec<(Vec<Reply>, bool)> {
    let mut answers = Vec::new();
    for line in LineReader::new(bytes) {
        let before = state_of(session);
        let command = masque::xboard::parse(&line);
        let effects = session.step(Duration::from_millis(5), Event::Command(command));
        let has_changed = before != state_of(session);
        let replies = effects.into_iter().filter_map(|effect| match effect {
            Effect::Say(reply) => Some(reply),
            _ => None,
        });
        answers.push((replies.collect(), has_changed));
    }
    answers
}

fn check(state: &str, bytes: &[u8]) {
    let mut session = session_in(state);
    for (replies, has_changed) in feed(&mut session, bytes) {
        let is_refused = replies
            .iter()
            .any(|reply| matches!(reply, Reply::Error { .. } | Reply::IllegalMove { .. }));
        assert!(
            !(is_refused && has_changed),
            "{state:?} {bytes:?} {replies:?}"
        );
        for reply in replies {
            let text = masque::xboard::wire_text(&reply);
            for line in text.split('\n') {
                assert!(line.len() < 4_000, "{line}");
                let is_control = |letter: char| letter.is_control() && letter != '\t';
                assert!(!line.contains(is_control), "{line:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_bytes_in_any_state(
        state in 0..STATES.len(),
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
    ) {
        check(STATES[state], &bytes);
    }

    #[test]
    fn any_words_in_any_state(
        state in 0..STATES.len(),
        lines in proptest::collection::vec(
            proptest::collection::vec((0..WORDS.len(), any::<bool>()), 1..6),
            1..6,
        ),
    ) {
        let text: String = lines
            .iter()
            .map(|line| {
                let words = line.iter().map(|&(word, is_apart)| {
                    format!("{}{}", if is_apart { " " } else { "" }, WORDS[word])
                });
                words.collect::<String>() + "\n"
            })
            .collect();
        check(STATES[state], text.as_bytes());
    }
}

#[test]
fn what_was_hard_once_stays_easy() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/protocol_input");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the inputs are there") {
        let bytes = fs::read(entry.expect("readable").path()).expect("readable");
        for state in STATES {
            check(state, &bytes);
        }
        count += 1;
    }
    assert!(count >= 5);
}
