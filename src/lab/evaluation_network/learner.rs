//! The evaluation's network as something to learn: forwards and backwards in floating point.
//!
//! It is learnt twice. The teacher corrects the classical evaluation, which takes few positions; the network
//! itself stands alone and learns from the same games and, in far more positions, what the teacher says
//! (knowledge distillation, Hinton, Vinyals and Dean 2015). One that there is already can be improved: it begins
//! with its weights, and what it said before of those far more positions keeps it from forgetting (learning
//! without forgetting, Li and Hoiem 2016).
//!
//! The target of a position of a game lies between its search's score and the result, both as expected
//! points; the loss is the cross-entropy.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::samples::{PositionFeatures, TrainingPosition};
use crate::checksum::Fnv64;
use crate::evaluation::network::features::{FEATURES, output_of};
use crate::evaluation::network::{OUTPUT_CP, WeightRows};
use crate::lab::descent::Trainable;
use crate::lab::tuning::evaluation::objective::{cross_entropy, fit_scale, logistic};

/// The share of the result in the target of a position with [`FEW_MEN`] or fewer; the rest is the score's.
/// With more men it falls as the square of how many are missing from [`MANY_MEN`]. By the log-loss of held
/// positions better than .4 in proportion; docs/lab-notes/network.md has the others.
const RESULT_SHARE: f64 = 0.7;
const MANY_MEN: f64 = 24.0;
const FEW_MEN: f64 = 8.0;

/// Where a teacher speaks, both values count on a flatter scale, on which it still matters by how much a
/// won game is won. Untested guess.
const TAUGHT_SCALE: f64 = 0.6;

/// Weights at the beginning lie within this.
const FIRST_FEATURE: f32 = 0.15;
const FIRST_BIAS: f32 = 0.2;
const FIRST_OUTPUT: f32 = 0.05;

/// What the network's output is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The evaluation before: the network corrects it.
    Before,
    /// Nothing: the network stands alone.
    Nothing,
}

/// Positions that a network with `N` hidden numbers for each side learns from.
pub struct NetworkLearner<const N: usize> {
    samples: Vec<TrainingPosition>,
    base: Base,
    /// Logits to a centipawn of the evaluation and of the score.
    scales: [f64; 2],
    /// The weights that a training begins with, in the place of random ones.
    begins_with: Option<Vec<f32>>,
}

/// What going forwards through the network leaves for the way back.
struct Pass<const N: usize> {
    features: PositionFeatures,
    output: usize,
    /// The hidden layers, that of the side to move first, clipped but not squared.
    clipped: [[f32; N]; 2],
    /// The output, in [`OUTPUT_CP`] centipawns.
    value: f32,
}

impl<const N: usize> NetworkLearner<N> {
    /// A learner of these positions. A centipawn is worth what it is in the evaluation before, by the
    /// results of the positions that have one.
    pub fn new(samples: Vec<TrainingPosition>, base: Base) -> NetworkLearner<N> {
        let scale = |cp: fn(&TrainingPosition) -> i16| {
            let known = samples.iter().filter_map(|it| Some((cp(it), it.points()?)));
            fit_scale(
                &known
                    .map(|(cp, points)| (cp.into(), points))
                    .collect::<Vec<_>>(),
            )
        };
        NetworkLearner {
            scales: [scale(|it| it.before_cp), scale(|it| it.score_cp)],
            samples,
            base,
            begins_with: None,
        }
    }

    /// The same, which begins with these weights, where there are any, in the place of random ones.
    pub fn beginning_with(self, begins_with: Option<Vec<f32>>) -> NetworkLearner<N> {
        NetworkLearner {
            begins_with,
            ..self
        }
    }

    /// How many centipawns of the evaluation make the odds e times as good.
    pub fn cp_to_e(&self) -> f64 {
        1.0 / self.scales[0]
    }

    /// The value of a position in centipawns for the side to move.
    pub fn value_cp(&self, weights: &[f32], sample: &TrainingPosition) -> f32 {
        self.base.value_cp::<N>(weights, sample)
    }

    /// The positions to learn from.
    pub fn into_samples(self) -> Vec<TrainingPosition> {
        self.samples
    }

    /// What is to be learnt of a position: logits to a centipawn of the network's value, and the expected
    /// points.
    fn target(&self, sample: &TrainingPosition) -> (f64, f64) {
        let [value_scale, score_scale] = self.scales;
        let score_cp = f64::from(sample.score_cp);
        match sample.points() {
            Some(points) => {
                let expected = logistic(score_cp * score_scale);
                let share = result_share(sample.men());
                let target = share * points + (1.0 - share) * expected;
                (value_scale, target)
            }
            None => {
                let scale = TAUGHT_SCALE * value_scale;
                (scale, logistic(score_cp * scale))
            }
        }
    }
}

/// The share of the result in the target of a position with so many men.
fn result_share(men: u32) -> f64 {
    let missing = (MANY_MEN - f64::from(men)) / (MANY_MEN - FEW_MEN);
    RESULT_SHARE * missing.clamp(0.0, 1.0).powi(2)
}

/// The row of weights that begins here.
#[inline]
fn row<const N: usize>(weights: &[f32], start: usize) -> &[f32; N] {
    weights[start..]
        .first_chunk()
        .unwrap_or(const { &[0.0; N] })
}

#[inline]
fn output_row<const N: usize>(output: usize, side: usize) -> usize {
    WeightRows::<N>::OUTPUT + (2 * output + side) * N
}

fn forward<const N: usize>(weights: &[f32], sample: &TrainingPosition) -> Pass<N> {
    let features = sample.features();
    let output = output_of(sample.men());
    let mut value = weights[WeightRows::<N>::OUTPUT_BIAS + output];
    let mut clipped = [[0.0; N]; 2];
    for (side, (hidden, features)) in clipped.iter_mut().zip(&features.sides).enumerate() {
        *hidden = *row(weights, WeightRows::<N>::BIAS);
        for &feature in features.iter().take(sample.men() as usize) {
            let row: &[f32; N] = row(weights, usize::from(feature) * N);
            for (sum, weight) in hidden.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        let outputs: &[f32; N] = row(weights, output_row::<N>(output, side));
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

impl Base {
    /// The value of a position in centipawns for the side to move.
    pub fn value_cp<const N: usize>(self, weights: &[f32], sample: &TrainingPosition) -> f32 {
        self.with_output(sample, forward::<N>(weights, sample).value)
    }

    fn with_output(self, sample: &TrainingPosition, output: f32) -> f32 {
        let base = match self {
            Base::Before => f32::from(sample.before_cp),
            Base::Nothing => 0.0,
        };
        base + sample.share() * OUTPUT_CP * output
    }
}

/// Adds the slopes of a loss whose slope by the network's output is `slope`.
fn backward<const N: usize>(weights: &[f32], pass: &Pass<N>, slope: f32, gradient: &mut [f32]) {
    gradient[WeightRows::<N>::OUTPUT_BIAS + pass.output] += slope;
    for (side, clipped) in pass.clipped.iter().enumerate() {
        let start = output_row::<N>(pass.output, side);
        let outputs: &[f32; N] = row(weights, start);
        let mut slopes = [0.0; N];
        let to_outputs = &mut gradient[start..start + N];
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
        let rows = features.iter().map(|&feature| usize::from(feature) * N);
        for start in rows.chain([WeightRows::<N>::BIAS]) {
            let to_row = &mut gradient[start..start + N];
            for (to_weight, slope) in to_row.iter_mut().zip(&slopes) {
                *to_weight += slope;
            }
        }
    }
}

impl<const N: usize> Trainable for NetworkLearner<N> {
    fn description(&self) -> String {
        let [value, score] = self.scales.map(|scale| 1.0 / scale);
        let begins_with = match &self.begins_with {
            None => "chance".to_owned(),
            Some(weights) => {
                let bytes: Vec<u8> = weights.iter().flat_map(|it| it.to_le_bytes()).collect();
                format!("{:016x}", Fnv64::of(&bytes))
            }
        };
        format!(
            "{N} hidden numbers, {} positions, {value:.2} and {score:.2} cp to e times the odds, added to {:?}, \
             beginning with {begins_with}",
            self.samples.len(),
            self.base
        )
    }

    /// The weights given, or else small random ones; the outputs are so small that nothing is corrected at
    /// first.
    fn first_weights(&self, seed: u64) -> Vec<f32> {
        if let Some(weights) = &self.begins_with {
            return weights.clone();
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut weights = vec![0.0; WeightRows::<N>::COUNT];
        let mut fill = |range: std::ops::Range<usize>, middle: f32, size: f32| {
            for weight in &mut weights[range] {
                let uniform = random.next_u32() as f32 / u32::MAX as f32;
                *weight = middle + size * (2.0 * uniform - 1.0);
            }
        };
        fill(0..FEATURES * N, 0.0, FIRST_FEATURE);
        fill(
            WeightRows::<N>::BIAS..WeightRows::<N>::OUTPUT,
            FIRST_BIAS,
            FIRST_BIAS,
        );
        fill(
            WeightRows::<N>::OUTPUT..WeightRows::<N>::OUTPUT_BIAS,
            0.0,
            FIRST_OUTPUT,
        );
        weights
    }

    fn decays_to(&self) -> Option<&[f32]> {
        self.begins_with.as_deref()
    }

    fn samples(&self) -> usize {
        self.samples.len()
    }

    fn add_gradient(&self, weights: &[f32], samples: &[u32], gradient: &mut [f32]) -> f32 {
        let mut loss = 0.0;
        for &number in samples {
            let sample = &self.samples[number as usize];
            let pass = forward::<N>(weights, sample);
            let (scale, target) = self.target(sample);
            let logit = f64::from(self.base.with_output(sample, pass.value)) * scale;
            let part = f64::from(sample.share() * OUTPUT_CP);
            let slope = (logistic(logit) - target) * scale * part;
            backward(weights, &pass, slope as f32, gradient);
            loss += cross_entropy(logit, target) as f32;
        }
        loss
    }

    fn restrain(&self, weights: &mut [f32]) {
        let (hidden, outputs) = weights.split_at_mut(WeightRows::<N>::OUTPUT);
        for (weights, most) in [
            (hidden, WeightRows::<N>::HIDDEN_MOST),
            (
                &mut outputs[..WeightRows::<N>::OUTPUT_BIAS - WeightRows::<N>::OUTPUT],
                WeightRows::<N>::OUTPUT_MOST,
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
    use super::super::samples::NO_RESULT;
    use super::super::samples::tests::sample;
    use super::*;
    use crate::board::Position;
    use crate::evaluation::network::{HIDDEN, Network, NetworkState};
    use crate::lab::descent::{DECAY, Trainer, TrainingSettings};

    const FENS: [&str; 4] = [
        "r3k3/1pp5/3n4/8/4P3/5N2/6PP/6KR w - - 0 1",
        "r3k3/1pp5/3n4/8/4P3/5N2/6PP/6KR b - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/pp3p2/8/3r4/8/4B3/PP3P2/4K2R b - - 0 1",
    ];

    /// Of the last position a teacher speaks.
    fn learner(base: Base) -> NetworkLearner<HIDDEN> {
        let samples = FENS.iter().zip([(300, 2), (-150, 0), (20, 1), (200, 2)]);
        let samples = samples.map(|(fen, (score, points))| sample(fen, score, points).unwrap());
        let mut samples: Vec<TrainingPosition> = samples.collect();
        samples[3].half_points = NO_RESULT;
        NetworkLearner {
            samples,
            base,
            scales: [0.005; 2],
            begins_with: None,
        }
    }

    #[test]
    fn a_result_counts_the_more_the_fewer_men_are_left() {
        let shares = [32, 24, 16, 8, 2].map(result_share);
        assert_eq!(shares, [0.0, 0.0, 0.7 / 4.0, 0.7, 0.7]);
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        slopes_are_those_of(&learner(Base::Before));
        slopes_are_those_of(&learner(Base::Nothing));
    }

    fn slopes_are_those_of(learner: &NetworkLearner<HIDDEN>) {
        let mut weights = learner.first_weights(3);
        weights[WeightRows::<HIDDEN>::OUTPUT..]
            .iter_mut()
            .for_each(|it| *it *= 10.0);
        let all = [0, 1, 2, 3];
        let mut gradient = vec![0.0; WeightRows::<HIDDEN>::COUNT];
        learner.add_gradient(&weights, &all, &mut gradient);
        let mut loss = |number: usize, change: f32| {
            let kept = weights[number];
            weights[number] = kept + change;
            let mut unused = vec![0.0; WeightRows::<HIDDEN>::COUNT];
            let losses = all.map(|it| learner.add_gradient(&weights, &[it], &mut unused));
            weights[number] = kept;
            losses.iter().map(|&loss| f64::from(loss)).sum::<f64>()
        };
        let mut steep: Vec<usize> = (0..WeightRows::<HIDDEN>::COUNT).collect();
        steep.sort_by(|&a, &b| gradient[b].abs().total_cmp(&gradient[a].abs()));
        let outputs = steep
            .iter()
            .filter(|&&it| it >= WeightRows::<HIDDEN>::OUTPUT)
            .take(8);
        let hidden = steep
            .iter()
            .filter(|&&it| it < WeightRows::<HIDDEN>::OUTPUT)
            .take(8);
        for &number in outputs.chain(hidden) {
            let step = 0.001;
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
        let learner = learner(Base::Nothing);
        let settings = TrainingSettings {
            steps: 300,
            batch: 4,
            rate: 0.01,
            decay: DECAY,
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
            let (scale, target) = learner.target(sample);
            let expected = logistic(f64::from(learner.value_cp(weights, sample)) * scale);
            assert!((expected - target).abs() < 0.04, "{expected} for {target}");
            let position: Position = fen.parse().unwrap();
            let white_cp = NetworkState::new(network).white_cp(&position).unwrap() as f32;
            let own_cp = if fen.contains(" b ") {
                -white_cp
            } else {
                white_cp
            };
            let exact_cp = forward::<HIDDEN>(weights, sample).value * OUTPUT_CP;
            // Every weight of the output may be wrong by half a step.
            let rounding_cp = OUTPUT_CP / 128.0 * (2.0 * HIDDEN as f32).sqrt() / 4.0;
            assert!(
                (own_cp - exact_cp).abs() < rounding_cp + 0.05 * exact_cp.abs(),
                "{own_cp} for {exact_cp}"
            );
        }
    }
}
