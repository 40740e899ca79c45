//! The evaluation's network as something to learn: forwards and backwards in floating point.
//!
//! The target of a position lies between its search's score and the result of its game, both as expected
//! points; the loss is the cross-entropy of the corrected evaluation.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::samples::{PositionFeatures, TrainingPosition};
use crate::evaluation::network::features::{FEATURES, output_of};
use crate::evaluation::network::{HIDDEN, OUTPUT_CP, WeightRows};
use crate::lab::descent::Trainable;
use crate::lab::tuning::evaluation::objective::{cross_entropy, fit_scale, logistic};

/// The share of the result in the target; the rest is the score's.
pub const RESULT_SHARE: f64 = 0.3;

/// Weights at the beginning lie within this.
const FIRST_FEATURE: f32 = 0.15;
const FIRST_BIAS: f32 = 0.2;
const FIRST_OUTPUT: f32 = 0.05;

/// Positions to learn from.
pub struct NetworkLearner {
    samples: Vec<TrainingPosition>,
    /// Logits to a centipawn of the evaluation and of the score.
    scales: [f64; 2],
}

type Hidden = [f32; HIDDEN];

/// What going forwards through the network leaves for the way back.
struct Pass {
    features: PositionFeatures,
    output: usize,
    /// The hidden layers, that of the side to move first, clipped but not squared.
    clipped: [Hidden; 2],
    /// The output, in [`OUTPUT_CP`] centipawns.
    value: f32,
}

impl NetworkLearner {
    /// A learner of these positions; what a centipawn is worth is fitted to their results.
    pub fn new(samples: Vec<TrainingPosition>) -> NetworkLearner {
        let scale = |cp: fn(&TrainingPosition) -> i16| {
            let points = samples.iter().map(|it| (f64::from(cp(it)), it.points()));
            fit_scale(&points.collect::<Vec<_>>())
        };
        NetworkLearner {
            scales: [scale(|it| it.classical_cp), scale(|it| it.score_cp)],
            samples,
        }
    }

    /// How many centipawns of the evaluation make the odds e times as good.
    pub fn cp_to_e(&self) -> f64 {
        1.0 / self.scales[0]
    }

    fn target(&self, sample: &TrainingPosition) -> f64 {
        let expected = logistic(f64::from(sample.score_cp) * self.scales[1]);
        RESULT_SHARE * sample.points() + (1.0 - RESULT_SHARE) * expected
    }
}

/// The row of weights that begins here.
#[inline]
fn row(weights: &[f32], start: usize) -> &Hidden {
    const NONE: &Hidden = &[0.0; HIDDEN];
    weights[start..].first_chunk().unwrap_or(NONE)
}

#[inline]
fn output_row(output: usize, side: usize) -> usize {
    WeightRows::OUTPUT + (2 * output + side) * HIDDEN
}

fn forward(weights: &[f32], sample: &TrainingPosition) -> Pass {
    let features = sample.features();
    let output = output_of(sample.men());
    let mut value = weights[WeightRows::OUTPUT_BIAS + output];
    let mut clipped = [[0.0; HIDDEN]; 2];
    for (side, (hidden, features)) in clipped.iter_mut().zip(&features.sides).enumerate() {
        *hidden = *row(weights, WeightRows::BIAS);
        for &feature in features.iter().take(sample.men() as usize) {
            let row = row(weights, usize::from(feature) * HIDDEN);
            for (sum, weight) in hidden.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        let outputs = row(weights, output_row(output, side));
        let mut sums = [0.0; 8];
        for (chunk, weights) in hidden.chunks_exact_mut(8).zip(outputs.chunks_exact(8)) {
            for ((hidden, weight), sum) in chunk.iter_mut().zip(weights).zip(&mut sums) {
                *hidden = hidden.clamp(0.0, 1.0);
                *sum += *hidden * *hidden * weight;
            }
        }
        value += sums.iter().sum::<f32>();
    }
    Pass {
        features,
        output,
        clipped,
        value,
    }
}

/// The value of a position in centipawns for the side to move, corrected by a network.
pub fn corrected_cp(weights: &[f32], sample: &TrainingPosition) -> f32 {
    f32::from(sample.classical_cp) + sample.share() * OUTPUT_CP * forward(weights, sample).value
}

/// Adds the slopes of a loss whose slope by the network's output is `slope`.
fn backward(weights: &[f32], pass: &Pass, slope: f32, gradient: &mut [f32]) {
    gradient[WeightRows::OUTPUT_BIAS + pass.output] += slope;
    for (side, clipped) in pass.clipped.iter().enumerate() {
        let start = output_row(pass.output, side);
        let outputs = row(weights, start);
        let mut slopes = [0.0; HIDDEN];
        let to_outputs = &mut gradient[start..start + HIDDEN];
        for (((hidden, weight), to_output), to_hidden) in
            clipped.iter().zip(outputs).zip(to_outputs).zip(&mut slopes)
        {
            *to_output += slope * hidden * hidden;
            let is_free = *hidden > 0.0 && *hidden < 1.0;
            *to_hidden = if is_free {
                2.0 * slope * weight * hidden
            } else {
                0.0
            };
        }
        let features = &pass.features.sides[side][..pass.features.men];
        let rows = features
            .iter()
            .map(|&feature| usize::from(feature) * HIDDEN);
        for start in rows.chain([WeightRows::BIAS]) {
            let to_row = &mut gradient[start..start + HIDDEN];
            for (to_weight, slope) in to_row.iter_mut().zip(&slopes) {
                *to_weight += slope;
            }
        }
    }
}

impl Trainable for NetworkLearner {
    fn description(&self) -> String {
        let [value, score] = self.scales.map(|scale| 1.0 / scale);
        format!(
            "{} positions, {value:.2} and {score:.2} cp to e times the odds",
            self.samples.len()
        )
    }

    /// Small random weights; the outputs are so small that nothing is corrected at first.
    fn first_weights(&self, seed: u64) -> Vec<f32> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut weights = vec![0.0; WeightRows::COUNT];
        let mut fill = |range: std::ops::Range<usize>, middle: f32, size: f32| {
            for weight in &mut weights[range] {
                let uniform = random.next_u32() as f32 / u32::MAX as f32;
                *weight = middle + size * (2.0 * uniform - 1.0);
            }
        };
        fill(0..FEATURES * HIDDEN, 0.0, FIRST_FEATURE);
        fill(WeightRows::BIAS..WeightRows::OUTPUT, FIRST_BIAS, FIRST_BIAS);
        fill(
            WeightRows::OUTPUT..WeightRows::OUTPUT_BIAS,
            0.0,
            FIRST_OUTPUT,
        );
        weights
    }

    fn samples(&self) -> usize {
        self.samples.len()
    }

    fn add_gradient(&self, weights: &[f32], samples: &[u32], gradient: &mut [f32]) -> f32 {
        let mut loss = 0.0;
        for &number in samples {
            let sample = &self.samples[number as usize];
            let pass = forward(weights, sample);
            let part = sample.share() * OUTPUT_CP;
            let value_cp = f64::from(f32::from(sample.classical_cp) + part * pass.value);
            let logit = value_cp * self.scales[0];
            let target = self.target(sample);
            let slope = (logistic(logit) - target) * self.scales[0] * f64::from(part);
            backward(weights, &pass, slope as f32, gradient);
            loss += cross_entropy(logit, target) as f32;
        }
        loss
    }

    fn restrain(&self, weights: &mut [f32]) {
        let (hidden, outputs) = weights.split_at_mut(WeightRows::OUTPUT);
        for (weights, most) in [
            (hidden, WeightRows::HIDDEN_MOST),
            (
                &mut outputs[..WeightRows::OUTPUT_BIAS - WeightRows::OUTPUT],
                WeightRows::OUTPUT_MOST,
            ),
        ] {
            for weight in weights {
                *weight = weight.clamp(-most, most);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::tests::sample;
    use super::*;
    use crate::board::Position;
    use crate::evaluation::network::{Network, NetworkState};
    use crate::lab::descent::{Trainer, TrainingSettings};

    const FENS: [&str; 4] = [
        "r3k3/1pp5/3n4/8/4P3/5N2/6PP/6KR w - - 0 1",
        "r3k3/1pp5/3n4/8/4P3/5N2/6PP/6KR b - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/pp3p2/8/3r4/8/4B3/PP3P2/4K2R b - - 0 1",
    ];

    fn learner() -> NetworkLearner {
        let samples = FENS.iter().zip([(300, 2), (-150, 0), (20, 1), (200, 2)]);
        let samples = samples.map(|(fen, (score, points))| sample(fen, score, points).unwrap());
        NetworkLearner {
            samples: samples.collect(),
            scales: [0.005; 2],
        }
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        let learner = learner();
        let mut weights = learner.first_weights(3);
        weights[WeightRows::OUTPUT..]
            .iter_mut()
            .for_each(|it| *it *= 10.0);
        let all = [0, 1, 2, 3];
        let mut gradient = vec![0.0; WeightRows::COUNT];
        learner.add_gradient(&weights, &all, &mut gradient);
        let mut loss = |number: usize, change: f32| {
            let kept = weights[number];
            weights[number] = kept + change;
            let mut unused = vec![0.0; WeightRows::COUNT];
            let losses = all.map(|it| learner.add_gradient(&weights, &[it], &mut unused));
            weights[number] = kept;
            losses.iter().map(|&loss| f64::from(loss)).sum::<f64>()
        };
        let mut steep: Vec<usize> = (0..WeightRows::COUNT).collect();
        steep.sort_by(|&a, &b| gradient[b].abs().total_cmp(&gradient[a].abs()));
        let outputs = steep.iter().filter(|&&it| it >= WeightRows::OUTPUT).take(8);
        let hidden = steep.iter().filter(|&&it| it < WeightRows::OUTPUT).take(8);
        for &number in outputs.chain(hidden) {
            let step = 0.004;
            let slope = (loss(number, step) - loss(number, -step)) / f64::from(2.0 * step);
            let known = f64::from(gradient[number]);
            assert!(
                (slope - known).abs() < 0.03 * known.abs() + 1e-3,
                "{slope} {known}"
            );
        }
    }

    #[test]
    fn scores_are_learnt_by_heart_and_survive_rounding() {
        let learner = learner();
        let settings = TrainingSettings {
            steps: 300,
            batch: 4,
            rate: 0.01,
            seed: 2,
            threads: 1,
        };
        let mut trainer = Trainer::new(&learner, settings);
        for _ in 0..300 {
            trainer.take_step();
        }
        let weights = trainer.mean_weights();
        let network: &'static Network = Box::leak(Box::new(Network::rounded(weights)));
        for (sample, fen) in learner.samples.iter().zip(FENS) {
            let expected = logistic(f64::from(corrected_cp(weights, sample)) * 0.005);
            let target = learner.target(sample);
            assert!((expected - target).abs() < 0.04, "{expected} for {target}");
            let position: Position = fen.parse().unwrap();
            let white_cp = NetworkState::new(network).white_cp(&position) as f32;
            let own_cp = if fen.contains(" b ") {
                -white_cp
            } else {
                white_cp
            };
            let exact_cp = forward(weights, sample).value * OUTPUT_CP;
            assert!(
                (own_cp - exact_cp).abs() < 4.0 + 0.05 * exact_cp.abs(),
                "{own_cp} for {exact_cp}"
            );
        }
    }
}
