//! Parts of a journal: the trials for one decision of a method are made in shards, each into a file of its
//! own, and the files become the next lines of the journal.
//!
//! The part of shard K of N for `run.journal` is `run.K-of-N.journal`. It has the first lines of the journal,
//! a line that says which part it is of which trials, and the lines of its trials as the journal will have
//! them. It is written whole or not at all.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::journal::TrialJournal;
use super::journal_text::{JournalError, JournalHead};
use super::run::DecisionPart;
use crate::files;
use crate::lab::shard::Shard;

/// The extension of a part, where the journal has none.
const EXTENSION: &str = "journal";

/// Why parts cannot be used.
#[derive(Debug, Error)]
pub enum JournalPartError {
    /// The system refused.
    #[error("{path}: {error}")]
    System {
        /// The file.
        path: String,
        /// What the system said.
        error: io::Error,
    },
    /// A line is not as it was written.
    #[error("{path}, line {line}: `{found}` is damaged, expected {expected}")]
    Damaged {
        /// The file.
        path: String,
        /// Which line, from 1.
        line: usize,
        /// What stands there.
        found: String,
        /// What should stand there.
        expected: String,
    },
    /// Parts of different runs, or for different decisions.
    #[error("{first} and {second} are parts of different runs or decisions")]
    Different {
        /// A file.
        first: String,
        /// The other file.
        second: String,
    },
    /// A part is there twice.
    #[error("{first} and {second} overlap")]
    Overlap {
        /// A file.
        first: String,
        /// The other file.
        second: String,
    },
    /// A part is lacking.
    #[error("part {shard} of trials {first} to {last} is missing")]
    Gap {
        /// The shard.
        shard: Shard,
        /// The first trial for the decision.
        first: u64,
        /// The last one.
        last: u64,
    },
    /// The journal does not fit.
    #[error("{path}: {error}")]
    Journal {
        /// The journal.
        path: String,
        /// What is wrong with it.
        error: JournalError,
    },
}

/// A part that was read.
#[derive(Debug)]
pub struct JournalPart {
    name: String,
    head: JournalHead,
    /// Which shard.
    pub shard: Shard,
    /// The numbers of the trials that all parts are of.
    pub missing: Range<u64>,
    lines: Vec<String>,
}

/// The file of a shard's part.
pub fn part_path(journal: &Path, shard: Shard) -> PathBuf {
    let extension = journal.extension().unwrap_or(EXTENSION.as_ref());
    let extension = extension.to_string_lossy();
    journal.with_extension(format!("{}-of-{}.{extension}", shard.number(), shard.of()))
}

/// Writes a part.
///
/// # Errors
/// What the system says.
pub fn write_part(path: &Path, head: &JournalHead, part: &DecisionPart) -> io::Result<()> {
    let first = part.missing.start + numbers_of(part.shard, &part.missing).start;
    let mut text = head.text().to_owned();
    let title = head.checked(&title_of(part.shard, &part.missing));
    let trials = (first..).zip(&part.trials);
    let lines = trials.map(|(number, (trial, outcome))| head.trial_line(number, trial, outcome));
    for line in std::iter::once(title).chain(lines) {
        text.push_str(&line);
        text.push('\n');
    }
    files::write_whole(path, text.as_bytes())
}

fn title_of(shard: Shard, missing: &Range<u64>) -> String {
    let last = missing.end.saturating_sub(1);
    format!("part {shard} of trials {} to {last}", missing.start)
}

/// The trials of a shard, counted from the first one that is missing.
fn numbers_of(shard: Shard, missing: &Range<u64>) -> Range<u64> {
    shard.part_of(missing.end - missing.start)
}

/// What [`title_of`] says.
fn read_title(line: &str) -> Option<(Shard, Range<u64>)> {
    let (shard, trials) = line.strip_prefix("part ")?.split_once(" of trials ")?;
    let (first, last) = trials.split_once(" to ")?;
    let first: u64 = first.parse().ok()?;
    let end = last.parse::<u64>().ok()?.checked_add(1)?;
    (first < end).then_some((shard.parse().ok()?, first..end))
}

impl JournalPart {
    /// Reads a part and checks every line of it.
    ///
    /// # Errors
    /// [`JournalPartError::System`] and [`JournalPartError::Damaged`].
    pub fn read(path: &Path) -> Result<JournalPart, JournalPartError> {
        let name = path.display().to_string();
        let damaged = |line: usize, found: &str, expected: &str| JournalPartError::Damaged {
            path: name.clone(),
            line,
            found: found.chars().take(60).collect(),
            expected: expected.to_owned(),
        };
        let text = fs::read_to_string(path).map_err(|error| JournalPartError::System {
            path: name.clone(),
            error,
        })?;
        let Some(head) = JournalHead::before(&text) else {
            let found = text.lines().next().unwrap_or_default();
            return Err(damaged(1, found, "the first lines of a journal"));
        };
        let rest = &text[head.text().len()..];
        let (title, trials) = rest.split_once('\n').unwrap_or((rest, ""));
        let (shard, missing) = head
            .unchecked(title)
            .and_then(read_title)
            .ok_or_else(|| damaged(head.lines() + 1, title, "which part it is"))?;
        let numbers = numbers_of(shard, &missing);
        let first = missing.start + numbers.start;
        let read = head.read(trials, first, head.lines() + 1);
        if let Err(JournalError::Damaged {
            line,
            found,
            number,
        }) = read
        {
            return Err(damaged(line, &found, &format!("trial {number}")));
        }
        let lines: Vec<String> = trials.lines().map(str::to_owned).collect();
        if lines.len() as u64 != numbers.end - numbers.start || !text.ends_with('\n') {
            let last = text.lines().last().unwrap_or_default();
            let end = missing.start + numbers.end;
            let expected = format!("the end of a part with trials {first} to {}", end - 1);
            return Err(damaged(text.lines().count(), last, &expected));
        }
        Ok(JournalPart {
            name,
            head,
            shard,
            missing,
            lines,
        })
    }

    /// How many trials it has.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether it has none, as where there are more shards than trials.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

/// Adds the parts for a decision to the journal of their run, and says how many trials were new to it: none
/// when the same parts were added before.
///
/// # Errors
/// All of [`JournalPartError`]; the journal is as it was then.
pub fn merge_parts(journal: &Path, mut parts: Vec<JournalPart>) -> Result<u64, JournalPartError> {
    parts.sort_by_key(|part| part.shard);
    let Some(first) = parts.first() else {
        return Ok(0);
    };
    let of = first.shard.of();
    let (head, missing) = (first.head.clone(), first.missing.clone());
    let gap = |number: u64| match Shard::new(number, of) {
        None => Ok(()),
        Some(shard) => Err(JournalPartError::Gap {
            shard,
            first: missing.start,
            last: missing.end - 1,
        }),
    };
    for pair in parts.windows(2) {
        let [one, other] = [&pair[0], &pair[1]];
        let (first, second) = (one.name.clone(), other.name.clone());
        if one.head != other.head || one.missing != other.missing {
            return Err(JournalPartError::Different { first, second });
        }
        if one.shard.of() != other.shard.of() || one.shard == other.shard {
            return Err(JournalPartError::Overlap { first, second });
        }
    }
    for (number, part) in (1..).zip(&parts) {
        if part.shard.number() != number {
            gap(number)?;
        }
    }
    gap(parts.len() as u64 + 1)?;
    let lines: Vec<String> = parts.into_iter().flat_map(|part| part.lines).collect();
    let added = TrialJournal::extend(journal, head, missing.start, &lines);
    added.map_err(|error| JournalPartError::Journal {
        path: journal.display().to_string(),
        error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::tuning::interface::{Method, MethodSettings};
    use crate::lab::tuning::journal_text::KnownTrials;
    use crate::lab::tuning::methods::spsa::Spsa;
    use crate::lab::tuning::run::TuningRun;
    use crate::lab::tuning::test_bowls::{Planted, planted_numbers};

    const TRIALS: u64 = 20;
    const SHARDS: u64 = 3;

    fn head() -> JournalHead {
        JournalHead::of("a planted run")
    }

    fn run() -> TuningRun<'static> {
        let settings = MethodSettings {
            trials: TRIALS,
            batch: 8,
            spread: 0.1,
            rate: 0.05,
            seed: 2,
        };
        let method: Box<dyn Method> = Box::new(Spsa::new(settings, planted_numbers()));
        TuningRun::new(&Planted, method, TRIALS)
    }

    /// Makes one shard of the next decision; says whether there was something left to do.
    fn shard(journal: &Path, number: u64) -> bool {
        let shard = Shard::new(number, SHARDS).unwrap();
        let known = KnownTrials::read_from(journal, &head()).unwrap();
        let part = run().with_known(known).unwrap().part(shard, 2).unwrap();
        part.is_some_and(|part| {
            write_part(&part_path(journal, shard), &head(), &part).unwrap();
            true
        })
    }

    fn parts(journal: &Path) -> Vec<PathBuf> {
        let shards = (1..=SHARDS).filter_map(|number| Shard::new(number, SHARDS));
        shards.map(|shard| part_path(journal, shard)).collect()
    }

    fn merge(journal: &Path, paths: &[PathBuf]) -> Result<u64, String> {
        let read = paths.iter().rev().map(|path| JournalPart::read(path));
        let read: Result<Vec<_>, _> = read.collect();
        read.and_then(|read| merge_parts(journal, read))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn decisions_made_in_shards_become_the_journal_of_one_run() {
        let directory = tempfile::tempdir().unwrap();
        let whole = directory.path().join("whole.journal");
        let mut run = run().with_journal(TrialJournal::open(&whole, head()).unwrap().0);
        while !run.is_over() {
            run.step(1, |_| ()).unwrap();
        }
        let journal = directory.path().join("run.journal");
        let mut decisions = 0;
        while (1..=SHARDS)
            .filter(|&number| shard(&journal, number))
            .count()
            > 0
        {
            let added = merge(&journal, &parts(&journal)).unwrap();
            assert_eq!(added, [8, 8, 4][decisions]);
            assert_eq!(merge(&journal, &parts(&journal)), Ok(0));
            decisions += 1;
        }
        assert_eq!(decisions, 3);
        assert_eq!(fs::read(&journal).unwrap(), fs::read(&whole).unwrap());
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name() {
        let directory = tempfile::tempdir().unwrap();
        let journal = directory.path().join("run.journal");
        for number in 1..=SHARDS {
            assert!(shard(&journal, number));
        }
        let paths = parts(&journal);
        let complaint = |paths: &[PathBuf]| {
            let said = merge(&journal, paths).unwrap_err();
            assert!(!journal.exists());
            said.replace(directory.path().to_str().unwrap(), "DIR")
        };
        assert_eq!(
            complaint(&paths[1..]),
            "part 1/3 of trials 0 to 7 is missing"
        );
        assert_eq!(
            complaint(&paths[..2]),
            "part 3/3 of trials 0 to 7 is missing"
        );
        assert_eq!(
            complaint(&[paths.clone(), vec![paths[0].clone()]].concat()),
            "DIR/run.1-of-3.journal and DIR/run.1-of-3.journal overlap"
        );
        let text = fs::read_to_string(&paths[1]).unwrap();
        let lines = text.lines().count();
        for place in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= 1;
            fs::write(&paths[1], &bytes).unwrap();
            assert!(merge(&journal, &paths).is_err(), "byte {place} flipped");
            fs::write(&paths[1], &text.as_bytes()[..place]).unwrap();
            assert!(merge(&journal, &paths).is_err(), "cut at byte {place}");
        }
        assert!(!journal.exists());
        fs::write(&paths[1], text.replacen("\n3 ", "\n4 ", 1)).unwrap();
        let said = complaint(&paths);
        let expected = format!("DIR/run.2-of-3.journal, line {}: `4 ", lines - 1);
        assert!(said.starts_with(&expected), "{said}");
        assert!(said.ends_with("is damaged, expected trial 3"), "{said}");
        fs::write(&paths[1], &text).unwrap();
        assert_eq!(merge(&journal, &paths), Ok(8));
        fs::write(&journal, head().text()).unwrap();
        (1..=SHARDS).for_each(|number| assert!(shard(&journal, number)));
        assert_eq!(merge(&journal, &paths), Ok(8));
    }
}
