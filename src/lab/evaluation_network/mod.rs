//! The training of the evaluation's network on positions of self-play.
//!
//! [`samples`] keeps positions in little room, [`variations`] makes more of them, [`learner`] goes forwards
//! and backwards through the network, and [`report`] says what it is worth on positions that were held back.

pub mod learner;
pub mod report;
pub mod samples;
pub mod variations;
