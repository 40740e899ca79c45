//! What a search is asked and what it answers: plain values, no behaviour.

use std::sync::Arc;
use std::time::Duration;

use crate::board::{KeyHistory, Move, Position};
use crate::endgame::{ProvenMoves, Tablebase, WinDrawLoss};
use crate::evaluation::EvaluationWeights;
use crate::score::Score;
use crate::search::bonus::RootBonus;
use crate::search::repetition::RepetitionPolicy;
use crate::search::selectivity::Selectivity;

/// Where a search ends by itself, besides its clock; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// Iterations, in plies.
    pub depth_plies: Option<u32>,
    /// Nodes, all threads together.
    pub nodes: Option<u64>,
    /// A soft limit of nodes: no iteration begins once it is passed, and the answer is that of the
    /// last completed iteration even if [`SearchLimits::nodes`] interrupts a later one.
    pub soft_nodes: Option<u64>,
}

/// A position to search and everything the answer depends on.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The root.
    pub position: Position,
    /// Keys of the game, the root last.
    pub history: KeyHistory,
    /// Where to end.
    pub limits: SearchLimits,
    /// The root moves to choose from; empty means all.
    pub root_moves: Vec<Move>,
    /// How many best lines to report, at least 1.
    pub lines: usize,
    /// How much to leave out.
    pub selectivity: Selectivity,
    /// How repetitions are scored.
    pub repetition: RepetitionPolicy,
    /// The taste of the side that searches.
    pub bonus: RootBonus,
    /// The judgement of the side that searches.
    pub weights: EvaluationWeights,
    /// Contempt: by how many centipawns a draw is worth less than an even position to the side
    /// that searches. Below zero a draw is welcome.
    pub contempt_cp: i32,
    /// Tables to be asked after captures and pawn moves.
    pub tablebase: Option<Arc<Tablebase>>,
    /// What tables say of every root move. The search then chooses among those that keep the
    /// result, by its own judgement, and asks no table any more.
    pub proven_moves: Option<ProvenMoves>,
}

impl SearchRequest {
    /// A request without limits, taste or judgement.
    pub fn neutral(position: Position) -> SearchRequest {
        SearchRequest {
            history: KeyHistory::starting_at(&position),
            position,
            limits: SearchLimits::default(),
            root_moves: Vec::new(),
            lines: 1,
            selectivity: Selectivity::NORMAL,
            repetition: RepetitionPolicy::default(),
            bonus: RootBonus::zero(),
            weights: EvaluationWeights::neutral(),
            contempt_cp: 0,
            tablebase: None,
            proven_moves: None,
        }
    }
}

/// What a score says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

/// News from a running search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport {
    /// The iteration, in plies.
    pub depth_plies: u32,
    /// The deepest ply reached.
    pub selective_depth_plies: u32,
    /// Which of the best lines this is, from 1.
    pub line: usize,
    /// Objective score of the first move, without its bonus, from the side to move at the root.
    pub score: Score,
    /// The bonus of the first move in centipawns.
    pub bonus_cp: i32,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes so far, all threads together.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the table is, in permille.
    pub hashfull_permille: u32,
    /// Positions found in tablebases so far, by the reporting thread.
    pub tablebase_hits: u64,
    /// The principal variation, at least one move, all legal.
    pub pv: Vec<Move>,
}

/// Where a running search stands inside its iteration (for `stat01`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchProgress {
    /// The iteration, in plies.
    pub depth_plies: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Root moves not yet searched in this iteration.
    pub moves_left: usize,
    /// Root moves in all.
    pub moves_total: usize,
    /// The root move under search.
    pub current: Move,
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOutcome {
    /// The chosen move; `None` only when there is no legal move to choose.
    pub best: Option<Move>,
    /// The reply that the search expects.
    pub ponder: Option<Move>,
    /// Objective score of the chosen move, from the side to move at the root.
    pub score: Score,
    /// The bonus of the chosen move in centipawns.
    pub bonus_cp: i32,
    /// The result of the root where tablebases know it.
    pub proven: Option<WinDrawLoss>,
    /// Positions found in tablebases, by the deciding thread.
    pub tablebase_hits: u64,
    /// The last finished iteration, in plies.
    pub depth_plies: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
    /// What the search knows of every root move that it has searched, the chosen one first.
    pub root_moves: Vec<RootMoveScore>,
}

/// What a search knows of one root move when it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMoveScore {
    /// The move.
    pub mv: Move,
    /// Objective score, without the bonus, from the side to move at the root.
    pub score: Score,
    /// What the score says: most moves are only shown to be no better than the chosen one.
    pub bound: Bound,
    /// The bonus in centipawns.
    pub bonus_cp: i32,
    /// The iteration that the score is of, in plies.
    pub depth_plies: u32,
}

/// Hears from a search while it runs; the only way out of it.
pub trait SearchObserver {
    /// A new best line, or a deeper look at it.
    fn report(&mut self, report: SearchReport);

    /// Another root move is being searched.
    fn progress(&mut self, progress: SearchProgress);
}

/// Hears nothing.
impl SearchObserver for () {
    fn report(&mut self, _: SearchReport) {}

    fn progress(&mut self, _: SearchProgress) {}
}
