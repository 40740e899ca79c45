//! A genetic algorithm (John Holland, 1975): candidates meet in pairs, winners stay, and their children take
//! the places of losers.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::unit_space::{mean, moved, normal, repeated, uniform};
use crate::lab::tuning::interface::{Method, MethodSettings, Outcome, Trial, TunedNumber, starts};

/// Pairs of a generation.
const PAIRS: usize = 8;
/// A child differs from its parents in one number of this many, on average.
const MUTATED_ONE_IN: f64 = 3.0;

/// A run in progress. The spread is how far candidates and children are moved at first; it falls to a tenth.
pub struct Genetic {
    settings: MethodSettings,
    numbers: Vec<TunedNumber>,
    candidates: Vec<Vec<f64>>,
    /// The mean of all candidates.
    values: Vec<f64>,
    random: ChaCha8Rng,
    done: u64,
}

impl Genetic {
    /// A first generation around the start values.
    pub fn new(settings: MethodSettings, numbers: Vec<TunedNumber>) -> Genetic {
        let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
        let start = starts(&numbers);
        let mut candidate = |_: usize| {
            let shares = numbers
                .iter()
                .map(|_| settings.spread * normal(&mut random));
            moved(&numbers, &start, &shares.collect::<Vec<_>>())
        };
        Genetic {
            candidates: (0..2 * PAIRS).map(&mut candidate).collect(),
            settings,
            values: start,
            numbers,
            random,
            done: 0,
        }
    }

    fn child(&mut self, winners: &[Vec<f64>]) -> Vec<f64> {
        let mut parent = || &winners[self.random.next_u32() as usize % winners.len()];
        let (mother, father) = (parent(), parent());
        let age = self.done as f64 / self.settings.trials.max(1) as f64;
        let spread = self.settings.spread * (1.0 - 0.9 * age.min(1.0));
        let (mut values, mut shares) = (Vec::new(), Vec::new());
        for (one, other) in mother.iter().zip(father) {
            let share = uniform(&mut self.random);
            values.push(share * one + (1.0 - share) * other);
            let is_mutated = uniform(&mut self.random) < 1.0 / MUTATED_ONE_IN;
            let step = spread * normal(&mut self.random);
            shares.push(if is_mutated { step } else { 0.0 });
        }
        moved(&self.numbers, &values, &shares)
    }
}

impl Method for Genetic {
    fn ask(&mut self) -> Vec<Trial> {
        for last in (1..self.candidates.len()).rev() {
            let other = self.random.next_u32() as usize % (last + 1);
            self.candidates.swap(last, other);
        }
        let pairs = self.candidates.chunks(2);
        pairs
            .flat_map(|pair| repeated(&pair[0], &pair[1], self.settings.batch))
            .collect()
    }

    fn tell(&mut self, outcomes: &[Outcome]) {
        self.done += outcomes.len() as u64;
        let results = outcomes
            .chunks(self.settings.batch.max(1) as usize)
            .map(mean);
        let results: Vec<f64> = results.chain(std::iter::repeat(0.0)).take(PAIRS).collect();
        let pairs = self.candidates.chunks(2).zip(&results);
        let winners = pairs.map(|(pair, points)| pair[usize::from(*points < 0.0)].clone());
        let winners: Vec<Vec<f64>> = winners.collect();
        let children: Vec<Vec<f64>> = (0..PAIRS).map(|_| self.child(&winners)).collect();
        let sum = |place: usize| winners.iter().map(|values| values[place]).sum::<f64>();
        self.values = (0..self.numbers.len())
            .map(|place| sum(place) / PAIRS as f64)
            .collect();
        self.candidates = winners.into_iter().chain(children).collect();
    }

    fn values(&self) -> &[f64] {
        &self.values
    }
}
