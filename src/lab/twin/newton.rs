//! Newton's method for the conditional logit with a ridge: the loss is convex and the columns are few,
//! so that a handful of exact steps finds its one minimum. The curvature there gives the errors of the
//! weights, clustered by game as in Liang and Zeger (1986).

use std::collections::BTreeMap;

use super::choice_data::ObservedChoice;
use crate::lab::cholesky::CholeskyFactor;
use crate::lab::parallel::in_order;

/// The sums are made in this many parts on any number of threads, so that rounding is always the same.
const SHARDS: usize = 16;
const MOST_STEPS: u32 = 40;
const MOST_HALVINGS: u32 = 20;
/// The search ends when a step promises less than this share of the loss.
const TOLERANCE: f64 = 1e-9;
/// Less probable alternatives do not count in the curvature.
const NEGLIGIBLE: f64 = 1e-7;

/// A ridge: half of `strength` times the squared distance from `centre` is added to the loss, column by
/// column.
#[derive(Clone, Debug, PartialEq)]
pub struct Ridge {
    /// Where the weights are drawn to.
    pub centre: Vec<f64>,
    /// How strongly, as one over a variance. An infinite strength keeps the weight at the centre.
    pub strength: Vec<f64>,
}

/// The loss, its slope and its curvature.
struct Bowl {
    loss: f64,
    gradient: Vec<f64>,
    /// The lower triangle.
    curvature: Vec<Vec<f64>>,
}

impl Bowl {
    fn flat(columns: usize) -> Bowl {
        Bowl {
            loss: 0.0,
            gradient: vec![0.0; columns],
            curvature: triangle(columns, 0.0),
        }
    }

    fn add(&mut self, other: &Bowl) {
        self.loss += other.loss;
        add(&mut self.gradient, &other.gradient);
        for (row, other) in self.curvature.iter_mut().zip(&other.curvature) {
            add(row, other);
        }
    }

    fn count(&mut self, choice: &ObservedChoice, weights: &[f64]) {
        let shares = choice.probabilities(weights);
        self.loss -= choice.log_likelihood(weights);
        let mut mean = vec![0.0; weights.len()];
        for (row, share) in choice.rows.iter().zip(&shares) {
            if *share < NEGLIGIBLE {
                continue;
            }
            for (place, &(column, value)) in row.iter().enumerate() {
                let part = share * f64::from(value);
                mean[usize::from(column)] += part;
                // Columns of a row ascend, so that this stays below the diagonal.
                let curved = &mut self.curvature[usize::from(column)];
                for &(other, factor) in &row[..=place] {
                    curved[usize::from(other)] += part * f64::from(factor);
                }
            }
        }
        let seen: Vec<usize> = (0..mean.len())
            .filter(|&column| mean[column] != 0.0)
            .collect();
        for (place, &one) in seen.iter().enumerate() {
            self.gradient[one] += mean[one];
            for &other in &seen[..=place] {
                self.curvature[one][other] -= mean[one] * mean[other];
            }
        }
        for &(column, value) in &choice.rows[choice.chosen] {
            self.gradient[usize::from(column)] -= f64::from(value);
        }
    }

    fn of(choices: &[&ObservedChoice], weights: &[f64], threads: usize) -> Bowl {
        let shards: Vec<&[&ObservedChoice]> = choices
            .chunks(choices.len().div_ceil(SHARDS).max(1))
            .collect();
        let part = |number: u64| {
            let mut bowl = Bowl::flat(weights.len());
            for choice in shards[number as usize] {
                bowl.count(choice, weights);
            }
            bowl
        };
        let mut whole = Bowl::flat(weights.len());
        in_order(threads, shards.len() as u64, part, |part| {
            whole.add(&part);
            true
        });
        whole
    }

    fn with_ridge(mut self, ridge: &Ridge, weights: &[f64]) -> Bowl {
        for (column, weight) in weights.iter().enumerate() {
            let strength = ridge.strength[column];
            if strength.is_infinite() {
                // Nothing pulls it away from its centre, and nothing is pulled with it.
                self.gradient[column] = 0.0;
                self.curvature[column].iter_mut().for_each(|it| *it = 0.0);
                for later in column + 1..weights.len() {
                    self.curvature[later][column] = 0.0;
                }
                self.curvature[column][column] = 1.0;
                continue;
            }
            let distance = weight - ridge.centre[column];
            self.loss += 0.5 * strength * distance * distance;
            self.gradient[column] += strength * distance;
            self.curvature[column][column] += strength;
        }
        self
    }
}

/// Weights with what is known about their errors.
#[derive(Clone, Debug)]
pub struct LogitFit {
    /// A weight for each column.
    pub weights: Vec<f64>,
    /// The loss of all choices together with the ridge, in nats.
    pub loss: f64,
    /// The steps that it took.
    pub steps: u32,
}

/// Fits weights to choices from `start` on.
pub fn fit(choices: &[&ObservedChoice], ridge: &Ridge, start: &[f64], threads: usize) -> LogitFit {
    let mut weights: Vec<f64> = start
        .iter()
        .zip(ridge.centre.iter().zip(&ridge.strength))
        .map(|(start, (centre, strength))| match strength.is_infinite() {
            true => *centre,
            false => *start,
        })
        .collect();
    let bowl = |weights: &[f64]| Bowl::of(choices, weights, threads).with_ridge(ridge, weights);
    let mut here = bowl(&weights);
    let mut steps = 0;
    while steps < MOST_STEPS {
        // Without a ridge a column that never varies leaves the curvature flat.
        let Some(factor) = CholeskyFactor::of(here.curvature.clone()) else {
            break;
        };
        let step = factor.solve(&here.gradient);
        let promised: f64 = step.iter().zip(&here.gradient).map(|(a, b)| a * b).sum();
        if promised <= TOLERANCE * (1.0 + here.loss.abs()) {
            break;
        }
        let mut length = 1.0;
        let found = (0..MOST_HALVINGS).find_map(|_| {
            let next: Vec<f64> = weights
                .iter()
                .zip(&step)
                .map(|(at, step)| at - length * step)
                .collect();
            length /= 2.0;
            let there = bowl(&next);
            (there.loss < here.loss).then_some((next, there))
        });
        let Some((next, there)) = found else { break };
        (weights, here) = (next, there);
        steps += 1;
    }
    LogitFit {
        weights,
        loss: here.loss,
        steps,
    }
}

/// The covariance of fitted weights, lower triangle.
///
/// The slopes of one game are added up before they are squared, so that errors that a game's moves
/// share count in full. The ridge, taken for what is known of the weights beforehand, adds its part: what
/// it draws towards the centre is in the error, too, so that intervals cover the truth as often as they
/// promise where the ridge fits the weights (Nychka 1988).
pub fn covariance(
    choices: &[&ObservedChoice],
    ridge: &Ridge,
    weights: &[f64],
    threads: usize,
) -> Vec<Vec<f64>> {
    let columns = weights.len();
    let curvature = Bowl::of(choices, weights, threads).with_ridge(ridge, weights);
    let Some(factor) = CholeskyFactor::of(curvature.curvature) else {
        return triangle(columns, f64::INFINITY);
    };
    let slopes = slopes_of_games(choices, weights);
    let games = slopes.len() as f64;
    // The mean slope is not 0 where the ridge holds the weights back.
    let mut mean = vec![0.0; columns];
    for slope in slopes.values() {
        add(&mut mean, slope);
    }
    mean.iter_mut().for_each(|sum| *sum /= games.max(1.0));
    let correction = games / (games - 1.0).max(1.0);
    let mut covariance = triangle(columns, 0.0);
    let mut spread = |vector: &[f64], times: f64| {
        add_square(&mut covariance, &factor.solve(vector), times);
    };
    for slope in slopes.values() {
        let own = slope.iter().zip(&mean).enumerate();
        let own = own.map(|(column, (slope, mean))| match ridge.strength[column] {
            strength if strength.is_infinite() => 0.0,
            _ => slope - mean,
        });
        spread(&own.collect::<Vec<_>>(), correction);
    }
    for (column, &strength) in ridge.strength.iter().enumerate() {
        if strength > 0.0 && strength.is_finite() {
            let mut unit = vec![0.0; columns];
            unit[column] = 1.0;
            spread(&unit, strength);
        }
    }
    covariance
}

/// The slope of the loss in each game, its choices added up.
fn slopes_of_games(choices: &[&ObservedChoice], weights: &[f64]) -> BTreeMap<u32, Vec<f64>> {
    let mut slopes: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for choice in choices {
        let slope = slopes
            .entry(choice.game)
            .or_insert_with(|| vec![0.0; weights.len()]);
        for (row, share) in choice.rows.iter().zip(choice.probabilities(weights)) {
            for &(column, value) in row {
                slope[usize::from(column)] += share * f64::from(value);
            }
        }
        for &(column, value) in &choice.rows[choice.chosen] {
            slope[usize::from(column)] -= f64::from(value);
        }
    }
    slopes
}

/// The lower triangle of a matrix, with this value everywhere.
fn triangle(columns: usize, value: f64) -> Vec<Vec<f64>> {
    (1..=columns).map(|length| vec![value; length]).collect()
}

/// Adds the product of a vector with itself, so many times, to the lower triangle of a matrix.
fn add_square(sums: &mut [Vec<f64>], vector: &[f64], times: f64) {
    for (one, row) in sums.iter_mut().enumerate() {
        for (other, sum) in row.iter_mut().enumerate() {
            *sum += times * vector[one] * vector[other];
        }
    }
}

/// The curvature of the loss without a ridge, lower triangle: how much columns vary, and together with
/// which, among alternatives of the same choice.
pub fn curvature(choices: &[&ObservedChoice], weights: &[f64], threads: usize) -> Vec<Vec<f64>> {
    Bowl::of(choices, weights, threads).curvature
}

fn add(sums: &mut [f64], parts: &[f64]) {
    for (sum, part) in sums.iter_mut().zip(parts) {
        *sum += part;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::twin::made_up::{draw_choices, ridge_of};

    fn references(choices: &[ObservedChoice]) -> Vec<&ObservedChoice> {
        choices.iter().collect()
    }

    /// Two alternatives of which the first has one of the only column; chosen so many times.
    fn coins(heads: usize, tails: usize) -> Vec<ObservedChoice> {
        let toss = |(number, chosen): (usize, usize)| ObservedChoice {
            game: number as u32,
            chosen,
            rows: vec![vec![(0, 1.0)], Vec::new()],
        };
        let heads = (0..heads).map(|_| 0).chain((0..tails).map(|_| 1));
        heads.enumerate().map(toss).collect()
    }

    #[test]
    fn a_coin_has_the_log_odds_and_their_textbook_error() {
        let choices = coins(75, 25);
        let ridge = ridge_of(1, 0.0);
        let found = fit(&references(&choices), &ridge, &[0.0], 1);
        assert!((found.weights[0] - 3.0_f64.ln()).abs() < 1e-5, "{found:?}");
        // One over n p (1 - p), with the correction for a hundred clusters.
        let variance = covariance(&references(&choices), &ridge, &found.weights, 1)[0][0];
        let expected = 1.0 / (100.0 * 0.75 * 0.25) * 100.0 / 99.0;
        assert!((variance - expected).abs() < 1e-6, "{variance} {expected}");
    }

    #[test]
    fn a_ridge_draws_to_its_centre_and_an_infinite_one_holds_there() {
        let choices = coins(75, 25);
        let weight = |strength: f64, centre: f64| {
            let ridge = Ridge {
                centre: vec![centre],
                strength: vec![strength],
            };
            fit(&references(&choices), &ridge, &[0.0], 1).weights[0]
        };
        let free = weight(0.0, 0.0);
        assert!(weight(10.0, 0.0) < free && weight(10.0, 0.0) > 0.0);
        assert!(weight(10.0, 3.0) > free);
        assert_eq!(weight(f64::INFINITY, 0.25), 0.25);
        // At the minimum the slope of the coin and that of the ridge are in balance.
        let held = weight(10.0, 0.0);
        let slope = 100.0 / (1.0 + (-held).exp()) - 75.0 + 10.0 * held;
        assert!(slope.abs() < 1e-4, "{slope}");
    }

    #[test]
    fn copies_of_a_game_say_no_more_than_the_game() {
        let once = coins(75, 25);
        let twice: Vec<ObservedChoice> = once
            .iter()
            .flat_map(|it| [it.clone(), it.clone()])
            .collect();
        let ridge = ridge_of(1, 0.0);
        let variance = |choices: &[ObservedChoice]| {
            let found = fit(&references(choices), &ridge, &[0.0], 1);
            covariance(&references(choices), &ridge, &found.weights, 1)[0][0]
        };
        assert!((variance(&once) - variance(&twice)).abs() < 1e-9);
    }

    #[test]
    fn slope_and_curvature_agree_with_differences() {
        let truth = [0.8, -0.5, 0.3];
        let choices = draw_choices(40, &truth, 7);
        let references = references(&choices);
        let at = [0.3, 0.1, -0.2];
        let bowl = Bowl::of(&references, &at, 1);
        let step = 1e-5;
        for column in 0..3 {
            let beside = |sign: f64| {
                let mut moved = at;
                moved[column] += sign * step;
                Bowl::of(&references, &moved, 1)
            };
            let (after, before) = (beside(1.0), beside(-1.0));
            let slope = (after.loss - before.loss) / (2.0 * step);
            assert!((slope - bowl.gradient[column]).abs() < 1e-4);
            for other in 0..3 {
                let curved = (after.gradient[other] - before.gradient[other]) / (2.0 * step);
                let known = bowl.curvature[column.max(other)][column.min(other)];
                assert!((curved - known).abs() < 1e-4, "{curved} {known}");
            }
        }
    }

    #[test]
    fn the_truth_is_found_on_any_number_of_threads() {
        let truth = [0.8, -0.5, 0.3];
        let choices = draw_choices(4_000, &truth, 1);
        let references = references(&choices);
        let ridge = ridge_of(3, 0.01);
        let found = fit(&references, &ridge, &[0.0; 3], 1);
        for (weight, truth) in found.weights.iter().zip(truth) {
            assert!((weight - truth).abs() < 0.12, "{found:?}");
        }
        assert_eq!(
            found.weights,
            fit(&references, &ridge, &[0.0; 3], 3).weights
        );
    }

    #[test]
    fn intervals_cover_the_truth_as_often_as_they_promise() {
        let truth = [0.6, -0.4, 0.0];
        let (mut covered, mut all) = (0, 0);
        for seed in 0..60 {
            let choices = draw_choices(200, &truth, 100 + seed);
            let references = references(&choices);
            // The variance of the truth, as a ridge chosen from data has it.
            let ridge = ridge_of(3, 5.0);
            let found = fit(&references, &ridge, &[0.0; 3], 1);
            let covariance = covariance(&references, &ridge, &found.weights, 1);
            for (column, truth) in truth.iter().enumerate() {
                let error = 1.96 * covariance[column][column].sqrt();
                covered += usize::from((found.weights[column] - truth).abs() <= error);
                all += 1;
            }
        }
        let percent = 100 * covered / all;
        assert!((90..=98).contains(&percent), "{percent} %");
    }
}
