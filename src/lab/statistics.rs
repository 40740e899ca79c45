//! Statistics of samples: means with their errors, Welch's t-test, and Holm's correction for many
//! tests at once.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// Two-sided 95 % of the normal distribution, in standard deviations.
const TWO_SIDED_95: f64 = 1.96;

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

/// How two samples differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WelchTest {
    /// The first mean less the second in standard deviations of one observation (Cohen's d).
    pub effect: f64,
    /// The probability of such a difference, either way, between samples of the same kind.
    pub p: f64,
}

/// Compares two samples by Welch's t-test.
pub fn welch_t_test(first: Mean, second: Mean) -> WelchTest {
    let difference = first.value - second.value;
    let pooled = ((first.deviation.powi(2) + second.deviation.powi(2)) / 2.0).sqrt();
    let (a, b) = (first.variance_of_mean(), second.variance_of_mean());
    let effect = match pooled > 0.0 {
        true => difference / pooled,
        false => 0.0,
    };
    if a + b <= 0.0 {
        return WelchTest { effect, p: 1.0 };
    }
    let parts =
        a.powi(2) / (first.count.max(2) - 1) as f64 + b.powi(2) / (second.count.max(2) - 1) as f64;
    let freedom = (a + b).powi(2) / parts;
    let t = difference / (a + b).sqrt();
    let p = StudentsT::new(0.0, 1.0, freedom).map_or(1.0, |student| 2.0 * student.cdf(-t.abs()));
    WelchTest { effect, p }
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
    fn welch_agrees_with_the_textbook() {
        // Two samples whose t and degrees of freedom are easily worked out by hand: equal sizes
        // and variances give t = 3 / sqrt(2 * 2.5 / 5) = 3 with 8 degrees of freedom.
        let difference = welch_t_test(
            mean(&[4.0, 5.0, 6.0, 7.0, 8.0]),
            mean(&[1.0, 2.0, 3.0, 4.0, 5.0]),
        );
        assert!((difference.p - 0.017_07).abs() < 1e-4, "{difference:?}");
        assert!((difference.effect - 3.0 / 2.5_f64.sqrt()).abs() < 1e-9);
        assert_eq!(welch_t_test(mean(&[1.0, 1.0]), mean(&[1.0, 1.0])).p, 1.0);
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
