//! A personality file for people to read and edit: each key with what it means, sliders without the
//! numbers that they stand for, and shared opening lines by the name of their repertoire.

use std::path::Path;

use super::keys::{IDENTITY, KeyRow, SECTIONS};
use super::slider::Slider;
use super::writer::SaveError;
use super::{Adjustments, Parameter, Personality};
use crate::wrapping::wrapped;

/// The width of a line of comments, without its `# `.
const COMMENT_CHARS: usize = 86;
/// The keys of opening lines, which the name of a repertoire replaces.
const LINES: [&str; 2] = ["white", "black"];

impl Personality {
    /// The text of a file that gives this personality when it is parsed, as [`Personality::to_toml`] does,
    /// with `remarks` above it, a paragraph each, and a comment above each key that says how it plays.
    pub fn annotated_toml(&self, remarks: &[String]) -> String {
        let mut text: String = remarks.iter().map(|remark| comment(remark)).collect();
        let repertoire = self.shipped_repertoire();
        let plain = Personality::plain();
        let sliders = self.sliders_alone();
        let is_by_sliders = |row: &KeyRow| {
            let given = row.written(&sliders);
            !is_slider(row) && given != row.written(&plain) && given == row.written(self)
        };
        for section in SECTIONS {
            let rows = (section.rows)().into_iter();
            let entries = rows.filter_map(|row| {
                let value = match repertoire {
                    Some(name) if row.name == "repertoire" => Some(format!("\"{name}\"")),
                    Some(_) if LINES.contains(&row.name) => None,
                    _ if is_by_sliders(&row) => None,
                    _ => row.written(self),
                };
                Some(entry(&row, &value?))
            });
            let entries: Vec<String> = entries.collect();
            if !entries.is_empty() {
                let between = if section.name == IDENTITY { "" } else { "\n" };
                text += &format!("\n[{}]\n{}", section.name, entries.join(between));
            }
        }
        text
    }

    /// Nothing but its sliders, and what they stand for.
    fn sliders_alone(&self) -> Personality {
        let sliders = self.sliders();
        let set = sliders.map(|(slider, percent)| (Parameter::Slider(slider), percent));
        Personality::plain().adjusted(&set.collect::<Adjustments>())
    }

    /// Writes [`Personality::annotated_toml`] to a file, as [`Personality::save`] writes the plain text.
    ///
    /// # Errors
    ///
    /// As for [`Personality::save`].
    pub fn save_annotated(&self, path: &Path, remarks: &[String]) -> Result<(), SaveError> {
        self.save_text(path, |renamed| renamed.annotated_toml(remarks))
    }
}

fn is_slider(row: &KeyRow) -> bool {
    Slider::all().any(|slider| slider.key() == row.name)
}

/// A key with its value, and above it what the key means.
fn entry(row: &KeyRow, value: &str) -> String {
    let line = format!("{} = {value}\n", row.name);
    if row.section == IDENTITY {
        return line;
    }
    let range = row.range();
    let is_number = range.starts_with(|letter: char| letter == '-' || letter.is_ascii_digit());
    let meaning = match is_number {
        true => format!("{} ({range})", row.meaning),
        false => row.meaning.clone(),
    };
    comment(&meaning) + &line
}

/// A paragraph as lines of comments.
fn comment(text: &str) -> String {
    let lines = wrapped(text, COMMENT_CHARS).into_iter();
    lines.map(|line| format!("# {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::Roster;

    #[test]
    fn comments_change_nothing() {
        let remarks = ["One.".to_owned(), "Two. ".repeat(60)];
        for personality in Roster::built_in().iter() {
            let text = personality.annotated_toml(&remarks);
            assert!(text.starts_with("# One.\n# Two. Two."), "{text}");
            let read = Personality::parse("it.toml", &text);
            assert_eq!(read.as_ref(), Ok(personality), "{text}");
            let comments = text.lines().filter(|line| line.starts_with('#'));
            assert!(comments.clone().all(|line| line.chars().count() <= 88));
        }
    }

    #[test]
    fn keys_are_explained_and_repertoires_named() {
        let text = "[identity]\nname = 'it'\n[taste]\nsafety = 40\nguard_king = 1\n[book]\nrepertoire = 'solid'";
        let personality = Personality::parse("it.toml", text).unwrap();
        let written = personality.annotated_toml(&[]);
        for expected in [
            "\n[identity]\nname = \"it\"\ntitle = \"it\"\n\n[taste]\n# Keeps its own king and pawns safe. At 100: ",
            " (-100 to 100)\nsafety = 40\n\n# More own pieces watch ",
            "(-100 to 100)\nguard_king = 1\n\n# Centipawns that it may give up ",
            "\n[book]\n# Lines that several personalities share; its own lines are added to them.\n\
             repertoire = \"solid\"\n",
        ] {
            assert!(written.contains(expected), "{written}");
        }
        assert!(!written.contains("white ="), "{written}");
        // A slider can be moved in the file, because what it stands for is not written.
        assert!(!written.contains("\ncastling ="), "{written}");
    }

    #[test]
    fn numbers_that_differ_from_their_sliders_are_written() {
        for lines in [
            "aggression = 60\nsacrifice = 0",
            "aggression = 60\nentertainer = -60",
            "aggression = 100\nentertainer = 100\nsacrifice = 30\nchecks = 8",
            "safety = -100\ncastling = { cp = -25, until_move = 9 }",
        ] {
            let text =
                format!("[identity]\nname = 'it'\n[taste]\n{lines}\n[judgement]\nattack = 50");
            let personality = Personality::parse("it.toml", &text).unwrap();
            let written = personality.annotated_toml(&[]);
            assert_eq!(
                Personality::parse("it.toml", &written),
                Ok(personality),
                "{written}"
            );
        }
    }
}
