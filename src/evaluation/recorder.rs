//! Recorders: what becomes of each `parameter x count` that the terms report.
//!
//! The terms are generic over [`Recorder`]: plain sums (neutral weights), sums by family (any
//! weights) and bare counts (trace, tuning). Each is compiled apart, so the neutral one pays for
//! nothing else.

use super::family_set::FamilySet;
use super::parameters::{PARAMETERS, SLOT_OF, TERMS, VALUES};
use super::tapered::Tapered;
use super::terms::{SLOTS, Term, TermRole};
use super::weights::{EvaluationWeights, Family, NEUTRAL};
use crate::board::Color;

/// The values of all parameters under these weights.
#[inline]
pub(super) fn values_of(weights: &EvaluationWeights) -> &[Tapered; PARAMETERS] {
    let table = weights.values().map(|table| table.values.as_slice());
    table.and_then(|it| it.try_into().ok()).unwrap_or(&VALUES)
}

/// Receives every `parameter x count` of a position.
pub(super) trait Recorder {
    /// Whether it has a use for any of these families. What it has no use for need not be reported, nor
    /// need terms that no weight touches.
    #[inline(always)]
    fn wants(&self, _families: FamilySet) -> bool {
        true
    }

    /// `count` times a parameter for the value of `color`.
    fn add(&mut self, color: Color, parameter: usize, count: i32);

    /// `count` times a parameter for the danger of the king of `color`.
    fn add_danger(&mut self, color: Color, parameter: usize, count: i32);

    /// `count` times a parameter for the complexity of the position.
    fn add_complexity(&mut self, parameter: usize, count: i32);
}

/// A recorder that also accepts sums over the parameters of one slot, such as the pawn hash table
/// keeps.
pub(super) trait SumRecorder: Recorder {
    /// A sum over the parameters of `slot` for the value of `color`.
    fn add_sum(&mut self, color: Color, slot: usize, sum: Tapered);

    /// A sum over danger parameters for the king of `color`.
    fn add_danger_sum(&mut self, color: Color, sum: Tapered);
}

/// The sum of everything, for neutral weights.
#[derive(Default)]
pub(super) struct PlainSum {
    pub(super) value: [Tapered; 2],
    pub(super) danger: [Tapered; 2],
    pub(super) complexity: Tapered,
}

impl Recorder for PlainSum {
    #[inline(always)]
    fn add(&mut self, color: Color, parameter: usize, count: i32) {
        self.value[color as usize] += VALUES[parameter] * count;
    }

    #[inline(always)]
    fn add_danger(&mut self, color: Color, parameter: usize, count: i32) {
        self.danger[color as usize] += VALUES[parameter] * count;
    }

    #[inline(always)]
    fn add_complexity(&mut self, parameter: usize, count: i32) {
        self.complexity += VALUES[parameter] * count;
    }
}

impl SumRecorder for PlainSum {
    #[inline(always)]
    fn add_sum(&mut self, color: Color, _slot: usize, sum: Tapered) {
        self.value[color as usize] += sum;
    }

    #[inline(always)]
    fn add_danger_sum(&mut self, color: Color, sum: Tapered) {
        self.danger[color as usize] += sum;
    }
}

/// A sum for each colour and family, for any weights.
pub(super) struct FamilySums<'v> {
    values: &'v [Tapered; PARAMETERS],
    pub(super) value: [[Tapered; SLOTS]; 2],
    pub(super) danger: [Tapered; 2],
    pub(super) complexity: Tapered,
}

impl Recorder for FamilySums<'_> {
    #[inline]
    fn add(&mut self, color: Color, parameter: usize, count: i32) {
        let slot = usize::from(SLOT_OF[parameter]);
        self.value[color as usize][slot] += self.values[parameter] * count;
    }

    #[inline]
    fn add_danger(&mut self, color: Color, parameter: usize, count: i32) {
        self.danger[color as usize] += self.values[parameter] * count;
    }

    #[inline]
    fn add_complexity(&mut self, parameter: usize, count: i32) {
        self.complexity += self.values[parameter] * count;
    }
}

impl SumRecorder for FamilySums<'_> {
    #[inline]
    fn add_sum(&mut self, color: Color, slot: usize, sum: Tapered) {
        self.value[color as usize][slot] += sum;
    }

    #[inline]
    fn add_danger_sum(&mut self, color: Color, sum: Tapered) {
        self.danger[color as usize] += sum;
    }
}

/// How often each parameter counts for each colour; complexity counts stand under White.
pub(super) struct TermCounts(pub(super) Vec<[i32; 2]>);

impl TermCounts {
    pub(super) fn new() -> TermCounts {
        TermCounts(vec![[0; 2]; PARAMETERS])
    }
}

impl Recorder for TermCounts {
    fn add(&mut self, color: Color, parameter: usize, count: i32) {
        self.0[parameter][color as usize] += count;
    }

    fn add_danger(&mut self, color: Color, parameter: usize, count: i32) {
        self.add(color, parameter, count);
    }

    fn add_complexity(&mut self, parameter: usize, count: i32) {
        self.add(Color::White, parameter, count);
    }
}

impl PlainSum {
    /// Middlegame and endgame value in centipawns from White's view.
    #[inline]
    pub(super) fn white_cp(&self) -> (i64, i64) {
        let [white, black] = self.danger.map(danger_cost);
        let value = (self.value[0] - white) - (self.value[1] - black);
        let endgame = i64::from(value.endgame_cp());
        let complexity = i64::from(self.complexity.endgame_cp());
        (
            i64::from(value.middlegame_cp()),
            with_complexity(endgame, complexity),
        )
    }
}

impl<'v> FamilySums<'v> {
    /// Nothing yet, of parameters with these values.
    #[inline]
    pub(super) fn of(values: &'v [Tapered; PARAMETERS]) -> FamilySums<'v> {
        FamilySums {
            values,
            value: [[Tapered::ZERO; SLOTS]; 2],
            danger: [Tapered::ZERO; 2],
            complexity: Tapered::ZERO,
        }
    }

    /// Middlegame and endgame value in hundredths of a centipawn from White's view.
    pub(super) fn white_percent(&self, weights: &EvaluationWeights, own_side: Color) -> (i64, i64) {
        let (mut middlegame, mut endgame) = (0, 0);
        for color in Color::ALL {
            let sign = if color == Color::White { 1 } else { -1 };
            let mut values = self.value[color as usize];
            values[Family::KingSafety as usize] -= danger_cost(self.danger[color as usize]);
            for (slot, value) in values.into_iter().enumerate() {
                let weight = sign * i64::from(weights.of_slot(slot, color == own_side));
                middlegame += weight * i64::from(value.middlegame_cp());
                endgame += weight * i64::from(value.endgame_cp());
            }
        }
        let complexity = 100 * i64::from(self.complexity.endgame_cp());
        (middlegame, with_complexity(endgame, complexity))
    }
}

impl TermCounts {
    /// Middlegame and endgame value in hundredths of a centipawn from White's view, in numbers wide
    /// enough for a board full of queens.
    pub(super) fn white_percent(&self, weights: &EvaluationWeights, own_side: Color) -> (i64, i64) {
        let (middlegame, endgame) = self.percent_without_complexity(weights, own_side);
        let values = values_of(weights);
        let terms = TERMS.iter().filter(|it| it.role == TermRole::Complexity);
        let complexity: i64 = terms
            .flat_map(|term| self.of_term(term, values))
            .map(|(value, counts)| i64::from(value.endgame_cp() * counts[0]))
            .sum();
        (middlegame, with_complexity(endgame, 100 * complexity))
    }

    /// How far these weights change the values, in hundredths of a centipawn from White's view.
    pub(super) fn white_change(&self, weights: &EvaluationWeights, own_side: Color) -> (i64, i64) {
        let changed = self.percent_without_complexity(weights, own_side);
        let neutral = self.percent_without_complexity(&NEUTRAL, own_side);
        (changed.0 - neutral.0, changed.1 - neutral.1)
    }

    fn percent_without_complexity(
        &self,
        weights: &EvaluationWeights,
        own_side: Color,
    ) -> (i64, i64) {
        let (mut middlegame, mut endgame) = (0, 0);
        let mut add = |color: Color, slot: usize, value: Tapered, count: i64| {
            let sign = if color == Color::White { 1 } else { -1 };
            let weight = sign * count * i64::from(weights.of_slot(slot, color == own_side));
            middlegame += weight * i64::from(value.middlegame_cp());
            endgame += weight * i64::from(value.endgame_cp());
        };
        for term in &TERMS {
            for (value, counts) in self.of_term(term, values_of(weights)) {
                for (color, count) in Color::ALL.into_iter().zip(counts) {
                    match term.role {
                        TermRole::Weighted(_) | TermRole::Unweighted => {
                            add(color, term.role.slot(), value, count.into())
                        }
                        TermRole::Danger | TermRole::Complexity => {}
                    }
                }
            }
        }
        for (color, danger) in Color::ALL.into_iter().zip(self.danger(values_of(weights))) {
            add(color, Family::KingSafety as usize, danger_cost(danger), -1);
        }
        (middlegame, endgame)
    }

    /// The value of each parameter of a term, with its counts for both colours.
    pub(super) fn of_term(
        &self,
        term: &Term,
        values: &[Tapered; PARAMETERS],
    ) -> impl Iterator<Item = (Tapered, [i32; 2])> {
        let range = term.start..term.start + term.length;
        let values = values[range.clone()].iter().copied();
        values.zip(self.0[range].iter().copied())
    }

    /// The danger of each king.
    pub(super) fn danger(&self, values: &[Tapered; PARAMETERS]) -> [Tapered; 2] {
        let mut danger = [Tapered::ZERO; 2];
        for term in TERMS.iter().filter(|term| term.role == TermRole::Danger) {
            for (value, counts) in self.of_term(term, values) {
                for (sum, count) in danger.iter_mut().zip(counts) {
                    *sum += value * count;
                }
            }
        }
        danger
    }
}

/// Danger beyond this costs nothing more, in units of danger: the king is as good as lost.
pub(super) const DANGER_LIMIT: i32 = 1_300;

/// Danger squared, divided by this, is centipawns in the middlegame. Untested in games: 450 units
/// (a queen and two minor pieces at the king with a safe check) are worth about three pawns.
pub(super) const DANGER_SQUARE_DIVISOR: i32 = 640;

/// Danger divided by this is centipawns in the endgame. Untested guess.
pub(super) const DANGER_ENDGAME_DIVISOR: i32 = 16;

/// What danger costs the king's side in centipawns: its square in the middlegame, because attackers
/// support each other, and a linear share in the endgame.
pub(super) fn danger_cost(danger: Tapered) -> Tapered {
    let middlegame = danger.middlegame_cp().clamp(0, DANGER_LIMIT);
    let endgame = danger.endgame_cp().clamp(0, DANGER_LIMIT);
    Tapered::new(
        middlegame * middlegame / DANGER_SQUARE_DIVISOR,
        endgame / DANGER_ENDGAME_DIVISOR,
    )
}

/// The endgame value with complexity added for the side that is ahead; its sign never changes.
pub(super) fn with_complexity(endgame: i64, complexity: i64) -> i64 {
    endgame + endgame.signum() * complexity.max(-endgame.abs())
}
