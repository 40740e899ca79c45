//! Tournaments between personalities, levels and foreign engines: who meets whom, the games, and what
//! they say.
//!
//! Which games are to be played follows from the format and the results so far
//! ([`schedule::Schedule`]), so that a tournament that was broken off goes on from its games alone.

pub mod fixture;
pub mod knockout;
pub mod participant;
pub mod playing;
pub mod records;
pub mod round_robin;
pub mod schedule;
pub mod standings;
pub mod swiss;
pub mod table;
