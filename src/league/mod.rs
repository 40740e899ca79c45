//! The league: a ladder of characters and levels that a person climbs.
//!
//! Six divisions of six members. In a season everybody meets everybody of the division once, one match a
//! round; then the first two go up and the last two go down. The person's matches are played; those
//! between characters are drawn by chance from their levels ([`chance`]).

pub mod chance;
pub mod ladder;
pub mod member;
pub mod season;
pub mod state_file;
