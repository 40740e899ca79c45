//! What weights change in the classical evaluation, as one sum: every parameter times how far its weight is
//! from normal, in hundredths of a centipawn.
//!
//! Where the network judges, this is all that is wanted of the terms. Complexity is left out, which no
//! weight touches.

use std::ops::{AddAssign, Mul, Neg};

use super::family_set::FamilySet;
use super::parameters::{PARAMETERS, SLOT_OF, VALUES};
use super::recorder::{Recorder, SumRecorder, danger_cost};
use super::tapered::Tapered;
use super::terms::SLOTS;
use super::weights::{EvaluationWeights, Family, NORMAL};
use crate::board::Color;

/// A change of the middlegame and of the endgame value in hundredths of a centipawn, two 32-bit halves of
/// one number. The endgame stands in the upper half and absorbs the borrow of a negative middlegame value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Change(i64);

impl Change {
    #[inline]
    fn of(value: Tapered) -> Change {
        let endgame = i64::from(value.endgame_cp()) << 32;
        Change(endgame + i64::from(value.middlegame_cp()))
    }

    #[inline]
    fn halves(self) -> (i64, i64) {
        let endgame = (self.0.wrapping_add(0x8000_0000) >> 32) as i32;
        (i64::from(self.0 as i32), i64::from(endgame))
    }
}

impl AddAssign for Change {
    #[inline]
    fn add_assign(&mut self, other: Change) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl Neg for Change {
    type Output = Change;

    #[inline]
    fn neg(self) -> Change {
        Change(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Change {
    type Output = Change;

    #[inline]
    fn mul(self, count: i32) -> Change {
        Change(self.0.wrapping_mul(count.into()))
    }
}

/// What weights change for one side.
struct SideChanges {
    /// How far the weight of each slot is from normal, in percent.
    slots: [i32; SLOTS],
    /// The change that each parameter makes when it counts once.
    parameters: [Change; PARAMETERS],
}

impl SideChanges {
    fn of(weights: &EvaluationWeights, is_own: bool) -> SideChanges {
        let slots =
            std::array::from_fn(|it| i32::from(weights.of_slot(it, is_own)) - i32::from(NORMAL));
        let change = |it: usize| Change::of(VALUES[it]) * slots[usize::from(SLOT_OF[it])];
        SideChanges {
            slots,
            parameters: std::array::from_fn(change),
        }
    }
}

/// What weights change for either side, in parameters of the built-in values.
pub(super) struct WeightChanges {
    own: SideChanges,
    opponent: SideChanges,
    /// The families whose weight is not normal for one of the sides.
    changed: FamilySet,
}

impl WeightChanges {
    pub(super) fn of(weights: &EvaluationWeights) -> WeightChanges {
        let own = SideChanges::of(weights, true);
        let opponent = SideChanges::of(weights, false);
        let is_changed = |family: &Family| {
            let slot = *family as usize;
            own.slots[slot] != 0 || opponent.slots[slot] != 0
        };
        WeightChanges {
            changed: Family::ALL.into_iter().filter(is_changed).collect(),
            own,
            opponent,
        }
    }

    /// An empty sum for a search on behalf of `own_side`.
    #[inline]
    pub(super) fn sum(&self, own_side: Color) -> ChangeSum<'_> {
        let sides = match own_side {
            Color::White => [&self.own, &self.opponent],
            Color::Black => [&self.opponent, &self.own],
        };
        ChangeSum {
            sides,
            changed: self.changed,
            white: Change::default(),
            danger: [Tapered::ZERO; 2],
        }
    }
}

/// The change of one position.
pub(super) struct ChangeSum<'w> {
    /// What the weights change for White and for Black.
    sides: [&'w SideChanges; 2],
    changed: FamilySet,
    /// The sum so far from White's view, without that of danger.
    white: Change,
    danger: [Tapered; 2],
}

impl ChangeSum<'_> {
    /// Middlegame and endgame value from White's view.
    #[inline]
    pub(super) fn white_percent(mut self) -> (i64, i64) {
        for color in Color::ALL {
            let cost = danger_cost(self.danger[color as usize]);
            self.add_sum(color, Family::KingSafety as usize, -cost);
        }
        self.white.halves()
    }

    #[inline(always)]
    fn add_change(&mut self, color: Color, change: Change) {
        self.white += match color {
            Color::White => change,
            Color::Black => -change,
        };
    }
}

impl Recorder for ChangeSum<'_> {
    #[inline(always)]
    fn wants(&self, families: FamilySet) -> bool {
        self.changed.meets(families)
    }

    #[inline(always)]
    fn add(&mut self, color: Color, parameter: usize, count: i32) {
        let change = self.sides[color as usize].parameters[parameter];
        self.add_change(color, change * count);
    }

    #[inline(always)]
    fn add_danger(&mut self, color: Color, parameter: usize, count: i32) {
        self.danger[color as usize] += VALUES[parameter] * count;
    }

    #[inline(always)]
    fn add_complexity(&mut self, _parameter: usize, _count: i32) {}
}

impl SumRecorder for ChangeSum<'_> {
    #[inline(always)]
    fn add_sum(&mut self, color: Color, slot: usize, sum: Tapered) {
        let percent = self.sides[color as usize].slots[slot];
        self.add_change(color, Change::of(sum) * percent);
    }

    #[inline(always)]
    fn add_danger_sum(&mut self, color: Color, sum: Tapered) {
        self.danger[color as usize] += sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        for (middlegame, endgame) in [(0, 0), (-1, 0), (0, -1), (300, -7), (-7, 300), (-9_000, -1)]
        {
            for percent in [-100, -1, 0, 1, 200] {
                let change = Change::of(Tapered::new(middlegame, endgame)) * percent;
                let wanted = (middlegame * percent, endgame * percent);
                assert_eq!(change.halves(), (wanted.0.into(), wanted.1.into()));
                let mut sum = -change;
                sum += Change::of(Tapered::new(-2, 3));
                let wanted = (-2 - wanted.0, 3 - wanted.1);
                assert_eq!(sum.halves(), (wanted.0.into(), wanted.1.into()));
            }
        }
    }
}
