//! The text of a journal: the first lines, which say which run it is, and a line for each trial with its
//! number, a hash of its candidates, its outcome, and a checksum.

use std::collections::VecDeque;
use std::io;
use std::path::Path;

use thiserror::Error;

use super::interface::{Outcome, Trial};
use crate::checksum::{Fnv64, fnv32};

/// The first line.
pub const TITLE: &str = "masque tuning journal 1";
/// So much of a damaged line is shown.
const SHOWN: usize = 60;

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
    /// Lines are to be added behind others that it does not have.
    #[error("it ends before trial {known}, expected the trials before {first}")]
    Gap {
        /// Trials that it has.
        known: u64,
        /// The number of the first trial to be added.
        first: u64,
    },
    /// It has another outcome of a trial.
    #[error("it has another outcome of trial {0}")]
    Differs(u64),
}

/// The first lines, with a checksum of them, by which no line fits another journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalHead {
    text: String,
    run: u32,
}

impl JournalHead {
    /// Of the run that these lines describe.
    pub fn of(identity: &str) -> JournalHead {
        JournalHead::from(format!("{TITLE}\n{identity}\n\n"))
    }

    /// The head that a text begins with.
    pub fn before(text: &str) -> Option<JournalHead> {
        let end = text.starts_with(TITLE).then(|| text.find("\n\n"))??;
        Some(JournalHead::from(text[..end + 2].to_owned()))
    }

    fn from(text: String) -> JournalHead {
        let run = fnv32(text.as_bytes());
        JournalHead { text, run }
    }

    /// Its lines, with the empty one that ends it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many lines it has.
    pub fn lines(&self) -> usize {
        self.text.lines().count()
    }

    /// What comes after the head in a text that begins with it.
    ///
    /// # Errors
    /// [`JournalError::OtherRun`].
    pub fn rest_of<'t>(&self, text: &'t str) -> Result<&'t str, JournalError> {
        if let Some(rest) = text.strip_prefix(&self.text) {
            return Ok(rest);
        }
        let pairs = (1..).zip(self.text.lines());
        let mut pairs = pairs.map(|(line, it)| (line, text.lines().nth(line - 1), it));
        let (line, found, expected) = pairs
            .find(|(_, found, expected)| *found != Some(expected))
            .unwrap_or((self.lines(), None, ""));
        Err(JournalError::OtherRun {
            line,
            found: found.unwrap_or_default().chars().take(200).collect(),
            expected: expected.to_owned(),
        })
    }

    /// A line with its checksum.
    pub fn checked(&self, line: &str) -> String {
        format!("{line} {:08x}", self.check_of(line))
    }

    /// A line without its checksum, if that is right.
    pub fn unchecked<'l>(&self, line: &'l str) -> Option<&'l str> {
        let (line, check) = line.rsplit_once(' ')?;
        (check == format!("{:08x}", self.check_of(line))).then_some(line)
    }

    fn check_of(&self, line: &str) -> u32 {
        fnv32(format!("{:08x} {line}", self.run).as_bytes())
    }

    /// The line of a trial.
    pub fn trial_line(&self, number: u64, trial: &Trial, outcome: &Outcome) -> String {
        let mut line = format!("{number} {:016x} {:e}", hash_of(trial), outcome.value);
        for slope in &outcome.slopes {
            line.push_str(&format!(" {slope:e}"));
        }
        self.checked(&line)
    }

    /// The trials of these lines, the first of which has this number and stands so many lines below the
    /// first of its file.
    ///
    /// # Errors
    /// [`JournalError::Damaged`].
    pub fn read(
        &self,
        lines: &str,
        first: u64,
        lines_before: usize,
    ) -> Result<KnownTrials, JournalError> {
        let numbered = (first..).zip(lines.lines());
        let trials = numbered.enumerate().map(|(place, (number, line))| {
            self.read_line(line, number)
                .ok_or_else(|| JournalError::Damaged {
                    line: lines_before + place + 1,
                    found: line.chars().take(SHOWN).collect(),
                    number,
                })
        });
        Ok(KnownTrials {
            trials: trials.collect::<Result<_, _>>()?,
            next: first,
        })
    }

    fn read_line(&self, line: &str, number: u64) -> Option<KnownTrial> {
        let mut words = self.unchecked(line)?.split(' ');
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
}

/// What a line says of a trial.
#[derive(Debug)]
struct KnownTrial {
    candidates: u64,
    outcome: Outcome,
}

/// The trials of a journal that nobody has asked for yet.
#[derive(Debug, Default)]
pub struct KnownTrials {
    trials: VecDeque<KnownTrial>,
    next: u64,
}

impl KnownTrials {
    /// Those of the journal of a run, which may not be there yet. It is only read, so that several can
    /// look at it at once.
    ///
    /// # Errors
    /// When it is of another run or damaged.
    pub fn read_from(path: &Path, head: &JournalHead) -> Result<KnownTrials, JournalError> {
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            read => read?,
        };
        match head.text().starts_with(&text) {
            true => Ok(Self::default()),
            false => head.read(head.rest_of(whole_lines(&text))?, 0, head.lines()),
        }
    }

    /// How many are left.
    pub fn len(&self) -> usize {
        self.trials.len()
    }

    /// Whether none is left.
    pub fn is_empty(&self) -> bool {
        self.trials.is_empty()
    }

    /// The outcome of the next trial, if it is known.
    ///
    /// # Errors
    /// [`JournalError::OtherCandidates`].
    pub fn recall(&mut self, trial: &Trial) -> Result<Option<Outcome>, JournalError> {
        let Some(known) = self.trials.pop_front() else {
            return Ok(None);
        };
        if known.candidates != hash_of(trial) {
            return Err(JournalError::OtherCandidates(self.next));
        }
        self.next += 1;
        Ok(Some(known.outcome))
    }
}

/// A text without what comes after its last whole line.
pub fn whole_lines(text: &str) -> &str {
    &text[..text.rfind('\n').map_or(0, |end| end + 1)]
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
