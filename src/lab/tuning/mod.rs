//! Tuning: better numbers for the evaluation (by gradient), for the search (by games), and for the
//! tastes of personalities (on scored root moves).

pub mod evaluation;
pub mod spsa;
pub mod taste;
