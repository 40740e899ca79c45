//! Iterative deepening: one iteration after another, each a ply deeper, until a limit or the clock ends
//! the search.

use crate::board::{Move, Position};
use crate::endgame::{ProvenMoves, WinDrawLoss, as_proven};
use crate::score::{MAX_PLY, Score};
use crate::search::aspiration::AspirationWindow;
use crate::search::one_sidedness::{OneSidedness, without_surplus};
use crate::search::reductions::ReductionTable;
use crate::search::report::{RootMoveScore, SearchObserver, SearchOutcome, SearchReport};
use crate::search::request::{SearchLimits, SearchRequest};
use crate::search::root::{RootMove, RootSearch};
use crate::search::search_thread::SearchThread;
use crate::search::searcher::Searcher;
use crate::search::selectivity::Selectivity;
use crate::search::smp_state::{ThreadContext, ThreadRole};
use crate::search::time::stability::{BestMoveStability, IterationResult};

/// Searches a position in the role of one thread.
pub(super) fn search_as(
    context: ThreadContext<'_>,
    request: &SearchRequest,
    thread: &mut SearchThread,
    observer: &mut dyn SearchObserver,
) -> SearchOutcome {
    let other_selectivity = (request.selectivity != Selectivity::NORMAL).then(|| {
        let parameters = request.selectivity.applied_to(&thread.parameters);
        let reductions = ReductionTable::new(&parameters);
        (parameters, reductions)
    });
    let mut searcher = Searcher::new(context, request, thread, other_selectivity.as_ref());
    let root = RootSearch::new(request, &searcher);
    // Where the tablebases have judged the root moves, they are not probed below.
    if request.proven_moves.is_some() && searcher.tablebase.take().is_some() {
        searcher.tablebase_hits = root.moves.len() as u64;
    }
    let mut deepening = IterativeDeepening {
        root,
        observer,
        proven: request.proven_moves.as_ref().map(ProvenMoves::outcome),
        depth_plies: 0,
        completed: None,
        one_sidedness: OneSidedness::of(&request.weights, &request.position),
    };
    if !deepening.root.moves.is_empty() {
        deepening.run(&mut searcher, &request.limits, request.lines);
    }
    deepening.outcome(&searcher)
}

/// The iterations of one search.
struct IterativeDeepening<'o> {
    root: RootSearch,
    observer: &'o mut dyn SearchObserver,
    /// The result of the root position where tablebases know it.
    proven: Option<WinDrawLoss>,
    /// The last finished iteration.
    depth_plies: u32,
    /// The best move of the last finished iteration, kept only under a soft node limit.
    completed: Option<RootMove>,
    /// What no score may show that leaves the search.
    one_sidedness: Option<OneSidedness>,
}

impl IterativeDeepening<'_> {
    fn run(&mut self, searcher: &mut Searcher<'_>, limits: &SearchLimits, lines: usize) {
        let deepest = limits
            .depth_plies
            .unwrap_or(u32::MAX)
            .clamp(1, MAX_PLY as u32 - 1);
        let shallowest = match searcher.role {
            ThreadRole::Main => 1,
            ThreadRole::Helper { first_iteration } => first_iteration,
        };
        let lines = lines.clamp(1, self.root.moves.len());
        let mut stability = BestMoveStability::default();
        for depth_plies in shallowest..=deepest {
            searcher.iteration_plies = depth_plies as usize;
            for line in 0..lines {
                self.search_line(searcher, depth_plies, line);
                if searcher.stopped {
                    return;
                }
            }
            self.depth_plies = depth_plies;
            let best = &self.root.moves[0];
            if let Some(soft_nodes) = limits.soft_nodes {
                self.completed = Some(best.clone());
                if searcher.all_nodes() >= soft_nodes {
                    return;
                }
            }
            let time_factor = stability.time_factor_after(IterationResult {
                best: best.mv,
                score: best.preferred,
                best_nodes: best.nodes,
                all_nodes: searcher.nodes,
            });
            // Without a clock the search goes on until a limit or a stop ends it.
            if searcher.control.has_budget() && self.is_decided(searcher, time_factor) {
                return;
            }
        }
    }

    /// Whether another iteration is not worth its time: there is a single move, a proven mate, or the
    /// soft limit times `time_factor` has passed.
    fn is_decided(&self, searcher: &Searcher<'_>, time_factor: f64) -> bool {
        let mate_is_proven = self.root.moves[0]
            .score
            .mate_distance_plies()
            .is_some_and(|plies| plies.unsigned_abs() <= self.depth_plies);
        self.root.moves.len() == 1
            || mate_is_proven
            || searcher.control.is_past_soft_limit(time_factor)
    }

    /// Searches one line of an iteration, with an aspiration window around its last score.
    fn search_line(&mut self, searcher: &mut Searcher<'_>, depth_plies: u32, line: usize) {
        let last = self.root.moves[line].preferred;
        let mut aspiration = AspirationWindow::around(last, depth_plies, searcher.parameters);
        loop {
            let (depth, window) = (depth_plies as i32, aspiration.window);
            let best = self
                .root
                .search(searcher, depth, window, line, self.observer);
            self.report(searcher, depth_plies, line);
            if searcher.stopped || !aspiration.widen(best) {
                return;
            }
        }
    }

    fn report(&mut self, searcher: &Searcher<'_>, depth_plies: u32, line: usize) {
        if self.root.moves[line].preferred == -Score::INFINITE {
            return;
        }
        let surplus_cp = surplus_cp(&mut self.one_sidedness, &self.root.moves[0]);
        let root = &self.root.moves[line];
        self.observer.report(SearchReport {
            depth_plies,
            selective_depth_plies: searcher.selective_depth_plies,
            line: line + 1,
            score: as_proven(without_surplus(root.score, surplus_cp), self.proven),
            bonus_cp: root.bonus_cp,
            bound: root.bound,
            nodes: searcher.all_nodes(),
            elapsed: searcher.control.elapsed(),
            hashfull_permille: searcher.table.hashfull_permille(),
            tablebase_hits: searcher.tablebase_hits,
            pv: root.variation.to_vec(),
        });
    }

    fn outcome(&mut self, searcher: &Searcher<'_>) -> SearchOutcome {
        let best = self.completed.as_ref().or(self.root.moves.first());
        let surplus_cp = best.map_or(0, |root| surplus_cp(&mut self.one_sidedness, root));
        let shown = |score| without_surplus(score, surplus_cp);
        SearchOutcome {
            best: best.map(|root| root.mv),
            ponder: best.and_then(|root| expected_reply(&self.root.position, root, searcher)),
            score: best.map_or(Score::DRAW, |root| {
                as_proven(shown(root.score).max(Score::mated_in(0)), self.proven)
            }),
            bonus_cp: best.map_or(0, |root| root.bonus_cp),
            proven: self.proven,
            tablebase_hits: searcher.tablebase_hits,
            depth_plies: self.depth_plies,
            nodes: searcher.all_nodes(),
            elapsed: searcher.control.elapsed(),
            salt: searcher.table_salt,
            root_moves: self
                .root
                .moves
                .iter()
                .filter_map(|root| root.latest)
                .map(|latest| RootMoveScore {
                    score: shown(latest.score),
                    ..latest
                })
                .collect(),
        }
    }
}

/// What is one-sided about the scores of a search with this best move, in centipawns. All its moves are
/// put by the same amount, so that they can be compared.
fn surplus_cp(one_sidedness: &mut Option<OneSidedness>, best: &RootMove) -> i32 {
    let line = best.variation.iter().copied();
    one_sidedness.as_mut().map_or(0, |it| it.after_cp(line))
}

/// The second move of the principal variation, or the table's move where the variation ends early.
fn expected_reply(position: &Position, root: &RootMove, searcher: &Searcher<'_>) -> Option<Move> {
    let child = position.play(root.mv);
    let from_table = || {
        searcher
            .table
            .probe(searcher.table_key(&child))
            .and_then(|entry| entry.best)
    };
    root.variation
        .get(1)
        .copied()
        .or_else(from_table)
        .filter(|&mv| child.is_legal(mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::control::SearchControl;
    use crate::search::report::SearchProgress;
    use crate::search::smp_state::SmpState;
    use crate::search::transposition_table::TranspositionTable;

    /// Every report of a search, in order.
    #[derive(Default)]
    struct Reports(Vec<SearchReport>);

    impl SearchObserver for Reports {
        fn report(&mut self, report: SearchReport) {
            self.0.push(report);
        }

        fn progress(&mut self, _: SearchProgress) {}
    }

    fn search_within(limits: SearchLimits) -> (SearchOutcome, Vec<SearchReport>) {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let mut request = SearchRequest::neutral(fen.parse().unwrap());
        request.limits = limits;
        let context = ThreadContext {
            role: ThreadRole::Main,
            smp: &SmpState::default(),
            table: &TranspositionTable::new(4),
            control: &SearchControl::start(None),
        };
        let mut reports = Reports::default();
        let outcome = search_as(context, &request, &mut SearchThread::new(), &mut reports);
        (outcome, reports.0)
    }

    #[test]
    fn a_soft_node_limit_ends_the_search_between_iterations() {
        let (soft, _) = search_within(SearchLimits {
            soft_nodes: Some(5_000),
            ..SearchLimits::default()
        });
        let (deep, _) = search_within(SearchLimits {
            depth_plies: Some(soft.depth_plies),
            ..SearchLimits::default()
        });
        assert!(soft.nodes >= 5_000);
        assert_eq!(
            (soft.best, soft.score, soft.nodes),
            (deep.best, deep.score, deep.nodes)
        );
    }

    #[test]
    fn a_hard_limit_under_a_soft_one_leaves_the_last_completed_iteration() {
        for hard in (500..20_000).step_by(500) {
            let (outcome, reports) = search_within(SearchLimits {
                nodes: Some(hard),
                soft_nodes: Some(u64::MAX),
                ..SearchLimits::default()
            });
            // The last report of an iteration is the one with which it was completed.
            let mut completed = reports.iter().rev();
            let completed = completed.find(|report| report.depth_plies == outcome.depth_plies);
            let completed = completed.unwrap();
            assert_eq!(completed.score, outcome.score, "{hard} nodes");
            assert_eq!(Some(completed.pv[0]), outcome.best, "{hard} nodes");
        }
    }
}
