//! The laboratory: measurements of the engine itself, for developers and the curious.
//!
//! Owns the benchmark and its kin: self-play, and the tuning of evaluation and search. It writes to
//! the `Write` it is given and may use everything below it; nothing below knows it.

pub mod bench;
pub mod evaluation_cost;
pub mod game;
pub mod parallel;
pub mod perft;
pub mod spsa;
pub mod style;
pub mod taste_cost;
pub mod training;
pub mod tune;
