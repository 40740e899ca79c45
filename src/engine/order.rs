//! Search orders: what the owner of the engine asks of a search.

use crate::board::{Game, Move};
use crate::search::{SearchLimits, TimeBudget};

/// The number of a search, given in its order and returned with each of its events; later
/// searches have larger numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchId(pub u64);

/// Why a search is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchPurpose {
    /// To make a move.
    Play,
    /// To think in the opponent's time about the position after the expected move.
    Ponder,
    /// To show the best lines of a position.
    Analyse,
    /// To say which move would be played, and why.
    Explain,
}

/// Whose taste and evaluation weights a search follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchAs {
    /// Those of the loaded personality.
    Personality,
    /// None: the search is objective.
    Neutral,
}

/// A search to be started.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOrder {
    /// Returned with each event of the search.
    pub id: SearchId,
    /// The game up to the position to be searched.
    pub game: Game,
    /// Where the search ends by itself.
    pub limits: SearchLimits,
    /// The time for the search, counted from the order; `None` searches until the limits or a stop.
    pub budget: Option<TimeBudget>,
    /// Why the search is made.
    pub purpose: SearchPurpose,
    /// Whether the personality has its say.
    pub search_as: SearchAs,
    /// The moves to choose from; empty means all legal moves.
    pub root_moves: Vec<Move>,
    /// How many best lines to report (MultiPV), at least 1.
    pub lines: usize,
    /// Whether a move from the personality's opening book may be played without a search.
    pub may_play_book: bool,
}

impl SearchOrder {
    /// An order without a time budget that searches all root moves as the personality, reports one
    /// line and plays no book moves.
    pub fn new(game: Game, limits: SearchLimits, purpose: SearchPurpose) -> SearchOrder {
        SearchOrder {
            id: SearchId::default(),
            game,
            limits,
            budget: None,
            purpose,
            search_as: SearchAs::Personality,
            root_moves: Vec::new(),
            lines: 1,
            may_play_book: false,
        }
    }
}
