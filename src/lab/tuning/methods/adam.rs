//! Adam (Kingma and Ba, 2014): each value moves against its mean slope divided by the root of its mean
//! square, so that rare terms learn as fast as frequent ones.

use crate::lab::tuning::interface::{Method, MethodSettings, Outcome, Trial, TunedNumber, starts};

/// The decay of the mean slope in a step; the authors' value.
const MEAN_DECAY: f64 = 0.9;
/// The decay of the mean square in a step; the authors' value.
const SQUARE_DECAY: f64 = 0.999;
/// Prevents a division by zero; the slopes of the loss by a centipawn are far larger.
const EPSILON: f64 = 1e-10;

/// What a descent remembers of the slopes.
#[derive(Clone, Debug)]
pub struct AdamMoments {
    steps: f64,
    mean: Vec<f64>,
    square: Vec<f64>,
}

impl AdamMoments {
    /// Nothing yet, of so many values.
    pub fn new(values: usize) -> AdamMoments {
        AdamMoments {
            steps: 0.0,
            mean: vec![0.0; values],
            square: vec![0.0; values],
        }
    }

    /// Changes `values` by a step of about `rate` in their unit.
    pub fn step(&mut self, values: &mut [f64], slopes: &[f64], rate: f64) {
        self.steps += 1.0;
        let mean_weight = 1.0 - MEAN_DECAY.powf(self.steps);
        let square_weight = 1.0 - SQUARE_DECAY.powf(self.steps);
        let memory = self.mean.iter_mut().zip(&mut self.square);
        for ((value, slope), (mean, square)) in values.iter_mut().zip(slopes).zip(memory) {
            *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
            *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
            let root = (*square / square_weight).sqrt();
            *value -= rate * (*mean / mean_weight) / (root + EPSILON);
        }
    }
}

/// A descent in progress. The rate is the size of the first steps in the numbers' own unit; it falls to
/// nothing by half a cosine.
pub struct Adam {
    settings: MethodSettings,
    numbers: Vec<TunedNumber>,
    values: Vec<f64>,
    moments: AdamMoments,
    done: u64,
}

impl Adam {
    /// A descent from the start values.
    pub fn new(settings: MethodSettings, numbers: Vec<TunedNumber>) -> Adam {
        Adam {
            settings,
            values: starts(&numbers),
            moments: AdamMoments::new(numbers.len()),
            numbers,
            done: 0,
        }
    }

    fn rate(&self) -> f64 {
        let share = (self.done as f64 / self.settings.trials.max(1) as f64).min(1.0);
        self.settings.rate * 0.5 * (1.0 + (std::f64::consts::PI * share).cos())
    }
}

impl Method for Adam {
    fn ask(&mut self) -> Vec<Trial> {
        vec![Trial::Gradient(self.values.clone())]
    }

    fn tell(&mut self, outcomes: &[Outcome]) {
        let Some(outcome) = outcomes.first() else {
            return;
        };
        let rate = self.rate();
        self.done += 1;
        self.moments.step(&mut self.values, &outcome.slopes, rate);
        for (value, number) in self.values.iter_mut().zip(&self.numbers) {
            *value = number.clamp(*value);
        }
    }

    fn values(&self) -> &[f64] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::tuning::test_bowls::number;

    #[test]
    fn adam_finds_the_bottom_at_any_slope() {
        let numbers = vec![number("a", 0.0, -99.0, 99.0), number("b", 0.0, -99.0, 99.0)];
        let settings = MethodSettings {
            trials: 4_000,
            batch: 1,
            spread: 0.0,
            rate: 1.0,
            seed: 0,
        };
        let mut adam = Adam::new(settings, numbers);
        for _ in 0..4_000 {
            let [Trial::Gradient(values)] = &adam.ask()[..] else {
                panic!("no gradient")
            };
            let slopes = vec![2e-3 * (values[0] - 3.0), 2e-6 * (values[1] + 40.0)];
            adam.tell(&[Outcome { value: 0.0, slopes }]);
        }
        let values = adam.values();
        assert!((values[0] - 3.0).abs() < 0.1 && (values[1] + 40.0).abs() < 0.1);
    }
}
