//! Matches: games between players inside the process, at fixed nodes, and what they say of strength.

pub mod adjudication;
pub mod chance;
pub mod elo;
pub mod game;
pub mod kept_file;
pub mod kept_games;
pub mod kept_part;
pub mod openings;
pub mod personality_match;
