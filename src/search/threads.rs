//! Several threads on one position: each searches for itself, and they help each other through the
//! table alone (Lazy SMP).
//!
//! The first thread decides and reports; the others fill the table with what it will ask for, half
//! of them an iteration ahead. A single thread takes the same path without company and stays
//! reproducible.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use crate::search::control::SearchControl;
use crate::search::deepening::{SearchThread, search_as};
use crate::search::limits::{SearchObserver, SearchOutcome, SearchRequest};
use crate::search::transposition::TranspositionTable;

/// The stack of a helping thread; the same as an engine's own search thread should have.
const STACK_BYTES: usize = 16 << 20;

/// What the threads of one search share beside the table.
#[derive(Debug, Default)]
pub(super) struct Company {
    helper_nodes: AtomicU64,
    is_over: AtomicBool,
}

impl Company {
    /// Nodes that the helpers have counted so far.
    pub(super) fn helper_nodes(&self) -> u64 {
        self.helper_nodes.load(Ordering::Relaxed)
    }

    /// A helper reports nodes.
    pub(super) fn add_helper_nodes(&self, nodes: u64) {
        self.helper_nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Whether the first thread has decided.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

/// A thread's part in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Decides, reports, and watches the limits.
    Leader,
    /// Fills the table until the leader has decided; begins with this iteration.
    Helper {
        /// In plies.
        first_iteration: u32,
    },
}

/// Searches a position on one thread and returns the move to play.
///
/// With limits in depth or nodes the result depends on the request, the thread's memory and the
/// table alone. Stopped at any moment, even before it began, it still returns a legal move if
/// there is one. News go to `observer`, orders come from `control`.
pub fn search(
    request: &SearchRequest,
    thread: &mut SearchThread,
    table: &TranspositionTable,
    control: &SearchControl,
    observer: &mut dyn SearchObserver,
) -> SearchOutcome {
    search_together(request, thread, &mut [], table, control, observer)
}

/// The same on several threads at once: `leader` decides, `helpers` help. Not reproducible with
/// any helper; a helper that the system does not grant is done without.
pub fn search_together(
    request: &SearchRequest,
    leader: &mut SearchThread,
    helpers: &mut [SearchThread],
    table: &TranspositionTable,
    control: &SearchControl,
    observer: &mut dyn SearchObserver,
) -> SearchOutcome {
    table.start_generation();
    let company = &Company::default();
    thread::scope(|scope| {
        for (number, helper) in helpers.iter_mut().enumerate() {
            let part = Part::Helper {
                first_iteration: 1 + (number as u32 + 1) % 2,
            };
            let help = move || {
                search_as(part, request, helper, company, table, control, &mut ());
            };
            let spawned = thread::Builder::new()
                .name("helper".to_owned())
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, help);
            if let Err(error) = spawned {
                log::warn!("a search thread could not be started: {error}");
            }
        }
        let outcome = search_as(
            Part::Leader,
            request,
            leader,
            company,
            table,
            control,
            observer,
        );
        company.is_over.store(true, Ordering::Relaxed);
        outcome
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::search::limits::SearchLimits;

    fn request() -> SearchRequest {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        SearchRequest::neutral(fen.parse::<Position>().unwrap())
    }

    #[test]
    fn helpers_count_their_nodes_and_leave_when_the_leader_has_decided() {
        let mut request = request();
        request.limits = SearchLimits {
            depth_plies: Some(9),
            ..SearchLimits::default()
        };
        let table = TranspositionTable::new(8);
        let mut helpers = [SearchThread::new(), SearchThread::new()];
        let control = SearchControl::start(None);
        let leader = &mut SearchThread::new();
        let outcome = search_together(&request, leader, &mut helpers, &table, &control, &mut ());
        assert!(request.position.is_legal(outcome.best.unwrap()));
        assert_eq!(outcome.depth_plies, 9);
    }

    #[test]
    fn the_node_limit_counts_every_thread() {
        let mut request = request();
        request.limits = SearchLimits {
            nodes: Some(200_000),
            ..SearchLimits::default()
        };
        let table = TranspositionTable::new(8);
        let mut helpers = [SearchThread::new()];
        let control = SearchControl::start(None);
        let leader = &mut SearchThread::new();
        let outcome = search_together(&request, leader, &mut helpers, &table, &control, &mut ());
        assert!(
            (200_000..300_000).contains(&outcome.nodes),
            "{}",
            outcome.nodes
        );
    }
}
