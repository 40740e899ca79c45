//! Checkpoints: a training between two steps as a file from which it is resumed.
//!
//! The first line tells which training it is; what follows are the numbers of the trainer in four
//! bytes each: weights, their mean, and both moments.

use thiserror::Error;

use super::{Trainable, Trainer};

const TITLE: &str = "masque network training 2";

/// Why a training cannot be resumed.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// It is of another training.
    #[error("the checkpoint begins with '{found}', expected '{expected}' with the steps taken")]
    Title {
        /// The first line.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// It is too long or too short.
    #[error("the checkpoint has {found} bytes of numbers, expected {expected}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many were expected.
        expected: usize,
    },
}

impl<L: Trainable> Trainer<'_, L> {
    /// What a checkpoint must agree with. The number of steps is not part of it, so that a training
    /// can be prolonged.
    fn title(&self) -> String {
        let settings = &self.settings;
        format!(
            "{TITLE}, {} weights, {}, batch {}, rate {}, decay {}, seed {}, steps",
            self.weights.len(),
            self.learner.description(),
            settings.batch,
            settings.rate,
            settings.decay,
            settings.seed
        )
    }

    /// The bytes of a checkpoint.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut bytes = format!("{} {}\n", self.title(), self.step).into_bytes();
        let parts = [
            &self.weights,
            &self.mean,
            &self.first_moments,
            &self.second_moments,
        ];
        for number in parts.into_iter().flatten() {
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }

    /// Goes on from a checkpoint of the same training.
    ///
    /// # Errors
    /// When it is of another training or damaged; nothing is changed then.
    pub fn resume(&mut self, bytes: &[u8]) -> Result<(), CheckpointError> {
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let (line, rest) = bytes.split_at(end.unwrap_or(bytes.len().min(200)));
        let line = String::from_utf8_lossy(line).into_owned();
        let expected = self.title();
        let step = line
            .strip_prefix(&expected)
            .and_then(|rest| rest.trim().parse().ok())
            .ok_or(CheckpointError::Title {
                found: line.clone(),
                expected,
            })?;
        let rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        let expected = 4 * 4 * self.weights.len();
        if rest.len() != expected {
            return Err(CheckpointError::Length {
                found: rest.len(),
                expected,
            });
        }
        let numbers = rest.as_chunks().0.iter();
        let mut numbers = numbers.map(|&number| f32::from_le_bytes(number));
        for part in [
            &mut self.weights,
            &mut self.mean,
            &mut self.first_moments,
            &mut self.second_moments,
        ] {
            for (own, number) in part.iter_mut().zip(numbers.by_ref()) {
                *own = number;
            }
        }
        self.step = step;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::descent::TrainingSettings;
    use crate::lab::descent::tests::{ThreeNumbers, settings};

    #[test]
    fn a_training_goes_on_as_if_it_had_never_stopped() {
        let learner = ThreeNumbers(60);
        let mut whole = Trainer::new(&learner, settings(1));
        for _ in 0..7 {
            whole.take_step();
        }
        let mut resumed = Trainer::new(&learner, settings(2));
        resumed.resume(&whole.checkpoint()).unwrap();
        assert_eq!(resumed.take_step(), whole.take_step());
        assert_eq!(resumed.checkpoint(), whole.checkpoint());
    }

    #[test]
    fn what_is_of_another_training_or_damaged_changes_nothing() {
        let learner = ThreeNumbers(60);
        let mut trainer = Trainer::new(&learner, settings(1));
        trainer.take_step();
        let kept = trainer.checkpoint();
        let other = TrainingSettings {
            batch: 16,
            ..settings(1)
        };
        let foreign = Trainer::new(&learner, other).checkpoint();
        for (bytes, expected) in [
            (
                &foreign[..],
                "expected 'masque network training 2, 3 weights",
            ),
            (&kept[..kept.len() - 1], "47 bytes of numbers, expected 48"),
            (b"good morning", "begins with 'good morning'"),
        ] {
            let error = trainer.resume(bytes).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(trainer.checkpoint(), kept);
        }
    }
}
