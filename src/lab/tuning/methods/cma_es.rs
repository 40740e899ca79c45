//! Covariance matrix adaptation (CMA-ES; Hansen and Ostermeier, 2001), with Cholesky's factor in place of
//! the root of the matrix: samples of a normal distribution are ranked, and the distribution learns from
//! the better half in which directions to look.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::unit_space::{mean, moved, normal};
use crate::lab::cholesky::CholeskyFactor;
use crate::lab::tuning::interface::{Method, MethodSettings, Outcome, Trial, TunedNumber, starts};

/// A run in progress. The spread is the first deviation of every number, as a share of its range.
pub struct CmaEs {
    batch: usize,
    numbers: Vec<TunedNumber>,
    values: Vec<f64>,
    deviation: f64,
    covariance: Vec<Vec<f64>>,
    factor: CholeskyFactor,
    /// The paths that the last steps made together: for the deviation and for the covariance.
    paths: [Vec<f64>; 2],
    /// The samples of this generation, in the distribution's own directions.
    samples: Vec<Vec<f64>>,
    random: ChaCha8Rng,
}

impl CmaEs {
    /// A run from the start values.
    pub fn new(settings: MethodSettings, numbers: Vec<TunedNumber>) -> CmaEs {
        let count = numbers.len();
        let unit = |row: usize| (0..count).map(move |column| f64::from(u8::from(row == column)));
        let covariance: Vec<Vec<f64>> = (0..count).map(|row| unit(row).collect()).collect();
        CmaEs {
            batch: settings.batch.max(1) as usize,
            values: starts(&numbers),
            deviation: settings.spread,
            factor: CholeskyFactor::unit(count),
            covariance,
            paths: [vec![0.0; count], vec![0.0; count]],
            numbers,
            samples: Vec::new(),
            random: ChaCha8Rng::seed_from_u64(settings.seed),
        }
    }

    /// Samples to a generation.
    fn population(&self) -> usize {
        4 + (3.0 * (self.numbers.len().max(1) as f64).ln()) as usize
    }

    /// The weights of the better half, the best first.
    fn weights(&self) -> Vec<f64> {
        let half = self.population() / 2;
        let raw = |rank: usize| (half as f64 + 0.5).ln() - (rank as f64).ln();
        let sum: f64 = (1..=half).map(raw).sum();
        (1..=half).map(|rank| raw(rank) / sum).collect()
    }

    /// Learns from the samples, the best first. The rates are Hansen's usual ones.
    fn learn(&mut self, best: &[&Vec<f64>]) {
        let count = self.numbers.len() as f64;
        let weights = self.weights();
        let mass = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let sigma_rate = (mass + 2.0) / (count + mass + 5.0);
        let path_rate = (4.0 + mass / count) / (count + 4.0 + 2.0 * mass / count);
        let rank_one = 2.0 / ((count + 1.3).powi(2) + mass);
        let rank_many = 2.0 * (mass - 2.0 + 1.0 / mass) / ((count + 2.0).powi(2) + mass);
        let rank_many = rank_many.min(1.0 - rank_one);
        let weighted = |place: usize| -> f64 {
            let pairs = best.iter().zip(&weights);
            pairs.map(|(sample, weight)| weight * sample[place]).sum()
        };
        let step: Vec<f64> = (0..self.numbers.len()).map(weighted).collect();
        let direction = self.factor.times(&step);
        let shares: Vec<f64> = direction.iter().map(|it| it * self.deviation).collect();
        self.values = moved(&self.numbers, &self.values, &shares);
        for (path, (rate, new)) in self
            .paths
            .iter_mut()
            .zip([(sigma_rate, &step), (path_rate, &direction)])
        {
            let scale = (rate * (2.0 - rate) * mass).sqrt();
            for (old, new) in path.iter_mut().zip(new) {
                *old = (1.0 - rate) * *old + scale * new;
            }
        }
        let length = self.paths[0].iter().map(|it| it * it).sum::<f64>().sqrt();
        let usual = count.sqrt() * (1.0 - 1.0 / (4.0 * count) + 1.0 / (21.0 * count * count));
        let damping =
            1.0 + sigma_rate + 2.0 * (((mass - 1.0) / (count + 1.0)).sqrt() - 1.0).max(0.0);
        self.deviation *= (sigma_rate / damping * (length / usual - 1.0)).exp();
        let moves: Vec<Vec<f64>> = best
            .iter()
            .map(|sample| self.factor.times(sample))
            .collect();
        for (row, line) in self.covariance.iter_mut().enumerate() {
            for (column, entry) in line.iter_mut().enumerate().take(row + 1) {
                let pairs = moves.iter().zip(&weights);
                let many: f64 = pairs
                    .map(|(it, weight)| weight * it[row] * it[column])
                    .sum();
                let one = self.paths[1][row] * self.paths[1][column];
                *entry = (1.0 - rank_one - rank_many) * *entry + rank_one * one + rank_many * many;
            }
        }
        if let Some(factor) = CholeskyFactor::of(self.covariance.clone()) {
            self.factor = factor;
        }
    }
}

impl Method for CmaEs {
    fn ask(&mut self) -> Vec<Trial> {
        let (count, population) = (self.numbers.len(), self.population());
        let mut sample = |_| (0..count).map(|_| normal(&mut self.random)).collect();
        self.samples = (0..population).map(&mut sample).collect();
        let candidates = self.samples.iter().map(|sample| {
            let direction = self.factor.times(sample);
            let shares: Vec<f64> = direction.iter().map(|it| it * self.deviation).collect();
            Trial::Value(moved(&self.numbers, &self.values, &shares))
        });
        let repeated = candidates.flat_map(|candidate| vec![candidate; self.batch]);
        repeated.collect()
    }

    fn tell(&mut self, outcomes: &[Outcome]) {
        if outcomes.len() < self.samples.len() * self.batch || self.numbers.is_empty() {
            return;
        }
        let samples = std::mem::take(&mut self.samples);
        let losses = outcomes.chunks(self.batch).map(mean);
        let mut ranked: Vec<(f64, &Vec<f64>)> = losses.zip(&samples).collect();
        ranked.sort_by(|one, other| one.0.total_cmp(&other.0));
        let best = ranked.iter().map(|(_, sample)| *sample);
        self.learn(&best.take(samples.len() / 2).collect::<Vec<_>>());
    }

    fn values(&self) -> &[f64] {
        &self.values
    }
}
