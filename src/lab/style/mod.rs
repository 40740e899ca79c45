//! Style: what can be seen of a character in its games, and whether it can be told from others.
//!
//! Owns contests between characters, the traits that are read off their games, the statistics of
//! them and the classifier. It must not know files or terminals beyond the `Read` and `Write` it
//! is given.

pub mod classifier;
pub mod contest;
mod course;
pub mod fingerprint;
pub mod gallery;
pub mod observation;
pub mod samples;
pub mod statistics;
