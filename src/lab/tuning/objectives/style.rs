//! Style as an objective: how far a character certainly shifts its traits on scored root moves, for what it
//! may give up on average.

use crate::lab::tuning::interface::{Objective, Subject, TrialError, starts};
use crate::lab::tuning::subjects::personality::PersonalityWeights;
use crate::lab::tuning::taste::{FeatureWeights, RootMoveTable, TasteEffect};
use crate::personality::Feature;

/// What a centipawn beyond the budget costs, in standard deviations of a game.
const OVERSPENT: f64 = 20.0;
/// A shift beside the wanted ones is told from this on, in standard deviations of a game.
const TOLD_SHIFT: f64 = 0.3;

/// The traits of a character on a table of root moves.
pub struct Style<'s> {
    subject: &'s PersonalityWeights,
    table: &'s RootMoveTable,
    /// What a move may give up on average, in centipawns of an even game.
    budget_cp: f64,
    /// In which direction each feature is to be shifted: the signs of the character's weights.
    wanted: FeatureWeights,
}

impl<'s> Style<'s> {
    /// For a character whose tastes want what these weights say.
    pub fn new(
        subject: &'s PersonalityWeights,
        table: &'s RootMoveTable,
        budget_cp: f64,
        weights: &FeatureWeights,
    ) -> Style<'s> {
        let sign = |weight: &f64| if *weight == 0.0 { 0.0 } else { weight.signum() };
        Style {
            subject,
            table,
            budget_cp,
            wanted: weights.iter().map(sign).collect(),
        }
    }

    fn effect(&self, values: &[f64]) -> TasteEffect {
        let weights = self.subject.feature_weights(values);
        self.table
            .effect(&weights, self.subject.max_concession_cp())
    }

    /// The sum of all wanted shifts, each less its error: so much is certain.
    fn certain_shift(&self, effect: &TasteEffect) -> f64 {
        let shifts = effect.shifts.iter().zip(&effect.shift_errors);
        let wanted = self
            .wanted
            .iter()
            .zip(shifts)
            .filter(|(sign, _)| **sign != 0.0);
        wanted
            .map(|(sign, (shift, error))| sign * shift - error)
            .sum()
    }
}

impl Objective for Style<'_> {
    fn identity(&self) -> String {
        let wanted = Feature::ALL.iter().zip(&self.wanted);
        let wanted = wanted.filter(|(_, sign)| **sign != 0.0);
        let wanted: Vec<String> = wanted
            .map(|(feature, sign)| format!("{sign:+} {}", feature.key()))
            .collect();
        format!(
            "style on {} positions ({:016x}) for {} cp a move, at most {}: {}",
            self.table.len(),
            self.table.checksum(),
            self.budget_cp,
            self.subject.max_concession_cp(),
            wanted.join(", ")
        )
    }

    /// A tenth of a standard deviation.
    fn point(&self) -> f64 {
        0.1
    }

    fn value(&self, _trial: u64, values: &[f64]) -> Result<f64, TrialError> {
        let effect = self.effect(values);
        let overspent_cp = (effect.concession_cp - self.budget_cp).max(0.0);
        Ok(OVERSPENT * overspent_cp - self.certain_shift(&effect))
    }

    fn report(&self, start: &[f64], found: &[f64]) -> Vec<String> {
        let [before, after] = [start, found].map(|values| self.effect(values));
        let mut lines = vec![format!(
            "certain shift {:.2} before for {:.2} ± {:.2} cp a move, {:.2} after for {:.2} ± {:.2}",
            self.certain_shift(&before),
            before.concession_cp,
            before.concession_error_cp,
            self.certain_shift(&after),
            after.concession_cp,
            after.concession_error_cp
        )];
        for (place, feature) in Feature::ALL.iter().enumerate() {
            let (old, new, error) = (
                before.shifts[place],
                after.shifts[place],
                after.shift_errors[place],
            );
            let word = match self.wanted[place] != 0.0 {
                true => "wanted",
                false if new.abs() >= TOLD_SHIFT => "by the way",
                false => continue,
            };
            let key = feature.key();
            lines.push(format!(
                "  {key} {old:+.2} -> {new:+.2} ± {error:.2}, {word}"
            ));
        }
        lines
    }
}

/// The start values of a subject scaled so that a move gives up so much on average, or as near to that as
/// can be.
pub fn scaled_start(
    subject: &PersonalityWeights,
    table: &RootMoveTable,
    budget_cp: f64,
) -> Vec<f64> {
    let start = starts(subject.numbers());
    let weights = subject.feature_weights(&start);
    let scaled = table.scaled(&weights, subject.max_concession_cp(), budget_cp);
    let features = subject.tuned_features().zip(start);
    features
        .map(|(feature, value)| feature.map_or(value, |feature| scaled[feature as usize].trunc()))
        .collect()
}
