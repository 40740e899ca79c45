//! The roles of the threads of one search (Lazy SMP), and what the threads share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::search::control::SearchControl;
use crate::search::transposition_table::TranspositionTable;

/// The role of one thread in a search, and what it shares with the others.
#[derive(Clone, Copy)]
pub(super) struct ThreadContext<'a> {
    pub(super) role: ThreadRole,
    pub(super) smp: &'a SmpState,
    pub(super) table: &'a TranspositionTable,
    pub(super) control: &'a SearchControl,
}

/// The part of a thread in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThreadRole {
    /// Decides on the move, reports, and watches the limits.
    Main,
    /// Fills the transposition table until the main thread has decided.
    Helper {
        /// The iteration that it begins with, in plies.
        first_iteration: u32,
    },
}

/// The helpers' node count, and the sign for them to end.
#[derive(Debug, Default)]
pub(super) struct SmpState {
    helper_nodes: AtomicU64,
    is_over: AtomicBool,
}

impl SmpState {
    /// Nodes that the helpers have reported so far.
    pub(super) fn helper_nodes(&self) -> u64 {
        self.helper_nodes.load(Ordering::Relaxed)
    }

    /// Adds nodes of a helper.
    pub(super) fn add_helper_nodes(&self, nodes: u64) {
        self.helper_nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Tells the helpers that the main thread has decided.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Whether the main thread has decided.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}
