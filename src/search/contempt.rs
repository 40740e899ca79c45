//! What a draw is worth. By contempt it is less, or more, than an even position to the side that searches; a
//! draw by repetition has a little noise.

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

/// What is added to a draw by repetition after so many nodes: a centipawn more or less.
///
/// Where one side can go on giving check, nearly every line ends in a repetition. If all of them count
/// the same, no move looks better than another, and a win behind them is found late. With noise the side
/// that has more to choose from scores a little better (Don Beal and Martin Smith 1994, of random
/// evaluations), and the search goes there.
#[inline]
pub(super) fn repetition_noise_cp(nodes: u64) -> i32 {
    (nodes & 2) as i32 - 1
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
    fn noise_is_even_and_small() {
        let noise: Vec<i32> = (0..6).map(repetition_noise_cp).collect();
        assert_eq!(noise, [-1, -1, 1, 1, -1, -1]);
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
