//! Choices between alternatives that are described by a few numbers each: what a conditional logit is
//! fitted to. Most numbers of a move are 0, so that only the others are kept.

/// The numbers of an alternative that are not 0, by their columns.
pub type SparseRow = Vec<(u16, f32)>;

/// A choice that somebody made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObservedChoice {
    /// The number of the game. Choices of one game are not independent of each other.
    pub game: u32,
    /// Which of the alternatives was chosen.
    pub chosen: usize,
    /// The alternatives.
    pub rows: Vec<SparseRow>,
}

impl ObservedChoice {
    /// The utility of each alternative under these weights, one for each column.
    pub fn utilities(&self, weights: &[f64]) -> Vec<f64> {
        let utility = |row: &SparseRow| {
            let parts = row
                .iter()
                .map(|&(column, value)| weights[usize::from(column)] * f64::from(value));
            parts.sum()
        };
        self.rows.iter().map(utility).collect()
    }

    /// The probability of each alternative under these weights.
    pub fn probabilities(&self, weights: &[f64]) -> Vec<f64> {
        let mut shares = self.utilities(weights);
        let most = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        shares
            .iter_mut()
            .for_each(|utility| *utility = (*utility - most).exp());
        let sum: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= sum);
        shares
    }

    /// The natural logarithm of the probability of what was chosen.
    pub fn log_likelihood(&self, weights: &[f64]) -> f64 {
        let utilities = self.utilities(weights);
        let most = utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = utilities.iter().map(|utility| (utility - most).exp()).sum();
        utilities[self.chosen] - most - sum.ln()
    }
}

/// The mean logarithm of the probabilities of what was chosen, in nats; 0 without choices.
pub fn mean_log_likelihood<'c>(
    choices: impl Iterator<Item = &'c ObservedChoice>,
    weights: &[f64],
) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for choice in choices {
        sum += choice.log_likelihood(weights);
        count += 1.0;
    }
    sum / f64::max(count, 1.0)
}
