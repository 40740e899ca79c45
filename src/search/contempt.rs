//! Contempt: a draw may be worth less, or more, than an even position to the side that searches.

use crate::board::Color;
use crate::score::Score;

/// The score of a draw for the side to move `ply` plies below the root. Contempt is that of the
/// side to move at the root.
#[inline]
pub(super) fn draw_score(contempt_cp: i32, ply: usize) -> Score {
    Score::from_cp(match ply.is_multiple_of(2) {
        true => -contempt_cp,
        false => contempt_cp,
    })
}

/// What contempt adds to the key of every cache, because scores depend on it; 0 without contempt.
pub(super) fn contempt_salt(contempt_cp: i32, own_side: Color) -> u64 {
    if contempt_cp == 0 {
        return 0;
    }
    let seed = (i64::from(-contempt_cp) << 1 | own_side as i64) as u64;
    let mixed = (seed ^ (seed >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 29)
}
