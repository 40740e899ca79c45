//! One-sidedness: what a personality's weights make of things that both sides have alike.
//!
//! Where a queen of its own weighs more than the opponent's, every position with both queens scores
//! higher, the initial one too. That decides whether queens are traded and is right below the root, but
//! it says nothing about who stands better. Scores that leave the search are therefore put as if the
//! weights of both sides were their mean: by the difference of the two evaluations at the end of the
//! principal variation.

use crate::board::{Move, Position};
use crate::evaluation::{EvaluationWeights, Evaluator};
use crate::score::Score;

/// A score as it leaves the search; what is decided is not a matter of weights.
pub(super) fn without_surplus(score: Score, surplus_cp: i32) -> Score {
    match score.is_decisive() {
        true => score,
        false => Score::from_cp(score.raw() - surplus_cp),
    }
}

/// Evaluates positions by the weights of a search and by their mean.
pub(super) struct OneSidedness {
    root: Position,
    weighted: Evaluator,
    balanced: Evaluator,
}

impl OneSidedness {
    /// For searches of `root`; `None` where the weights are the same for both sides.
    pub(super) fn of(weights: &EvaluationWeights, root: &Position) -> Option<OneSidedness> {
        let own_side = root.side_to_move();
        let balanced = weights.balanced();
        (balanced != *weights).then(|| OneSidedness {
            root: root.clone(),
            weighted: Evaluator::new(weights.clone(), own_side),
            balanced: Evaluator::new(balanced, own_side),
        })
    }

    /// What is one-sided about the evaluation after a variation, in centipawns for the side to move at
    /// the root.
    pub(super) fn after_cp(&mut self, variation: impl IntoIterator<Item = Move>) -> i32 {
        let mut end = self.root.clone();
        for mv in variation {
            end = end.play(mv);
        }
        let both = [&mut self.weighted, &mut self.balanced];
        let [weighted, balanced] = both.map(|evaluator| evaluator.evaluate(&end).raw());
        match end.side_to_move() == self.root.side_to_move() {
            true => weighted - balanced,
            false => balanced - weighted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Family;

    #[test]
    fn only_what_both_sides_have_alike_is_one_sided() {
        let start = Position::start();
        let neutral = EvaluationWeights::neutral();
        assert!(OneSidedness::of(&neutral, &start).is_none());
        let same = neutral.clone().with(Family::Queens, 115, 115);
        assert!(OneSidedness::of(&same, &start).is_none());
        let own = neutral.with(Family::Queens, 115, 100);
        let moves = ["e2e4", "e7e5"].map(|mv| mv.parse().unwrap());
        for plies in 0..=2 {
            let mut by_queen = OneSidedness::of(&own, &start).unwrap();
            let cp = by_queen.after_cp(moves[..plies].iter().copied());
            assert!((100..400).contains(&cp), "{cp} after {plies} plies");
        }
        let without: Position = "4k3/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1".parse().unwrap();
        assert_eq!(OneSidedness::of(&own, &without).unwrap().after_cp([]), 0);
        assert_eq!(own.balanced().of(Family::Queens, true), 107);
    }
}
