//! No stranger can steer the bridge: whatever people say on a server, in whatever form the server
//! shows it, changes nothing of what masque sends, keeps and returns.
#![allow(clippy::unwrap_used, clippy::panic)]

mod fics_sessions;

use fics_sessions::{Choices, Injection, LIES, SESSIONS, places, replay};
use masque::fics::bridge::ExitReason;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// All injections together.
const INJECTIONS: usize = 10_000;
/// In one replay of a session.
const INJECTIONS_A_REPLAY: usize = 4;
const SEED: u64 = 21;

struct RandomChoices(ChaCha8Rng);

impl Choices for RandomChoices {
    fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() % count as u64) as usize
    }
}

/// The sessions are what they should be: games are played and kept, and the ends differ.
#[test]
fn recorded_sessions_take_their_course() {
    for (name, session) in SESSIONS {
        let outcome = replay(session, &[]);
        let (games, moves, is_expected): (usize, usize, fn(&ExitReason) -> bool) = match name {
            "freechess" => (2, 9, |exit| matches!(exit, ExitReason::Done)),
            "lasker" => (1, 6, |exit| matches!(exit, ExitReason::Kicked(_))),
            "server_of_1996" => (1, 5, |exit| matches!(exit, ExitReason::Done)),
            _ => (0, 0, |exit| matches!(exit, ExitReason::Refused(_))),
        };
        assert_eq!(outcome.pgn.matches("[Event ").count(), games, "{name}");
        assert!(
            outcome.exit.as_ref().is_some_and(is_expected),
            "{name}: {:?}",
            outcome.exit
        );
        let is_move = |line: &&String| line.len() == 5 && line.as_bytes()[2] == b'-';
        let sent = outcome.sent.iter().filter(is_move).count();
        assert!(sent >= moves, "{name}: {:#?}", outcome.sent);
    }
}

#[test]
fn nobody_but_the_server_steers_the_bridge() {
    let mut choices = RandomChoices(ChaCha8Rng::seed_from_u64(SEED));
    let sessions: Vec<_> = SESSIONS
        .iter()
        .map(|(name, session)| (name, session, places(session), replay(session, &[])))
        .filter(|(_, _, places, _)| !places.is_empty())
        .collect();
    for number in 0..INJECTIONS / INJECTIONS_A_REPLAY {
        let (name, session, places, alone) = &sessions[number % sessions.len()];
        let injections: Vec<Injection> = (0..INJECTIONS_A_REPLAY)
            .map(|_| {
                let length = choices.below(90);
                let text: String = (0..length)
                    .map(|_| char::from(b' ' + choices.below(95) as u8))
                    .collect();
                // Only orders to a bot are answered, and a sentence in brackets is none.
                let text = format!("({text}");
                let mut injection = Injection::choose(&mut choices, places.len(), text.as_bytes());
                injection.place = places[injection.place];
                injection
            })
            .collect();
        let disturbed = replay(session, &injections);
        if disturbed != *alone {
            let culprit = injections
                .iter()
                .find(|one| replay(session, std::slice::from_ref(one)) != *alone);
            let said: Vec<String> = culprit
                .iter()
                .flat_map(|one| &one.pieces)
                .map(|piece| piece.escape_ascii().to_string())
                .collect();
            let differing = disturbed
                .actions
                .iter()
                .zip(&alone.actions)
                .find(|(one, other)| one != other);
            panic!(
                "{name}, replay {number}: before step {:?} a stranger said {said:#?}; \
                 the first difference is {differing:#?}",
                culprit.map(|one| one.place)
            );
        }
    }
}

/// A line that begins at the left margin is the server's. Were a stranger's text ever taken for one,
/// the comparison above would notice it.
#[test]
fn the_same_words_at_the_left_margin_do_steer_the_bridge() {
    let (_, session) = SESSIONS[0];
    let alone = replay(session, &[]);
    let places = places(session);
    let mut noticed = 0;
    for lie in LIES {
        for &place in places.iter().skip(40).step_by(10) {
            let pieces = vec![format!("\n\r{lie}\n\r").into_bytes()];
            noticed += usize::from(replay(session, &[Injection { place, pieces }]) != alone);
        }
    }
    assert!(noticed > 30, "{noticed} differences");
}
