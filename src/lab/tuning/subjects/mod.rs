//! What can be tuned.

pub mod evaluation;
pub mod number_list;
pub mod personality;
pub mod search;
