//! Connections, people, and the end.

use std::path::Path;
use std::time::Duration;

use super::{AFTER_E4, AFTER_E5, START, TestBridge, sent_of, told_of};
use crate::fics::bridge::{BridgeAction, BridgeEvent, ExitReason};
use crate::fics::config::FicsConfig;
use crate::fics::line::{Prompt, Received};
use crate::session::Command;

#[test]
fn a_broken_connection_is_taken_up_again_with_ever_longer_waits() {
    let mut rig = TestBridge::in_game("", "rated");
    let mut waits = Vec::new();
    for _ in 0..12 {
        rig.take();
        rig.happen(BridgeEvent::Disconnected("reset".to_owned()));
        for action in rig.take() {
            if let BridgeAction::Connect { after, .. } = action {
                waits.push(after);
            }
        }
    }
    assert!(waits[0] <= Duration::from_secs(3), "{waits:?}");
    assert!(waits[4] > waits[1] && waits[11] <= Duration::from_secs(300));
    rig.log_in("(C)");
    rig.take();
    rig.pass(3_000);
    assert!(
        rig.sent().contains(&"match Alice".to_owned()),
        "the game goes on"
    );
}

#[test]
fn a_program_that_was_killed_takes_its_game_up_by_what_the_login_says() {
    let mut rig = TestBridge::offline("");
    rig.happen(BridgeEvent::Connected);
    for prompt in [Prompt::Login, Prompt::Password] {
        rig.happen(BridgeEvent::Received(Received::Prompt(prompt)));
    }
    rig.hear("1 player, who has an adjourned game with you, is online:");
    rig.hear("Alice");
    rig.prompt();
    rig.pass(3_000);
    assert!(rig.sent().contains(&"match Alice".to_owned()));
    rig.hear("{Game 7 (Alice vs. Masque) Continuing rated blitz match.}");
    rig.hear(AFTER_E5);
    rig.hear("Alice (1500) vs. Masque (2000) --- Sun Nov 22, 05:00 UTC 2026");
    rig.hear("  1.  e4      (0:01)     e5      (0:02)");
    rig.hear("      {Still in progress} *");
    rig.hear("{Game 7 (Alice vs. Masque) Alice resigns} 0-1");
    let records = rig.records();
    assert_eq!(records[0].comments, ["[%clk 0:01:59]", "[%clk 0:01:58]"]);
}

#[test]
fn our_own_second_login_is_not_fought() {
    let mut rig = TestBridge::online("");
    rig.hear("**** Masque has arrived; you can't both be logged in. ****");
    assert!(rig.take().is_empty(), "only if the server hangs up");
    rig.happen(BridgeEvent::Disconnected("closed".to_owned()));
    let actions = rig.take();
    assert!(matches!(
        actions.last(),
        Some(BridgeAction::Leave(ExitReason::Kicked(_)))
    ));
    assert!(
        !actions
            .iter()
            .any(|action| matches!(action, BridgeAction::Connect { .. }))
    );
}

#[test]
fn a_silent_server_is_asked_and_then_given_up() {
    let mut rig = TestBridge::online("");
    rig.pass(31_000);
    assert_eq!(rig.sent(), ["date"]);
    rig.pass(14_000);
    assert!(rig.take().is_empty());
    rig.pass(2_000);
    let actions = rig.take();
    assert!(
        actions
            .iter()
            .any(|action| matches!(action, BridgeAction::HangUp))
    );
    assert!(
        actions
            .iter()
            .any(|action| matches!(action, BridgeAction::Connect { .. }))
    );
}

#[test]
fn the_first_wish_to_end_lets_the_game_end_and_the_second_does_not() {
    let mut rig = TestBridge::in_game("", "rated");
    rig.happen(BridgeEvent::EndWanted);
    assert_eq!(rig.sent(), ["unseek", "set open 0"]);
    rig.happen(BridgeEvent::EndWanted);
    assert_eq!(rig.sent(), ["adjourn", "set open 1", "quit"]);
    rig.happen(BridgeEvent::Disconnected("bye".to_owned()));
    assert!(matches!(
        rig.take().last(),
        Some(BridgeAction::Leave(ExitReason::Done))
    ));

    let mut rig = TestBridge::in_game("", "rated");
    rig.happen(BridgeEvent::EndWanted);
    rig.hear("<pf> 5 w=Bob t=match p=Bob (1500) Masque (2000) rated blitz 2 12");
    rig.hear("{Game 7 (Alice vs. Masque) Alice resigns} 0-1");
    rig.pass(3_000);
    let sent = rig.sent();
    assert!(sent.contains(&"quit".to_owned()) && !sent.contains(&"accept 5".to_owned()));
}

#[test]
fn owners_are_obeyed_and_guests_are_no_owners() {
    let config = "[operation]\nowners = ['Boss']\n";
    for (line, is_obeyed) in [
        ("Boss tells you: hardquit", true),
        ("Boss(U) tells you: hardquit", false),
        ("Alice tells you: hardquit", false),
        ("Boss says: hardquit", false),
    ] {
        let mut rig = TestBridge::online(config);
        rig.hear(line);
        assert_eq!(rig.sent().contains(&"quit".to_owned()), is_obeyed, "{line}");
    }
}

#[test]
fn characters_are_chosen_for_unrated_games_only() {
    for (rated, expected) in [("rated", "neutral"), ("unrated", "hypermodern")] {
        let mut rig = TestBridge::online("");
        rig.hear("Alice tells you: choose hypermodern");
        rig.agree_with("Alice", rated);
        rig.hear(&format!(
            "Creating: Alice (1500) Masque (2000) {rated} blitz 2 12"
        ));
        rig.hear(START);
        let chosen = Command::Option {
            name: "Personality".to_owned(),
            value: Some(expected.to_owned()),
        };
        assert!(told_of(&rig.take()).contains(&chosen), "{rated}");
    }
}

#[test]
fn levels_are_asked_for_in_unrated_games_only() {
    let config = "[engine]\nelo = 1800\n";
    for (rated, name, expected) in [("rated", "Elo", "1800"), ("unrated", "Level", "full")] {
        let mut rig = TestBridge::online(config);
        rig.hear("Alice tells you: level full");
        rig.pass(2_000);
        assert_eq!(
            rig.sent(),
            ["tell Alice In unrated games with you I play at full strength."]
        );
        rig.agree_with("Alice", rated);
        rig.hear(&format!(
            "Creating: Alice (1500) Masque (2000) {rated} blitz 2 12"
        ));
        rig.hear(START);
        let chosen = Command::Option {
            name: name.to_owned(),
            value: Some(expected.to_owned()),
        };
        assert!(told_of(&rig.take()).contains(&chosen), "{rated}");
    }
    let mut rig = TestBridge::online("[engine]\nopponent_may_set_level = false\n");
    rig.hear("Alice tells you: level 1200");
    rig.pass(2_000);
    assert_eq!(rig.sent()[0], "tell Alice I always play at the same level.");
}

#[test]
fn a_level_in_the_file_is_checked() {
    let error = FicsConfig::parse("[engine]\nelo = 100\n", Path::new("fics.toml")).unwrap_err();
    let error = error.to_string();
    assert!(
        error.starts_with("fics.toml:2:7: '100' is no level, expected"),
        "{error}"
    );
}

#[test]
fn answers_to_people_are_few() {
    let mut rig = TestBridge::online("[chat]\nanswer = 'I only play.'\n");
    for _ in 0..30 {
        rig.hear("Alice tells you: hello?");
        rig.hear("Robot(C) tells you: hello?");
        rig.pass(2_000);
    }
    assert_eq!(rig.sent(), ["tell Alice I only play."]);
}

#[test]
fn seeks_come_back_after_each_game() {
    let seek = "[[seek]]\nbase_minutes = 2\nincrement_seconds = 12\nrated = true\n";
    let mut rig = TestBridge::in_game(seek, "rated");
    rig.take();
    rig.hear("{Game 7 (Alice vs. Masque) Alice resigns} 0-1");
    rig.pass(1_000);
    assert!(rig.sent().is_empty());
    rig.pass(2_000);
    rig.pass(2_000);
    assert_eq!(rig.sent(), ["seek 2 12 rated manual"]);
}

#[test]
fn a_server_that_talks_all_the_time_does_not_take_us_for_idle() {
    let mut rig = TestBridge::online("");
    for _ in 0..180 {
        rig.hear("A line that everybody gets.");
        rig.pass(30_000);
    }
    assert_eq!(rig.sent(), ["date"], "once in an hour and a half");
}

#[test]
fn orders_are_taken_from_whoever_sits_here() {
    let mut rig = TestBridge::online("");
    for (order, answer, sent) in [
        ("status", "waiting for opponents", ""),
        ("dance", "Expected one of", ""),
        ("  ", "", ""),
        ("personality nobody", "keeps its character", ""),
        ("hardquit", "", "quit"),
    ] {
        rig.happen(BridgeEvent::Ordered(order.to_owned()));
        let actions = rig.take();
        let answers = actions.iter().filter_map(|action| match action {
            BridgeAction::Answer(text) => Some(text.as_str()),
            _ => None,
        });
        let answers: String = answers.collect();
        assert!(answers.contains(answer), "{order}: {answers}");
        assert_eq!(answers.is_empty(), answer.is_empty(), "{order}");
        let is_sent = sent_of(&actions).iter().any(|line| line == sent);
        assert_eq!(is_sent, !sent.is_empty(), "{order}");
    }
}

#[test]
fn a_server_that_takes_the_login_and_hangs_up_is_left_alone_for_longer_and_longer() {
    let mut rig = TestBridge::online("");
    rig.happen(BridgeEvent::Disconnected("reset".to_owned()));
    let began = rig.now;
    let mut logins = 0;
    while rig.now < began + Duration::from_secs(60) {
        let after = rig.take().iter().find_map(|action| match action {
            BridgeAction::Connect { after, .. } => Some(*after),
            _ => None,
        });
        rig.now += after.unwrap();
        rig.log_in("(C)");
        logins += 1;
        rig.pass(100);
        rig.happen(BridgeEvent::Disconnected("closed".to_owned()));
    }
    assert!(logins <= 6, "{logins} logins in a minute");
    // Some minutes online, or a finished game, and the next wait is the first one again.
    for plays in [false, true] {
        rig.log_in("(C)");
        rig.take();
        if plays {
            rig.begin("rated");
            rig.hear("{Game 7 (Alice vs. Masque) Alice resigns} 0-1");
        } else {
            for _ in 0..20 {
                rig.hear("A line that everybody gets.");
                rig.pass(10_000);
            }
        }
        rig.take();
        rig.happen(BridgeEvent::Disconnected("reset".to_owned()));
        assert!(rig.take().iter().any(|action| matches!(
            action,
            BridgeAction::Connect { after, .. } if *after <= Duration::from_secs(3)
        )));
    }
}

#[test]
fn a_game_that_was_accepted_is_played_before_we_leave() {
    let mut rig = TestBridge::online("");
    rig.hear("Challenge: Alice (1500) Masque (2000) rated blitz 2 12.");
    rig.pass(400);
    rig.take();
    rig.happen(BridgeEvent::EndWanted);
    rig.pass(5_000);
    let sent = rig.sent();
    assert!(!sent.contains(&"quit".to_owned()), "{sent:?}");
    rig.hear("{Game 7 (Alice vs. Masque) Creating rated blitz match.}");
    rig.hear(START);
    rig.hear("{Game 7 (Alice vs. Masque) Alice resigns} 0-1");
    rig.pass(3_000);
    assert!(rig.sent().contains(&"quit".to_owned()));

    let mut rig = TestBridge::online("");
    rig.hear("Challenge: Alice (1500) Masque (2000) rated blitz 2 12.");
    rig.pass(400);
    rig.happen(BridgeEvent::EndWanted);
    rig.take();
    rig.pass(21_000);
    rig.pass(100);
    assert!(rig.sent().contains(&"quit".to_owned()), "it does not begin");
}

#[test]
fn a_game_without_clocks_is_told_by_its_word_and_does_not_last_for_ever() {
    let mut rig = TestBridge::online("");
    rig.hear("Challenge: Alice (1500) Masque (2000) unrated untimed 0 2.");
    rig.pass(400);
    assert_eq!(rig.sent()[0], "decline Alice");

    let mut rig = TestBridge::online("[accept]\nuntimed = true\n");
    rig.hear("Challenge: Alice (1500) Masque (2000) unrated untimed 0 2.");
    rig.pass(400);
    assert_eq!(rig.sent(), ["accept Alice"]);
    rig.hear("{Game 7 (Alice vs. Masque) Creating unrated untimed match.}");
    for board in [START, AFTER_E4, AFTER_E5] {
        rig.hear(&board.replace("0000 ", " ").replace(" 2 12 39", " 0 2 39"));
        if board == AFTER_E4 {
            rig.engine_moves("e5");
        }
    }
    rig.take();
    let mut sent = Vec::new();
    for _ in 0..70 {
        rig.hear("A line that everybody gets.");
        rig.pass(30_000);
        sent.extend(rig.sent());
    }
    sent.retain(|line| line != "date");
    assert_eq!(sent[..2], ["adjourn", "resign"], "{sent:?}");
}

#[test]
fn claims_end_where_no_clock_runs() {
    let mut rig = TestBridge::in_game("", "unrated");
    rig.hear(AFTER_E4);
    rig.engine_moves("e5");
    rig.hear(AFTER_E5);
    rig.take();
    rig.pass(125_000);
    assert!(rig.sent().contains(&"flag".to_owned()));
    rig.hear("You can't flag an untimed game.");
    for _ in 0..40 {
        rig.hear("A line that everybody gets.");
        rig.pass(20_000);
        assert!(!rig.sent().contains(&"flag".to_owned()));
    }
}

#[test]
fn what_is_set_waits_for_the_prompt_and_keeps_nothing_else_waiting() {
    let mut rig = TestBridge::in_game("", "rated");
    rig.happen(BridgeEvent::Disconnected("reset".to_owned()));
    rig.log_in("(C)");
    assert_eq!(rig.sent(), ["Masque", "set style 12"]);
    rig.happen(BridgeEvent::Received(Received::Prompt(Prompt::Command)));
    assert_eq!(rig.sent(), ["set seek 0"]);
    rig.pass(2_500);
    assert_eq!(rig.sent(), ["match Alice"], "not behind thirty settings");
    rig.pass(3_500);
    assert_eq!(rig.sent(), ["set shout 0"], "a server without prompts");
}

#[test]
fn seeks_that_are_not_understood_are_written_differently_and_then_given_up() {
    let seek =
        "[[seek]]\nbase_minutes = 2\nincrement_seconds = 12\nrated = true\nrating = [1000, 2000]\n";
    let mut rig = TestBridge::offline(seek);
    rig.log_in("(C)");
    rig.prompt();
    rig.take();
    rig.pass(2_500);
    assert_eq!(rig.sent(), ["seek 2 12 rated manual 1000-2000"]);
    rig.hear("Usage: seek [time inc] [rated|unrated] [white|black] [manual]");
    rig.pass(2_500);
    assert_eq!(rig.sent(), ["seek 2 12 rated manual"]);
    rig.hear("seek: Command not found.");
    assert!(matches!(rig.take()[..], [BridgeAction::Warn(_)]));
    rig.begin("rated");
    rig.hear("{Game 7 (Alice vs. Masque) Alice resigns} 0-1");
    rig.pass(3_000);
    assert!(!rig.sent().iter().any(|line| line.starts_with("seek")));
}

#[test]
fn a_title_that_the_login_does_not_show_is_asked_for_before_rated_games() {
    for (heading, is_accepted) in [
        (
            "Statistics for Masque(C)        On for: 2 secs   Idle: 0 secs",
            Some(true),
        ),
        (
            "Statistics for Masque           On for: 2 secs   Idle: 0 secs",
            Some(false),
        ),
        ("Finger of Masque(C):", Some(true)),
        ("Finger of Alice(C):", None),
    ] {
        let mut rig = TestBridge::offline("");
        rig.happen(BridgeEvent::Connected);
        rig.happen(BridgeEvent::Received(Received::Prompt(Prompt::Login)));
        rig.happen(BridgeEvent::Received(Received::Prompt(Prompt::Password)));
        rig.prompt();
        assert_eq!(rig.sent().last().unwrap(), "finger Masque");
        rig.hear("Challenge: Alice (1500) Masque (2000) rated blitz 2 12.");
        rig.pass(400);
        assert!(rig.sent().is_empty(), "it is not known yet");
        rig.hear(heading);
        rig.pass(400);
        let sent = rig.sent();
        let accepts = sent.contains(&"accept Alice".to_owned());
        assert_eq!(accepts, is_accepted == Some(true), "{heading}: {sent:?}");
        if is_accepted.is_none() {
            rig.pass(28_000);
            rig.hear("A line that everybody gets.");
            rig.pass(28_000);
            rig.hear("A line that everybody gets.");
            rig.pass(35_000);
            rig.hear("Challenge: Alice (1500) Masque (2000) rated blitz 2 12.");
            rig.pass(400);
            let actions = rig.take();
            assert!(sent_of(&actions).contains(&"accept Alice".to_owned()));
            let says_so = |action: &BridgeAction| matches!(action, BridgeAction::Warn(text) if text.contains("does not say"));
            assert!(actions.iter().any(says_so));
        }
    }
}
