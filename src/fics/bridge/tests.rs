//! The bridge by itself: lines and replies in, commands out. Here are logins, challenges and games;
//! the modules below have the rest.

mod anything;
mod belief;
mod life;
mod spoiled;
mod trouble;

use std::path::Path;
use std::time::Duration;

use super::agreements::AgreedBy;
use super::{Bridge, BridgeAction, BridgeEvent, GameRecord, Outgoing};
use crate::board::{Color, GameResult, Position};
use crate::fics::config::FicsConfig;
use crate::fics::line::{Prompt, Received};
use crate::fics::message::ServerMessage;
use crate::personality::Roster;
use crate::session::{Command, Reply, Spelled};

const START: &str = "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 7 Alice Masque -1 2 12 39 39 120000 120000 1 none (0:00.000) none 1 0 0";
const AFTER_E4: &str = "<12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR B 4 1 1 1 1 0 7 Alice Masque 1 2 12 39 39 119000 120000 1 P/e2-e4 (0:01.000) e4 1 1 0";
const AFTER_E5: &str = "<12> rnbqkbnr pppp-ppp -------- ----p--- ----P--- -------- PPPP-PPP RNBQKBNR W 4 1 1 1 1 0 7 Alice Masque -1 2 12 39 39 119000 118000 2 P/e7-e5 (0:02.000) e5 1 1 0";

const AFTER_NF3: &str = "<12> rnbqkbnr pppp-ppp -------- ----p--- ----P--- -----N-- PPPP-PPP RNBQKB-R B -1 1 1 1 1 1 7 Alice Masque 1 2 12 39 39 118000 118000 2 N/g1-f3 (0:01.000) Nf3 1 1 0";

/// A bridge with somebody who writes down what it does.
struct TestBridge {
    bridge: Bridge,
    now: Duration,
    actions: Vec<BridgeAction>,
}

impl TestBridge {
    fn offline(text: &str) -> TestBridge {
        let text = format!("[account]\nhandle = 'Masque'\npassword_env = 'X'\n{text}");
        let config = FicsConfig::parse(&text, Path::new("fics.toml")).unwrap();
        let roster = Roster::built_in();
        let mut bridge = Bridge::new(config, roster, "neutral", "Neutral", 1);
        let actions = bridge.begin();
        TestBridge {
            bridge,
            now: Duration::from_secs(1_000),
            actions,
        }
    }

    /// Logged in as a registered computer, everything said until then forgotten.
    fn online(text: &str) -> TestBridge {
        let mut rig = TestBridge::offline(text);
        rig.log_in("(C)");
        rig.prompt();
        rig.pass(3_000);
        rig.actions.clear();
        rig
    }

    fn log_in(&mut self, titles: &str) {
        self.happen(BridgeEvent::Connected);
        self.happen(BridgeEvent::Received(Received::Prompt(Prompt::Login)));
        self.happen(BridgeEvent::Received(Received::Prompt(Prompt::Password)));
        self.hear(&format!(
            "**** Starting FICS session as Masque{titles} ****"
        ));
    }

    /// In a game against Alice, who is White and to move.
    fn in_game(text: &str, rated: &str) -> TestBridge {
        let mut rig = TestBridge::online(text);
        rig.begin(rated);
        rig
    }

    fn begin(&mut self, rated: &str) {
        self.agree_with("Alice", rated);
        self.hear(&format!(
            "Creating: Alice (1500) Masque (2000) {rated} blitz 2 12"
        ));
        self.hear(&format!(
            "{{Game 7 (Alice vs. Masque) Creating {rated} blitz match.}}"
        ));
        self.hear(START);
    }

    /// As if we had just accepted this opponent's challenge.
    fn agree_with(&mut self, opponent: &str, rated: &str) {
        let challenge = format!("Challenge: {opponent} (1500) Masque (2000) {rated} blitz 2 12.");
        let ServerMessage::Challenge(challenge) = ServerMessage::parse(&challenge) else {
            panic!("{challenge}");
        };
        let agreements = &mut self.bridge.agreements;
        let terms = Some(challenge.terms);
        agreements.add(opponent, AgreedBy::Acceptance, terms, self.now);
    }

    fn happen(&mut self, event: BridgeEvent) {
        let actions = self.bridge.step(self.now, event);
        self.actions.extend(actions);
    }

    fn hear(&mut self, line: &str) {
        self.happen(BridgeEvent::Received(Received::Line(line.to_owned())));
    }

    /// The server is ready for the next command, again and again.
    fn prompt(&mut self) {
        for _ in 0..60 {
            self.happen(BridgeEvent::Received(Received::Prompt(Prompt::Command)));
        }
    }

    fn pass(&mut self, milliseconds: u64) {
        self.now += Duration::from_millis(milliseconds);
        self.happen(BridgeEvent::Tick);
    }

    /// What the engine moves in the position on the board.
    fn engine_moves(&mut self, text: &str) {
        let live = self.bridge.live.as_ref().unwrap();
        let mv = live.game.position().parse_move(text).unwrap();
        let text = live.game.position().coordinate(mv);
        self.happen(BridgeEvent::Engine(Reply::Move(Spelled { mv, text })));
    }

    fn take(&mut self) -> Vec<BridgeAction> {
        std::mem::take(&mut self.actions)
    }

    /// What was sent since the last look.
    fn sent(&mut self) -> Vec<String> {
        let actions = self.take();
        sent_of(&actions)
    }

    fn records(&mut self) -> Vec<GameRecord> {
        let actions = self.take().into_iter();
        actions
            .filter_map(|action| match action {
                BridgeAction::Record(record) => Some(*record),
                _ => None,
            })
            .collect()
    }
}

fn sent_of(actions: &[BridgeAction]) -> Vec<String> {
    let line = |action: &BridgeAction| match action {
        BridgeAction::Send(Outgoing::Line(line)) => Some(line.to_string()),
        _ => None,
    };
    actions.iter().filter_map(line).collect()
}

fn told_of(actions: &[BridgeAction]) -> Vec<Command> {
    let command = |action: &BridgeAction| match action {
        BridgeAction::Tell(command) => Some(command.clone()),
        _ => None,
    };
    actions.iter().filter_map(command).collect()
}

#[test]
fn a_login_sets_the_server_up_and_locks_it_last() {
    let mut rig = TestBridge::offline("");
    rig.log_in("(C)");
    assert_eq!(rig.sent(), ["Masque", "set style 12"]);
    rig.prompt();
    let sent = rig.sent();
    for command in ["iset ms 1", "iset pendinfo 1", "set noescape 0"] {
        assert!(sent.iter().any(|line| line == command), "{command}");
    }
    assert_eq!(sent.last().map(String::as_str), Some("iset lock 1"));
    assert!(!sent.iter().any(|line| line.contains("fr 1")));
}

#[test]
fn a_good_challenge_is_accepted_by_its_index_and_only_once() {
    let mut rig = TestBridge::online("");
    rig.hear("Challenge: Alice (1500) Masque (2000) rated blitz 5 12.");
    rig.hear("<pf> 3 w=Alice t=match p=Alice (1500) Masque (2000) rated blitz 5 12");
    assert!(rig.sent().is_empty(), "a remark may follow");
    rig.pass(400);
    assert_eq!(rig.sent(), ["accept 3"]);
    rig.pass(400);
    rig.hear("<pr> 3");
    rig.pass(400);
    assert!(rig.sent().is_empty());
}

#[test]
fn challenges_are_declined_with_a_reason_and_without_repetition() {
    let mut rig = TestBridge::online("[accept]\ncomputers = false\n");
    rig.hear("Challenge: Robot (1500) Masque (2000) rated blitz 5 12.");
    rig.hear("--** Robot is a computer **--");
    rig.pass(400);
    assert_eq!(
        rig.sent(),
        ["decline Robot", "tell Robot I play only with humans."]
    );
    rig.hear("Challenge: Robot (1500) Masque (2000) rated blitz 3 0.");
    rig.pass(2_000);
    assert_eq!(rig.sent(), ["decline Robot"]);
}

#[test]
fn of_several_challengers_one_is_taken_and_the_next_one_after_the_game() {
    let mut rig = TestBridge::online("");
    for (index, name) in [(1, "Alice"), (2, "Bob")] {
        rig.hear(&format!(
            "<pf> {index} w={name} t=match p={name} (1500) Masque (2000) rated blitz 2 12"
        ));
    }
    rig.pass(400);
    assert_eq!(rig.sent(), ["accept 1"]);
    rig.hear("<pr> 1");
    rig.hear(START);
    rig.pass(400);
    rig.hear("{Game 7 (Alice vs. Masque) Alice resigns} 0-1");
    rig.take();
    rig.pass(400);
    assert_eq!(rig.sent(), ["accept 2"]);
}

#[test]
fn the_same_challenge_after_a_game_is_a_new_one() {
    let mut rig = TestBridge::online("");
    for _ in 0..3 {
        rig.hear("Challenge: Alice (1500) Masque (2000) rated blitz 2 12.");
        rig.pass(400);
        assert!(rig.sent().contains(&"accept Alice".to_owned()));
        rig.hear("{Game 7 (Alice vs. Masque) Creating rated blitz match.}");
        rig.hear(START);
        rig.hear("{Game 7 (Alice vs. Masque) Alice resigns} 0-1");
        rig.take();
    }
}

#[test]
fn an_accepted_game_that_does_not_begin_is_not_waited_for() {
    let mut rig = TestBridge::online("");
    rig.hear("<pf> 1 w=Alice t=match p=Alice (1500) Masque (2000) rated blitz 2 12");
    rig.pass(400);
    rig.hear("There are no offers from other players.");
    rig.hear("<pr> 1");
    rig.hear("<pf> 2 w=Bob t=match p=Bob (1500) Masque (2000) rated blitz 2 12");
    rig.pass(21_000);
    rig.pass(400);
    assert!(rig.sent().contains(&"accept 2".to_owned()));
}

#[test]
fn rated_games_need_a_computer_account_where_the_server_knows_them() {
    for (titles, text, is_accepted) in [
        ("", "", false),
        ("(C)", "", true),
        ("", "rated_without_computer_title = true\n", true),
    ] {
        let mut rig = TestBridge::offline(text);
        rig.log_in(titles);
        rig.take();
        rig.hear("<pf> 1 w=Alice t=match p=Alice (1500) Masque (2000) rated blitz 2 12");
        rig.pass(400);
        assert_eq!(
            rig.sent().contains(&"accept 1".to_owned()),
            is_accepted,
            "{titles}{text}"
        );
    }
}

#[test]
fn boards_become_commands_and_replies_become_moves() {
    let mut rig = TestBridge::in_game("", "rated");
    let actions = rig.take();
    let told = told_of(&actions);
    assert!(told.contains(&Command::New));
    assert!(told.contains(&Command::Name("Alice".to_owned())));
    assert!(told.contains(&Command::Rating(Some(2_000), Some(1_500))));
    assert_eq!(told.last(), Some(&Command::PlayOther));

    rig.hear(AFTER_E4);
    let actions = rig.take();
    let told = told_of(&actions);
    assert_eq!(
        told,
        [
            Command::OwnClock(Duration::from_secs(120)),
            Command::OpponentClock(Duration::from_secs(119)),
            Command::UserMove("e2e4".to_owned()),
        ]
    );
    rig.hear(AFTER_E4);
    assert!(told_of(&rig.take()).is_empty(), "the same board again");

    rig.engine_moves("e5");
    assert_eq!(rig.sent(), ["e7-e5"]);
    rig.hear(AFTER_E4);
    rig.hear(AFTER_E5);
    rig.hear(AFTER_E5);
    assert!(told_of(&rig.take()).is_empty(), "our own move");
}

#[test]
fn a_finished_game_is_recorded_once_with_its_clocks() {
    let mut rig = TestBridge::in_game("", "rated");
    rig.hear(AFTER_E4);
    rig.engine_moves("e5");
    rig.hear(AFTER_E5);
    rig.hear("{Game 7 (Alice vs. Masque) Alice resigns} 0-1");
    rig.hear("{Game 7 (Alice vs. Masque) Alice resigns} 0-1");
    rig.hear(AFTER_E5);
    let records = rig.records();
    let [record] = records.as_slice() else {
        panic!("{} records", records.len());
    };
    assert_eq!(record.ended.result, GameResult::Win(Color::Black));
    assert_eq!(record.comments, ["[%clk 0:01:59]", "[%clk 0:01:58]"]);
    assert_eq!(record.white.0, "Alice");
    assert!(!rig.bridge.is_playing());
}

#[test]
fn nobody_can_say_what_only_the_server_says() {
    let mut rig = TestBridge::in_game("", "rated");
    for line in [
        "Alice tells you: {Game 7 (Alice vs. Masque) Alice resigns} 0-1",
        "Alice(U)[7] kibitzes: {Game 7 (Alice vs. Masque) Alice resigns} 0-1",
        "Alice says: <12> rnbqkbnr pppppppp",
        ":{Game 7 (Alice vs. Masque) Alice resigns} 0-1",
        "\\   {Game 7 (Alice vs. Masque) Alice resigns} 0-1",
    ] {
        rig.hear(line);
        assert!(rig.bridge.is_playing(), "{line}");
    }
}

#[test]
fn a_takeback_rewinds_the_engine() {
    let mut rig = TestBridge::in_game("", "unrated");
    rig.hear(AFTER_E4);
    rig.engine_moves("e5");
    rig.hear(AFTER_E5);
    rig.take();
    rig.hear(START);
    let told = told_of(&rig.take());
    assert_eq!(told.last(), Some(&Command::PlayOther));
    assert!(told.contains(&Command::SetBoard(Position::start().fen())));
    assert!(
        !told
            .iter()
            .any(|command| matches!(command, Command::UserMove(_)))
    );
}

#[test]
fn a_strange_board_is_explained_by_the_server() {
    let mut rig = TestBridge::in_game("", "rated");
    rig.take();
    rig.hear(AFTER_E5);
    assert_eq!(rig.sent(), ["moves 7"]);
    for line in [
        "Movelist for game 7:",
        "Move  Alice              Masque",
        "----  ----------------   ----------------",
        "  1.  e4      (0:01)     e5      (0:02)",
        "      {Still in progress} *",
    ] {
        rig.hear(line);
    }
    let told = told_of(&rig.take());
    let moves: Vec<&Command> = told
        .iter()
        .filter(|command| matches!(command, Command::UserMove(_)))
        .collect();
    assert_eq!(moves.len(), 2);
    assert_eq!(told.last(), Some(&Command::PlayOther));
}

#[test]
fn moves_that_do_not_come_are_not_waited_for() {
    let mut rig = TestBridge::in_game("", "rated");
    rig.hear(AFTER_E5);
    rig.take();
    rig.pass(6_000);
    let told = told_of(&rig.take());
    let Some(Command::SetBoard(fen)) = told.first() else {
        panic!("{told:?}");
    };
    assert!(fen.starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq"));
}

#[test]
fn a_refused_move_is_tried_again_once() {
    let mut rig = TestBridge::in_game("", "rated");
    rig.hear(AFTER_E4);
    rig.engine_moves("e5");
    rig.take();
    rig.hear("Illegal move (e7e5).");
    assert_eq!(rig.sent(), ["refresh"]);
    rig.hear(AFTER_E4);
    assert!(told_of(&rig.take()).contains(&Command::Go));
    rig.engine_moves("e5");
    rig.hear("Illegal move (e7e5).");
    assert!(rig.sent().contains(&"resign".to_owned()));
    rig.hear(AFTER_E4);
    assert!(told_of(&rig.take()).is_empty());
}

#[test]
fn offers_are_answered_by_policy() {
    for (offer, rated, config, expected) in [
        ("abort", "rated", "", "decline 9"),
        ("abort", "rated", "abort = 'accept'", "accept 9"),
        ("takeback", "rated", "takeback = 'unrated'", "decline 9"),
        ("takeback", "unrated", "takeback = 'unrated'", "accept 9"),
        ("adjourn", "rated", "", "decline 9"),
        ("switch", "unrated", "", "decline 9"),
        ("pause", "unrated", "", "decline 9"),
        ("draw", "unrated", "draw = 'decline'", "decline 9"),
    ] {
        let mut rig = TestBridge::in_game(&format!("[offers]\n{config}\n"), rated);
        rig.hear(AFTER_E4);
        rig.engine_moves("e5");
        rig.hear(AFTER_E5);
        rig.take();
        let number = if offer == "takeback" { "2" } else { "#" };
        rig.hear(&format!("<pf> 9 w=Alice t={offer} p={number}"));
        rig.pass(400);
        let sent = rig.sent();
        assert!(
            sent.contains(&expected.to_owned()),
            "{offer} {rated}: {sent:?}"
        );
    }
}

#[test]
fn an_abort_before_the_first_moves_is_accepted() {
    let mut rig = TestBridge::in_game("", "rated");
    rig.hear("<pf> 9 w=Alice t=abort p=#");
    rig.pass(400);
    assert!(rig.sent().contains(&"accept 9".to_owned()));
}

#[test]
fn the_engine_decides_about_a_draw() {
    let mut rig = TestBridge::in_game("", "rated");
    rig.hear(AFTER_E4);
    rig.take();
    rig.hear("<pf> 4 w=Alice t=draw p=#");
    rig.hear("Alice offers you a draw.");
    let actions = rig.take();
    assert_eq!(told_of(&actions), [Command::Draw]);
    rig.happen(BridgeEvent::Engine(Reply::OfferDraw));
    rig.engine_moves("e5");
    assert_eq!(rig.sent(), ["accept 4", "e7-e5"]);
    rig.hear("{Game 7 (Alice vs. Masque) Game drawn by mutual agreement} 1/2-1/2");
    rig.take();
    rig.happen(BridgeEvent::Engine(Reply::OfferDraw));
    rig.happen(BridgeEvent::Engine(Reply::Resign));
    assert!(rig.sent().is_empty(), "the next game would get it");
}

#[test]
fn the_opponent_is_told_why() {
    let mut rig = TestBridge::in_game("", "rated");
    rig.take();
    rig.hear("Bob tells you: why");
    assert!(
        rig.sent()
            .iter()
            .all(|line| line.contains("during the game"))
    );
    rig.hear("Alice tells you: why");
    assert_eq!(told_of(&rig.take()), [Command::Why]);
    rig.hear("Alice tells you: why");
    assert!(told_of(&rig.take()).is_empty(), "not twice in a moment");
    let reasons = "Neutral: I like the open file.".to_owned();
    rig.happen(BridgeEvent::Engine(Reply::Reasons(reasons)));
    let mut said = rig.sent();
    for _ in 0..10 {
        rig.pass(2_000);
        said.extend(rig.sent());
    }
    assert!(
        said.iter()
            .any(|line| line.starts_with("tell Alice ") && line.contains("the open file")),
        "{said:?}"
    );
}

#[test]
fn the_opponents_flag_is_claimed_and_not_all_the_time() {
    let mut rig = TestBridge::in_game("", "rated");
    rig.hear(AFTER_E4);
    rig.engine_moves("e5");
    rig.hear(AFTER_E5);
    rig.take();
    for _ in 0..20 {
        rig.hear("fics% ");
        rig.pass(10_000);
    }
    let flags = rig.sent().iter().filter(|line| *line == "flag").count();
    assert!((2..=6).contains(&flags), "{flags} claims");
}

#[test]
fn who_never_begins_is_left() {
    let mut rig = TestBridge::in_game("", "rated");
    rig.take();
    rig.pass(59_000);
    assert!(!rig.sent().contains(&"abort".to_owned()));
    rig.pass(2_000);
    assert!(rig.sent().contains(&"abort".to_owned()));
}

#[test]
fn an_engine_that_hangs_is_replaced_and_the_owner_hears_of_it() {
    let mut rig = TestBridge::in_game("[operation]\nowners = ['Boss']\n", "rated");
    rig.hear(AFTER_E4);
    rig.take();
    rig.pass(126_000);
    let actions = rig.take();
    assert!(
        actions
            .iter()
            .any(|action| matches!(action, BridgeAction::RestartEngine))
    );
    let sent = sent_of(&actions);
    assert!(sent.contains(&"resign".to_owned()));
    assert!(
        sent.iter()
            .any(|line| line.starts_with("tell Boss My engine")),
        "{sent:?}"
    );
}

#[test]
fn a_softquit_closes_the_account_until_the_end_of_the_game() {
    let mut rig = TestBridge::in_game("", "rated");
    rig.take();
    rig.happen(BridgeEvent::EndWanted);
    assert_eq!(rig.sent(), ["unseek", "set open 0"]);
    rig.hear("{Game 7 (Alice vs. Masque) Alice resigns} 0-1");
    rig.pass(2_500);
    assert_eq!(
        rig.sent(),
        ["set open 1", "quit"],
        "whoever comes next is open"
    );
}
