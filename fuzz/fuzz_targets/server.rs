//! What a chess server sends, or somebody in its place: bytes become lines, lines become actions.
//!
//! Nothing panics, the pieces in which bytes arrive make no difference, and the password leaves
//! once for each connection at most.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use masque::fics::FicsConfig;
use masque::fics::bridge::{Bridge, BridgeAction, BridgeEvent, Outgoing};
use masque::fics::line::{Received, ServerLineReader};
use masque::fics::timeseal::Seal;
use masque::personality::Roster;

/// Read once: it is no part of what is tried.
static ROSTER: LazyLock<Roster> = LazyLock::new(Roster::built_in);

const CONFIG: &str = "[account]\nhandle = 'Masque'\npassword_env = 'X'\n\
                      [operation]\nowners = ['Boss']\n";

/// Between two things that the server says.
const PAUSE: Duration = Duration::from_millis(200);

fn received(seal: Seal, pieces: impl Iterator<Item = impl AsRef<[u8]>>) -> Vec<Received> {
    let mut reader = ServerLineReader::new(seal);
    let mut all: Vec<Received> = pieces
        .flat_map(|piece| reader.receive(piece.as_ref()))
        .collect();
    all.extend(reader.flush());
    all
}

fuzz_target!(|bytes: &[u8]| {
    for seal in [Seal::Off, Seal::One, Seal::Two] {
        let whole = received(seal, std::iter::once(bytes));
        assert_eq!(whole, received(seal, bytes.chunks(1)));
    }
    let Ok(config) = FicsConfig::parse(CONFIG, Path::new("fics.toml")) else {
        panic!("the configuration is not understood");
    };
    let mut bridge = Bridge::new(config, ROSTER.clone(), "neutral", "Neutral", 1);
    let mut now = Duration::ZERO;
    let mut passwords = 0;
    let mut events: Vec<BridgeEvent> = vec![BridgeEvent::Connected];
    let said = received(Seal::Two, std::iter::once(bytes));
    let said = said.into_iter().map(BridgeEvent::Received);
    bridge.begin();
    for event in said.flat_map(|event| [event, BridgeEvent::Tick]) {
        events.insert(0, event);
        while let Some(event) = events.pop() {
            now += PAUSE;
            for action in bridge.step(now, event) {
                match action {
                    BridgeAction::Send(Outgoing::Password) => passwords += 1,
                    BridgeAction::Connect { .. } => {
                        passwords = 0;
                        events.push(BridgeEvent::Connected);
                    }
                    BridgeAction::Leave(_) => return,
                    _ => {}
                }
            }
            assert!(passwords <= 1, "the password was sent twice");
        }
    }
});
