//! The cost of a taste: the benchmark's positions searched with and without a personality's root
//! bonuses, in turn.
//!
//! Only the bonuses are measured. Evaluation weights are left out, because they change what the
//! scores mean.

use std::sync::Arc;

use super::{BenchResult, TABLE_MIB, measure, positions};
use crate::board::{FenError, Position};
use crate::engine::request::PlayerProfile;
use crate::personality::Personality;
use crate::search::{SearchThread, TranspositionTable};

/// Game seeds, so that a taste with chance in it is measured with several random numbers.
const SEEDS: std::ops::Range<u64> = 0..3;

/// The cost of a search with a taste relative to one without, to the same depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TasteCost {
    /// The median over all pairs of nodes with taste / nodes without.
    pub median_node_ratio: f64,
    /// The median over all pairs of time with taste / time without.
    pub median_time_ratio: f64,
    /// The median over all pairs of nodes a second with taste / nodes a second without.
    pub median_speed_ratio: f64,
    /// The sum of nodes with taste / the sum of nodes without.
    pub total_node_ratio: f64,
    /// The number of pairs of searches that were compared.
    pub pairs: usize,
}

/// Searches every position of the benchmark to `depth_plies` without and with the taste, in turn.
///
/// # Errors
///
/// When a position of the benchmark cannot be read, which a test rules out.
pub fn taste_cost(personality: &Personality, depth_plies: u32) -> Result<TasteCost, FenError> {
    let table = TranspositionTable::new(TABLE_MIB);
    let mut thread = SearchThread::new();
    let neutral = Arc::new(Personality::plain());
    let taste = Arc::new(personality.taste_alone());
    let mut pairs = Vec::new();
    for fen in positions() {
        let position = fen.parse::<Position>()?;
        for seed in SEEDS {
            let mut cost = |personality: &Arc<Personality>| {
                let player = PlayerProfile::new(Arc::clone(personality), seed);
                measure(&player, &position, depth_plies, &mut thread, &table)
            };
            pairs.push((cost(&neutral), cost(&taste)));
        }
    }
    let total = |pick: fn(&(BenchResult, BenchResult)) -> u64| pairs.iter().map(pick).sum::<u64>();
    let (without, with) = (total(|pair| pair.0.nodes), total(|pair| pair.1.nodes));
    Ok(TasteCost {
        median_node_ratio: median(pairs.iter().map(node_ratio)),
        median_time_ratio: median(pairs.iter().map(time_ratio)),
        median_speed_ratio: median(
            (pairs.iter()).map(|pair| node_ratio(pair) / time_ratio(pair).max(f64::MIN_POSITIVE)),
        ),
        total_node_ratio: with as f64 / without as f64,
        pairs: pairs.len(),
    })
}

/// The nodes with taste / the nodes without.
fn node_ratio((without, with): &(BenchResult, BenchResult)) -> f64 {
    with.nodes as f64 / without.nodes as f64
}

/// The time with taste / the time without.
fn time_ratio((without, with): &(BenchResult, BenchResult)) -> f64 {
    with.elapsed.as_secs_f64() / without.elapsed.as_secs_f64().max(f64::MIN_POSITIVE)
}

/// The middle value; 1 for no values.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_taste_costs_no_nodes() {
        let cost = taste_cost(&Personality::plain(), 4).unwrap();
        assert_eq!((cost.median_node_ratio, cost.total_node_ratio), (1.0, 1.0));
        assert!(cost.pairs > 100);
    }
}
