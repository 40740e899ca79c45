//! Promotions to less than a queen at the root: they have to be worth it.
//!
//! Scores of two promotions on the same squares differ by accidents of the search although a queen does
//! all that a rook or a bishop does. A lesser promotion is therefore chosen only where it gains something
//! that is no accident: a margin that grows with the score, because what a won or lost game is worth is
//! known least; a mate that comes sooner; a mate or a stalemate avoided. Where a personality has a
//! larger bonus for the lesser promotion than for the queen, it has its will instead.

use crate::board::{Move, Piece};
use crate::score::Score;

/// The least gain over an even score, in centipawns.
const LEAST_GAIN_CP: i32 = 30;
/// One part in this many of the score is added to the gain.
const GAIN_SHARE: i32 = 4;

/// Whether a move promotes to less than a queen.
pub(super) fn is_lesser(mv: Move) -> bool {
    mv.promotion.is_some_and(|piece| piece != Piece::Queen)
}

/// Whether `queen` promotes to a queen where `lesser` promotes to less on the same squares.
pub(super) fn are_rivals(queen: Move, lesser: Move) -> bool {
    queen.promotion == Some(Piece::Queen)
        && is_lesser(lesser)
        && (queen.from, queen.to) == (lesser.from, lesser.to)
}

/// The highest score of a lesser promotion that is no gain over `other`.
pub(super) fn no_gain_over(other: Score) -> Score {
    if other.is_decisive() {
        return other;
    }
    Score::from_cp(other.raw() + LEAST_GAIN_CP + other.raw().abs() / GAIN_SHARE)
}

/// The highest score over which `lesser` is a gain: a queen with any higher one is as good.
pub(super) fn gain_over(lesser: Score) -> Score {
    if lesser.is_decisive() {
        return lesser - 1;
    }
    let rest_cp = lesser.raw() - 1 - LEAST_GAIN_CP;
    let other_cp = match rest_cp >= 0 {
        true => (GAIN_SHARE * rest_cp + GAIN_SHARE - 1) / (GAIN_SHARE + 1),
        false => -1 - GAIN_SHARE * (-rest_cp - 1) / (GAIN_SHARE - 1),
    };
    Score::from_raw(other_cp.max(-Score::UNDECIDED_LIMIT.raw() - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_gain_over_the_queen_leaves_the_queen_as_good() {
        let all = |raw: i32| (-raw..=raw).step_by(7).map(Score::from_raw);
        for lesser in all(1_400).chain(all(32_000).step_by(13)) {
            for queen in all(1_400).chain(all(32_000).step_by(11)) {
                let is_gain = lesser > no_gain_over(queen);
                assert_eq!(is_gain, queen <= gain_over(lesser), "{lesser:?} {queen:?}");
            }
        }
    }

    #[test]
    fn a_gain_is_more_than_an_accident() {
        let is_gain = |lesser: i32, queen: i32| {
            Score::from_raw(lesser) > no_gain_over(Score::from_raw(queen))
        };
        assert!(is_gain(31, 0) && !is_gain(30, 0));
        assert!(is_gain(600, 400) && !is_gain(520, 400));
        assert!(is_gain(-800, -1_200) && !is_gain(-950, -1_200));
        let (sooner, later) = (Score::mate_in(3).raw(), Score::mate_in(5).raw());
        assert!(is_gain(sooner, later) && !is_gain(later, later) && is_gain(later, 1_500));
    }
}
