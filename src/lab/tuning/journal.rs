//! The journal of a tuning run: a text file with the outcomes of all trials in order, which is the whole
//! state of the run.
//!
//! Lines are added at the end; a program that dies in between leaves at most the beginning of a line, which
//! is cut off when the file is opened again.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use super::interface::{Outcome, Trial};
use super::journal_text::{JournalError, JournalHead, KnownTrials, whole_lines};
use crate::files;

/// A journal that is open for more trials.
#[derive(Debug)]
pub struct TrialJournal {
    file: File,
    head: JournalHead,
    /// The number of the next trial.
    next: u64,
}

impl TrialJournal {
    /// Opens a journal, or begins it, and tells the trials that it has.
    ///
    /// # Errors
    /// When it is of another run or damaged; nothing is changed then.
    pub fn open(
        path: &Path,
        head: JournalHead,
    ) -> Result<(TrialJournal, KnownTrials), JournalError> {
        TrialJournal::open_text(path, head).map(|(journal, known, _)| (journal, known))
    }

    /// Opens a journal, or begins it, and tells the trials that it has, and their lines.
    fn open_text(
        path: &Path,
        head: JournalHead,
    ) -> Result<(TrialJournal, KnownTrials, String), JournalError> {
        files::make_room_for(path)?;
        let mut file = files::open_for_appending(path)?.ok_or(JournalError::Busy)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        if head.text().starts_with(&text) && text.len() < head.text().len() {
            // It died in the first lines.
            file.set_len(0)?;
            file.write_all(head.text().as_bytes())?;
            text = head.text().to_owned();
        }
        let whole = whole_lines(&text);
        let lines = head.rest_of(whole)?.to_owned();
        let known = head.read(&lines, 0, head.lines())?;
        let next = known.len() as u64;
        if whole.len() < text.len() {
            file.set_len(whole.len() as u64)?;
        }
        Ok((TrialJournal { file, head, next }, known, lines))
    }

    /// Adds the outcome of the next trial.
    ///
    /// # Errors
    /// What the system says.
    pub fn add(&mut self, trial: &Trial, outcome: &Outcome) -> Result<(), JournalError> {
        let line = self.head.trial_line(self.next, trial, outcome);
        self.file.write_all(format!("{line}\n").as_bytes())?;
        self.next += 1;
        Ok(())
    }

    /// Adds the lines of trials from this number on to a journal, except those that it has, and says how
    /// many these were.
    ///
    /// # Errors
    /// When it has other trials than those before these; nothing is changed then.
    pub fn extend(
        path: &Path,
        head: JournalHead,
        first: u64,
        lines: &[String],
    ) -> Result<u64, JournalError> {
        let (mut journal, _, there) = TrialJournal::open_text(path, head)?;
        let known = journal.next;
        if known < first {
            return Err(JournalError::Gap { known, first });
        }
        let there = (first..).zip(there.lines().skip(first as usize));
        for ((number, one), other) in there.zip(lines) {
            if one != other {
                return Err(JournalError::Differs(number));
            }
        }
        let missing: String = lines
            .iter()
            .skip((known - first) as usize)
            .map(|line| format!("{line}\n"))
            .collect();
        journal.file.write_all(missing.as_bytes())?;
        Ok(missing.lines().count() as u64)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const RUN: &str = "subject: a bowl\nmethod: by hand";

    fn trial(number: u64) -> Trial {
        Trial::Gradient(vec![number as f64 / 3.0, -1.0])
    }

    fn outcome(number: u64) -> Outcome {
        Outcome {
            value: -0.1 / (number as f64 + 0.7),
            slopes: vec![1e-300 * number as f64, f64::MAX],
        }
    }

    /// Goes on to five trials and says how many were known.
    fn go_on(path: &Path) -> Result<usize, JournalError> {
        let (mut journal, mut known) = TrialJournal::open(path, JournalHead::of(RUN))?;
        let count = known.len();
        for number in 0..5 {
            match known.recall(&trial(number))? {
                Some(recalled) => assert_eq!(recalled, outcome(number)),
                None => journal.add(&trial(number), &outcome(number))?,
            }
        }
        Ok(count)
    }

    #[test]
    fn a_journal_that_was_cut_anywhere_goes_on_to_the_same_bytes() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a/run.journal");
        assert_eq!(go_on(&path).unwrap(), 0);
        let whole = fs::read(&path).unwrap();
        assert_eq!(go_on(&path).unwrap(), 5);
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            assert!(go_on(&path).unwrap() < 5);
            assert_eq!(fs::read(&path).unwrap(), whole, "{length}");
        }
    }

    #[test]
    fn what_is_damaged_or_of_another_run_is_refused_and_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("run.journal");
        go_on(&path).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        for (text, expected) in [
            (
                whole.replace("a bowl", "a cup"),
                "line 2: `subject: a cup`, expected `subject: a bowl`",
            ),
            (whole.replacen("\n2 ", "\n3 ", 1), "line 7: `3 "),
            (
                whole.replacen("e-1 ", "e-2 ", 1),
                "is damaged, expected trial",
            ),
            ("good morning\n".to_owned(), "line 1: `good morning`"),
        ] {
            fs::write(&path, &text).unwrap();
            let error = go_on(&path).unwrap_err().to_string();
            assert!(error.contains(expected), "{error} for {expected}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, &whole).unwrap();
        let (_journal, mut known) = TrialJournal::open(&path, JournalHead::of(RUN)).unwrap();
        assert!(matches!(
            TrialJournal::open(&path, JournalHead::of(RUN)),
            Err(JournalError::Busy)
        ));
        let other = known.recall(&trial(9)).unwrap_err().to_string();
        assert!(other.starts_with("trial 0 had other candidates"), "{other}");
    }
}
