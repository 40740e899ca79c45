//! Iterative deepening: one iteration after another, each a ply deeper, until a limit or the clock ends
//! the search.

use crate::board::{Move, Position, Square};
use crate::endgame::{ProvenMoves, WinDrawLoss, as_proven};
use crate::score::{MAX_PLY, Score};
use crate::search::aspiration::AspirationWindow;
use crate::search::easy_move;
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

/// A clock that has run down does not end a search before this depth, which takes a millisecond: one ply
/// sees neither a stalemate nor what is taken back. The hard limit still does.
const LEAST_CLOCKED_PLIES: u32 = 4;

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
        captured_on: request.captured_on,
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
    /// Where the opponent has just captured.
    captured_on: Option<Square>,
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
            let is_settled = self.is_settled();
            if searcher.is_main() {
                let factor = if is_settled { 0.0 } else { time_factor };
                searcher.control.set_time_factor(factor);
            }
            // Without a clock the search goes on until a limit or a stop ends it.
            if searcher.control.has_budget()
                && (is_settled
                    || depth_plies >= LEAST_CLOCKED_PLIES
                        && searcher.control.is_past_soft_limit(time_factor)
                    || lines == 1 && self.is_easy(searcher, stability.stood_iterations()))
            {
                return;
            }
        }
    }

    /// Whether more search would change nothing: there is a single move, or a proven mate.
    fn is_settled(&self) -> bool {
        let mate_is_proven = self.root.moves[0]
            .score
            .mate_distance_plies()
            .is_some_and(|plies| plies.unsigned_abs() <= self.depth_plies);
        self.root.moves.len() == 1 || mate_is_proven
    }

    /// Whether the best move, which has stood for so many iterations, may be made early.
    fn is_easy(&mut self, searcher: &mut Searcher<'_>, stood_iterations: usize) -> bool {
        let best = self.root.moves[0].mv;
        let root = &mut self.root;
        let captures = root.position.captured_piece(best).is_some();
        let recaptures = captures && self.captured_on == Some(best.to);
        let depth_plies = self.depth_plies;
        searcher.is_main()
            && searcher.control.banks_time()
            && easy_move::may_be(depth_plies, stood_iterations)
            && searcher
                .control
                .is_past_soft_limit(easy_move::time_share(recaptures))
            && root.leads_by(
                searcher,
                easy_move::MARGIN_CP,
                easy_move::trial_plies(depth_plies),
            )
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
            longest_pause: searcher.longest_pause,
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
    use std::time::{Duration, Instant};

    use super::*;
    use crate::search::control::SearchControl;
    use crate::search::report::SearchProgress;
    use crate::search::smp_state::SmpState;
    use crate::search::time::TimeBudget;
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

    /// Black's pawn can take the queen that has just taken on d5, and every other move leaves White a
    /// queen ahead.
    const RECAPTURE: &str = "3r2k1/5ppp/4p3/3Q4/8/8/PPP2PPP/3R2K1 b - - 0 20";
    const DEEPEST_PLIES: u32 = 12;

    /// The last iteration of a search for which so many seconds of a thousand have passed before it
    /// begins. It has nearly an hour in all.
    fn plies_after(passed_s: u64, fen: &str, captured_on: Option<Square>, is_banked: bool) -> u32 {
        let mut request = SearchRequest::neutral(fen.parse().unwrap());
        request.limits.depth_plies = Some(DEEPEST_PLIES);
        request.captured_on = captured_on;
        let began = Instant::now().checked_sub(Duration::from_secs(passed_s));
        let budget = TimeBudget {
            soft: Duration::from_secs(1_000),
            hard: Duration::from_secs(3_000),
            is_banked,
        };
        let control = SearchControl::started_at(began.unwrap(), Some(budget));
        let context = ThreadContext {
            role: ThreadRole::Main,
            smp: &SmpState::default(),
            table: &TranspositionTable::new(4),
            control: &control,
        };
        search_as(context, &request, &mut SearchThread::new(), &mut ()).depth_plies
    }

    #[test]
    fn a_forced_recapture_is_made_almost_at_once_and_another_easy_move_early() {
        let on = Some(Square::D5);
        assert_eq!(plies_after(20, RECAPTURE, on, true), DEEPEST_PLIES);
        assert!(plies_after(100, RECAPTURE, on, true) < DEEPEST_PLIES);
        assert_eq!(plies_after(100, RECAPTURE, None, true), DEEPEST_PLIES);
        assert!(plies_after(320, RECAPTURE, None, true) < DEEPEST_PLIES);
        // A fixed time a move is there to be used.
        assert_eq!(plies_after(320, RECAPTURE, on, false), DEEPEST_PLIES);
    }

    #[test]
    fn a_clock_that_has_run_down_leaves_time_for_the_first_plies() {
        let start = Position::start().fen();
        assert_eq!(plies_after(2_900, &start, None, false), LEAST_CLOCKED_PLIES);
    }

    #[test]
    fn a_move_among_good_ones_is_not_easy() {
        let start = Position::start().fen();
        assert_eq!(plies_after(320, &start, None, true), DEEPEST_PLIES);
    }

    #[test]
    fn a_single_move_ends_a_search_with_a_clock_and_is_due_at_a_ponder_hit() {
        let single = "7k/8/8/8/8/8/4q3/7K w - - 0 1";
        assert_eq!(plies_after(0, single, None, true), 1);
        let mut request = SearchRequest::neutral(single.parse().unwrap());
        request.limits.depth_plies = Some(3);
        let control = SearchControl::start(None);
        let context = ThreadContext {
            role: ThreadRole::Main,
            smp: &SmpState::default(),
            table: &TranspositionTable::new(4),
            control: &control,
        };
        let outcome = search_as(context, &request, &mut SearchThread::new(), &mut ());
        assert_eq!(outcome.depth_plies, 3);
        control.start_clock(
            Instant::now(),
            TimeBudget {
                soft: Duration::from_secs(1_000),
                hard: Duration::from_secs(3_000),
                is_banked: true,
            },
        );
        assert!(control.is_out_of_time());
    }
}
