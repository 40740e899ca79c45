//! The transposition table (TT): results of earlier searches, shared by all threads without locks.
//!
//! An entry has sixteen bytes. Its key is stored exclusive-or'ed with its data, so that an entry torn
//! by two threads does not match (lockless hashing, Hyatt and Mann 2002). Four entries share a cache
//! line, and the shallowest and oldest of them is replaced. Scores are objective and relative to the
//! node: they contain neither a bonus nor a distance from the root.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::board::Move;
use crate::score::Score;
use crate::search::prefetch::{prefer_huge_pages, prefetch};
use crate::search::table_entry::{GENERATIONS, TableEntry, depth_of, generation_of, pack, unpack};
use crate::search::window::Bound;

const ENTRIES_PER_BUCKET: usize = 4;
const BUCKET_BYTES: usize = 64;
/// When an entry has to be replaced, a generation of age counts as much as this many plies of depth.
const PLIES_PER_GENERATION: i32 = 8;
/// Even a smaller table reserves addresses for this many buckets (33 MiB); pages that are never
/// written take no memory. The allocator of glibc keeps smaller blocks that are freed, so that the
/// process would grow whenever the size changes (measured: by 70 MiB in 150 changes of 4 to 12 MiB).
const LEAST_RESERVED_BUCKETS: usize = (33 << 20) / BUCKET_BYTES;

#[derive(Debug, Default)]
struct Slot {
    key_xor_data: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; ENTRIES_PER_BUCKET]);

/// A table of a fixed size; `probe` and `store` may be called from any thread at any time.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of at most `size_mib` MiB; a table of 0 MiB stores nothing.
    pub fn new(size_mib: usize) -> TranspositionTable {
        let bytes = size_mib.saturating_mul(1 << 20);
        let count = bytes / BUCKET_BYTES;
        let mut reserved = count.max(LEAST_RESERVED_BUCKETS);
        let mut buckets = Vec::new();
        // When the system has not enough memory, halve the size until it fits.
        while buckets.try_reserve_exact(reserved).is_err() {
            reserved /= 2;
        }
        prefer_huge_pages(&mut buckets);
        buckets.resize_with(count.min(reserved), Bucket::default);
        TranspositionTable {
            buckets,
            generation: AtomicU8::new(0),
        }
    }

    /// Its size in MiB.
    pub fn size_mib(&self) -> usize {
        (self.buckets.len() * BUCKET_BYTES) >> 20
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.key_xor_data.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Begins a new search: what is stored so far counts as older from now on.
    pub fn start_generation(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// The bucket of a key; `None` in a table of 0 MiB.
    #[inline]
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        self.buckets.get(index as usize)
    }

    /// Starts to load the bucket of a key into the cache.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if let Some(bucket) = self.bucket(key) {
            prefetch(bucket);
        }
    }

    /// The entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key)?.0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let matches = slot.key_xor_data.load(Ordering::Relaxed) ^ data == key;
            if matches && data != 0 {
                unpack(data)
            } else {
                None
            }
        })
    }

    /// Stores the result of a search. It replaces the entry of the same position, or else the least
    /// valuable one in the bucket. When it has no best move, the best move of the old entry stays.
    pub fn store(&self, key: u64, mut entry: TableEntry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut replaced = None;
        let mut least = i32::MAX;
        let slots = self.bucket(key).map_or(&[][..], |bucket| &bucket.0);
        for slot in slots {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 && slot.key_xor_data.load(Ordering::Relaxed) ^ data == key {
                let Some(old) = unpack(data) else { continue };
                entry.best = entry.best.or(old.best);
                let is_older = generation_of(data) != generation;
                let keep = !is_older
                    && entry.bound != Bound::Exact
                    && i32::from(entry.depth_plies) + 4 <= i32::from(old.depth_plies);
                if keep {
                    return;
                }
                replaced = Some(slot);
                break;
            }
            let age = (GENERATIONS + generation - generation_of(data)) % GENERATIONS;
            let worth = if data == 0 {
                -1
            } else {
                depth_of(data) - PLIES_PER_GENERATION * i32::from(age) + 1_024
            };
            if worth < least {
                least = worth;
                replaced = Some(slot);
            }
        }
        if let Some(slot) = replaced {
            let data = pack(entry, generation);
            slot.key_xor_data.store(key ^ data, Ordering::Relaxed);
            slot.data.store(data, Ordering::Relaxed);
        }
    }

    /// Stores a best move and a static evaluation without a score. A score that is known already
    /// stays; without one the new entry cuts no window off.
    pub fn store_without_score(&self, key: u64, best: Option<Move>, evaluation: Option<Score>) {
        let known = self.probe(key);
        let entry = known.unwrap_or(TableEntry {
            best: None,
            score: Score::INFINITE,
            evaluation,
            depth_plies: 0,
            bound: Bound::Upper,
            was_pv: false,
        });
        self.store(
            key,
            TableEntry {
                best: best.or(entry.best),
                ..entry
            },
        );
    }

    /// How much of the table the current search has filled, in permille, counted in a sample.
    pub fn hashfull_permille(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = self.buckets.iter().take(250);
        let slots = sample.len() * ENTRIES_PER_BUCKET;
        let used = sample
            .flat_map(|bucket| &bucket.0)
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && generation_of(data) == generation)
            .count();
        (used * 1_000 / slots.max(1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn entry(best: Option<Move>, depth_plies: u8) -> TableEntry {
        TableEntry {
            best,
            score: Score::mate_in(7),
            evaluation: None,
            depth_plies,
            bound: Bound::Lower,
            was_pv: false,
        }
    }

    #[test]
    fn a_missing_move_keeps_the_known_one_and_depth_is_respected() {
        let table = TranspositionTable::new(1);
        let mv = Position::start().parse_move("e2e4").ok();
        table.store(99, entry(mv, 5));
        table.store(99, entry(None, 3));
        assert_eq!(table.probe(99).unwrap().best, mv);
        assert_eq!(table.probe(99).unwrap().depth_plies, 3);
        table.store(99, entry(None, 9));
        table.store(99, entry(None, 2));
        assert_eq!(table.probe(99).unwrap().depth_plies, 9);
        assert_eq!(table.probe(98), None);
        table.clear();
        assert_eq!(table.probe(99), None);
    }

    #[test]
    fn the_oldest_and_shallowest_entry_gives_way() {
        let table = TranspositionTable {
            buckets: vec![Bucket::default()],
            generation: 0.into(),
        };
        for key in 1..=4 {
            table.store(key, entry(None, 10));
        }
        table.start_generation();
        table.store(1, entry(None, 3));
        table.store(5, entry(None, 1));
        assert!(table.probe(1).is_some(), "of this search");
        assert!(table.probe(5).is_some(), "just stored");
        assert_eq!((2..=4).filter(|&key| table.probe(key).is_some()).count(), 2);
    }

    #[test]
    fn a_table_of_no_size_stores_nothing() {
        let table = TranspositionTable::new(0);
        table.store(7, entry(None, 1));
        assert_eq!(table.probe(7), None);
        assert_eq!(table.hashfull_permille(), 0);
    }
}
