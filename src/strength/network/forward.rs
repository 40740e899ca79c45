//! The network forwards: from what it sees to the logits of moves.
//!
//! Everything on the way is kept, because training goes back through it.

use super::NetworkWeights;
use super::convolution::{Padded, add_multiple, convolve, lines};
use super::layout::{BLOCKS, Block, CHANNELS, KEYS, Layout, MOVE_SCALE, PLANES, RATING_INPUTS};
use super::planes::planes;
use crate::board::Position;
use crate::strength::LastMove;

/// What the network is given.
pub(crate) struct NetworkInput {
    pub planes: Padded<PLANES>,
    pub rating: [f32; RATING_INPUTS],
}

impl NetworkInput {
    pub fn new(
        position: &Position,
        last: Option<LastMove>,
        rating: [f32; RATING_INPUTS],
    ) -> NetworkInput {
        NetworkInput {
            planes: planes(position, last),
            rating,
        }
    }
}

/// What a residual block computes.
pub(crate) struct BlockPass {
    /// The first convolution.
    pub first: Padded<CHANNELS>,
    /// Scaled and shifted by the rating, without what is below zero.
    pub active: Padded<CHANNELS>,
    /// The means of `active` over the board.
    pub means: [f32; CHANNELS],
    /// `active` with what the means add: what the second convolution is given.
    pub mixed: Padded<CHANNELS>,
    /// The block's result.
    pub output: Padded<CHANNELS>,
}

/// A pass of one position through the network.
pub(crate) struct Pass {
    pub input: Padded<CHANNELS>,
    pub blocks: [BlockPass; BLOCKS],
    pub queries: Vec<[f32; KEYS]>,
    pub keys: Vec<[f32; KEYS]>,
}

impl Pass {
    /// Memory for passes.
    pub fn new() -> Pass {
        Pass {
            input: Padded::zero(),
            blocks: std::array::from_fn(|_| BlockPass {
                first: Padded::zero(),
                active: Padded::zero(),
                means: [0.0; CHANNELS],
                mixed: Padded::zero(),
                output: Padded::zero(),
            }),
            queries: vec![[0.0; KEYS]; 64],
            keys: vec![[0.0; KEYS]; 64],
        }
    }

    /// What the residual block of this number is given.
    pub fn before(&self, block: usize) -> &Padded<CHANNELS> {
        match block.checked_sub(1) {
            Some(last) => &self.blocks[last].output,
            None => &self.input,
        }
    }

    /// Passes a position through the network.
    pub fn run(&mut self, weights: &NetworkWeights, layout: &Layout, input: &NetworkInput) {
        let weights = &weights.0;
        let bias = line(&weights[layout.input_bias.clone()]);
        convolve(
            &input.planes,
            &weights[layout.input.clone()],
            &bias,
            &mut self.input,
        );
        for square in 0..64 {
            rectify(self.input.at_mut(square));
        }
        for (number, block) in layout.blocks.iter().enumerate() {
            let (before, rest) = self.blocks.split_at_mut(number);
            let before = before.last().map_or(&self.input, |pass| &pass.output);
            rest[0].run(weights, block, before, &input.rating);
        }
        let last = &self.blocks[BLOCKS - 1].output;
        let head = |matrix: &[f32], bias: &[f32], rows: &mut [[f32; KEYS]]| {
            for (square, row) in rows.iter_mut().enumerate() {
                *row = line(bias);
                for (input, line) in last.at(square).iter().zip(lines(matrix)) {
                    add_multiple(row, *input, line);
                }
            }
        };
        let part = |range: &std::ops::Range<usize>| &weights[range.clone()];
        head(
            part(&layout.query),
            part(&layout.query_bias),
            &mut self.queries,
        );
        head(part(&layout.key), part(&layout.key_bias), &mut self.keys);
    }
}

impl BlockPass {
    fn run(
        &mut self,
        weights: &[f32],
        block: &Block,
        before: &Padded<CHANNELS>,
        rating: &[f32; RATING_INPUTS],
    ) {
        let bias = line(&weights[block.first_bias.clone()]);
        convolve(
            before,
            &weights[block.first.clone()],
            &bias,
            &mut self.first,
        );
        let mut scale = [1.0; CHANNELS];
        let mut shift = [0.0; CHANNELS];
        add_product(&mut scale, rating, &weights[block.scale.clone()]);
        add_product(&mut shift, rating, &weights[block.shift.clone()]);
        self.means = [0.0; CHANNELS];
        for square in 0..64 {
            let active = self.active.at_mut(square);
            *active = *self.first.at(square);
            let terms = scale.iter().zip(&shift).zip(&mut self.means);
            for (number, ((scale, shift), mean)) in active.iter_mut().zip(terms) {
                *number = (*number * scale + shift).max(0.0);
                *mean += *number / 64.0;
            }
        }
        let mut added = [0.0; CHANNELS];
        add_product(&mut added, &self.means, &weights[block.mean.clone()]);
        for square in 0..64 {
            *self.mixed.at_mut(square) = *self.active.at(square);
            add_multiple(self.mixed.at_mut(square), 1.0, &added);
        }
        let bias = line(&weights[block.second_bias.clone()]);
        convolve(
            &self.mixed,
            &weights[block.second.clone()],
            &bias,
            &mut self.output,
        );
        for square in 0..64 {
            let output = self.output.at_mut(square);
            add_multiple(output, 1.0, before.at(square));
            rectify(output);
        }
    }
}

/// Adds inputs times a matrix to sums.
pub(crate) fn add_product<const N: usize>(sums: &mut [f32; N], inputs: &[f32], matrix: &[f32]) {
    for (input, line) in inputs.iter().zip(lines(matrix)) {
        add_multiple(sums, *input, line);
    }
}

fn line<const N: usize>(numbers: &[f32]) -> [f32; N] {
    std::array::from_fn(|index| numbers[index])
}

fn rectify<const N: usize>(numbers: &mut [f32; N]) {
    for number in numbers {
        *number = number.max(0.0);
    }
}

/// The logits of moves, given by their pairs of squares.
pub(crate) fn logits(
    pass: &Pass,
    weights: &NetworkWeights,
    layout: &Layout,
    pairs: &[usize],
) -> Vec<f32> {
    let own = &weights.0[layout.pairs.clone()];
    let logit = |&pair: &usize| {
        let (query, key) = (&pass.queries[pair / 64], &pass.keys[pair % 64]);
        let product: f32 = query.iter().zip(key).map(|(one, other)| one * other).sum();
        MOVE_SCALE * product + own[pair]
    };
    pairs.iter().map(logit).collect()
}
