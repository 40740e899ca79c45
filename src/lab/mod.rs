//! The laboratory: self-play, tuning, fingerprints of style and benchmarks, for developers and the
//! curious.

pub mod bench;
pub mod book_making;
pub mod cholesky;
pub mod descent;
pub mod evaluation_network;
pub mod levels;
pub mod matches;
pub mod parallel;
pub mod ratings;
pub mod shard;
pub mod statistics;
pub mod style;
pub mod tournament;
pub mod training;
pub mod tuning;
pub mod twin;
