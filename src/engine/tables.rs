//! Where the transposition table comes from, without anybody waiting for it.
//!
//! Allocating or clearing gigabytes takes seconds, which a clock or a GUI that wants a move at
//! once does not have. A thread of its own does it; a search under a clock that comes too early
//! makes do with a small stopgap. It must not know what is searched.

use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

use crate::search::TranspositionTable;

/// Allocated within a millisecond or two.
const STOPGAP_MIB: usize = 4;

/// Whether a search can wait until the whole table is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    /// It depends on nothing but the table: the same search must find the same table again.
    Waits,
    /// It has a clock.
    Hurries,
}

enum Supply {
    Nothing,
    Ready(TranspositionTable),
    Coming(Receiver<TranspositionTable>),
}

/// The table for the searches to come.
pub(super) struct Tables {
    size_mib: usize,
    supply: Supply,
    stopgap: Option<TranspositionTable>,
}

impl Tables {
    /// Nothing is allocated until a game or a search needs it.
    pub fn new(size_mib: usize) -> Tables {
        Tables {
            size_mib,
            supply: Supply::Nothing,
            stopgap: None,
        }
    }

    /// Another size from the next game or search on.
    pub fn resize(&mut self, size_mib: usize) {
        if self.size_mib != size_mib {
            self.size_mib = size_mib;
            if !matches!(self.supply, Supply::Nothing) {
                self.prepare();
            }
        }
    }

    /// Sees to it that an empty table of the right size will be there.
    pub fn prepare(&mut self) {
        self.stopgap = None;
        let size_mib = self.size_mib;
        let old = std::mem::replace(&mut self.supply, Supply::Nothing);
        let (sender, coming) = sync_channel(1);
        let helper = thread::Builder::new().name("table".to_owned());
        let spawned = helper.spawn(move || {
            // A table that nobody waits for any more is dropped.
            let _ = sender.send(renewed(old.wait(), size_mib));
        });
        self.supply = match spawned {
            Ok(_) => Supply::Coming(coming),
            Err(_) => Supply::Ready(renewed(None, size_mib)),
        };
    }

    /// The table that a search may use now.
    pub fn at_hand(&mut self, patience: Patience) -> &TranspositionTable {
        if matches!(self.supply, Supply::Nothing) {
            self.prepare();
        }
        if let Supply::Coming(coming) = &self.supply {
            let arrived = match patience {
                Patience::Waits => coming.recv().map_err(|_| TryRecvError::Disconnected),
                Patience::Hurries => coming.try_recv(),
            };
            match arrived {
                Ok(table) => self.supply = Supply::Ready(table),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => {
                    self.supply = Supply::Ready(TranspositionTable::new(STOPGAP_MIB));
                }
            }
        }
        match &self.supply {
            Supply::Ready(table) => {
                self.stopgap = None;
                table
            }
            Supply::Nothing | Supply::Coming(_) => {
                let size_mib = self.size_mib.min(STOPGAP_MIB);
                self.stopgap
                    .get_or_insert_with(|| TranspositionTable::new(size_mib))
            }
        }
    }
}

impl Supply {
    /// The table, when it has come.
    fn wait(self) -> Option<TranspositionTable> {
        match self {
            Supply::Nothing => None,
            Supply::Ready(table) => Some(table),
            Supply::Coming(coming) => coming.recv().ok(),
        }
    }
}

/// An empty table of this size; an old one of another size goes before the new one comes.
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
    fn who_waits_gets_the_whole_table_and_who_hurries_gets_one_at_once() {
        let mut tables = Tables::new(64);
        assert!(tables.at_hand(Patience::Hurries).size_mib() <= 64);
        assert_eq!(tables.at_hand(Patience::Waits).size_mib(), 64);
        assert_eq!(tables.at_hand(Patience::Hurries).size_mib(), 64);
        tables.resize(8);
        tables.resize(16);
        assert_eq!(tables.at_hand(Patience::Waits).size_mib(), 16);
        assert!(tables.stopgap.is_none());
    }

    #[test]
    fn a_prepared_table_is_empty() {
        use crate::score::Score;
        use crate::search::{Bound, TableEntry};
        let mut tables = Tables::new(1);
        let entry = TableEntry {
            best: None,
            score: Score::DRAW,
            evaluation: None,
            depth_plies: 3,
            bound: Bound::Exact,
        };
        let table = tables.at_hand(Patience::Waits);
        table.store(7, entry);
        assert!(table.probe(7).is_some());
        tables.prepare();
        assert!(tables.at_hand(Patience::Waits).probe(7).is_none());
    }
}
