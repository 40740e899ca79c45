//! Iterative deepening: one iteration after another, each with an aspiration window around the
//! last score, until a limit or the clock ends it.

use crate::board::{Color, Move, Position};
use crate::endgame::{ProvenMoves, WinDrawLoss, as_proven};
use crate::evaluation::Evaluator;
use crate::score::{MAX_PLY, Score};
use crate::search::control::SearchControl;
use crate::search::correction::Corrections;
use crate::search::heuristics::Heuristics;
use crate::search::limits::{SearchObserver, SearchOutcome, SearchReport, SearchRequest};
use crate::search::parameters::SearchParameters;
use crate::search::reductions::Reductions;
use crate::search::repetition::NO_PLY;
use crate::search::root::{Root, RootMove};
use crate::search::selectivity::Selectivity;
use crate::search::settling::{Iteration, Settling};
use crate::search::threads::{Company, Part};
use crate::search::transposition::TranspositionTable;
use crate::search::tree::{Frame, Tree};
use crate::search::variation::Variations;
use crate::search::window::Window;

/// What a searching thread keeps from move to move.
#[derive(Debug)]
pub struct SearchThread {
    parameters: SearchParameters,
    heuristics: Heuristics,
    corrections: Corrections,
    reductions: Reductions,
}

impl SearchThread {
    /// A thread that has seen nothing yet.
    pub fn new() -> SearchThread {
        SearchThread::with_parameters(SearchParameters::default())
    }

    /// A thread that searches with other numbers than the default ones; for tuning.
    pub fn with_parameters(parameters: SearchParameters) -> SearchThread {
        let reductions = Reductions::new(&parameters);
        SearchThread {
            parameters,
            heuristics: Heuristics::new(),
            corrections: Corrections::new(),
            reductions,
        }
    }

    /// Forgets the game; the next search is the same as a new thread's.
    pub fn forget(&mut self) {
        self.heuristics = Heuristics::new();
        self.corrections = Corrections::new();
    }
}

impl Default for SearchThread {
    fn default() -> SearchThread {
        SearchThread::new()
    }
}

/// One thread's part in the search of a position.
pub(super) fn search_as(
    part: Part,
    request: &SearchRequest,
    thread: &mut SearchThread,
    company: &Company,
    table: &TranspositionTable,
    control: &SearchControl,
    observer: &mut dyn SearchObserver,
) -> SearchOutcome {
    thread.heuristics.start_search();
    let other_numbers = (request.selectivity != Selectivity::NORMAL).then(|| {
        let parameters = request.selectivity.applied_to(&thread.parameters);
        let reductions = Reductions::new(&parameters);
        (parameters, reductions)
    });
    let (parameters, reductions) = match &other_numbers {
        Some((parameters, reductions)) => (parameters, reductions),
        None => (&thread.parameters, &thread.reductions),
    };
    let own_side = request.position.side_to_move();
    let salt = request.weights.salt(own_side) ^ contempt_salt(request.contempt_cp, own_side);
    let mut tree = Tree {
        part,
        company,
        table,
        control,
        heuristics: &mut thread.heuristics,
        corrections: &mut thread.corrections,
        parameters,
        reductions,
        evaluator: Evaluator::new(request.weights.clone(), own_side),
        tablebase: request.tablebase.as_deref(),
        tablebase_hits: 0,
        contempt_cp: request.contempt_cp,
        salt,
        table_salt: salt ^ request.history.twice_stood_salt(),
        keys: request.history.clone(),
        repetition: request.repetition,
        rests_on_ply: NO_PLY,
        variations: Variations::new(),
        frames: vec![Frame::default(); MAX_PLY],
        selectivity: request.selectivity,
        iteration_plies: 0,
        node_limit: request.limits.nodes.unwrap_or(u64::MAX),
        nodes: 0,
        selective_depth_plies: 0,
        stopped: false,
    };
    if !request.position.in_check() {
        tree.frames[0].evaluation = Some(tree.evaluator.evaluate(&request.position));
    }
    let root = Root::new(request, &tree);
    let mut deepening = Deepening {
        root,
        observer,
        proven: request.proven_moves.as_ref().map(ProvenMoves::outcome),
        depth_plies: 0,
        completed: None,
    };
    if request.proven_moves.is_some() && tree.tablebase.take().is_some() {
        tree.tablebase_hits = deepening.root.moves.len() as u64;
    }
    if !deepening.root.moves.is_empty() {
        deepening.run(&mut tree, request);
    }
    deepening.outcome(&tree)
}

struct Deepening<'o> {
    root: Root,
    observer: &'o mut dyn SearchObserver,
    proven: Option<WinDrawLoss>,
    /// The last finished iteration.
    depth_plies: u32,
    /// The best move of the last finished iteration, kept only under a soft node limit.
    completed: Option<RootMove>,
}

impl Deepening<'_> {
    fn run(&mut self, tree: &mut Tree<'_>, request: &SearchRequest) {
        let deepest = request
            .limits
            .depth_plies
            .unwrap_or(u32::MAX)
            .clamp(1, MAX_PLY as u32 - 1);
        let shallowest = match tree.part {
            Part::Leader => 1,
            Part::Helper { first_iteration } => first_iteration,
        };
        let lines = request.lines.clamp(1, self.root.moves.len());
        let mut settling = Settling::default();
        for depth_plies in shallowest..=deepest {
            tree.iteration_plies = depth_plies as usize;
            for line in 0..lines {
                self.search_line(tree, depth_plies, line);
                if tree.stopped {
                    return;
                }
            }
            self.depth_plies = depth_plies;
            let best = &self.root.moves[0];
            if let Some(soft_nodes) = request.limits.soft_nodes {
                self.completed = Some(best.clone());
                if tree.all_nodes() >= soft_nodes {
                    return;
                }
            }
            let stretch = settling.stretch_after(Iteration {
                best: best.mv,
                score: best.preferred,
                best_nodes: best.nodes,
                all_nodes: tree.nodes,
            });
            // Without a clock the search goes on: somebody wants to see more.
            if tree.control.has_budget() && self.is_settled(tree, stretch) {
                return;
            }
        }
    }

    /// Whether another iteration is not worth its time; the soft limit is stretched by `stretch`.
    fn is_settled(&self, tree: &Tree<'_>, stretch: f64) -> bool {
        let mate_is_proven = self.root.moves[0]
            .score
            .mate_distance_plies()
            .is_some_and(|plies| plies.unsigned_abs() <= self.depth_plies);
        self.root.moves.len() == 1 || mate_is_proven || tree.control.is_past_soft_limit(stretch)
    }

    /// One iteration of one line: an aspiration window around its last score, opened on the side
    /// on which it fails.
    fn search_line(&mut self, tree: &mut Tree<'_>, depth_plies: u32, line: usize) {
        let last = self.root.moves[line].preferred;
        let mut delta_cp = tree.parameters.aspiration_cp;
        let mut window = Window::FULL;
        if depth_plies as i32 >= tree.parameters.aspiration_from_plies && !last.is_decisive() {
            window = Window {
                alpha: last - delta_cp,
                beta: last + delta_cp,
            };
        }
        loop {
            let depth = depth_plies as i32;
            let best = self.root.search(tree, depth, window, line, self.observer);
            self.report(tree, depth_plies, line);
            if tree.stopped || window.alpha < best && best < window.beta {
                return;
            }
            delta_cp *= 4;
            let opened = |bound: Score| {
                if bound.is_decisive() || delta_cp > 1_000 {
                    None
                } else {
                    Some(bound)
                }
            };
            if best <= window.alpha {
                window.alpha = opened(best).map_or(Window::FULL.alpha, |best| best - delta_cp);
            } else {
                window.beta = opened(best).map_or(Window::FULL.beta, |best| best + delta_cp);
            }
        }
    }

    fn report(&mut self, tree: &Tree<'_>, depth_plies: u32, line: usize) {
        let root = &self.root.moves[line];
        if root.preferred == -Score::INFINITE {
            return;
        }
        self.observer.report(SearchReport {
            depth_plies,
            selective_depth_plies: tree.selective_depth_plies,
            line: line + 1,
            score: as_proven(root.score, self.proven),
            bonus_cp: root.bonus_cp,
            bound: root.bound,
            nodes: tree.all_nodes(),
            elapsed: tree.control.elapsed(),
            hashfull_permille: tree.table.hashfull_permille(),
            tablebase_hits: tree.tablebase_hits,
            pv: root.variation.to_vec(),
        });
    }

    fn outcome(&self, tree: &Tree<'_>) -> SearchOutcome {
        let best = self.completed.as_ref().or(self.root.moves.first());
        SearchOutcome {
            best: best.map(|root| root.mv),
            ponder: best.and_then(|root| expected_reply(&self.root.position, root, tree)),
            score: best.map_or(Score::DRAW, |root| {
                as_proven(root.score.max(Score::mated_in(0)), self.proven)
            }),
            bonus_cp: best.map_or(0, |root| root.bonus_cp),
            proven: self.proven,
            tablebase_hits: tree.tablebase_hits,
            depth_plies: self.depth_plies,
            nodes: tree.all_nodes(),
            elapsed: tree.control.elapsed(),
            root_moves: self
                .root
                .moves
                .iter()
                .filter_map(|root| root.latest)
                .collect(),
        }
    }
}

/// What contempt adds to the key of every cache: nothing when there is none.
fn contempt_salt(contempt_cp: i32, own_side: Color) -> u64 {
    if contempt_cp == 0 {
        return 0;
    }
    let seed = (i64::from(-contempt_cp) << 1 | own_side as i64) as u64;
    let mixed = (seed ^ (seed >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 29)
}

/// The reply on the principal variation, or the table's when the variation ends early.
fn expected_reply(position: &Position, root: &RootMove, tree: &Tree<'_>) -> Option<Move> {
    let child = position.play(root.mv);
    let from_table = || {
        tree.table
            .probe(tree.key(&child))
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
    use crate::search::limits::{SearchLimits, SearchProgress};
    use crate::search::search;

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
        let (table, control) = (TranspositionTable::new(4), SearchControl::start(None));
        let mut reports = Reports::default();
        let thread = &mut SearchThread::new();
        let outcome = search(&request, thread, &table, &control, &mut reports);
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
