//! Refused moves, failing engines, and challenges that nobody asked for.

use super::{AFTER_E4, AFTER_E5, AFTER_NF3, START, TestBridge};
use crate::fics::bridge::{BridgeAction, BridgeEvent, ExitReason};

const END: &str = "{Game 7 (Alice vs. Masque) Masque resigns} 1-0";

#[test]
fn an_engine_that_fails_in_every_game_plays_no_more() {
    let mut rig = TestBridge::online("");
    for game in 1..=3 {
        rig.begin("rated");
        rig.take();
        rig.happen(BridgeEvent::EngineFailed("broken".to_owned()));
        let sent = rig.sent();
        assert!(sent.contains(&"resign".to_owned()), "game {game}: {sent:?}");
        let is_last = sent.contains(&"set open 0".to_owned());
        assert_eq!(is_last, game == 3, "game {game}: {sent:?}");
        rig.hear(END);
    }
    rig.pass(3_000);
    assert!(rig.sent().contains(&"quit".to_owned()));
    rig.happen(BridgeEvent::Disconnected("bye".to_owned()));
    let actions = rig.take();
    assert!(
        matches!(
            actions.last(),
            Some(BridgeAction::Leave(ExitReason::EngineFailed))
        ),
        "{actions:?}"
    );
}

#[test]
fn a_game_without_a_failure_forgives_those_before() {
    let mut rig = TestBridge::online("");
    for fails in [true, true, false, true, true] {
        rig.begin("rated");
        if fails {
            rig.happen(BridgeEvent::EngineFailed("broken".to_owned()));
        }
        rig.hear(END);
    }
    assert!(!rig.sent().contains(&"set open 0".to_owned()));
}

#[test]
fn moves_are_refused_twice_in_a_row_before_the_game_is_left() {
    let mut rig = TestBridge::in_game("", "rated");
    rig.hear(AFTER_E4);
    rig.engine_moves("e5");
    rig.take();
    rig.hear("Illegal move (e7-e5).");
    assert_eq!(rig.sent(), ["refresh"]);
    rig.hear(AFTER_E4);
    rig.engine_moves("e5");
    rig.hear(AFTER_E5);
    rig.hear(AFTER_NF3);
    rig.engine_moves("Nc6");
    rig.take();
    rig.hear("It is not your move.");
    assert_eq!(rig.sent(), ["refresh"], "the move between was taken");
    rig.hear("It is not your move.");
    assert!(rig.sent().is_empty(), "no move waits for an answer");
    rig.hear(AFTER_NF3);
    rig.engine_moves("Nc6");
    rig.take();
    rig.hear("It is not your move.");
    assert_eq!(rig.sent(), ["resign"]);
}

#[test]
fn whoever_fits_our_seek_is_judged_like_a_challenger() {
    for (terms, is_kept) in [
        ("Masque (2000) Alice (1500) rated blitz 5 12.", true),
        ("Masque (2000) Robot (1500) rated blitz 5 12.", false),
        ("Masque (2000) Alice (1500) rated blitz 90 0.", false),
        ("something else", false),
    ] {
        let mut rig = TestBridge::online("[accept]\nno_play = ['Robot']\n");
        rig.hear("Issuing match request since the seek was set to manual.");
        rig.hear(&format!("Issuing: {terms}"));
        let is_withdrawn = rig.sent().contains(&"withdraw".to_owned());
        assert_eq!(is_withdrawn, !is_kept, "{terms}");
    }
}

#[test]
fn only_the_rest_of_a_game_is_asked_for() {
    let mut rig = TestBridge::online("");
    rig.hear("Notification: Alice, who has an adjourned game with you, has arrived.");
    rig.pass(3_000);
    assert_eq!(rig.sent(), ["match Alice"]);
    rig.hear("Issuing: Masque (2000) Alice (1500) rated blitz 5 12.");
    assert_eq!(rig.sent(), ["withdraw"], "a new game");
    rig.pass(1_000);
    let told = rig.sent();
    assert!(
        told[0].starts_with("tell Alice I asked only for the rest"),
        "{told:?}"
    );
    rig.hear("Notification: Alice, who has an adjourned game with you, has arrived.");
    rig.pass(3_000);
    rig.hear("Issuing: Masque (2000) Alice (1500) rated blitz 5 12 (adjourned).");
    assert_eq!(rig.sent(), ["match Alice"]);
    rig.pass(30_000);
    rig.take();
    rig.hear("Notification: Alice, who has an adjourned game with you, has arrived.");
    rig.pass(3_000);
    rig.hear("{Game 7 (Alice vs. Masque) Creating rated blitz match.}");
    rig.hear(START);
    let sent = rig.sent();
    assert!(
        sent.contains(&"abort".to_owned()),
        "a new game at once: {sent:?}"
    );
}

#[test]
fn of_several_challengers_whoever_has_just_played_waits() {
    let mut rig = TestBridge::online("");
    rig.begin("rated");
    rig.hear(END);
    rig.pass(3_000);
    rig.take();
    for (index, name) in [(1, "Alice"), (2, "Bob")] {
        rig.hear(&format!(
            "<pf> {index} w={name} t=match p={name} (1500) Masque (2000) rated blitz 2 12"
        ));
    }
    rig.pass(400);
    assert_eq!(rig.sent(), ["accept 2"]);
    rig.hear(&START.replace("Alice", "Bob").replace(" 7 Bob", " 8 Bob"));
    rig.hear("{Game 8 (Bob vs. Masque) Bob resigns} 0-1");
    rig.take();
    rig.pass(400);
    assert_eq!(rig.sent(), ["accept 1"]);
}
