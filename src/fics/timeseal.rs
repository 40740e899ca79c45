//! Timeseal: time stamps on our lines, so that the server charges us for thinking and not for network
//! lag.
//!
//! Both versions of the protocol are here: the hello, a stamped line, and the answer to a ping. The
//! cipher is an interface that every server knows; openseal published it. The caller says how long the
//! connection has lasted when a line is written, and that must be the truth, because the server relies
//! on it.

use std::time::Duration;

use thiserror::Error;

/// The key that client and server share.
const KEY: &[u8; 50] = b"Timestamp (FICS) v1.0 - programmed by Henrik Gram.";

/// Lines are padded to whole blocks of this many bytes.
const BLOCK_BYTES: usize = 12;

/// Which bytes of a block change places.
const SWAPS: [(usize, usize); 3] = [(0, 11), (2, 9), (4, 7)];

/// Stands before the stamp, and after it.
const STAMP_BEGINS: u8 = 0x18;
const STAMP_ENDS: u8 = 0x19;

/// What a ping asks for.
const PING_ANSWER: &str = "\u{2}9";

/// Stamps return to 1 here: some servers read them into 32 bits with a sign.
const STAMP_CYCLE_MS: u128 = 2_000_000_000;

/// How a connection is sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    /// Plain lines, no stamps; the server never pings.
    Off,
    /// Pings are lines of their own.
    One,
    /// Pings may come anywhere, even inside a line.
    Two,
}

/// Why sealed bytes could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SealError {
    /// The bytes without the last are no whole number of blocks.
    #[error("{0} bytes are no blocks of 12 and an offset")]
    Length(usize),
    /// The last byte is no offset into the key.
    #[error("the offset {0:#04x} is outside 0x80..=0xb1")]
    Offset(u8),
    /// There is no stamp between its two marks, or no number in it.
    #[error("there is no stamp in the line")]
    Stamp,
}

/// Turns commands into the bytes of one connection.
#[derive(Clone, Debug)]
pub struct SealWriter {
    seal: Seal,
    /// Where the next line enters the key; any walk through the offsets will do.
    offset: u8,
}

impl SealWriter {
    /// For a connection sealed like this.
    pub fn new(seal: Seal) -> SealWriter {
        SealWriter { seal, offset: 0 }
    }

    /// How the connection is sealed.
    pub fn seal(&self) -> Seal {
        self.seal
    }

    /// What goes over the wire first of all, before anything is read; nothing without a seal.
    ///
    /// `user` and `system` are shown to the server's staff; bars and control characters are
    /// dropped from them.
    pub fn hello(&mut self, user: &str, system: &str, since_connect: Duration) -> Vec<u8> {
        let word = match self.seal {
            Seal::Off => return Vec::new(),
            Seal::One => "TIMESTAMP",
            Seal::Two => "TIMESEAL2",
        };
        let (user, system) = (hello_field(user), hello_field(system));
        self.line(&format!("{word}|{user}|{system}|"), since_connect)
    }

    /// The bytes of one command with its line end. `line` has none and is ASCII without control
    /// characters: see [`OutgoingLine`](super::outgoing::OutgoingLine).
    pub fn line(&mut self, line: &str, since_connect: Duration) -> Vec<u8> {
        if self.seal == Seal::Off {
            return [line.as_bytes(), b"\n"].concat();
        }
        self.offset = (self.offset + 1) % KEY.len() as u8;
        encode(line, stamp_ms(since_connect), self.offset)
    }

    /// The answer that each ping must get at once.
    pub fn ping_answer(&mut self, since_connect: Duration) -> Vec<u8> {
        match self.seal {
            Seal::Off => Vec::new(),
            _ => self.line(PING_ANSWER, since_connect),
        }
    }
}

/// A stamp is never 0, which some servers take for a line without one.
fn stamp_ms(since_connect: Duration) -> u32 {
    u32::try_from(since_connect.as_millis() % STAMP_CYCLE_MS).map_or(1, |ms| ms + 1)
}

fn hello_field(text: &str) -> String {
    let kept: String = text
        .chars()
        .filter(|letter| letter.is_ascii_graphic() && *letter != '|')
        .take(40)
        .collect();
    // Servers expect a word in each field.
    if kept.is_empty() {
        "-".to_owned()
    } else {
        kept
    }
}

/// One line in disguise, with its line end.
fn encode(line: &str, stamp_ms: u32, offset: u8) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    bytes.push(STAMP_BEGINS);
    bytes.extend_from_slice(stamp_ms.to_string().as_bytes());
    bytes.push(STAMP_ENDS);
    bytes.resize(bytes.len().next_multiple_of(BLOCK_BYTES), b'1');
    swap_in_blocks(&mut bytes);
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = ((*byte | 0x80) ^ key_byte(place, offset)).wrapping_sub(32);
    }
    bytes.push(0x80 | offset);
    bytes.push(b'\n');
    bytes
}

/// The line and the stamp in milliseconds inside sealed bytes (without line end): the server's
/// side of the protocol, for its stand-in in tests.
pub fn decode(sealed: &[u8]) -> Result<(String, u32), SealError> {
    let Some((&offset, blocks)) = sealed.split_last() else {
        return Err(SealError::Length(0));
    };
    if blocks.is_empty() || !blocks.len().is_multiple_of(BLOCK_BYTES) {
        return Err(SealError::Length(sealed.len()));
    }
    if !(0x80..0x80 + KEY.len() as u8).contains(&offset) {
        return Err(SealError::Offset(offset));
    }
    let mut bytes = blocks.to_vec();
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = (byte.wrapping_add(32) ^ key_byte(place, offset & 0x7f)) & 0x7f;
    }
    swap_in_blocks(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (line, rest) = text
        .split_once(char::from(STAMP_BEGINS))
        .ok_or(SealError::Stamp)?;
    let (stamp, _padding) = rest
        .split_once(char::from(STAMP_ENDS))
        .ok_or(SealError::Stamp)?;
    let stamp_ms = stamp.parse().map_err(|_| SealError::Stamp)?;
    Ok((line.to_owned(), stamp_ms))
}

/// Its own inverse.
fn swap_in_blocks(bytes: &mut [u8]) {
    for block in bytes.chunks_exact_mut(BLOCK_BYTES) {
        for (a, b) in SWAPS {
            block.swap(a, b);
        }
    }
}

fn key_byte(place: usize, offset: u8) -> u8 {
    KEY[(place + usize::from(offset)) % KEY.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The sealed bytes without their line end.
    fn body(bytes: &[u8]) -> &[u8] {
        bytes.strip_suffix(b"\n").unwrap()
    }

    #[test]
    fn a_line_is_blocks_an_offset_and_a_line_end() {
        let mut writer = SealWriter::new(Seal::Two);
        let bytes = writer.line("e2e4", Duration::from_millis(1233));
        assert_eq!(bytes.len(), 12 + 2);
        assert_eq!(decode(body(&bytes)), Ok(("e2e4".to_owned(), 1234)));
        // One more letter than fits into a block needs another block.
        let bytes = writer.line("e7e8=q", Duration::from_millis(12_345));
        assert_eq!(bytes.len(), 24 + 2);
    }

    /// Bytes made once by openseal's rule with pencil and paper: block `1\x19 2...` is what the
    /// server undoes.
    #[test]
    fn the_disguise_is_the_one_that_servers_know() {
        // "9" with stamp 1 and offset 0: 02 39 18 31 19 31*7, swapped 0<->11, 2<->9, 4<->7.
        let plain = [
            0x31, 0x39, 0x31, 0x31, 0x31, 0x31, 0x31, 0x19, 0x31, 0x18, 0x31, 0x02,
        ];
        let sealed: Vec<u8> = plain
            .iter()
            .zip(KEY)
            .map(|(byte, key)| ((byte | 0x80) ^ key).wrapping_sub(32))
            .chain([0x80, b'\n'])
            .collect();
        assert_eq!(encode(PING_ANSWER, 1, 0), sealed);
    }

    #[test]
    fn the_hello_names_the_version() {
        let hello = |seal| SealWriter::new(seal).hello("mas|que\n", "linux", Duration::ZERO);
        let text = |seal| decode(body(&hello(seal))).unwrap().0;
        assert_eq!(text(Seal::One), "TIMESTAMP|masque|linux|");
        assert_eq!(text(Seal::Two), "TIMESEAL2|masque|linux|");
        assert!(hello(Seal::Off).is_empty());
        let empty = SealWriter::new(Seal::One).hello("", "", Duration::ZERO);
        assert_eq!(decode(body(&empty)).unwrap().0, "TIMESTAMP|-|-|");
    }

    #[test]
    fn without_a_seal_lines_are_plain() {
        let mut writer = SealWriter::new(Seal::Off);
        assert_eq!(writer.line("who", Duration::ZERO), b"who\n");
        assert!(writer.ping_answer(Duration::ZERO).is_empty());
    }

    #[test]
    fn stamps_are_never_zero_and_fit_31_bits() {
        assert_eq!(stamp_ms(Duration::ZERO), 1);
        assert_eq!(stamp_ms(Duration::from_millis(41)), 42);
        assert_eq!(stamp_ms(Duration::from_secs(2_000_000)), 1);
        let month = Duration::from_secs(31 * 86_400);
        assert!(stamp_ms(month) <= i32::MAX as u32);
    }

    #[test]
    fn what_is_not_sealed_is_told_apart() {
        assert_eq!(decode(b""), Err(SealError::Length(0)));
        assert_eq!(decode(b"guest"), Err(SealError::Length(5)));
        assert_eq!(decode(b"twelve bytes1"), Err(SealError::Offset(b'1')));
        assert_eq!(decode(b"twelve bytes\x80"), Err(SealError::Stamp));
    }

    proptest! {
        #[test]
        fn servers_read_what_was_written(
            line in "[ -~]{0,200}", ms in 0..u32::MAX, offset in 0..50u8
        ) {
            let bytes = encode(&line, ms, offset);
            let body = body(&bytes);
            prop_assert!(!body.contains(&b'\n') && !body.contains(&b'\r') && !body.contains(&0));
            prop_assert_eq!(decode(body), Ok((line, ms)));
        }

        #[test]
        fn any_bytes_can_be_tried(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = decode(&bytes);
        }

        #[test]
        fn later_lines_have_later_stamps(early_ms in 0..1_000_000_000u64, more_ms in 0..900_000_000u64) {
            let (early, late) = (Duration::from_millis(early_ms), Duration::from_millis(early_ms + more_ms));
            prop_assert!(stamp_ms(early) <= stamp_ms(late));
        }
    }
}
