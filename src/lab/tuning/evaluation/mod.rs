//! What fits the evaluation to positions (Texel's method): data, their targets, the gauge of the result, and
//! the source file that it becomes.

pub mod dataset;
pub mod gauge;
pub mod objective;
pub mod parameters_file;
pub mod resolver;
pub mod temporal_difference;

use std::thread;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::evaluation::coefficients::ParameterValues;
use dataset::Dataset;

/// Samples are summed in this many parts on any number of threads, so that rounding is always the same.
const SHARDS: usize = 16;

/// The results of `work` on each shard, in the order of shards.
pub fn in_shards<T: Send>(
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
pub fn shuffled(numbers: &[u32], seed: u64, epoch: u64) -> Vec<u32> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(epoch);
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
