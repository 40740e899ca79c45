//! Where each tensor lies in the row of weights.
//!
//! Matrices have a line for each input and a column for each output; a convolution has the lines of
//! its nine taps one after another, the top left first.

use std::ops::Range;

/// The bitboards that the network sees.
pub(crate) const PLANES: usize = 22;
/// The numbers that it keeps for each square.
pub(crate) const CHANNELS: usize = 40;
/// Its residual blocks.
pub(crate) const BLOCKS: usize = 5;
/// The length of queries and keys.
pub(crate) const KEYS: usize = 32;
/// All pairs of squares.
pub(crate) const PAIRS: usize = 64 * 64;
/// What it is told of the players' ratings.
pub(crate) const RATING_INPUTS: usize = 3;
/// The product of query and key is scaled by this.
pub(crate) const MOVE_SCALE: f32 = 0.2;
const TAPS: usize = 9;

/// The tensors of a residual block.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub first: Range<usize>,
    pub first_bias: Range<usize>,
    /// A line for each rating input: by how much it scales each channel.
    pub scale: Range<usize>,
    /// The same for what is added.
    pub shift: Range<usize>,
    /// From the means of the channels to what every square is given.
    pub mean: Range<usize>,
    pub second: Range<usize>,
    pub second_bias: Range<usize>,
}

/// The tensors of the network.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub input: Range<usize>,
    pub input_bias: Range<usize>,
    pub blocks: [Block; BLOCKS],
    pub query: Range<usize>,
    pub query_bias: Range<usize>,
    pub key: Range<usize>,
    pub key_bias: Range<usize>,
    pub pairs: Range<usize>,
}

impl Layout {
    const BLOCK: usize = 2 * TAPS * CHANNELS * CHANNELS
        + 2 * CHANNELS
        + 2 * RATING_INPUTS * CHANNELS
        + CHANNELS * CHANNELS;
    /// How many numbers there are.
    pub const COUNT: usize = TAPS * PLANES * CHANNELS
        + CHANNELS
        + BLOCKS * Self::BLOCK
        + 2 * (CHANNELS * KEYS + KEYS)
        + PAIRS;

    pub fn new() -> Layout {
        let mut end = 0;
        let mut next = |length: usize| {
            end += length;
            end - length..end
        };
        Layout {
            input: next(TAPS * PLANES * CHANNELS),
            input_bias: next(CHANNELS),
            blocks: std::array::from_fn(|_| Block {
                first: next(TAPS * CHANNELS * CHANNELS),
                first_bias: next(CHANNELS),
                scale: next(RATING_INPUTS * CHANNELS),
                shift: next(RATING_INPUTS * CHANNELS),
                mean: next(CHANNELS * CHANNELS),
                second: next(TAPS * CHANNELS * CHANNELS),
                second_bias: next(CHANNELS),
            }),
            query: next(CHANNELS * KEYS),
            query_bias: next(KEYS),
            key: next(CHANNELS * KEYS),
            key_bias: next(KEYS),
            pairs: next(PAIRS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tensors_fill_the_row() {
        assert_eq!(Layout::new().pairs.end, Layout::COUNT);
    }
}
