//! Simultaneous perturbation stochastic approximation (SPSA; James Spall, 1992): improves many numbers at
//! once where the only measurement is a noisy comparison of two sets of values. The gains are given as in
//! Stockfish's fishtest.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::lab::tuning::interface::{Method, MethodSettings, Outcome, Trial, TunedNumber, starts};

/// The exponent by which steps fall (alpha); Spall's practical value.
const STEP_DECAY: f64 = 0.602;
/// The exponent by which perturbations fall (gamma); Spall's practical value.
const SPREAD_DECAY: f64 = 0.101;
/// The stability constant A, as a share of all comparisons: the steps hardly fall before it. Spall's
/// advice.
const STABILITY: f64 = 0.1;
/// The least perturbation: with less, the two sides would often be rounded to the same numbers.
const LEAST_SPREAD: f64 = 0.5;

/// Two perturbed sets of values to compare.
struct Perturbation {
    plus: Vec<f64>,
    minus: Vec<f64>,
    /// How far each value moves for each point by which `plus` is better.
    steps: Vec<f64>,
}

/// A run in progress. The spread is that of the last comparison (`c_end` as a share of the range), the rate
/// how far a point then moves the values, as a share of the perturbation (`r_end`).
pub struct Spsa {
    settings: MethodSettings,
    numbers: Vec<TunedNumber>,
    values: Vec<f64>,
    done: u64,
    asked: Vec<Perturbation>,
}

impl Spsa {
    /// A run from the start values.
    pub fn new(settings: MethodSettings, numbers: Vec<TunedNumber>) -> Spsa {
        Spsa {
            values: starts(&numbers),
            settings,
            numbers,
            done: 0,
            asked: Vec::new(),
        }
    }

    /// Moves every value to a random side, and to the opposite side in the other set. Both are
    /// rounded to whole numbers by the same random number, which is exact on the average.
    fn perturbation(&self, number: u64) -> Perturbation {
        let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed);
        // Stream 0 is left to comparisons that draw from the same seed.
        random.set_stream(number + 1);
        let (spread, rate) = self.gains(number);
        let mut made = Perturbation {
            plus: Vec::new(),
            minus: Vec::new(),
            steps: Vec::new(),
        };
        for (value, number) in self.values.iter().zip(&self.numbers) {
            let word = random.next_u32();
            let sign = if word & 1 == 0 { 1.0 } else { -1.0 };
            let rounding = f64::from(word >> 1) / f64::from(1_u32 << 31);
            let last = (self.settings.spread * number.range()).max(LEAST_SPREAD);
            let apart = sign * spread * last;
            let whole = |value: f64| number.clamp((value + rounding).floor());
            made.plus.push(whole(value + apart));
            made.minus.push(whole(value - apart));
            made.steps.push(rate * apart);
        }
        made
    }

    /// The perturbation relative to that of the last comparison, and the step for a point relative
    /// to the perturbation.
    fn gains(&self, number: u64) -> (f64, f64) {
        let all = self.settings.trials.max(1) as f64;
        let now = number as f64 + 1.0;
        let stability = STABILITY * all;
        let spread = (all / now).powf(SPREAD_DECAY);
        let step = self.settings.rate * ((stability + all) / (stability + now)).powf(STEP_DECAY);
        (spread, step / (spread * spread))
    }
}

impl Method for Spsa {
    fn ask(&mut self) -> Vec<Trial> {
        let numbers = self.done..self.done + self.settings.batch.max(1);
        self.asked = numbers.map(|number| self.perturbation(number)).collect();
        let trial = |it: &Perturbation| Trial::Comparison([it.plus.clone(), it.minus.clone()]);
        self.asked.iter().map(trial).collect()
    }

    fn tell(&mut self, outcomes: &[Outcome]) {
        for (made, outcome) in self.asked.iter().zip(outcomes) {
            let values = self.values.iter_mut().zip(&self.numbers);
            for ((value, number), step) in values.zip(&made.steps) {
                *value = number.clamp(*value + step * outcome.value);
            }
        }
        self.done += outcomes.len() as u64;
    }

    fn values(&self) -> &[f64] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::tuning::test_bowls::{Planted, planted_numbers, tuned};

    fn settings() -> MethodSettings {
        MethodSettings {
            trials: 4_000,
            batch: 8,
            spread: 0.08,
            rate: 0.02,
            seed: 5,
        }
    }

    fn spsa(settings: MethodSettings) -> Spsa {
        Spsa::new(settings, planted_numbers())
    }

    #[test]
    fn known_best_values_are_found_through_noise() {
        for seed in 0..3 {
            let settings = MethodSettings { seed, ..settings() };
            let found = tuned(&Planted, Box::new(spsa(settings)), settings.trials, 1);
            for ((value, best), number) in found.iter().zip(Planted::BEST).zip(planted_numbers()) {
                let start = (number.start - best).abs();
                let miss = (value - best).abs();
                assert!(miss < start / 3.0, "{}: {value} for {best}", number.name);
            }
        }
    }

    #[test]
    fn equal_results_move_no_value() {
        let mut spsa = spsa(settings());
        let asked = spsa.ask();
        assert_eq!(asked.len(), 8);
        for trial in &asked {
            let Trial::Comparison([plus, minus]) = trial else {
                panic!("{trial:?}")
            };
            assert!(plus != minus, "{plus:?}");
            let numbers = planted_numbers();
            for (value, number) in plus.iter().chain(minus).zip(numbers.iter().cycle()) {
                assert!((number.min..=number.max).contains(value) && value.fract() == 0.0);
            }
        }
        spsa.tell(&vec![Outcome::default(); 8]);
        assert_eq!(spsa.values(), [200.0, 3.0, 40.0]);
    }

    #[test]
    fn gains_fall_to_the_values_of_the_settings() {
        let spsa = spsa(settings());
        let (spread, rate) = spsa.gains(settings().trials - 1);
        assert!((spread - 1.0).abs() < 1e-12 && (rate - 0.02).abs() < 1e-12);
        let (first_spread, first_rate) = spsa.gains(0);
        assert!(first_spread > 2.0 && first_spread * first_rate > 1.5 * rate);
    }

    #[test]
    fn rounding_by_chance_is_exact_on_the_average() {
        let mut spsa = spsa(settings());
        spsa.values[1] = 6.3;
        let total: f64 = (0..4_000)
            .map(|number| spsa.perturbation(number))
            .map(|made| (made.plus[1] + made.minus[1]) / 2.0)
            .sum();
        assert!((total / 4_000.0 - 6.3).abs() < 0.05, "{}", total / 4_000.0);
    }
}
