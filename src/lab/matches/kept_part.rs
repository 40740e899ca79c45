//! Parts of kept games: a match that is played in shards, each into a file of its own, and how the files
//! become one.
//!
//! The part of shard K of N of `match.pgn` is `match.K-of-N.pgn`, a kept file like any other whose
//! conditions end with a line that says which part it is. When it is whole it is sealed: a small file
//! beside it says how long it is and what its checksums are. A part that was cut off has no seal, so that
//! it never looks whole.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::kept_file::CONDITIONS;
use crate::checksum::Fnv64;
use crate::files;
use crate::lab::shard::Shard;

/// The extension of the seal.
const SEAL: &str = "seal";
/// The extension of the games.
const GAMES: &str = "pgn";
/// What stands between the number of a shard and how many there are in the name of a file.
const OF: &str = "-of-";
/// The beginning of the conditions' line that says which part it is.
const SHARD: &str = "shard: ";

/// Why parts cannot be used.
#[derive(Debug, Error)]
pub enum PartError {
    /// The system refused.
    #[error("{path}: {error}")]
    System {
        /// The file.
        path: String,
        /// What the system said.
        error: io::Error,
    },
    /// It was never finished, or its seal was left behind.
    #[error("{0} has no seal beside it: it is not whole, run its shard again")]
    Unsealed(String),
    /// It is not what was sealed.
    #[error("{path} is not what was sealed: {found}, expected {expected}")]
    Changed {
        /// The file.
        path: String,
        /// What the seal of the file as it is would say.
        found: String,
        /// What the seal says.
        expected: String,
    },
    /// Its conditions do not say that it is this part.
    #[error("{path}: the last line of its conditions is `{found}`, expected `{expected}`")]
    WrongPart {
        /// The file.
        path: String,
        /// The line.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// A part is lacking.
    #[error("part {shard} of {name} is missing")]
    Gap {
        /// The shard.
        shard: Shard,
        /// The name of the whole.
        name: String,
    },
    /// A part is there twice, or cut in two ways.
    #[error("{first} and {second} overlap")]
    Overlap {
        /// A file.
        first: String,
        /// The other file.
        second: String,
    },
    /// Other conditions.
    #[error("{first} and {second} were played under different conditions")]
    Conditions {
        /// A file.
        first: String,
        /// The other file.
        second: String,
    },
    /// There is nothing to merge.
    #[error("there are no parts of games in {0}, expected files like NAME.3-of-8.pgn")]
    Nothing(String),
}

fn of_system(path: &Path) -> impl FnOnce(io::Error) -> PartError {
    let path = path.display().to_string();
    move |error| PartError::System { path, error }
}

/// The file of a shard's part.
pub fn part_path(whole: &Path, shard: Shard) -> PathBuf {
    whole.with_extension(format!("{}{OF}{}.{GAMES}", shard.number(), shard.of()))
}

/// The conditions of a shard's part: those of the whole, and which part it is.
pub fn part_conditions(whole: &str, shard: Shard) -> String {
    let end = if whole.is_empty() || whole.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    format!("{whole}{end}{SHARD}{shard}\n")
}

/// Seals a part that is whole.
///
/// # Errors
/// [`PartError::System`].
pub fn seal(path: &Path) -> Result<(), PartError> {
    let seal = seal_of(path)?;
    let beside = path.with_extension(SEAL);
    files::replace(&beside, seal.as_bytes()).map_err(of_system(&beside))
}

/// What the seal of a file says.
fn seal_of(path: &Path) -> Result<String, PartError> {
    let mut text = String::new();
    for (what, path) in [
        ("games", path),
        ("conditions", &path.with_extension(CONDITIONS)),
    ] {
        let bytes = fs::read(path).map_err(of_system(path))?;
        let (length, checksum) = (bytes.len(), Fnv64::of(&bytes));
        text.push_str(&format!(
            "{what}: {length} bytes, checksum {checksum:016x}\n"
        ));
    }
    Ok(text)
}

/// A part that was found in a directory.
struct FoundPart {
    path: PathBuf,
    /// The name of the whole's file.
    whole: String,
    shard: Shard,
}

impl FoundPart {
    /// What a file's name says, if it is that of a part.
    fn of(path: &Path) -> Option<FoundPart> {
        if path.extension() != Some(OsStr::new(GAMES)) {
            return None;
        }
        let (stem, part) = path.file_stem()?.to_str()?.rsplit_once('.')?;
        let (number, of) = part.split_once(OF)?;
        Some(FoundPart {
            path: path.to_owned(),
            whole: format!("{stem}.{GAMES}"),
            shard: Shard::new(number.parse().ok()?, of.parse().ok()?)?,
        })
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The conditions of the whole, if the part is as it was sealed.
    fn verified(&self) -> Result<String, PartError> {
        let beside = self.path.with_extension(SEAL);
        if !beside.exists() {
            return Err(PartError::Unsealed(self.name()));
        }
        let expected = fs::read_to_string(&beside).map_err(of_system(&beside))?;
        let found = seal_of(&self.path)?;
        if found != expected {
            let lines = || std::iter::zip(found.lines(), expected.lines());
            let (found, expected) = lines().find(|(a, b)| a != b).unwrap_or((&found, &expected));
            return Err(PartError::Changed {
                path: self.name(),
                found: found.to_owned(),
                expected: expected.to_owned(),
            });
        }
        let beside = self.path.with_extension(CONDITIONS);
        let conditions = fs::read_to_string(&beside).map_err(of_system(&beside))?;
        let expected = format!("{SHARD}{}\n", self.shard);
        match conditions.strip_suffix(&expected) {
            Some(whole) => Ok(whole.to_owned()),
            None => Err(PartError::WrongPart {
                path: self.name(),
                found: conditions.lines().last().unwrap_or_default().to_owned(),
                expected: expected.trim_end().to_owned(),
            }),
        }
    }
}

/// The parts in these directories, by the names of the wholes and by their numbers.
fn find_parts(directories: &[PathBuf]) -> Result<BTreeMap<String, Vec<FoundPart>>, PartError> {
    let mut found = BTreeMap::<String, Vec<FoundPart>>::new();
    for directory in directories {
        let entries = fs::read_dir(directory).map_err(of_system(directory))?;
        for entry in entries {
            let path = entry.map_err(of_system(directory))?.path();
            if let Some(part) = FoundPart::of(&path) {
                found.entry(part.whole.clone()).or_default().push(part);
            }
        }
    }
    let by_number = |part: &FoundPart| (part.shard, part.path.clone());
    found.values_mut().for_each(|it| it.sort_by_key(by_number));
    match found.is_empty() {
        false => Ok(found),
        true => {
            let names = directories.iter().map(|it| it.display().to_string());
            Err(PartError::Nothing(names.collect::<Vec<_>>().join(", ")))
        }
    }
}

/// Checks every part in these directories. Says which are as they were sealed and what is wrong with the
/// others.
///
/// # Errors
/// [`PartError::System`] and [`PartError::Nothing`].
pub fn verify_parts(directories: &[PathBuf]) -> Result<Vec<Result<PathBuf, PartError>>, PartError> {
    let found = find_parts(directories)?.into_values().flatten();
    Ok(found
        .map(|part| part.verified().map(|_| part.path))
        .collect())
}

/// The games of a whole match, put together.
#[derive(Debug, PartialEq, Eq)]
pub struct MergedGames {
    /// The name of its file.
    pub name: String,
    /// Its games.
    pub games: Vec<u8>,
    /// Its conditions.
    pub conditions: String,
    /// Of how many parts.
    pub parts: u64,
}

/// Puts the parts in these directories together: for each match the file that one run would have written.
///
/// # Errors
/// All of [`PartError`], by the names of the files.
pub fn merge_parts(directories: &[PathBuf]) -> Result<Vec<MergedGames>, PartError> {
    let found = find_parts(directories)?;
    found
        .into_iter()
        .map(|(name, parts)| merge(name, &parts))
        .collect()
}

fn merge(name: String, parts: &[FoundPart]) -> Result<MergedGames, PartError> {
    let first = &parts[0];
    let of = first.shard.of();
    let mut merged = MergedGames {
        games: Vec::new(),
        conditions: first.verified()?,
        parts: of,
        name,
    };
    let mut next = 1;
    for (number, part) in parts.iter().enumerate() {
        let before = &parts[number.saturating_sub(1)];
        let (first_name, second) = (before.name(), part.name());
        if part.shard.of() != of || number > 0 && part.shard == before.shard {
            return Err(PartError::Overlap {
                first: first_name,
                second,
            });
        }
        missing(&merged.name, next..part.shard.number(), of)?;
        next = part.shard.number() + 1;
        if part.verified()? != merged.conditions {
            return Err(PartError::Conditions {
                first: first.name(),
                second,
            });
        }
        let games = fs::read(&part.path).map_err(of_system(&part.path))?;
        merged.games.extend(games);
    }
    missing(&merged.name, next..of + 1, of)?;
    Ok(merged)
}

/// Complains of the first of these numbers.
fn missing(name: &str, mut numbers: std::ops::Range<u64>, of: u64) -> Result<(), PartError> {
    let lacking = numbers.next().and_then(|number| Shard::new(number, of));
    lacking.map_or(Ok(()), |shard| {
        Err(PartError::Gap {
            shard,
            name: name.to_owned(),
        })
    })
}

impl MergedGames {
    /// Writes the games and their conditions into a directory, as the match itself would have.
    ///
    /// # Errors
    /// What the system says, or that there are other games already.
    pub fn write(&self, directory: &Path) -> io::Result<PathBuf> {
        let path = directory.join(&self.name);
        let beside = path.with_extension(CONDITIONS);
        let stands = |path: &Path, bytes: &[u8]| match fs::read(path) {
            Ok(there) => there == bytes || there.is_empty(),
            Err(_) => true,
        };
        if !stands(&path, &self.games) || !stands(&beside, self.conditions.as_bytes()) {
            let name = path.display();
            let words = format!("there are other games in {name} already, expected none");
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, words));
        }
        files::write_whole(&path, &self.games)?;
        files::replace(&beside, self.conditions.as_bytes())?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts of a match in a directory, sealed.
    fn parts(directory: &Path, texts: &[&str]) {
        let of = texts.len() as u64;
        for (number, text) in (1..).zip(texts) {
            let shard = Shard::new(number, of).unwrap();
            let path = part_path(&directory.join("lion-neutral.pgn"), shard);
            fs::write(&path, text).unwrap();
            let conditions = part_conditions("nodes: 5\n", shard);
            fs::write(path.with_extension(CONDITIONS), conditions).unwrap();
            seal(&path).unwrap();
        }
    }

    fn directory(texts: &[&str]) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        parts(directory.path(), texts);
        directory
    }

    fn complaint(directories: &[&Path]) -> String {
        let directories: Vec<PathBuf> = directories.iter().map(|it| it.to_path_buf()).collect();
        let error = merge_parts(&directories).unwrap_err().to_string();
        error.replace(directories[0].to_str().unwrap(), "DIR")
    }

    #[test]
    fn parts_become_the_whole() {
        let directory = directory(&["one ", "two ", "", "four"]);
        let path = directory.path().to_owned();
        assert!(
            verify_parts(std::slice::from_ref(&path))
                .unwrap()
                .iter()
                .all(Result::is_ok)
        );
        let merged = merge_parts(std::slice::from_ref(&path)).unwrap();
        assert_eq!(merged.len(), 1);
        assert_eq!(merged[0].games, b"one two four");
        let written = merged[0].write(&path).unwrap();
        assert_eq!(written, path.join("lion-neutral.pgn"));
        let beside = written.with_extension(CONDITIONS);
        assert_eq!(fs::read_to_string(beside).unwrap(), "nodes: 5\n");
        // The same again changes nothing; other games are not lost.
        assert!(merged[0].write(&path).is_ok());
        fs::write(&written, "mine").unwrap();
        assert!(merged[0].write(&path).is_err());
        assert_eq!(fs::read(&written).unwrap(), b"mine");
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name() {
        let whole = ["one", "two", "three"];
        let remove = |number: u32, extension: &str| {
            let directory = directory(&whole);
            let name = format!("lion-neutral.{number}-of-3.{extension}");
            fs::remove_file(directory.path().join(name)).unwrap();
            complaint(&[directory.path()])
        };
        assert_eq!(remove(2, "pgn"), "part 2/3 of lion-neutral.pgn is missing");
        assert_eq!(remove(3, "pgn"), "part 3/3 of lion-neutral.pgn is missing");
        assert_eq!(
            remove(1, "seal"),
            "DIR/lion-neutral.1-of-3.pgn has no seal beside it: it is not whole, run its shard again"
        );
        let flipped = directory(&whole);
        fs::write(flipped.path().join("lion-neutral.3-of-3.pgn"), "thrfe").unwrap();
        let said = complaint(&[flipped.path()]);
        assert!(
            said.starts_with("DIR/lion-neutral.3-of-3.pgn is not what was sealed: games: 5 bytes"),
            "{said}"
        );

        let (first, second) = (directory(&whole), directory(&["four", "five"]));
        assert!(complaint(&[first.path(), second.path()]).ends_with(" overlap"));
        let again = directory(&whole);
        assert!(complaint(&[first.path(), again.path()]).ends_with(" overlap"));
        let empty = tempfile::tempdir().unwrap();
        assert!(complaint(&[empty.path()]).starts_with("there are no parts of games in DIR"));
    }

    #[test]
    fn other_conditions_and_renamed_parts_are_refused() {
        let directory = directory(&["one", "two"]);
        let path = directory.path().join("lion-neutral.2-of-2.pgn");
        let beside = path.with_extension(CONDITIONS);
        fs::write(
            &beside,
            part_conditions("nodes: 6\n", Shard::new(2, 2).unwrap()),
        )
        .unwrap();
        seal(&path).unwrap();
        assert!(complaint(&[directory.path()]).ends_with("were played under different conditions"));
        fs::write(
            &beside,
            part_conditions("nodes: 5\n", Shard::new(1, 2).unwrap()),
        )
        .unwrap();
        seal(&path).unwrap();
        assert_eq!(
            complaint(&[directory.path()]),
            "DIR/lion-neutral.2-of-2.pgn: the last line of its conditions is `shard: 1/2`, expected `shard: 2/2`"
        );
    }
}
