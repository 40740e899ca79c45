//! L-BFGS: minimises a smooth convex function by its gradient and the last few steps (Nocedal 1980),
//! with a backtracking line search.

use std::collections::VecDeque;

use crate::lab::cholesky::dot;

/// Steps that are remembered.
const MEMORY: usize = 10;
/// A step has to gain this share of what the slope promises (Armijo).
const LEAST_GAIN: f64 = 1e-4;
const MOST_HALVINGS: u32 = 30;

/// What a minimisation came to.
#[derive(Clone, Copy, Debug)]
pub struct Minimum {
    /// The value of the function.
    pub value: f64,
    /// The steps that it took.
    pub steps: u32,
}

/// Changes `point` until the function gains less than `tolerance` of itself in a step, or for
/// `most_steps`. `function` returns value and gradient; `progress` hears of each step.
pub fn minimise(
    point: &mut Vec<f64>,
    most_steps: u32,
    tolerance: f64,
    function: impl Fn(&[f64]) -> (f64, Vec<f64>),
    mut progress: impl FnMut(f64),
) -> Minimum {
    let (mut value, mut gradient) = function(point);
    let mut memory: VecDeque<(Vec<f64>, Vec<f64>)> = VecDeque::new();
    for steps in 0..most_steps {
        let direction = direction(&gradient, &memory);
        let slope = dot(&direction, &gradient);
        let mut length = if memory.is_empty() {
            1.0 / dot(&gradient, &gradient).sqrt().max(1e-12)
        } else {
            1.0
        };
        let mut found = None;
        for _ in 0..MOST_HALVINGS {
            let next: Vec<f64> = point
                .iter()
                .zip(&direction)
                .map(|(at, step)| at + length * step)
                .collect();
            let (next_value, next_gradient) = function(&next);
            if next_value <= value + LEAST_GAIN * length * slope {
                found = Some((next, next_value, next_gradient));
                break;
            }
            length /= 2.0;
        }
        let Some((next, next_value, next_gradient)) = found else {
            return Minimum { value, steps };
        };
        let step = difference(&next, point);
        let change = difference(&next_gradient, &gradient);
        if dot(&step, &change) > 0.0 {
            memory.push_back((step, change));
            if memory.len() > MEMORY {
                memory.pop_front();
            }
        }
        let gain = value - next_value;
        (*point, value, gradient) = (next, next_value, next_gradient);
        progress(value);
        if gain <= tolerance * value.abs() {
            return Minimum {
                value,
                steps: steps + 1,
            };
        }
    }
    Minimum {
        value,
        steps: most_steps,
    }
}

/// The direction of descent: the gradient through the inverse curvature that the steps showed.
fn direction(gradient: &[f64], memory: &VecDeque<(Vec<f64>, Vec<f64>)>) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|slope| -slope).collect();
    let mut shares = Vec::new();
    for (step, change) in memory.iter().rev() {
        let share = dot(step, &direction) / dot(step, change);
        add(&mut direction, change, -share);
        shares.push(share);
    }
    if let Some((step, change)) = memory.back() {
        let scale = dot(step, change) / dot(change, change);
        direction.iter_mut().for_each(|part| *part *= scale);
    }
    for ((step, change), share) in memory.iter().zip(shares.into_iter().rev()) {
        let back = dot(change, &direction) / dot(step, change);
        add(&mut direction, step, share - back);
    }
    direction
}

fn add(sum: &mut [f64], part: &[f64], share: f64) {
    for (sum, part) in sum.iter_mut().zip(part) {
        *sum += share * part;
    }
}

fn difference(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter()
        .zip(other)
        .map(|(one, other)| one - other)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_valley_is_followed_to_its_bottom() {
        let scales = [1.0, 100.0, 0.01, 7.0];
        let valley = |at: &[f64]| {
            let parts = at.iter().zip(scales).zip(1..);
            let offset =
                |((at, scale), number): ((&f64, f64), i32)| (at - f64::from(number), scale);
            let parts: Vec<(f64, f64)> = parts.map(offset).collect();
            let value = parts.iter().map(|(off, scale)| scale * off * off).sum();
            let slope = parts.iter().map(|(off, scale)| 2.0 * scale * off).collect();
            (value, slope)
        };
        let mut point = vec![0.0; 4];
        let found = minimise(&mut point, 100, 0.0, valley, |_| ());
        assert!(found.value < 1e-9, "{found:?}");
        for (at, expected) in point.iter().zip([1.0, 2.0, 3.0, 4.0]) {
            assert!((at - expected).abs() < 1e-3, "{point:?}");
        }
    }
}
