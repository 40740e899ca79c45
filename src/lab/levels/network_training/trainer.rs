//! The trainer: steps of AdamW over shuffled moves (Loshchilov and Hutter 2019), and the mean of the
//! weights over the last steps, which predicts better than the weights themselves.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::gradient::Gradient;
use super::moves::HumanMove;
use crate::lab::parallel::in_order;
use crate::strength::network::{BLOCKS, CHANNELS, Layout, NetworkWeights, PLANES};

/// How the network is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingSettings {
    /// Steps in all; the rate falls to nothing over their last third.
    pub steps: u64,
    /// Moves to a step.
    pub batch: usize,
    /// The size of a step.
    pub rate: f32,
    /// The seed of the first weights and of the order of moves.
    pub seed: u64,
    /// Threads that share a step.
    pub threads: usize,
}

/// A batch is summed in this many parts on any number of threads, so that rounding is always the same.
const SHARDS: usize = 16;
const FIRST_MOMENT: f32 = 0.9;
const SECOND_MOMENT: f32 = 0.98;
const TINY: f32 = 1e-8;
/// How much of the weights a step of rate 1 takes away.
const DECAY: f32 = 0.02;
/// A longer gradient is shortened to this.
const LONGEST_GRADIENT: f32 = 1.0;
/// Steps over which the rate grows to its size.
const WARM_UP: u64 = 200;
/// The share of the mean of weights that a step leaves.
const MEAN_SHARE: f32 = 0.998;

/// A training in progress.
pub struct Trainer<'m> {
    moves: &'m [HumanMove],
    pub(super) settings: TrainingSettings,
    pub(super) step: u64,
    pub(super) weights: NetworkWeights,
    pub(super) mean: NetworkWeights,
    pub(super) first_moments: Vec<f32>,
    pub(super) second_moments: Vec<f32>,
    /// The moves in the order of the current pass, and the number of the pass.
    order: (u64, Vec<u32>),
}

impl<'m> Trainer<'m> {
    /// A training that begins.
    pub fn new(moves: &'m [HumanMove], settings: TrainingSettings) -> Trainer<'m> {
        let weights = first_weights(settings.seed);
        Trainer {
            moves,
            settings,
            step: 0,
            mean: weights.clone(),
            weights,
            first_moments: vec![0.0; NetworkWeights::COUNT],
            second_moments: vec![0.0; NetworkWeights::COUNT],
            order: (u64::MAX, Vec::new()),
        }
    }

    /// Steps taken.
    pub fn step_count(&self) -> u64 {
        self.step
    }

    /// Moves to learn from.
    pub fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// The mean of the weights over the last steps.
    pub fn mean_weights(&self) -> &NetworkWeights {
        &self.mean
    }

    /// Takes a step and returns the mean loss of its moves.
    pub fn take_step(&mut self) -> f32 {
        let numbers = self.batch();
        let (loss, mut gradient) = self.gradient(&numbers);
        let scale = 1.0 / numbers.len().max(1) as f32;
        let norm: f32 = gradient.iter().map(|slope| slope * slope).sum();
        let norm = norm.sqrt() * scale;
        let scale = scale * (LONGEST_GRADIENT / norm.max(LONGEST_GRADIENT));
        gradient.iter_mut().for_each(|slope| *slope *= scale);
        self.step += 1;
        self.move_weights(&gradient);
        loss / numbers.len().max(1) as f32
    }

    /// AdamW.
    fn move_weights(&mut self, gradient: &[f32]) {
        let rate = self.rate();
        let steps = self.step.min(i32::MAX as u64) as i32;
        let first_bias = 1.0 - FIRST_MOMENT.powi(steps);
        let second_bias = 1.0 - SECOND_MOMENT.powi(steps);
        // The mean of the first steps is not held back by the weights that it began with.
        let share = MEAN_SHARE.min(steps as f32 / (steps as f32 + 10.0));
        for (number, &slope) in gradient.iter().enumerate() {
            let first = &mut self.first_moments[number];
            *first = FIRST_MOMENT * *first + (1.0 - FIRST_MOMENT) * slope;
            let second = &mut self.second_moments[number];
            *second = SECOND_MOMENT * *second + (1.0 - SECOND_MOMENT) * slope * slope;
            let weight = &mut self.weights.0[number];
            let step = (*first / first_bias) / ((*second / second_bias).sqrt() + TINY);
            *weight -= rate * (step + DECAY * *weight);
            let mean = &mut self.mean.0[number];
            *mean = share * *mean + (1.0 - share) * *weight;
        }
    }

    /// The size of the current step: it grows at first, stays, and falls at last.
    fn rate(&self) -> f32 {
        let steps = self.settings.steps.max(1) as f32;
        let grown = (self.step as f32 / WARM_UP as f32).min(1.0);
        let left = (steps - self.step as f32).max(0.0) / (steps / 3.0);
        self.settings.rate * grown * left.min(1.0)
    }

    /// The numbers of the moves of the current step.
    fn batch(&mut self) -> Vec<u32> {
        let batch = self.settings.batch.max(1).min(self.moves.len());
        let per_pass = (self.moves.len() / batch.max(1)).max(1) as u64;
        let pass = self.step / per_pass;
        if self.order.0 != pass {
            self.order = (pass, shuffled(self.moves.len(), self.settings.seed, pass));
        }
        let from = (self.step % per_pass) as usize * batch;
        self.order.1[from..from + batch].to_vec()
    }

    /// The sums of loss and gradient over these moves.
    fn gradient(&self, numbers: &[u32]) -> (f32, Vec<f32>) {
        let shards: Vec<&[u32]> = numbers
            .chunks(numbers.len().div_ceil(SHARDS).max(1))
            .collect();
        let mut sum = vec![0.0; NetworkWeights::COUNT];
        let mut loss = 0.0;
        let part = |number: u64| self.shard_gradient(shards[number as usize]);
        let threads = self.settings.threads;
        in_order(threads, shards.len() as u64, part, |(part, slopes)| {
            loss += part;
            for (sum, slope) in sum.iter_mut().zip(slopes) {
                *sum += slope;
            }
            true
        });
        (loss, sum)
    }

    fn shard_gradient(&self, numbers: &[u32]) -> (f32, Vec<f32>) {
        let mut gradient = vec![0.0; NetworkWeights::COUNT];
        let mut through = Gradient::new(&self.weights);
        let samples = numbers
            .iter()
            .map(|&number| self.moves[number as usize].sample());
        let losses = samples.map(|sample| through.add(&sample, &mut gradient));
        let loss = losses.sum();
        (loss, gradient)
    }
}

/// The mean loss of a network on moves.
pub fn mean_loss(weights: &NetworkWeights, moves: &[HumanMove]) -> f32 {
    let mut through = Gradient::new(weights);
    let losses = moves.iter().map(|it| through.loss(&it.sample()));
    losses.sum::<f32>() / moves.len().max(1) as f32
}

/// The weights that a training begins with: random ones of a size that keeps the numbers of the blocks
/// alike; the second convolution of a block is small, so that at first it changes little.
pub(crate) fn first_weights(seed: u64) -> NetworkWeights {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut weights = vec![0.0; NetworkWeights::COUNT];
    let layout = Layout::new();
    let mut fill = |range: &std::ops::Range<usize>, inputs: usize, gain: f32| {
        let size = gain * (6.0 / inputs as f32).sqrt();
        for weight in &mut weights[range.clone()] {
            let uniform = random.next_u32() as f32 / u32::MAX as f32;
            *weight = size * (2.0 * uniform - 1.0);
        }
    };
    // Bitboards are mostly empty: a square sees about five bits in its nine taps.
    fill(&layout.input, PLANES, 1.0);
    for block in &layout.blocks {
        fill(&block.first, 9 * CHANNELS, 1.0);
        fill(&block.second, 9 * CHANNELS, 1.0 / BLOCKS as f32);
        fill(&block.mean, CHANNELS, 0.3);
    }
    fill(&layout.query, CHANNELS, 0.7);
    fill(&layout.key, CHANNELS, 0.7);
    NetworkWeights(weights)
}

/// The numbers below `count` in a random order that differs between passes (Fisher-Yates shuffle).
fn shuffled(count: usize, seed: u64, pass: u64) -> Vec<u32> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(pass + 1);
    let mut order: Vec<u32> = (0..count as u32).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, random.next_u64() as usize % (last + 1));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::levels::network_training::moves::read_moves;

    /// The moves of a short game.
    fn moves() -> Vec<HumanMove> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.csv");
        let game = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6";
        std::fs::write(
            &path,
            format!("id,white_elo,black_elo,moves\n1,1500,1600,{game}\n"),
        )
        .unwrap();
        read_moves(&path).unwrap().learnt
    }

    fn settings(threads: usize) -> TrainingSettings {
        TrainingSettings {
            steps: 60,
            batch: 8,
            rate: 0.02,
            seed: 5,
            threads,
        }
    }

    #[test]
    fn a_few_moves_are_learnt_by_heart_on_any_number_of_threads() {
        let moves = moves();
        assert_eq!(moves.len(), 8);
        let mut one = Trainer::new(&moves, settings(1));
        let mut two = Trainer::new(&moves, settings(3));
        let first = one.take_step();
        assert!((2.5..5.0).contains(&first), "{first}");
        assert_eq!(two.take_step(), first);
        assert_eq!(two.take_step(), one.take_step());
        assert_eq!(one.weights, two.weights);
        let mut last = first;
        for _ in 0..58 {
            last = one.take_step();
        }
        assert!(last < 1.0, "{last}");
        let mean = mean_loss(one.mean_weights(), &moves);
        assert!(mean < 1.5, "{mean}");
    }
}
