//! A tuning run: a method asks, an objective answers, a journal remembers.
//!
//! The result does not depend on the number of threads, nor on being stopped and gone on with: what the
//! journal knows is told to the method again.

use std::ops::Range;

use thiserror::Error;

use super::interface::{Method, Objective, Outcome, Trial, TrialError, measure};
use super::journal::TrialJournal;
use super::journal_text::{JournalError, KnownTrials};
use crate::lab::parallel::in_order;
use crate::lab::shard::Shard;

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
    known: KnownTrials,
    journal: Option<TrialJournal>,
    trials: u64,
    done: u64,
    is_over: bool,
}

/// The trials for the next decision of a method: some are known, the others are to be made.
struct Decision {
    outcomes: Vec<Outcome>,
    missing: Vec<Trial>,
    /// Whether the method asks for nothing more.
    is_last: bool,
}

/// A shard of the trials that the next decision still needs.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionPart {
    /// Which shard.
    pub shard: Shard,
    /// The numbers of the trials that are missing for the decision.
    pub missing: Range<u64>,
    /// The trials of this shard with their outcomes.
    pub trials: Vec<(Trial, Outcome)>,
}

impl<'r> TuningRun<'r> {
    /// A run of so many trials.
    pub fn new(
        objective: &'r dyn Objective,
        method: Box<dyn Method>,
        trials: u64,
    ) -> TuningRun<'r> {
        TuningRun {
            objective,
            method,
            known: KnownTrials::default(),
            journal: None,
            trials,
            done: 0,
            is_over: trials == 0,
        }
    }

    /// The same run, of which trials are known.
    ///
    /// # Errors
    /// When more are known than the run has.
    pub fn with_known(mut self, known: KnownTrials) -> Result<TuningRun<'r>, JournalError> {
        match (known.len() as u64).checked_sub(self.trials) {
            Some(more) if more > 0 => Err(JournalError::TooLong(more as usize)),
            _ => {
                self.known = known;
                Ok(self)
            }
        }
    }

    /// The same run, whose further trials are added to a journal.
    pub fn with_journal(mut self, journal: TrialJournal) -> TuningRun<'r> {
        self.journal = Some(journal);
        self
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

    /// Lines that say what the method learnt besides the values.
    pub fn report(&self) -> Vec<String> {
        self.method.report()
    }

    /// Makes the trials that the method asks for next, on so many threads. `heard` is given each outcome,
    /// those that were known too.
    ///
    /// # Errors
    /// [`RunError`]; the journal then holds the trials before.
    pub fn step(
        &mut self,
        threads: usize,
        mut heard: impl FnMut(&Outcome),
    ) -> Result<(), RunError> {
        let mut decision = self.next_decision()?;
        decision.outcomes.iter().for_each(&mut heard);
        let first = self.done + decision.outcomes.len() as u64;
        let mut journal = self.journal.take();
        let missing = &decision.missing;
        let made = &mut decision.outcomes;
        let mut place = 0;
        let result = self.make(missing, first, threads, |outcome| {
            if let Some(journal) = &mut journal {
                journal.add(&missing[place], &outcome)?;
            }
            heard(&outcome);
            made.push(outcome);
            place += 1;
            Ok(())
        });
        self.journal = journal;
        result?;
        self.hear(&decision);
        Ok(())
    }

    /// Makes a shard of the trials that the next decision still needs, after all that is known; `None`
    /// where nothing is left to do.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn part(&mut self, shard: Shard, threads: usize) -> Result<Option<DecisionPart>, RunError> {
        while !self.is_over {
            let decision = self.next_decision()?;
            if decision.missing.is_empty() {
                self.hear(&decision);
                continue;
            }
            let first = self.done + decision.outcomes.len() as u64;
            let part = shard.part_of(decision.missing.len() as u64);
            let trials = &decision.missing[part.start as usize..part.end as usize];
            let mut outcomes = Vec::new();
            self.make(trials, first + part.start, threads, |outcome| {
                outcomes.push(outcome);
                Ok(())
            })?;
            return Ok(Some(DecisionPart {
                shard,
                missing: first..first + decision.missing.len() as u64,
                trials: trials.iter().cloned().zip(outcomes).collect(),
            }));
        }
        Ok(None)
    }

    /// What the method asks for next, and what of it is known.
    fn next_decision(&mut self) -> Result<Decision, JournalError> {
        let mut missing = self.method.ask();
        let is_last = missing.is_empty();
        missing.truncate((self.trials - self.done) as usize);
        let mut outcomes = Vec::new();
        for trial in &missing {
            match self.known.recall(trial)? {
                Some(outcome) => outcomes.push(outcome),
                None => break,
            }
        }
        missing.drain(..outcomes.len());
        Ok(Decision {
            outcomes,
            missing,
            is_last,
        })
    }

    /// Makes trials from this number on; `made` is given the outcomes in their order.
    fn make(
        &self,
        trials: &[Trial],
        first: u64,
        threads: usize,
        mut made: impl FnMut(Outcome) -> Result<(), JournalError>,
    ) -> Result<(), RunError> {
        let objective = self.objective;
        let work = |next: u64| {
            let number = first + next;
            let outcome = measure(objective, number, &trials[next as usize]);
            outcome.map_err(|error| RunError::Trial { number, error })
        };
        let mut result = Ok(());
        in_order(threads, trials.len() as u64, work, |measured| {
            result = measured.and_then(|outcome| Ok(made(outcome)?));
            result.is_ok()
        });
        result
    }

    /// Tells the method what it asked for.
    fn hear(&mut self, decision: &Decision) {
        self.method.tell(&decision.outcomes);
        self.done += decision.outcomes.len() as u64;
        self.is_over = decision.is_last || self.done >= self.trials;
    }
}
