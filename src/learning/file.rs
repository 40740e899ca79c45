//! The learning file: read whole, changed only under a lock, and never written over when it is not
//! what it should be.
//!
//! A change reads what is on disk, applies itself to that, writes a new file beside the old one and
//! renames it, all while it holds the lock, so that two engines at once lose nothing and whoever is
//! killed leaves the old file or the new one. The lock is a file of its own, because the file itself is
//! replaced; the system releases it however the program ends.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::files::{self, ReadError};
use crate::learning::experience::Experience;
use crate::learning::text::{self, FaultyText, LONGEST_TEXT_BYTES};

/// The file's name in the user's directory for what programs remember.
const FILE_NAME: &str = "learning.txt";
/// How long to wait for another engine that writes, which takes some milliseconds.
const LOCK_PATIENCE: Duration = Duration::from_secs(5);
const LOCK_PAUSE: Duration = Duration::from_millis(5);
/// Damaged files that are kept aside.
const MOST_KEPT_ASIDE: u32 = 99;

/// Why the file could not be read or changed; it is then as it was.
#[derive(Debug, Error)]
pub enum LearningError {
    /// It cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: ReadError,
    },
    /// What it holds is no experience.
    #[error("{}: {fault}", path.display())]
    Faulty {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: FaultyText,
    },
    /// Somebody else has held the lock for too long.
    #[error("cannot change {}: another program has held {} for {} seconds", path.display(), lock.display(), LOCK_PATIENCE.as_secs())]
    Locked {
        /// The file.
        path: PathBuf,
        /// Its lock.
        lock: PathBuf,
    },
    /// The file or its lock cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Unwritable {
        /// Which of them.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// There is no place for it.
    #[error(
        "there is no directory for what is learnt, expected a home directory or `learning_file`"
    )]
    NoPlace,
}

/// The file's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearningFile {
    path: PathBuf,
}

impl LearningFile {
    /// The file at this path; without one, in the user's directory for what programs remember
    /// ([`files::remembered`]).
    ///
    /// # Errors
    /// [`LearningError::NoPlace`].
    pub fn at(path: Option<&Path>) -> Result<LearningFile, LearningError> {
        if let Some(path) = path {
            return Ok(LearningFile {
                path: path.to_owned(),
            });
        }
        let path = files::remembered(FILE_NAME).ok_or(LearningError::NoPlace)?;
        Ok(LearningFile { path })
    }

    /// Where it is, whether it exists or not.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it holds; a file that does not exist holds nothing.
    ///
    /// # Errors
    /// When it cannot be read or is no learning file.
    pub fn read(&self) -> Result<Experience, LearningError> {
        match files::read_ordinary(&self.path, LONGEST_TEXT_BYTES as u64) {
            Ok(bytes) => text::read(&bytes).map_err(|fault| LearningError::Faulty {
                path: self.path.clone(),
                fault,
            }),
            Err(ReadError::System(error)) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Experience::default())
            }
            Err(source) => Err(LearningError::Unreadable {
                path: self.path.clone(),
                source,
            }),
        }
    }

    /// Changes what it holds and returns that. A damaged file is kept aside under another name, which
    /// is returned too, and the change begins with nothing.
    ///
    /// # Errors
    /// When it cannot be read, locked or written, or is of a newer format or no learning file at all.
    pub fn change(
        &self,
        change: impl FnOnce(&mut Experience),
    ) -> Result<(Experience, Option<PathBuf>), LearningError> {
        let _lock = self.lock()?;
        let (mut experience, aside) = match self.read() {
            Ok(experience) => (experience, None),
            Err(LearningError::Faulty {
                fault: FaultyText::Damaged { .. },
                ..
            }) => (Experience::default(), Some(self.keep_aside()?)),
            Err(error) => return Err(error),
        };
        change(&mut experience);
        let text = text::write(&experience);
        let written = files::replace(&self.path, text.as_bytes());
        written.map_err(|source| self.unwritable(&self.path, source))?;
        Ok((experience, aside))
    }

    fn unwritable(&self, path: &Path, source: io::Error) -> LearningError {
        LearningError::Unwritable {
            path: path.to_owned(),
            source,
        }
    }

    /// Waits for the lock, which is released when the returned file is dropped.
    fn lock(&self) -> Result<File, LearningError> {
        // Whatever link leads to it, the same file has the same lock.
        let target = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let path = with_ending(&target, "lock");
        let unwritable = |source| self.unwritable(&path, source);
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).map_err(unwritable)?;
        }
        let mut options = OpenOptions::new();
        let options = options.create(true).read(true).write(true).truncate(false);
        let file = options.open(&path).map_err(unwritable)?;
        let began = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::WouldBlock) if began.elapsed() < LOCK_PATIENCE => {
                    thread::sleep(LOCK_PAUSE);
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(LearningError::Locked {
                        path: self.path.clone(),
                        lock: path,
                    });
                }
                Err(TryLockError::Error(source)) => return Err(unwritable(source)),
            }
        }
    }

    /// Gives a damaged file another name and returns that.
    fn keep_aside(&self) -> Result<PathBuf, LearningError> {
        let names = (1..=MOST_KEPT_ASIDE).map(|number| match number {
            1 => with_ending(&self.path, "damaged"),
            _ => with_ending(&self.path, &format!("damaged-{number}")),
        });
        let mut free = names.filter(|name| fs::symlink_metadata(name).is_err());
        let aside = free.next().ok_or_else(|| {
            let full = "there are too many damaged files beside it already";
            self.unwritable(&self.path, io::Error::other(full))
        })?;
        fs::rename(&self.path, &aside).map_err(|source| self.unwritable(&aside, source))?;
        Ok(aside)
    }
}

/// The path with one more ending.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    path.with_file_name(name)
}

#[cfg(test)]
mod tests;
