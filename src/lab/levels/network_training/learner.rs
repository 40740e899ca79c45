//! The policy network as something to learn: its samples are moves of people.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::gradient::Gradient;
use super::moves::HumanMove;
use crate::lab::descent::Trainable;
use crate::strength::network::{BLOCKS, CHANNELS, Layout, NetworkWeights, PLANES};

/// Moves to learn from.
pub struct PolicyLearner(pub Vec<HumanMove>);

impl Trainable for PolicyLearner {
    fn description(&self) -> String {
        format!("{} moves", self.0.len())
    }

    fn first_weights(&self, seed: u64) -> Vec<f32> {
        first_weights(seed)
    }

    fn samples(&self) -> usize {
        self.0.len()
    }

    fn add_gradient(&self, weights: &[f32], samples: &[u32], gradient: &mut [f32]) -> f32 {
        let weights = NetworkWeights(weights.to_vec());
        let mut through = Gradient::new(&weights);
        let samples = samples
            .iter()
            .map(|&number| self.0[number as usize].sample());
        samples.map(|sample| through.add(&sample, gradient)).sum()
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
pub(crate) fn first_weights(seed: u64) -> Vec<f32> {
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
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::descent::{DECAY, Trainer, TrainingSettings};
    use crate::lab::levels::network_training::moves::read_moves;

    #[test]
    fn a_few_moves_are_learnt_by_heart() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.csv");
        let game = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6";
        std::fs::write(
            &path,
            format!("id,white_elo,black_elo,moves\n1,1500,1600,{game}\n"),
        )
        .unwrap();
        let learner = PolicyLearner(read_moves(&path).unwrap().learnt);
        assert_eq!(learner.samples(), 8);
        let settings = TrainingSettings {
            steps: 60,
            batch: 8,
            rate: 0.02,
            decay: DECAY,
            seed: 5,
            threads: 2,
        };
        let mut trainer = Trainer::new(&learner, settings);
        let first = trainer.take_step();
        assert!((2.5..5.0).contains(&first), "{first}");
        let mut last = first;
        for _ in 0..59 {
            last = trainer.take_step();
        }
        assert!(last < 1.0, "{last}");
        let mean = NetworkWeights(trainer.mean_weights().to_vec());
        let mean = mean_loss(&mean, &learner.0);
        assert!(mean < 1.5, "{mean}");
    }
}
