//! Tests of the engine from outside: orders go in, events come out.

use super::*;
use crate::board::Game;
use crate::search::{SearchLimits, SearchOutcome};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

fn engine() -> (Engine, Receiver<EngineEvent>) {
    engine_of(Personality::neutral())
}

fn engine_of(personality: Personality) -> (Engine, Receiver<EngineEvent>) {
    let (sender, events) = channel();
    let config = EngineConfig {
        hash_mib: 1,
        personality,
        ..EngineConfig::default()
    };
    let engine = Engine::new(config, move |event| {
        let _ = sender.send(event);
    });
    (engine.unwrap(), events)
}

fn order(number: u64, depth_plies: Option<u32>) -> SearchOrder {
    SearchOrder {
        id: SearchId(number),
        game: Game::default(),
        limits: SearchLimits {
            depth_plies,
            ..SearchLimits::default()
        },
        budget: None,
        purpose: SearchPurpose::Play,
        search_as: SearchAs::Personality,
        root_moves: Vec::new(),
        lines: 1,
        may_play_book: true,
    }
}

fn finished(events: &Receiver<EngineEvent>) -> (SearchId, SearchOutcome) {
    loop {
        match events.recv_timeout(Duration::from_secs(20)).unwrap() {
            EngineEvent::Finished(id, outcome) => return (id, outcome),
            EngineEvent::Report(_, report) => assert!(!report.pv.is_empty()),
            EngineEvent::Explained(..) => {}
        }
    }
}

#[test]
fn a_search_that_panics_ends_with_a_legal_move() {
    let (sender, events) = channel();
    let mut is_first = true;
    let engine = Engine::new(EngineConfig::default(), move |event| {
        assert!(!std::mem::take(&mut is_first), "a failure for this test");
        let _ = sender.send(event);
    });
    let mut engine = engine.unwrap();
    for number in 1..=2 {
        engine.start(Instant::now(), order(number, Some(3)));
        let (id, outcome) = finished(&events);
        assert_eq!(id, SearchId(number));
        assert!(outcome.best.is_some());
        assert_eq!(outcome.nodes > 0, number == 2);
    }
}

#[test]
fn every_order_finishes_once_and_in_order() {
    let (mut engine, events) = engine();
    engine.start(Instant::now(), order(1, None));
    engine.start(Instant::now(), order(2, None));
    engine.start(Instant::now(), order(3, Some(3)));
    for number in 1..=3 {
        let (id, outcome) = finished(&events);
        assert_eq!(id, SearchId(number));
        assert!(outcome.best.is_some());
    }
    assert!(events.try_recv().is_err());
}

#[test]
fn a_ponder_hit_ends_an_endless_search() {
    let (mut engine, events) = engine();
    engine.start(Instant::now(), order(1, None));
    engine.ponder_hit(
        Instant::now(),
        TimeBudget {
            soft: Duration::from_millis(20),
            hard: Duration::from_millis(20),
            is_banked: true,
        },
    );
    assert_eq!(finished(&events).0, SearchId(1));
    assert_eq!(engine.progress().map(|(id, _)| id), Some(SearchId(1)));
}

#[test]
fn the_table_may_change_its_size_between_searches() {
    let (mut engine, events) = engine();
    engine.start(Instant::now(), order(1, None));
    engine.set_hash_mib(2);
    engine.new_game();
    engine.start(Instant::now(), order(2, Some(4)));
    assert_eq!(finished(&events).0, SearchId(1));
    assert_eq!(finished(&events).0, SearchId(2));
}

#[test]
fn an_explanation_comes_before_the_end() {
    let (mut engine, events) = engine();
    let mut explain = order(1, Some(3));
    explain.purpose = SearchPurpose::Explain;
    engine.start(Instant::now(), explain);
    let explained = std::iter::from_fn(|| events.recv().ok())
        .take_while(|event| !matches!(event, EngineEvent::Finished(..)))
        .find_map(|event| match event {
            EngineEvent::Explained(id, explanation) => Some((id, explanation)),
            _ => None,
        });
    let (id, explanation) = explained.unwrap();
    assert_eq!(id, SearchId(1));
    let Explanation::Search(search) = *explanation.unwrap() else {
        panic!("a search was expected");
    };
    assert_eq!(search.moves.len(), 20);
}

/// The nodes of the search for a first move, and the move.
fn first_move(
    engine: &mut Engine,
    events: &Receiver<EngineEvent>,
    order: SearchOrder,
) -> (u64, String) {
    engine.start(Instant::now(), order);
    let (_, outcome) = finished(events);
    let best = outcome.best.map(|mv| Game::default().position().san(mv));
    (outcome.nodes, best.unwrap_or_default())
}

#[test]
fn a_book_move_needs_no_search() {
    let text = "[identity]\nname = 'it'\n[book]\nwhite = ['a4']\n[time]\nmax_depth_plies = 2";
    let personality = Personality::parse("it.toml", text).unwrap();
    let (mut engine, events) = engine_of(personality);
    let start = Game::default();
    let chances = engine.book_moves(start.position());
    assert_eq!(chances.len(), 1);
    assert_eq!(chances[0].chance_permille, 1_000);
    let book_move = first_move(&mut engine, &events, order(1, Some(3)));
    assert_eq!(book_move, (0, "a4".to_owned()));
    // No book moves without permission, in an analysis, or in a neutral search.
    let mut searched = order(2, Some(3));
    searched.may_play_book = false;
    assert!(first_move(&mut engine, &events, searched).0 > 0);
    let mut analysis = order(3, Some(3));
    analysis.purpose = SearchPurpose::Analyse;
    assert!(first_move(&mut engine, &events, analysis).0 > 0);
    let mut neutral = order(4, Some(3));
    neutral.search_as = SearchAs::Neutral;
    assert!(first_move(&mut engine, &events, neutral).0 > 0);
}

#[test]
fn a_personality_limits_the_depth() {
    let text = "[identity]\nname = 'it'\n[time]\nmax_depth_plies = 2";
    let (mut engine, events) = engine_of(Personality::parse("it.toml", text).unwrap());
    for (number, limit, expected) in [(1, None, 2), (2, Some(5), 2), (3, Some(1), 1)] {
        engine.start(Instant::now(), order(number, limit));
        assert_eq!(finished(&events).1.depth_plies, expected);
    }
}
