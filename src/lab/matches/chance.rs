//! Chance in a run of games: what the seed of the run gives to each of its pairs.
//!
//! Every pair has streams of its own of the seed's generator (ChaCha, Bernstein 2008). So runs of
//! different seeds have nothing in common, neighbouring seeds included, and what was made with the games
//! of one can be judged by those of another.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A description of all chance in a run, for the conditions of kept games.
pub fn description(seed: u64) -> String {
    format!("streams of seed {seed}")
}

/// The random numbers from which the opening of a pair is drawn.
pub fn opening_chance(seed: u64, number: u64) -> ChaCha8Rng {
    stream(seed, 2 * number)
}

/// The seed of the players in the games of a pair.
pub fn pair_seed(seed: u64, number: u64) -> u64 {
    stream(seed, 2 * number + 1).next_u64()
}

fn stream(seed: u64, number: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    random
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn runs_of_neighbouring_seeds_share_nothing() {
        let pairs = || (0..10).flat_map(|seed| (0..100).map(move |number| (seed, number)));
        let openings = pairs().map(|(seed, number)| opening_chance(seed, number).next_u64());
        let players = pairs().map(|(seed, number)| pair_seed(seed, number));
        assert_eq!(openings.chain(players).collect::<HashSet<_>>().len(), 2_000);
    }

    #[test]
    fn what_a_pair_gets_depends_on_seed_and_number_alone() {
        assert_eq!(pair_seed(5, 7), pair_seed(5, 7));
        assert_eq!(
            opening_chance(5, 7).next_u64(),
            opening_chance(5, 7).next_u64()
        );
    }
}
