//! Engine events: what a search sends back while it runs and when it ends.

use crate::engine::explanation::Explanation;
use crate::engine::order::SearchId;
use crate::search::{SearchOutcome, SearchReport};

/// News of a search.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineEvent {
    /// A better or deeper line was found.
    Report(SearchId, SearchReport),
    /// Why the search chose its move. It comes once, just before the end of every search except an
    /// analysis; `None` when the search ended before its first iteration was finished.
    Explained(SearchId, Option<Box<Explanation>>),
    /// The search has ended; every order gets exactly one such event.
    Finished(SearchId, SearchOutcome),
}
