//! Matches: games between players inside the process, at fixed nodes, and what they say of strength.

pub mod adjudication;
pub mod elo;
pub mod game;
pub mod personality_match;
