//! Personality files on disk: from a path to a personality.
//!
//! Owns what a readable file is. What is in it is for `file` to say.

use std::path::Path;

use super::Personality;
use super::error::{FileRefusal, PersonalityError};
use super::file::{self, Surroundings};
use crate::files::{ReadError, read_ordinary};

/// The longest personality file, in bytes.
const MAX_FILE_BYTES: u64 = 64 * 1024;

/// Whether a text means a file: it ends in `.toml` or has a directory in it.
pub(super) fn is_path(name_or_file: &str) -> bool {
    let is_toml = Path::new(name_or_file)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    is_toml || name_or_file.contains(std::path::is_separator)
}

/// Reads a personality file that was named in these surroundings.
pub(super) fn read(
    path: &Path,
    surroundings: &Surroundings<'_>,
) -> Result<Personality, PersonalityError> {
    let text = read_text(path)?;
    let file = path.display().to_string();
    file::parse(&file, &text, &surroundings.of_file(path))
}

/// The text of a file of ours, whatever is in it.
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
