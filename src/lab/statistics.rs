//! Statistics of samples: means with their errors, t-tests of clustered observations, and Holm's correction for many
//! tests at once.

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, StudentsT};

/// Two-sided 95 % of the normal distribution, in standard deviations.
pub const TWO_SIDED_95: f64 = 1.96;

/// The place of the largest value; of equal ones the first.
pub fn place_of_largest(values: impl Iterator<Item = f64>) -> Option<usize> {
    let largest = values
        .enumerate()
        .reduce(|best, other| match other.1 > best.1 {
            true => other,
            false => best,
        });
    largest.map(|(place, _)| place)
}

/// The mean of a sample and how well it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// The standard deviation of one observation.
    pub deviation: f64,
    /// How many observations there are.
    pub count: usize,
}

impl Mean {
    /// Of these observations; all zero without any.
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Mean {
        let count = values.clone().count();
        if count == 0 {
            return Mean::default();
        }
        let value = values.clone().sum::<f64>() / count as f64;
        let squares: f64 = values.map(|one| (one - value).powi(2)).sum();
        Mean {
            value,
            deviation: (squares / (count.max(2) - 1) as f64).sqrt(),
            count,
        }
    }

    /// Half the width of the mean's 95 % interval.
    pub fn error(&self) -> f64 {
        TWO_SIDED_95 * self.variance_of_mean().sqrt()
    }

    fn variance_of_mean(&self) -> f64 {
        self.deviation.powi(2) / self.count.max(1) as f64
    }
}

/// The correlation of pairs (Pearson), 0 where one of both does not vary.
pub fn correlation(pairs: &[[f64; 2]]) -> f64 {
    let means = [0, 1].map(|side| Mean::of(pairs.iter().map(move |pair| pair[side])));
    let products = pairs.iter().map(|pair| {
        let [one, other] = [0, 1].map(|side| pair[side] - means[side].value);
        one * other
    });
    let both = means[0].deviation * means[1].deviation * (pairs.len().max(2) - 1) as f64;
    match both > 0.0 {
        true => products.sum::<f64>() / both,
        false => 0.0,
    }
}

/// Observations of which several belong together, such as the two games of an opening.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusteredSample {
    /// The deviation of one observation.
    deviation: f64,
    /// The mean of each cluster.
    clusters: BTreeMap<u32, f64>,
}

/// How two samples differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The first mean less the second in standard deviations of one observation (Cohen's d).
    pub effect: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
    /// The probability of such a difference, either way, between samples of the same kind.
    pub p: f64,
}

impl ClusteredSample {
    /// Of pairs of a cluster's number and an observation.
    pub fn of(observations: impl Iterator<Item = (u32, f64)> + Clone) -> ClusteredSample {
        let mut sums: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
        for (cluster, value) in observations.clone() {
            let (sum, count) = sums.entry(cluster).or_default();
            *sum += value;
            *count += 1.0;
        }
        let mean = |(cluster, (sum, count))| (cluster, sum / count);
        ClusteredSample {
            deviation: Mean::of(observations.map(|(_, value)| value)).deviation,
            clusters: sums.into_iter().map(mean).collect(),
        }
    }

    /// The mean of all clusters.
    pub fn mean(&self) -> Mean {
        Mean::of(self.clusters.values().copied())
    }

    /// Compares two samples cluster by cluster where both have the same clusters (a paired t-test),
    /// and else the means of their clusters (Welch's t-test).
    pub fn difference(&self, other: &ClusteredSample) -> Difference {
        let (own, base) = (self.mean(), other.mean());
        let pooled = ((self.deviation.powi(2) + other.deviation.powi(2)) / 2.0).sqrt();
        let in_deviations = |amount: f64| match pooled > 0.0 {
            true => amount / pooled,
            false => 0.0,
        };
        let (error, p) = match self.clusters.keys().eq(other.clusters.keys()) {
            true => {
                let pairs = self.clusters.values().zip(other.clusters.values());
                let differences = Mean::of(pairs.map(|(one, base)| one - base));
                (differences.error(), t_test(differences, Mean::default()))
            }
            false => {
                let variance = own.variance_of_mean() + base.variance_of_mean();
                (TWO_SIDED_95 * variance.sqrt(), t_test(own, base))
            }
        };
        Difference {
            effect: in_deviations(own.value - base.value),
            error: in_deviations(error),
            p,
        }
    }
}

/// The probability of such a difference between two samples of the same kind, by Welch's t-test. A
/// second sample without observations is a known mean, 0.
fn t_test(first: Mean, second: Mean) -> f64 {
    let difference = first.value - second.value;
    let (a, b) = (first.variance_of_mean(), second.variance_of_mean());
    if a + b <= 0.0 {
        return f64::from(u8::from(difference == 0.0));
    }
    let parts =
        a.powi(2) / (first.count.max(2) - 1) as f64 + b.powi(2) / (second.count.max(2) - 1) as f64;
    let freedom = (a + b).powi(2) / parts;
    let t = difference / (a + b).sqrt();
    StudentsT::new(0.0, 1.0, freedom).map_or(1.0, |student| 2.0 * student.cdf(-t.abs()))
}

/// Holm's correction: the probabilities at which each of many tests done at once may be called
/// significant (Holm, 1979).
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut corrected = vec![1.0; probabilities.len()];
    let mut floor: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        let tests_left = (probabilities.len() - rank) as f64;
        floor = floor.max((probabilities[index] * tests_left).min(1.0));
        corrected[index] = floor;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(values: &[f64]) -> Mean {
        Mean::of(values.iter().copied())
    }

    #[test]
    fn means_have_errors() {
        let mean = mean(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!((mean.value, mean.count), (2.5, 4));
        assert!((mean.deviation - 1.290_994).abs() < 1e-6);
        assert!((mean.error() - 1.96 * 1.290_994 / 2.0).abs() < 1e-5);
        assert_eq!(Mean::of(std::iter::empty()), Mean::default());
    }

    #[test]
    fn correlations_are_between_one_and_minus_one() {
        let line: Vec<[f64; 2]> = (0..9)
            .map(|x| [f64::from(x), 3.0 - 2.0 * f64::from(x)])
            .collect();
        assert!((correlation(&line) + 1.0).abs() < 1e-12);
        assert_eq!(correlation(&[[1.0, 2.0], [1.0, 5.0]]), 0.0);
        let square = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]];
        assert!(correlation(&square).abs() < 1e-12);
    }

    /// One observation in each cluster, numbered from `first`.
    fn single(first: u32, values: &[f64]) -> ClusteredSample {
        ClusteredSample::of((first..).zip(values.iter().copied()))
    }

    #[test]
    fn welch_agrees_with_the_textbook() {
        // Two samples whose t and degrees of freedom are easily worked out by hand: equal sizes
        // and variances give t = 3 / sqrt(2 * 2.5 / 5) = 3 with 8 degrees of freedom.
        let difference = single(0, &[4.0, 5.0, 6.0, 7.0, 8.0])
            .difference(&single(9, &[1.0, 2.0, 3.0, 4.0, 5.0]));
        assert!((difference.p - 0.017_07).abs() < 1e-4, "{difference:?}");
        assert!((difference.effect - 3.0 / 2.5_f64.sqrt()).abs() < 1e-9);
        assert!((difference.error - 1.96 / 2.5_f64.sqrt()).abs() < 1e-9);
        let constant = single(0, &[1.0, 1.0]);
        assert_eq!(constant.difference(&single(9, &[1.0, 1.0])).p, 1.0);
        assert_eq!(constant.difference(&single(9, &[2.0, 2.0])).p, 0.0);
    }

    #[test]
    fn equal_clusters_are_compared_one_by_one() {
        // Differences 1, 2, 3: t = 2 / (1 / sqrt 3) with 2 degrees of freedom.
        let (own, base) = ([11.0, 22.0, 33.0], [10.0, 20.0, 30.0]);
        let paired = single(0, &own).difference(&single(0, &base));
        assert!((paired.p - 0.074_18).abs() < 1e-4, "{paired:?}");
        assert!(single(0, &own).difference(&single(5, &base)).p > 0.8);
    }

    #[test]
    fn copies_in_a_cluster_count_once() {
        let values = [1.0, 5.0, 2.0, 7.0];
        let twice = |first: u32, values: &[f64]| {
            let values = values.iter().flat_map(|&value| [value, value]);
            let clusters = (first..).flat_map(|cluster| [cluster, cluster]);
            ClusteredSample::of(clusters.zip(values.collect::<Vec<_>>()))
        };
        let more = values.map(|value| value + 2.0);
        let (once, again) = (
            single(0, &more).difference(&single(9, &values)),
            twice(0, &more).difference(&twice(9, &values)),
        );
        assert!((once.p - again.p).abs() < 1e-12 && once.p > 0.1);
        assert_eq!(twice(0, &values).mean(), mean(&values));
    }

    #[test]
    fn of_equal_values_the_first_is_the_largest() {
        let place = |values: &[f64]| place_of_largest(values.iter().copied());
        assert_eq!(place(&[-1.0, -0.5, -0.5]), Some(1));
        assert_eq!(place(&[2.0, 1.0]), Some(0));
        assert_eq!(place(&[]), None);
    }

    #[test]
    fn holm_corrects_in_order() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        for (one, other) in corrected.iter().zip(expected) {
            assert!((one - other).abs() < 1e-12, "{corrected:?}");
        }
    }
}
