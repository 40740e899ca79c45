//! The numbers as seen by methods that take no interest in their units: steps are shares of the ranges.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::lab::tuning::interface::{Outcome, Trial, TunedNumber};

/// The least step of a number: less would often be rounded to the same in play.
const LEAST_STEP: f64 = 0.5;

/// The values moved by these shares of their ranges, and no further than these go.
pub fn moved(numbers: &[TunedNumber], values: &[f64], shares: &[f64]) -> Vec<f64> {
    let triples = numbers.iter().zip(values).zip(shares);
    triples
        .map(|((number, value), share)| number.clamp(value + share * number.range()))
        .collect()
}

/// A share of a range that moves the number at all.
pub fn noticeable(number: &TunedNumber, share: f64) -> f64 {
    let least = LEAST_STEP / number.range().max(LEAST_STEP);
    share.abs().max(least).copysign(share)
}

/// A random number between 0 and 1, never 0.
pub fn uniform(random: &mut ChaCha8Rng) -> f64 {
    (f64::from(random.next_u32()) + 1.0) / (f64::from(u32::MAX) + 1.0)
}

/// A random number of the standard normal distribution (Box and Muller, 1958).
pub fn normal(random: &mut ChaCha8Rng) -> f64 {
    let radius = (-2.0 * uniform(random).ln()).sqrt();
    radius * (std::f64::consts::TAU * uniform(random)).cos()
}

/// The same comparison several times.
pub fn repeated(first: &[f64], second: &[f64], times: u64) -> Vec<Trial> {
    let pair = Trial::Comparison([first.to_vec(), second.to_vec()]);
    vec![pair; times.max(1) as usize]
}

/// The mean of some outcomes.
pub fn mean(outcomes: &[Outcome]) -> f64 {
    outcomes.iter().map(|outcome| outcome.value).sum::<f64>() / outcomes.len().max(1) as f64
}

/// By how much the mean of some outcomes is more than chance makes of nothing: it less its standard error. A
/// single outcome is taken as it is.
pub fn clear_gain(outcomes: &[Outcome]) -> f64 {
    let gain = mean(outcomes);
    let count = outcomes.len().max(1) as f64;
    let squares = outcomes
        .iter()
        .map(|outcome| (outcome.value - gain).powi(2));
    gain - (squares.sum::<f64>() / count / count).sqrt()
}
