//! The title of a new personality, as a person types it, and the name that follows from it.

use std::str::FromStr;

use thiserror::Error;

use super::identity::PersonalityIdentity;
use super::{NAME_CHARS, Personality, TITLE_CHARS, is_name};

/// A title that a personality file may have, and from which a name can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title {
    text: String,
    name: String,
}

/// Why a text is no title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TitleError {
    /// There is nothing in it.
    #[error("it needs a name, such as The Old Pirate")]
    Empty,
    /// It would not fit into menus.
    #[error("that is too long, expected at most {} characters", TITLE_CHARS)]
    TooLong,
    /// It cannot stand in a message of every protocol.
    #[error("a name has no double quotes and no control characters")]
    Unprintable,
    /// No word for the command line can be made of it.
    #[error("expected at least one letter from a to z in it, because it is typed in commands, too")]
    NoLetter,
}

impl Title {
    /// The title as it was typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name: one word of `a-z`, `0-9` and `_`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A title for the personality of this name: `the_old_pirate` is "The Old Pirate".
    ///
    /// # Errors
    ///
    /// The name is none.
    pub fn of_name(name: &str) -> Result<Title, TitleError> {
        let capitalised = |word: &str| -> String {
            let mut letters = word.chars();
            let first = letters.next().map(|first| first.to_ascii_uppercase());
            first.into_iter().chain(letters).collect()
        };
        let words: Vec<String> = name.split('_').map(capitalised).collect();
        words.join(" ").parse()
    }
}

impl FromStr for Title {
    type Err = TitleError;

    fn from_str(text: &str) -> Result<Title, TitleError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(TitleError::Empty);
        }
        if text.chars().count() > TITLE_CHARS {
            return Err(TitleError::TooLong);
        }
        if text.contains(|letter: char| letter.is_control() || letter == '"') {
            return Err(TitleError::Unprintable);
        }
        let lower = text.to_ascii_lowercase();
        let words = lower.split(|letter: char| !letter.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let name = words.join("_");
        // A name begins with a letter.
        let name = name.trim_start_matches(|letter: char| !letter.is_ascii_lowercase());
        let name: String = name.chars().take(NAME_CHARS).collect();
        match is_name(&name) {
            true => Ok(Title {
                text: text.to_owned(),
                name: name.trim_end_matches('_').to_owned(),
            }),
            false => Err(TitleError::NoLetter),
        }
    }
}

impl Personality {
    /// The same personality under a title of its own, with a sentence or two about it. What else its
    /// identity said (claims, ratings, words at the board) was said of another and is left out.
    pub fn titled(&self, title: &Title, blurb: &str) -> Personality {
        Personality {
            identity: PersonalityIdentity {
                name: title.name.clone(),
                title: title.text.clone(),
                blurb: blurb.to_owned(),
                ..PersonalityIdentity::default()
            },
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(title: &str) -> Result<String, TitleError> {
        title.parse().map(|title: Title| title.name)
    }

    #[test]
    fn a_name_is_made_of_the_title() {
        for (title, expected) in [
            ("The Old Pirate", "the_old_pirate"),
            ("  O'Kelly & Sons ", "o_kelly_sons"),
            ("4 Knights", "knights"),
            ("Zoë", "zo"),
            (
                "A title with more letters than a name",
                "a_title_with_more_letter",
            ),
            ("Abcdefghijklmnopqrstuvw xyz", "abcdefghijklmnopqrstuvw"),
        ] {
            assert_eq!(name(title).as_deref(), Ok(expected));
        }
        assert_eq!(Title::of_name("old_pirate").unwrap().text(), "Old Pirate");
    }

    #[test]
    fn what_no_file_could_have_is_refused() {
        for (title, error) in [
            (" ", TitleError::Empty),
            ("a\u{7}", TitleError::Unprintable),
            ("say \"hello\"", TitleError::Unprintable),
            ("1234", TitleError::NoLetter),
            ("Дракон", TitleError::NoLetter),
        ] {
            assert_eq!(name(title), Err(error), "{title:?}");
        }
        assert_eq!(name(&"x".repeat(41)), Err(TitleError::TooLong));
        assert_eq!(name(&"x".repeat(40)), Ok("x".repeat(24)));
    }

    #[test]
    fn a_titled_personality_says_nothing_that_was_said_of_another() {
        let title: Title = "The Old Pirate".parse().unwrap();
        let roster = crate::personality::Roster::built_in();
        let base = roster.find("firebrand").unwrap();
        let pirate = base.titled(&title, "Boards you.");
        assert_eq!(
            (pirate.name(), pirate.title()),
            ("the_old_pirate", "The Old Pirate")
        );
        assert!(pirate.claims().is_empty() && pirate.cost().is_none() && pirate.group().is_none());
        assert_eq!(pirate.differences(base), []);
        let read = Personality::parse("it.toml", &pirate.to_toml());
        assert_eq!(read, Ok(pirate));
    }
}
