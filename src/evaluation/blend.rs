//! From sums to one score: weights, phase, scale and the fade towards the fifty-move rule.
//!
//! Owns the integer arithmetic that plain sum, weighted sum and trace share. All divisions
//! happen once at the end, so that weights of 100 % give the neutral score to the bit. It must not
//! know where the sums came from.

use std::fmt;

use super::endings;
use crate::board::{Color, Piece, Position};

/// The phase with all pieces on the board; 0 when only kings and pawns are left.
pub(super) const FULL_PHASE: i32 = 24;

/// The scale of an ending that is won as easily as its value says.
pub(super) const FULL_SCALE: i32 = 64;

/// How the two values of a position become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Blend {
    /// Weight of the middlegame value, of [`FULL_PHASE`].
    pub(super) phase: i32,
    /// Scale of the middlegame value, of [`FULL_SCALE`].
    pub(super) middlegame_scale: i32,
    /// Scale of the ending value, of [`FULL_SCALE`].
    pub(super) ending_scale: i32,
    /// Half-moves without progress.
    pub(super) halfmove_clock: i32,
}

/// The units to the centipawn of weighted sums.
pub(super) const PERCENT: i64 = 100;

impl Blend {
    /// How to blend the values of a position with this ending value from White's view.
    pub(super) fn of(position: &Position, ending: i64) -> Blend {
        let strong = if ending > 0 {
            Color::White
        } else {
            Color::Black
        };
        let (middlegame_scale, ending_scale) = endings::scales(position, strong);
        Blend {
            phase: phase(position),
            middlegame_scale,
            ending_scale,
            halfmove_clock: position.halfmove_clock() as i32,
        }
    }

    /// One value from two in `units` to the centipawn, in centipawns.
    pub(super) fn apply(&self, middlegame: i64, ending: i64, units: i64) -> i32 {
        let middlegame = middlegame * i64::from(self.phase * self.middlegame_scale);
        let ending = ending * i64::from((FULL_PHASE - self.phase) * self.ending_scale);
        let fade = i64::from(FADE_PLIES - self.halfmove_clock);
        let whole = i64::from(FULL_PHASE * FULL_SCALE * FADE_PLIES) * units;
        ((middlegame + ending) * fade / whole) as i32
    }
}

/// The half-move clock at which a value would have faded to nothing. Untested guess: a third is
/// gone when the fifty-move rule ends the game.
pub(super) const FADE_PLIES: i32 = 300;

/// The phase of a position: minor pieces count 1, rooks 2, queens 4.
pub(super) fn phase(position: &Position) -> i32 {
    let count = |piece| position.pieces(piece).len() as i32;
    let phase = count(Piece::Knight)
        + count(Piece::Bishop)
        + 2 * count(Piece::Rook)
        + 4 * count(Piece::Queen);
    phase.min(FULL_PHASE)
}

impl fmt::Display for Blend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "phase {}/{FULL_PHASE}, scale {}/{FULL_SCALE} and {}/{FULL_SCALE}, clock {} plies",
            self.phase, self.middlegame_scale, self.ending_scale, self.halfmove_clock
        )
    }
}
