//! The noise of a choice: a number for each move that depends on game, position and move alone.
//!
//! The noise is Gumbel's, so that the move with the largest utility plus noise is each move with just
//! the probability of its softmax. It has a memory: for some of the moves it does not depend on the
//! position, so that who overlooks a move of a piece overlooks it again on the next turn. All moves of
//! a position still have independent noise, so that the probabilities stay what they are.

use crate::board::{Move, Piece, Position};

/// How many of a hundred moves are seen in the same light all through a game. An untested guess.
const REMEMBERED_PERCENT: u64 = 30;

/// Scatters the bits of a number (SplitMix64, Steele, Lea and Flood 2014).
fn scattered(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The noise of a legal move in a game with this seed.
pub(super) fn noise(game: u64, position: &Position, mv: Move) -> f64 {
    let piece = position.piece_on(mv.from).unwrap_or(Piece::Pawn);
    let promotion = mv.promotion.map_or(0, |piece| piece as u64 + 1);
    let squares = (mv.from as u64) << 6 | mv.to as u64;
    let name = (piece as u64) << 20 | promotion << 12 | squares;
    let in_game = scattered(scattered(game) ^ name);
    let is_remembered = scattered(in_game) % 100 < REMEMBERED_PERCENT;
    let bits = match is_remembered {
        true => in_game,
        false => scattered(in_game ^ position.key()),
    };
    -(-uniform(bits).ln()).ln()
}

/// A number between 0 and 1, never one of them, of the same bits always the same.
pub(super) fn uniform(bits: u64) -> f64 {
    ((scattered(bits) >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_noise_is_gumbels() {
        let position = Position::start();
        let mv = position.parse_move("e2e4").unwrap();
        let all: Vec<f64> = (0..100_000)
            .map(|game| noise(game, &position, mv))
            .collect();
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        let variance = all.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / all.len() as f64;
        // Euler's constant, and pi squared over six.
        assert!((mean - 0.5772).abs() < 0.015, "{mean}");
        assert!((variance - 1.645).abs() < 0.04, "{variance}");
    }

    #[test]
    fn some_moves_are_remembered_from_position_to_position() {
        let one = Position::start();
        let other: Position = "rnbqkbnr/pppp1ppp/8/4p3/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 2"
            .parse()
            .unwrap();
        let mv = one.parse_move("g1f3").unwrap();
        let same = (0..1_000).filter(|&game| noise(game, &one, mv) == noise(game, &other, mv));
        let same = same.count() as u64;
        assert!(same.abs_diff(10 * REMEMBERED_PERCENT) < 60, "{same}");
    }
}
