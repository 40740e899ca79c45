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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_worth_less_to_the_side_with_contempt_and_more_to_the_other() {
        assert_eq!(draw_score(30, 0), Score::from_cp(-30));
        assert_eq!(draw_score(30, 1), Score::from_cp(30));
        assert_eq!(draw_score(0, 5), Score::DRAW);
    }

    #[test]
    fn the_salt_tells_contempt_and_sides_apart() {
        let salts = [
            contempt_salt(0, Color::White),
            contempt_salt(30, Color::White),
            contempt_salt(-30, Color::White),
            contempt_salt(30, Color::Black),
        ];
        assert_eq!(salts[0], 0);
        for (index, salt) in salts.iter().enumerate() {
            assert!(!salts[..index].contains(salt));
        }
    }
}
