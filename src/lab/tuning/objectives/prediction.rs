//! Prediction as an objective: how likely a personality's tastes make the moves that somebody made, beside
//! what everybody likes (a conditional logit, as in twins).

use crate::checksum::Fnv64;
use crate::lab::tuning::interface::{Objective, Outcome, TrialError};
use crate::lab::tuning::subjects::personality::PersonalityWeights;
use crate::lab::twin::choice_data::{ObservedChoice, mean_log_likelihood};
use crate::lab::twin::preference::{EVERYBODY, columns, feature_columns};

/// What a centipawn is worth to people, in logits; measured on players' games.
const LOGITS_PER_CP: f64 = 0.034;
/// One game in this many is held back.
const HELD_OUT_ONE_IN: u32 = 5;
/// A difference in nats a move that counts as a point in a comparison.
const POINT: f64 = 1e-4;

/// The moves of somebody, judged by what everybody thinks of them.
pub struct MovePrediction<'s> {
    subject: &'s PersonalityWeights,
    training: Vec<ObservedChoice>,
    held_out: Vec<ObservedChoice>,
    /// The column of each tuned number, where it has one.
    columns: Vec<Option<usize>>,
}

impl<'s> MovePrediction<'s> {
    /// Of choices whose rows say what everybody thinks of them; one game in five is held back.
    pub fn new(
        subject: &'s PersonalityWeights,
        choices: Vec<ObservedChoice>,
    ) -> MovePrediction<'s> {
        let (held_out, training) = choices
            .into_iter()
            .partition(|choice| choice.game % HELD_OUT_ONE_IN == HELD_OUT_ONE_IN - 1);
        let column_of = |feature| {
            let mut all = feature_columns();
            all.find(|(_, known)| *known == feature)
                .map(|(column, _)| column)
        };
        MovePrediction {
            columns: subject
                .tuned_features()
                .map(|feature| feature.and_then(column_of))
                .collect(),
            subject,
            training,
            held_out,
        }
    }

    /// The logits of every column with these values.
    fn logits(&self, values: &[f64]) -> Vec<f64> {
        let mut logits = vec![0.0; columns()];
        logits[EVERYBODY] = 1.0;
        let weights = self.subject.feature_weights(values);
        for (column, feature) in feature_columns() {
            logits[column] = LOGITS_PER_CP * weights[feature as usize];
        }
        for (column, value) in self.columns.iter().zip(values) {
            if let Some(column) = *column {
                logits[column] = LOGITS_PER_CP * value;
            }
        }
        logits
    }
}

impl Objective for MovePrediction<'_> {
    fn identity(&self) -> String {
        let mut hash = Fnv64::new();
        for choice in &self.training {
            hash.add(&(choice.chosen as u64).to_le_bytes());
            for (column, value) in choice.rows.iter().flatten() {
                hash.add(&column.to_le_bytes());
                hash.add(&value.to_le_bytes());
            }
        }
        format!(
            "the moves of {} of {} positions ({:016x})",
            self.training.len(),
            self.training.len() + self.held_out.len(),
            hash.value()
        )
    }

    fn point(&self) -> f64 {
        POINT
    }

    fn value(&self, _trial: u64, values: &[f64]) -> Result<f64, TrialError> {
        let logits = self.logits(values);
        Ok(-mean_log_likelihood(self.training.iter(), &logits))
    }

    fn gradient(&self, trial: u64, values: &[f64]) -> Result<Outcome, TrialError> {
        let logits = self.logits(values);
        let mut gradient = vec![0.0; logits.len()];
        for choice in &self.training {
            let shares = choice.probabilities(&logits);
            for (number, (row, share)) in choice.rows.iter().zip(shares).enumerate() {
                let excess = share - f64::from(u8::from(number == choice.chosen));
                for &(column, value) in row {
                    gradient[usize::from(column)] += excess * f64::from(value);
                }
            }
        }
        let scale = LOGITS_PER_CP / self.training.len().max(1) as f64;
        let slope = |column: &Option<usize>| column.map_or(0.0, |column| scale * gradient[column]);
        Ok(Outcome {
            value: self.value(trial, values)?,
            slopes: self.columns.iter().map(slope).collect(),
        })
    }

    fn report(&self, start: &[f64], found: &[f64]) -> Vec<String> {
        let of = |values: &[f64]| mean_log_likelihood(self.held_out.iter(), &self.logits(values));
        let chance = vec![0.0; columns()];
        let chance = mean_log_likelihood(self.held_out.iter(), &chance);
        vec![format!(
            "{} moves of other games: {chance:.4} nats each by chance, {:.4} before, {:.4} after",
            self.held_out.len(),
            of(start),
            of(found)
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::tuning::interface::{Subject, starts};
    use crate::lab::tuning::subjects::personality::personality_numbers;
    use crate::personality::{Feature, Personality};

    #[test]
    fn slopes_are_those_of_the_value_and_lead_to_the_moves_made() {
        let base = Personality::plain();
        let all = personality_numbers(&base);
        let places = all
            .choose(&["checks".to_owned(), "own_mobility".to_owned()])
            .unwrap();
        let subject = PersonalityWeights::new(base, &all, &places);
        let checks = feature_columns()
            .find(|(_, it)| *it == Feature::Checks)
            .unwrap()
            .0 as u16;
        // A move that checks and is a little worse, and one that does not.
        let choice = |game: u32| ObservedChoice {
            game,
            chosen: usize::from(game.is_multiple_of(4)),
            rows: vec![vec![(0, -0.3), (checks, 1.0)], vec![(0, 0.1)]],
        };
        let prediction = MovePrediction::new(&subject, (0..50).map(choice).collect());
        assert_eq!(
            (prediction.training.len(), prediction.held_out.len()),
            (40, 10)
        );
        let start = starts(subject.numbers());
        let slopes = prediction.gradient(0, &start).unwrap().slopes;
        let value = |cp: f64| prediction.value(0, &[cp, 100.0]).unwrap();
        assert!((slopes[0] - (value(0.01) - value(-0.01)) / 0.02).abs() < 1e-6);
        assert!(slopes[0] < 0.0 && slopes[1] == 0.0);
        assert!(value(30.0) < value(0.0));
    }
}
