//! Connections, people, and the end.

use std::time::Duration;

use super::{Rig, START, sent_of, told_of};
use crate::fics::bridge::{Deed, Departure, Event};
use crate::session::Command;

#[test]
fn a_broken_connection_is_taken_up_again_with_ever_longer_waits() {
    let mut rig = Rig::in_game("", "rated");
    let mut waits = Vec::new();
    for _ in 0..12 {
        rig.take();
        rig.happen(Event::Disconnected("reset".to_owned()));
        for deed in rig.take() {
            if let Deed::Connect { after, .. } = deed {
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
fn our_own_second_login_is_not_fought() {
    let mut rig = Rig::online("");
    rig.hear("**** Masque has arrived; you can't both be logged in. ****");
    let deeds = rig.take();
    assert!(matches!(
        deeds.last(),
        Some(Deed::Leave(Departure::Kicked(_)))
    ));
    assert!(
        !deeds
            .iter()
            .any(|deed| matches!(deed, Deed::Connect { .. }))
    );
}

#[test]
fn a_silent_server_is_asked_and_then_given_up() {
    let mut rig = Rig::online("");
    rig.pass(61_000);
    assert_eq!(rig.sent(), ["date"]);
    rig.pass(19_000);
    assert!(rig.take().is_empty());
    rig.pass(2_000);
    let deeds = rig.take();
    assert!(deeds.iter().any(|deed| matches!(deed, Deed::HangUp)));
    assert!(
        deeds
            .iter()
            .any(|deed| matches!(deed, Deed::Connect { .. }))
    );
}

#[test]
fn the_first_wish_to_end_lets_the_game_end_and_the_second_does_not() {
    let mut rig = Rig::in_game("", "rated");
    rig.happen(Event::EndWanted);
    assert_eq!(rig.sent(), ["unseek", "set open 0"]);
    rig.happen(Event::EndWanted);
    assert_eq!(rig.sent(), ["adjourn", "set open 1", "quit"]);
    rig.happen(Event::Disconnected("bye".to_owned()));
    assert!(matches!(
        rig.take().last(),
        Some(Deed::Leave(Departure::Done))
    ));

    let mut rig = Rig::in_game("", "rated");
    rig.happen(Event::EndWanted);
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
        let mut rig = Rig::online(config);
        rig.hear(line);
        assert_eq!(rig.sent().contains(&"quit".to_owned()), is_obeyed, "{line}");
    }
}

#[test]
fn characters_are_chosen_for_unrated_games_only() {
    for (rated, expected) in [("rated", "neutral"), ("unrated", "hypermodern")] {
        let mut rig = Rig::online("");
        rig.hear("Alice tells you: choose hypermodern");
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
fn answers_to_people_are_few() {
    let mut rig = Rig::online("[chat]\nanswer = 'I only play.'\n");
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
    let mut rig = Rig::in_game(seek, "rated");
    rig.take();
    rig.hear("{Game 7 (Alice vs. Masque) Alice resigns} 0-1");
    rig.pass(1_000);
    assert!(rig.sent().is_empty());
    rig.pass(2_000);
    rig.pass(2_000);
    assert_eq!(rig.sent(), ["seek 2 12 rated manual 0-9999"]);
}

#[test]
fn a_server_that_talks_all_the_time_does_not_take_us_for_idle() {
    let mut rig = Rig::online("");
    for _ in 0..180 {
        rig.hear("A line that everybody gets.");
        rig.pass(30_000);
    }
    assert_eq!(rig.sent(), ["date"], "once in an hour and a half");
}

#[test]
fn orders_are_taken_from_whoever_sits_here() {
    let mut rig = Rig::online("");
    for (order, answer, sent) in [
        ("status", "waiting for opponents", ""),
        ("dance", "Expected one of", ""),
        ("  ", "", ""),
        ("personality nobody", "keeps its character", ""),
        ("hardquit", "", "quit"),
    ] {
        rig.happen(Event::Ordered(order.to_owned()));
        let deeds = rig.take();
        let answers = deeds.iter().filter_map(|deed| match deed {
            Deed::Answer(text) => Some(text.as_str()),
            _ => None,
        });
        let answers: String = answers.collect();
        assert!(answers.contains(answer), "{order}: {answers}");
        assert_eq!(answers.is_empty(), answer.is_empty(), "{order}");
        let is_sent = sent_of(&deeds).iter().any(|line| line == sent);
        assert_eq!(is_sent, !sent.is_empty(), "{order}");
    }
}
