//! The evaluation as a differentiable function of its parameters, for Texel tuning.
//!
//! Holds the sparse coefficients of a position (how often each parameter counts), the value they
//! make with any parameters, and its gradient. The terms themselves report the coefficients, so a
//! new term is tuned as soon as it is reported. The numbers are floating point and nothing is
//! rounded: with the built-in parameters [`PositionCoefficients::forward`] differs from the
//! evaluation only by its integer divisions.

use super::counts_of;
use super::interpolation::FADE_PLIES;
use super::parameters::{PARAMETERS, TERMS, VALUES};
use super::recorder::{DANGER_ENDGAME_DIVISOR, DANGER_LIMIT, DANGER_SQUARE_DIVISOR};
use super::terms::TermRole;
use crate::board::{Color, FULL_PHASE, Position};
use crate::endgame::{FULL_SCALE, scale_factors};

/// The two numbers (middlegame, endgame) of every parameter, in the order of
/// [`TERMS`]; centipawns, or units of danger for terms of [`TermRole::Danger`].
pub type ParameterValues = Vec<[f64; 2]>;

/// The values with which the engine plays.
pub fn built_in_values() -> ParameterValues {
    VALUES
        .iter()
        .map(|value| [value.middlegame_cp().into(), value.endgame_cp().into()])
        .collect()
}

/// Which of a position's four sums a coefficient belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum CoefficientKind {
    /// The linear value from White's view.
    Value,
    /// The danger of White's king.
    WhiteDanger,
    /// The danger of Black's king.
    BlackDanger,
    /// The complexity of the position.
    Complexity,
}

/// How often a parameter counts in a position; four bytes, because a data set holds very many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coefficient {
    /// The number of the parameter.
    pub parameter: u16,
    /// How often it counts, White's less Black's where both belong to the linear value.
    pub count: i8,
    /// The sum to which it belongs.
    pub kind: CoefficientKind,
}

/// What the interpolation of the phases depends on; see `interpolation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterpolationWeights {
    /// Weight of the middlegame value, of 24.
    phase: u8,
    /// Scales (middlegame, endgame) of 64 when White or Black is the stronger side.
    scales: [[u8; 2]; 2],
    /// Half-moves without progress.
    halfmove_clock: u8,
}

impl InterpolationWeights {
    /// The interpolation of a position.
    pub fn of(position: &Position) -> InterpolationWeights {
        InterpolationWeights {
            phase: position.phase() as u8,
            scales: Color::ALL.map(|strong| {
                let (middlegame, endgame) = scale_factors(position, strong);
                [middlegame as u8, endgame as u8]
            }),
            halfmove_clock: position.halfmove_clock() as u8,
        }
    }

    /// The weights of the middlegame and the endgame value with the sign of this endgame value.
    fn weights(&self, endgame: f64) -> [f64; 2] {
        let [middlegame_scale, endgame_scale] = self.scales[usize::from(endgame <= 0.0)];
        let phase = f64::from(self.phase);
        let fade = f64::from(FADE_PLIES - i32::from(self.halfmove_clock));
        let whole = f64::from(FULL_PHASE * FULL_SCALE * FADE_PLIES);
        [
            phase * f64::from(middlegame_scale) * fade / whole,
            (f64::from(FULL_PHASE) - phase) * f64::from(endgame_scale) * fade / whole,
        ]
    }
}

/// A position as a list of coefficients.
#[derive(Clone, Copy, Debug)]
pub struct PositionCoefficients<'c> {
    /// Every parameter that counts in it.
    pub coefficients: &'c [Coefficient],
    /// How its two phases become one value.
    pub interpolation: InterpolationWeights,
}

/// Appends the coefficients of a position.
pub fn push_coefficients(position: &Position, coefficients: &mut Vec<Coefficient>) {
    let counts = counts_of(position);
    for term in &TERMS {
        for parameter in term.start..term.start + term.length {
            let [white, black] = counts.0[parameter];
            let mut push = |kind, count: i32| {
                // Nothing on a board of 64 squares counts more often than a byte can say.
                if count != 0 {
                    coefficients.push(Coefficient {
                        parameter: parameter as u16,
                        count: count.clamp(i8::MIN.into(), i8::MAX.into()) as i8,
                        kind,
                    });
                }
            };
            match term.role {
                TermRole::Weighted(_) | TermRole::Unweighted => {
                    push(CoefficientKind::Value, white - black)
                }
                TermRole::Danger => {
                    push(CoefficientKind::WhiteDanger, white);
                    push(CoefficientKind::BlackDanger, black);
                }
                TermRole::Complexity => push(CoefficientKind::Complexity, white),
            }
        }
    }
}

/// A value and how it moves with each of the four sums.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForwardPass {
    /// The value in centipawns from White's view.
    pub white_cp: f64,
    /// The derivative of the value by the middlegame and endgame half of each [`CoefficientKind`].
    slopes: [[f64; 2]; 4],
}

impl PositionCoefficients<'_> {
    /// The value of the position with these parameters.
    #[inline]
    pub fn forward(&self, values: &[[f64; 2]]) -> ForwardPass {
        debug_assert_eq!(values.len(), PARAMETERS);
        let mut sums = [[0.0; 2]; 4];
        for coefficient in self.coefficients {
            let [middlegame, endgame] = values[usize::from(coefficient.parameter)];
            let sum = &mut sums[coefficient.kind as usize];
            sum[0] += middlegame * f64::from(coefficient.count);
            sum[1] += endgame * f64::from(coefficient.count);
        }
        let [value, white_danger, black_danger, complexity] = sums;
        let (white_cost, white_slope) = danger_cost(white_danger);
        let (black_cost, black_slope) = danger_cost(black_danger);
        let middlegame = value[0] - white_cost[0] + black_cost[0];
        let plain_endgame = value[1] - white_cost[1] + black_cost[1];
        let (endgame, endgame_slope, complexity_slope) =
            with_complexity(plain_endgame, complexity[1]);
        let [middlegame_weight, endgame_weight] = self.interpolation.weights(endgame);
        let slope = [middlegame_weight, endgame_weight * endgame_slope];
        let chain = |outer: [f64; 2], inner: [f64; 2]| [outer[0] * inner[0], outer[1] * inner[1]];
        ForwardPass {
            white_cp: middlegame * middlegame_weight + endgame * endgame_weight,
            slopes: [
                slope,
                chain(slope, white_slope).map(|slope| -slope),
                chain(slope, black_slope),
                [0.0, endgame_weight * complexity_slope],
            ],
        }
    }

    /// Adds the gradient of `scale` times the value to `gradient`; `forward` is this position's.
    #[inline]
    pub fn add_gradient(&self, forward: &ForwardPass, scale: f64, gradient: &mut [[f64; 2]]) {
        let slopes = forward.slopes.map(|half| half.map(|slope| slope * scale));
        for coefficient in self.coefficients {
            let slope = slopes[coefficient.kind as usize];
            let entry = &mut gradient[usize::from(coefficient.parameter)];
            entry[0] += slope[0] * f64::from(coefficient.count);
            entry[1] += slope[1] * f64::from(coefficient.count);
        }
    }
}

/// What danger costs in centipawns, and the derivative; see `recorder::danger_cost`.
fn danger_cost([middlegame, endgame]: [f64; 2]) -> ([f64; 2], [f64; 2]) {
    let limit = f64::from(DANGER_LIMIT);
    let square = f64::from(DANGER_SQUARE_DIVISOR);
    let divisor = f64::from(DANGER_ENDGAME_DIVISOR);
    let is_inside = |danger: f64| f64::from(u8::from((0.0..limit).contains(&danger)));
    let kept = middlegame.clamp(0.0, limit);
    (
        [kept * kept / square, endgame.clamp(0.0, limit) / divisor],
        [
            2.0 * kept / square * is_inside(middlegame),
            is_inside(endgame) / divisor,
        ],
    )
}

/// The endgame value with complexity, and its derivatives by both; see
/// `recorder::with_complexity`.
fn with_complexity(endgame: f64, complexity: f64) -> (f64, f64, f64) {
    if endgame == 0.0 {
        (0.0, 1.0, 0.0)
    } else if complexity > -endgame.abs() {
        (
            endgame + endgame.signum() * complexity,
            1.0,
            endgame.signum(),
        )
    } else {
        (0.0, 0.0, 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::tests::sample;
    use crate::evaluation::{EvaluationKind, EvaluationWeights, Evaluator};

    fn with_coefficients<T>(
        position: &Position,
        look: impl FnOnce(PositionCoefficients<'_>) -> T,
    ) -> T {
        let mut coefficients = Vec::new();
        push_coefficients(position, &mut coefficients);
        look(PositionCoefficients {
            coefficients: &coefficients,
            interpolation: InterpolationWeights::of(position),
        })
    }

    #[test]
    fn the_value_is_the_evaluation_but_for_rounding() {
        let values = built_in_values();
        let weights = EvaluationWeights::neutral().for_kind(EvaluationKind::Classical);
        let mut evaluator = Evaluator::new(weights, Color::White);
        let mut compared = 0;
        for position in sample() {
            let value = with_coefficients(&position, |coefficients| coefficients.forward(&values));
            // Where the endgame value is almost zero, rounding can change its sign and so the
            // scale.
            if value.slopes[0][1] == 0.0 {
                continue;
            }
            let score = evaluator.evaluate(&position).raw();
            let white_cp = match position.side_to_move() {
                Color::White => score,
                Color::Black => -score,
            };
            assert!(
                (value.white_cp - f64::from(white_cp)).abs() < 2.5,
                "{} is not {white_cp} in {}",
                value.white_cp,
                position.fen()
            );
            compared += 1;
        }
        assert!(compared > 1_000);
    }

    #[test]
    fn the_gradient_is_what_small_changes_do() {
        const STEP: f64 = 1e-4;
        let mut has_moved = [false; 4];
        for position in sample().into_iter().step_by(17) {
            with_coefficients(&position, |coefficients| {
                // Whole numbers often lie on a kink, where there are two slopes.
                let mut values = built_in_values();
                for (number, value) in values.iter_mut().enumerate() {
                    *value = value.map(|cp| cp + 0.1 * (number as f64).sin());
                }
                let mut gradient = vec![[0.0; 2]; PARAMETERS];
                let forward = coefficients.forward(&values);
                coefficients.add_gradient(&forward, 1.0, &mut gradient);
                for coefficient in coefficients.coefficients {
                    let parameter = usize::from(coefficient.parameter);
                    for half in 0..2 {
                        let kept = values[parameter][half];
                        values[parameter][half] = kept + STEP;
                        let above = coefficients.forward(&values).white_cp;
                        values[parameter][half] = kept - STEP;
                        let below = coefficients.forward(&values).white_cp;
                        values[parameter][half] = kept;
                        let slope = (above - below) / (2.0 * STEP);
                        let found = gradient[parameter][half];
                        assert!(
                            (slope - found).abs() < 1e-4 * (1.0 + slope.abs()),
                            "{coefficient:?}, half {half}: {slope} is not {found} in {}",
                            position.fen()
                        );
                        has_moved[coefficient.kind as usize] |= slope != 0.0;
                    }
                }
            });
        }
        assert_eq!(has_moved, [true; 4]);
    }
}
