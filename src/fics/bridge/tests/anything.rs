//! Whatever happens, in whatever order: nothing breaks, and nothing is sent that must not be.

use proptest::prelude::*;

use super::{AFTER_E4, AFTER_E5, START, TestBridge};
use crate::fics::bridge::{BridgeAction, BridgeEvent, ConnectionStage, Outgoing};
use crate::fics::line::{Prompt, Received};
use crate::session::{Reply, Spelled};

/// What servers say, true and false.
const LINES: [&str; 24] = [
    START,
    AFTER_E4,
    AFTER_E5,
    "**** Starting FICS session as Masque(C) ****",
    "**** Masque has arrived; you can't both be logged in. ****",
    "Challenge: Alice (1500) Masque (2000) rated blitz 2 12.",
    "<pf> 3 w=Alice t=match p=Alice (1500) Masque (2000) rated blitz 2 12",
    "<pf> 4 w=Alice t=draw p=#",
    "<pf> 5 w=Alice t=takeback p=1",
    "<pr> 3",
    "Issuing: Masque (2000) Alice (1500) rated blitz 2 12 (adjourned).",
    "Creating: Alice (1500) Masque (2000) rated blitz 2 12",
    "{Game 7 (Alice vs. Masque) Creating rated blitz match.}",
    "{Game 7 (Alice vs. Masque) Continuing rated blitz match.}",
    "{Game 7 (Alice vs. Masque) Alice resigns} 0-1",
    "{Game 7 (Alice vs. Masque) Game adjourned by mutual agreement} *",
    "Movelist for game 7:",
    "  1.  e4      (0:01)     e5      (0:02)",
    "      {Still in progress} *",
    "Illegal move (e7-e5).",
    "You are not playing a game.",
    "Notification: Alice, who has an adjourned game with you, has arrived.",
    "Boss tells you: softquit",
    "Alice tells you: choose hypermodern",
];

#[derive(Clone, Debug)]
enum Happening {
    Line(String),
    Prompt(Prompt),
    Wait(u64),
    EngineMoves(usize),
    Other(BridgeEvent),
}

fn happening() -> impl Strategy<Value = Happening> {
    let prompts = prop::sample::select(vec![Prompt::Login, Prompt::Password, Prompt::Command]);
    let events = prop::sample::select(vec![
        BridgeEvent::Connected,
        BridgeEvent::Disconnected("reset".to_owned()),
        BridgeEvent::EngineFailed("broken".to_owned()),
        BridgeEvent::Engine(Reply::OfferDraw),
        BridgeEvent::Engine(Reply::Resign),
        BridgeEvent::EndWanted,
    ]);
    prop_oneof![
        12 => prop::sample::select(LINES.to_vec())
            .prop_map(|line| Happening::Line(line.to_owned())),
        2 => "\\PC{0,80}".prop_map(Happening::Line),
        2 => prompts.prop_map(Happening::Prompt),
        6 => (1..90_000_u64).prop_map(Happening::Wait),
        6 => any::<usize>().prop_map(Happening::EngineMoves),
        2 => events.prop_map(Happening::Other),
    ]
}

fn happen(rig: &mut TestBridge, happening: Happening) {
    match happening {
        Happening::Line(line) => rig.hear(&line),
        Happening::Prompt(prompt) => rig.happen(BridgeEvent::Received(Received::Prompt(prompt))),
        Happening::Wait(milliseconds) => rig.pass(milliseconds),
        Happening::EngineMoves(number) => {
            let live = rig.bridge.live.as_ref();
            let Some(position) = live.map(|live| live.game.position().clone()) else {
                return;
            };
            let moves = position.legal_moves();
            if let Some(&mv) = moves.get(number % moves.len().max(1)) {
                let text = position.coordinate(mv);
                rig.happen(BridgeEvent::Engine(Reply::Move(Spelled { mv, text })));
            }
        }
        Happening::Other(event) => rig.happen(event),
    }
}

proptest! {
    #[test]
    fn whatever_happens_the_password_is_sent_once_and_only_when_asked_for(
        happenings in prop::collection::vec(happening(), 0..120)
    ) {
        let mut rig = TestBridge::online("[operation]\nowners = ['Boss']\n");
        let mut may_send_it = false;
        for happening in happenings {
            let is_asked = matches!(happening, Happening::Prompt(Prompt::Password));
            let is_new = matches!(happening, Happening::Other(BridgeEvent::Connected));
            may_send_it |= is_new;
            happen(&mut rig, happening);
            let actions = rig.take();
            let secrets = actions
                .iter()
                .filter(|action| matches!(action, BridgeAction::Send(Outgoing::Password)))
                .count();
            prop_assert!(secrets == 0 || (secrets == 1 && is_asked && may_send_it));
            may_send_it &= secrets == 0;
            prop_assert!(actions.len() < 200, "{} actions at once", actions.len());
            let offline = matches!(rig.bridge.stage, ConnectionStage::Offline);
            prop_assert!(!(offline && rig.bridge.is_playing()), "a game without a connection");
            if actions.iter().any(|action| matches!(action, BridgeAction::Leave(_))) {
                break;
            }
        }
    }
}
