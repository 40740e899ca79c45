//! Simulated annealing (Kirkpatrick, Gelatt and Vecchi, 1983): random steps, of which worse ones are taken
//! too, the more rarely the colder it becomes.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::unit_space::{clear_gain, moved, normal, noticeable, repeated, uniform};
use crate::lab::tuning::interface::{Method, MethodSettings, Outcome, Trial, TunedNumber, starts};

/// A step moves one number of this many, on average; at least one.
const ONE_IN: f64 = 4.0;

/// A run in progress. The spread is the length of the first steps, the rate the points that a step may lose
/// at first with a chance of one in e. Both fall to nothing.
pub struct Annealing {
    settings: MethodSettings,
    numbers: Vec<TunedNumber>,
    values: Vec<f64>,
    challenger: Vec<f64>,
    random: ChaCha8Rng,
    done: u64,
}

impl Annealing {
    /// A run from the start values.
    pub fn new(settings: MethodSettings, numbers: Vec<TunedNumber>) -> Annealing {
        Annealing {
            settings,
            values: starts(&numbers),
            numbers,
            challenger: Vec::new(),
            random: ChaCha8Rng::seed_from_u64(settings.seed),
            done: 0,
        }
    }

    /// How warm it is: from 1 to 0.
    fn warmth(&self) -> f64 {
        (1.0 - self.done as f64 / self.settings.trials.max(1) as f64).max(0.0)
    }
}

impl Method for Annealing {
    fn ask(&mut self) -> Vec<Trial> {
        let length = self.settings.spread * self.warmth();
        let mut shares = vec![0.0; self.numbers.len()];
        let chosen = (uniform(&mut self.random) * shares.len() as f64) as usize;
        for (place, (share, number)) in shares.iter_mut().zip(&self.numbers).enumerate() {
            let step = length * normal(&mut self.random);
            if uniform(&mut self.random) < 1.0 / ONE_IN || place == chosen {
                *share = noticeable(number, step);
            }
        }
        self.challenger = moved(&self.numbers, &self.values, &shares);
        repeated(&self.challenger, &self.values, self.settings.batch)
    }

    fn tell(&mut self, outcomes: &[Outcome]) {
        let may_lose = -self.settings.rate * self.warmth() * uniform(&mut self.random).ln();
        if clear_gain(outcomes) > -may_lose {
            self.values = self.challenger.clone();
        }
        self.done += outcomes.len() as u64;
    }

    fn values(&self) -> &[f64] {
        &self.values
    }
}
