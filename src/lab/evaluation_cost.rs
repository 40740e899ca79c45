//! What an evaluation costs: all positions two plies from those of the benchmark, many times over.
//!
//! As in a search, neighbours share their pawns, so that the pawn table answers nearly always.

use std::hint::black_box;
use std::time::Instant;

use crate::board::{FenError, Position};
use crate::evaluation::{EvaluationWeights, Evaluator};
use crate::lab::bench::positions;

/// How often all positions are evaluated.
const ROUNDS: usize = 15;

/// The cost of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluationCost {
    /// How many positions were evaluated in each round.
    pub positions: usize,
    /// The median over the rounds, in nanoseconds.
    pub median_ns: f64,
    /// The least of the rounds, in nanoseconds.
    pub least_ns: f64,
}

/// Evaluates the positions under these weights on behalf of the side to move of each benchmark's.
///
/// # Errors
///
/// When a position of the benchmark cannot be read, which a test rules out.
pub fn evaluation_cost(weights: &EvaluationWeights) -> Result<EvaluationCost, FenError> {
    let mut families = Vec::new();
    for fen in positions() {
        families.push(descendants(&fen.parse()?));
    }
    let count = families.iter().map(|(_, family)| family.len()).sum();
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let mut nanoseconds = 0;
            for (root, family) in &families {
                let mut evaluator = Evaluator::new(weights.clone(), root.side_to_move());
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

/// The position itself and those two plies on in which nobody is in check.
fn descendants(root: &Position) -> (Position, Vec<Position>) {
    let children = |position: &Position| -> Vec<Position> {
        let moves = position.legal_moves().into_iter();
        moves.map(|mv| position.play(mv)).collect()
    };
    let all = children(root).iter().flat_map(children).collect::<Vec<_>>();
    let quiet = all.into_iter().filter(|position| !position.in_check());
    (root.clone(), quiet.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

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
