//! Import of personalities of other programs (Chessmaster, Rodent, HIARCS), by the meaning of their
//! parameters.
//!
//! A file becomes a personality and a list of what could not be carried over. Names and ranges of
//! foreign parameters are facts of their formats; nothing of those programs' files is shipped.

mod chessmaster_file;
mod chessmaster_lines;
mod foreign_option;
mod hiarcs;
mod option_import;
mod option_lines;
mod rodent;

use std::path::Path;

use thiserror::Error;

use super::error::shown;
use super::identity::PersonalityIdentity;
use super::{NAME_CHARS, Personality, TITLE_CHARS};

/// An imported personality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The personality.
    pub personality: Personality,
    /// What could not be carried over, each in a sentence with the reason.
    pub left_out: Vec<String>,
}

/// Why a file could not be imported; nothing of it was taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImportError {
    /// A line of a text is wrong.
    #[error("{file}:{line}: {problem}; expected {expected}")]
    Line {
        /// What the file is called.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
        /// What was expected.
        expected: String,
    },
    /// A value in a binary file is wrong.
    #[error("{file}: at offset {offset:#x}: {problem}; expected {expected}")]
    Offset {
        /// What the file is called.
        file: String,
        /// Bytes from the beginning.
        offset: usize,
        /// What is wrong.
        problem: String,
        /// What was expected.
        expected: String,
    },
    /// The file has none of the formats that can be imported.
    #[error(
        "{file}: {problem}; expected a Chessmaster personality (.CMP, 4096 bytes), lines with \
         cm_parm, or lines `setoption name ... value ...` of HIARCS or Rodent"
    )]
    Alien {
        /// What the file is called.
        file: String,
        /// What is wrong.
        problem: String,
    },
}

impl Import {
    /// The text of a personality file, with what was left out as comments.
    pub fn to_toml(&self) -> String {
        let left_out = self
            .left_out
            .iter()
            .map(|what| format!("# Left out: {what}\n"));
        left_out.collect::<String>() + &self.personality.to_toml()
    }
}

/// Reads the bytes of a foreign personality file; a text may hold several personalities.
///
/// # Errors
///
/// A file that is none of the known formats, or one with a value that its format does not have.
pub fn import(file: &str, bytes: &[u8]) -> Result<Vec<Import>, ImportError> {
    let is_cmp = Path::new(file)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("cmp"));
    if is_cmp || bytes.contains(&0) {
        return chessmaster_file::read(file, bytes).map(|import| vec![import]);
    }
    let text = String::from_utf8_lossy(bytes);
    match text.contains("cm_parm") {
        true => chessmaster_lines::read(file, &text),
        false => option_import::read(file, &text).map(|import| vec![import]),
    }
}

/// The name of a personality's file without its path and extension.
fn stem(file: &str) -> String {
    let stem = Path::new(file).file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// An identity with this name and title, changed as little as our rules for names need.
fn identity(called: &str, origin: &str) -> PersonalityIdentity {
    let title: String = tidy(called).chars().take(TITLE_CHARS).collect();
    let title = title.trim().to_owned();
    PersonalityIdentity {
        name: name(called),
        title: match title.is_empty() {
            true => "Imported".to_owned(),
            false => title,
        },
        blurb: format!("Imported from {origin}."),
        ..PersonalityIdentity::default()
    }
}

/// The nearest valid name: `Capablanca (old)` becomes `capablanca_old`.
fn name(called: &str) -> String {
    let letters = called.chars().map(|letter| match letter {
        letter if letter.is_ascii_alphanumeric() => letter.to_ascii_lowercase(),
        _ => '_',
    });
    let letters: String = letters.collect();
    let words: Vec<&str> = letters.split('_').filter(|word| !word.is_empty()).collect();
    let mut name = words.join("_");
    if !name.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        name.insert_str(0, "imported_");
    }
    name.truncate(NAME_CHARS);
    name.trim_end_matches('_').to_owned()
}

/// Foreign text as our files allow it: one line without control characters or double quotes.
fn tidy(text: &str) -> String {
    let letters = text.chars().map(|letter| match letter {
        '"' => '\'',
        letter if letter.is_control() => ' ',
        letter => letter,
    });
    let tidy: String = letters.collect();
    let words: Vec<&str> = tidy.split_whitespace().collect();
    words.join(" ")
}

/// A whole number within a range, from a word of a line.
fn number(
    file: &str,
    line: usize,
    name: &str,
    value: &str,
    range: &std::ops::RangeInclusive<i32>,
) -> Result<i32, ImportError> {
    match value.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(ImportError::Line {
            file: file.to_owned(),
            line,
            problem: format!("{name} cannot be `{}`", shown(value)),
            expected: format!("a whole number from {} to {}", range.start(), range.end()),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::is_name;

    #[test]
    fn the_page_tells_of_every_option() {
        let page = include_str!("../../../docs/import.md");
        for foreign in rodent::OPTIONS.iter().chain(hiarcs::OPTIONS) {
            assert!(
                page.contains(&format!("`{}`", foreign.name)),
                "{}",
                foreign.name
            );
        }
    }

    #[test]
    fn names_are_made_of_anything() {
        for (called, expected) in [
            ("Capablanca  (old) ", "capablanca_old"),
            ("12 Josh", "imported_12_josh"),
            ("", "imported"),
            ("Müller", "m_ller"),
            (
                "A name that is much longer than any",
                "a_name_that_is_much_long",
            ),
        ] {
            assert_eq!(name(called), expected);
            assert!(is_name(&name(called)));
            let identity = identity(called, "a test");
            assert!(!identity.title.is_empty());
        }
    }
}
