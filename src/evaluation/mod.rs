//! The evaluation: what a position is worth to the side to move, as a sum of named terms.
//!
//! Owns the terms, their numbers and the own/opponent weights. It must not know search or
//! personalities.

mod weights;

pub use weights::{EvaluationWeights, Family, Percent};
