//! The network: an efficiently updatable neural network (NNUE, Yu Nasu 2018) in the place of the classical
//! terms at normal weight.
//!
//! Each side has a hidden layer of its own view of the board ([`features`]), summed up by both sides with
//! the same weights ([`accumulator`]). Squared and clipped, the two layers, that of the side to move
//! first, make one of eight outputs, by the number of men. All numbers are whole; the result depends on
//! the position alone.

mod accumulator;
pub(crate) mod features;
mod hidden_row;
mod kernel;
mod men;
mod packed;

pub use packed::{NetworkFileError, pack, unpack};

use std::sync::LazyLock;

use crate::board::{Color, FULL_PHASE, Position};
use crate::checksum::Fnv64;
use crate::evaluation::{EvaluationKind, EvaluationWeights};
use accumulator::Accumulators;
use features::{FEATURES, FeatureRows, output_of};
use hidden_row::HiddenRow;
use kernel::Kernel;

/// Numbers of the hidden layer of each side.
pub const HIDDEN: usize = 384;
/// Outputs, by the number of men.
pub const OUTPUTS: usize = 8;
/// The hidden value at which it is clipped: 1 in the training.
const HIDDEN_ONE: i16 = 255;
/// The largest weight of the hidden layer: even 64 men and the bias fit into 16 bits.
const HIDDEN_MOST: i16 = 500;
/// An output weight of 1 in the training.
const OUTPUT_ONE: i32 = 64;
/// The largest output weight: with a hidden value it fits into 16 bits.
const OUTPUT_MOST: i32 = 127;
/// Centipawns of an output of 1 in the training.
pub const OUTPUT_CP: f32 = 400.0;

/// The file that ships, trained by `masque lab train-network`; docs/lab-notes/network.md has the command.
const BUILT_IN: &[u8] = include_bytes!("network.bin");

/// Where the weights of each kind lie in one row, of a network with `N` hidden numbers for each side: those
/// of the features, one after another, the bias of the hidden layer, and for each output the weights of both
/// hidden layers; last the outputs' biases.
pub struct WeightRows<const N: usize>;

impl<const N: usize> WeightRows<N> {
    /// The first weight of the hidden layer's bias.
    pub const BIAS: usize = FEATURES * N;
    /// The first weight of the outputs.
    pub const OUTPUT: usize = Self::BIAS + N;
    /// The first bias of the outputs.
    pub const OUTPUT_BIAS: usize = Self::OUTPUT + OUTPUTS * 2 * N;
    /// All weights.
    pub const COUNT: usize = Self::OUTPUT_BIAS + OUTPUTS;
    /// The largest weight of the hidden layer and its bias, as trained.
    pub const HIDDEN_MOST: f32 = HIDDEN_MOST as f32 / HIDDEN_ONE as f32;
    /// The largest weight of the outputs, as trained.
    pub const OUTPUT_MOST: f32 = OUTPUT_MOST as f32 / OUTPUT_ONE as f32;
}

/// The weights of the network that judges.
type Rows = WeightRows<HIDDEN>;

/// A network in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    features: FeatureRows,
    bias: HiddenRow,
    outputs: Vec<[HiddenRow; 2]>,
    output_biases: [i32; OUTPUTS],
}

impl Network {
    /// The network that ships.
    pub fn built_in() -> Option<&'static Network> {
        // A test reads the file that ships, so that there always is one.
        static NETWORK: LazyLock<Option<Network>> = LazyLock::new(|| unpack(BUILT_IN).ok());
        NETWORK.as_ref()
    }

    /// A checksum of the file that ships.
    pub fn built_in_checksum() -> u64 {
        static CHECKSUM: LazyLock<u64> = LazyLock::new(|| Fnv64::of(BUILT_IN));
        *CHECKSUM
    }

    /// The network of weights as they are trained, rounded. A weight beyond the range of the file is
    /// brought to its end.
    pub fn rounded(weights: &[f32]) -> Network {
        let row = |start: usize, one: i32, most: i32| {
            let value = |number: usize| {
                let weight = weights.get(start + number).copied().unwrap_or(0.0);
                ((weight * one as f32).round() as i32).clamp(-most, most) as i16
            };
            HiddenRow::from_fn(value)
        };
        let hidden_one = i32::from(HIDDEN_ONE);
        let hidden = |start| row(start, hidden_one, i32::from(HIDDEN_MOST));
        let output = |start| row(start, OUTPUT_ONE, OUTPUT_MOST);
        Network {
            features: FeatureRows::new((0..FEATURES).map(|it| hidden(it * HIDDEN))),
            bias: hidden(Rows::BIAS),
            outputs: (0..OUTPUTS)
                .map(|it| {
                    let start = Rows::OUTPUT + it * 2 * HIDDEN;
                    [output(start), output(start + HIDDEN)]
                })
                .collect(),
            output_biases: std::array::from_fn(|it| {
                let weight = weights.get(Rows::OUTPUT_BIAS + it).copied();
                let one = (hidden_one * OUTPUT_ONE) as f32;
                (weight.unwrap_or(0.0) * one)
                    .round()
                    .clamp(-4.0 * one, 4.0 * one) as i32
            }),
        }
    }

    /// Its weights as they are trained, in the order of [`WeightRows`].
    pub fn weights(&self) -> Vec<f32> {
        let hidden_one = f32::from(HIDDEN_ONE);
        let output_one = OUTPUT_ONE as f32;
        let hidden = self.features.iter().chain([&self.bias]);
        let hidden = hidden.flat_map(|row| row.iter().map(|it| f32::from(it) / hidden_one));
        let outputs = self.outputs.iter().flatten();
        let outputs = outputs.flat_map(|row| row.iter().map(|it| f32::from(it) / output_one));
        let biases = self.output_biases.iter();
        let biases = biases.map(|&it| it as f32 / (hidden_one * output_one));
        hidden.chain(outputs).chain(biases).collect()
    }

    /// What the network says of a position, in centipawns for the side to move, whose hidden layer is the
    /// first.
    #[inline(always)]
    fn output_cp(&self, hidden: [&HiddenRow; 2], output: usize) -> i32 {
        let [own, other] = &self.outputs[output];
        let sums = [(hidden[0], own), (hidden[1], other)];
        let sum: i64 = sums
            .map(|(row, weights)| row.squared_and_weighed(weights))
            .iter()
            .sum();
        let one = i64::from(HIDDEN_ONE);
        let value = sum / one + i64::from(self.output_biases[output]);
        (value * OUTPUT_CP as i64 / (one * i64::from(OUTPUT_ONE))) as i32
    }
}

/// The hidden layers of the position that was evaluated last, from which those of the next are made.
pub(crate) struct NetworkState {
    network: &'static Network,
    accumulators: Accumulators,
    kernel: Kernel,
}

impl NetworkState {
    /// The state of the network that judges under these weights, if one does: it knows nothing of other
    /// values for the terms.
    pub(super) fn under(weights: &EvaluationWeights) -> Option<NetworkState> {
        match weights.kind() {
            EvaluationKind::Network if weights.values().is_none() => {
                Network::built_in().map(NetworkState::new)
            }
            EvaluationKind::Network | EvaluationKind::Classical => None,
        }
    }

    pub(crate) fn new(network: &'static Network) -> NetworkState {
        NetworkState {
            network,
            accumulators: Accumulators::new(network),
            kernel: Kernel::here(),
        }
    }

    /// What the network says of a position, in centipawns from White's view: nothing where there are more
    /// pieces than a game begins with, of which it has seen none.
    #[inline]
    pub(crate) fn white_cp(&mut self, position: &Position) -> Option<i32> {
        let is_known = position.unlimited_phase() <= FULL_PHASE;
        is_known.then(|| self.kernel.compute(self, position))
    }

    /// The same of a position with no more pieces.
    #[inline(always)]
    fn compute(&mut self, position: &Position) -> i32 {
        self.accumulators.move_to(self.network, position);
        let [white, black] = &self.accumulators.sums;
        let output = output_of(position.occupied().len());
        match position.side_to_move() {
            Color::White => self.network.output_cp([white, black], output),
            Color::Black => -self.network.output_cp([black, white], output),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_network() -> &'static Network {
        let mut state = 1_u32;
        let weights: Vec<f32> = (0..Rows::COUNT)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) as f32 / (1 << 24) as f32 - 0.5
            })
            .collect();
        Box::leak(Box::new(Network::rounded(&weights)))
    }

    #[test]
    fn the_network_that_ships_is_whole() {
        let network = unpack(BUILT_IN).unwrap();
        assert_eq!(Network::built_in(), Some(&network));
        assert_eq!(Network::rounded(&network.weights()), network);
        assert!(
            network
                .outputs
                .iter()
                .flatten()
                .any(|row| *row != HiddenRow::ZERO)
        );
    }

    #[test]
    fn neither_the_way_to_a_position_nor_the_processor_matters() {
        let network = some_network();
        let mut known = NetworkState::new(network);
        let mut portable = NetworkState::new(network);
        portable.kernel = Kernel::PORTABLE;
        let fens = include_str!("../../../tests/data/exchange.epd");
        let mut different = std::collections::BTreeSet::new();
        for fen in fens.lines().filter(|line| !line.is_empty()) {
            let position: Position = fen.parse().unwrap();
            for mv in position.legal_moves() {
                let child = position.play(mv);
                let fresh = NetworkState::new(network).white_cp(&child);
                assert_eq!(known.white_cp(&child), fresh, "{fen}");
                assert_eq!(portable.white_cp(&child), fresh, "{fen}");
                different.insert(fresh);
            }
        }
        assert!(different.len() > 50);
    }

    #[test]
    fn colours_and_wings_are_alike() {
        let network = some_network();
        let value = |fen: &str| {
            let position: Position = fen.parse().unwrap();
            NetworkState::new(network).white_cp(&position).unwrap()
        };
        let white = value("r3k3/1pp5/3n4/8/4P3/5N2/6PP/6KR w - - 0 1");
        assert_eq!(-white, value("6kr/6pp/5n2/4p3/8/3N4/1PP5/R3K3 b - - 0 1"));
        assert_eq!(white, value("3k3r/5pp1/4n3/8/3P4/2N5/PP6/RK6 w - - 0 1"));
        assert_ne!(white, value("r3k3/1pp5/3n4/8/4P3/5N2/6PP/6KR b - - 0 1"));
    }
}
