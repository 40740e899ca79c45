//! The journal of a tuning run: a text file with the outcomes of all trials in order, which is the whole
//! state of the run.
//!
//! The first lines say which run it is. Then comes a line for each trial: its number, a hash of its
//! candidates, its outcome, and a checksum. Lines are added one at a time; a program that dies in between
//! leaves at most the beginning of a line, which is cut off when the file is opened again.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use thiserror::Error;

use super::interface::{Outcome, Trial};
use crate::checksum::{Fnv64, fnv32};
use crate::files;

const TITLE: &str = "masque tuning journal 1";

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The system refused.
    #[error(transparent)]
    System(#[from] io::Error),
    /// Another process writes it.
    #[error("another program is writing this journal")]
    Busy,
    /// It is of another run.
    #[error("line {line}: `{found}`, expected `{expected}`: the journal is of another run")]
    OtherRun {
        /// Which line, from 1.
        line: usize,
        /// What stands there.
        found: String,
        /// This run.
        expected: String,
    },
    /// A line that was not written so.
    #[error("line {line}: `{found}` is damaged, expected trial {number} with its checksum")]
    Damaged {
        /// Which line, from 1.
        line: usize,
        /// What stands there.
        found: String,
        /// The number of the trial.
        number: u64,
    },
    /// The run asks for other trials than it did.
    #[error(
        "trial {0} had other candidates: the journal was written by another version of the program"
    )]
    OtherCandidates(u64),
    /// There are more trials than the run has.
    #[error("there are {0} more trials in it than the run has")]
    TooLong(usize),
}

/// What a line says of a trial.
struct KnownTrial {
    candidates: u64,
    outcome: Outcome,
}

/// A journal that is open for more trials.
pub struct TrialJournal {
    file: File,
    /// What was read and not yet asked for.
    known: VecDeque<KnownTrial>,
    number: u64,
    /// A checksum of the first lines, so that no line fits another journal.
    run: u32,
}

impl TrialJournal {
    /// Opens a journal, or begins it. `identity` are the lines that say which run it is.
    ///
    /// # Errors
    /// When it is of another run or damaged; nothing is changed then.
    pub fn open(path: &Path, identity: &str) -> Result<TrialJournal, JournalError> {
        files::make_room_for(path)?;
        let mut file = files::open_for_appending(path)?.ok_or(JournalError::Busy)?;
        let head = format!("{TITLE}\n{identity}\n\n");
        let run = fnv32(head.as_bytes());
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let known = match head.starts_with(&text) && text.len() < head.len() {
            true => {
                // It died in the first lines.
                file.set_len(0)?;
                file.write_all(head.as_bytes())?;
                VecDeque::new()
            }
            false => {
                let known = read(&text[..whole], &head, run)?;
                if whole < text.len() {
                    file.set_len(whole as u64)?;
                }
                known
            }
        };
        Ok(TrialJournal {
            file,
            known,
            number: 0,
            run,
        })
    }

    /// How many trials it holds that were not yet asked for.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// The outcome of the next trial, if the journal has it.
    ///
    /// # Errors
    /// [`JournalError::OtherCandidates`].
    pub fn recall(&mut self, trial: &Trial) -> Result<Option<Outcome>, JournalError> {
        let Some(known) = self.known.pop_front() else {
            return Ok(None);
        };
        if known.candidates != hash_of(trial) {
            return Err(JournalError::OtherCandidates(self.number));
        }
        self.number += 1;
        Ok(Some(known.outcome))
    }

    /// Adds the outcome of the next trial, which it does not have.
    ///
    /// # Errors
    /// What the system says.
    pub fn add(&mut self, trial: &Trial, outcome: &Outcome) -> Result<(), JournalError> {
        let mut line = format!(
            "{} {:016x} {:e}",
            self.number,
            hash_of(trial),
            outcome.value
        );
        for slope in &outcome.slopes {
            line.push_str(&format!(" {slope:e}"));
        }
        let check = check_of(self.run, &line);
        self.file
            .write_all(format!("{line} {check:08x}\n").as_bytes())?;
        self.number += 1;
        Ok(())
    }
}

/// The trials of a whole text.
fn read(text: &str, head: &str, run: u32) -> Result<VecDeque<KnownTrial>, JournalError> {
    let heads = head.lines().count();
    for (line, expected) in (1..).zip(head.lines()) {
        let found = text.lines().nth(line - 1).unwrap_or_default();
        if found != expected {
            return Err(JournalError::OtherRun {
                line,
                found: found.chars().take(200).collect(),
                expected: expected.to_owned(),
            });
        }
    }
    let lines = (0..).zip(text.lines().skip(heads));
    lines
        .map(|(number, line)| {
            read_line(line, number, run).ok_or_else(|| JournalError::Damaged {
                line: heads + number as usize + 1,
                found: line.chars().take(60).collect(),
                number,
            })
        })
        .collect()
}

fn read_line(line: &str, number: u64, run: u32) -> Option<KnownTrial> {
    let (line, check) = line.rsplit_once(' ')?;
    if check != format!("{:08x}", check_of(run, line)) {
        return None;
    }
    let mut words = line.split(' ');
    if words.next()?.parse() != Ok(number) {
        return None;
    }
    let candidates = u64::from_str_radix(words.next()?, 16).ok()?;
    let value = words.next()?.parse().ok()?;
    let slopes = words.map(str::parse).collect::<Result<_, _>>().ok()?;
    Some(KnownTrial {
        candidates,
        outcome: Outcome { value, slopes },
    })
}

fn check_of(run: u32, line: &str) -> u32 {
    fnv32(format!("{run:08x} {line}").as_bytes())
}

fn hash_of(trial: &Trial) -> u64 {
    let (kind, candidates) = match trial {
        Trial::Comparison(both) => (0, both.as_slice()),
        Trial::Value(values) => (1, std::slice::from_ref(values)),
        Trial::Gradient(values) => (2, std::slice::from_ref(values)),
    };
    let mut hash = Fnv64::new();
    hash.add(&[kind]);
    for value in candidates.iter().flatten() {
        hash.add(&value.to_le_bytes());
    }
    hash.value()
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
        let mut journal = TrialJournal::open(path, RUN)?;
        let known = journal.known();
        for number in 0..5 {
            match journal.recall(&trial(number))? {
                Some(recalled) => assert_eq!(recalled, outcome(number)),
                None => journal.add(&trial(number), &outcome(number))?,
            }
        }
        Ok(known)
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
        let mut journal = TrialJournal::open(&path, RUN).unwrap();
        assert!(matches!(
            TrialJournal::open(&path, RUN),
            Err(JournalError::Busy)
        ));
        let other = journal.recall(&trial(9)).unwrap_err().to_string();
        assert!(other.starts_with("trial 0 had other candidates"), "{other}");
    }
}
