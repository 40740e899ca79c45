//! The training of the evaluation's network on positions of self-play: what the classical evaluation
//! gets wrong.
//!
//! [`samples`] keeps positions in little room, [`learner`] goes forwards and backwards through the network,
//! and [`report`] says what it is worth on positions that were held back.

pub mod learner;
pub mod report;
pub mod samples;
