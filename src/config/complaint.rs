//! What is wrong with a TOML text, as a picture: file, line, column, the line itself, a caret, and
//! the nearest valid word.
//!
//! Owns the wording only. It must not know which keys exist: the parser's own message lists them.

use std::fmt;
use std::path::{Path, PathBuf};

/// The least likeness (Jaro-Winkler, 0 to 1) at which a known word is suggested.
const LEAST_LIKENESS: f64 = 0.75;
/// What is expected goes to a line of its own when it is longer than this.
const LONG: usize = 60;

/// A mistake in a TOML file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    path: PathBuf,
    /// From 1; 0 when the parser named no place.
    line: usize,
    /// From 1, in characters.
    column: usize,
    line_text: String,
    caret_width: usize,
    problem: String,
    /// What would have been right, where the parser says so.
    expected: Option<String>,
    suggestion: Option<String>,
}

impl Complaint {
    pub(super) fn new(path: &Path, text: &str, error: &toml::de::Error) -> Complaint {
        let message = error
            .message()
            .trim_end()
            .replace('\n', ", ")
            .replace("expected i64", "expected a whole number")
            .replace("expected u64", "expected a whole number from 0");
        let suggestion = nearest_word(&message);
        let (problem, expected) = match message.split_once(", expected ") {
            Some((problem, expected)) if suggestion.is_some() || expected.len() > LONG => {
                (problem.to_owned(), Some(expected.to_owned()))
            }
            _ => (message, None),
        };
        let mut complaint = Complaint {
            path: path.to_owned(),
            line: 0,
            column: 0,
            line_text: String::new(),
            caret_width: 0,
            problem: problem.replace("unknown field", "unknown key"),
            expected,
            suggestion,
        };
        if let Some(span) = error.span() {
            complaint.locate(text, span);
        }
        complaint
    }

    fn locate(&mut self, text: &str, span: std::ops::Range<usize>) {
        let start = floor_char_boundary(text, span.start);
        let end = floor_char_boundary(text, span.end.max(start));
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..]
            .find('\n')
            .map_or(text.len(), |newline| start + newline);
        self.line = text[..start].matches('\n').count() + 1;
        self.column = text[line_start..start].chars().count() + 1;
        self.line_text = text[line_start..line_end].trim_end().to_owned();
        self.caret_width = text[start..end.min(line_end)].chars().count().max(1);
    }
}

impl fmt::Display for Complaint {
    /// What is wrong on the first line, then the picture, then what was expected.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        write!(f, ": {}", self.problem)?;
        if let Some(word) = &self.suggestion {
            write!(f, "; did you mean `{word}`?")?;
        }
        if self.line > 0 {
            let number = self.line.to_string();
            let margin = " ".repeat(number.len());
            let indent = " ".repeat(self.column - 1);
            let carets = "^".repeat(self.caret_width);
            let line = self.line_text.replace('\t', " ");
            write!(f, "\n{number} | {line}\n{margin} | {indent}{carets}")?;
        }
        match &self.expected {
            Some(expected) => write!(f, "\nexpected {expected}"),
            None => Ok(()),
        }
    }
}

/// The largest index not above `index` at which `text` may be cut.
fn floor_char_boundary(text: &str, index: usize) -> usize {
    (0..=index.min(text.len()))
        .rev()
        .find(|&index| text.is_char_boundary(index))
        .unwrap_or(0)
}

/// Of the words in backquotes, the one most like the first: serde names the unknown word first and
/// the valid ones after it.
fn nearest_word(message: &str) -> Option<String> {
    let mut words = message.split('`').skip(1).step_by(2);
    let unknown = words.next().filter(|_| message.starts_with("unknown"))?;
    words
        .map(|word| (strsim::jaro_winkler(unknown, word), word))
        .filter(|(likeness, _)| *likeness >= LEAST_LIKENESS)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, word)| word.to_owned())
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use std::path::Path;

    fn complaint(text: &str) -> String {
        Config::parse(text, Path::new("masque.toml"))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn a_typo_is_shown_with_the_nearest_key() {
        insta::assert_snapshot!(complaint("hash_mib = 2\npersonalty = 'neutral'\n"), @r"
        masque.toml:2:1: unknown key `personalty`; did you mean `personality`?
        2 | personalty = 'neutral'
          | ^^^^^^^^^^
        expected one of `personality`, `personality_directories`, `tablebase_directories`, `hash_mib`, `move_overhead_ms`, `resign`, `seed`, `log`
        ");
    }

    #[test]
    fn a_wrong_value_is_pointed_at() {
        insta::assert_snapshot!(complaint("hash_mib = 'big'\n"), @r#"
        masque.toml:1:12: invalid type: string "big", expected a whole number
        1 | hash_mib = 'big'
          |            ^^^^^
        "#);
        insta::assert_snapshot!(complaint("# ä\n  hash_mib = 0  # none\n"), @r"
        masque.toml:2:14: 0 is outside 1 to 65536 MiB
        2 |   hash_mib = 0  # none
          |              ^
        ");
    }

    #[test]
    fn a_key_like_nothing_gets_no_suggestion() {
        assert!(!complaint("zzz = 1").contains("did you mean"));
    }

    #[test]
    fn the_first_line_says_it_all() {
        let text = complaint("hash_mib = 0");
        let first = text.lines().next();
        assert_eq!(first, Some("masque.toml:1:12: 0 is outside 1 to 65536 MiB"));
    }

    #[test]
    fn broken_text_of_every_kind_is_refused_without_panic() {
        for text in [
            "\u{0}",
            "ä = ö",
            "=",
            "[[[",
            "seed = 2\nseed = 3",
            "\"\"\"",
            "é",
        ] {
            assert!(complaint(text).contains("masque.toml"), "{text}");
        }
    }
}
