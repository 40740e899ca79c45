//! A mistake in a TOML file of configuration: file, line, column, the line itself with a caret, and
//! the nearest valid word. Which keys there are is taken from the message of the parser.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::excerpt::{Excerpt, nearest};

/// An expectation longer than this many characters goes to a line of its own.
const LONG: usize = 60;

/// A mistake in a TOML file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    path: PathBuf,
    /// `None` when the parser named no place.
    place: Option<Excerpt>,
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
        Complaint {
            path: path.to_owned(),
            place: error.span().map(|span| Excerpt::new(text, span)),
            problem: problem.replace("unknown field", "unknown key"),
            expected,
            suggestion,
        }
    }
}

impl fmt::Display for Complaint {
    /// What is wrong on the first line, then the excerpt, then what was expected.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(Excerpt { line, column, .. }) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.problem)?;
        if let Some(word) = &self.suggestion {
            write!(f, "; did you mean `{word}`?")?;
        }
        if let Some(place) = &self.place {
            write!(f, "\n{place}")?;
        }
        match &self.expected {
            Some(expected) => write!(f, "\nexpected {expected}"),
            None => Ok(()),
        }
    }
}

/// Of the words in backquotes, the one that is most similar to the first: serde names the unknown word
/// first and the valid ones after it.
fn nearest_word(message: &str) -> Option<String> {
    let mut words = message.split('`').skip(1).step_by(2);
    let unknown = words.next().filter(|_| message.starts_with("unknown"))?;
    nearest(unknown, words).into_iter().next()
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
        expected one of `personality`, `personality_directories`, `tablebase_directories`, `hash_mib`, `move_overhead_ms`, `elo`, `evaluation`, `resign`, `seed`, `learn`, `learning_file`, `gui_options`, `log`
        ");
    }

    #[test]
    fn a_wrong_value_is_pointed_at() {
        insta::assert_snapshot!(complaint("hash_mib = 'big'\n"), @r#"
        masque.toml:1:12: invalid type: string "big", expected a whole number
         1 | hash_mib = 'big'
           |            ^^^^^
        "#);
        insta::assert_snapshot!(complaint("evaluation = 'clasical'\n"), @r"
        masque.toml:1:14: unknown variant `clasical`; did you mean `classical`?
         1 | evaluation = 'clasical'
           |              ^^^^^^^^^^
        expected `network` or `classical`
        ");
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
