//! Tests of an evaluation with other values for its parameters.

use crate::board::{Color, Position};
use crate::evaluation::coefficients::built_in_values;
use crate::evaluation::tests::sample;
use crate::evaluation::{EvaluationKind, EvaluationWeights, Evaluator, Family};

fn evaluator(weights: EvaluationWeights) -> Evaluator {
    Evaluator::new(weights, Color::White)
}

#[test]
fn built_in_values_are_those_of_the_classical_evaluation() {
    let neutral = EvaluationWeights::neutral().for_kind(EvaluationKind::Classical);
    let valued = neutral.clone().with_values(&built_in_values());
    assert!(!valued.is_neutral() && neutral.is_neutral());
    assert_ne!(valued.salt(Color::White), neutral.salt(Color::White));
    assert_eq!(valued.balanced(), valued);
    let (mut one, mut other) = (evaluator(neutral), evaluator(valued));
    for position in sample() {
        assert_eq!(one.evaluate(&position), other.evaluate(&position));
    }
}

#[test]
fn other_values_count_as_other_weights_do() {
    let mut values = built_in_values();
    let term = |name: &str| {
        let mut terms = crate::evaluation::TERMS.iter();
        terms.find(|term| term.name == name).unwrap().start
    };
    for name in ["pawn", "knight"] {
        values[term(name)] = values[term(name)].map(|cp| cp * 1.5);
    }
    let neutral = EvaluationWeights::neutral().for_kind(EvaluationKind::Classical);
    let valued = EvaluationWeights::neutral().with_values(&values);
    // The weights of families do the same to these two.
    let weighted = neutral
        .with(Family::Pawns, 150, 150)
        .with(Family::Knights, 150, 150);
    assert_ne!(valued.salt(Color::White), weighted.salt(Color::White));
    let (mut one, mut other) = (evaluator(valued), evaluator(weighted));
    for position in sample().into_iter().step_by(7) {
        let [one, other] = [&mut one, &mut other].map(|it| it.evaluate(&position).raw());
        assert!((one - other).abs() <= 6, "{one} is not {other}");
    }
    let start = Position::start();
    assert_eq!(one.evaluate(&start), other.evaluate(&start));
}
