//! Simultaneous perturbation stochastic approximation (SPSA; James Spall, 1992): improves many
//! parameters at once where the only measurement is a noisy comparison of two sets of values.
//!
//! The gains are given as in Stockfish's fishtest. What is tuned ([`Tunable`]) and how two sets are
//! compared ([`Comparison`]) are exchangeable. The result depends on the settings, the seed and the
//! comparison alone, not on the number of threads or on being stopped and resumed between batches.

pub mod game_pairs;
pub mod parameters;
pub mod saved_run;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::lab::parallel::in_order;

/// A number that is tuned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tunable {
    /// The name.
    pub name: &'static str,
    /// The value at the start.
    pub start: i32,
    /// The smallest allowed value.
    pub min: i32,
    /// The largest allowed value.
    pub max: i32,
}

/// A noisy comparison of two sets of values.
pub trait Comparison: Sync {
    /// By how many points `plus` did better than `minus`. The same number and the same values always
    /// give the same result.
    fn compare(&self, number: u64, plus: &[i32], minus: &[i32]) -> f64;
}

/// The settings of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpsaSettings {
    /// Comparisons of the whole run; the steps fall over all of them.
    pub contests: u64,
    /// Comparisons around the same values, so that several threads have work.
    pub batch: u64,
    /// How far values are moved to either side in the last comparison, as a share of their range.
    pub spread: f64,
    /// How far a point moves the values in the last comparison, as a share of the perturbation
    /// (`r_end` of fishtest).
    pub rate: f64,
    /// The seed of all perturbations.
    pub seed: u64,
}

/// The exponent by which steps fall (alpha); Spall's practical value.
const STEP_DECAY: f64 = 0.602;
/// The exponent by which perturbations fall (gamma); Spall's practical value.
const SPREAD_DECAY: f64 = 0.101;
/// The stability constant A, as a share of all comparisons: the steps hardly fall before it. Spall's
/// advice.
const STABILITY: f64 = 0.1;
/// The least perturbation: with less, the two sides would often be rounded to the same numbers.
const LEAST_SPREAD: f64 = 0.5;

/// Two perturbed sets of values to compare.
struct Trial {
    plus: Vec<i32>,
    minus: Vec<i32>,
    /// How far each value moves for each point by which `plus` is better.
    steps: Vec<f64>,
}

/// A run in progress.
#[derive(Clone, Debug)]
pub struct Spsa {
    settings: SpsaSettings,
    tunables: Vec<Tunable>,
    values: Vec<f64>,
    done: u64,
}

impl Spsa {
    /// A run from the start values.
    pub fn new(settings: SpsaSettings, tunables: Vec<Tunable>) -> Spsa {
        Spsa {
            values: tunables.iter().map(|it| f64::from(it.start)).collect(),
            settings,
            tunables,
            done: 0,
        }
    }

    /// The tuned numbers, in the order of [`Self::values`].
    pub fn tunables(&self) -> &[Tunable] {
        &self.tunables
    }

    /// The values so far, each in its range.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Comparisons so far.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Whether all comparisons are done.
    pub fn is_over(&self) -> bool {
        self.done >= self.settings.contests
    }

    /// Makes the next batch of comparisons and moves the values. `progress` is called after each
    /// comparison.
    pub fn run_batch(
        &mut self,
        threads: usize,
        contest: &impl Comparison,
        mut progress: impl FnMut(),
    ) {
        let count = self.settings.batch.max(1);
        let count = count.min(self.settings.contests - self.done);
        let trials: Vec<Trial> = (0..count)
            .map(|next| self.trial(self.done + next))
            .collect();
        let compare = |next: u64| {
            let trial = &trials[next as usize];
            contest.compare(self.done + next, &trial.plus, &trial.minus)
        };
        let mut results = Vec::new();
        in_order(threads, count, compare, |points| {
            results.push(points);
            progress();
            true
        });
        for (trial, points) in trials.iter().zip(results) {
            let values = self.values.iter_mut().zip(&self.tunables);
            for ((value, tunable), step) in values.zip(&trial.steps) {
                let moved = *value + step * points;
                *value = moved.clamp(tunable.min.into(), tunable.max.into());
            }
        }
        self.done += count;
    }

    /// Moves every value to a random side, and to the opposite side in the other set. Both are
    /// rounded to whole numbers by the same random number, which is exact on the average.
    fn trial(&self, number: u64) -> Trial {
        let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed);
        // Stream 0 is left to comparisons that draw from the same seed.
        random.set_stream(number + 1);
        let (spread, rate) = self.gains(number);
        let mut trial = Trial {
            plus: Vec::new(),
            minus: Vec::new(),
            steps: Vec::new(),
        };
        for (value, tunable) in self.values.iter().zip(&self.tunables) {
            let word = random.next_u32();
            let sign = if word & 1 == 0 { 1.0 } else { -1.0 };
            let rounding = f64::from(word >> 1) / f64::from(1_u32 << 31);
            let apart = sign * spread * self.final_spread(tunable);
            let whole = |value: f64| {
                let rounded = (value + rounding).floor() as i32;
                rounded.clamp(tunable.min, tunable.max)
            };
            trial.plus.push(whole(value + apart));
            trial.minus.push(whole(value - apart));
            trial.steps.push(rate * apart);
        }
        trial
    }

    /// The perturbation of a value in the last comparison (`c_end`).
    fn final_spread(&self, tunable: &Tunable) -> f64 {
        let range = f64::from(tunable.max - tunable.min);
        (self.settings.spread * range).max(LEAST_SPREAD)
    }

    /// The perturbation relative to that of the last comparison, and the step for a point relative
    /// to the perturbation.
    fn gains(&self, number: u64) -> (f64, f64) {
        let all = self.settings.contests.max(1) as f64;
        let now = number as f64 + 1.0;
        let stability = STABILITY * all;
        let spread = (all / now).powf(SPREAD_DECAY);
        let step = self.settings.rate * ((stability + all) / (stability + now)).powf(STEP_DECAY);
        (spread, step / (spread * spread))
    }
}

#[cfg(test)]
mod tests;
