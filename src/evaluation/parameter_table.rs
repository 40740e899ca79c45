//! Other values for the parameters than those that are built in, as tuning tries them.

use super::tapered::Tapered;
use crate::checksum::Fnv64;

/// The largest value of a parameter, either way; more would let sums overflow.
const MOST_CP: f64 = 3_000.0;

/// A value for every parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterTable {
    pub(super) values: Vec<Tapered>,
    /// For the keys of caches.
    pub(super) hash: u64,
}

impl ParameterTable {
    /// These values (middlegame, endgame), rounded, one pair for each parameter.
    pub fn of(values: &[[f64; 2]]) -> ParameterTable {
        let whole = |cp: f64| cp.round().clamp(-MOST_CP, MOST_CP) as i32;
        let values = values.iter().map(|halves| halves.map(whole));
        let mut hash = Fnv64::new();
        let values = values.map(|[middlegame_cp, endgame_cp]| {
            hash.add(&middlegame_cp.to_le_bytes());
            hash.add(&endgame_cp.to_le_bytes());
            Tapered::new(middlegame_cp, endgame_cp)
        });
        ParameterTable {
            values: values.collect(),
            hash: hash.value(),
        }
    }
}
