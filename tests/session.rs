//! The session as a pure state machine: races between commands and search events that no
//! real engine would produce on demand.
#![allow(clippy::expect_used, clippy::panic)]

use std::time::Duration;

use masque::board::{Color, Game, GameResult};
use masque::engine::options::{Choice, EngineSettings, OptionTable};
use masque::engine::{SearchId, SearchOrder, SearchPurpose};
use masque::learning::GameReport;
use masque::score::Score;
use masque::search::{Bound, SearchOutcome, SearchProgress, SearchReport};
use masque::session::{Effect, Event, Session};

fn session() -> Session {
    let names = vec![
        Choice::new("neutral", "Neutral"),
        Choice::new("hypermodern", "The Hypermodern"),
    ];
    Session::new(
        "Neutral",
        OptionTable::new(names, "neutral", EngineSettings::default()),
    )
}

/// A session with the searches it ordered and the lines it said.
struct Table {
    session: Session,
    now: Duration,
    orders: Vec<SearchOrder>,
    said: Vec<String>,
    others: Vec<Effect>,
}

impl Table {
    fn new() -> Table {
        Table {
            session: session(),
            now: Duration::ZERO,
            orders: Vec::new(),
            said: Vec::new(),
            others: Vec::new(),
        }
    }

    fn hear(&mut self, event: Event) {
        self.now += Duration::from_millis(10);
        for effect in self.session.step(self.now, event) {
            match effect {
                Effect::Say(reply) => self.said.push(masque::xboard::wire_text(&reply)),
                Effect::Start(order) => self.orders.push(*order),
                other => self.others.push(other),
            }
        }
    }

    fn type_in(&mut self, lines: &str) {
        for line in lines.lines() {
            self.hear(Event::Command(masque::xboard::parse(line.trim())));
        }
    }

    fn order(&self) -> &SearchOrder {
        self.orders.last().expect("a search was ordered")
    }

    fn finish(&mut self, id: SearchId, best: &str, ponder: &str, score: Score) {
        let order = self.orders.iter().find(|order| order.id == id);
        let game = &order.expect("that search was ordered").game;
        let outcome = outcome(game, best, ponder, score);
        self.hear(Event::Finished(id, outcome));
    }

    fn take_said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }
}

/// An outcome; an empty text is no move.
fn outcome(game: &Game, best: &str, ponder: &str, score: Score) -> SearchOutcome {
    let best = game.position().parse_move(best).ok();
    let reply = best.and_then(|mv| game.position().play(mv).parse_move(ponder).ok());
    SearchOutcome {
        best,
        ponder: reply,
        score,
        bonus_cp: 0,
        proven: None,
        tablebase_hits: 0,
        depth_plies: 5,
        nodes: 1_000,
        elapsed: Duration::from_millis(10),
        longest_pause: Duration::ZERO,
        salt: 0,
        root_moves: Vec::new(),
    }
}

fn report(game: &Game, first: &str) -> SearchReport {
    let first = game.position().parse_move(first).expect("legal");
    SearchReport {
        depth_plies: 4,
        selective_depth_plies: 7,
        line: 1,
        score: Score::from_cp(12),
        bonus_cp: 0,
        bound: Bound::Exact,
        nodes: 500,
        elapsed: Duration::from_millis(250),
        hashfull_permille: 1,
        tablebase_hits: 0,
        pv: vec![first],
    }
}

#[test]
fn a_late_outcome_of_a_dropped_search_is_not_heard() {
    for interruption in [
        "force",
        "new",
        "result 1-0 {White wins}",
        "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "setboard nonsense",
        "analyze",
        "undo",
        "playother",
        "variant fischerandom",
    ] {
        let mut table = Table::new();
        table.type_in("usermove e2e4\nping 7");
        let id = table.order().id;
        table.type_in(interruption);
        assert_eq!(
            table.others.last(),
            Some(&match interruption {
                "new" => Effect::NewGame,
                _ => Effect::Stop,
            })
        );
        table.said.retain(|line| !line.starts_with("tellusererror"));
        assert_eq!(table.take_said(), ["pong 7"], "{interruption}");
        table.finish(id, "e7e5", "g1f3", Score::DRAW);
        assert_eq!(table.take_said(), Vec::<String>::new(), "{interruption}");
    }
}

#[test]
fn a_late_report_of_a_dropped_search_is_not_shown() {
    let mut table = Table::new();
    table.type_in("post\nanalyze");
    let (id, game) = (table.order().id, table.order().game.clone());
    table.hear(Event::Report(id, report(&game, "e2e4")));
    assert_eq!(table.take_said(), ["  4     12     25       500\te2e4"]);
    table.type_in("usermove e2e4");
    table.hear(Event::Report(id, report(&game, "d2d4")));
    assert!(table.take_said().is_empty());
    table.type_in("nopost\nexit");
    let id = table.order().id;
    table.hear(Event::Report(id, report(&game, "d2d4")));
    assert!(table.take_said().is_empty());
}

#[test]
fn a_ponder_hit_keeps_the_search_and_a_miss_drops_it() {
    let mut table = Table::new();
    table.type_in("hard\nusermove e2e4");
    table.finish(table.order().id, "e7e5", "g1f3", Score::DRAW);
    assert_eq!(table.take_said(), ["move e7e5", "Hint: g1f3"]);
    let ponder = table.order().id;
    assert_eq!(table.order().purpose, SearchPurpose::Ponder);
    assert_eq!(table.order().game.len(), 3);
    table.type_in("?\nping 1\ntime 500\nusermove g1f3\nping 2");
    assert_eq!(table.take_said(), ["pong 1"]);
    assert_eq!(table.orders.len(), 2);
    let hits = table.others.iter();
    assert_eq!(
        hits.filter(|effect| matches!(effect, Effect::PonderHit(_)))
            .count(),
        1
    );
    // The clock that came during pondering is the one that counts.
    let Some(Effect::PonderHit(budget)) = table.others.last() else {
        panic!("a ponder hit is the last effect");
    };
    assert!(budget.hard < Duration::from_secs(5));
    table.finish(ponder, "b8c6", "f1b5", Score::DRAW);
    assert_eq!(table.take_said(), ["move b8c6", "Hint: f1b5", "pong 2"]);

    let ponder = table.order().id;
    table.type_in("usermove d2d4");
    assert_eq!(table.others.last(), Some(&Effect::Stop));
    assert_eq!(table.order().purpose, SearchPurpose::Play);
    table.finish(ponder, "a7a6", "", Score::DRAW);
    assert!(table.take_said().is_empty());
    table.finish(table.order().id, "e5d4", "", Score::DRAW);
    assert_eq!(table.take_said(), ["move e5d4"]);
}

#[test]
fn a_ponder_search_that_has_ended_answers_the_hit_at_once() {
    let mut table = Table::new();
    table.type_in("hard\nusermove e2e4");
    table.finish(table.order().id, "e7e5", "g1f3", Score::DRAW);
    let ponder = table.order().id;
    table.finish(ponder, "b8c6", "", Score::DRAW);
    table.take_said();
    table.type_in("ping 1\nusermove g1f3\nping 2");
    assert_eq!(table.take_said(), ["pong 1", "move b8c6", "pong 2"]);
    table.finish(ponder, "b8c6", "", Score::DRAW);
    assert!(table.take_said().is_empty());
}

#[test]
fn what_ends_pondering_and_what_does_not() {
    for line in [
        "easy",
        "force",
        "new",
        "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "undo",
        "remove",
        "result 0-1",
        "analyze",
        "quit",
        "pause",
        "go",
    ] {
        assert!(stops_pondering(line), "{line}");
    }
    for line in [
        "ping 3",
        "?",
        ".",
        "hint",
        "post",
        "nopost",
        "hard",
        "time 100",
        "otim 100",
        "option MultiPV=3",
        "option Personality=hypermodern",
        "memory 3",
        "draw",
        "usermove e7e5",
        "usermove nonsense",
        "frobnicate",
        "level 0 1 1",
        "st 3",
        "sd 9",
        "bk",
    ] {
        assert!(!stops_pondering(line), "{line}");
    }
}

fn stops_pondering(line: &str) -> bool {
    let mut table = Table::new();
    table.type_in("hard\nusermove e2e4");
    table.finish(table.order().id, "e7e5", "g1f3", Score::DRAW);
    table.others.clear();
    table.type_in(line);
    table.others.contains(&Effect::Stop)
}

#[test]
fn a_draw_is_claimed_once_and_the_engine_moves_all_the_same() {
    let mut table = Table::new();
    table.type_in(
        "setboard 7k/8/8/8/8/8/8/K5R1 w - - 98 80
         go",
    );
    table.finish(table.order().id, "g1f1", "", Score::DRAW);
    table.take_said();
    table.type_in("usermove h8h7");
    assert_eq!(table.take_said(), ["1/2-1/2 {Draw by fifty-move rule}"]);
    table.finish(table.order().id, "f1g1", "", Score::DRAW);
    assert_eq!(table.take_said(), ["move f1g1"]);
    // python-chess asks for every move like this.
    table.type_in("force\nusermove h7h6\ngo");
    table.finish(table.order().id, "g1f1", "", Score::DRAW);
    assert_eq!(table.take_said(), ["move f1g1".replace("f1g1", "g1f1")]);
}

#[test]
fn an_offer_is_answered_before_the_move_and_forgotten_after_it() {
    let mut table = Table::new();
    table.type_in("force\ndraw\ngo");
    table.finish(table.order().id, "e2e4", "", Score::from_cp(-150));
    assert_eq!(table.take_said(), ["offer draw", "move e2e4"]);
    table.type_in("usermove e7e5");
    table.finish(table.order().id, "g1f3", "", Score::from_cp(-150));
    assert_eq!(table.take_said(), ["move g1f3"]);
    table.type_in("draw\nusermove b8c6");
    table.finish(table.order().id, "f1b5", "", Score::from_cp(40));
    assert_eq!(table.take_said(), ["move f1b5"]);
}

#[test]
fn an_outcome_without_a_legal_move_still_makes_one() {
    let mut table = Table::new();
    table.type_in("go\nping 1");
    table.finish(table.order().id, "", "", Score::DRAW);
    let said = table.take_said();
    assert!(said[0].starts_with("move "), "{said:?}");
    assert_eq!(said[1], "pong 1");
}

#[test]
fn the_last_line_shown_begins_with_the_move() {
    let mut table = Table::new();
    table.type_in("post\ngo");
    let (id, game) = (table.order().id, table.order().game.clone());
    table.hear(Event::Report(id, report(&game, "e2e4")));
    table.finish(id, "d2d4", "d7d5", Score::from_cp(9));
    let said = table.take_said();
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said[1].ends_with("\td2d4 d7d5"));
    assert_eq!(said[2], "move d2d4");
}

#[test]
fn the_last_of_several_lines_is_that_of_the_move() {
    let mut table = Table::new();
    table.type_in("post\ngo");
    let id = table.order().id;
    let game = table.order().game.clone();
    for (line, first) in ["e2e4", "d2d4", "c2c4"].into_iter().enumerate() {
        let line = line + 1;
        let report = report(&game, first);
        table.hear(Event::Report(id, SearchReport { line, ..report }));
    }
    table.finish(id, "e2e4", "", Score::DRAW);
    let said = table.take_said();
    let lines = said.iter().filter_map(|line| line.split_once('\t'));
    let variations: Vec<&str> = lines.map(|(_, variation)| variation).collect();
    assert_eq!(variations, ["e2e4", "d2d4", "c2c4", "e2e4"]);
}

#[test]
fn more_than_four_numbers_are_for_guis_of_today() {
    let four = "  4     12     25       500\te2e4";
    let seven = "  4     12     25       500 7 2000 0\te2e4";
    for (handshake, expected) in [
        ("xboard", four),
        ("protover 2\naccepted exclude", seven),
        ("protover 2\nrejected exclude", four),
        ("protover 2\nrejected exclude\nprotover 2", seven),
    ] {
        let mut table = Table::new();
        table.type_in(handshake);
        table.take_said();
        table.type_in("post\nanalyze");
        let (id, game) = (table.order().id, table.order().game.clone());
        table.hear(Event::Report(id, report(&game, "e2e4")));
        assert_eq!(table.take_said(), [expected], "{handshake}");
    }
}

#[test]
fn floods_of_thinking_are_thinned_but_the_last_line_comes() {
    let mut table = Table::new();
    table.type_in("post\nanalyze");
    let (id, game) = (table.order().id, table.order().game.clone());
    for depth_plies in 1..=90 {
        let report = SearchReport {
            depth_plies,
            ..report(&game, "e2e4")
        };
        let effects = table
            .session
            .step(Duration::from_secs(5), Event::Report(id, report));
        table.said.extend(effects.iter().map(|_| String::new()));
    }
    assert_eq!(table.take_said().len(), 25);
    table.finish(id, "e2e4", "", Score::DRAW);
    let said = table.take_said();
    assert_eq!(said.len(), 1);
    assert!(said[0].starts_with(" 90 "), "{said:?}");
}

#[test]
fn the_status_of_an_analysis_is_told_before_what_follows() {
    let mut table = Table::new();
    table.type_in(".\nanalyze\n.");
    assert_eq!(table.others, [Effect::AskProgress]);
    table.hear(Event::Progress(None));
    assert!(table.take_said()[0].starts_with("stat01: 0 0 0 20 20 "));
    let game = Game::default();
    let progress = SearchProgress {
        depth_plies: 9,
        nodes: 12_345,
        elapsed: Duration::from_millis(678),
        moves_left: 3,
        moves_total: 20,
        current: game.position().parse_move("g1f3").expect("legal"),
    };
    table.hear(Event::Progress(Some((table.order().id, progress))));
    assert_eq!(table.take_said(), ["stat01: 67 12345 9 3 20 g1f3"]);
}

#[test]
fn moves_of_a_game_are_searched_in_character_and_analysis_is_not() {
    use masque::engine::SearchAs;
    let mut table = Table::new();
    table.type_in("go");
    assert_eq!(table.order().search_as, SearchAs::Personality);
    table.type_in("analyze");
    assert_eq!(table.order().search_as, SearchAs::Neutral);
    table.type_in("option AnalysisInCharacter=1\nusermove e2e4");
    assert_eq!(table.order().search_as, SearchAs::Personality);
    assert_eq!(table.order().budget, None);
}

#[test]
fn every_command_ends_a_pause_in_an_orderly_way() {
    let mut table = Table::new();
    table.type_in("level 0 1 0\ngo\npause");
    let dropped = table.order().id;
    table.finish(dropped, "e2e4", "", Score::DRAW);
    table.type_in("ping 1\npost");
    assert!(table.take_said().is_empty());
    table.type_in("resume");
    assert_eq!(table.orders.len(), 2);
    table.finish(table.order().id, "d2d4", "", Score::DRAW);
    assert_eq!(table.take_said().last().map(String::as_str), Some("pong 1"));
}

#[test]
fn programs_and_players_rated_like_them_are_known_for_a_game() {
    let told = |lines: &str| {
        let mut table = Table::new();
        table.type_in(lines);
        let mut does = table.others.iter().filter_map(|effect| match effect {
            Effect::SetMeetsProgram(does) => Some(*does),
            _ => None,
        });
        does.next_back()
    };
    assert_eq!(told("new"), None);
    assert_eq!(told("new\nrating 2000 2399"), Some(false));
    assert_eq!(told("new\nrating 2000 2400"), Some(true));
    assert_eq!(told("new\ncomputer"), Some(true));
    assert_eq!(told("new\ncomputer\nrating 2000 1500"), Some(true));
    assert_eq!(told("computer\nnew\nrating 2000 1500"), Some(false));
}

/// What the session wants to be learnt.
fn learnt(table: &mut Table) -> Vec<GameReport> {
    let others = std::mem::take(&mut table.others).into_iter();
    let learnt = others.filter_map(|effect| match effect {
        Effect::Learn(report) => Some(*report),
        _ => None,
    });
    learnt.collect()
}

/// A game that the engine, playing Black, has lost against Alice.
fn lose(table: &mut Table) {
    table.type_in("new\nname Alice\nrating 2000 1800\nusermove e2e4");
    let id = table.order().id;
    table.finish(id, "g7g5", "", Score::from_cp(-90));
    table.type_in("usermove d2d4");
    let id = table.order().id;
    table.finish(id, "f7f6", "", Score::from_cp(-200));
    table.type_in("usermove d1h5");
}

#[test]
fn a_game_is_handed_over_once_for_learning() {
    let mut table = Table::new();
    table.type_in("option Learn=1");
    assert_eq!(table.others, [Effect::SetLearning(true)]);
    lose(&mut table);
    table.type_in("result 1-0 {White mates}");
    let reports = learnt(&mut table);
    assert_eq!(reports.len(), 1);
    let report = &reports[0];
    assert_eq!(report.result, GameResult::Win(Color::White));
    assert_eq!(report.own_color(), Some(Color::Black));
    assert_eq!(report.rating_lead, 200);
    let opponent = report.opponent.as_ref().expect("a name was told");
    assert_eq!(
        (opponent.name.as_str(), opponent.rating),
        ("Alice", Some(1_800))
    );
    let plies: Vec<usize> = report.own.iter().map(|own| own.ply).collect();
    assert_eq!(plies, [1, 3]);
    let search = report.own[1].search.expect("it was searched");
    assert_eq!((search.score, search.ceiling), (Score::from_cp(-200), None));
    table.type_in("result 1-0\nundo\nnew\nquit");
    assert_eq!(learnt(&mut table), []);
}

#[test]
fn a_game_without_a_result_is_handed_over_when_it_is_left() {
    for leaving in ["new", "quit", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1"] {
        let mut table = Table::new();
        table.type_in("option Learn=1");
        lose(&mut table);
        table.type_in(leaving);
        let reports = learnt(&mut table);
        assert_eq!(reports.len(), 1, "{leaving}");
        // The mate on the board tells the result.
        assert_eq!(reports[0].result, GameResult::Win(Color::White));
    }
    let mut table = Table::new();
    table.type_in("option Learn=1");
    lose(&mut table);
    table.type_in("force\nundo\nquit");
    assert_eq!(learnt(&mut table)[0].result, GameResult::Unfinished);
}

#[test]
fn moves_that_were_taken_back_and_names_of_earlier_games_are_forgotten() {
    let mut table = Table::new();
    table.type_in("option Learn=1");
    lose(&mut table);
    table.type_in("force\nundo\nundo\nresult 1/2-1/2");
    let report = learnt(&mut table).remove(0);
    assert_eq!((report.own.len(), report.game.len()), (1, 3));
    table.type_in("new\nusermove e2e4");
    let id = table.order().id;
    table.finish(id, "e7e5", "", Score::DRAW);
    table.type_in("result 1-0");
    assert_eq!(learnt(&mut table).remove(0).opponent, None);
}

#[test]
fn without_learning_nothing_is_handed_over() {
    let mut table = Table::new();
    lose(&mut table);
    table.type_in("result 1-0 {White mates}\nnew\nquit");
    assert_eq!(learnt(&mut table), []);
}

#[test]
fn what_a_stopped_ponder_search_has_found_shortens_the_search_for_the_same_position() {
    // python-chess ends the pondering before it sets up the next position.
    let soft_after = |pondered_s, reply: &str| {
        let mut table = Table::new();
        table.type_in("new\nforce\nusermove e2e4\nlevel 0 60 0\nhard\ngo");
        let id = table.order().id;
        table.finish(id, "e7e5", "Nf3", Score::from_cp(10));
        let pondering = table.order().clone();
        assert_eq!(pondering.purpose, SearchPurpose::Ponder);
        table.now += Duration::from_secs(pondered_s);
        table.type_in("easy\nping 1");
        let lines = format!("force\nusermove {reply}\ntime 300000\nhard\ngo");
        table.type_in(&lines);
        assert_eq!(table.order().purpose, SearchPurpose::Play);
        table.order().budget.expect("there is a clock").soft
    };
    let (usual, surprised) = (soft_after(0, "g1f3"), soft_after(1_000, "b1c3"));
    assert_eq!(usual, surprised);
    let expected = soft_after(1_000, "g1f3");
    assert!(expected < usual / 3, "{expected:?} of {usual:?}");
}
