//! Tapered evaluation: the middlegame and the endgame value become one score.
//!
//! The game phase weighs the two values, scale factors shrink advantages that do not win, and the
//! score fades towards the fifty-move rule. All divisions happen once at the end, so that family
//! weights of 100 % give exactly the neutral score.

use std::fmt;

use crate::board::{Color, FULL_PHASE, Position};
use crate::endgame::{FULL_SCALE, scale_factors};

/// How the two values of one position become one.
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

/// Weighted sums count in hundredths of a centipawn.
pub(super) const PERCENT: i64 = 100;

impl Interpolation {
    /// The interpolation of a position whose endgame value from White's view is `endgame`: its sign
    /// says which side's advantage is scaled.
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

    /// One value in centipawns from two that count `units` to the centipawn.
    pub(super) fn apply(&self, middlegame: i64, endgame: i64, units: i64) -> i32 {
        let middlegame = middlegame * i64::from(self.phase * self.middlegame_scale);
        let endgame = endgame * i64::from((FULL_PHASE - self.phase) * self.endgame_scale);
        let fade = i64::from(FADE_PLIES - self.halfmove_clock);
        let whole = i64::from(FULL_PHASE * FULL_SCALE * FADE_PLIES) * units;
        ((middlegame + endgame) * fade / whole) as i32
    }
}

/// The half-move clock, in plies, at which a value would have faded to nothing: a third is gone
/// when the fifty-move rule ends the game. Untested guess.
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
