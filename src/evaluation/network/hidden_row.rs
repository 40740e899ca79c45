//! A row of whole numbers, one for each number of the hidden layer.

use super::men::{Changes, Man};
use super::{HIDDEN, HIDDEN_ONE};

/// A row is gone through in parts of so many numbers: those of one stay in registers while others are added,
/// and its sum, of at most 255 x 255 x 127 each, fits into 32 bits.
const PART: usize = 128;
const _: () = assert!(HIDDEN.is_multiple_of(PART));

/// A part, aligned to a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Part([i16; PART]);

/// A row of the hidden layer's weights or sums, or of an output's weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HiddenRow([Part; HIDDEN / PART]);

impl HiddenRow {
    /// Nothing but zeros.
    pub(super) const ZERO: HiddenRow = HiddenRow([Part([0; PART]); HIDDEN / PART]);

    /// The row of which `value` tells each number.
    pub(super) fn from_fn(mut value: impl FnMut(usize) -> i16) -> HiddenRow {
        let mut row = HiddenRow::ZERO;
        let numbers = row.0.iter_mut().flat_map(|part| &mut part.0);
        for (number, to) in numbers.enumerate() {
            *to = value(number);
        }
        row
    }

    /// Its numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = i16> {
        self.0.iter().flat_map(|part| part.0)
    }

    /// Takes away the weights of the men that are gone and adds those of the men that have come. On the way the
    /// sums may wrap round.
    #[inline(always)]
    pub(super) fn change<'r>(&mut self, men: &Changes, weights: impl Fn(Man) -> &'r HiddenRow) {
        for number in 0..HIDDEN / PART {
            let mut sums = self.0[number];
            for &man in &men.gone {
                sums.combine(&weights(man).0[number], i16::wrapping_sub);
            }
            for &man in &men.come {
                sums.combine(&weights(man).0[number], i16::wrapping_add);
            }
            self.0[number] = sums;
        }
    }

    /// The sum of a hidden layer's numbers, clipped, squared and multiplied by the weights.
    #[inline(always)]
    pub(super) fn squared_and_weighed(&self, weights: &HiddenRow) -> i64 {
        let mut sums = 0;
        for number in 0..HIDDEN / PART {
            sums += i64::from(self.0[number].squared_and_weighed(&weights.0[number]));
        }
        sums
    }
}

// Loops by number, for without link-time optimisation the compiler left functions of iterators outside the kernel,
// where its instructions are not used.
#[allow(clippy::needless_range_loop)]
impl Part {
    #[inline(always)]
    fn combine(&mut self, other: &Part, with: impl Fn(i16, i16) -> i16) {
        for number in 0..PART {
            self.0[number] = with(self.0[number], other.0[number]);
        }
    }

    #[inline(always)]
    fn squared_and_weighed(&self, weights: &Part) -> i32 {
        let mut sum = 0;
        for number in 0..PART {
            let value = self.0[number].clamp(0, HIDDEN_ONE);
            // At most 255 x 127, which fits.
            sum += i32::from(value) * i32::from(value * weights.0[number]);
        }
        sum
    }
}
