//! Matches that nobody plays: their results are drawn by chance from the levels of both.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::board::{Color, GameResult};
use crate::lab::ratings::expected_score;

/// The share of drawn games between two equals. A guess.
const DRAWS_OF_EQUALS: f64 = 0.3;

/// The result of a match in which White is so many points stronger. The average score is that which the
/// ratings promise; equals draw most often.
pub fn drawn_result(lead_elo: i32, seed: u64) -> GameResult {
    let expected = expected_score(f64::from(lead_elo));
    let draws = DRAWS_OF_EQUALS * (1.0 - (2.0 * expected - 1.0).abs());
    let lot = ChaCha8Rng::seed_from_u64(seed).next_u32();
    let lot = f64::from(lot) / f64::from(u32::MAX);
    if lot < expected - draws / 2.0 {
        GameResult::Win(Color::White)
    } else if lot < expected + draws / 2.0 {
        GameResult::Draw
    } else {
        GameResult::Win(Color::Black)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_is_what_the_levels_promise() {
        for (lead, score, draws) in [(0, 0.5, 0.3), (200, 0.76, 0.144), (-400, 0.091, 0.055)] {
            let results: Vec<GameResult> =
                (0..20_000).map(|seed| drawn_result(lead, seed)).collect();
            let share = |wanted: GameResult| {
                results.iter().filter(|&&it| it == wanted).count() as f64 / results.len() as f64
            };
            let drawn = share(GameResult::Draw);
            let found = share(GameResult::Win(Color::White)) + drawn / 2.0;
            assert!((found - score).abs() < 0.01, "{lead}: {found}");
            assert!((drawn - draws).abs() < 0.01, "{lead}: {drawn}");
        }
        assert_eq!(drawn_result(50, 7), drawn_result(50, 7));
    }
}
