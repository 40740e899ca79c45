//! The report of a game, as learning needs it: the moves, what the own searches said, the result and the
//! opponent.

use crate::board::{Color, Game, GameResult, Move};
use crate::score::Score;

/// A game that is over, or that nobody goes on with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameReport {
    /// The moves.
    pub game: Game,
    /// The engine's own moves, in order; each stands in `game` at its ply.
    pub own: Vec<OwnMove>,
    /// How it ended; unfinished where nobody said.
    pub result: GameResult,
    /// Against whom it was, if somebody said so.
    pub opponent: Option<OpponentIdentity>,
    /// By how many rating points the engine is above the opponent; 0 when nobody says.
    pub rating_lead: i32,
}

/// Who the opponent was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpponentIdentity {
    /// As a front end or a server named it.
    pub name: String,
    /// Its rating, where known.
    pub rating: Option<u32>,
}

/// One move that the engine chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnMove {
    /// How many half-moves of the game came before it.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// What its search said; `None` for a move that was not searched, such as a book move.
    pub search: Option<OwnSearch>,
}

/// What the search for an own move said. Scores are from the engine's side and objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnSearch {
    /// The score of the move.
    pub score: Score,
    /// The most that the position is worth; `None` where the search leaves that open or tablebases
    /// know it anyway.
    pub ceiling: Option<Score>,
    /// The last finished iteration, in plies.
    pub depth_plies: u32,
    /// The salt of the transposition table in this search.
    pub salt: u64,
}

impl GameReport {
    /// The colour that the engine played; `None` when it played none or both.
    pub fn own_color(&self) -> Option<Color> {
        let past = self.game.past();
        let mut colors = self
            .own
            .iter()
            .filter_map(|own| past.get(own.ply))
            .map(|(position, _)| position.side_to_move());
        let first = colors.next()?;
        colors.all(|color| color == first).then_some(first)
    }
}
