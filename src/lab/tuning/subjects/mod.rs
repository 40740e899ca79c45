//! What can be tuned.

pub mod number_list;
pub mod search;
