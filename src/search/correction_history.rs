//! Correction history: by how much searches have lately contradicted the static evaluation of
//! positions with the same pawns, or with the same pieces of one colour.
//!
//! The idea comes from the engine Caissa (Michal Witanowski) and Stockfish. What is learned is true for
//! one set of evaluation weights only, so the keys contain their salt.

use crate::board::{Color, Piece, Position};
use crate::score::Score;
use crate::search::parameters::SearchParameters;

/// Entries of each table, a power of two.
const ENTRIES: usize = 1 << 14;
/// Corrections are kept in this fraction of a centipawn.
const GRAIN: i32 = 256;
/// No table corrects by more than this.
const LIMIT_CP: i32 = 64;
/// A new error weighs at most this share of [`WEIGHT_SCALE`].
const WEIGHT_MAX: i32 = 16;
const WEIGHT_SCALE: i32 = 256;

/// The places of a position in the three tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CorrectionKeys {
    color: Color,
    /// By the pawns, by White's pieces and by Black's.
    indices: [usize; 3],
}

impl CorrectionKeys {
    /// The salt is that of the evaluation; all its bits must depend on the weights.
    pub(super) fn of(position: &Position, salt: u64) -> CorrectionKeys {
        let pieces = |color| {
            let kinds = [
                Piece::Knight,
                Piece::Bishop,
                Piece::Rook,
                Piece::Queen,
                Piece::King,
            ];
            let keys = kinds.map(|piece| set_key(position, color, piece));
            keys.into_iter().fold(salt, u64::wrapping_add)
        };
        // The high bits of a product depend on all bits of the set.
        let index = |key: u64| (key >> (64 - ENTRIES.ilog2())) as usize;
        CorrectionKeys {
            color: position.side_to_move(),
            indices: [
                salt.wrapping_add(pawn_key(position)),
                pieces(Color::White),
                pieces(Color::Black),
            ]
            .map(index),
        }
    }
}

/// A key of the pawns of both colours. The higher a bit, the more of the pawns it depends on.
#[inline]
pub(super) fn pawn_key(position: &Position) -> u64 {
    let [white, black] = Color::ALL.map(|color| set_key(position, color, Piece::Pawn));
    white.wrapping_add(black)
}

#[inline]
fn set_key(position: &Position, color: Color, piece: Piece) -> u64 {
    let set = position.colored_pieces(color, piece).0;
    set.wrapping_mul(FACTORS[color as usize][piece as usize])
}

/// An odd factor for each kind of piece of each colour, by splitmix64 (Steele, Lea and Flood 2014).
/// A sum of products is fast because the products do not wait for each other.
const FACTORS: [[u64; Piece::NUM]; 2] = {
    let mut factors = [[0; Piece::NUM]; 2];
    let (mut number, mut state) = (0, 0_u64);
    while number < 2 * Piece::NUM {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        factors[number / Piece::NUM][number % Piece::NUM] = (mixed ^ (mixed >> 31)) | 1;
        number += 1;
    }
    factors
};

/// The corrections of one search thread, kept between the moves of a game.
#[derive(Clone, Debug)]
pub(super) struct CorrectionHistory {
    /// By table, colour to move and key, in centipawns times [`GRAIN`].
    entries: Vec<i16>,
}

impl CorrectionHistory {
    pub(super) fn new() -> CorrectionHistory {
        CorrectionHistory {
            entries: vec![0; 3 * 2 * ENTRIES],
        }
    }

    fn slots(keys: CorrectionKeys) -> [usize; 3] {
        let [pawns, white, black] = keys.indices;
        let slot = |table: usize, index: usize| (table * 2 + keys.color as usize) * ENTRIES + index;
        [slot(0, pawns), slot(1, white), slot(2, black)]
    }

    /// The evaluation with its correction.
    pub(super) fn correct(
        &self,
        parameters: &SearchParameters,
        keys: CorrectionKeys,
        evaluation: Score,
    ) -> Score {
        let [pawns, white, black] = Self::slots(keys).map(|slot| i32::from(self.entries[slot]));
        let correction = pawns * parameters.correction_pawns_percent
            + (white + black) * parameters.correction_pieces_percent;
        Score::from_cp(evaluation.raw() + correction / (100 * GRAIN))
    }

    /// Learns that a search of `depth_plies` found the evaluation wrong by `error_cp`.
    pub(super) fn learn(&mut self, keys: CorrectionKeys, depth_plies: i32, error_cp: i32) {
        let weight = (depth_plies + 1).min(WEIGHT_MAX);
        let limit = LIMIT_CP * GRAIN;
        let target = (error_cp * GRAIN).clamp(-4 * limit, 4 * limit);
        for slot in Self::slots(keys) {
            let old = i32::from(self.entries[slot]);
            let new = (old * (WEIGHT_SCALE - weight) + target * weight) / WEIGHT_SCALE;
            self.entries[slot] = new.clamp(-limit, limit) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{EvaluationWeights, Family};

    #[test]
    fn repeated_errors_are_corrected_within_the_limit() {
        let position = Position::start();
        let keys = CorrectionKeys::of(&position, 0);
        let parameters = SearchParameters::default();
        let mut corrections = CorrectionHistory::new();
        assert_eq!(
            corrections.correct(&parameters, keys, Score::DRAW),
            Score::DRAW
        );
        for _ in 0..500 {
            corrections.learn(keys, 8, 30);
        }
        let corrected = corrections.correct(&parameters, keys, Score::DRAW).raw();
        assert!((10..=90).contains(&corrected), "{corrected}");
        for _ in 0..500 {
            corrections.learn(keys, 8, -5_000);
        }
        let corrected = corrections.correct(&parameters, keys, Score::DRAW).raw();
        assert!(
            (-3 * LIMIT_CP..-LIMIT_CP / 2).contains(&corrected),
            "{corrected}"
        );
    }

    #[test]
    fn other_pawns_and_other_weights_are_not_touched() {
        let position = Position::start();
        let moved = position.play(position.parse_move("e2e4").unwrap());
        let keys = CorrectionKeys::of(&position, 0);
        assert_ne!(keys.indices[0], CorrectionKeys::of(&moved, 0).indices[0]);
        assert_eq!(
            keys.indices[1..],
            CorrectionKeys::of(&moved, 0).indices[1..]
        );
        let weights = EvaluationWeights::neutral().with(Family::Pawns, 99, 100);
        let salted = CorrectionKeys::of(&position, weights.salt(Color::White));
        for (plain, salted) in keys.indices.into_iter().zip(salted.indices) {
            assert_ne!(plain, salted);
        }
    }
}
