//! Personalities that take turns in one engine leave nothing behind for one another.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use masque::board::{Game, Move, Position};
use masque::engine::{
    Engine, EngineConfig, EngineEvent, PersonalityChoice, SearchAs, SearchId, SearchOrder,
    SearchPurpose,
};
use masque::personality::Roster;
use masque::search::{SearchLimits, SearchOutcome};

const POSITIONS: [&str; 4] = [
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "r2q1rk1/pp1bbppp/2np1n2/2p1p3/4P3/2PP1N1P/PP1NBPP1/R1BQR1K1 w - - 0 11",
    "4r1k1/1p3ppp/p1p5/8/3P4/1P3P2/P4KPP/4R3 b - - 0 30",
    "rnbq1rk1/ppp1bppp/4pn2/3p2B1/2PP4/2N2N2/PP2PPPP/R2QKB1R w KQ - 6 6",
];

struct Player {
    engine: Engine,
    events: Receiver<EngineEvent>,
    searches: u64,
}

impl Player {
    fn new() -> Player {
        let (sender, events) = channel();
        let mut config = EngineConfig {
            hash_mib: 4,
            ..EngineConfig::default()
        };
        config.settings.seed = Some(5);
        let engine = Engine::new(config, move |event| {
            let _ = sender.send(event);
        });
        Player {
            engine: engine.unwrap(),
            events,
            searches: 0,
        }
    }

    fn choose(&mut self, who: &str) {
        let choice = PersonalityChoice::Named(who.to_owned());
        self.engine.choose(&choice).unwrap();
    }

    fn search(&mut self, game: &Game, nodes: u64) -> SearchOutcome {
        self.searches += 1;
        self.engine.start(
            Instant::now(),
            SearchOrder {
                id: SearchId(self.searches),
                game: game.clone(),
                limits: SearchLimits {
                    nodes: Some(nodes),
                    ..SearchLimits::default()
                },
                budget: None,
                purpose: SearchPurpose::Play,
                search_as: SearchAs::Personality,
                root_moves: Vec::new(),
                lines: 1,
                may_play_book: true,
            },
        );
        loop {
            let event = self.events.recv_timeout(Duration::from_secs(60)).unwrap();
            if let EngineEvent::Finished(id, outcome) = event {
                assert_eq!(id, SearchId(self.searches));
                return outcome;
            }
        }
    }

    /// The move, score and nodes of a personality in each position, each in a new game.
    fn all_positions(&mut self, who: &str) -> Vec<(Option<Move>, i32, u64)> {
        let positions = POSITIONS.iter();
        let games = positions.map(|fen| Game::new(fen.parse().unwrap()));
        games.map(|game| self.play_afresh(who, &game)).collect()
    }

    fn play_afresh(&mut self, who: &str, game: &Game) -> (Option<Move>, i32, u64) {
        self.choose(who);
        self.engine.new_game();
        let outcome = self.search(game, 3_000);
        (outcome.best, outcome.score.raw(), outcome.nodes)
    }
}

fn names() -> Vec<String> {
    Roster::built_in().names().map(str::to_owned).collect()
}

#[test]
fn each_plays_the_same_alone_and_after_others() {
    let names = names();
    let mut in_company = Player::new();
    let mut together = vec![Vec::new(); names.len()];
    for fen in POSITIONS {
        let game = Game::new(fen.parse().unwrap());
        for (name, outcomes) in names.iter().zip(&mut together) {
            outcomes.push(in_company.play_afresh(name, &game));
        }
    }
    for (name, outcomes) in names.iter().zip(&together) {
        let alone = Player::new().all_positions(name);
        assert_eq!(alone, *outcomes, "{name}");
    }
    together.dedup();
    assert!(together.len() > names.len() / 2, "they hardly differ");
}

#[test]
fn a_thousand_changes_in_the_middle_of_a_game_leave_nothing_behind() {
    let names = names();
    let mut player = Player::new();
    let mut game = Game::default();
    let mut memory_kib = None;
    for change in 0..1_000 {
        player.choose(&names[change * 7 % names.len()]);
        let outcome = player.search(&game, 150);
        let mv = outcome.best.unwrap();
        assert!(game.position().is_legal(mv));
        game.play(mv);
        if game.ended_by().is_some() || game.len() > 120 {
            game = Game::default();
        }
        if change == 200 {
            memory_kib = resident_kib();
        }
    }
    if let (Some(before), Some(after)) = (memory_kib, resident_kib()) {
        assert!(after < before + 32 * 1_024, "{before} to {after} KiB");
    }
    let game = Game::new(POSITIONS[1].parse().unwrap());
    let fresh = Player::new().play_afresh("neutral", &game);
    assert_eq!(player.play_afresh("neutral", &game), fresh);
}

/// The resident memory of this process, where the system tells it.
fn resident_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn scores_of_another_judgement_are_not_used() {
    let directory = tempfile::tempdir().unwrap();
    let strange = directory.path().join("strange.toml");
    let text = "[identity]\nname = 'strange'\n[judgement]\nqueens = 0";
    std::fs::write(&strange, text).unwrap();
    // A queen against a rook and a bishop.
    let fen = "4r1k1/1b3ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1";
    let game = Game::new(fen.parse::<Position>().unwrap());
    let mut player = Player::new();
    let neutral_cp = player.search(&game, 3_000).score.raw();
    for _ in 0..3 {
        let choice = PersonalityChoice::File(strange.clone());
        player.engine.choose(&choice).unwrap();
        let strange_cp = player.search(&game, 3_000).score.raw();
        assert!(strange_cp < neutral_cp - 500, "{strange_cp}");
        player.choose("neutral");
        let again_cp = player.search(&game, 3_000).score.raw();
        assert!(
            (again_cp - neutral_cp).abs() < 100,
            "{neutral_cp}, {again_cp}"
        );
    }
}
