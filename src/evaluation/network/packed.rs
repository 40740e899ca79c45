//! The network's file: a title and the whole numbers in little-endian order, two bytes each, the outputs'
//! biases in four.

use thiserror::Error;

use super::hidden_row::HiddenRow;
use super::{HIDDEN, HIDDEN_MOST, Network, OUTPUT_MOST, OUTPUTS};
use crate::evaluation::network::features::{FEATURES, FeatureRows};

/// What the bytes begin with; the numbers count forms of file and network.
const TITLE: &[u8; 32] = b"masque evaluation network 1, 64\n";
const ROWS: usize = FEATURES + 1 + 2 * OUTPUTS;
const BYTES: usize = TITLE.len() + 2 * HIDDEN * ROWS + 4 * OUTPUTS;

/// Why bytes are no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NetworkFileError {
    /// They begin otherwise.
    #[error("expected a file that begins with 'masque evaluation network 1, 64'")]
    Title,
    /// They are too many or too few.
    #[error("{found} bytes, expected {BYTES}")]
    Length {
        /// How many there are.
        found: usize,
    },
    /// A weight is so large that sums could overflow.
    #[error("weight {number} is {value}, expected at most {most}")]
    Range {
        /// Its number in the file, from 1.
        number: usize,
        /// What it is.
        value: i16,
        /// The largest that is allowed.
        most: i16,
    },
}

/// The bytes of a network.
pub fn pack(network: &Network) -> Vec<u8> {
    let mut bytes = TITLE.to_vec();
    let outputs = network.outputs.iter().flatten();
    for row in network
        .features
        .iter()
        .chain([&network.bias])
        .chain(outputs)
    {
        bytes.extend(row.iter().flat_map(i16::to_le_bytes));
    }
    bytes.extend(network.output_biases.iter().flat_map(|it| it.to_le_bytes()));
    bytes
}

/// The network of a file.
///
/// # Errors
/// All of [`NetworkFileError`].
pub fn unpack(bytes: &[u8]) -> Result<Network, NetworkFileError> {
    let numbers = bytes.strip_prefix(TITLE).ok_or(NetworkFileError::Title)?;
    if bytes.len() != BYTES {
        return Err(NetworkFileError::Length { found: bytes.len() });
    }
    let (rows, biases) = numbers.split_at(2 * HIDDEN * ROWS);
    let mut rows = rows
        .chunks_exact(2 * HIDDEN)
        .enumerate()
        .map(|(row, bytes)| {
            let most = match row <= FEATURES {
                true => HIDDEN_MOST,
                false => OUTPUT_MOST as i16,
            };
            let mut weights = [0; HIDDEN];
            for (number, (weight, &bytes)) in
                weights.iter_mut().zip(bytes.as_chunks().0).enumerate()
            {
                *weight = i16::from_le_bytes(bytes);
                if !(-most..=most).contains(weight) {
                    return Err(NetworkFileError::Range {
                        number: row * HIDDEN + number + 1,
                        value: *weight,
                        most,
                    });
                }
            }
            Ok(HiddenRow::from_fn(|number| weights[number]))
        });
    let mut next = || {
        rows.next()
            .unwrap_or(Err(NetworkFileError::Length { found: 0 }))
    };
    let features: Vec<HiddenRow> = (0..FEATURES).map(|_| next()).collect::<Result<_, _>>()?;
    let bias = next()?;
    let outputs = (0..OUTPUTS)
        .map(|_| Ok([next()?, next()?]))
        .collect::<Result<_, _>>()?;
    let mut output_biases = [0; OUTPUTS];
    for (bias, &bytes) in output_biases.iter_mut().zip(biases.as_chunks().0) {
        *bias = i32::from_le_bytes(bytes);
    }
    Ok(Network {
        features: FeatureRows::new(features),
        bias,
        outputs,
        output_biases,
    })
}

#[cfg(test)]
mod tests {
    use super::super::Rows;
    use super::*;

    fn network() -> Network {
        let weights: Vec<f32> = (0..Rows::COUNT)
            .map(|number| (number % 389) as f32 / 100.0 - 1.9)
            .collect();
        Network::rounded(&weights)
    }

    #[test]
    fn files_round_trip() {
        assert_eq!(unpack(&pack(&network())).unwrap(), network());
    }

    #[test]
    fn what_is_no_network_is_refused() {
        let bytes = pack(&network());
        assert_eq!(unpack(b"hello"), Err(NetworkFileError::Title));
        let short = unpack(&bytes[..bytes.len() - 1]);
        let found = bytes.len() - 1;
        assert_eq!(short, Err(NetworkFileError::Length { found }));
        let mut large = bytes;
        large[TITLE.len() + 3] = 0x7f;
        let error = unpack(&large).unwrap_err().to_string();
        assert!(error.starts_with("weight 2 is 32"), "{error}");
    }
}
