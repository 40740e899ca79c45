//! Tapered values: a middlegame and an endgame value packed into one number, so that every term
//! costs one addition for both phases (two 16-bit halves of an `i32`).

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A pair of centipawn values, middlegame and endgame, each within `i16`.
///
/// The endgame stands in the upper half and absorbs the borrow of a negative middlegame value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered(i32);

impl Tapered {
    /// Nothing in either phase.
    pub const ZERO: Tapered = Tapered(0);

    /// A pair of values in centipawns.
    pub const fn new(middlegame_cp: i32, endgame_cp: i32) -> Tapered {
        Tapered((endgame_cp << 16).wrapping_add(middlegame_cp))
    }

    /// The value with all pieces on the board, in centipawns.
    #[inline]
    pub const fn middlegame_cp(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value with only kings and pawns on the board, in centipawns.
    #[inline]
    pub const fn endgame_cp(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

impl Add for Tapered {
    type Output = Tapered;

    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_sub(other.0))
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    #[inline]
    fn neg(self) -> Tapered {
        Tapered(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;

    #[inline]
    fn mul(self, count: i32) -> Tapered {
        Tapered(self.0.wrapping_mul(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        for (middlegame, endgame) in [(0, 0), (-1, 0), (0, -1), (300, -7), (-7, 300), (-9_000, -1)]
        {
            for count in [-3, -1, 0, 1, 2] {
                let product = Tapered::new(middlegame, endgame) * count;
                assert_eq!(product.middlegame_cp(), middlegame * count);
                assert_eq!(product.endgame_cp(), endgame * count);
                let sum = product - Tapered::new(5, -6) + -Tapered::new(-1, 1);
                assert_eq!(sum.middlegame_cp(), middlegame * count - 4);
                assert_eq!(sum.endgame_cp(), endgame * count + 5);
            }
        }
    }
}
