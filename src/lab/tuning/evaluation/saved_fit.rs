//! A saved fit: the state of a fit between epochs as a file from which it can be resumed.
//!
//! The first line tells which fit it is. Every further line is a number, in the shortest form that
//! reads back to the same bits: first the values, then the state of the optimiser.

use std::io::{self, BufRead, Write};

use thiserror::Error;

use super::Tuner;
use super::objective::Objective;
use super::optimiser::Optimiser;

const TITLE: &str = "masque tuning state 2";

/// Why a fit cannot be resumed from a file.
#[derive(Debug, Error)]
pub enum SavedFitError {
    /// The system could not read on.
    #[error("cannot read on: {0}")]
    Read(#[from] io::Error),
    /// The first line is not that of this fit.
    #[error("the state begins with '{found}', expected '{expected}' with the finished epochs")]
    Header {
        /// The line.
        found: String,
        /// The beginning that was expected.
        expected: String,
    },
    /// A line that is no number.
    #[error("line {line} of the state is '{text}', expected a number")]
    Number {
        /// The number of the line, from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// Too many or too few numbers.
    #[error("the state has {found} numbers, which do not fit the parameters and the optimiser")]
    Length {
        /// How many numbers there are.
        found: usize,
    },
}

impl<O: Objective, P: Optimiser> Tuner<'_, O, P> {
    /// What a saved fit must agree with. The number of epochs is not part of it, so that a fit can
    /// be prolonged.
    fn title(&self) -> String {
        let settings = &self.settings;
        format!(
            "{TITLE}, {}, seed {}, batch {}, rate {}, prior {}, {} parameters, {} samples, epochs",
            self.objective.description(),
            settings.seed,
            settings.batch,
            settings.rate_cp,
            settings.prior,
            self.values.len(),
            self.data.samples().len(),
        )
    }

    /// Writes the state.
    ///
    /// # Errors
    /// What the writer says.
    pub fn save(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{} {}", self.title(), self.epoch)?;
        for number in self.values.iter().flatten().chain(&self.optimiser.memory()) {
            writeln!(out, "{number:e}")?;
        }
        Ok(())
    }

    /// Resumes a fit with the same data, objective, settings, parameters and optimiser.
    ///
    /// # Errors
    /// When the file is of another fit or damaged; nothing is changed then.
    pub fn resume(&mut self, input: impl BufRead) -> Result<(), SavedFitError> {
        let mut lines = input.lines();
        let header = lines.next().transpose()?.unwrap_or_default();
        let title = self.title();
        let epoch = header
            .strip_prefix(&title)
            .and_then(|rest| rest.trim().parse().ok())
            .ok_or(SavedFitError::Header {
                found: header.clone(),
                expected: title,
            })?;
        let mut numbers = Vec::new();
        for (line, number) in lines.zip(2..) {
            let text = line?;
            numbers.push(
                text.parse()
                    .map_err(|_| SavedFitError::Number { line: number, text })?,
            );
        }
        let found = numbers.len();
        let (values, memory) = numbers
            .split_at_checked(2 * self.values.len())
            .ok_or(SavedFitError::Length { found })?;
        if !self.optimiser.recall(memory) {
            return Err(SavedFitError::Length { found });
        }
        for (own, pair) in self.values.iter_mut().zip(values.chunks_exact(2)) {
            own.copy_from_slice(pair);
        }
        self.epoch = epoch;
        Ok(())
    }
}
