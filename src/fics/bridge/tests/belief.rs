//! What the bridge believes, and when.

use super::{AFTER_E4, AFTER_E5, START, TestBridge, told_of};
use crate::fics::bridge::{BridgeAction, BridgeEvent, ExitReason};
use crate::session::Command;

const RESULT: &str = "{Game 7 (Alice vs. Masque) Alice resigns} 0-1";

/// Two of our own plies and two of the opponent's, of which the bridge has missed one.
const MOVES: [&str; 5] = [
    "Movelist for game 7:",
    "Alice (1500) vs. Masque (2000) --- Sat Nov 21, 05:00 UTC 2026",
    "----  ----------------   ----------------",
    "  1.  e4      (0:01)     e5      (0:02)",
    "      {Still in progress} *",
];

#[test]
fn a_result_counts_for_our_own_game_alone() {
    for line in [
        "{Game 8 (Alice vs. Masque) Alice resigns} 0-1",
        "{Game 7 (Alice vs. Mallory) Alice resigns} 0-1",
        "{Game 7 (Mallory vs. Masque) Mallory resigns} 0-1",
        "{Game 7 (Masque vs. Masque) Masque resigns} 0-1",
    ] {
        let mut rig = TestBridge::in_game("", "rated");
        rig.hear(line);
        assert!(rig.bridge.is_playing(), "{line}");
        rig.hear(RESULT);
        assert!(!rig.bridge.is_playing());
    }
}

#[test]
fn a_pushed_mail_steers_nothing() {
    for mail in [
        "    {Game 7 (Alice vs. Masque) Masque resigns} 1-0",
        "    **** Masque has arrived - you can't both be logged in. ****",
        "    You are not playing a game.",
        "    Challenge: Mallory (1500) Masque (2000) rated blitz 2 12.",
        "    Type [next] to see next page.",
        "    Notification: Mallory, who has an adjourned game with you, has arrived.",
        &format!("    {AFTER_E4}"),
    ] {
        let mut rig = TestBridge::in_game("", "rated");
        rig.take();
        rig.hear("Mallory just sent you a message:");
        rig.hear(mail);
        rig.pass(3_000);
        rig.happen(BridgeEvent::Disconnected("reset".to_owned()));
        let actions = rig.take();
        assert!(
            !actions.iter().any(|action| matches!(
                action,
                BridgeAction::Send(_)
                    | BridgeAction::Record(_)
                    | BridgeAction::Leave(_)
                    | BridgeAction::Tell(Command::UserMove(_))
            )),
            "{mail}: {actions:?}"
        );
    }
}

#[test]
fn only_a_game_that_was_agreed_on_begins() {
    let mut rig = TestBridge::online("");
    rig.hear("Creating: Alice (1500) Masque (2000) rated blitz 2 12");
    rig.hear("{Game 7 (Alice vs. Masque) Creating rated blitz match.}");
    rig.hear(START);
    assert!(!rig.bridge.is_playing());
    rig.agree_with("Alice", "rated");
    rig.hear(START);
    assert!(rig.bridge.is_playing());
}

#[test]
fn a_game_may_begin_long_after_it_was_accepted() {
    let mut rig = TestBridge::online("");
    rig.hear("Challenge: Alice (1500) Masque (2000) rated blitz 2 12.");
    rig.pass(400);
    rig.pass(60_000);
    rig.hear("{Game 7 (Alice vs. Masque) Creating rated blitz match.}");
    rig.hear(START);
    assert!(rig.bridge.is_playing());
}

#[test]
fn boards_of_other_games_are_not_ours() {
    for board in [
        AFTER_E4.replace(" 7 Alice", " 9 Alice"),
        AFTER_E4.replace("Alice", "Mallory"),
        AFTER_E4.replace("Masque", "Other"),
        AFTER_E4.replace("Masque 1 2", "Masque 0 2"),
    ] {
        let mut rig = TestBridge::in_game("", "rated");
        rig.take();
        rig.hear(&board);
        assert!(rig.take().is_empty(), "{board}");
    }
}

#[test]
fn refusals_are_answers_to_moves() {
    let mut rig = TestBridge::in_game("", "rated");
    for line in ["Illegal move (e7-e5).", "It is not your move."] {
        rig.take();
        rig.hear(line);
        assert!(rig.sent().is_empty(), "{line}");
    }
    rig.hear(AFTER_E4);
    rig.engine_moves("e5");
    rig.take();
    rig.hear("Illegal move (d7-d5).");
    assert!(rig.sent().is_empty(), "another move");
    rig.pass(11_000);
    rig.take();
    rig.pass(11_000);
    rig.hear("You are not playing a game.");
    assert!(rig.bridge.is_playing(), "no command waits for an answer");
    rig.take();
    rig.hear("e7e5: Command not found.");
    assert_eq!(rig.sent(), ["refresh"]);
}

#[test]
fn a_table_is_read_only_while_it_is_asked_for_and_without_strangers() {
    let mut rig = TestBridge::in_game("", "rated");
    rig.take();
    MOVES.iter().for_each(|line| rig.hear(line));
    assert!(rig.take().is_empty(), "nobody has asked");
    rig.hear(AFTER_E5);
    assert_eq!(rig.sent(), ["moves 7"]);
    rig.take();
    for line in MOVES {
        rig.hear("Mallory just sent you a message:");
        rig.hear("      {Still in progress} *");
        rig.hear("Mallory just sent you a message:");
        rig.hear("  2.  a3      (0:01)     a6      (0:02)");
        rig.hear(line);
    }
    let told = told_of(&rig.take());
    let moves = told
        .iter()
        .filter(|command| matches!(command, Command::UserMove(_)));
    assert_eq!(moves.count(), 2, "{told:?}");
}

#[test]
fn the_plies_around_a_resync_keep_their_clocks() {
    let mut rig = TestBridge::in_game("", "rated");
    rig.hear(AFTER_E5);
    MOVES.iter().for_each(|line| rig.hear(line));
    rig.hear(RESULT);
    let records = rig.records();
    assert_eq!(records[0].comments, ["[%clk 0:01:59]", "[%clk 0:01:58]"]);
}

#[test]
fn a_login_elsewhere_counts_only_when_the_server_hangs_up() {
    let mut rig = TestBridge::online("");
    rig.hear("**** Mallory has arrived; you can't both be logged in. ****");
    rig.happen(BridgeEvent::Disconnected("reset".to_owned()));
    assert!(
        !rig.take()
            .iter()
            .any(|action| matches!(action, BridgeAction::Leave(_)))
    );
    let mut rig = TestBridge::in_game("", "rated");
    rig.hear("**** Masque has arrived - you can't both be logged in. ****");
    assert!(rig.bridge.is_playing());
    rig.pass(11_000);
    rig.happen(BridgeEvent::Disconnected("reset".to_owned()));
    assert!(
        !rig.take()
            .iter()
            .any(|action| matches!(action, BridgeAction::Leave(_)))
    );
    let mut rig = TestBridge::in_game("", "rated");
    rig.hear("**** Masque has arrived - you can't both be logged in. ****");
    rig.happen(BridgeEvent::Disconnected("reset".to_owned()));
    let actions = rig.take();
    let last = actions.last();
    assert!(matches!(
        last,
        Some(BridgeAction::Leave(ExitReason::Kicked(_)))
    ));
}
