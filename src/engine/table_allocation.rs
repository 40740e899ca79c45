//! Allocating the transposition table without anybody waiting for it.
//!
//! Allocating or clearing gigabytes takes seconds, which a clock or a GUI that wants a move at
//! once does not have. A thread of its own does it, and a search that is in a hurry before the table
//! is ready uses a small stopgap table.

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::search::TranspositionTable;

/// The size of a stopgap table, which is allocated within a millisecond or two.
const STOPGAP_MIB: usize = 4;

/// A search that waits for the table asks this often whether it is in a hurry by now.
const WAIT_STEP: Duration = Duration::from_millis(2);

enum Allocation {
    NotBegun,
    Done(TranspositionTable),
    Running(Receiver<TranspositionTable>),
}

/// The transposition table, whether it is allocated already or not.
pub(super) struct TableAllocator {
    size_mib: usize,
    allocation: Allocation,
    stopgap: Option<TranspositionTable>,
}

impl TableAllocator {
    /// A table of this size, which is allocated when a game or a search first needs it.
    pub fn new(size_mib: usize) -> TableAllocator {
        TableAllocator {
            size_mib,
            allocation: Allocation::NotBegun,
            stopgap: None,
        }
    }

    /// Changes the size from the next game or search on.
    pub fn resize(&mut self, size_mib: usize) {
        if self.size_mib != size_mib {
            self.size_mib = size_mib;
            if !matches!(self.allocation, Allocation::NotBegun) {
                self.prepare();
            }
        }
    }

    /// Begins to clear the table, or to allocate one of the right size.
    pub fn prepare(&mut self) {
        self.stopgap = None;
        let size_mib = self.size_mib;
        let old = std::mem::replace(&mut self.allocation, Allocation::NotBegun);
        let (sender, receiver) = sync_channel(1);
        let builder = thread::Builder::new().name("table".to_owned());
        let spawned = builder.spawn(move || {
            // When nobody waits for the table any more, it is dropped.
            let _ = sender.send(renewed(old.wait(), size_mib));
        });
        self.allocation = match spawned {
            Ok(_) => Allocation::Running(receiver),
            Err(_) => Allocation::Done(renewed(None, size_mib)),
        };
    }

    /// The table for a search that begins now: the whole one, or a stopgap as soon as the search is
    /// in a hurry.
    pub fn table(&mut self, is_in_a_hurry: impl Fn() -> bool) -> &TranspositionTable {
        if matches!(self.allocation, Allocation::NotBegun) {
            self.prepare();
        }
        while let Allocation::Running(receiver) = &self.allocation {
            let hurries = is_in_a_hurry();
            let patience = if hurries { Duration::ZERO } else { WAIT_STEP };
            match receiver.recv_timeout(patience) {
                Ok(table) => self.allocation = Allocation::Done(table),
                Err(RecvTimeoutError::Timeout) if hurries => break,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.allocation = Allocation::Done(TranspositionTable::new(STOPGAP_MIB));
                }
            }
        }
        match &self.allocation {
            Allocation::Done(table) => {
                self.stopgap = None;
                table
            }
            Allocation::NotBegun | Allocation::Running(_) => {
                let size_mib = self.size_mib.min(STOPGAP_MIB);
                self.stopgap
                    .get_or_insert_with(|| TranspositionTable::new(size_mib))
            }
        }
    }
}

impl Allocation {
    /// The table, as soon as it is allocated; `None` when its allocation was not begun or failed.
    fn wait(self) -> Option<TranspositionTable> {
        match self {
            Allocation::NotBegun => None,
            Allocation::Done(table) => Some(table),
            Allocation::Running(receiver) => receiver.recv().ok(),
        }
    }
}

/// An empty table of this size. An old one of another size is freed before the new one is allocated.
fn renewed(old: Option<TranspositionTable>, size_mib: usize) -> TranspositionTable {
    match old.filter(|table| table.size_mib() == size_mib) {
        Some(table) => {
            table.clear();
            table
        }
        None => TranspositionTable::new(size_mib),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patient_search_gets_the_whole_table_and_a_hurried_one_gets_one_at_once() {
        let mut tables = TableAllocator::new(64);
        assert!(tables.table(|| true).size_mib() <= 64);
        assert_eq!(tables.table(|| false).size_mib(), 64);
        assert_eq!(tables.table(|| true).size_mib(), 64);
        tables.resize(8);
        tables.resize(16);
        assert_eq!(tables.table(|| false).size_mib(), 16);
        assert!(tables.stopgap.is_none());
    }

    #[test]
    fn a_search_that_comes_into_a_hurry_waits_no_longer() {
        let mut tables = TableAllocator::new(64);
        let (_never_used, receiver) = sync_channel(1);
        tables.allocation = Allocation::Running(receiver);
        let asked = std::cell::Cell::new(0);
        let table = tables.table(|| {
            asked.set(asked.get() + 1);
            asked.get() > 3
        });
        assert_eq!(table.size_mib(), STOPGAP_MIB);
        assert_eq!(asked.get(), 4);
    }

    #[test]
    fn a_prepared_table_is_empty() {
        use crate::score::Score;
        use crate::search::{Bound, TableEntry};
        let mut tables = TableAllocator::new(1);
        let entry = TableEntry {
            best: None,
            score: Score::DRAW,
            evaluation: None,
            depth_plies: 3,
            bound: Bound::Exact,
            was_pv: false,
        };
        let table = tables.table(|| false);
        table.store(7, entry);
        assert!(table.probe(7).is_some());
        tables.prepare();
        assert!(tables.table(|| false).probe(7).is_none());
    }
}
