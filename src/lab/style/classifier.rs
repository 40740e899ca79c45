//! A classifier that tells from traits who played a game: a softmax regression with a penalty on
//! large weights (ridge), on traits brought to the same scale.

use crate::lab::statistics::Mean;
use crate::lab::tuning::methods::adam::AdamMoments;

/// Passes over the games, far more than are needed for the loss to settle.
const STEPS: usize = 300;
/// The size of the first steps, in weight for one standard deviation of a trait.
const RATE: f64 = 0.05;
/// The penalty of a squared weight, relative to the mean loss of a game. It keeps weights near zero
/// where a few hundred games say little about a trait.
const PENALTY: f64 = 0.01;
/// What has been learnt: the weights of all traits, and a constant, for every player.
pub(super) struct Classifier {
    scales: Vec<Mean>,
    /// For each player the weights of all traits and then the constant. They are pairs with an unused
    /// second half, because the optimiser moves pairs.
    weights: Vec<[f64; 2]>,
}

impl Classifier {
    /// Learns the games of each player. A game is its traits, all of equal length.
    pub(super) fn learn(players: &[Vec<&[f64]>]) -> Classifier {
        let all = || players.iter().flatten().copied();
        let traits = all().next().map_or(0, <[f64]>::len);
        let scales = (0..traits).map(|index| {
            let column: Vec<f64> = all().map(|game| game[index]).collect();
            Mean::of(column.iter().copied())
        });
        let mut model = Classifier {
            scales: scales.collect(),
            weights: vec![[0.0; 2]; players.len() * (traits + 1)],
        };
        let samples: Vec<(usize, Vec<f64>)> = players
            .iter()
            .enumerate()
            .flat_map(|(player, games)| games.iter().map(move |game| (player, *game)))
            .map(|(player, game)| (player, model.scaled(game)))
            .collect();
        let mut adam = AdamMoments::new(2 * model.weights.len());
        for step in 0..STEPS {
            let gradient = model.gradient(&samples);
            let rate = RATE * (1.0 - step as f64 / STEPS as f64);
            adam.step(
                model.weights.as_flattened_mut(),
                gradient.as_flattened(),
                rate,
            );
        }
        model
    }

    /// Every trait in standard deviations from its mean, and 1 for the constant.
    fn scaled(&self, game: &[f64]) -> Vec<f64> {
        let scaled =
            game.iter()
                .zip(&self.scales)
                .map(|(value, scale)| match scale.deviation > 0.0 {
                    true => (value - scale.value) / scale.deviation,
                    false => 0.0,
                });
        scaled.chain([1.0]).collect()
    }

    fn scores(&self, scaled: &[f64]) -> Vec<f64> {
        let of_player = |weights: &[[f64; 2]]| {
            let products = weights
                .iter()
                .zip(scaled)
                .map(|(weight, value)| weight[0] * value);
            products.sum::<f64>()
        };
        self.weights.chunks(scaled.len()).map(of_player).collect()
    }

    fn gradient(&self, samples: &[(usize, Vec<f64>)]) -> Vec<[f64; 2]> {
        let mut gradient: Vec<[f64; 2]> = self
            .weights
            .iter()
            .map(|weight| [PENALTY * weight[0], 0.0])
            .collect();
        let share = 1.0 / samples.len().max(1) as f64;
        for (player, scaled) in samples {
            let probabilities = softmax(&self.scores(scaled));
            let rows = gradient
                .chunks_mut(scaled.len())
                .zip(probabilities)
                .enumerate();
            for (other, (row, probability)) in rows {
                let error = share * (probability - f64::from(u8::from(other == *player)));
                for (slope, value) in row.iter_mut().zip(scaled) {
                    slope[0] += error * value;
                }
            }
        }
        gradient
    }

    /// The logarithm of each player's probability.
    pub(super) fn evidence(&self, game: &[f64]) -> Vec<f64> {
        let probabilities = softmax(&self.scores(&self.scaled(game)));
        let logarithm = |probability: &f64| probability.max(f64::MIN_POSITIVE).ln();
        probabilities.iter().map(logarithm).collect()
    }
}

fn softmax(scores: &[f64]) -> Vec<f64> {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.iter().map(|power| power / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_learnt_and_what_does_not_is_not() {
        let games = |shift: f64| -> Vec<Vec<f64>> {
            let wobble = |number: u32| f64::from(number % 7) - 3.0;
            let game = |number| vec![shift + wobble(number), wobble(number / 7), 5.0];
            (0..98).map(game).collect()
        };
        let (low, high) = (games(0.0), games(4.0));
        let players = [&low, &high].map(|games| games.iter().map(Vec::as_slice).collect());
        let classifier = Classifier::learn(&players);
        let says = |first: f64, second: f64| {
            let evidence = classifier.evidence(&[first, second, 5.0]);
            evidence[1] - evidence[0]
        };
        assert!(says(4.0, 0.0) > 1.0 && says(0.0, 0.0) < -1.0);
        assert!((says(2.0, 3.0) - says(2.0, -3.0)).abs() < 0.3);
        assert!(
            classifier
                .evidence(&[2.0, 0.0, 9.0])
                .iter()
                .all(|one| one.is_finite())
        );
    }
}
