//! The search: from a request to a move, without any input or output of its own.
//!
//! Owns iterative deepening, the root with its shifted window, the tree, the table and the clock's
//! arithmetic. It must not know protocols, files or who made a [`RootBonus`]. News leave through
//! [`SearchObserver`]; orders arrive through [`SearchControl`].

mod bonus;
mod control;
mod correction;
mod deepening;
mod estimate;
mod heuristics;
mod hindsight;
mod limits;
mod memory;
mod moves;
mod ordering;
mod parameters;
mod prospects;
mod pruning;
mod quiescence;
mod reductions;
mod repetition;
mod root;
mod selectivity;
mod settling;
mod threads;
mod time;
mod transposition;
mod tree;
mod variation;
mod window;

pub use bonus::{MAX_BONUS_CP, RootBonus, prefer};
pub use control::{SearchControl, TimeBudget};
pub use deepening::SearchThread;
pub use limits::{
    Bound, RootMoveScore, SearchLimits, SearchObserver, SearchOutcome, SearchProgress,
    SearchReport, SearchRequest,
};
pub use parameters::{ParameterInfo, SearchParameters};
pub use prospects::prospects_by_search;
pub use repetition::RepetitionPolicy;
pub use selectivity::Selectivity;
pub use threads::{search, search_together};
pub use time::{ClockState, Delay, fixed_time_budget, stricter};
pub use transposition::{TableEntry, TranspositionTable};
