//! What can be wrong with a personality, in words for the person who wrote it.
//!
//! Owns the form of every complaint: where (file, line, column, the line itself with a caret),
//! what, what was expected, and the nearest right spelling.

use std::fmt;
use std::ops::Range;

use thiserror::Error;

/// Characters of an offending line that are shown; longer lines are cut around the caret.
const EXCERPT_CHARS: usize = 100;
/// Spellings nearer than this are worth suggesting (Jaro-Winkler, 0 to 1); tried on typing errors
/// in the keys, which score above 0.85, and on unrelated keys, which rarely reach 0.75.
const NEAR: f64 = 0.8;

/// Why there is no personality.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PersonalityError {
    /// A place in a file is not as it must be.
    #[error("{0}")]
    Refused(Box<Refusal>),
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
        /// The names most like it, best first; without any, every name there is.
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

/// A place in a personality file that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What the file is called.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The line itself, shortened around the place when it is long.
    pub excerpt: String,
    /// Where in the excerpt the offending text begins and ends, in characters.
    pub caret: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// What was expected.
    pub expected: String,
    /// The nearest right spelling, if one is near.
    pub nearest: Option<String>,
}

impl Refusal {
    /// A complaint about the bytes `span` of `text`.
    pub(super) fn new(
        file: &str,
        text: &str,
        span: Range<usize>,
        problem: String,
        expected: String,
    ) -> Refusal {
        let start = floor_char_boundary(text, span.start);
        let end = floor_char_boundary(text, span.end).max(start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let column = text[line_start..start].chars().count();
        let length = text[start..end.min(line_end)].chars().count().max(1);
        let (excerpt, caret) = excerpt(&text[line_start..line_end], column, length);
        Refusal {
            file: file.to_owned(),
            line: text[..start].matches('\n').count() + 1,
            column: column + 1,
            excerpt,
            caret,
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
    ) -> Refusal {
        self.nearest = nearest(given, known).into_iter().next();
        self
    }
}

impl From<Refusal> for PersonalityError {
    fn from(refusal: Refusal) -> PersonalityError {
        PersonalityError::Refused(Box::new(refusal))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let before = " ".repeat(self.caret.start);
        let carets = "^".repeat(self.caret.len());
        writeln!(
            f,
            "{}:{number}:{}: {}",
            self.file, self.column, self.problem
        )?;
        writeln!(f, " {number} | {}", self.excerpt)?;
        writeln!(f, " {margin} | {before}{carets}")?;
        write!(f, "expected {}", self.expected)?;
        match &self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

/// The known spellings near to `given`, best first, at most three.
pub(super) fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    // Hostile names may be long; nothing near is.
    if given.chars().count() > 64 {
        return Vec::new();
    }
    let given = given.to_ascii_lowercase();
    let mut rated: Vec<(f64, &str)> = known
        .into_iter()
        .map(|word| (strsim::jaro_winkler(&given, word), word))
        .filter(|&(likeness, _)| likeness >= NEAR)
        .collect();
    rated.sort_by(|one, other| other.0.total_cmp(&one.0));
    rated.truncate(3);
    rated.into_iter().map(|(_, word)| word.to_owned()).collect()
}

/// Text from outside as it may be repeated in a message: one line, no control characters, short.
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

fn harmless(letter: char) -> char {
    match letter {
        '\t' => ' ',
        letter if letter.is_control() => '\u{fffd}',
        letter => letter,
    }
}

/// The part of a line around the caret that fits, and where the caret is in it.
fn excerpt(line: &str, column: usize, length: usize) -> (String, Range<usize>) {
    let line = line.trim_end_matches('\r');
    let first = if column + length > EXCERPT_CHARS {
        column.saturating_sub(EXCERPT_CHARS / 2)
    } else {
        0
    };
    let shown = line.chars().skip(first).take(EXCERPT_CHARS).map(harmless);
    let start = column - first;
    let end = (start + length).min(EXCERPT_CHARS.max(start + 1));
    (shown.collect(), start..end)
}

/// The last character boundary not after `at`.
fn floor_char_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}
