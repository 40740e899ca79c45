//! By hand: values that somebody thought of, judged against those of the start.

use super::unit_space::repeated;
use crate::lab::tuning::interface::{Method, MethodSettings, Outcome, Trial, TunedNumber, starts};

/// The values against the start, in every trial.
pub struct Hand {
    batch: u64,
    start: Vec<f64>,
    values: Vec<f64>,
}

impl Hand {
    /// Judges these values.
    pub fn new(settings: MethodSettings, numbers: &[TunedNumber], values: Vec<f64>) -> Hand {
        Hand {
            batch: settings.batch,
            start: starts(numbers),
            values,
        }
    }
}

impl Method for Hand {
    fn ask(&mut self) -> Vec<Trial> {
        repeated(&self.values, &self.start, self.batch)
    }

    fn tell(&mut self, _: &[Outcome]) {}

    fn values(&self) -> &[f64] {
        &self.values
    }
}
