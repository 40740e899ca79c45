//! Objectives for tests whose best values are known: games whose outcome is drawn by the difference in
//! strength, which falls with the square of the distance from the best values.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::interface::{Method, Objective, TrialError, TunedNumber};
use super::run::TuningRun;

/// A number whose name is its group.
pub fn number(name: &str, start: f64, min: f64, max: f64) -> TunedNumber {
    TunedNumber {
        name: name.to_owned(),
        group: name.to_owned(),
        start,
        min,
        max,
    }
}

/// Two games between players whose chance to win follows from this difference in logits: -2 to 2 points.
pub fn two_games(seed: u64, logit: f64) -> f64 {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let wins = 1.0 / (1.0 + (-logit).exp());
    let mut game = || {
        let chance = f64::from(random.next_u32()) / f64::from(u32::MAX);
        if chance < wins { 1.0 } else { -1.0 }
    };
    game() + game()
}

/// The values that a run of so many trials finds.
pub fn tuned(
    objective: &dyn Objective,
    method: Box<dyn Method>,
    trials: u64,
    threads: usize,
) -> Vec<f64> {
    let mut run = TuningRun::new(objective, method, trials);
    while !run.is_over() {
        run.step(threads, |_| ()).unwrap();
    }
    run.values().to_vec()
}

/// Three numbers of very different ranges.
pub fn planted_numbers() -> Vec<TunedNumber> {
    vec![
        number("wide", 200.0, 0.0, 1_000.0),
        number("narrow", 3.0, 1.0, 12.0),
        number("signed", 40.0, -50.0, 50.0),
    ]
}

/// Games with three numbers; chance decides most of them.
pub struct Planted;

impl Planted {
    /// The best values.
    pub const BEST: [f64; 3] = [600.0, 8.0, -20.0];

    fn strength(values: &[f64]) -> f64 {
        let numbers = planted_numbers();
        let pairs = values.iter().zip(Planted::BEST).zip(&numbers);
        let losses = pairs.map(|((value, best), number)| ((value - best) / number.range()).powi(2));
        -8.0 * losses.sum::<f64>()
    }
}

impl Objective for Planted {
    fn identity(&self) -> String {
        "planted".to_owned()
    }

    fn compare(&self, trial: u64, plus: &[f64], minus: &[f64]) -> Result<f64, TrialError> {
        let logit = Planted::strength(plus) - Planted::strength(minus);
        Ok(two_games(trial, logit))
    }
}

/// A bowl of Elo: twenty numbers, each as far from the best as the others, 80 Elo together at the start.
pub struct EloBowl;

impl EloBowl {
    const NUMBERS: usize = 20;
    const START_ELO: f64 = -80.0;

    /// The numbers, 25 from their best at the start.
    pub fn numbers() -> Vec<TunedNumber> {
        let named = |place: usize| number(&format!("n{place}"), 50.0, 0.0, 100.0);
        (0..EloBowl::NUMBERS).map(named).collect()
    }

    /// The Elo of values, 0 at best.
    pub fn elo(values: &[f64]) -> f64 {
        let best = |place: usize| if place.is_multiple_of(2) { 75.0 } else { 25.0 };
        let misses = values.iter().enumerate();
        let misses = misses.map(|(place, value)| ((value - best(place)) / 25.0).powi(2));
        EloBowl::START_ELO / EloBowl::NUMBERS as f64 * misses.sum::<f64>()
    }
}

impl Objective for EloBowl {
    fn identity(&self) -> String {
        "a bowl of Elo".to_owned()
    }

    fn compare(&self, trial: u64, plus: &[f64], minus: &[f64]) -> Result<f64, TrialError> {
        let elo = EloBowl::elo(plus) - EloBowl::elo(minus);
        Ok(two_games(trial, elo * std::f64::consts::LN_10 / 400.0))
    }

    /// Games against the start.
    fn value(&self, trial: u64, values: &[f64]) -> Result<f64, TrialError> {
        let start = super::interface::starts(&EloBowl::numbers());
        Ok(-self.compare(trial, values, &start)?)
    }
}
