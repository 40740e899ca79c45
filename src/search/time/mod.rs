//! Time management: how long to think about a move.
//!
//! [`allocation`] makes a [`TimeBudget`] of a clock before the search; [`stability`] stretches or
//! shortens its soft limit while the search runs.

mod allocation;
pub(super) mod stability;

pub(in crate::search) use allocation::PONDER_STRETCH;
pub use allocation::{ClockState, Delay, TimeBudget, fixed_time_budget, stricter};
