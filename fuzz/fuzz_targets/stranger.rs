//! Somebody who is not the server speaks in the middle of recorded sessions: whatever the bytes say,
//! the bridge does the same as without them.
#![no_main]

#[path = "../../tests/fics_sessions/mod.rs"]
mod fics_sessions;

use std::sync::LazyLock;

use fics_sessions::{Choices, Injection, Outcome, SESSIONS, places, replay};
use libfuzzer_sys::fuzz_target;

/// Each session with its places for a stranger and its course without one.
static ALONE: LazyLock<Vec<(&str, Vec<usize>, Outcome)>> = LazyLock::new(|| {
    SESSIONS
        .iter()
        .map(|(_, session)| (*session, places(session), replay(session, &[])))
        .filter(|(_, places, _)| !places.is_empty())
        .collect()
});

/// The first bytes choose the session, the place and the form.
struct ChosenBytes<'a>(&'a [u8]);

impl Choices for ChosenBytes<'_> {
    fn below(&mut self, count: usize) -> usize {
        let (first, rest) = self.0.split_at(self.0.len().min(2));
        self.0 = rest;
        let number = first
            .iter()
            .fold(0, |all, &byte| all << 8 | usize::from(byte));
        number % count
    }
}

fuzz_target!(|bytes: &[u8]| {
    let (chosen, text) = bytes.split_at(bytes.len().min(24));
    // A stranger's text is one line, and orders to a bot are answered: a sentence in brackets is none.
    let mut said = vec![b'('];
    said.extend(text.iter().filter(|&&byte| byte != b'\n' && byte != 0));
    let mut choices = ChosenBytes(chosen);
    let (session, places, alone) = &ALONE[choices.below(ALONE.len())];
    let mut injection = Injection::choose(&mut choices, places.len(), &said);
    injection.place = places[injection.place];
    assert_eq!(replay(session, &[injection]), *alone);
});
