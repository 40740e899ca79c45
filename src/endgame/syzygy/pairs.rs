//! Syzygy compression: the compressed values of one part of a table.
//!
//! Canonical Huffman codes stand for symbols, each of which is a value or a pair of symbols
//! (recursive pairing, Re-Pair). Every access is checked; a part that contradicts itself is refused
//! or has no value.

/// Bytes of a file with the little-endian numbers in it.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'b>(pub &'b [u8]);

impl Bytes<'_> {
    pub fn u8(self, at: usize) -> Option<u8> {
        self.0.get(at).copied()
    }

    pub fn u16(self, at: usize) -> Option<u16> {
        let bytes = self.0.get(at..at.checked_add(2)?)?;
        Some(u16::from_le_bytes(bytes.try_into().ok()?))
    }

    pub fn u32(self, at: usize) -> Option<u32> {
        let bytes = self.0.get(at..at.checked_add(4)?)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    /// Codes start at the highest bit; bytes behind the end of the file read as zeros.
    fn code_word(self, at: usize) -> u32 {
        let byte = |place: usize| u32::from(self.u8(at + place).unwrap_or(0));
        byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3)
    }
}

/// How the values of one part are coded.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    pub flags: u8,
    coding: Coding,
}

#[derive(Clone, Debug)]
enum Coding {
    /// Every placement has this value.
    Constant(u16),
    Compressed(Box<Compressed>),
}

#[derive(Clone, Debug)]
struct Compressed {
    block_bits: u32,
    /// The index has one entry for this many values, as a power of two.
    span_bits: u32,
    index_entries: usize,
    blocks: usize,
    /// Entries with the number of values of each block; there are more of them than blocks.
    block_lengths: usize,
    shortest_code: u32,
    /// The least code of each length, shortest first, left-aligned in the word.
    least_codes: Vec<u64>,
    /// The symbol of the least code of each length.
    least_symbols: Vec<u16>,
    symbols: Vec<Symbol>,
    index_at: usize,
    lengths_at: usize,
    data_at: usize,
}

#[derive(Clone, Copy, Debug)]
struct Symbol {
    left: u16,
    right: u16,
    /// The number of values that it stands for, less one.
    length: u32,
}

/// The right half of a symbol that is a value.
const NO_SYMBOL: u16 = 0xfff;
const IS_CONSTANT: u8 = 0x80;

impl Pairs {
    /// Reads a part's header at `at` for `size` placements; returns it with the place behind it.
    pub fn read(bytes: Bytes<'_>, at: usize, size: u64) -> Option<(Pairs, usize)> {
        let flags = bytes.u8(at)?;
        if flags & IS_CONSTANT != 0 {
            let coding = Coding::Constant(u16::from(bytes.u8(at + 1)?));
            return Some((Pairs { flags, coding }, at + 2));
        }
        let (block_bits, span_bits) = (u32::from(bytes.u8(at + 1)?), u32::from(bytes.u8(at + 2)?));
        let (longest_code, shortest_code) = (bytes.u8(at + 8)?, bytes.u8(at + 9)?);
        if block_bits > 30 || !(1..=30).contains(&span_bits) {
            return None;
        }
        if shortest_code == 0 || longest_code < shortest_code || longest_code > 32 {
            return None;
        }
        let blocks = bytes.u32(at + 4)? as usize;
        let codes = usize::from(longest_code - shortest_code) + 1;
        let least_symbols: Option<Vec<u16>> = (0..codes)
            .map(|place| bytes.u16(at + 10 + 2 * place))
            .collect();
        let least_symbols = least_symbols?;
        let symbols_at = at + 12 + 2 * codes;
        let symbols_count = usize::from(bytes.u16(symbols_at - 2)?);
        let symbols = read_symbols(bytes, symbols_at, symbols_count)?;
        let compressed = Compressed {
            block_bits,
            span_bits,
            index_entries: usize::try_from(size.div_ceil(1 << span_bits)).ok()?,
            blocks,
            block_lengths: blocks + usize::from(bytes.u8(at + 3)?),
            shortest_code: u32::from(shortest_code),
            least_codes: least_codes(&least_symbols, u32::from(shortest_code)),
            least_symbols,
            symbols,
            index_at: 0,
            lengths_at: 0,
            data_at: 0,
        };
        let coding = Coding::Compressed(Box::new(compressed));
        let end = symbols_at + 3 * symbols_count + (symbols_count & 1);
        Some((Pairs { flags, coding }, end))
    }

    /// The index stands at `at`; returns the place behind it. The three kinds of data follow the
    /// headers of all parts, kind by kind.
    pub fn place_index(&mut self, at: usize) -> Option<usize> {
        let Coding::Compressed(compressed) = &mut self.coding else {
            return Some(at);
        };
        compressed.index_at = at;
        at.checked_add(compressed.index_entries.checked_mul(6)?)
    }

    /// The lengths of the blocks stand at `at`; returns the place behind them.
    pub fn place_lengths(&mut self, at: usize) -> Option<usize> {
        let Coding::Compressed(compressed) = &mut self.coding else {
            return Some(at);
        };
        compressed.lengths_at = at;
        at.checked_add(compressed.block_lengths.checked_mul(2)?)
    }

    /// The blocks stand at `at` or behind it, on a boundary of 64 bytes; returns the place behind.
    pub fn place_blocks(&mut self, at: usize) -> Option<usize> {
        let at = at.checked_next_multiple_of(64)?;
        let Coding::Compressed(compressed) = &mut self.coding else {
            return Some(at);
        };
        compressed.data_at = at;
        at.checked_add(compressed.blocks.checked_mul(1 << compressed.block_bits)?)
    }

    /// The value of a placement.
    pub fn value(&self, bytes: Bytes<'_>, index: u64) -> Option<u16> {
        match &self.coding {
            &Coding::Constant(value) => Some(value),
            Coding::Compressed(compressed) => compressed.value(bytes, index),
        }
    }
}

impl Compressed {
    fn value(&self, bytes: Bytes<'_>, index: u64) -> Option<u16> {
        let (block, offset) = self.locate(bytes, index)?;
        let symbol = self.symbol(bytes, block, offset);
        let (mut symbol, mut offset) = symbol?;
        loop {
            let Symbol {
                left,
                right,
                length,
            } = *self.symbols.get(usize::from(symbol))?;
            if length == 0 {
                return Some(left);
            }
            let left_values = self.symbols.get(usize::from(left))?.length + 1;
            if offset < left_values {
                symbol = left;
            } else {
                offset -= left_values;
                symbol = right;
            }
        }
    }

    /// The block with the value of a placement, and the place of that value in it.
    fn locate(&self, bytes: Bytes<'_>, index: u64) -> Option<(usize, u32)> {
        let entry = usize::try_from(index >> self.span_bits).ok()?;
        if entry >= self.index_entries {
            return None;
        }
        let at = self.index_at + 6 * entry;
        let mut block = bytes.u32(at)? as usize;
        // An index entry points at the middle of its span.
        let span = 1_i64 << self.span_bits;
        let beside = index as i64 % span - span / 2;
        let mut offset = i64::from(bytes.u16(at + 4)?) + beside;
        let length = |block: usize| {
            let length = bytes.u16(self.lengths_at + 2 * block);
            length.filter(|_| block < self.block_lengths).map(i64::from)
        };
        while offset < 0 {
            block = block.checked_sub(1)?;
            offset += length(block)? + 1;
        }
        while offset > length(block)? {
            offset -= length(block)? + 1;
            block += 1;
        }
        let offset = u32::try_from(offset).ok()?;
        (block < self.blocks).then_some((block, offset))
    }

    /// The symbol that holds value number `offset` of a block, and the place of that value in it.
    fn symbol(&self, bytes: Bytes<'_>, block: usize, mut offset: u32) -> Option<(u16, u32)> {
        let begin = self.data_at + (block << self.block_bits);
        let end = begin + (1 << self.block_bits);
        let mut at = begin + 8;
        let mut word =
            u64::from(bytes.code_word(begin)) << 32 | u64::from(bytes.code_word(begin + 4));
        let mut used_bits = 0;
        loop {
            // The least code of the greatest length is zero, so a length is always found.
            let longer = self.least_codes.iter().position(|&least| word >= least)?;
            let bits = self.shortest_code + longer as u32;
            let beyond = (word - self.least_codes[longer]) >> (64 - bits);
            let symbol = u16::try_from(beyond).ok()?;
            let symbol = self.least_symbols[longer].checked_add(symbol)?;
            let length = self.symbols.get(usize::from(symbol))?.length;
            if offset <= length {
                return Some((symbol, offset));
            }
            offset -= length + 1;
            word <<= bits;
            used_bits += bits;
            if used_bits >= 32 {
                used_bits -= 32;
                word |= u64::from(bytes.code_word(at)) << used_bits;
                at += 4;
            }
            if at > end + 16 {
                return None;
            }
        }
    }
}

/// The least code of each length: codes of one length are consecutive, and shorter codes are larger
/// when left-aligned.
fn least_codes(least_symbols: &[u16], shortest_code: u32) -> Vec<u64> {
    let mut codes = vec![0_u64; least_symbols.len()];
    for place in (0..codes.len().saturating_sub(1)).rev() {
        let (here, longer) = (least_symbols[place], least_symbols[place + 1]);
        codes[place] = codes[place + 1]
            .wrapping_add(u64::from(here))
            .wrapping_sub(u64::from(longer))
            / 2;
    }
    for (place, code) in codes.iter_mut().enumerate() {
        *code = code.wrapping_shl(64 - shortest_code - place as u32);
    }
    codes
}

/// The symbols with their lengths; `None` when a symbol contains itself or a missing one.
fn read_symbols(bytes: Bytes<'_>, at: usize, count: usize) -> Option<Vec<Symbol>> {
    let mut symbols = Vec::with_capacity(count);
    for place in 0..count {
        let [low, middle, high] = [0, 1, 2].map(|byte| bytes.u8(at + 3 * place + byte));
        let (low, middle, high) = (u16::from(low?), u16::from(middle?), u16::from(high?));
        symbols.push(Symbol {
            left: (middle & 0xf) << 8 | low,
            right: high << 4 | middle >> 4,
            length: 0,
        });
    }
    let mut state = vec![SymbolState::Unseen; count];
    for place in 0..count {
        measure(&mut symbols, &mut state, place)?;
    }
    Some(symbols)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SymbolState {
    Unseen,
    Open,
    Measured,
}

/// Measures a symbol after the two halves of which it is made, without recursion.
fn measure(symbols: &mut [Symbol], state: &mut [SymbolState], place: usize) -> Option<()> {
    let mut pending = vec![place];
    while let Some(&place) = pending.last() {
        let Symbol { left, right, .. } = *symbols.get(place)?;
        let (left, right) = (usize::from(left), usize::from(right));
        if state[place] == SymbolState::Measured {
            pending.pop();
        } else if right == usize::from(NO_SYMBOL) {
            state[place] = SymbolState::Measured;
        } else if state[place] == SymbolState::Unseen {
            state[place] = SymbolState::Open;
            for half in [left, right] {
                match *state.get(half)? {
                    SymbolState::Unseen => pending.push(half),
                    SymbolState::Open => return None,
                    SymbolState::Measured => {}
                }
            }
        } else {
            if [left, right]
                .iter()
                .any(|&half| state[half] != SymbolState::Measured)
            {
                return None;
            }
            let length = symbols[left].length.checked_add(symbols[right].length)?;
            symbols[place].length = length.checked_add(1)?;
            state[place] = SymbolState::Measured;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_measured_by_what_they_are_made_of() {
        // Two values, their pair, and a pair of that with the first.
        let bytes = [7, 0xf0, 0xff, 9, 0xf0, 0xff, 0, 0x10, 0, 2, 0, 0];
        let symbols = read_symbols(Bytes(&bytes), 0, 4).unwrap();
        let lengths: Vec<u32> = symbols.iter().map(|symbol| symbol.length).collect();
        assert_eq!(lengths, [0, 0, 1, 2]);
        assert_eq!((symbols[0].left, symbols[1].left), (7, 9));
    }

    #[test]
    fn a_symbol_made_of_itself_is_refused() {
        assert!(read_symbols(Bytes(&[0, 0, 0]), 0, 1).is_none());
        assert!(read_symbols(Bytes(&[1, 0x10, 0, 0, 0, 0]), 0, 2).is_none());
        assert!(
            read_symbols(Bytes(&[5, 0x50, 0]), 0, 1).is_none(),
            "not there"
        );
        assert!(read_symbols(Bytes(&[5, 0x50]), 0, 1).is_none(), "cut off");
    }
}
