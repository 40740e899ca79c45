//! A training kept in a file: resumed from its checkpoint, with a progress bar, reported and kept
//! on the way.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use masque::lab::descent::{Trainable, Trainer, TrainingSettings};

use crate::cli::output_file::write_output;
use crate::cli::progress::progress_bar;

/// The largest rate or decay of a training's steps.
pub const MOST_STEP_NUMBER: f32 = 100.0;

/// How to train, where, and how often to report.
pub struct KeptTraining<'w> {
    pub settings: TrainingSettings,
    /// The file that keeps the training.
    pub checkpoint: &'w Path,
    /// The training is reported and kept every so many steps, and at its end.
    pub report_every: u64,
}

/// What a report is made of.
pub struct TrainingStage<'t> {
    /// Steps taken.
    pub step: u64,
    /// The mean loss since the last report.
    pub loss: f32,
    /// The mean of the weights over the last steps.
    pub weights: &'t [f32],
}

impl KeptTraining<'_> {
    /// Trains, from where an earlier run ended, and returns the mean of the weights over the last steps.
    pub fn train<W: Write, L: Trainable>(
        &self,
        out: &mut W,
        learner: &L,
        mut report: impl FnMut(&mut W, TrainingStage<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<Vec<f32>> {
        let mut trainer = Trainer::new(learner, self.settings);
        let checkpoint = self.checkpoint;
        if checkpoint.exists() {
            let named = || checkpoint.display().to_string();
            let bytes = std::fs::read(checkpoint).with_context(named)?;
            trainer.resume(&bytes).with_context(named)?;
            writeln!(out, "resumed after step {}", trainer.step_count())?;
        }
        let steps = self.settings.steps;
        let bar = progress_bar("steps", steps)?.with_position(trainer.step_count());
        let (mut loss, mut taken) = (0.0, 0);
        while trainer.step_count() < steps {
            loss += trainer.take_step();
            taken += 1;
            bar.inc(1);
            let step = trainer.step_count();
            if step.is_multiple_of(self.report_every) || step == steps {
                let stage = TrainingStage {
                    step,
                    loss: loss / taken as f32,
                    weights: trainer.mean_weights(),
                };
                report(out, stage)?;
                out.flush()?;
                (loss, taken) = (0.0, 0);
                write_output(checkpoint, &trainer.checkpoint())?;
            }
        }
        bar.finish_and_clear();
        Ok(trainer.mean_weights().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::ensure;
    use masque::lab::descent::DECAY;

    /// Learns the number of a sample.
    struct Numbers;

    impl Trainable for Numbers {
        fn description(&self) -> String {
            "numbers".to_owned()
        }

        fn first_weights(&self, _seed: u64) -> Vec<f32> {
            vec![0.0]
        }

        fn samples(&self) -> usize {
            5
        }

        fn add_gradient(&self, weights: &[f32], samples: &[u32], gradient: &mut [f32]) -> f32 {
            let errors = samples.iter().map(|&number| weights[0] - number as f32);
            gradient[0] += errors.clone().sum::<f32>();
            errors.map(|error| error * error).sum()
        }
    }

    /// Trains for ten steps, with reports after 4, 8 and 10; a report after step `fails_at` fails.
    fn train(checkpoint: &Path, fails_at: Option<u64>) -> (String, anyhow::Result<Vec<f32>>) {
        let training = KeptTraining {
            settings: TrainingSettings {
                steps: 10,
                batch: 2,
                rate: 0.1,
                decay: DECAY,
                seed: 1,
                threads: 1,
            },
            checkpoint,
            report_every: 4,
        };
        let mut out = Vec::new();
        let weights = training.train(&mut out, &Numbers, |out, stage| {
            ensure!(fails_at != Some(stage.step), "the disk is full");
            Ok(writeln!(out, "{}: {}", stage.step, stage.loss)?)
        });
        (String::from_utf8(out).unwrap(), weights)
    }

    #[test]
    fn a_training_that_was_interrupted_goes_on_from_its_checkpoint() {
        let directory = tempfile::tempdir().unwrap();
        let (whole, cut) = (directory.path().join("whole"), directory.path().join("cut"));
        let (told, weights) = train(&whole, None);
        let weights = weights.unwrap();
        let lines: Vec<&str> = told.lines().collect();
        let steps = lines.iter().map(|line| line.split(':').next().unwrap());
        assert_eq!(steps.collect::<Vec<_>>(), ["4", "8", "10"]);

        let (begun, failure) = train(&cut, Some(8));
        assert_eq!(failure.unwrap_err().to_string(), "the disk is full");
        let (ended, resumed) = train(&cut, None);
        assert_eq!(resumed.unwrap(), weights);
        assert_eq!(begun.lines().collect::<Vec<_>>(), lines[..1]);
        let expected = ["resumed after step 4", lines[1], lines[2]];
        assert_eq!(ended.lines().collect::<Vec<_>>(), expected);
        let (again, kept) = train(&cut, None);
        assert_eq!(
            (again.as_str(), kept.unwrap()),
            ("resumed after step 10\n", weights)
        );

        std::fs::write(&cut, "good morning").unwrap();
        let refused = format!("{:#}", train(&cut, None).1.unwrap_err());
        assert!(refused.contains("cut: the checkpoint begins"), "{refused}");
    }
}
