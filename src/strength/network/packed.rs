//! Networks in few bytes: each weight is a byte, and each run of 32 weights has a scale.

use thiserror::Error;

use super::NetworkWeights;

/// What the bytes begin with; the number counts forms of network and file.
const TITLE: &[u8; 16] = b"masque network 1";
/// Weights that share a scale.
const RUN: usize = 32;

/// Why bytes are no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PackedNetworkError {
    /// They begin otherwise.
    #[error("expected a file that begins with 'masque network 1'")]
    Title,
    /// They are too many or too few.
    #[error("{found} bytes, expected {expected}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many a network has.
        expected: usize,
    },
    /// A scale is no number.
    #[error("scale {0} is no number")]
    Scale(usize),
}

const SCALES: usize = NetworkWeights::COUNT.div_ceil(RUN);
const BYTES: usize = TITLE.len() + 4 * SCALES + NetworkWeights::COUNT;

/// The bytes of a network.
pub fn pack(weights: &NetworkWeights) -> Vec<u8> {
    let mut bytes = TITLE.to_vec();
    let mut packed = Vec::with_capacity(weights.0.len());
    for run in weights.0.chunks(RUN) {
        let most = run
            .iter()
            .fold(0.0_f32, |most, weight| most.max(weight.abs()));
        let scale = most / f32::from(i8::MAX);
        bytes.extend(scale.to_le_bytes());
        let unit = if scale > 0.0 { scale } else { 1.0 };
        packed.extend(run.iter().map(|weight| (weight / unit).round() as i8 as u8));
    }
    bytes.extend(packed);
    bytes
}

/// The network that was packed, to the precision of a byte.
///
/// # Errors
/// All of [`PackedNetworkError`].
pub fn unpack(bytes: &[u8]) -> Result<NetworkWeights, PackedNetworkError> {
    let rest = bytes.strip_prefix(TITLE).ok_or(PackedNetworkError::Title)?;
    if bytes.len() != BYTES {
        return Err(PackedNetworkError::Length {
            found: bytes.len(),
            expected: BYTES,
        });
    }
    let (scales, packed) = rest.split_at(4 * SCALES);
    let scales = scales
        .as_chunks()
        .0
        .iter()
        .map(|&scale| f32::from_le_bytes(scale));
    let mut weights = Vec::with_capacity(NetworkWeights::COUNT);
    for (number, (scale, run)) in scales.zip(packed.chunks(RUN)).enumerate() {
        if !scale.is_finite() {
            return Err(PackedNetworkError::Scale(number));
        }
        weights.extend(run.iter().map(|&byte| f32::from(byte as i8) * scale));
    }
    Ok(NetworkWeights(weights))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_network_is_nearly_the_same() {
        let weight = |index: usize| (index as f32 * 0.37).sin() * (1.0 + (index / 999) as f32);
        let weights = NetworkWeights((0..NetworkWeights::COUNT).map(weight).collect());
        let bytes = pack(&weights);
        assert!(bytes.len() < 200_000, "{}", bytes.len());
        let again = unpack(&bytes).unwrap();
        for (run, packed) in weights.0.chunks(RUN).zip(again.0.chunks(RUN)) {
            let most = run
                .iter()
                .fold(0.0_f32, |most, weight| most.max(weight.abs()));
            for (weight, packed) in run.iter().zip(packed) {
                assert!((weight - packed).abs() <= most / 250.0, "{weight} {packed}");
            }
        }
        assert_eq!(unpack(&pack(&again)), Ok(again));
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let bytes = pack(&NetworkWeights(vec![1.0; NetworkWeights::COUNT]));
        assert_eq!(unpack(b"PNG"), Err(PackedNetworkError::Title));
        let (found, expected) = (BYTES - 1, BYTES);
        let short = unpack(&bytes[..found]);
        assert_eq!(short, Err(PackedNetworkError::Length { found, expected }));
        let mut endless = bytes;
        endless[TITLE.len()..TITLE.len() + 4].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(unpack(&endless), Err(PackedNetworkError::Scale(0)));
    }
}
