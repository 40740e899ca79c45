//! Optimisers: they turn a gradient into a step. Adam is the one in use.

/// A method of descent that moves values against their gradient, one step at a time.
pub trait Optimiser: Sync {
    /// Changes `values` by a step of about `rate` in their unit.
    fn step(&mut self, values: &mut [[f64; 2]], gradient: &[[f64; 2]], rate: f64);

    /// The optimiser's state between steps, for a later [`Self::recall`].
    fn memory(&self) -> Vec<f64>;

    /// Restores a state; returns `false` when it is not one of this optimiser and size.
    fn recall(&mut self, memory: &[f64]) -> bool;
}

/// The decay of the mean gradient in a step; the authors' value.
const MEAN_DECAY: f64 = 0.9;
/// The decay of the mean square in a step; the authors' value.
const SQUARE_DECAY: f64 = 0.999;
/// Prevents a division by zero; the slopes of the loss by a centipawn are far larger.
const EPSILON: f64 = 1e-10;

/// Adam (Kingma and Ba, 2014): each value moves by its mean gradient divided by the root of its mean
/// square, so that rare terms learn as fast as frequent ones.
#[derive(Clone, Debug)]
pub struct Adam {
    steps: f64,
    mean: Vec<[f64; 2]>,
    square: Vec<[f64; 2]>,
}

impl Adam {
    /// An optimiser of this many pairs of values.
    pub fn new(values: usize) -> Adam {
        Adam {
            steps: 0.0,
            mean: vec![[0.0; 2]; values],
            square: vec![[0.0; 2]; values],
        }
    }
}

impl Optimiser for Adam {
    fn step(&mut self, values: &mut [[f64; 2]], gradient: &[[f64; 2]], rate: f64) {
        self.steps += 1.0;
        let mean_weight = 1.0 - MEAN_DECAY.powf(self.steps);
        let square_weight = 1.0 - SQUARE_DECAY.powf(self.steps);
        let memory = self.mean.iter_mut().zip(&mut self.square);
        for ((value, gradient), (mean, square)) in values.iter_mut().zip(gradient).zip(memory) {
            for half in 0..2 {
                let slope = gradient[half];
                mean[half] += (1.0 - MEAN_DECAY) * (slope - mean[half]);
                square[half] += (1.0 - SQUARE_DECAY) * (slope * slope - square[half]);
                let root = (square[half] / square_weight).sqrt();
                value[half] -= rate * (mean[half] / mean_weight) / (root + EPSILON);
            }
        }
    }

    fn memory(&self) -> Vec<f64> {
        let pairs = self.mean.iter().chain(&self.square).flatten().copied();
        std::iter::once(self.steps).chain(pairs).collect()
    }

    fn recall(&mut self, memory: &[f64]) -> bool {
        let Some((&steps, pairs)) = memory.split_first() else {
            return false;
        };
        let own = self.mean.iter_mut().chain(&mut self.square).flatten();
        if pairs.len() != own.count() {
            return false;
        }
        self.steps = steps;
        let own = self.mean.iter_mut().chain(&mut self.square).flatten();
        for (own, &remembered) in own.zip(pairs) {
            *own = remembered;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps down a bowl with very different slopes.
    fn descend(adam: &mut Adam, values: &mut [[f64; 2]], steps: u32) {
        for step in 0..steps {
            let [[a, b]] = *values else { return };
            let gradient = [[2e-3 * (a - 3.0), 2e-6 * (b + 40.0)]];
            adam.step(values, &gradient, 1.0 / f64::from(1 + step / 50));
        }
    }

    #[test]
    fn adam_finds_the_bottom_at_any_slope() {
        let mut values = [[0.0, 0.0]];
        descend(&mut Adam::new(1), &mut values, 4_000);
        assert!((values[0][0] - 3.0).abs() < 0.1 && (values[0][1] + 40.0).abs() < 0.1);
    }

    #[test]
    fn a_recalled_state_continues_identically() {
        let (mut first, mut values) = (Adam::new(1), [[0.0, 0.0]]);
        descend(&mut first, &mut values, 30);
        let mut second = Adam::new(1);
        assert!(second.recall(&first.memory()));
        let mut others = values;
        descend(&mut first, &mut values, 30);
        descend(&mut second, &mut others, 30);
        assert_eq!(values, others);
        assert!(!Adam::new(2).recall(&first.memory()));
        assert!(!Adam::new(1).recall(&[]));
    }
}
