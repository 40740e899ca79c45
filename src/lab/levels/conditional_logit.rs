//! The fit of the conditional logit: the weights under which the moves that people made are likeliest,
//! held near zero by a weak prior. The problem is convex, so there is one answer.

use super::lbfgs::{Minimum, minimise};
use crate::lab::parallel::in_order;
use crate::strength::{ChoiceWeights, FEATURES, RATING_TERMS, rating_terms};

/// The strength of the prior: half of this times the sum of squared weights is added to the loss of
/// all positions together.
const PRIOR: f64 = 1.0;
const MOST_STEPS: u32 = 400;
const TOLERANCE: f64 = 1e-7;
/// The sums are made in this many parts on any number of threads, so that rounding is always the same.
const SHARDS: usize = 8;
/// The numbers of a fit.
const WEIGHTS: usize = FEATURES.len() * RATING_TERMS;

/// A position with the features of its moves and the one that was made.
#[derive(Clone, Debug)]
pub struct ChoiceSample {
    /// The rating of the player.
    pub elo: i32,
    /// The number of the move that was made.
    pub played: usize,
    /// The features of every legal move.
    pub features: Vec<[f32; FEATURES.len()]>,
}

/// Fits weights to samples; `progress` hears the mean loss after each step.
pub fn fit(
    samples: &[ChoiceSample],
    threads: usize,
    mut progress: impl FnMut(f64),
) -> (ChoiceWeights, Minimum) {
    let count = samples.len().max(1) as f64;
    let mut point = vec![0.0; WEIGHTS];
    let found = minimise(
        &mut point,
        MOST_STEPS,
        TOLERANCE,
        |point| loss(samples, point, threads),
        |value| progress(value / count),
    );
    let quadratics = point.as_chunks().0.to_vec();
    (ChoiceWeights { quadratics }, found)
}

/// The loss of all samples with the prior, and its gradient.
fn loss(samples: &[ChoiceSample], point: &[f64], threads: usize) -> (f64, Vec<f64>) {
    let shards: Vec<&[ChoiceSample]> = samples
        .chunks(samples.len().div_ceil(SHARDS).max(1))
        .collect();
    let mut value = 0.0;
    let mut gradient = vec![0.0; WEIGHTS];
    let part = |number: u64| shard_loss(shards[number as usize], point);
    in_order(threads, shards.len() as u64, part, |(part, slopes)| {
        value += part;
        for (sum, slope) in gradient.iter_mut().zip(slopes) {
            *sum += slope;
        }
        true
    });
    for (slope, weight) in gradient.iter_mut().zip(point) {
        value += 0.5 * PRIOR * weight * weight;
        *slope += PRIOR * weight;
    }
    (value, gradient)
}

fn shard_loss(samples: &[ChoiceSample], point: &[f64]) -> (f64, Vec<f64>) {
    let mut value = 0.0;
    let mut gradient = vec![0.0; WEIGHTS];
    let (quadratics, _) = point.as_chunks::<RATING_TERMS>();
    for sample in samples {
        let terms = rating_terms(sample.elo);
        let weights: [f32; FEATURES.len()] = std::array::from_fn(|index| {
            let parts = quadratics[index].iter().zip(terms);
            parts.map(|(weight, term)| weight * term).sum::<f64>() as f32
        });
        let mut odds: Vec<f64> = sample
            .features
            .iter()
            .map(|values| {
                let parts = values.iter().zip(&weights);
                f64::from(parts.map(|(value, weight)| value * weight).sum::<f32>())
            })
            .collect();
        let most = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let played = odds[sample.played] - most;
        odds.iter_mut()
            .for_each(|utility| *utility = (*utility - most).exp());
        let sum: f64 = odds.iter().sum();
        value += sum.ln() - played;
        let mut excess = [0.0_f32; FEATURES.len()];
        for (number, (values, odds)) in sample.features.iter().zip(&odds).enumerate() {
            let made = if number == sample.played { 1.0 } else { 0.0 };
            let share = (odds / sum - made) as f32;
            for (excess, value) in excess.iter_mut().zip(values) {
                *excess += share * value;
            }
        }
        for (slopes, excess) in gradient.chunks_exact_mut(RATING_TERMS).zip(excess) {
            for (slope, term) in slopes.iter_mut().zip(terms) {
                *slope += f64::from(excess) * term;
            }
        }
    }
    (value, gradient)
}
