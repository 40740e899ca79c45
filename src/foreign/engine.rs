//! What a game needs of a foreign engine, whichever protocol it speaks.

use std::time::{Duration, Instant};

use super::failure::EngineFailure;
use crate::board::{Game, Move};
use crate::chess_clock::FischerTimeControl;

/// What limits the thinking of a foreign engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineLimit {
    /// Its clock.
    Clock(FischerTimeControl),
    /// A time for each move.
    MoveTime(Duration),
    /// A depth in plies for each move.
    Depth(u32),
}

/// The times that both clocks show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTimes {
    /// What the engine has left.
    pub own: Duration,
    /// What its opponent has left.
    pub opponent: Duration,
}

/// An answer of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineAnswer {
    /// A legal move.
    Move(Move),
    /// It gives up.
    Resignation,
}

/// A foreign engine in a game.
pub trait ForeignEngine {
    /// What the engine does in the position of the game, which went on by one move of each side since
    /// the last question. `clocks` are those of a game with clocks; there is no answer after
    /// `deadline`.
    ///
    /// # Errors
    /// [`EngineFailure`], which loses the game.
    fn answer(
        &mut self,
        game: &Game,
        clocks: Option<ClockTimes>,
        deadline: Instant,
    ) -> Result<EngineAnswer, EngineFailure>;
}
