//! A race of methods: all of them repair the same displaced numbers with the same number of trials.

use super::interface::{MethodSettings, TunedNumber, starts};
use super::methods::MethodName;
use super::objectives::positions::Positions;
use super::run::{RunError, TuningRun};

/// The terms whose values are displaced, by their groups.
pub const DISPLACED: [&str; 5] = ["pawn", "knight", "bishop", "rook", "queen"];

/// How a race is run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaceRules {
    /// Trials of each method.
    pub trials: u64,
    /// The seed of all chance.
    pub seed: u64,
}

/// What a method found.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceResult {
    /// The method.
    pub method: MethodName,
    /// The values.
    pub values: Vec<f64>,
    /// The loss on positions that nothing was learnt from.
    pub loss: f64,
}

/// The values of the displaced terms in percent of what they should be: every second one too large by this
/// share, the others too small.
pub fn displaced(share: f64) -> Vec<f64> {
    let percent = |place: usize| match place.is_multiple_of(2) {
        true => 100.0 * (1.0 + share),
        false => 100.0 * (1.0 - share),
    };
    (0..DISPLACED.len()).map(percent).collect()
}

/// The methods of a race: all that look for values themselves.
pub fn racers() -> impl Iterator<Item = MethodName> {
    let all = MethodName::ALL.into_iter();
    all.filter(|method| !method.judges_given_values())
}

/// The settings that suit a loss without noise: each method's spread and rate.
fn gains(method: MethodName) -> [f64; 2] {
    match method {
        MethodName::Spsa => [0.02, 0.05],
        MethodName::Adam => [0.0, 3.0],
        other => other.usual_gains(),
    }
}

/// Runs one method from the start of the numbers.
///
/// # Errors
/// [`RunError`].
pub fn run(
    objective: &Positions<'_>,
    numbers: &[TunedNumber],
    method: MethodName,
    rules: RaceRules,
) -> Result<RaceResult, RunError> {
    let [spread, rate] = gains(method);
    let settings = MethodSettings {
        trials: rules.trials,
        batch: 1,
        spread,
        rate,
        seed: rules.seed,
    };
    let begun = method.begin(settings, numbers.to_vec(), starts(numbers));
    let mut run = TuningRun::new(objective, begun, rules.trials);
    while !run.is_over() {
        run.step(1, |_| ())?;
    }
    let values: Vec<f64> = run.values().iter().map(|value| value.round()).collect();
    Ok(RaceResult {
        method,
        loss: objective.0.held_out_loss(&values),
        values,
    })
}
