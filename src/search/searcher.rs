//! The searcher: the state of one thread's running search, which every step of a node shares.
//!
//! The steps are methods in files of their own, named after what they do.

use std::time::Duration;

use crate::board::{BitBoard, KeyHistory, Move, Position};
use crate::endgame::Tablebase;
use crate::evaluation::Evaluator;
use crate::score::{MAX_PLY, Score};
use crate::search::contempt::{draw_score, repetition_noise_cp};
use crate::search::control::SearchControl;
use crate::search::correction_history::{CorrectionHistory, pawn_key};
use crate::search::histories::{Histories, HistoryContext, PAWN_STRUCTURES, PieceTo};
use crate::search::killer_moves::KillerMoves;
use crate::search::learned::LearnedScores;
use crate::search::parameters::{NODES_PER_POLL, REDUCTION_FROM_MOVE, SearchParameters};
use crate::search::principal_variation::PvTable;
use crate::search::reductions::ReductionTable;
use crate::search::repetition::{NO_PLY, RepetitionPolicy};
use crate::search::request::SearchRequest;
use crate::search::search_thread::SearchThread;
use crate::search::selectivity::Selectivity;
use crate::search::smp_state::{SmpState, ThreadContext, ThreadRole};
use crate::search::transposition_table::TranspositionTable;

/// One search in progress on one thread.
pub(super) struct Searcher<'a> {
    pub(super) role: ThreadRole,
    pub(super) smp: &'a SmpState,
    pub(super) table: &'a TranspositionTable,
    pub(super) control: &'a SearchControl,
    pub(super) killers: &'a mut KillerMoves,
    pub(super) histories: &'a mut Histories,
    pub(super) corrections: &'a mut CorrectionHistory,
    pub(super) parameters: &'a SearchParameters,
    pub(super) reductions: &'a ReductionTable,
    pub(super) evaluator: &'a mut Evaluator,
    pub(super) tablebase: Option<&'a Tablebase>,
    pub(super) tablebase_hits: u64,
    pub(super) contempt_cp: i32,
    /// Mixed into the key of every cache that depends on the evaluation's weights or on contempt.
    pub(super) salt: u64,
    /// Mixed into the keys of the transposition table: `salt`, and the draws of the game so far.
    pub(super) table_salt: u64,
    /// What earlier games have taught.
    pub(super) learned: &'a LearnedScores,
    /// The keys of the game and of the path, the current node's position last.
    pub(super) keys: KeyHistory,
    pub(super) repetition_policy: RepetitionPolicy,
    /// The topmost ply that a draw by repetition in the current subtree rests on.
    pub(super) rests_on_ply: usize,
    pub(super) pv_table: PvTable,
    /// The search stack: what is kept of the nodes on the path, by ply.
    pub(super) stack: Vec<StackEntry>,
    pub(super) selectivity: Selectivity,
    /// The current iteration, in plies. Lines longer than twice this are not extended.
    pub(super) iteration_plies: usize,
    pub(super) node_limit: u64,
    pub(super) nodes: u64,
    pub(super) selective_depth_plies: u32,
    /// The last look at the clock, and the longest time between two.
    last_poll: Option<Duration>,
    pub(super) longest_pause: Duration,
    /// Set when the search has to end; scores mean nothing from then on.
    pub(super) stopped: bool,
}

/// What is kept of a node while its subtree is searched.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StackEntry {
    /// The static evaluation; `None` in check.
    pub(super) static_evaluation: Option<Score>,
    /// The move under search; `None` during a null move.
    pub(super) moved: Option<PieceTo>,
    /// The same move if it is a quiet one, outside quiescence search.
    pub(super) quiet: Option<Move>,
    /// By how many plies it is reduced.
    pub(super) reduction_plies: i32,
    /// The squares that the opponent attacks, known while the node's moves are searched.
    pub(super) attacked: BitBoard,
    /// A move that is left out while its singularity is tested.
    pub(super) excluded: Option<Move>,
}

impl<'a> Searcher<'a> {
    /// A search that is about to begin. `other_selectivity` replaces the thread's own parameters when
    /// the request does not ask for normal selectivity.
    pub(super) fn new(
        context: ThreadContext<'a>,
        request: &'a SearchRequest,
        thread: &'a mut SearchThread,
        other_selectivity: Option<&'a (SearchParameters, ReductionTable)>,
    ) -> Searcher<'a> {
        let (parameters, reductions) = match other_selectivity {
            Some((parameters, reductions)) => (parameters, reductions),
            None => (&thread.parameters, &thread.reductions),
        };
        thread.killers.clear();
        let own_side = request.position.side_to_move();
        let evaluator = &mut thread.evaluator;
        evaluator.begin_search(&request.weights, own_side);
        let mut stack = vec![StackEntry::default(); MAX_PLY];
        if !request.position.in_check() {
            stack[0].static_evaluation = Some(evaluator.evaluate(&request.position));
        }
        Searcher {
            role: context.role,
            smp: context.smp,
            table: context.table,
            control: context.control,
            killers: &mut thread.killers,
            histories: &mut thread.histories,
            corrections: &mut thread.corrections,
            parameters,
            reductions,
            evaluator,
            tablebase: request.tablebase.as_deref(),
            tablebase_hits: 0,
            contempt_cp: request.contempt_cp,
            salt: request.salt(),
            table_salt: request.table_salt(),
            learned: &request.learned,
            keys: request.history.clone(),
            repetition_policy: request.repetition,
            rests_on_ply: NO_PLY,
            pv_table: PvTable::new(),
            stack,
            selectivity: request.selectivity,
            iteration_plies: 0,
            node_limit: request.limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            selective_depth_plies: 0,
            last_poll: None,
            longest_pause: Duration::ZERO,
            stopped: false,
        }
    }

    /// Whether anything is pruned or reduced. At full width nothing is, and the score of a node is
    /// what plain search says.
    #[inline]
    pub(super) fn is_selective(&self) -> bool {
        self.selectivity != Selectivity::FULL_WIDTH
    }

    /// The score of a draw for the side to move `ply` plies below the root.
    #[inline]
    pub(super) fn draw_score(&self, ply: usize) -> Score {
        draw_score(self.contempt_cp, ply)
    }

    /// The score for the side to move of a draw by repetition that rests on an earlier ply. One within the
    /// search has [noise](repetition_noise_cp); a third occurrence in the game is a draw by the rules. At
    /// full width a score is what plain search says, so that there is no noise.
    #[inline]
    pub(super) fn repetition_score(&self, ply: usize, rests_on_ply: usize) -> Score {
        let noise_cp = match self.is_selective() && rests_on_ply != NO_PLY {
            true => repetition_noise_cp(self.nodes),
            false => 0,
        };
        self.draw_score(ply) + noise_cp
    }

    /// Counts a node and polls the limits now and then. Returns whether the search has to end.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.selective_depth_plies = self.selective_depth_plies.max(ply as u32);
        if self.nodes >= self.node_limit || self.nodes.is_multiple_of(NODES_PER_POLL) && self.poll()
        {
            self.stopped = true;
        }
        self.stopped
    }

    /// Whether a limit, the clock, a stop or the end of the main thread's search ends this one.
    fn poll(&mut self) -> bool {
        let must_end = match self.role {
            ThreadRole::Main => {
                self.note_pause();
                self.all_nodes() >= self.node_limit || self.control.is_out_of_time()
            }
            ThreadRole::Helper { .. } => {
                self.smp.add_helper_nodes(NODES_PER_POLL);
                self.smp.is_over()
            }
        };
        must_end || self.control.is_stopped()
    }

    /// Whether this thread decides on the move.
    pub(super) fn is_main(&self) -> bool {
        matches!(self.role, ThreadRole::Main)
    }

    /// On a running clock, measures the time since the last poll.
    fn note_pause(&mut self) {
        if self.control.has_budget() {
            let now = self.control.elapsed();
            let pause = now.saturating_sub(self.last_poll.unwrap_or(now));
            self.longest_pause = self.longest_pause.max(pause);
            self.last_poll = Some(now);
        }
    }

    /// Nodes of all threads, as far as the helpers have reported theirs.
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes + self.smp.helper_nodes()
    }

    /// What the histories of quiet moves depend on in the node at `ply`.
    #[inline]
    pub(super) fn history_context(&self, position: &Position, ply: usize) -> HistoryContext {
        let previous = |plies| ply.checked_sub(plies).and_then(|ply| self.stack[ply].moved);
        HistoryContext {
            color: position.side_to_move(),
            previous: [previous(1), previous(2)],
            attacked: position.attacked_by(!position.side_to_move()),
            pawns: (pawn_key(position) >> (64 - PAWN_STRUCTURES.ilog2())) as usize,
        }
    }

    /// Whether late move reductions apply to the `number`th move of a node: not to the first, to evasions,
    /// near quiescence search or at full width.
    #[inline]
    pub(super) fn may_reduce(&self, depth_plies: i32, number: usize, in_check: bool) -> bool {
        depth_plies >= self.parameters.reduction_from_plies
            && number >= REDUCTION_FROM_MOVE
            && !in_check
            && self.is_selective()
    }
}
