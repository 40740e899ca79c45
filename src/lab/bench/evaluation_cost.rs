//! The cost of one static evaluation in nanoseconds: all positions two plies after those of the
//! benchmark, evaluated many times.
//!
//! As in a search, neighbouring positions share their pawns, so that the pawn table nearly always
//! has the answer.

use std::hint::black_box;
use std::time::Instant;

use super::positions;
use crate::board::{FenError, Position};
use crate::endgame;
use crate::evaluation::{EvaluationWeights, Evaluator};

/// The number of times that all positions are evaluated.
const ROUNDS: usize = 15;

/// The cost of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluationCost {
    /// The number of positions evaluated in each round.
    pub positions: usize,
    /// The median over the rounds, in nanoseconds.
    pub median_ns: f64,
    /// The least of the rounds, in nanoseconds.
    pub least_ns: f64,
}

/// Evaluates the positions under these weights, whose own side is the side to move of the benchmark
/// position from which they come.
///
/// # Errors
///
/// When a position of the benchmark cannot be read, which a test rules out.
pub fn evaluation_cost(weights: &EvaluationWeights) -> Result<EvaluationCost, FenError> {
    endgame::solve_all();
    let mut families = Vec::new();
    for fen in positions() {
        let root: Position = fen.parse()?;
        families.push((root.side_to_move(), grandchildren(&root)));
    }
    let count = families.iter().map(|(_, family)| family.len()).sum();
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let mut nanoseconds = 0;
            for (own_side, family) in &families {
                let mut evaluator = Evaluator::new(weights.clone(), *own_side);
                let began = Instant::now();
                for position in family {
                    black_box(evaluator.evaluate(position));
                }
                nanoseconds += began.elapsed().as_nanos();
            }
            nanoseconds as f64 / count as f64
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    Ok(EvaluationCost {
        positions: count,
        median_ns: rounds[ROUNDS / 2],
        least_ns: rounds[0],
    })
}

/// The positions two plies later in which the side to move is not in check.
fn grandchildren(root: &Position) -> Vec<Position> {
    let children = |position: &Position| -> Vec<Position> {
        let moves = position.legal_moves().into_iter();
        moves.map(|mv| position.play(mv)).collect()
    };
    let mut all: Vec<Position> = children(root).iter().flat_map(children).collect();
    all.retain(|position| !position.in_check());
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    #[test]
    fn the_lazy_lower_bound_is_wrong_in_less_than_one_of_a_hundred_positions() {
        let mut evaluator = Evaluator::new(EvaluationWeights::neutral(), Color::White);
        let (mut asked, mut wrong) = (0, 0);
        let roots = positions().map(|fen| fen.parse::<Position>().unwrap());
        for position in roots.flat_map(|root| grandchildren(&root)) {
            if let Some(bound) = evaluator.lazy_lower_bound(&position) {
                asked += 1;
                wrong += usize::from(evaluator.evaluate(&position) < bound);
            }
        }
        // The exceptions come from pieces that two arbitrary moves left hanging.
        assert!(asked > 10_000, "{asked}");
        assert!(wrong * 100 < asked, "{wrong} of {asked}");
    }

    #[test]
    fn many_positions_are_evaluated_and_take_time() {
        let cost = evaluation_cost(&EvaluationWeights::neutral()).unwrap();
        assert!(cost.positions > 10_000, "{cost:?}");
        assert!(
            0.0 < cost.least_ns && cost.least_ns <= cost.median_ns,
            "{cost:?}"
        );
    }
}
