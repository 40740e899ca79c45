//! SPSA: finds better values where all that can be done is to let two sets of them compete.
//!
//! Simultaneous perturbation stochastic approximation (James Spall, 1992), with its gains given as
//! chess engines do (Stockfish's fishtest). Owns the schedule and the steps. What is tuned
//! ([`Tunable`]), how two sets are compared ([`Comparison`]) and the method ([`Spsa`]) are separate
//! things. Everything depends on settings, seed and contest alone: not on the number of threads,
//! nor on being stopped and resumed between batches. It must not know chess, files or terminals.

pub mod game_pairs;
pub mod parameters;
pub mod saved_run;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::lab::parallel::in_order;

/// A number that may change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// The value to begin with.
    pub start: i32,
    /// The smallest value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
}

/// Something in which one set of values can do better than another.
pub trait Comparison: Sync {
    /// By how many points `plus` did better than `minus`. The contest with a `number` is always
    /// the same.
    fn compare(&self, number: u64, plus: &[i32], minus: &[i32]) -> f64;
}

/// How to search for better values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpsaSettings {
    /// Contests of the whole run; steps fall over all of them.
    pub contests: u64,
    /// Contests between the same values, so that several threads have something to do.
    pub batch: u64,
    /// How far values are moved apart in the last contest, as a share of their range.
    pub spread: f64,
    /// How far a point moves the values in the last contest, as a share of how far they were
    /// apart (`r_end` of fishtest).
    pub rate: f64,
    /// The seed of all perturbations.
    pub seed: u64,
}

/// How fast steps fall; Spall's value for practice.
const STEP_DECAY: f64 = 0.602;
/// How fast perturbations fall; Spall's value for practice.
const SPREAD_DECAY: f64 = 0.101;
/// Contests before steps begin to fall, as a share of all; Spall's advice.
const STABILITY: f64 = 0.1;
/// Less than this between the two sides and whole numbers would hardly differ.
const LEAST_SPREAD: f64 = 0.5;

/// Two sets of values to compare.
struct Trial {
    plus: Vec<i32>,
    minus: Vec<i32>,
    /// How far each value goes for a point of advantage of `plus`.
    steps: Vec<f64>,
}

/// A search in progress.
#[derive(Clone, Debug)]
pub struct Spsa {
    settings: SpsaSettings,
    tunables: Vec<Tunable>,
    values: Vec<f64>,
    done: u64,
}

impl Spsa {
    /// A search from where the tunables start.
    pub fn new(settings: SpsaSettings, tunables: Vec<Tunable>) -> Spsa {
        Spsa {
            values: tunables.iter().map(|it| f64::from(it.start)).collect(),
            settings,
            tunables,
            done: 0,
        }
    }

    /// What is tuned, in the order of [`Self::values`].
    pub fn tunables(&self) -> &[Tunable] {
        &self.tunables
    }

    /// The values so far, each in its range.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Contests so far.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Whether all contests are over.
    pub fn is_over(&self) -> bool {
        self.done >= self.settings.contests
    }

    /// Holds the next batch of contests and learns from it. `progress` hears of each contest.
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

    /// Every value moved to one side or the other by chance. Whole numbers are what can be
    /// played with: both sides are rounded by the same chance, which is exact on the average.
    fn trial(&self, number: u64) -> Trial {
        let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed);
        // The first stream is left to contests that draw from the same seed.
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

    /// How far a value is moved in the last contest (`c_end`).
    fn final_spread(&self, tunable: &Tunable) -> f64 {
        let range = f64::from(tunable.max - tunable.min);
        (self.settings.spread * range).max(LEAST_SPREAD)
    }

    /// The perturbation relative to that of the last contest, and the step for a point relative
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
