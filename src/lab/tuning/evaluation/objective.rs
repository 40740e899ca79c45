//! Objectives: the loss of an evaluation, given the result of the game. They see only a value in
//! centipawns and a sample.

use super::dataset::{Dataset, Sample};

/// A loss and its derivative by the value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// The loss of one position, in the unit of the objective.
    pub loss: f64,
    /// The derivative by the value in centipawns.
    pub slope: f64,
}

/// Something to minimise.
pub trait Objective: Sync {
    /// The loss of giving a sample this value in centipawns from White's view.
    fn loss(&self, white_cp: f64, sample: &Sample) -> Loss;

    /// A description of the objective; it differs between different objectives.
    fn description(&self) -> String;
}

/// How an input turns centipawns into expected points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogisticScale {
    /// Logits to a centipawn of our value.
    pub value: f64,
    /// Logits to a centipawn of the score that came with the position.
    pub score: f64,
}

/// Logistic loss (cross-entropy, in nats) against the result of the game, or against a mixture of
/// result and score.
///
/// Texel's method (Peter Österlund) with a convex loss. Every input has its own scale, which is
/// fitted first: strong players win more often with the same advantage, and the value of the
/// advantage should not depend on who played.
#[derive(Clone, Debug)]
pub struct Logistic {
    scales: Vec<LogisticScale>,
    /// The share of the result in the target, 1 for the result alone.
    result_share: f64,
}

impl Logistic {
    /// An objective with a known scale for each input.
    pub fn new(scales: Vec<LogisticScale>, result_share: f64) -> Logistic {
        Logistic {
            scales,
            result_share,
        }
    }

    /// An objective with the scales by which the samples' values `white_cp`, and their scores,
    /// explain the results best.
    pub fn fit(dataset: &Dataset, white_cp: &[f64], result_share: f64) -> Logistic {
        let scales = (0..dataset.sources().len())
            .map(|source| {
                let own = || {
                    dataset
                        .samples()
                        .iter()
                        .zip(white_cp)
                        .filter(move |(sample, _)| usize::from(sample.source) == source)
                };
                let values = own().map(|(sample, &value)| (value, points(sample)));
                let scores = own().filter_map(|(sample, _)| {
                    let score = sample.score_cp?;
                    Some((score.into(), points(sample)))
                });
                LogisticScale {
                    value: fit_scale(&values.collect::<Vec<_>>()),
                    score: fit_scale(&scores.collect::<Vec<_>>()),
                }
            })
            .collect();
        Logistic::new(scales, result_share)
    }

    /// The scales by input.
    pub fn scales(&self) -> &[LogisticScale] {
        &self.scales
    }

    fn target(&self, sample: &Sample, scale: LogisticScale) -> f64 {
        match sample.score_cp {
            Some(score) => {
                let expected = logistic(f64::from(score) * scale.score);
                self.result_share * points(sample) + (1.0 - self.result_share) * expected
            }
            None => points(sample),
        }
    }
}

impl Objective for Logistic {
    #[inline]
    fn loss(&self, white_cp: f64, sample: &Sample) -> Loss {
        let scale = self.scales[usize::from(sample.source)];
        let target = self.target(sample, scale);
        let logit = white_cp * scale.value;
        Loss {
            loss: cross_entropy(logit, target),
            slope: (logistic(logit) - target) * scale.value,
        }
    }

    fn description(&self) -> String {
        format!("logistic loss, result share {}", self.result_share)
    }
}

/// The points of a result: 0, 1/2, 1.
fn points(sample: &Sample) -> f64 {
    f64::from(sample.half_points) / 2.0
}

/// Expected points of a logit.
pub(crate) fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// `-target ln p - (1 - target) ln (1 - p)`, computed without the logarithm of zero.
pub(crate) fn cross_entropy(logit: f64, target: f64) -> f64 {
    let softplus = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
    softplus - target * logit
}

/// The scale at which its fit starts: at 200 centipawns there are e times as many wins as losses.
const FIRST_SCALE: f64 = 1.0 / 200.0;

/// The scale by which centipawns explain points best. The problem is convex, so that Newton's
/// method finds it. Without data it is [`FIRST_SCALE`].
pub(crate) fn fit_scale(samples: &[(f64, f64)]) -> f64 {
    let mut scale = FIRST_SCALE;
    for _ in 0..20 {
        let (mut slope, mut curvature) = (0.0, 0.0);
        for &(cp, points) in samples {
            let expected = logistic(cp * scale);
            slope += (expected - points) * cp;
            curvature += expected * (1.0 - expected) * cp * cp;
        }
        if curvature <= 0.0 {
            break;
        }
        // A step is limited to half and double where the curve is far from a parabola.
        scale = (scale - slope / curvature).clamp(scale / 2.0, scale * 2.0);
    }
    scale
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::lab::tuning::evaluation::dataset::Labelled;

    #[test]
    fn scales_are_found_for_each_input() {
        let samples: Vec<(f64, f64)> = (-400..=400)
            .map(|cp| (f64::from(cp), logistic(f64::from(cp) / 137.0)))
            .collect();
        assert!((1.0 / fit_scale(&samples) - 137.0).abs() < 1e-6);
        assert_eq!(fit_scale(&[]), FIRST_SCALE);
    }

    #[test]
    fn the_slope_is_the_derivative_and_vanishes_at_the_target() {
        let labelled = |half_points| Labelled {
            position: Position::start(),
            score_cp: Some(90),
            half_points,
        };
        let dataset = Dataset::of([labelled(0), labelled(1), labelled(2)]);
        let scale = LogisticScale {
            value: 1.0 / 150.0,
            score: 1.0 / 110.0,
        };
        for share in [1.0, 0.3, 0.0] {
            let objective = Logistic::new(vec![scale], share);
            for sample in dataset.samples() {
                for cp in [-900.0, -20.0, 0.0, 3.0, 5_000.0] {
                    let slope = (objective.loss(cp + 1e-3, sample).loss
                        - objective.loss(cp - 1e-3, sample).loss)
                        / 2e-3;
                    assert!((slope - objective.loss(cp, sample).slope).abs() < 1e-8);
                }
            }
        }
        let by_score = Logistic::new(vec![scale], 0.0);
        let at_target = by_score.loss(90.0 * 150.0 / 110.0, &dataset.samples()[0]);
        assert!(at_target.slope.abs() < 1e-12);
    }
}
