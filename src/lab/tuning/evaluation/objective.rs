//! The logistic loss of an evaluation, given the result of the game or a score.

use super::dataset::{Dataset, Sample};

/// How an input turns centipawns into expected points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogisticScale {
    /// Logits to a centipawn of our value.
    pub value: f64,
    /// Logits to a centipawn of the score that came with the position.
    pub score: f64,
}

/// How each input turns centipawns into expected points.
///
/// Texel's method (Peter Österlund) with a convex loss, the cross-entropy in nats. Every input has its own
/// scale, which is fitted first: strong players win more often with the same advantage, and the value of the
/// advantage should not depend on who played.
#[derive(Clone, Debug)]
pub struct Logistic {
    scales: Vec<LogisticScale>,
}

impl Logistic {
    /// Known scales, one for each input.
    pub fn new(scales: Vec<LogisticScale>) -> Logistic {
        Logistic { scales }
    }

    /// The scales by which the samples' values `white_cp`, and their scores, explain the results best.
    pub fn fit(dataset: &Dataset, white_cp: &[f64]) -> Logistic {
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
        Logistic::new(scales)
    }

    /// The scales by input.
    pub fn scales(&self) -> &[LogisticScale] {
        &self.scales
    }

    /// The expected points that samples are to have: this share of the result, and the rest of the score
    /// that came with the position.
    pub fn targets(&self, dataset: &Dataset, result_share: f64) -> Vec<f64> {
        let target = |sample: &Sample| match sample.score_cp {
            Some(score) => {
                let scale = self.scales[usize::from(sample.source)];
                let expected = logistic(f64::from(score) * scale.score);
                result_share * points(sample) + (1.0 - result_share) * expected
            }
            None => points(sample),
        };
        dataset.samples().iter().map(target).collect()
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
    fn targets_lie_between_result_and_score() {
        let labelled = |half_points| Labelled {
            position: Position::start(),
            score_cp: Some(110),
            half_points,
        };
        let dataset = Dataset::of([labelled(0), labelled(2)]);
        let scale = LogisticScale {
            value: 1.0 / 150.0,
            score: 1.0 / 110.0,
        };
        let logistic = Logistic::new(vec![scale]);
        assert_eq!(logistic.targets(&dataset, 1.0), [0.0, 1.0]);
        let by_score = logistic.targets(&dataset, 0.0);
        assert!((by_score[0] - 0.731).abs() < 1e-3 && by_score[0] == by_score[1]);
        let mixed = logistic.targets(&dataset, 0.4);
        assert!((mixed[1] - (0.4 + 0.6 * by_score[1])).abs() < 1e-12);
    }
}
