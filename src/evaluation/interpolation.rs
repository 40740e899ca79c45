//! From sums to one score: weights, phase, scale and the fade towards the fifty-move rule.
//!
//! Owns the integer arithmetic that plain sum, weighted sum and trace share. All divisions
//! happen once at the end, so that weights of 100 % give the neutral score to the bit. It must not
//! know where the sums came from.

use std::fmt;

use crate::board::{Color, FULL_PHASE, Position};
use crate::endgame::{FULL_SCALE, scale_factors};

/// How the two values of a position become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interpolation {
    /// Weight of the middlegame value, of [`FULL_PHASE`].
    pub(super) phase: i32,
    /// Scale of the middlegame value, of [`FULL_SCALE`].
    pub(super) middlegame_scale: i32,
    /// Scale of the endgame value, of [`FULL_SCALE`].
    pub(super) endgame_scale: i32,
    /// Half-moves without progress.
    pub(super) halfmove_clock: i32,
}

/// The units to the centipawn of weighted sums.
pub(super) const PERCENT: i64 = 100;

impl Interpolation {
    /// How to interpolation the values of a position with this endgame value from White's view.
    pub(super) fn of(position: &Position, endgame: i64) -> Interpolation {
        let strong = if endgame > 0 {
            Color::White
        } else {
            Color::Black
        };
        let (middlegame_scale, endgame_scale) = scale_factors(position, strong);
        Interpolation {
            phase: position.phase(),
            middlegame_scale,
            endgame_scale,
            halfmove_clock: position.halfmove_clock() as i32,
        }
    }

    /// One value from two in `units` to the centipawn, in centipawns.
    pub(super) fn apply(&self, middlegame: i64, endgame: i64, units: i64) -> i32 {
        let middlegame = middlegame * i64::from(self.phase * self.middlegame_scale);
        let endgame = endgame * i64::from((FULL_PHASE - self.phase) * self.endgame_scale);
        let fade = i64::from(FADE_PLIES - self.halfmove_clock);
        let whole = i64::from(FULL_PHASE * FULL_SCALE * FADE_PLIES) * units;
        ((middlegame + endgame) * fade / whole) as i32
    }
}

/// The half-move clock at which a value would have faded to nothing. Untested guess: a third is
/// gone when the fifty-move rule ends the game.
pub(super) const FADE_PLIES: i32 = 300;

impl fmt::Display for Interpolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "phase {}/{FULL_PHASE}, scale {}/{FULL_SCALE} and {}/{FULL_SCALE}, clock {} plies",
            self.phase, self.middlegame_scale, self.endgame_scale, self.halfmove_clock
        )
    }
}
