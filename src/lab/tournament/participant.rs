//! The participants of a tournament: personalities at their level or another, and foreign engines.

use crate::foreign::EngineDescription;
use crate::personality::Personality;

/// Who takes part.
#[derive(Clone, Debug)]
pub struct Participant {
    /// The name in tables and records.
    pub name: String,
    /// Who it is.
    pub player: TournamentPlayer,
}

/// A player from inside or outside.
#[derive(Clone, Debug)]
pub enum TournamentPlayer {
    /// A personality, at the level that it says.
    Own(Box<Personality>),
    /// Another program.
    Foreign(EngineDescription),
}
