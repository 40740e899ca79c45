//! Who plays is put together in one place: the engine of a GUI, an explanation and a game of the
//! laboratory make the same search of the same personality, game, seed and nodes.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use masque::board::{Game, Position};
use masque::engine::request::PlayerProfile;
use masque::engine::{
    Engine, EngineConfig, EngineEvent, Explanation, PersonalityChoice, SearchId, SearchOrder,
    SearchPurpose,
};
use masque::lab::matches::game::Player;
use masque::personality::Roster;
use masque::search::{SearchLimits, SearchOutcome, TranspositionTable};

const NODES: u64 = 1_500;
const TABLE_MIB: usize = 4;
/// The laboratory's players have tables of this size, too.
const GAMES_PER_PERSONALITY: u64 = 12;

/// Endings in which solved mates, prospects and contempt have their say.
const ENDINGS: [&str; 4] = [
    "8/8/8/1k2K2R/8/4b3/8/8 w - - 0 1",
    "8/8/8/4k3/8/2n5/4K3/7R w - - 3 60",
    "8/8/8/3k4/8/8/4P3/4K3 w - - 0 1",
    "8/8/8/8/3k4/8/8/KBN5 w - - 10 80",
];

fn random_game(seed: u64) -> Game {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut game = match seed % 4 {
        3 => {
            let ending = ENDINGS[random.next_u32() as usize % ENDINGS.len()];
            return Game::new(ending.parse::<Position>().unwrap());
        }
        _ => Game::default(),
    };
    let plies = 4 + random.next_u32() % 60;
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        let mut next = game.clone();
        next.play(moves[random.next_u32() as usize % moves.len()]);
        if next.ended_by().is_some() {
            break;
        }
        game = next;
    }
    game
}

fn engine() -> (Engine, Receiver<EngineEvent>) {
    let (sender, events) = channel();
    let config = EngineConfig {
        hash_mib: TABLE_MIB,
        ..EngineConfig::default()
    };
    let engine = Engine::new(config, move |event| {
        let _ = sender.send(event);
    });
    (engine.unwrap(), events)
}

/// The explanation and the outcome of one order.
fn carry_out(
    engine: &mut Engine,
    events: &Receiver<EngineEvent>,
    order: SearchOrder,
) -> (Option<Box<Explanation>>, SearchOutcome) {
    engine.start(Instant::now(), order);
    let mut explained = None;
    loop {
        match events.recv_timeout(Duration::from_secs(60)).unwrap() {
            EngineEvent::Explained(_, explanation) => explained = explanation,
            EngineEvent::Finished(_, outcome) => return (explained, outcome),
            EngineEvent::Report(..) => {}
        }
    }
}

fn without_time(outcome: SearchOutcome) -> SearchOutcome {
    SearchOutcome {
        elapsed: Duration::ZERO,
        longest_pause: Duration::ZERO,
        ..outcome
    }
}

#[test]
fn play_explanation_and_laboratory_make_the_same_search() {
    let roster = Roster::built_in();
    let names: Vec<String> = roster.names().map(str::to_owned).collect();
    let limits = SearchLimits {
        nodes: Some(NODES),
        ..SearchLimits::default()
    };
    let (mut engine, events) = engine();
    let mut compared = 0;
    for (number, name) in names.iter().enumerate() {
        engine
            .choose(&PersonalityChoice::Named(name.clone()))
            .unwrap();
        let personality = roster.find(name).unwrap();
        for round in 0..GAMES_PER_PERSONALITY {
            let seed = number as u64 * GAMES_PER_PERSONALITY + round;
            let game = random_game(seed);
            engine.new_game();
            engine.set_seed(Some(seed));
            let order = |purpose| SearchOrder {
                id: SearchId(seed + 1),
                ..SearchOrder::new(game.clone(), limits, purpose)
            };
            let (played, outcome) = carry_out(&mut engine, &events, order(SearchPurpose::Play));

            let player = PlayerProfile::new(Arc::new(personality.clone()), seed);
            let table = TranspositionTable::new(TABLE_MIB);
            let explained = Explanation::search(&order(SearchPurpose::Explain), &player, &table);
            let place = format!("{name}, seed {seed}, {}", game.position().fen());
            assert_eq!(played.as_deref(), explained.as_ref(), "{place}");
            let named = explained.as_ref().and_then(Explanation::chosen);
            assert_eq!(named.or(outcome.best), outcome.best, "{place}");

            let mut player = Player::with_personality(personality, seed, NODES);
            let measured = player.search(&game);
            assert_eq!(without_time(measured), without_time(outcome), "{place}");
            compared += 1;
        }
    }
    assert_eq!(compared, names.len() as u64 * GAMES_PER_PERSONALITY);
    assert!(compared >= 400, "{compared}");
}
