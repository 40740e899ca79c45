//! Perft: legal moves counted exactly against the literature, and compared with a second library in
//! random playouts.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use masque::board::{Color, Move, Position};
use masque::lab::bench::perft::perft;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, PositionError};

/// Every `;D<depth> <nodes>` of an EPD file with its FEN.
fn expectations(text: &str) -> Vec<(&str, u32, u64)> {
    let mut all = Vec::new();
    for line in text.lines() {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next().unwrap();
        for field in fields {
            let (depth, nodes) = field.strip_prefix('D').unwrap().split_once(' ').unwrap();
            all.push((fen, depth.parse().unwrap(), nodes.parse().unwrap()));
        }
    }
    all
}

fn check_counts(text: &str, at_least: usize) {
    let expectations = expectations(text);
    assert!(expectations.len() >= at_least, "{}", expectations.len());
    for (fen, depth_plies, nodes) in expectations {
        let position: Position = fen.parse().unwrap();
        assert_eq!(perft(&position, depth_plies), nodes, "{fen} D{depth_plies}");
    }
}

#[test]
fn the_classical_positions_are_exact() {
    check_counts(include_str!("data/perft_classical.epd"), 31);
}

#[test]
fn the_chess960_positions_are_exact() {
    check_counts(include_str!("data/perft_chess960.epd"), 32);
}

/// A move as both libraries can name it: from, to (the rook's square for castling), promotion.
fn our_name(mv: Move) -> String {
    mv.to_string()
}

fn their_name(mv: &shakmaty::Move) -> String {
    mv.to_uci(CastlingMode::Chess960).to_string()
}

fn second_opinion(fen: &str) -> Chess {
    fen.parse::<Fen>()
        .unwrap()
        .into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .unwrap()
}

/// Plays random moves on both boards and compares everything at each position.
fn compare_playout(start: Position, random: &mut ChaCha8Rng, plies: usize) -> usize {
    let mut theirs = second_opinion(&start.fen());
    let mut ours = start;
    for ply in 0..plies {
        let fen = ours.fen();
        let legal = ours.legal_moves();
        let names: BTreeSet<String> = legal.iter().map(|&mv| our_name(mv)).collect();
        let their_legal = theirs.legal_moves();
        let their_names: BTreeSet<String> = their_legal.iter().map(their_name).collect();
        assert_eq!(names, their_names, "{fen}");
        assert_eq!(names.len(), legal.len(), "a move twice in {fen}");
        assert_eq!(ours.in_check(), theirs.is_check(), "{fen}");
        assert_eq!(ours.is_checkmate(), theirs.is_checkmate(), "{fen}");
        assert_eq!(ours.is_stalemate(), theirs.is_stalemate(), "{fen}");

        let reread: Position = fen.parse().unwrap();
        assert_eq!(reread.key(), ours.key(), "{fen}");
        assert_eq!(reread.fen(), fen);
        let pieces_on_their_board = Fen::from_position(&theirs, EnPassantMode::Always).to_string();
        assert_eq!(
            pieces_on_their_board.split(' ').next(),
            fen.split(' ').next()
        );

        if legal.is_empty() || ours.is_fifty_move_draw() {
            return ply;
        }
        let mv = legal[random.next_u32() as usize % legal.len()];
        assert_eq!(ours.parse_move(&ours.san(mv)), Ok(mv), "{fen}");
        let their_mv = their_legal
            .iter()
            .find(|their| their_name(their) == our_name(mv))
            .unwrap();
        theirs.play_unchecked(*their_mv);
        ours = ours.play(mv);
    }
    plies
}

#[test]
fn random_playouts_agree_with_a_second_library() {
    let mut random = ChaCha8Rng::seed_from_u64(2026);
    let mut positions = 0;
    for game in 0..120 {
        let start = match game % 2 {
            0 => Position::start(),
            _ => Position::chess960_start(random.next_u32()),
        };
        positions += compare_playout(start, &mut random, 250);
    }
    assert!(positions > 10_000, "{positions}");
}

#[test]
fn positions_rich_in_castling_and_promotion_agree_too() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let text = include_str!("data/perft_classical.epd").to_owned()
        + include_str!("data/perft_chess960.epd");
    for (fen, _, _) in expectations(&text) {
        let start: Position = fen.parse().unwrap();
        compare_playout(start, &mut random, 60);
    }
}

#[test]
fn positions_with_more_men_than_a_game_has_agree_too() {
    let mut random = ChaCha8Rng::seed_from_u64(17);
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/PPPP4/pPPPpPPP/PPPPPPPP/8/8/4K3 b - - 0 1",
        "rnbqkbnr/pppppppp/8/8/NN4NN/NNN2NNN/PPPPPPPP/R1BQKB1R w KQkq - 0 1",
        "QQQQQQQQ/QQQQ4/QQQQQQQQ/8/nnnnnnnn/nnnn4/nnnnnnnn/k6K w - - 0 1",
    ] {
        for _ in 0..10 {
            compare_playout(fen.parse().unwrap(), &mut random, 80);
        }
    }
}

#[test]
fn every_chess960_start_has_its_king_between_two_rooks() {
    let mut seen = BTreeSet::new();
    for number in 0..960 {
        let start = Position::chess960_start(number);
        let reread: Position = start.fen().parse().unwrap();
        assert_eq!(reread, start, "{number}");
        assert!(start.may_castle(Color::White) && start.may_castle(Color::Black));
        seen.insert(start.fen());
    }
    assert_eq!(seen.len(), 960);
    assert_eq!(Position::chess960_start(518).fen(), Position::start().fen());
}
