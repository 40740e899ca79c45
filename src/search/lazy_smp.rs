//! Lazy SMP: several threads search the same position and help each other through the transposition
//! table alone (Daniel Homan 2013).
//!
//! The main thread decides and reports. The helpers fill the table, half of them an iteration ahead.
//! A search on one thread takes the same path without helpers, so that it is reproducible.

use std::thread;

use crate::search::control::SearchControl;
use crate::search::iterative_deepening::search_as;
use crate::search::report::{SearchObserver, SearchOutcome};
use crate::search::request::SearchRequest;
use crate::search::search_thread::SearchThread;
use crate::search::smp_state::{SmpState, ThreadContext, ThreadRole};
use crate::search::transposition_table::TranspositionTable;

/// The size of a helper thread's stack. The thread that calls a search needs as much.
const STACK_BYTES: usize = 16 << 20;

/// Searches a position on one thread and returns the move to play.
///
/// With limits in depth or nodes the result depends only on the request, the thread's histories and
/// the table. A search that is stopped at any moment, even before it begins, returns a legal move if
/// there is one. Reports go to `observer`; `control` can stop the search.
pub fn search(
    request: &SearchRequest,
    thread: &mut SearchThread,
    table: &TranspositionTable,
    control: &SearchControl,
    observer: &mut dyn SearchObserver,
) -> SearchOutcome {
    search_together(request, thread, &mut [], table, control, observer)
}

/// Searches on several threads at once: `main` decides, `helpers` help. With any helper the result is
/// not reproducible. If the system refuses to start a helper, the search goes on without it.
pub fn search_together(
    request: &SearchRequest,
    main: &mut SearchThread,
    helpers: &mut [SearchThread],
    table: &TranspositionTable,
    control: &SearchControl,
    observer: &mut dyn SearchObserver,
) -> SearchOutcome {
    table.start_generation();
    request.learned.store_in(table, request.table_salt());
    let smp = &SmpState::default();
    let context = |role| ThreadContext {
        role,
        smp,
        table,
        control,
    };
    thread::scope(|scope| {
        for (number, helper) in helpers.iter_mut().enumerate() {
            let helper_context = context(ThreadRole::Helper {
                first_iteration: 1 + (number as u32 + 1) % 2,
            });
            let help = move || {
                search_as(helper_context, request, helper, &mut ());
            };
            let spawned = thread::Builder::new()
                .name("helper".to_owned())
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, help);
            if let Err(error) = spawned {
                log::warn!("a search thread could not be started: {error}");
            }
        }
        let outcome = search_as(context(ThreadRole::Main), request, main, observer);
        smp.end();
        outcome
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::search::request::SearchLimits;

    fn request() -> SearchRequest {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        SearchRequest::neutral(fen.parse::<Position>().unwrap())
    }

    #[test]
    fn helpers_end_when_the_main_thread_has_decided() {
        let mut request = request();
        request.limits = SearchLimits {
            depth_plies: Some(9),
            ..SearchLimits::default()
        };
        let table = TranspositionTable::new(8);
        let mut helpers = [SearchThread::new(), SearchThread::new()];
        let control = SearchControl::start(None);
        let main = &mut SearchThread::new();
        let outcome = search_together(&request, main, &mut helpers, &table, &control, &mut ());
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
        let main = &mut SearchThread::new();
        let outcome = search_together(&request, main, &mut helpers, &table, &control, &mut ());
        assert!(
            (200_000..300_000).contains(&outcome.nodes),
            "{}",
            outcome.nodes
        );
    }
}
