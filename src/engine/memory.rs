//! How much memory the engine may take: sizes from users brought within reach of the machine.
//!
//! Owns the limits of the table's size. It must not know who asked.

/// The table's size when nobody says otherwise.
pub const DEFAULT_HASH_MIB: usize = 64;
/// The smallest table.
pub const LEAST_HASH_MIB: usize = 1;
/// The largest table where the system does not say how much memory it has.
const LARGEST_BLIND_MIB: usize = 4_096;
/// The share of the machine's memory that one engine may take.
const LARGEST_SHARE_PERMILLE: usize = 750;

/// `size_mib` brought between the smallest table and what this machine can hold. Allocating more
/// than there is would not fail at once but get the process killed when the pages are touched.
pub(super) fn within_reach(size_mib: usize) -> usize {
    size_mib.clamp(LEAST_HASH_MIB, largest_mib())
}

fn largest_mib() -> usize {
    let machine_mib = std::fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| total_kib(&text))
        .map(|kib| kib / 1_024 * LARGEST_SHARE_PERMILLE / 1_000);
    machine_mib
        .unwrap_or(LARGEST_BLIND_MIB)
        .max(DEFAULT_HASH_MIB)
}

/// The total memory in KiB from the text of Linux's `/proc/meminfo`.
fn total_kib(meminfo: &str) -> Option<usize> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_sizes_are_brought_within_reach() {
        assert_eq!(within_reach(0), LEAST_HASH_MIB);
        assert_eq!(within_reach(16), 16);
        assert!(within_reach(usize::MAX) < usize::MAX / 1_024);
    }

    #[test]
    fn the_system_tells_its_memory() {
        let text = "MemTotal:       16384000 kB\nMemFree:        1 kB\n";
        assert_eq!(total_kib(text), Some(16_384_000));
        assert_eq!(total_kib("nonsense"), None);
        assert_eq!(total_kib("MemTotal: many kB"), None);
    }
}
