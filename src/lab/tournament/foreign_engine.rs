//! What a game needs of a foreign engine, whichever protocol it speaks, and how engines fail.

use std::time::{Duration, Instant};

use thiserror::Error;

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

/// How an engine fails.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineFailure {
    /// The program cannot be started.
    #[error("does not start: `{command}`: {why}")]
    NotStarted {
        /// The program and its arguments.
        command: String,
        /// What the system says.
        why: String,
    },
    /// It did not finish its introduction in time.
    #[error("starts, but is not ready in time")]
    NotReady,
    /// It cannot begin from a given position.
    #[error("cannot be given a position")]
    NoPosition,
    /// It made no move in time, and no clock says how long that is.
    #[error("made no move within {:.1} s", .0.as_secs_f64())]
    Silent(Duration),
    /// Its process has ended.
    #[error("ended in the middle of the game")]
    Gone,
    /// What it played is no legal move.
    #[error("played `{0}`, which is no legal move")]
    IllegalMove(String),
    /// It calls a legal move of its opponent illegal.
    #[error("refused a legal move: `{0}`")]
    RefusedMove(String),
    /// It claims a result that it does not have.
    #[error("claimed a result that it does not have: `{0}`")]
    FalseClaim(String),
}

impl EngineFailure {
    /// The word for the tag `Termination` of PGN.
    pub fn termination(&self) -> &'static str {
        match self {
            EngineFailure::NotStarted { .. }
            | EngineFailure::NotReady
            | EngineFailure::NoPosition
            | EngineFailure::Gone => "abandoned",
            EngineFailure::Silent(_) => "time forfeit",
            EngineFailure::IllegalMove(_)
            | EngineFailure::RefusedMove(_)
            | EngineFailure::FalseClaim(_) => "rules infraction",
        }
    }
}

/// What an engine said, short enough for a record.
pub fn excerpt(text: &str) -> String {
    let plain = text.chars().filter(|letter| !letter.is_control());
    plain.take(60).collect()
}
