//! Taking one's own last move back, which people do less often than a draw that does not know it.

use super::candidate::{Candidate, normalise};
use super::last_move::LastMove;
use crate::board::Position;

/// By what the odds of a move are multiplied that undoes the player's own last move. (Moves 8 to 35 with
/// more than 14 men: 1.2 to 1.8 % of the moves of people from 1200 on undo the one before, and levels undid 2.1 to
/// 2.7 %.)
pub(super) const UNDOING: f64 = 0.55;

/// Makes it less likely that a piece goes back at once to where it came from, unless in check.
pub(super) fn stand_by(
    position: &Position,
    own_last: Option<LastMove>,
    candidates: &mut [Candidate],
) {
    let Some(last) = own_last.filter(|_| !position.in_check()) else {
        return;
    };
    for it in candidates.iter_mut() {
        if it.mv.from == last.to && it.mv.to == last.from {
            it.probability *= UNDOING;
        }
    }
    normalise(candidates);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share_of_going_back(fen: &str, last: Option<&str>) -> f64 {
        let position: Position = fen.parse().unwrap();
        let example = |text: &str| Candidate::example(position.parse_move(text).unwrap(), 0.5, 0.0);
        let mut candidates = [example("h8g8"), example("h8h7")];
        let last = last.map(|text| text.parse().unwrap());
        stand_by(&position, last, &mut candidates);
        assert!((candidates[0].probability + candidates[1].probability - 1.0).abs() < 1e-12);
        candidates[0].probability
    }

    #[test]
    fn a_king_that_went_to_the_corner_seldom_comes_back_at_once() {
        let quiet = "7k/8/8/8/8/8/PP6/K7 b - - 0 1";
        assert!((share_of_going_back(quiet, Some("g8h8")) - 0.55 / 1.55).abs() < 1e-12);
        assert_eq!(share_of_going_back(quiet, Some("g7h8")), 0.5);
        assert_eq!(share_of_going_back(quiet, None), 0.5);
        let check = "7k/8/8/8/3B4/8/PP6/K7 b - - 0 1";
        assert_eq!(share_of_going_back(check, Some("g8h8")), 0.5);
    }
}
