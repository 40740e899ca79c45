//! A tuning run: a method asks, an objective answers, a journal remembers.
//!
//! The result does not depend on the number of threads, nor on being stopped and gone on with: what the
//! journal knows is told to the method again.

use thiserror::Error;

use super::interface::{Method, Objective, Outcome, TrialError, measure};
use super::journal::{JournalError, TrialJournal};
use crate::lab::parallel::in_order;

/// Why a run cannot go on.
#[derive(Debug, Error)]
pub enum RunError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A trial has no outcome.
    #[error("trial {number}: {error}")]
    Trial {
        /// The number of the trial.
        number: u64,
        /// Why it has none.
        error: TrialError,
    },
}

/// A run in progress.
pub struct TuningRun<'r> {
    objective: &'r dyn Objective,
    method: Box<dyn Method>,
    journal: Option<TrialJournal>,
    trials: u64,
    done: u64,
    is_over: bool,
}

impl<'r> TuningRun<'r> {
    /// A run of so many trials.
    ///
    /// # Errors
    /// When the journal has more trials than that.
    pub fn new(
        objective: &'r dyn Objective,
        method: Box<dyn Method>,
        journal: Option<TrialJournal>,
        trials: u64,
    ) -> Result<TuningRun<'r>, JournalError> {
        let known = journal.as_ref().map_or(0, TrialJournal::known);
        match (known as u64).checked_sub(trials) {
            Some(more) if more > 0 => Err(JournalError::TooLong(more as usize)),
            _ => Ok(TuningRun {
                objective,
                method,
                journal,
                trials,
                done: 0,
                is_over: trials == 0,
            }),
        }
    }

    /// Trials so far.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Whether nothing is left to do.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The best values so far.
    pub fn values(&self) -> &[f64] {
        self.method.values()
    }

    /// Makes the trials that the method asks for next, on so many threads. `heard` is given each outcome,
    /// those that the journal knew too.
    ///
    /// # Errors
    /// [`RunError`]; the journal then holds the trials before.
    pub fn step(
        &mut self,
        threads: usize,
        mut heard: impl FnMut(&Outcome),
    ) -> Result<(), RunError> {
        let mut asked = self.method.ask();
        asked.truncate((self.trials - self.done) as usize);
        let mut outcomes = Vec::new();
        if let Some(journal) = &mut self.journal {
            for trial in &asked {
                match journal.recall(trial)? {
                    Some(outcome) => {
                        heard(&outcome);
                        outcomes.push(outcome);
                    }
                    None => break,
                }
            }
        }
        let missing = &asked[outcomes.len()..];
        let first = self.done + outcomes.len() as u64;
        let (objective, journal) = (self.objective, &mut self.journal);
        let work = |next: u64| measure(objective, first + next, &missing[next as usize]);
        let mut result = Ok(());
        let mut place = 0;
        in_order(threads, missing.len() as u64, work, |measured| {
            let number = first + place as u64;
            let noted = match measured {
                Err(error) => Err(RunError::Trial { number, error }),
                Ok(outcome) => {
                    let added = match journal {
                        Some(journal) => journal.add(&missing[place], &outcome),
                        None => Ok(()),
                    };
                    heard(&outcome);
                    outcomes.push(outcome);
                    added.map_err(RunError::from)
                }
            };
            place += 1;
            result = noted;
            result.is_ok()
        });
        result?;
        self.method.tell(&outcomes);
        self.done += outcomes.len() as u64;
        self.is_over = asked.is_empty() || self.done >= self.trials;
        Ok(())
    }
}
