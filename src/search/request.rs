//! The search request: a position and everything else that the result of its search depends on.

use std::sync::Arc;

use crate::board::{KeyHistory, Move, Position, Square};
use crate::endgame::{ProvenMoves, Tablebase};
use crate::evaluation::EvaluationWeights;
use crate::search::bonus::RootBonus;
use crate::search::contempt::contempt_salt;
use crate::search::learned::LearnedScores;
use crate::search::repetition::RepetitionPolicy;
use crate::search::selectivity::Selectivity;

/// Where a search ends by itself, apart from its clock. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// The last iteration, in plies.
    pub depth_plies: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// A soft limit of nodes: no iteration begins once it is passed, and the answer is that of the
    /// last completed iteration even if [`SearchLimits::nodes`] interrupts a later one.
    pub soft_nodes: Option<u64>,
}

impl SearchLimits {
    /// Whether a search ends where plies or nodes say, so that it should be the same each time it is
    /// made.
    pub fn are_reproducible(&self) -> bool {
        self.depth_plies.is_some() || self.nodes.is_some() || self.soft_nodes.is_some()
    }
}

/// A position to search and everything that the result depends on.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The position to search, the root of the tree.
    pub position: Position,
    /// The keys of the game's positions, the root last.
    pub history: KeyHistory,
    /// Where the search ends.
    pub limits: SearchLimits,
    /// The root moves to choose from; empty means all.
    pub root_moves: Vec<Move>,
    /// How many best lines to report, at least 1.
    pub lines: usize,
    /// How much is pruned and reduced.
    pub selectivity: Selectivity,
    /// How repetitions are scored.
    pub repetition: RepetitionPolicy,
    /// The personality's bonus for each root move.
    pub bonus: RootBonus,
    /// The personality's weights of the evaluation.
    pub weights: EvaluationWeights,
    /// Contempt: by how many centipawns a draw is worth less than an even position to the side
    /// that searches. Below zero a draw is welcome.
    pub contempt_cp: i32,
    /// The endgame tablebases that the search probes after captures and pawn moves.
    pub tablebase: Option<Arc<Tablebase>>,
    /// The proven result of every root move. The search then chooses among the moves that
    /// keep the result, by its own evaluation, and probes no tablebase any more.
    pub proven_moves: Option<ProvenMoves>,
    /// What earlier games have taught of positions that the search may come to.
    pub learned: LearnedScores,
    /// Where the opponent has just captured. It shortens the search for a recapture on a running
    /// clock, and nothing else depends on it.
    pub captured_on: Option<Square>,
}

impl SearchRequest {
    /// A request without limits and without a personality.
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
            learned: LearnedScores::default(),
            captured_on: None,
        }
    }

    /// What is mixed into the key of every cache that depends on the evaluation's weights or on
    /// contempt.
    pub fn salt(&self) -> u64 {
        let own_side = self.position.side_to_move();
        self.weights.salt(own_side) ^ contempt_salt(self.contempt_cp, own_side)
    }

    /// What is mixed into the keys of the transposition table: [`Self::salt`], and the draws of the
    /// game so far.
    pub fn table_salt(&self) -> u64 {
        self.salt() ^ self.history.twice_stood_salt()
    }
}
