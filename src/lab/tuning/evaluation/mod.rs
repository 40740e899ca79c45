//! Texel tuning: fits the parameters of the evaluation to positions whose game result is known, by
//! gradient descent in mini-batches (after Peter Österlund's method for Texel).
//!
//! The parameters, the [`Objective`] and the [`Optimiser`] are exchangeable. The result depends on
//! data, settings and seed alone, not on the number of threads or on being stopped and resumed
//! between epochs.

pub mod dataset;
pub mod gauge;
pub mod objective;
pub mod optimiser;
pub mod parameters_file;
pub mod resolver;
pub mod saved_fit;

use std::thread;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::evaluation::coefficients::ParameterValues;
use dataset::{Dataset, Sample};
use objective::Objective;
use optimiser::Optimiser;

/// The settings of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSettings {
    /// Passes over the data; the step size falls to zero over all of them.
    pub epochs: u32,
    /// Samples in a mini-batch.
    pub batch: usize,
    /// The size of the first steps, in centipawns.
    pub rate_cp: f64,
    /// The strength of the prior that holds values at their start: a change by one centipawn costs
    /// half of this. It matters only to parameters that occur in very few positions.
    pub prior: f64,
    /// The seed of the order of samples.
    pub seed: u64,
    /// Threads that share a batch.
    pub threads: usize,
}

/// Batches are summed in this many parts on any number of threads, so that rounding is always the
/// same.
const SHARDS: usize = 16;

/// A fit in progress.
pub struct Tuner<'d, O, P> {
    data: &'d Dataset,
    objective: O,
    optimiser: P,
    settings: FitSettings,
    start: ParameterValues,
    values: ParameterValues,
    epoch: u32,
}

impl<'d, O: Objective, P: Optimiser> Tuner<'d, O, P> {
    /// A fit that starts from these values.
    pub fn new(
        data: &'d Dataset,
        objective: O,
        optimiser: P,
        settings: FitSettings,
        start: ParameterValues,
    ) -> Tuner<'d, O, P> {
        Tuner {
            data,
            objective,
            optimiser,
            settings,
            values: start.clone(),
            start,
            epoch: 0,
        }
    }

    /// The values so far.
    pub fn values(&self) -> &ParameterValues {
        &self.values
    }

    /// Finished epochs.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// One pass over the samples with these numbers; returns the mean loss during the pass.
    /// `progress` is given the number of samples of each step.
    pub fn run_epoch(&mut self, training: &[u32], mut progress: impl FnMut(usize)) -> f64 {
        let order = shuffled(training, self.settings.seed, self.epoch);
        let batch = self.settings.batch.max(1);
        let steps = order.len().div_ceil(batch).max(1) as f64;
        let mut total = 0.0;
        for (numbers, step) in order.chunks(batch).zip(0..) {
            let (loss, mut gradient) = self.gradient(numbers);
            let scale = 1.0 / numbers.len() as f64;
            for ((slope, value), start) in gradient.iter_mut().zip(&self.values).zip(&self.start) {
                for half in 0..2 {
                    slope[half] =
                        slope[half] * scale + self.settings.prior * (value[half] - start[half]);
                }
            }
            let done = f64::from(self.epoch) + f64::from(step) / steps;
            let rate = self.rate(done);
            self.optimiser.step(&mut self.values, &gradient, rate);
            total += loss;
            progress(numbers.len());
        }
        self.epoch += 1;
        total / order.len().max(1) as f64
    }

    /// The step size after this many epochs: half a cosine from the full rate to zero.
    fn rate(&self, epochs: f64) -> f64 {
        let share = (epochs / f64::from(self.settings.epochs.max(1))).min(1.0);
        self.settings.rate_cp * 0.5 * (1.0 + (std::f64::consts::PI * share).cos())
    }

    /// The sums of loss and gradient over a batch.
    fn gradient(&self, numbers: &[u32]) -> (f64, ParameterValues) {
        let sum_shard = |numbers: &[u32]| {
            let mut gradient = vec![[0.0; 2]; self.values.len()];
            let mut total = 0.0;
            for sample in self.samples(numbers) {
                let coefficients = self.data.coefficients(sample);
                let forward = coefficients.forward(&self.values);
                let loss = self.objective.loss(forward.white_cp, sample);
                coefficients.add_gradient(&forward, loss.slope, &mut gradient);
                total += loss.loss;
            }
            (total, gradient)
        };
        let mut sum = vec![[0.0; 2]; self.values.len()];
        let mut total = 0.0;
        for (loss, gradient) in in_shards(numbers, self.settings.threads, sum_shard) {
            total += loss;
            for (sum, part) in sum.iter_mut().zip(gradient) {
                sum[0] += part[0];
                sum[1] += part[1];
            }
        }
        (total, sum)
    }

    fn samples<'n>(
        &self,
        numbers: &'n [u32],
    ) -> impl Iterator<Item = &'d Sample> + use<'d, 'n, O, P> {
        let samples = self.data.samples();
        numbers.iter().map(move |&number| &samples[number as usize])
    }

    /// The mean loss of some values on the samples with these numbers.
    pub fn mean_loss(&self, values: &ParameterValues, numbers: &[u32]) -> f64 {
        let sum_shard = |numbers: &[u32]| -> f64 {
            self.samples(numbers)
                .map(|sample| {
                    let white_cp = self.data.coefficients(sample).forward(values).white_cp;
                    self.objective.loss(white_cp, sample).loss
                })
                .sum()
        };
        let total: f64 = in_shards(numbers, self.settings.threads, sum_shard)
            .into_iter()
            .sum();
        total / numbers.len().max(1) as f64
    }
}

/// The results of `work` on each shard, in the order of shards.
fn in_shards<T: Send>(
    numbers: &[u32],
    threads: usize,
    work: impl Fn(&[u32]) -> T + Sync,
) -> Vec<T> {
    let shards: Vec<&[u32]> = numbers
        .chunks(numbers.len().div_ceil(SHARDS).max(1))
        .collect();
    if threads <= 1 {
        return shards.into_iter().map(work).collect();
    }
    let (shards, work) = (&shards, &work);
    let mut results: Vec<Option<T>> = Vec::new();
    results.resize_with(shards.len(), || None);
    let per_thread = shards.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        for (results, shards) in results
            .chunks_mut(per_thread)
            .zip(shards.chunks(per_thread))
        {
            scope.spawn(move || {
                for (result, shard) in results.iter_mut().zip(shards) {
                    *result = Some(work(shard));
                }
            });
        }
    });
    results.into_iter().flatten().collect()
}

/// The numbers in a random order that differs between epochs (Fisher-Yates shuffle).
fn shuffled(numbers: &[u32], seed: u64, epoch: u32) -> Vec<u32> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(u64::from(epoch));
    let mut order = numbers.to_vec();
    for last in (1..order.len()).rev() {
        order.swap(last, random.next_u64() as usize % (last + 1));
    }
    order
}

/// The value of every sample in centipawns from White's view.
pub fn white_values(data: &Dataset, values: &ParameterValues) -> Vec<f64> {
    data.samples()
        .iter()
        .map(|sample| data.coefficients(sample).forward(values).white_cp)
        .collect()
}

#[cfg(test)]
mod tests;
