//! The lookup of what a personality file may name (other personalities, and files of openings), and
//! the reading of the text of such a file.

use std::fs;
use std::path::{Path, PathBuf};

use super::Personality;
use super::document::Section;
use super::error::{FileRefusal, PersonalityError, shown};
use crate::files::{ReadError, read_ordinary};

/// The most files that may be based on one another.
pub(super) const LONGEST_CHAIN: usize = 16;
/// The longest personality file, in bytes.
const MAX_FILE_BYTES: u64 = 64 * 1024;

/// Where a file is, and which personalities it can name.
#[derive(Clone, Debug)]
pub(super) struct FileLookup<'a> {
    known: Known<'a>,
    /// Where names and relative paths are looked for first.
    directory: Option<PathBuf>,
    /// The files that are being read because of one another, the first one first.
    chain: Vec<PathBuf>,
}

/// The personalities that can be named.
#[derive(Clone, Debug)]
enum Known<'a> {
    These(&'a [Personality]),
    /// Those that this function gives, which takes its time.
    Given(fn() -> Vec<Personality>),
}

impl<'a> FileLookup<'a> {
    /// The lookup of a text or file among these personalities.
    pub fn among(known: &'a [Personality]) -> FileLookup<'a> {
        FileLookup {
            known: Known::These(known),
            directory: None,
            chain: Vec::new(),
        }
    }

    /// The lookup of a text without a file; `known` gives the personalities that it can name, when they are needed.
    pub fn of_text(known: fn() -> Vec<Personality>) -> FileLookup<'a> {
        FileLookup {
            known: Known::Given(known),
            directory: None,
            chain: Vec::new(),
        }
    }

    /// The lookup of a file that was named here.
    pub fn of_file(&self, path: &Path) -> FileLookup<'a> {
        let mut chain = self.chain.clone();
        chain.push(canonical(path));
        FileLookup {
            known: self.known.clone(),
            directory: path.parent().map(Path::to_path_buf),
            chain,
        }
    }

    /// The personalities that can be named.
    pub fn known(&self) -> Vec<Personality> {
        match self.known {
            Known::These(known) => known.to_vec(),
            Known::Given(known) => known(),
        }
    }

    /// The file that a name means: a path, or `NAME.toml` beside the file. A file that is based on
    /// its own name means the personality of that name on the roster.
    pub fn file_of(&self, name: &str) -> Option<PathBuf> {
        if is_path(name) {
            return Some(self.path(name));
        }
        let beside = self.directory.as_ref()?.join(format!("{name}.toml"));
        let is_itself = self.chain.last() == Some(&canonical(&beside));
        (!is_itself && beside.is_file()).then_some(beside)
    }

    /// A path relative to the file, or an absolute one.
    pub fn path(&self, path: &str) -> PathBuf {
        match &self.directory {
            Some(directory) => directory.join(path),
            None => PathBuf::from(path),
        }
    }

    /// The names of the files between a file and itself, if it is being read already.
    pub fn circle_to(&self, file: &Path) -> Option<Vec<String>> {
        let canonical = canonical(file);
        let first = self.chain.iter().position(|before| *before == canonical)?;
        let names = self.chain[first..].iter().map(|path| stem(path));
        Some(names.chain([stem(file)]).collect())
    }

    /// Whether as many files are based on one another as may be.
    pub fn is_full(&self) -> bool {
        self.chain.len() >= LONGEST_CHAIN
    }
}

/// Whether a text means a file: it ends in `.toml` or has a directory in it.
pub(super) fn is_path(name_or_file: &str) -> bool {
    let is_toml = Path::new(name_or_file)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    is_toml || name_or_file.contains(std::path::is_separator)
}

/// A file by the one path that it has, as far as it exists.
fn canonical(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    shown(&stem.to_string_lossy())
}

/// The text of a personality file or a file of lines.
pub(super) fn read_text(path: &Path) -> Result<String, PersonalityError> {
    let file = path.display().to_string();
    let bytes = read_ordinary(path, MAX_FILE_BYTES).map_err(|error| match error {
        ReadError::TooLong { limit_bytes } => PersonalityError::TooLong {
            file: file.clone(),
            limit_bytes,
        },
        other => unreadable(path, &other),
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes());
        let problem = "this is not UTF-8 text".to_owned();
        let expected = "a file saved as UTF-8".to_owned();
        FileRefusal::new(&file, &text, at..at, problem, expected).into()
    })
}

pub(super) fn unreadable(path: &Path, error: &dyn std::error::Error) -> PersonalityError {
    PersonalityError::Unreadable {
        file: path.display().to_string(),
        reason: error.to_string(),
    }
}

/// Turns the error that a file could not be read into one at the key that names the file. An error
/// inside the file stays as it is.
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
