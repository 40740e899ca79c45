//! A counting Bloom filter of position keys, in front of the walk that looks for repetitions.
//!
//! The idea is Ronald de Man's (in Rookie 2.0): a small table of counters, indexed by the low bits of
//! the key, says of most positions at once that they never occurred before.

/// The number of counters, a power of two. Their 16 KiB stay in the first-level cache.
const COUNTERS: usize = 1 << 13;

/// Counts the keys that share each value of the low key bits, with a single hash function.
///
/// A counter that reaches its maximum stays there; its positions always take the walk.
#[derive(Clone, Debug)]
pub(super) struct KeyFilter(Box<[u16; COUNTERS]>);

impl Default for KeyFilter {
    fn default() -> KeyFilter {
        KeyFilter(Box::new([0; COUNTERS]))
    }
}

impl KeyFilter {
    #[inline]
    pub(super) fn add(&mut self, key: u64) {
        let counter = &mut self.0[key as usize % COUNTERS];
        *counter = counter.saturating_add(1);
    }

    #[inline]
    pub(super) fn remove(&mut self, key: u64) {
        let counter = &mut self.0[key as usize % COUNTERS];
        if *counter != u16::MAX {
            *counter -= 1;
        }
    }

    /// Whether a key that is in the filter may be there more than once. `false` is certain.
    #[inline]
    pub(super) fn may_repeat(&self, key: u64) -> bool {
        self.0[key as usize % COUNTERS] > 1
    }

    /// Whether no key is in the filter.
    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&counter| counter == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_that_was_full_never_denies_a_repetition() {
        let mut filter = KeyFilter::default();
        for _ in 0..70_000 {
            filter.add(7);
        }
        for _ in 0..69_000 {
            filter.remove(7);
        }
        assert!(filter.may_repeat(7));
    }
}
