//! What candidates can be judged by.

pub mod games;
