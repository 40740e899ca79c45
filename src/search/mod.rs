//! The search: from a request to a move, without input or output of its own.
//!
//! [`search`] and [`search_together`] (Lazy SMP) run iterative deepening with aspiration windows over the
//! root moves. `root` applies the [`RootBonus`]; below it `node` lists the steps of every node, and
//! `pv_search` and `quiescence` search its moves. Reports leave through a [`SearchObserver`], and a
//! [`SearchControl`] stops the search.

mod aspiration;
mod bonus;
mod contempt;
mod control;
mod correction_history;
mod easy_move;
mod extensions;
mod fifty_move;
mod hindsight;
mod histories;
mod history_update;
mod iterative_deepening;
mod iterative_reduction;
mod killer_moves;
mod lazy_smp;
mod learned;
mod lesser_promotion;
mod move_picker;
mod node;
mod node_info;
mod one_sidedness;
mod parameters;
mod prefetch;
mod principal_variation;
mod prospects;
mod pruning;
mod pv_search;
mod quiescence;
mod reductions;
mod repetition;
mod report;
mod request;
mod root;
mod search_thread;
mod searcher;
mod selectivity;
mod smp_state;
mod static_eval;
mod table_access;
mod table_entry;
mod tablebase_probe;
mod time;
mod transposition_table;
mod window;

pub use bonus::{MAX_BONUS_CP, RootBonus, concession_cp, prefer};
pub use control::SearchControl;
pub use lazy_smp::{search, search_together};
pub use learned::{LearnedScore, LearnedScores};
pub use parameters::{ParameterInfo, SearchParameters};
pub use prospects::prospects_by_search;
pub use repetition::RepetitionPolicy;
pub use report::{RootMoveScore, SearchObserver, SearchOutcome, SearchProgress, SearchReport};
pub use request::{SearchLimits, SearchRequest};
pub use search_thread::SearchThread;
pub use selectivity::Selectivity;
pub use table_entry::TableEntry;
pub use time::{ClockState, Delay, TimeBudget, fixed_time_budget, stricter};
pub use transposition_table::TranspositionTable;
pub use window::Bound;
