//! Book choice: which of the moves that a book knows is played, in the modes of HIARCS.
//!
//! Integers only, so that every machine chooses the same move.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::BookMove;
use crate::board::{Move, Position};

/// How freely a book is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookMode {
    /// Every move with the same chance.
    Wild,
    /// Moves of small weight more often.
    Surprise,
    /// In proportion to the weights.
    Dynamic,
    /// In proportion to the squares of the weights; no move below a tenth of the greatest weight.
    #[default]
    Tournament,
}

impl BookMode {
    /// Every mode with its name.
    pub const NAMES: [(&'static str, BookMode); 4] = [
        ("wild", BookMode::Wild),
        ("surprise", BookMode::Surprise),
        ("dynamic", BookMode::Dynamic),
        ("tournament", BookMode::Tournament),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        BookMode::NAMES
            .iter()
            .find(|(_, mode)| *mode == self)
            .map_or("", |(name, _)| name)
    }

    /// How many chances each move gets; a move of weight 0 gets none.
    pub(super) fn chances(self, moves: &[BookMove]) -> Vec<u64> {
        let weights = || moves.iter().map(|known| u64::from(known.weight));
        let greatest = weights().max().unwrap_or(0);
        let least = weights().filter(|&weight| weight > 0).min().unwrap_or(0);
        let chances = |weight: u64| match self {
            _ if weight == 0 => 0,
            BookMode::Wild => 1,
            BookMode::Surprise => greatest + least - weight,
            BookMode::Dynamic => weight,
            BookMode::Tournament if weight * 10 < greatest => 0,
            BookMode::Tournament => weight * weight,
        };
        weights().map(chances).collect()
    }

    /// The chances when each move's is scaled by this factor in permille. Where that would leave none
    /// at all, and where nothing is scaled, they are as they are without.
    pub(super) fn scaled_chances(
        self,
        moves: &[BookMove],
        chance_permille: impl Fn(Move) -> u32,
    ) -> Vec<u64> {
        let plain = self.chances(moves);
        let factors: Vec<u64> = moves
            .iter()
            .map(|known| chance_permille(known.mv).into())
            .collect();
        let scaled: Vec<u64> = plain
            .iter()
            .zip(&factors)
            .map(|(chance, factor)| chance * factor)
            .collect();
        let is_unscaled = factors.iter().all(|&factor| factor == UNSCALED.into());
        let is_nothing_left = scaled.iter().all(|&chance| chance == 0);
        match is_unscaled || is_nothing_left {
            true => plain,
            false => scaled,
        }
    }

    /// The move that is played, with these chances. The game's seed and the position decide, so that a
    /// game always plays the same move in a position.
    pub(super) fn choose(
        self,
        position: &Position,
        moves: &[BookMove],
        seed: u64,
        chance_permille: impl Fn(Move) -> u32,
    ) -> Option<Move> {
        let chances = self.scaled_chances(moves, chance_permille);
        let total: u64 = chances.iter().sum();
        let mut left = random_number(seed, position.key()).checked_rem(total)?;
        for (known, chance) in moves.iter().zip(chances) {
            if left < chance {
                return Some(known.mv);
            }
            left -= chance;
        }
        None
    }
}

/// The factor in permille that leaves a chance as it is.
const UNSCALED: u32 = 1_000;

/// Leaves the chance of every move as the book has it.
pub fn unscaled(_: Move) -> u32 {
    UNSCALED
}

/// A random number that depends only on the seed of the game and on its purpose.
pub fn random_number(seed: u64, purpose: u64) -> u64 {
    let mut bytes = *b"opening book, drawn from a seed\0";
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&purpose.to_le_bytes());
    ChaCha8Rng::from_seed(bytes).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(weights: &[u32]) -> Vec<BookMove> {
        let legal = Position::start().legal_moves();
        let known = legal.into_iter().zip(weights);
        known.map(|(mv, &weight)| BookMove { mv, weight }).collect()
    }

    #[test]
    fn each_mode_gives_its_own_chances() {
        let known = moves(&[40, 20, 3, 0]);
        assert_eq!(BookMode::Wild.chances(&known), [1, 1, 1, 0]);
        assert_eq!(BookMode::Surprise.chances(&known), [3, 23, 40, 0]);
        assert_eq!(BookMode::Dynamic.chances(&known), [40, 20, 3, 0]);
        assert_eq!(BookMode::Tournament.chances(&known), [1_600, 400, 0, 0]);
    }

    #[test]
    fn choices_follow_the_chances_and_the_seed() {
        let start = Position::start();
        let known = moves(&[3, 1]);
        let first = |mode: BookMode| {
            let games = (0..4_000).filter_map(|seed| mode.choose(&start, &known, seed, unscaled));
            games.filter(|&mv| mv == known[0].mv).count()
        };
        assert!((2_900..3_100).contains(&first(BookMode::Dynamic)));
        assert!((1_900..2_100).contains(&first(BookMode::Wild)));
        assert!((3_500..3_700).contains(&first(BookMode::Tournament)));
        assert_eq!(
            BookMode::Wild.choose(&start, &known, 7, unscaled),
            BookMode::Wild.choose(&start, &known, 7, unscaled)
        );
        let none = moves(&[0, 0]);
        assert_eq!(BookMode::Wild.choose(&start, &none, 7, unscaled), None);
        assert_eq!(BookMode::Wild.choose(&start, &[], 7, unscaled), None);
    }

    #[test]
    fn a_scaled_chance_counts_in_every_mode_and_never_shuts_the_book() {
        let known = moves(&[40, 20, 3, 0]);
        let all_but = |shut: usize| {
            let shut = known[shut].mv;
            move |mv: Move| if mv == shut { 0 } else { 1_000 }
        };
        for (_, mode) in BookMode::NAMES {
            let chances = mode.scaled_chances(&known, all_but(0));
            assert!(chances[0] == 0 && chances[1] > 0, "{mode:?}");
            assert_eq!(mode.scaled_chances(&known, |_| 0), mode.chances(&known));
            assert_eq!(mode.scaled_chances(&known, unscaled), mode.chances(&known));
        }
        let rarer = BookMode::Wild.scaled_chances(&known, |mv| match mv == known[0].mv {
            true => 360,
            false => 1_000,
        });
        assert_eq!(rarer, [360, 1_000, 1_000, 0]);
    }

    #[test]
    fn every_mode_has_a_name() {
        for (name, mode) in BookMode::NAMES {
            assert_eq!(mode.name(), name);
        }
    }
}
