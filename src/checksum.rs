//! FNV-1a, the checksum of files and of openings (Fowler, Noll and Vo; RFC 9923).
//!
//! Every step is invertible, so that a change of a single byte always changes the hash.

/// The 64-bit hash of the bytes so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fnv64(u64);

impl Fnv64 {
    /// The hash of no bytes.
    pub(crate) fn new() -> Fnv64 {
        Fnv64(0xcbf2_9ce4_8422_2325)
    }

    /// The hash of these bytes.
    pub(crate) fn of(bytes: &[u8]) -> u64 {
        let mut hash = Fnv64::new();
        hash.add(bytes);
        hash.value()
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    pub(crate) fn value(self) -> u64 {
        self.0
    }
}

/// The 32-bit hash of these bytes.
pub(crate) fn fnv32(bytes: &[u8]) -> u32 {
    let step = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    bytes.iter().fold(0x811c_9dc5, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values_come_out() {
        assert_eq!(Fnv64::of(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Fnv64::of(b"foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(fnv32(b"foobar"), 0xbf9c_f968);
    }
}
