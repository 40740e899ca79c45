//! Games that the opponent spoils: other terms than were accepted, silence, boards that nobody can read.
//! We get out of them without losing rating, and without being kept from other games.

use super::{AFTER_E4, START, TestBridge, sent_of};
use crate::fics::bridge::{BridgeAction, BridgeEvent};

/// Alice has changed her challenge after we had accepted it, and does not agree to abort.
fn baited(accepted: &str, begun: &str) -> TestBridge {
    let mut rig = TestBridge::online("");
    rig.hear(&format!(
        "Challenge: Alice (1500) Masque (2000) {accepted} blitz 2 12."
    ));
    rig.pass(400);
    rig.hear(&format!(
        "{{Game 7 (Alice vs. Masque) Creating {begun} match.}}"
    ));
    rig.hear(START);
    rig.pass(1_000);
    assert!(rig.sent().contains(&"abort".to_owned()));
    rig
}

/// Time passes while the server is never silent; what is done in it.
fn wait(rig: &mut TestBridge, seconds: u64) -> Vec<BridgeAction> {
    rig.take();
    for _ in 0..seconds / 5 {
        rig.hear("A line that everybody gets.");
        rig.pass(5_000);
    }
    rig.take()
}

fn hangs_up(actions: &[BridgeAction]) -> bool {
    let is_hanging_up = |action: &BridgeAction| matches!(action, BridgeAction::HangUp);
    actions.iter().any(is_hanging_up)
}

/// What was accepted, what begins instead, and what the opponent is told.
#[test]
fn a_game_that_is_not_what_was_accepted_is_aborted_before_the_first_move() {
    let uneven_clock = START.replace(" -1 2 12 39", " -1 1 0 39");
    for (accepted, begun, board, why) in [
        ("unrated blitz 2 12", "rated blitz", START, "it is rated"),
        (
            "rated blitz 2 12",
            "rated blitz",
            &uneven_clock,
            "the clocks are 1 0",
        ),
        ("rated blitz 2 12", "rated wild/fr", START, "it is wild/fr"),
        (
            "[black] rated blitz 2 12",
            "rated blitz",
            START,
            "I have the wrong color",
        ),
        ("rated blitz 2 12", "rated standard", START, ""),
    ] {
        let mut rig = TestBridge::online("");
        let (color, accepted) = match accepted.strip_prefix("[black] ") {
            Some(rest) => ("[black] ", rest),
            None => ("", accepted),
        };
        rig.hear(&format!(
            "Challenge: Alice (1500) {color}Masque (2000) {accepted}."
        ));
        rig.pass(400);
        assert_eq!(rig.sent(), ["accept Alice"]);
        rig.hear(&format!(
            "{{Game 7 (Alice vs. Masque) Creating {begun} match.}}"
        ));
        rig.hear(board);
        rig.pass(1_000);
        let sent = rig.sent();
        assert_eq!(
            sent.contains(&"abort".to_owned()),
            !why.is_empty(),
            "{begun}: {sent:?}"
        );
        let told = sent
            .iter()
            .any(|line| line.starts_with("tell Alice This is not the game") && line.contains(why));
        assert_eq!(told, !why.is_empty(), "{begun}: {sent:?}");
        rig.hear(AFTER_E4);
        if why.is_empty() {
            continue;
        }
        rig.pass(200_000);
        assert!(
            !rig.take()
                .iter()
                .any(|action| matches!(action, BridgeAction::RestartEngine))
        );
    }
}

#[test]
fn a_rated_game_on_other_terms_is_left_without_a_loss_and_never_taken_up() {
    for begun in ["rated blitz", "rated wild/fr"] {
        let mut rig = baited("unrated", begun);
        rig.hear(AFTER_E4);
        assert!(
            !hangs_up(&wait(&mut rig, 50)),
            "{begun}: she may still agree"
        );
        let actions = wait(&mut rig, 15);
        assert!(hangs_up(&actions), "{begun}: {actions:?}");
        let sent = sent_of(&actions);
        assert!(!sent.contains(&"resign".to_owned()), "{begun}: {sent:?}");
        let is_coming_back = |action: &BridgeAction| matches!(action, BridgeAction::Connect { .. });
        assert!(actions.iter().any(is_coming_back));
        let is_warning = |action: &BridgeAction| matches!(action, BridgeAction::Warn(text) if text.contains("Alice") && text.contains("no_play"));
        assert!(actions.iter().any(is_warning));

        rig.log_in("(C)");
        rig.prompt();
        rig.hear("Notification: Alice, who has an adjourned game with you, has arrived.");
        let sent = sent_of(&wait(&mut rig, 10));
        assert!(!sent.contains(&"match Alice".to_owned()), "{sent:?}");
        for terms in ["rated blitz 2 12 (adjourned)", "unrated blitz 2 12"] {
            rig.hear(&format!("Challenge: ALICE (1500) Masque (2000) {terms}."));
            rig.pass(400);
            assert_eq!(rig.sent(), ["decline ALICE"]);
        }
        rig.hear("Challenge: Bob (1500) Masque (2000) rated blitz 2 12.");
        rig.pass(400);
        assert_eq!(rig.sent(), ["accept Bob"]);
    }
}

#[test]
fn an_unrated_game_on_other_terms_is_given_up() {
    let mut rig = baited("rated", "unrated blitz");
    let actions = wait(&mut rig, 65);
    assert_eq!(sent_of(&actions), ["resign"]);
    assert!(!hangs_up(&actions));
}

#[test]
fn a_game_on_other_terms_is_over_when_the_opponent_agrees() {
    let mut rig = baited("unrated", "rated blitz");
    rig.hear("{Game 7 (Alice vs. Masque) Game aborted by mutual agreement} *");
    assert!(!rig.bridge.is_playing());
    rig.hear("Challenge: Alice (1500) Masque (2000) unrated blitz 2 12.");
    rig.take();
    rig.pass(400);
    assert!(
        rig.sent().contains(&"accept Alice".to_owned()),
        "anybody may err"
    );
}

#[test]
fn whoever_does_not_begin_keeps_nobody_waiting_for_ever() {
    for (rated, is_left_by_hanging_up) in [("rated", true), ("unrated", false)] {
        let mut rig = TestBridge::in_game("", rated);
        let actions = wait(&mut rig, 210);
        let mut sent = sent_of(&actions);
        sent.retain(|line| line == "abort" || line == "resign");
        assert_eq!(sent, ["abort"; 4], "{rated}");
        let actions = wait(&mut rig, 70);
        assert_eq!(hangs_up(&actions), is_left_by_hanging_up, "{rated}");
        let is_resigned = sent_of(&actions).contains(&"resign".to_owned());
        assert_eq!(is_resigned, !is_left_by_hanging_up, "{rated}");
    }
    let mut rig = TestBridge::in_game("[game]\nfirst_move_seconds = 0\n", "rated");
    let sent = sent_of(&wait(&mut rig, 600));
    assert!(!sent.contains(&"abort".to_owned()), "{sent:?}");
}

#[test]
fn a_game_whose_board_cannot_be_read_is_left() {
    let mut rig = TestBridge::online("");
    rig.agree_with("Alice", "unrated");
    rig.hear("{Game 7 (Alice vs. Masque) Creating rated wild/capablanca match.}");
    rig.hear(&START.replace("rnbqkbnr pppppppp", "rnabqkbcnr pppppppppp"));
    assert!(!hangs_up(&wait(&mut rig, 10)));
    let actions = wait(&mut rig, 10);
    assert_eq!(sent_of(&actions), ["abort"]);
    assert!(hangs_up(&actions));
    rig.happen(BridgeEvent::Disconnected("closed".to_owned()));
    rig.log_in("(C)");
    rig.take();
    rig.hear("Challenge: Alice (1500) Masque (2000) unrated blitz 2 12.");
    rig.pass(400);
    assert!(rig.sent().contains(&"decline Alice".to_owned()));
}

#[test]
fn an_adjourned_game_with_somebody_in_no_play_is_not_taken_up() {
    let mut rig = TestBridge::online("[accept]\nno_play = ['Alice']\n");
    rig.hear("Notification: Alice, who has an adjourned game with you, has arrived.");
    let sent = sent_of(&wait(&mut rig, 10));
    assert!(!sent.contains(&"match Alice".to_owned()), "{sent:?}");
    rig.hear("Challenge: Alice (1500) Masque (2000) rated blitz 2 12 (adjourned).");
    rig.pass(400);
    assert!(rig.sent().contains(&"decline Alice".to_owned()));
}
