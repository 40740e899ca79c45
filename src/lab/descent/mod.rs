//! Gradient descent: steps of AdamW over shuffled samples (Loshchilov and Hutter 2019), and the mean of
//! the weights over the last steps, which predicts better than the weights themselves.
//!
//! What is learnt is a [`Trainable`]. The weights depend on learner, settings and seed alone, not on the
//! number of threads or on being stopped and resumed ([`checkpoint`]).

pub mod checkpoint;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::lab::parallel::in_order;

/// A network with the samples that it learns from.
pub trait Trainable: Sync {
    /// What a checkpoint must agree with besides the settings: the form of the network and the samples.
    fn description(&self) -> String;

    /// The weights that a training begins with.
    fn first_weights(&self, seed: u64) -> Vec<f32>;

    /// How many samples there are.
    fn samples(&self) -> usize;

    /// Adds the slopes of the samples' losses to `gradient` and returns the sum of the losses.
    fn add_gradient(&self, weights: &[f32], samples: &[u32], gradient: &mut [f32]) -> f32;

    /// The weights that decay leads back to: those of a training that begins with what is known already
    /// (L2-SP, Li, Grandvalet and Davoine 2018). Without any, decay leads to nothing.
    fn decays_to(&self) -> Option<&[f32]> {
        None
    }

    /// Puts weights that a step has taken too far back into their range.
    fn restrain(&self, _weights: &mut [f32]) {}
}

/// How a network is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingSettings {
    /// Steps in all; the rate falls to nothing over their last third.
    pub steps: u64,
    /// Samples to a step.
    pub batch: usize,
    /// The size of a step.
    pub rate: f32,
    /// How much of their distance from [`Trainable::decays_to`] a step of rate 1 takes from the weights.
    pub decay: f32,
    /// The seed of the first weights and of the order of samples.
    pub seed: u64,
    /// Threads that share a step.
    pub threads: usize,
}

/// A batch is summed in this many parts on any number of threads, so that rounding is always the same.
const SHARDS: usize = 16;
const FIRST_MOMENT: f32 = 0.9;
const SECOND_MOMENT: f32 = 0.98;
const TINY: f32 = 1e-8;
/// The usual decay.
pub const DECAY: f32 = 0.02;
/// A longer gradient is shortened to this.
const LONGEST_GRADIENT: f32 = 1.0;
/// Steps over which the rate grows to its size.
const WARM_UP: u64 = 200;
/// The share of the mean of weights that a step leaves.
const MEAN_SHARE: f32 = 0.998;

/// A training in progress.
pub struct Trainer<'l, L> {
    learner: &'l L,
    settings: TrainingSettings,
    step: u64,
    weights: Vec<f32>,
    mean: Vec<f32>,
    first_moments: Vec<f32>,
    second_moments: Vec<f32>,
    /// The samples in the order of the current pass, and the number of the pass.
    order: (u64, Vec<u32>),
}

impl<'l, L: Trainable> Trainer<'l, L> {
    /// A training that begins.
    pub fn new(learner: &'l L, settings: TrainingSettings) -> Trainer<'l, L> {
        let weights = learner.first_weights(settings.seed);
        Trainer {
            learner,
            settings,
            step: 0,
            mean: weights.clone(),
            first_moments: vec![0.0; weights.len()],
            second_moments: vec![0.0; weights.len()],
            weights,
            order: (u64::MAX, Vec::new()),
        }
    }

    /// Steps taken.
    pub fn step_count(&self) -> u64 {
        self.step
    }

    /// The mean of the weights over the last steps.
    pub fn mean_weights(&self) -> &[f32] {
        &self.mean
    }

    /// Takes a step and returns the mean loss of its samples.
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
        let decay = self.settings.decay;
        let decays_to = self.learner.decays_to();
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
            let weight = &mut self.weights[number];
            let step = (*first / first_bias) / ((*second / second_bias).sqrt() + TINY);
            let away = *weight - decays_to.map_or(0.0, |known| known[number]);
            *weight -= rate * (step + decay * away);
        }
        self.learner.restrain(&mut self.weights);
        for (mean, weight) in self.mean.iter_mut().zip(&self.weights) {
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

    /// The numbers of the samples of the current step.
    fn batch(&mut self) -> Vec<u32> {
        let batch = self.settings.batch.max(1).min(self.learner.samples());
        let per_pass = (self.learner.samples() / batch.max(1)).max(1) as u64;
        let pass = self.step / per_pass;
        if self.order.0 != pass {
            self.order = (
                pass,
                shuffled(self.learner.samples(), self.settings.seed, pass),
            );
        }
        let from = (self.step % per_pass) as usize * batch;
        self.order.1[from..from + batch].to_vec()
    }

    /// The sums of loss and gradient over these samples.
    fn gradient(&self, numbers: &[u32]) -> (f32, Vec<f32>) {
        let shards: Vec<&[u32]> = numbers
            .chunks(numbers.len().div_ceil(SHARDS).max(1))
            .collect();
        let mut sum = vec![0.0; self.weights.len()];
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
        let mut gradient = vec![0.0; self.weights.len()];
        let learner = self.learner;
        let loss = learner.add_gradient(&self.weights, numbers, &mut gradient);
        (loss, gradient)
    }
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
pub(crate) mod tests {
    use super::*;

    /// Learns three numbers by heart, which are noisy in the samples.
    pub(crate) struct ThreeNumbers(pub usize);

    const SOUGHT: [f32; 3] = [0.5, -1.0, 2.0];

    impl Trainable for ThreeNumbers {
        fn description(&self) -> String {
            "three numbers".to_owned()
        }

        fn first_weights(&self, seed: u64) -> Vec<f32> {
            vec![seed as f32; 3]
        }

        fn samples(&self) -> usize {
            self.0
        }

        fn add_gradient(&self, weights: &[f32], samples: &[u32], gradient: &mut [f32]) -> f32 {
            let mut loss = 0.0;
            for &sample in samples {
                let number = sample as usize % 3;
                let noise = if (sample / 3).is_multiple_of(2) {
                    0.1
                } else {
                    -0.1
                };
                let error = weights[number] - SOUGHT[number] - noise;
                gradient[number] += error;
                loss += error * error / 2.0;
            }
            loss
        }

        fn restrain(&self, weights: &mut [f32]) {
            weights
                .iter_mut()
                .for_each(|weight| *weight = weight.min(1.5));
        }
    }

    pub(crate) fn settings(threads: usize) -> TrainingSettings {
        TrainingSettings {
            steps: 1_200,
            batch: 32,
            rate: 0.02,
            decay: DECAY,
            seed: 1,
            threads,
        }
    }

    #[test]
    fn numbers_are_found_within_their_range_on_any_number_of_threads() {
        let learner = ThreeNumbers(600);
        let mut one = Trainer::new(&learner, settings(1));
        let mut three = Trainer::new(&learner, settings(3));
        for _ in 0..1_200 {
            assert_eq!(one.take_step(), three.take_step());
        }
        assert_eq!(one.mean_weights(), three.mean_weights());
        for (weight, sought) in one.mean_weights().iter().zip([0.5, -1.0, 1.5]) {
            assert!((weight - sought).abs() < 0.05, "{weight} for {sought}");
        }
    }

    /// Learns nothing: only decay moves its weight.
    struct Still(Option<[f32; 1]>);

    impl Trainable for Still {
        fn description(&self) -> String {
            "nothing".to_owned()
        }

        fn first_weights(&self, _seed: u64) -> Vec<f32> {
            vec![1.0]
        }

        fn decays_to(&self) -> Option<&[f32]> {
            self.0.as_ref().map(|known| &known[..])
        }

        fn samples(&self) -> usize {
            1
        }

        fn add_gradient(&self, _: &[f32], _: &[u32], _: &mut [f32]) -> f32 {
            0.0
        }
    }

    #[test]
    fn decay_leads_to_nothing_or_to_what_is_known() {
        let decayed = |known| {
            let learner = Still(known);
            let settings = TrainingSettings {
                decay: 5.0,
                ..settings(1)
            };
            let mut trainer = Trainer::new(&learner, settings);
            for _ in 0..settings.steps {
                trainer.take_step();
            }
            trainer.weights[0]
        };
        assert!(decayed(None).abs() < 1e-3);
        assert!((decayed(Some([3.0])) - 3.0).abs() < 1e-3);
    }

    #[test]
    fn every_pass_has_every_sample_once_in_an_order_of_its_own() {
        let passes = [0, 1].map(|pass| shuffled(50, 3, pass));
        assert_ne!(passes[0], passes[1]);
        for mut pass in passes {
            pass.sort_unstable();
            assert_eq!(pass, (0..50).collect::<Vec<_>>());
        }
    }
}
