//! What candidates can be judged by.

pub mod games;
pub mod opponents;
pub mod positions;
pub mod prediction;
pub mod style;
pub mod suite;
