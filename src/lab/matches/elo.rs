//! Elo: the score of a match as a difference in rating, with its error.

use crate::lab::statistics::Mean;

/// The result of a match as a difference in rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// Elo of the first player above the second.
    pub elo: f64,
    /// Half the width of the 95 % interval, in Elo.
    pub error: f64,
}

/// Estimates the difference in rating from pairs of games, in which both players have each colour
/// once. A pair's score is the points of the first player, from 0 to 2.
pub fn elo_estimate(pair_scores: impl Iterator<Item = f64> + Clone) -> EloEstimate {
    let mean = Mean::of(pair_scores.map(|score| score / 2.0));
    // A score of nothing or everything has no finite rating, so a quarter of a game is added to it
    // or taken from it.
    let margin = 0.25 / mean.count.max(1) as f64;
    let elo = |score: f64| {
        let score = score.clamp(margin, 1.0 - margin);
        400.0 * (score / (1.0 - score)).log10()
    };
    let error = mean.error();
    EloEstimate {
        elo: elo(mean.value),
        error: (elo(mean.value + error) - elo(mean.value - error)) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_become_ratings() {
        let even = elo_estimate([1.0, 1.0, 2.0, 0.0].into_iter());
        assert!(even.elo.abs() < 1e-9 && even.error > 100.0);
        let three_quarters = elo_estimate([1.5; 50].into_iter());
        assert!((three_quarters.elo - 190.85).abs() < 0.01);
        assert!(elo_estimate([2.0; 10].into_iter()).elo.is_finite());
    }
}
