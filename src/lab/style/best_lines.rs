//! The best lines of a position: what the plain engine makes of several of its moves, each with a score
//! of its own, as in analysis with several lines (MultiPV).

use crate::board::Game;
use crate::engine::request::{PlayerProfile, SearchTools};
use crate::engine::{SearchOrder, SearchPurpose};
use crate::search::{
    SearchControl, SearchLimits, SearchObserver, SearchParameters, SearchProgress, SearchReport,
    SearchThread, TranspositionTable,
};

/// The size of the transposition table.
const TABLE_MIB: usize = 4;

/// The reports of the best moves, the best first: `lines` of them, or all where there are fewer. They are
/// of the deepest iteration that `nodes` suffice for, all lines together; `None` when that is none.
pub(super) fn best_lines(game: &Game, lines: usize, nodes: u64) -> Option<Vec<SearchReport>> {
    let limits = SearchLimits {
        nodes: Some(nodes),
        ..SearchLimits::default()
    };
    let mut order = SearchOrder::new(game.clone(), limits, SearchPurpose::Analyse);
    order.lines = lines.min(game.position().legal_moves().len());
    let mut reported = BestLines::default();
    let mut thread = SearchThread::with_parameters(SearchParameters::default());
    let tools = SearchTools {
        thread: &mut thread,
        helpers: &mut [],
        predictor: &mut None,
        table: &TranspositionTable::new(TABLE_MIB),
        control: &SearchControl::start(None),
    };
    PlayerProfile::default().search(&order, tools, &mut reported);
    reported.complete(order.lines)
}

/// Keeps the lines of the latest iterations.
#[derive(Default)]
struct BestLines {
    reports: Vec<SearchReport>,
}

impl BestLines {
    /// The reports of the deepest iteration in which every line was searched, the best line first.
    fn complete(self, lines: usize) -> Option<Vec<SearchReport>> {
        let deepest = self.reports.iter().map(|report| report.depth_plies).max()?;
        (1..=deepest).rev().find_map(|depth_plies| {
            let of_line = |line| {
                let mut of_depth = self.reports.iter().rev();
                of_depth
                    .find(|report| report.depth_plies == depth_plies && report.line == line)
                    .cloned()
            };
            (1..=lines).map(of_line).collect()
        })
    }
}

impl SearchObserver for BestLines {
    fn report(&mut self, report: SearchReport) {
        self.reports.push(report);
    }

    fn progress(&mut self, _: SearchProgress) {}
}
