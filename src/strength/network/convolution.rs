//! Convolutions of three by three over the board, and what training needs to turn them round.
//!
//! Boards have a border of empty squares, ten by ten in all, so that no tap has to ask whether it is
//! on the board. The numbers of a square lie side by side, so that the three taps of a row are one
//! stretch. The loops work on two neighbouring squares and all outputs at once, which keeps the sums
//! in registers.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over arrays of fixed length by number are the ones that become vectors everywhere"
)]

/// The length of a row with its border.
const ROW: usize = 10;
const SQUARES: usize = ROW * ROW;

/// `N` numbers for each square of a board with its border, which is always zero.
#[derive(Clone, Debug)]
pub(crate) struct Padded<const N: usize>(Vec<[f32; N]>);

impl<const N: usize> Padded<N> {
    pub fn zero() -> Padded<N> {
        Padded(vec![[0.0; N]; SQUARES])
    }

    /// The place of a square, 0 to 63.
    #[inline]
    fn place(square: usize) -> usize {
        (square / 8 + 1) * ROW + square % 8 + 1
    }

    #[inline]
    pub fn at(&self, square: usize) -> &[f32; N] {
        &self.0[Self::place(square)]
    }

    #[inline]
    pub fn at_mut(&mut self, square: usize) -> &mut [f32; N] {
        &mut self.0[Self::place(square)]
    }

    /// The numbers of three neighbouring squares of a row; `row` and `file` count from the border.
    #[inline]
    fn three(&self, row: usize, file: usize) -> &[f32] {
        let start = row * ROW + file;
        self.0[start..start + 3].as_flattened()
    }
}

/// One multiplication and addition; fused where the machine that this is built for can.
#[inline(always)]
pub(super) fn multiply_add(one: f32, other: f32, sum: f32) -> f32 {
    if cfg!(target_feature = "fma") {
        one.mul_add(other, sum)
    } else {
        one * other + sum
    }
}

/// Adds a multiple of a line to sums.
#[inline(always)]
pub(super) fn add_multiple<const N: usize>(sums: &mut [f32; N], factor: f32, line: &[f32; N]) {
    for number in 0..N {
        sums[number] = multiply_add(factor, line[number], sums[number]);
    }
}

/// The lines of a matrix of `N` columns.
#[inline]
pub(super) fn lines<const N: usize>(matrix: &[f32]) -> &[[f32; N]] {
    matrix.as_chunks().0
}

/// Convolves a board; `output` begins from `bias`.
pub(crate) fn convolve<const IN: usize, const OUT: usize>(
    input: &Padded<IN>,
    weights: &[f32],
    bias: &[f32; OUT],
    output: &mut Padded<OUT>,
) {
    let weights = lines::<OUT>(weights);
    for rank in 0..8 {
        for file in (0..8).step_by(2) {
            let (mut first, mut second) = (*bias, *bias);
            for row in 0..3 {
                let left = &input.three(rank + row, file)[..3 * IN];
                let right = &input.three(rank + row, file + 1)[..3 * IN];
                let taps = &weights[row * 3 * IN..][..3 * IN];
                for tap in 0..3 * IN {
                    add_multiple(&mut first, left[tap], &taps[tap]);
                    add_multiple(&mut second, right[tap], &taps[tap]);
                }
            }
            *output.at_mut(8 * rank + file) = first;
            *output.at_mut(8 * rank + file + 1) = second;
        }
    }
}

/// The weights with which a gradient goes back through a convolution: taps turned round, inputs and
/// outputs exchanged.
pub(crate) fn turned(weights: &[f32], inputs: usize, outputs: usize, turned: &mut [f32]) {
    for tap in 0..9 {
        for input in 0..inputs {
            for output in 0..outputs {
                turned[((8 - tap) * outputs + output) * inputs + input] =
                    weights[(tap * inputs + input) * outputs + output];
            }
        }
    }
}

/// Adds the gradient of the weights of a convolution, given its input, of an even number of channels,
/// and the gradient of its output.
pub(crate) fn add_weight_gradient<const IN: usize, const OUT: usize>(
    input: &Padded<IN>,
    output: &Padded<OUT>,
    gradient: &mut [f32],
) {
    let lines = gradient.as_chunks_mut::<OUT>().0;
    for row in 0..3 {
        for first in (0..3 * IN).step_by(2) {
            let (mut one, mut other) = ([0.0; OUT], [0.0; OUT]);
            for rank in 0..8 {
                for file in 0..8 {
                    let inputs = &input.three(rank + row, file)[first..first + 2];
                    let line = output.at(8 * rank + file);
                    add_multiple(&mut one, inputs[0], line);
                    add_multiple(&mut other, inputs[1], line);
                }
            }
            let lines = &mut lines[row * 3 * IN + first..][..2];
            add_multiple(&mut lines[0], 1.0, &one);
            add_multiple(&mut lines[1], 1.0, &other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize) -> Vec<f32> {
        let number = |index: usize| ((index * 7919 + 13) % 101) as f32 / 50.0 - 1.0;
        (0..count).map(number).collect()
    }

    fn board<const N: usize>(offset: usize) -> Padded<N> {
        let mut board = Padded::zero();
        let values = numbers(64 * N + offset);
        for square in 0..64 {
            let from = square * N + offset;
            board
                .at_mut(square)
                .copy_from_slice(&values[from..from + N]);
        }
        board
    }

    fn dot<const N: usize>(one: &Padded<N>, other: &Padded<N>) -> f32 {
        let parts = one.0.as_flattened().iter().zip(other.0.as_flattened());
        parts.map(|(one, other)| one * other).sum()
    }

    #[test]
    fn a_convolution_sums_the_neighbours() {
        let mut input = Padded::<1>::zero();
        input.at_mut(0)[0] = 2.0;
        let weights: Vec<f32> = (1..=9).map(|tap| tap as f32).collect();
        let mut output = Padded::<1>::zero();
        convolve(&input, &weights, &[0.5], &mut output);
        // The square itself is the middle tap; its right neighbour sees it with the middle left one.
        for (square, expected) in [(0, 10.5), (1, 8.5), (8, 4.5), (9, 2.5), (2, 0.5), (63, 0.5)] {
            assert_eq!(output.at(square)[0], expected, "{square}");
        }
    }

    #[test]
    fn gradients_go_back_as_the_transposed_convolution() {
        let (input, gradient) = (board::<4>(0), board::<2>(17));
        let weights = numbers(9 * 4 * 2);
        let mut output = Padded::<2>::zero();
        convolve(&input, &weights, &[0.0; 2], &mut output);
        let mut back = vec![0.0; weights.len()];
        turned(&weights, 4, 2, &mut back);
        let mut to_input = Padded::<4>::zero();
        convolve(&gradient, &back, &[0.0; 4], &mut to_input);
        assert!((dot(&output, &gradient) - dot(&input, &to_input)).abs() < 1e-2);
        let mut to_weights = vec![0.0; weights.len()];
        add_weight_gradient(&input, &gradient, &mut to_weights);
        let through: f32 = to_weights
            .iter()
            .zip(&weights)
            .map(|(one, other)| one * other)
            .sum();
        assert!((dot(&output, &gradient) - through).abs() < 1e-2);
    }
}
