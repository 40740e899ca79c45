//! The three sides of tuning: a [`Subject`] has numbers, an [`Objective`] judges them, and a [`Method`]
//! asks for judgements and moves the numbers.
//!
//! What is asked is a numbered [`Trial`]. Its [`Outcome`] depends on its number, its candidates and the
//! identity of the objective alone; what a method does depends on its identity and the outcomes alone.
//! So the list of outcomes is the whole state of a run ([`super::journal`]).

use thiserror::Error;

use crate::checksum::Fnv64;
use crate::lab::matches::game::Player;

/// A number that is tuned. In play it is whole.
#[derive(Clone, Debug, PartialEq)]
pub struct TunedNumber {
    /// The name, as files of values have it.
    pub name: String,
    /// What several numbers are chosen by together; often the name itself.
    pub group: String,
    /// The value at the start.
    pub start: f64,
    /// The smallest allowed value.
    pub min: f64,
    /// The largest allowed value.
    pub max: f64,
}

impl TunedNumber {
    /// The width of the range.
    pub fn range(&self) -> f64 {
        self.max - self.min
    }

    /// The nearest allowed value.
    pub fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.min, self.max)
    }
}

/// The start values of numbers.
pub fn starts(numbers: &[TunedNumber]) -> Vec<f64> {
    numbers.iter().map(|number| number.start).collect()
}

/// So many numbers are told one by one in a description.
const NUMBERS_TOLD: usize = 30;

/// The numbers that are tuned, in few words: a journal must agree with them.
pub fn described(numbers: &[TunedNumber]) -> String {
    let words = numbers.iter().map(|number| {
        let (name, start) = (&number.name, number.start);
        format!("{name} {start} in {}..{}", number.min, number.max)
    });
    let text = words.collect::<Vec<_>>().join(", ");
    match numbers.len() <= NUMBERS_TOLD {
        true => text,
        false => format!(
            "{} numbers ({:016x})",
            numbers.len(),
            Fnv64::of(text.as_bytes())
        ),
    }
}

/// What is tuned. Values are in the order of [`Self::numbers`].
pub trait Subject: Sync {
    /// The numbers, with the values that a run begins with.
    fn numbers(&self) -> &[TunedNumber];

    /// The text of a file with these values, rounded.
    fn write(&self, values: &[f64]) -> String;

    /// A player with these values, rounded, and an empty memory; `seed` is that of the game.
    fn player(&self, values: &[f64], nodes: u64, seed: u64) -> Player;
}

/// What can be asked about candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialKind {
    /// Which of two is better.
    Comparison,
    /// How bad one is.
    Value,
    /// How bad one is, and in which direction it would get worse.
    Gradient,
}

/// A question about candidates.
#[derive(Clone, Debug, PartialEq)]
pub enum Trial {
    /// By how many points the first is better than the second, as in two games: -2 to 2.
    Comparison([Vec<f64>; 2]),
    /// The loss of one.
    Value(Vec<f64>),
    /// The loss of one and its slope by every number.
    Gradient(Vec<f64>),
}

/// The answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Points or loss.
    pub value: f64,
    /// The slopes of a gradient, and nothing else.
    pub slopes: Vec<f64>,
}

/// Why a trial has no outcome.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TrialError {
    /// The objective has no answer to such questions.
    #[error("it cannot answer that")]
    NotOffered,
    /// An opponent does not play on, or the like.
    #[error("{0}")]
    Failed(String),
}

/// What candidates are judged by. Whoever knows values can compare as well.
pub trait Objective: Sync {
    /// A description of everything on which outcomes depend besides number and candidates.
    fn identity(&self) -> String;

    /// A difference in loss that counts as one point.
    fn point(&self) -> f64 {
        1.0
    }

    /// By how many points the first is better than the second, -2 to 2.
    ///
    /// # Errors
    /// [`TrialError`].
    fn compare(&self, trial: u64, first: &[f64], second: &[f64]) -> Result<f64, TrialError> {
        let gain = self.value(trial, second)? - self.value(trial, first)?;
        Ok((gain / self.point()).clamp(-2.0, 2.0))
    }

    /// The loss of a candidate; less is better.
    ///
    /// # Errors
    /// [`TrialError`].
    fn value(&self, _trial: u64, _values: &[f64]) -> Result<f64, TrialError> {
        Err(TrialError::NotOffered)
    }

    /// The loss of a candidate with its slopes.
    ///
    /// # Errors
    /// [`TrialError`].
    fn gradient(&self, _trial: u64, _values: &[f64]) -> Result<Outcome, TrialError> {
        Err(TrialError::NotOffered)
    }

    /// Lines that say what was reached, on what was not learnt from where there is such a thing.
    fn report(&self, _start: &[f64], _found: &[f64]) -> Vec<String> {
        Vec::new()
    }
}

/// The outcome of a trial.
///
/// # Errors
/// [`TrialError`].
pub fn measure(
    objective: &dyn Objective,
    number: u64,
    trial: &Trial,
) -> Result<Outcome, TrialError> {
    let plain = |value: f64| Outcome {
        value,
        slopes: Vec::new(),
    };
    match trial {
        Trial::Comparison([first, second]) => objective.compare(number, first, second).map(plain),
        Trial::Value(values) => objective.value(number, values).map(plain),
        Trial::Gradient(values) => objective.gradient(number, values),
    }
}

/// How better values are looked for.
pub trait Method {
    /// The next trials, which can be made at once. None when there is nothing left to ask.
    fn ask(&mut self) -> Vec<Trial>;

    /// Hears the outcomes of what it asked, in order. The last ones may be missing at the end of a run.
    fn tell(&mut self, outcomes: &[Outcome]);

    /// The best values so far.
    fn values(&self) -> &[f64];

    /// Lines that say what was learnt besides the values.
    fn report(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The settings of a method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MethodSettings {
    /// Trials of the whole run; steps become smaller over all of them.
    pub trials: u64,
    /// Trials for one decision, which can be made at once.
    pub batch: u64,
    /// How far numbers are moved, as a share of their range.
    pub spread: f64,
    /// How strongly an outcome acts; each method says in what it is counted.
    pub rate: f64,
    /// The seed of all chance.
    pub seed: u64,
}
