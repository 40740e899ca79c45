//! Hash size: how large the transposition table may become on this machine.

/// The size of the table when nobody sets another, in MiB.
pub const DEFAULT_HASH_MIB: usize = 64;
/// The smallest table, in MiB.
pub const LEAST_HASH_MIB: usize = 1;
/// The largest table where the system does not say how much memory it has.
const LARGEST_ON_UNKNOWN_MACHINE_MIB: usize = 4_096;
/// The part of the machine's memory that one engine may take.
const LARGEST_SHARE_PERMILLE: usize = 750;

/// `size_mib` limited to the smallest table and to what this machine can hold. Allocating more
/// than the machine has would not fail at once, but the process would be killed when it touches
/// the pages.
pub(super) fn limited_to_machine(size_mib: usize) -> usize {
    size_mib.clamp(LEAST_HASH_MIB, largest_mib())
}

fn largest_mib() -> usize {
    let share_mib = std::fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| total_kib(&text))
        .map(|kib| kib / 1_024 * LARGEST_SHARE_PERMILLE / 1_000);
    share_mib
        .unwrap_or(LARGEST_ON_UNKNOWN_MACHINE_MIB)
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
    fn absurd_sizes_are_limited() {
        assert_eq!(limited_to_machine(0), LEAST_HASH_MIB);
        assert_eq!(limited_to_machine(16), 16);
        assert!(limited_to_machine(usize::MAX) < usize::MAX / 1_024);
    }

    #[test]
    fn the_memory_of_the_machine_is_read() {
        let text = "MemTotal:       16384000 kB\nMemFree:        1 kB\n";
        assert_eq!(total_kib(text), Some(16_384_000));
        assert_eq!(total_kib("nonsense"), None);
        assert_eq!(total_kib("MemTotal: many kB"), None);
    }
}
