//! Positions with more men than a game of chess begins with: people set them up, and everything that
//! plays, explains or counts must take them.
#![allow(clippy::unwrap_used)]

use masque::board::{Color, Game, MOST_MOVES, Position};
use masque::evaluation::{EvaluationWeights, Evaluator, Family, trace};
use masque::lab::matches::game::Player;
use masque::personality::Roster;
use masque::search::SearchParameters;
use masque::strength::{Level, LevelPlayer, LevelQuestion, MovePredictor, ScoreQuestion};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// More men than a game has.
const CROWDS: [&str; 9] = [
    // Nine pawns; seventeen men; twenty pawns.
    "rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/3N4/8/PPPPPPPP/RNBQKBNR b KQkq - 4 9",
    "4k3/8/PPPP4/pPPPpPPP/PPPPPPPP/8/8/4K3 b - - 0 1",
    // Twelve knights; twenty queens against more knights; queens against queens.
    "rnbqkbnr/pppppppp/8/8/NN4NN/NNN2NNN/PPPPPPPP/R1BQKB1R w KQkq - 0 1",
    "QQQQQQQQ/QQQQ4/QQQQQQQQ/8/nnnnnnnn/nnnn4/nnnnn1nn/k6K w - - 0 1",
    "qqqqqqqk/qqqqqqqp/qqqqqqqq/pppppppp/PPPPPPPP/QQQQQQQQ/QQQQQQQP/QQQQQQQK w - - 0 1",
    // Sixty men.
    "kqqqqqqq/rrrrrrrr/bbbbbbbb/nnnn1nnn/NNN2NNN/BBBBBBBB/RRRRRRRR/QQQQQQ1K w - - 0 1",
    // All against a king, and a ring of queens with more moves than any game has known.
    "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/Q5QQ/PPPPPP1P/k1K5 w - - 0 1",
    "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/pp5Q/kBNQQQQK w - - 0 1",
];

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

/// Positions of random games that begin with a crowd.
fn random_positions(fen: &str, seed: u64) -> Vec<Position> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = vec![position(fen)];
    for _ in 0..60 {
        let now = &positions[positions.len() - 1];
        let moves = now.legal_moves();
        if moves.is_empty() {
            break;
        }
        let next = now.play(moves[random.next_u32() as usize % moves.len()]);
        positions.push(next);
    }
    positions
}

#[test]
fn a_crowd_is_read_and_written_again() {
    for fen in CROWDS {
        assert_eq!(position(fen).fen(), fen);
    }
}

#[test]
fn no_crowd_has_more_moves_than_there_is_room_for() {
    let most = |fen| {
        let positions = random_positions(fen, 1).into_iter();
        positions.map(|it| it.legal_moves().len()).max().unwrap()
    };
    let ring = "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/pp5Q/kBNQQQQK w - - 0 1";
    assert!((250..MOST_MOVES).contains(&most(ring)), "{}", most(ring));
    for fen in CROWDS {
        assert!(most(fen) < MOST_MOVES, "{fen}");
    }
}

#[test]
fn the_evaluation_of_a_crowd_is_the_sum_of_its_terms() {
    let weights = EvaluationWeights::neutral().with(Family::Queens, 150, 50);
    for weights in [EvaluationWeights::neutral(), weights] {
        let mut evaluator = Evaluator::new(weights.clone(), Color::White);
        for (seed, fen) in (0..).zip(CROWDS) {
            for position in random_positions(fen, seed) {
                let total = trace(&position, &weights, Color::White).total;
                assert_eq!(evaluator.evaluate(&position), total, "{}", position.fen());
            }
        }
    }
}

#[test]
fn the_more_queens_the_better() {
    let mut evaluator = Evaluator::new(EvaluationWeights::neutral(), Color::White);
    let mut before = None;
    for queens in 1..=48 {
        let board: Vec<String> = (0..6)
            .map(|rank| {
                let here = (queens - 8 * rank).clamp(0, 8);
                let empty = 8 - here;
                match (here, empty) {
                    (0, _) => "8".to_owned(),
                    (_, 0) => "Q".repeat(8),
                    _ => "Q".repeat(here as usize) + &empty.to_string(),
                }
            })
            .collect();
        let fen = format!("{}/6pp/K5bk w - - 0 1", board.join("/"));
        let score = evaluator.evaluate(&position(&fen));
        assert!(
            before.is_none_or(|before| before <= score),
            "{fen}: {score}"
        );
        before = Some(score);
    }
    assert!(before.unwrap().raw() > 25_000);
}

#[test]
fn every_character_finds_a_move_in_a_crowd() {
    for (seed, fen) in (0..).zip(CROWDS) {
        let game = Game::new(position(fen));
        let legal = game.position().legal_moves();
        let outcome = Player::new(SearchParameters::default(), 30_000).search(&game);
        assert!(outcome.best.is_some_and(|mv| legal.contains(&mv)), "{fen}");
        for personality in Roster::built_in().iter() {
            let outcome = Player::with_personality(personality, seed, 300).search(&game);
            let name = personality.name();
            assert!(
                outcome.best.is_some_and(|mv| legal.contains(&mv)),
                "{name} {fen}"
            );
        }
    }
}

#[test]
fn a_person_of_any_rating_finds_a_move_in_a_crowd() {
    for fen in CROWDS {
        let position = position(fen);
        let player = LevelPlayer {
            level: Level::new(1_500),
            game: 1,
        };
        let question = LevelQuestion {
            scored: ScoreQuestion::neutral(&position),
            last: None,
            own_last: None,
            allowed: Vec::new(),
            tastes: Vec::new(),
        };
        let choice = player.choose(&mut MovePredictor::new(), &question, None, || false);
        assert!(position.is_legal(choice.unwrap().chosen().mv), "{fen}");
    }
}
