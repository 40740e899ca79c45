//! Search reports: the best lines of a running search, and its outcome.

use std::time::Duration;

use crate::board::Move;
use crate::endgame::WinDrawLoss;
use crate::score::Score;
use crate::search::window::Bound;

/// The best line of a running search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport {
    /// The iteration, in plies.
    pub depth_plies: u32,
    /// The deepest ply reached.
    pub selective_depth_plies: u32,
    /// The rank of this line among the best lines, from 1.
    pub line: usize,
    /// The objective score of the first move, without its bonus, from the side to move at the root.
    pub score: Score,
    /// The bonus of the first move in centipawns.
    pub bonus_cp: i32,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Nodes of all threads together so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the table is, in permille.
    pub hashfull_permille: u32,
    /// Positions that the reporting thread has found in tablebases so far.
    pub tablebase_hits: u64,
    /// The principal variation, at least one move, all legal.
    pub pv: Vec<Move>,
}

/// How far a running search has come in its iteration.
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

/// The result of a finished search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOutcome {
    /// The chosen move; `None` only when there is no legal move to choose.
    pub best: Option<Move>,
    /// The reply that the search expects.
    pub ponder: Option<Move>,
    /// The objective score of the chosen move, from the side to move at the root, without what unequal
    /// weights of the two sides give for the same things.
    pub score: Score,
    /// The bonus of the chosen move in centipawns.
    pub bonus_cp: i32,
    /// The result of the root position where tablebases know it.
    pub proven: Option<WinDrawLoss>,
    /// Positions that the main thread has found in tablebases.
    pub tablebase_hits: u64,
    /// The last finished iteration, in plies.
    pub depth_plies: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
    /// The longest time between two looks at the clock, usually about a millisecond: more where the
    /// machine is busy with other things. Without a clock it is zero.
    pub longest_pause: Duration,
    /// The salt of the transposition table in this search: a score is true for it alone.
    pub salt: u64,
    /// What the search knows of every root move that it has searched, the chosen one first.
    pub root_moves: Vec<RootMoveScore>,
}

impl SearchOutcome {
    /// The most that the root position is worth, objectively, where the last finished iteration says
    /// so of every one of its `legal` moves. A bonus moves the choice and not this bound.
    pub fn ceiling(&self, legal: usize) -> Option<Score> {
        let is_capped = |root: &RootMoveScore| {
            root.bound != Bound::Lower && root.depth_plies >= self.depth_plies
        };
        let is_known = self.depth_plies > 0
            && self.root_moves.len() == legal
            && self.root_moves.iter().all(is_capped);
        let scores = self.root_moves.iter().map(|root| root.score);
        scores.max().filter(|_| is_known)
    }
}

impl SearchOutcome {
    /// The outcome for a move that was not searched; `None` where there is no move.
    pub fn unsearched(best: Option<Move>, elapsed: Duration) -> SearchOutcome {
        SearchOutcome {
            best,
            ponder: None,
            score: Score::DRAW,
            bonus_cp: 0,
            proven: None,
            tablebase_hits: 0,
            depth_plies: 0,
            nodes: 0,
            elapsed,
            longest_pause: Duration::ZERO,
            salt: 0,
            root_moves: Vec::new(),
        }
    }
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

/// Receives reports while a search runs.
pub trait SearchObserver {
    /// There is a new best line, or the best line has been searched deeper.
    fn report(&mut self, report: SearchReport);

    /// The search of another root move begins.
    fn progress(&mut self, progress: SearchProgress);
}

/// Ignores every report.
impl SearchObserver for () {
    fn report(&mut self, _: SearchReport) {}

    fn progress(&mut self, _: SearchProgress) {}
}
