//! The policy network: what the look of a position suggests to a player of a rating.
//!
//! A small residual convolutional network (after AlphaZero's and Maia's, which are far larger) of
//! about 170,000 weights. It sees 22 bitboards from the side to move: pieces, squares attacked once,
//! twice and by pawns, the last move, castling and en passant ([`planes`]). In every block the rating
//! scales and shifts the channels. A move's logit is the product of a query of its origin and a key of
//! its target, plus a number of its own for each pair of squares.

mod convolution;
mod forward;
mod layout;
mod packed;
mod planes;
mod policy;

pub(crate) use convolution::{Padded, add_weight_gradient, convolve, turned};
pub(crate) use forward::{NetworkInput, Pass, add_product, logits};
pub(crate) use layout::{BLOCKS, Block, CHANNELS, KEYS, Layout, MOVE_SCALE, PLANES};
pub use packed::{PackedNetworkError, pack, unpack};
pub use planes::{rating_inputs, square_pair};
pub use policy::{PolicyNetwork, policy_without_network};

/// The weights of a network: all numbers in one row, in the order of the layout.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkWeights(pub Vec<f32>);

impl NetworkWeights {
    /// How many numbers a network has.
    pub const COUNT: usize = Layout::COUNT;

    /// The network that ships.
    pub fn built_in() -> NetworkWeights {
        // A test reads the file that ships, so the other arm is never taken.
        unpack(BUILT_IN).unwrap_or_else(|_| NetworkWeights(vec![0.0; NetworkWeights::COUNT]))
    }
}

/// The file that ships, trained by `masque lab fit-levels`.
pub(super) const BUILT_IN: &[u8] = include_bytes!("network.bin");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_that_ships_is_whole() {
        let weights = unpack(BUILT_IN).unwrap();
        assert_eq!(NetworkWeights::built_in(), weights);
        assert!(weights.0.iter().any(|&weight| weight != 0.0));
    }
}
