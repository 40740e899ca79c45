//! Sanitising text that leaves the process: logs, game records, terminals, status files.
//!
//! Much of it was written by strangers. [`outward`] is the only place that makes it fit to be shown:
//! it hides our password, should a server repeat it, and it writes out every character that could
//! end a line, steer a terminal or turn the direction of reading.

use std::sync::{Mutex, PoisonError};

/// The replacement for a password.
const HIDDEN: &str = "(password)";
/// A shorter password is hidden only as a whole word, in its exact spelling: it could be part of any
/// word.
const SHORTEST_ANYWHERE: usize = 4;

/// Everything that must not be shown.
static SECRETS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Registers a secret that [`outward`] hides from now on.
pub(super) fn keep_secret(secret: &str) {
    let mut secrets = SECRETS.lock().unwrap_or_else(PoisonError::into_inner);
    if !secrets.iter().any(|known| known == secret) {
        secrets.push(secret.to_owned());
    }
}

/// The text on one line, with secrets hidden and control characters written out.
pub fn outward(text: &str) -> String {
    let secrets = SECRETS.lock().unwrap_or_else(PoisonError::into_inner);
    let hidden = secrets
        .iter()
        .fold(text.to_owned(), |text, secret| without(&text, secret));
    plain(&hidden)
}

/// Writes each control or invisible character as its code point: `\u{202e}`.
fn plain(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\t' => result.push(' '),
            '\n' => result.push_str("\\n"),
            letter if letter.is_control() || is_invisible(letter) => {
                result.extend(letter.escape_unicode());
            }
            letter => result.push(letter),
        }
    }
    result
}

/// Marks of direction, separators of lines, and characters of no width.
fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// `text` with `secret` hidden, also in capitals, cut by a wrapped line or written with escapes.
fn without(text: &str, secret: &str) -> String {
    let wanted: Vec<char> = counted(secret).map(|(_, letter)| letter).collect();
    if wanted.len() < SHORTEST_ANYWHERE {
        return without_word(text, secret);
    }
    let letters: Vec<(usize, char)> = counted(text).collect();
    let mut result = String::new();
    let mut copied = 0;
    let mut at = 0;
    while at + wanted.len() <= letters.len() {
        let found = &letters[at..at + wanted.len()];
        if !found.iter().map(|(_, letter)| letter).eq(&wanted) {
            at += 1;
            continue;
        }
        let first = found.first().map_or(0, |(place, _)| *place);
        let last = found.last().map_or(0, |(place, _)| *place);
        result.push_str(&text[copied..first]);
        result.push_str(HIDDEN);
        copied = text[last..]
            .chars()
            .next()
            .map_or(text.len(), |letter| last + letter.len_utf8());
        at += wanted.len();
    }
    result.push_str(&text[copied..]);
    result
}

/// The letters and digits by which a secret is recognised, in lower case, with their byte offsets.
fn counted(text: &str) -> impl Iterator<Item = (usize, char)> {
    text.char_indices()
        .filter(|&(_, letter)| {
            !(letter.is_whitespace() || letter.is_control() || is_invisible(letter))
                && letter != '\\'
        })
        .map(|(place, letter)| (place, letter.to_ascii_lowercase()))
}

/// `text` with `secret` hidden where no letter or digit touches it.
fn without_word(text: &str, secret: &str) -> String {
    if secret.is_empty() {
        return text.to_owned();
    }
    let touches = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let mut result = String::new();
    let mut rest = text;
    while let Some(place) = rest.find(secret) {
        let (before, from) = rest.split_at(place);
        let after = &from[secret.len()..];
        result.push_str(before);
        let is_part = touches(result.chars().next_back()) || touches(after.chars().next());
        result.push_str(if is_part { secret } else { HIDDEN });
        rest = after;
    }
    result.push_str(rest);
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_server_that_repeats_the_password_is_not_quoted() {
        keep_secret("Open\"Sesame7");
        for text in [
            "You are banned, Open\"Sesame7",
            "\"Open\"Sesame7\" is not a registered name.",
            "OPEN\"SESAME7: Command not found.",
            "exception; line was 'Open\\\"Sesame7'",
            "a wrapped line: Open\"Ses ame7, and more",
            "Open\"Ses\u{200b}ame7\u{1b}[0m",
            "twice Open\"Sesame7Open\"Sesame7",
        ] {
            let shown = outward(text).to_lowercase();
            assert!(
                !shown.contains("sesame") && !shown.contains("ame7"),
                "{shown}"
            );
            assert!(shown.contains(HIDDEN), "{shown}");
        }
        assert_eq!(outward("Open Sesame 8"), "Open Sesame 8");
    }

    #[test]
    fn a_short_password_does_not_eat_other_words() {
        assert_eq!(
            without("e4, e45, De4 and e4", "e4"),
            "(password), e45, De4 and (password)"
        );
    }

    #[test]
    fn nothing_steers_a_terminal_or_forges_a_line() {
        for (text, shown) in [
            ("a\u{9b}31mb", "a\\u{9b}31mb"),
            ("a\u{1b}[2Jb", "a\\u{1b}[2Jb"),
            (
                "a\u{202e}b\u{2066}c\u{200f}d",
                "a\\u{202e}b\\u{2066}c\\u{200f}d",
            ),
            (
                "a\u{2028}b\u{2029}c\u{85}d",
                "a\\u{2028}b\\u{2029}c\\u{85}d",
            ),
            ("a\nb\r\tc\0\u{7f}", "a\\nb\\u{d} c\\u{0}\\u{7f}"),
            ("Émile plays 1. e4!", "Émile plays 1. e4!"),
        ] {
            assert_eq!(plain(text), shown);
        }
    }

    proptest! {
        #[test]
        fn whatever_is_said_is_one_plain_line(text in any::<String>(), secret in "[ -~]{1,12}") {
            let shown = plain(&without(&text, &secret));
            prop_assert!(!shown.chars().any(|letter| letter.is_control() || is_invisible(letter)));
        }

        #[test]
        fn a_secret_is_found_anywhere(before in "[^\\\\]{0,20}", after in any::<String>()) {
            let shown = without(&format!("{before}s3cret-w0rd{after}"), "s3cret-w0rd");
            prop_assert!(!shown.contains("s3cret-w0rd"));
        }
    }
}
