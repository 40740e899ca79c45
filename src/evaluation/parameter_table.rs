//! Other values for the parameters than those that are built in, as tuning tries them.

use super::parameters::{PARAMETERS, VALUES};
use super::tapered::Tapered;

/// The largest value of a parameter, either way; more would let sums overflow.
const MOST_CP: f64 = 3_000.0;

/// A value for every parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterTable {
    pub(super) values: Box<[Tapered; PARAMETERS]>,
    /// For the keys of caches.
    pub(super) hash: u64,
}

impl ParameterTable {
    /// These values (middlegame, endgame), rounded; missing ones are those that are built in.
    pub fn of(values: &[[f64; 2]]) -> ParameterTable {
        let mut table = Box::new(VALUES);
        for (own, halves) in table.iter_mut().zip(values) {
            let [middlegame_cp, endgame_cp] =
                halves.map(|cp| cp.round().clamp(-MOST_CP, MOST_CP) as i32);
            *own = Tapered::new(middlegame_cp, endgame_cp);
        }
        let bytes = table.iter().flat_map(|value| {
            let halves = [value.middlegame_cp(), value.endgame_cp()];
            halves.map(i32::to_le_bytes).concat()
        });
        ParameterTable {
            hash: crate::checksum::Fnv64::of(&bytes.collect::<Vec<u8>>()),
            values: table,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Color, Position};
    use crate::evaluation::coefficients::built_in_values;
    use crate::evaluation::tests::sample;
    use crate::evaluation::{EvaluationWeights, Evaluator, Family};

    fn evaluator(weights: EvaluationWeights) -> Evaluator {
        Evaluator::new(weights, Color::White)
    }

    #[test]
    fn built_in_values_change_nothing_but_the_salt() {
        let neutral = EvaluationWeights::neutral();
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
    fn other_values_count_everywhere_but_the_network() {
        let mut values = built_in_values();
        let term = |name: &str| {
            let mut terms = crate::evaluation::TERMS.iter();
            terms.find(|term| term.name == name).unwrap().start
        };
        for name in ["pawn", "knight"] {
            values[term(name)] = values[term(name)].map(|cp| cp * 1.5);
        }
        let valued = EvaluationWeights::neutral().with_values(&values);
        // The weights of families do the same to these two.
        let weighted = EvaluationWeights::neutral()
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
}
