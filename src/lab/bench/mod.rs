//! The benchmark: a fixed set of positions searched to a fixed depth.
//!
//! The total number of nodes is the bench signature of the search: a change that should not alter
//! play keeps it. Nodes per second depend on the machine. The elementary mates, which a process
//! solves once, are solved before the clock starts.

pub mod evaluation_cost;
pub mod perft;
pub mod taste_cost;

use std::time::Duration;

use crate::board::{FenError, Game, Position};
use crate::endgame;
use crate::engine::request::{PlayerProfile, SearchTools};
use crate::engine::{SearchOrder, SearchPurpose};
use crate::evaluation::EvaluationKind;
use crate::search::{
    RepetitionPolicy, SearchControl, SearchLimits, SearchThread, TranspositionTable,
};

/// The default depth of the benchmark.
pub const DEFAULT_DEPTH_PLIES: u32 = 10;

/// The size of the transposition table; each position starts with an empty one.
pub(super) const TABLE_MIB: usize = 16;

/// Openings, middlegames, endings and a few unusual positions from classical test collections.
const POSITIONS: &str = include_str!("positions.epd");

/// What the search of one position, or of all of them, cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}

impl BenchResult {
    /// Nodes per second.
    pub fn nodes_per_second(self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)) as u64
    }
}

/// The FENs of the benchmark's positions.
pub(super) fn positions() -> impl Iterator<Item = &'static str> {
    POSITIONS.lines()
}

/// Searches a position to a depth as a player would in a game, with an empty memory.
pub(super) fn measure(
    player: &PlayerProfile,
    position: &Position,
    depth_plies: u32,
    thread: &mut SearchThread,
    table: &TranspositionTable,
) -> BenchResult {
    table.clear();
    thread.forget();
    let limits = SearchLimits {
        depth_plies: Some(depth_plies),
        ..SearchLimits::default()
    };
    let order = SearchOrder::new(Game::new(position.clone()), limits, SearchPurpose::Play);
    let tools = SearchTools {
        thread,
        helpers: &mut [],
        predictor: &mut None,
        table,
        control: &SearchControl::start(None),
    };
    let outcome = player.search(&order, tools, &mut ()).outcome;
    BenchResult {
        nodes: outcome.nodes,
        elapsed: outcome.elapsed,
    }
}

/// Searches every position of the benchmark to `depth_plies` on one thread and returns the sum.
/// `each` is called after every position.
///
/// # Errors
///
/// When a position of the list cannot be read, which its test rules out.
pub fn bench(
    depth_plies: u32,
    repetition: RepetitionPolicy,
    evaluation: EvaluationKind,
    each: impl FnMut(&str, BenchResult),
) -> Result<BenchResult, FenError> {
    let player = PlayerProfile {
        repetition,
        evaluation,
        ..PlayerProfile::default()
    };
    bench_as(&player, depth_plies, each)
}

/// The same for any player: a signature of the search and of the player's habits.
///
/// # Errors
///
/// As [`bench`].
pub fn bench_as(
    player: &PlayerProfile,
    depth_plies: u32,
    mut each: impl FnMut(&str, BenchResult),
) -> Result<BenchResult, FenError> {
    // Otherwise the first position near such an ending would be charged for solving it.
    endgame::solve_all();
    let table = TranspositionTable::new(TABLE_MIB);
    let mut thread = SearchThread::new();
    let mut total = BenchResult::default();
    for fen in positions() {
        let result = measure(player, &fen.parse()?, depth_plies, &mut thread, &table);
        each(fen, result);
        total.nodes += result.nodes;
        total.elapsed += result.elapsed;
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_reproducible() {
        let kind = EvaluationKind::default();
        let mut positions = 0;
        let first = bench(5, RepetitionPolicy::default(), kind, |_, _| positions += 1).unwrap();
        assert!(positions >= 40);
        assert!(first.nodes > 10_000);
        assert_eq!(
            bench(5, RepetitionPolicy::default(), kind, |_, _| ())
                .unwrap()
                .nodes,
            first.nodes
        );
    }
}
