//! What a personality file may name: other personalities, and files of openings.
//!
//! Owns where a name is looked for, and that nobody is based on itself by any detour. It must not
//! know what is in a file.

use std::fs;
use std::path::{Path, PathBuf};

use super::document::Section;
use crate::excerpt::nearest;
use crate::personality::error::{PersonalityError, shown};
use crate::personality::{Personality, Roster, reading};

/// Personalities that may stand on one another.
const LONGEST_CHAIN: usize = 16;

/// Where a file stands.
#[derive(Clone, Debug, Default)]
pub(in crate::personality) struct Surroundings<'a> {
    /// The personalities that can be named; without any, the shipped ones.
    known: Option<&'a [Personality]>,
    /// Where names and relative paths are looked for first.
    directory: Option<PathBuf>,
    /// The files that are being read because of one another, the first one first.
    chain: Vec<PathBuf>,
}

impl<'a> Surroundings<'a> {
    /// A text that stands nowhere, among these personalities.
    pub fn among(known: &'a [Personality]) -> Surroundings<'a> {
        Surroundings {
            known: Some(known),
            ..Surroundings::default()
        }
    }

    /// A file that was named here.
    pub fn of_file(&self, path: &Path) -> Surroundings<'a> {
        let mut chain = self.chain.clone();
        chain.push(whole(path));
        Surroundings {
            known: self.known,
            directory: path.parent().map(Path::to_path_buf),
            chain,
        }
    }

    /// The personality that a file is based on; `section` is its `[identity]`.
    pub(super) fn base(
        &self,
        section: &Section<'_>,
        name: &str,
    ) -> Result<Personality, PersonalityError> {
        let refuse = |problem: String, expected: String| {
            let refusal = section.refuse_value("based_on", problem, expected);
            Err(refusal.into())
        };
        if let Some(file) = self.file_of(name) {
            if let Some(first) = self.chain.iter().position(|before| *before == whole(&file)) {
                let names = self.chain[first..].iter().map(|path| stem(path));
                let circle: Vec<String> = names.chain([stem(&file)]).collect();
                let problem = format!("this goes round in a circle: {}", circle.join(" on "));
                let expected = "somebody who is not based on this one".to_owned();
                return refuse(problem, expected);
            }
            if self.chain.len() >= LONGEST_CHAIN {
                let problem = format!("more than {LONGEST_CHAIN} files stand on one another");
                return refuse(problem, "fewer".to_owned());
            }
            let read = reading::read(&file, self);
            let expected = "a personality or the path of a personality file";
            return read.map_err(|error| refuse_unread(section, "based_on", error, expected));
        }
        let shipped;
        let known = match self.known {
            Some(known) => known,
            None => {
                shipped = Roster::built_in();
                shipped.members()
            }
        };
        if let Some(base) = known.iter().find(|base| base.name() == name) {
            return Ok(base.clone());
        }
        let names = || known.iter().map(Personality::name);
        let problem = format!("nobody is called `{}`", shown(name));
        let expected = match nearest(name, names()).is_empty() {
            true => {
                let all: Vec<&str> = names().collect();
                format!("a file or one of {}", all.join(", "))
            }
            false => "a personality of the roster or the path of a file".to_owned(),
        };
        let refusal = section.refuse_value("based_on", problem, expected);
        Err(refusal.suggesting(name, names()).into())
    }

    /// The file that a name means: a path, or `NAME.toml` beside the file. One that is based on
    /// its own name means the one on the roster.
    fn file_of(&self, name: &str) -> Option<PathBuf> {
        if reading::is_path(name) {
            return Some(self.path(name));
        }
        let beside = self.directory.as_ref()?.join(format!("{name}.toml"));
        let is_itself = self.chain.last() == Some(&whole(&beside));
        (!is_itself && beside.is_file()).then_some(beside)
    }

    /// A path relative to the file, or an absolute one.
    pub fn path(&self, path: &str) -> PathBuf {
        match &self.directory {
            Some(directory) => directory.join(path),
            None => PathBuf::from(path),
        }
    }
}

/// A file by the one path that it has, as far as it exists.
fn whole(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    shown(&stem.to_string_lossy())
}

/// The complaint, where `key` names it, that a file could not be read; whatever is wrong inside the
/// file stays a complaint about that file.
pub(super) fn refuse_unread(
    section: &Section<'_>,
    key: &str,
    error: PersonalityError,
    expected: &str,
) -> PersonalityError {
    let problem = match error {
        PersonalityError::Unreadable { file, reason } => format!("{file} cannot be read: {reason}"),
        PersonalityError::TooLong { file, limit_bytes } => {
            format!("{file} is longer than {limit_bytes} bytes")
        }
        other => return other,
    };
    section
        .refuse_value(key, problem, expected.to_owned())
        .into()
}
