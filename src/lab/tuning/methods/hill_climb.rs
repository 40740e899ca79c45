//! Hill climbing: all numbers are moved a little in a random direction, or in the opposite one; what is
//! better is kept, and followed as long as it becomes better still.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::unit_space::{clear_gain, moved, noticeable, repeated};
use crate::lab::tuning::interface::{Method, MethodSettings, Outcome, Trial, TunedNumber, starts};

/// What the length of steps is multiplied with when neither direction was better.
const SHORTER: f64 = 0.97;

/// A climb in progress. The spread is the length of the first steps.
pub struct HillClimb {
    batch: u64,
    numbers: Vec<TunedNumber>,
    values: Vec<f64>,
    length: f64,
    /// The direction of the steps: 1 or -1 for each number.
    signs: Vec<f64>,
    has_turned: bool,
    challenger: Vec<f64>,
    random: ChaCha8Rng,
}

impl HillClimb {
    /// A climb from the start values.
    pub fn new(settings: MethodSettings, numbers: Vec<TunedNumber>) -> HillClimb {
        let mut climb = HillClimb {
            batch: settings.batch,
            values: starts(&numbers),
            length: settings.spread,
            signs: vec![1.0; numbers.len()],
            numbers,
            has_turned: false,
            challenger: Vec::new(),
            random: ChaCha8Rng::seed_from_u64(settings.seed),
        };
        climb.draw_direction();
        climb
    }

    fn draw_direction(&mut self) {
        for sign in &mut self.signs {
            *sign = if self.random.next_u32() & 1 == 0 {
                1.0
            } else {
                -1.0
            };
        }
        self.has_turned = false;
    }
}

impl Method for HillClimb {
    fn ask(&mut self) -> Vec<Trial> {
        let steps = self.numbers.iter().zip(&self.signs);
        let steps = steps.map(|(number, sign)| noticeable(number, sign * self.length));
        self.challenger = moved(&self.numbers, &self.values, &steps.collect::<Vec<_>>());
        repeated(&self.challenger, &self.values, self.batch)
    }

    fn tell(&mut self, outcomes: &[Outcome]) {
        if clear_gain(outcomes) > 0.0 {
            self.values = self.challenger.clone();
            self.has_turned = true;
        } else if self.has_turned {
            self.length *= SHORTER;
            self.draw_direction();
        } else {
            self.signs.iter_mut().for_each(|sign| *sign = -*sign);
            self.has_turned = true;
        }
    }

    fn values(&self) -> &[f64] {
        &self.values
    }
}
