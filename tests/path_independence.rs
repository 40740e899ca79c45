//! Path independence: what the transposition table stores must be true on every path.
//!
//! With pruning off, values are the same with and without the table, in whatever order the root moves
//! are searched, also in positions that invite a search to go round in circles.
#![allow(clippy::unwrap_used)]

use masque::board::{Game, Move, Position};
use masque::score::Score;
use masque::search::{
    RepetitionPolicy, SearchControl, SearchLimits, SearchRequest, SearchThread, Selectivity,
    TranspositionTable, search,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Fortresses, perpetual checks and positions in which both sides can only move to and fro.
const TEMPTING: [&str; 24] = [
    // King moves only, or almost only.
    "8/8/1p1k1p2/1P1p1P2/3P4/4K3/8/8 w - - 0 1",
    "8/1k6/1p1p1p1p/1P1P1P1P/8/4K3/8/8 w - - 0 1",
    "8/8/3k4/p1p1p1p1/P1P1P1P1/8/4K3/8 b - - 0 1",
    "8/8/p1p1k3/P1P1p1p1/4P1P1/2K5/8/8 w - - 0 1",
    // A bishop, rook or queen that cannot get in.
    "8/8/8/1p1k1p2/1P1p1P2/3P4/2B1K3/8 w - - 0 1",
    "5k2/8/3p1p2/2pPpPp1/2P1P1P1/8/4KR2/8 w - - 0 1",
    "3k4/1p1p1p2/1P1P1P1p/7P/8/8/2K4R/8 w - - 0 1",
    "8/8/2k2p2/p1p1pPp1/P1P1P1P1/8/3Q1K2/8 w - - 0 1",
    "8/5pk1/6p1/8/7P/6P1/5r2/Q5K1 b - - 0 1",
    "k7/8/1p6/pPp1p1p1/P1P1P1P1/B7/8/K7 w - - 0 1",
    // Bishops of opposite colours.
    "8/5k2/3b1p2/3p1P2/3P4/3B1K2/8/8 w - - 0 1",
    "8/2b2k2/4p3/3pP3/1p1P1P2/1P1K4/4B3/8 b - - 0 1",
    // Perpetual checks by rooks and queens, or nearly so.
    "7k/5Q2/8/8/8/8/q5PP/7K w - - 0 1",
    "6k1/5ppp/8/8/3q4/8/5PPP/Q5K1 w - - 0 1",
    "r5k1/5ppp/8/8/8/8/q4PPP/3Q2K1 w - - 0 1",
    "6k1/6p1/8/4Q3/8/8/1q4PP/7K w - - 0 1",
    "8/8/8/8/5k2/8/r4p2/5K1R b - - 0 1",
    "8/8/8/8/8/6k1/4r1p1/6KR b - - 0 1",
    "8/1R6/8/8/8/k1p5/8/1K1r4 w - - 0 1",
    // Knights and other pieces behind closed pawn chains.
    "8/8/2k1p3/3pP1p1/1p1P2P1/1P1N4/4K3/8 w - - 0 1",
    "8/3n4/2k1p3/3pP1p1/1p1P2P1/1P6/4KN2/8 b - - 0 1",
    "8/8/8/5kp1/3p1pPp/3PpP1P/4P3/4KB2 b - - 0 1",
    "4k3/8/4p1p1/2p1P1P1/2P5/8/1n2K1B1/8 b - - 0 1",
    "6k1/8/6p1/R4pP1/5P2/r7/6K1/8 w - - 0 1",
];

const TABLE_MIB: usize = 8;

/// The value of one root move by a full-width search.
fn value(
    game: &Game,
    mv: Move,
    depth_plies: u32,
    policy: RepetitionPolicy,
    table: &TranspositionTable,
) -> Score {
    let mut request = SearchRequest::neutral(game.position().clone());
    request.history = game.key_history();
    request.limits = SearchLimits {
        depth_plies: Some(depth_plies),
        ..SearchLimits::default()
    };
    request.root_moves = vec![mv];
    request.selectivity = Selectivity::FULL_WIDTH;
    request.repetition = policy;
    let control = SearchControl::start(None);
    search(&request, &mut SearchThread::new(), table, &control, &mut ()).score
}

/// The moves in three orders: as generated, reversed and shuffled.
fn orders(moves: &[Move], random: &mut ChaCha8Rng) -> [Vec<Move>; 3] {
    let mut shuffled = moves.to_vec();
    for index in (1..shuffled.len()).rev() {
        shuffled.swap(index, random.next_u32() as usize % (index + 1));
    }
    let backwards = moves.iter().rev().copied().collect();
    [moves.to_vec(), backwards, shuffled]
}

/// How many values with a table that earlier moves have filled differ from the values without a table,
/// and how many were compared.
fn differences(game: &Game, depth_plies: u32, policy: RepetitionPolicy, seed: u64) -> (u32, u32) {
    let nothing = TranspositionTable::new(0);
    let moves = game.position().legal_moves();
    let plain: Vec<Score> = moves
        .iter()
        .map(|&mv| value(game, mv, depth_plies, policy, &nothing))
        .collect();
    let (mut different, mut compared) = (0, 0);
    for order in orders(&moves, &mut ChaCha8Rng::seed_from_u64(seed)) {
        let table = TranspositionTable::new(TABLE_MIB);
        for mv in order {
            let remembered = value(game, mv, depth_plies, policy, &table);
            let index = moves.iter().position(|&listed| listed == mv).unwrap();
            different += u32::from(remembered != plain[index]);
            compared += 1;
        }
    }
    (different, compared)
}

/// The position after some random moves without capture, pawn move or mate.
fn wandered(fen: &str, plies: u32, random: &mut ChaCha8Rng) -> Game {
    let mut game = Game::new(fen.parse().unwrap());
    for _ in 0..plies {
        let mut moves = game.position().legal_moves();
        moves.retain(|mv| {
            let child = game.position().play(*mv);
            child.halfmove_clock() > 0 && child.has_legal_move()
        });
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.next_u32() as usize % moves.len()]);
    }
    // The walk does not belong to the game's history.
    Game::new(game.position().clone())
}

fn total(policy: RepetitionPolicy, walks: u64, depth_plies: u32) -> (u32, u32, u32) {
    let (mut different, mut compared, mut positions) = (0, 0, 0);
    for (number, fen) in TEMPTING.iter().enumerate() {
        for walk in 0..walks {
            let seed = 100 * number as u64 + walk;
            let plies = 3 * walk as u32;
            let game = wandered(fen, plies, &mut ChaCha8Rng::seed_from_u64(seed));
            let (here, there) = differences(&game, depth_plies, policy, seed);
            different += here;
            compared += there;
            positions += 1;
        }
    }
    (different, compared, positions)
}

#[test]
fn values_do_not_depend_on_table_or_order() {
    for (depth_plies, walks) in [(4, 2), (5, 1)] {
        let (different, compared, positions) =
            total(RepetitionPolicy::PathIndependent, walks, depth_plies);
        assert_eq!(different, 0, "at {depth_plies} plies");
        assert!(
            compared > 500 && positions == 24 * walks as u32,
            "{compared}"
        );
    }
}

/// The test above can fail: under the usual policy a value depends on the path to it.
#[test]
fn values_of_the_usual_policy_depend_on_the_path() {
    let is_different = |(walks, depth_plies)| {
        let (different, _, _) = total(RepetitionPolicy::Twofold, walks, depth_plies);
        different > 0
    };
    assert!(
        [(1, 5), (3, 5), (1, 6), (2, 6)]
            .into_iter()
            .any(is_different)
    );
}

/// A draw by the game's history is true in this game only, so the table's older scores must not be
/// read.
#[test]
fn positions_that_stood_twice_are_draws_whatever_the_table_says() {
    let mut changed = 0;
    for fen in &TEMPTING[..12] {
        let start: Position = fen.parse().unwrap();
        let mut shuffled = Game::new(start.clone());
        for _ in 0..2 {
            there_and_back(&mut shuffled);
        }
        let Some(&(_, first)) = shuffled.past().first() else {
            continue;
        };
        shuffled.undo();
        let fresh = Game::new(shuffled.position().clone());
        let policy = RepetitionPolicy::PathIndependent;
        let (table, nothing) = (
            TranspositionTable::new(TABLE_MIB),
            TranspositionTable::new(0),
        );
        for mv in shuffled.position().legal_moves() {
            let without_history = value(&fresh, mv, 5, policy, &table);
            let with_history = value(&shuffled, mv, 5, policy, &table);
            let plain = value(&shuffled, mv, 5, policy, &nothing);
            assert_eq!(with_history, plain, "{mv} in {}", shuffled.position().fen());
            changed += u32::from(with_history != without_history);
        }
        assert!(start.is_legal(first));
    }
    assert!(changed > 0, "no history made a difference");
}

/// Both sides make a reversible move and take it back.
fn there_and_back(game: &mut Game) {
    let mut steps: Vec<Move> = Vec::new();
    for ply in 0..4 {
        let moves = game.position().legal_moves();
        let back = steps.get(ply.max(2) - 2).map(|mv| Move {
            from: mv.to,
            to: mv.from,
            promotion: None,
        });
        let step = match ply {
            0 | 1 => moves
                .into_iter()
                .find(|&mv| is_reversible(game.position(), mv)),
            _ => back.filter(|&mv| game.position().is_legal(mv)),
        };
        let Some(step) = step else { return };
        steps.push(step);
        game.play(step);
    }
}

fn is_reversible(position: &Position, mv: Move) -> bool {
    let child = position.play(mv);
    child.halfmove_clock() > 0 && !child.in_check() && child.has_legal_move()
}

/// The best move and score in a game's current position under every policy.
fn outcomes(fen: &str, moves: &str, depth_plies: u32) -> Vec<(Option<Move>, Score)> {
    let mut game = Game::new(fen.parse().unwrap());
    for text in moves.split_whitespace() {
        game.play(game.position().parse_move(text).unwrap());
    }
    let searched = |policy| {
        let mut request = SearchRequest::neutral(game.position().clone());
        request.history = game.key_history();
        request.limits.depth_plies = Some(depth_plies);
        request.repetition = policy;
        let table = TranspositionTable::new(TABLE_MIB);
        let control = SearchControl::start(None);
        let outcome = search(
            &request,
            &mut SearchThread::new(),
            &table,
            &control,
            &mut (),
        );
        (outcome.best, outcome.score)
    };
    RepetitionPolicy::ALL.into_iter().map(searched).collect()
}

#[test]
fn one_occurrence_before_the_root_is_no_draw() {
    // Only Kb2 wins; the position after it stood once in the game.
    let moves = "c1b1 h1g1 b1c1 g1h1 c1b1 h1g1 b1a1 g1h1";
    for (best, score) in outcomes("8/8/8/8/8/8/p7/2k4K b - - 0 1", moves, 12) {
        assert_eq!(best.unwrap().to_string(), "a1b2");
        assert!(score > Score::from_cp(400), "{score}");
    }
}

#[test]
fn a_root_that_stood_before_is_searched_like_any_other() {
    let round = "a1b1 h8g8 b1a1 g8h8";
    for (_, score) in outcomes("7k/8/5K2/8/8/8/8/Q7 w - - 0 1", round, 6) {
        assert_eq!(score, Score::mate_in(3));
    }
}

#[test]
fn the_third_occurrence_is_a_draw_under_every_policy() {
    // White is lost except for the checks on e8 and h5; the position after Kh7 stood twice.
    let fen = "6k1/6p1/8/8/8/pp6/1q4PP/4Q2K w - - 0 1";
    for (_, score) in outcomes(fen, "e1e8 g8h7 e8h5 h7g8 h5e8 g8h7 e8h5 h7g8", 6) {
        assert_eq!(score, Score::DRAW);
    }
}

#[test]
fn the_fifty_move_rule_is_exact_near_its_end() {
    for clock in [96, 97, 98, 99] {
        let fen = format!("7k/8/5K2/8/8/8/8/Q7 w - - {clock} 90");
        // Mate in two needs three half-moves; a mate on the hundredth half-move counts.
        let expected = match clock {
            96 | 97 => Score::mate_in(3),
            _ => Score::DRAW,
        };
        for (_, score) in outcomes(&fen, "", 8) {
            assert_eq!(score, expected, "{fen}");
        }
    }
    for (_, score) in outcomes("7k/5Q2/6K1/8/8/8/8/8 w - - 99 90", "", 8) {
        assert_eq!(score, Score::mate_in(1));
    }
    // A pawn move sets the clock back.
    for (best, score) in outcomes("7k/8/8/8/8/8/P7/K7 w - - 99 90", "", 10) {
        assert!(score > Score::from_cp(300), "{score}");
        assert_eq!(best.unwrap().from.to_string(), "a2");
    }
    // The rule saves the weaker side.
    for (_, score) in outcomes("7k/8/8/8/8/8/q7/7K w - - 99 90", "", 8) {
        assert_eq!(score, Score::DRAW);
    }
}
