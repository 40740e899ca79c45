//! Correction history: by how much searches have contradicted the static evaluation lately in
//! positions with the same pawns, or the same pieces of one colour.
//!
//! The idea is Caissa's and Stockfish's static evaluation correction. What is learned belongs to
//! one judgement, so the keys carry its salt.

use crate::board::{Color, Piece, Position};
use crate::score::Score;
use crate::search::parameters::SearchParameters;

/// Entries of each table, a power of two.
const ENTRIES: usize = 1 << 14;
/// Corrections are kept in this fraction of a centipawn.
const GRAIN: i32 = 256;
/// No table corrects by more than this.
const LIMIT_CP: i32 = 64;
/// An entry moves towards a new error by at most this share of [`WEIGHT_SCALE`].
const WEIGHT_MAX: i32 = 16;
const WEIGHT_SCALE: i32 = 256;

/// What a position has in common with others whose evaluation errs alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Keys {
    color: Color,
    /// Indices of the pawns, of White's pieces and of Black's.
    indices: [usize; 3],
}

impl Keys {
    /// All bits of the salt must depend on the judgement.
    pub(super) fn of(position: &Position, salt: u64) -> Keys {
        let others = |color| {
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
        Keys {
            color: position.side_to_move(),
            indices: [
                salt.wrapping_add(pawn_key(position)),
                others(Color::White),
                others(Color::Black),
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

/// An odd number for each kind of piece of each colour, by splitmix64 (Steele, Lea and Flood 2014):
/// a sum of products that do not wait for each other.
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

/// The memory of one search thread.
#[derive(Clone, Debug)]
pub(super) struct Corrections {
    /// By table, colour to move and key, in centipawns times [`GRAIN`].
    entries: Vec<i16>,
}

impl Corrections {
    pub(super) fn new() -> Corrections {
        Corrections {
            entries: vec![0; 3 * 2 * ENTRIES],
        }
    }

    fn slots(keys: Keys) -> [usize; 3] {
        let [pawns, white, black] = keys.indices;
        let slot = |table: usize, index: usize| (table * 2 + keys.color as usize) * ENTRIES + index;
        [slot(0, pawns), slot(1, white), slot(2, black)]
    }

    /// The evaluation as experience corrects it.
    pub(super) fn correct(
        &self,
        parameters: &SearchParameters,
        keys: Keys,
        evaluation: Score,
    ) -> Score {
        let [pawns, white, black] = Self::slots(keys).map(|slot| i32::from(self.entries[slot]));
        let correction = pawns * parameters.correction_pawns_percent
            + (white + black) * parameters.correction_pieces_percent;
        Score::from_cp(evaluation.raw() + correction / (100 * GRAIN))
    }

    /// Learns that a search of `depth_plies` found the evaluation wrong by `error_cp`.
    pub(super) fn learn(&mut self, keys: Keys, depth_plies: i32, error_cp: i32) {
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
        let keys = Keys::of(&position, 0);
        let parameters = SearchParameters::default();
        let mut corrections = Corrections::new();
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
    fn other_pawns_and_other_judgements_are_not_touched() {
        let position = Position::start();
        let moved = position.play(position.parse_move("e2e4").unwrap());
        let keys = Keys::of(&position, 0);
        assert_ne!(keys.indices[0], Keys::of(&moved, 0).indices[0]);
        assert_eq!(keys.indices[1..], Keys::of(&moved, 0).indices[1..]);
        let weights = EvaluationWeights::neutral().with(Family::Pawns, 99, 100);
        let salted = Keys::of(&position, weights.salt(Color::White));
        for (plain, salted) in keys.indices.into_iter().zip(salted.indices) {
            assert_ne!(plain, salted);
        }
    }
}
