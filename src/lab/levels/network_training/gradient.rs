//! The gradient of the network's loss: the way of [`Pass`] backwards.

use crate::strength::network::{
    BLOCKS, Block, CHANNELS, KEYS, Layout, MOVE_SCALE, NetworkInput, NetworkWeights, Padded, Pass,
    add_product, add_weight_gradient, convolve, logits, turned,
};

/// A position as the network is asked about it.
pub(crate) struct NetworkSample {
    pub input: NetworkInput,
    /// The pairs of squares of the moves to choose from.
    pub pairs: Vec<usize>,
    /// The number of the move that was made among them.
    pub played: usize,
}

/// Works out gradients under one set of weights.
pub(crate) struct Gradient<'w> {
    weights: &'w NetworkWeights,
    layout: Layout,
    /// The convolutions of each block turned round, the first and the second.
    turned: Vec<[Vec<f32>; 2]>,
    pass: Pass,
}

impl<'w> Gradient<'w> {
    pub fn new(weights: &'w NetworkWeights) -> Gradient<'w> {
        let layout = Layout::new();
        let turn = |range: std::ops::Range<usize>| {
            let mut back = vec![0.0; range.len()];
            turned(&weights.0[range], CHANNELS, CHANNELS, &mut back);
            back
        };
        let blocks = layout.blocks.iter();
        let turned = blocks.map(|block| [turn(block.first.clone()), turn(block.second.clone())]);
        Gradient {
            weights,
            turned: turned.collect(),
            layout,
            pass: Pass::new(),
        }
    }

    /// The loss of a sample: minus the logarithm of the probability of the move that was made.
    pub fn loss(&mut self, sample: &NetworkSample) -> f32 {
        let shares = self.shares(sample);
        -shares[sample.played].max(f32::MIN_POSITIVE).ln()
    }

    /// The probabilities of the moves of a sample.
    fn shares(&mut self, sample: &NetworkSample) -> Vec<f32> {
        self.pass.run(self.weights, &self.layout, &sample.input);
        let logits = logits(&self.pass, self.weights, &self.layout, &sample.pairs);
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let odds: Vec<f32> = logits.iter().map(|logit| (logit - most).exp()).collect();
        let sum: f32 = odds.iter().sum();
        odds.into_iter().map(|odds| odds / sum).collect()
    }

    /// Adds the gradient of a sample's loss to `gradient` and returns the loss.
    pub fn add(&mut self, sample: &NetworkSample, gradient: &mut [f32]) -> f32 {
        let mut slopes = self.shares(sample);
        let loss = -slopes[sample.played].max(f32::MIN_POSITIVE).ln();
        slopes[sample.played] -= 1.0;
        let mut back = self.through_heads(sample, &slopes, gradient);
        for number in (0..BLOCKS).rev() {
            back = self.through_block(number, &sample.input, back, gradient);
        }
        silence(&mut back, &self.pass.input);
        let layout = &self.layout;
        add_weight_gradient(
            &sample.input.planes,
            &back,
            &mut gradient[layout.input.clone()],
        );
        add_sum(&back, &mut gradient[layout.input_bias.clone()]);
        loss
    }

    /// The gradient of the last block's output.
    fn through_heads(
        &self,
        sample: &NetworkSample,
        slopes: &[f32],
        gradient: &mut [f32],
    ) -> Padded<CHANNELS> {
        let (layout, pass) = (&self.layout, &self.pass);
        let mut to_queries = vec![[0.0; KEYS]; 64];
        let mut to_keys = vec![[0.0; KEYS]; 64];
        for (&pair, &slope) in sample.pairs.iter().zip(slopes) {
            let (from, to) = (pair / 64, pair % 64);
            gradient[layout.pairs.start + pair] += slope;
            add_scaled(&mut to_queries[from], MOVE_SCALE * slope, &pass.keys[to]);
            add_scaled(&mut to_keys[to], MOVE_SCALE * slope, &pass.queries[from]);
        }
        let output = &pass.blocks[BLOCKS - 1].output;
        let mut back = Padded::zero();
        for (matrix, bias, rows) in [
            (&layout.query, &layout.query_bias, &to_queries),
            (&layout.key, &layout.key_bias, &to_keys),
        ] {
            for (square, row) in rows.iter().enumerate() {
                if row.iter().all(|&slope| slope == 0.0) {
                    continue;
                }
                add_scaled(&mut gradient[bias.clone()], 1.0, row);
                let weights = self.weights.0[matrix.clone()].chunks_exact(KEYS);
                let slopes = gradient[matrix.clone()].chunks_exact_mut(KEYS);
                let channels = output.at(square).iter().zip(back.at_mut(square));
                for (((input, back), weights), slopes) in channels.zip(weights).zip(slopes) {
                    *back += dot(weights, row);
                    add_scaled(slopes, *input, row);
                }
            }
        }
        back
    }

    /// From the gradient of a block's output to that of its input.
    fn through_block(
        &self,
        number: usize,
        input: &NetworkInput,
        mut back: Padded<CHANNELS>,
        gradient: &mut [f32],
    ) -> Padded<CHANNELS> {
        let (block, pass) = (&self.layout.blocks[number], &self.pass.blocks[number]);
        let [first_turned, second_turned] = &self.turned[number];
        silence(&mut back, &pass.output);
        add_weight_gradient(&pass.mixed, &back, &mut gradient[block.second.clone()]);
        add_sum(&back, &mut gradient[block.second_bias.clone()]);
        let mut inner = Padded::zero();
        convolve(&back, second_turned, &[0.0; CHANNELS], &mut inner);
        self.through_means(block, &pass.means, &mut inner, gradient);
        silence(&mut inner, &pass.active);
        self.through_rating(block, input, &pass.first, &mut inner, gradient);
        let before = self.pass.before(number);
        add_weight_gradient(before, &inner, &mut gradient[block.first.clone()]);
        add_sum(&inner, &mut gradient[block.first_bias.clone()]);
        let mut through = Padded::zero();
        convolve(&inner, first_turned, &[0.0; CHANNELS], &mut through);
        for square in 0..64 {
            add_scaled(back.at_mut(square), 1.0, through.at(square));
        }
        back
    }

    /// Adds what goes back through the means of the channels.
    fn through_means(
        &self,
        block: &Block,
        means: &[f32; CHANNELS],
        inner: &mut Padded<CHANNELS>,
        gradient: &mut [f32],
    ) {
        let mut sums = [0.0; CHANNELS];
        add_sum(inner, &mut sums);
        let weights = self.weights.0[block.mean.clone()].chunks_exact(CHANNELS);
        let slopes = gradient[block.mean.clone()].chunks_exact_mut(CHANNELS);
        let mut to_means = [0.0; CHANNELS];
        for (((to_mean, mean), weights), slopes) in
            to_means.iter_mut().zip(means).zip(weights).zip(slopes)
        {
            *to_mean = dot(weights, &sums) / 64.0;
            add_scaled(slopes, *mean, &sums);
        }
        for square in 0..64 {
            add_scaled(inner.at_mut(square), 1.0, &to_means);
        }
    }

    /// Goes back through the scale and shift that the rating makes.
    fn through_rating(
        &self,
        block: &Block,
        input: &NetworkInput,
        first: &Padded<CHANNELS>,
        inner: &mut Padded<CHANNELS>,
        gradient: &mut [f32],
    ) {
        let mut scale = [1.0; CHANNELS];
        add_product(
            &mut scale,
            &input.rating,
            &self.weights.0[block.scale.clone()],
        );
        let mut to_scale = [0.0; CHANNELS];
        let mut to_shift = [0.0; CHANNELS];
        for square in 0..64 {
            let slopes = inner.at_mut(square);
            for (channel, slope) in slopes.iter_mut().enumerate() {
                to_scale[channel] += *slope * first.at(square)[channel];
                to_shift[channel] += *slope;
                *slope *= scale[channel];
            }
        }
        for (number, &rating) in input.rating.iter().enumerate() {
            let line = number * CHANNELS..(number + 1) * CHANNELS;
            add_scaled(
                &mut gradient[block.scale.clone()][line.clone()],
                rating,
                &to_scale,
            );
            add_scaled(&mut gradient[block.shift.clone()][line], rating, &to_shift);
        }
    }
}

/// Nothing goes back where nothing came out.
fn silence(back: &mut Padded<CHANNELS>, output: &Padded<CHANNELS>) {
    for square in 0..64 {
        for (slope, output) in back.at_mut(square).iter_mut().zip(output.at(square)) {
            if *output <= 0.0 {
                *slope = 0.0;
            }
        }
    }
}

fn add_sum(board: &Padded<CHANNELS>, sums: &mut [f32]) {
    for square in 0..64 {
        add_scaled(sums, 1.0, board.at(square));
    }
}

fn add_scaled(sums: &mut [f32], factor: f32, values: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += factor * value;
    }
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::lab::levels::network_training::learner::first_weights;
    use crate::lab::levels::network_training::moves::sample_of;

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position: Position = fen.parse().unwrap();
        let played = position.parse_move("e1g1").unwrap();
        let last = Some("b5b4".parse().unwrap());
        let sample = sample_of(&position, last, played, 1_900, Some(1_700));
        let mut weights = NetworkWeights(first_weights(3));
        // Tensors that begin at zero get numbers too, so that something flows through them.
        for (number, weight) in weights.0.iter_mut().enumerate() {
            *weight += 0.02 * ((number as f32) * 1.7).sin();
        }
        let mut gradient = vec![0.0; NetworkWeights::COUNT];
        Gradient::new(&weights).add(&sample, &mut gradient);
        let layout = Layout::new();
        let block = &layout.blocks[2];
        let tensors = [
            &layout.input,
            &layout.input_bias,
            &block.first,
            &block.first_bias,
            &block.scale,
            &block.shift,
            &block.mean,
            &block.second,
            &block.second_bias,
            &layout.query,
            &layout.query_bias,
            &layout.key,
            &layout.key_bias,
        ];
        for (name, tensor) in tensors.into_iter().enumerate() {
            // The direction of the gradient itself shows the slope best.
            let norm: f32 = gradient[tensor.clone()]
                .iter()
                .map(|slope| slope * slope)
                .sum();
            let norm = norm.sqrt();
            assert!(norm > 1e-4, "tensor {name} has no gradient");
            let at = |offset: f32| {
                let mut moved = weights.clone();
                for index in tensor.clone() {
                    moved.0[index] += offset * gradient[index] / norm;
                }
                Gradient::new(&moved).loss(&sample)
            };
            let step = 2e-3;
            let found = (at(step) - at(-step)) / (2.0 * step);
            assert!(
                (found - norm).abs() < 0.03 * norm + 2e-3,
                "tensor {name}: {found} {norm}"
            );
        }
        let pair = layout.pairs.start + sample.pairs[sample.played];
        assert!(gradient[pair] < 0.0);
    }
}
