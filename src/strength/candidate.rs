//! A move among which a player of a level chooses, with what is known of it.

use crate::board::Move;
use crate::score::Score;

/// A legal move as a player of a level sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How likely it is, 0 to 1; the probabilities of a position sum to 1.
    pub probability: f64,
    /// The score of the deepest look, from the side to move.
    pub score: Score,
    /// How much worse than the best it is by that look, in centipawns within 15 pawns.
    pub loss_cp: i32,
    /// How much of the expected result it gives away by that look, 0 to 1.
    pub result_loss: f64,
    /// How much of it an opponent of the same rating may be expected to take, 0 to 1.
    pub exploited_loss: f64,
    /// The bonus that the player's taste gives it, in centipawns.
    pub taste_cp: i32,
}

/// Makes the probabilities sum to 1 again.
pub(super) fn normalise(candidates: &mut [Candidate]) {
    let sum: f64 = candidates.iter().map(|it| it.probability).sum();
    if sum > 0.0 {
        candidates.iter_mut().for_each(|it| it.probability /= sum);
    }
}

#[cfg(test)]
impl Candidate {
    /// A move that is so likely and gives so much away at any look, without taste, whose score says nothing.
    pub(super) fn example(mv: Move, probability: f64, result_loss: f64) -> Candidate {
        Candidate {
            mv,
            probability,
            score: Score::DRAW,
            loss_cp: 0,
            result_loss,
            exploited_loss: result_loss,
            taste_cp: 0,
        }
    }
}
