//! How engines fail, and what they said then.

use std::time::Duration;

use thiserror::Error;

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
    #[error("ended by itself")]
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
pub(super) fn shortened(text: &str) -> String {
    let plain = text.chars().filter(|letter| !letter.is_control());
    plain.take(60).collect()
}
