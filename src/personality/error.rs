//! Errors in personality files, in words for the person who wrote the file: the place, what is
//! wrong, what was expected, and the nearest right spelling.

use std::fmt;
use std::ops::Range;

use thiserror::Error;

use crate::excerpt::{Excerpt, harmless, nearest};

/// Why a personality could not be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PersonalityError {
    /// Something in a file is wrong.
    #[error("{0}")]
    Refused(Box<FileRefusal>),
    /// A file cannot be read at all.
    #[error(
        "{file}: cannot be read: {reason}; expected a personality file such as hypermodern.toml"
    )]
    Unreadable {
        /// The path as given.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// A file is too long to be a personality.
    #[error("{file}: is longer than {limit_bytes} bytes, the most a personality file may have")]
    TooLong {
        /// The path as given.
        file: String,
        /// The limit.
        limit_bytes: u64,
    },
    /// No personality has this name.
    #[error(
        "no personality is called `{}`; {}",
        shown(name),
        suggest_names(nearest)
    )]
    Unknown {
        /// The name as given.
        name: String,
        /// The most similar names, the best first; every name there is, if none is similar.
        nearest: Vec<String>,
    },
    /// Two files of one directory claim the same name.
    #[error(
        "{file}: another file of the same directory has the personality `{name}` already; expected a name of its own"
    )]
    NameTaken {
        /// The second file.
        file: String,
        /// The name.
        name: String,
    },
}

/// A mistake in a personality file, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRefusal {
    /// What the file is called.
    pub file: String,
    /// The place.
    pub place: Excerpt,
    /// The same in bytes of the file's text.
    pub(super) span: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// What was expected.
    pub expected: String,
    /// The nearest right spelling, if one is near.
    pub nearest: Option<String>,
}

impl FileRefusal {
    /// A complaint about the bytes `span` of `text`.
    pub(super) fn new(
        file: &str,
        text: &str,
        span: Range<usize>,
        problem: String,
        expected: String,
    ) -> FileRefusal {
        FileRefusal {
            file: file.to_owned(),
            place: Excerpt::new(text, span.clone()),
            span,
            problem,
            expected,
            nearest: None,
        }
    }

    /// The same with the known spelling nearest to `given`, if one is near.
    pub(super) fn suggesting<'a>(
        mut self,
        given: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> FileRefusal {
        self.nearest = nearest(given, known).into_iter().next();
        self
    }
}

impl From<FileRefusal> for PersonalityError {
    fn from(refusal: FileRefusal) -> PersonalityError {
        PersonalityError::Refused(Box::new(refusal))
    }
}

impl fmt::Display for FileRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Excerpt { line, column, .. } = self.place;
        writeln!(f, "{}:{line}:{column}: {}", self.file, self.problem)?;
        writeln!(f, "{}", self.place)?;
        write!(f, "expected {}", self.expected)?;
        match &self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

/// Text from outside in a form that a message may repeat: short, on one line, without control
/// characters.
pub(super) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(64).map(harmless).collect();
    if text.chars().nth(64).is_some() {
        shown.push_str("...");
    }
    shown
}

fn suggest_names(nearest: &[String]) -> String {
    let quoted: Vec<String> = nearest.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => "there are none to choose from".to_owned(),
        [only] => format!("did you mean {only}?"),
        [all @ .., last] => format!("choose among {} and {last}", all.join(", ")),
    }
}
