//! Covariance matrix adaptation (CMA-ES; Hansen and Ostermeier, 2001), by the crate `cmaes`: samples of a
//! normal distribution are ranked, and the distribution learns from the ranks in which directions to look.
//!
//! The crate calls for one loss after the other, where trials are to be made at once. So every generation
//! begins the search anew from its seed, is told all losses that are known, and what it asks after them
//! are the next trials.

use cmaes::CMAESOptions;

use super::unit_space::{mean, moved};
use crate::lab::tuning::interface::{Method, MethodSettings, Outcome, Trial, TunedNumber, starts};

/// A run in progress. The spread is the first deviation of every number, as a share of its range.
pub struct CmaEs {
    settings: MethodSettings,
    numbers: Vec<TunedNumber>,
    /// The losses of all samples so far.
    losses: Vec<f64>,
    /// The samples of this generation.
    asked: Vec<Vec<f64>>,
    values: Vec<f64>,
}

impl CmaEs {
    /// A run from the start values.
    pub fn new(settings: MethodSettings, numbers: Vec<TunedNumber>) -> CmaEs {
        let mut run = CmaEs {
            settings,
            values: starts(&numbers),
            numbers,
            losses: Vec::new(),
            asked: Vec::new(),
        };
        run.ask_anew();
        run
    }

    /// Trials of one candidate.
    fn batch(&self) -> usize {
        self.settings.batch.max(1) as usize
    }

    /// Finds the values that follow from the known losses, and the samples that are asked after them: none
    /// when the search has come to its end.
    fn ask_anew(&mut self) {
        self.asked.clear();
        if self.numbers.is_empty() {
            return;
        }
        let start = starts(&self.numbers);
        let numbers = &self.numbers;
        let candidate = |shares: &[f64]| moved(numbers, &start, shares);
        let mut known = self.losses.iter();
        let mut asked = Vec::new();
        let options = CMAESOptions::new(vec![0.0; start.len()], self.settings.spread);
        let population = options.population_size;
        let loss = |shares: &cmaes::DVector<f64>| {
            known.next().copied().unwrap_or_else(|| {
                asked.push(candidate(shares.as_slice()));
                0.0
            })
        };
        let Ok(mut search) = options.seed(self.settings.seed).build(loss) else {
            return;
        };
        for _ in 0..self.losses.len() / population {
            if search.next().is_some() {
                self.values = candidate(search.mean().as_slice());
                return;
            }
        }
        self.values = candidate(search.mean().as_slice());
        // Its samples are all that is wanted of this generation.
        let _ = search.next();
        drop(search);
        self.asked = asked;
    }
}

impl Method for CmaEs {
    fn ask(&mut self) -> Vec<Trial> {
        let candidates = self.asked.iter().cloned().map(Trial::Value);
        let repeated = candidates.flat_map(|candidate| vec![candidate; self.batch()]);
        repeated.collect()
    }

    fn tell(&mut self, outcomes: &[Outcome]) {
        if outcomes.len() < self.asked.len() * self.batch() {
            return;
        }
        let batch = self.batch();
        self.losses.extend(outcomes.chunks(batch).map(mean));
        self.ask_anew();
    }

    fn values(&self) -> &[f64] {
        &self.values
    }
}
