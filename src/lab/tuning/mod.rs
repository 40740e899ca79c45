//! Tuning: better numbers for the evaluation (by gradient) and for the search (by games).

pub mod evaluation;
pub mod spsa;
