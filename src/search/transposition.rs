//! The transposition table: what earlier searches learned, shared by all threads without locks.
//!
//! Sixteen bytes an entry: the key is stored exclusive-or'ed with the data, so that an entry torn
//! by two threads does not match (Hyatt and Mann's lockless hashing). Four entries share a cache
//! line; the shallowest and oldest of them gives way. Scores are objective and relative to the
//! node: no bonus and no distance from a root ever enters.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::board::{Move, Piece, Square};
use crate::score::Score;
use crate::search::limits::Bound;
use crate::search::memory::{prefer_huge_pages, prefetch};

const ENTRIES_PER_BUCKET: usize = 4;
const BUCKET_BYTES: usize = 64;
/// A generation of age outweighs this many plies of depth when an entry has to give way.
const PLIES_PER_GENERATION: i32 = 8;
/// Generations count in steps of one and wrap at this many.
const GENERATIONS: u8 = 64;
/// A smaller table reserves addresses for this many buckets (33 MiB) all the same; what is never
/// written takes no memory. GNU's allocator keeps what it gets back in smaller pieces, so that the
/// process would grow whenever the size changes (measured: by 70 MiB in 150 changes of 4 to 12 MiB).
const LEAST_RESERVED_BUCKETS: usize = (33 << 20) / BUCKET_BYTES;

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The best or refuting move, if there was one.
    pub best: Option<Move>,
    /// The search's score, relative to the node; see [`Score::relative_to_root`].
    pub score: Score,
    /// The static evaluation, unless the side to move was in check.
    pub evaluation: Option<Score>,
    /// The depth of the search, in plies; 0 is quiescence.
    pub depth_plies: u8,
    /// What the score says.
    pub bound: Bound,
}

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
    /// A table of at most `size_mib` MiB, all empty; one of 0 MiB remembers nothing.
    pub fn new(size_mib: usize) -> TranspositionTable {
        let bytes = size_mib.saturating_mul(1 << 20);
        let count = bytes / BUCKET_BYTES;
        let mut reserved = count.max(LEAST_RESERVED_BUCKETS);
        let mut buckets = Vec::new();
        // Memory that the system does not have is no reason to die: halve until it fits.
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

    /// Marks what is stored so far as older than what comes.
    pub fn start_generation(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// The bucket of a key; none in a table that remembers nothing.
    #[inline]
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        self.buckets.get(index as usize)
    }

    /// Begins to fetch what is known about the position of this key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if let Some(bucket) = self.bucket(key) {
            prefetch(bucket);
        }
    }

    /// What is known about the position of this key.
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

    /// Remembers what a search learned, in place of the same position's entry or of the least
    /// valuable one in its bucket. A missing best move keeps the one that was known.
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

    /// Remembers a move and an evaluation without any score: beside the score that is known, else in
    /// an entry that settles no window.
    pub fn hint(&self, key: u64, best: Option<Move>, evaluation: Option<Score>) {
        let known = self.probe(key);
        let entry = known.unwrap_or(TableEntry {
            best: None,
            score: Score::INFINITE,
            evaluation,
            depth_plies: 0,
            bound: Bound::Upper,
        });
        self.store(
            key,
            TableEntry {
                best: best.or(entry.best),
                ..entry
            },
        );
    }

    /// How much of the table the current search has filled, in permille (of a sample).
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

// Layout of the data word, from the low end: move 16, score 16, evaluation 16, depth 8,
// bound 2, generation 6.
const NO_EVALUATION: i16 = i16::MIN;
const NO_MOVE: u16 = 0;

fn pack(entry: TableEntry, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    let score = entry.score.raw() as i16 as u16;
    let evaluation = entry
        .evaluation
        .map_or(NO_EVALUATION, |score| score.raw() as i16) as u16;
    u64::from(pack_move(entry.best))
        | u64::from(score) << 16
        | u64::from(evaluation) << 32
        | u64::from(entry.depth_plies) << 48
        | bound << 56
        | u64::from(generation) << 58
}

fn unpack(data: u64) -> Option<TableEntry> {
    let bound = match (data >> 56) & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    let evaluation = (data >> 32) as u16 as i16;
    Some(TableEntry {
        best: unpack_move(data as u16),
        score: Score::from_raw(i32::from((data >> 16) as u16 as i16)),
        evaluation: (evaluation != NO_EVALUATION).then(|| Score::from_raw(i32::from(evaluation))),
        depth_plies: (data >> 48) as u8,
        bound,
    })
}

fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

/// From and to in six bits each, the promotion in three; a1a1 stands for no move.
fn pack_move(mv: Option<Move>) -> u16 {
    mv.map_or(NO_MOVE, |mv| {
        let promotion = mv.promotion.map_or(0, |piece| piece as u16);
        mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
    })
}

fn unpack_move(packed: u16) -> Option<Move> {
    if packed == NO_MOVE {
        return None;
    }
    let promotion = match packed >> 12 {
        0 => None,
        piece => Piece::try_index(usize::from(piece)),
    };
    Some(Move {
        from: Square::index(usize::from(packed & 63)),
        to: Square::index(usize::from((packed >> 6) & 63)),
        promotion,
    })
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
        }
    }

    #[test]
    fn entries_survive_the_packing() {
        let position: Position = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1".parse().unwrap();
        for mv in position.legal_moves() {
            for score in [Score::DRAW, Score::mated_in(3), Score::from_cp(-29_999)] {
                for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                    for evaluation in [None, Some(Score::from_cp(-123))] {
                        let entry = TableEntry {
                            best: Some(mv),
                            score,
                            evaluation,
                            depth_plies: 77,
                            bound,
                        };
                        assert_eq!(unpack(pack(entry, 63)), Some(entry));
                    }
                }
            }
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
    fn a_table_of_no_size_remembers_nothing() {
        let table = TranspositionTable::new(0);
        table.store(7, entry(None, 1));
        assert_eq!(table.probe(7), None);
        assert_eq!(table.hashfull_permille(), 0);
    }
}
