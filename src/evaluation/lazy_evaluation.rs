//! Lazy evaluation: a lower bound of the evaluation from material alone.

use super::Evaluator;
use super::interpolation::FADE_PLIES;
use crate::board::Position;
use crate::score::Score;

/// The rest of the evaluation seldom takes more than this from a material lead, in centipawns: a test
/// of `lab::bench::evaluation_cost` holds it below one position of a hundred near the benchmark's.
const MARGIN_CP: i32 = 400;

impl Evaluator {
    /// A score that [`Self::evaluate`] is seldom below. `None` in endgames, which may be scaled,
    /// solved or drawn whatever the material says, and under weights, with which any term may
    /// outweigh it.
    #[inline]
    pub fn lazy_lower_bound(&self, position: &Position) -> Option<Score> {
        if !self.weights.is_neutral() || position.is_endgame() {
            return None;
        }
        let us = position.side_to_move();
        let lead_cp = position.material_cp(us) - position.material_cp(!us);
        let faded = lead_cp * (FADE_PLIES - position.halfmove_clock() as i32) / FADE_PLIES;
        Some(Score::from_cp(faded - MARGIN_CP))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::evaluation::{EvaluationWeights, Family};

    #[test]
    fn under_weights_and_in_endings_nothing_is_said() {
        let start = Position::start();
        let neutral = Evaluator::new(EvaluationWeights::neutral(), Color::White);
        assert!(
            neutral
                .lazy_lower_bound(&start)
                .is_some_and(|bound| bound < Score::DRAW)
        );
        let weights = EvaluationWeights::neutral().with(Family::Pawns, 99, 100);
        assert_eq!(
            Evaluator::new(weights, Color::White).lazy_lower_bound(&start),
            None
        );
        let endgame: Position = "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1".parse().unwrap();
        assert_eq!(neutral.lazy_lower_bound(&endgame), None);
    }
}
