//! A place in a text, shown as its line with a caret below it, and the known word that may have been
//! meant. Every complaint about a file points at the mistake in this way.

use std::fmt;
use std::ops::Range;

/// Characters of an offending line that are shown; longer lines are cut around the caret.
const EXCERPT_CHARS: usize = 100;
/// Spellings nearer than this are worth suggesting (Jaro-Winkler, 0 to 1); tried on typing errors
/// in the keys, which score above 0.85, and on unrelated keys, which rarely reach 0.75.
const NEAR: f64 = 0.8;
/// Hostile words may be long; nothing near is.
const LONGEST_WORD_CHARS: usize = 64;

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The line itself, shortened around the place when it is long.
    shown: String,
    /// Where in `shown` the offending text begins and ends, in characters.
    caret: Range<usize>,
}

impl Excerpt {
    /// The place of the bytes `span` of `text`; a span that cuts characters is widened to the left.
    pub fn new(text: &str, span: Range<usize>) -> Excerpt {
        let start = floor_char_boundary(text, span.start);
        let end = floor_char_boundary(text, span.end).max(start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let column = text[line_start..start].chars().count();
        let length = text[start..end.min(line_end)].chars().count().max(1);
        let (shown, caret) = shorten(&text[line_start..line_end], column, length);
        Excerpt {
            line: text[..start].matches('\n').count() + 1,
            column: column + 1,
            shown,
            caret,
        }
    }
}

impl fmt::Display for Excerpt {
    /// Two lines, the second without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let before = " ".repeat(self.caret.start);
        let carets = "^".repeat(self.caret.len());
        writeln!(f, " {number} | {}", self.shown)?;
        write!(f, " {margin} | {before}{carets}")
    }
}

/// The known words near to `given`, best first, at most three.
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    if given.chars().count() > LONGEST_WORD_CHARS {
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

/// A character of a foreign text as it may be repeated in a message.
pub fn harmless(letter: char) -> char {
    match letter {
        '\t' => ' ',
        letter if letter.is_control() => '\u{fffd}',
        letter => letter,
    }
}

/// The part of a line around the caret that fits, and where the caret is in it.
fn shorten(line: &str, column: usize, length: usize) -> (String, Range<usize>) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_place() {
        let text = "one\n  two = 2\nthree";
        let excerpt = Excerpt::new(text, 6..9);
        assert_eq!((excerpt.line, excerpt.column), (2, 3));
        assert_eq!(excerpt.to_string(), " 2 |   two = 2\n   |   ^^^");
        let end = Excerpt::new(text, 99..120);
        assert_eq!((end.line, end.column), (3, 6));
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("{}here{}", "x".repeat(500), "y".repeat(500));
        let picture = Excerpt::new(&text, 500..504).to_string();
        assert!(picture.contains("xhere"), "{picture}");
        assert!(picture.lines().all(|line| line.len() < 120), "{picture}");
    }

    #[test]
    fn only_like_words_are_near() {
        let known = ["hash_mib", "personality", "resign"];
        assert_eq!(nearest("personalty", known), ["personality"]);
        assert!(nearest("zzz", known).is_empty());
        assert!(nearest(&"personality".repeat(9), known).is_empty());
    }
}
