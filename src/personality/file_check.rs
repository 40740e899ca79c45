//! All mistakes of a personality file at once.
//!
//! The reader refuses a file at its first mistake. Here the mistake is taken out of the text, blank for
//! letter so that every place stays where it is, and the rest is read again.

use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Personality;
use super::document::Document;
use super::error::PersonalityError;
use super::file_lookup::{FileLookup, read_text};
use super::keys::IDENTITY;
use super::reader;

/// No more mistakes than this are looked for.
const MOST_MISTAKES: usize = 50;
/// What stands for a name that was refused.
const SOME_NAME: &str = "\"x\"";

/// The personality in a file, or everything that is wrong with the file.
pub(super) fn check(
    path: &Path,
    lookup: &FileLookup<'_>,
) -> Result<Personality, Vec<PersonalityError>> {
    let mut text = read_text(path).map_err(|error| vec![error])?;
    let file = path.display().to_string();
    let lookup = lookup.of_file(path);
    let mut errors = Vec::new();
    loop {
        let error = match reader::parse(&file, &text, &lookup) {
            Ok(personality) if errors.is_empty() => return Ok(personality),
            Ok(_) => return Err(errors),
            Err(error) => error,
        };
        let span = match &error {
            PersonalityError::Refused(refusal) if refusal.file == file => refusal.span.clone(),
            _ => 0..0,
        };
        let rest = match DeTable::parse(&text) {
            Ok(root) => without(&text, root.get_ref(), &span),
            Err(_) => return Err(all_not_toml(&file, &text)),
        };
        errors.push(error);
        match rest {
            Some(rest) if rest != text && errors.len() < MOST_MISTAKES => text = rest,
            _ => return Err(errors),
        }
    }
}

/// Every place where a text is not TOML.
fn all_not_toml(file: &str, text: &str) -> Vec<PersonalityError> {
    let document = Document { file, text };
    let (_, errors) = DeTable::parse_recoverable(text);
    let errors = errors.iter().take(MOST_MISTAKES);
    errors.map(|error| document.not_toml(error)).collect()
}

/// The text without the key, and its value, to which a place belongs; `None` where no key does.
fn without(text: &str, root: &DeTable<'_>, place: &Range<usize>) -> Option<String> {
    for (section, value) in root {
        let Some(table) = value.get_ref().as_table() else {
            let whole = section.span().start..value.span().end;
            if whole.contains(&place.start) {
                return Some(blanked(text, &[whole]));
            }
            continue;
        };
        if section.span().contains(&place.start) {
            let entries = table.iter().map(|(key, value)| entry(key, value));
            let spans: Vec<Range<usize>> = entries.chain([line_at(text, place.start)]).collect();
            return Some(blanked(text, &spans));
        }
        let mut entries = table.iter();
        if let Some((key, value)) =
            entries.find(|(key, value)| entry(key, value).contains(&place.start))
        {
            let is_name = section.get_ref() == IDENTITY && key.get_ref() == "name";
            return match is_name {
                true => with_some_name(text, &value.span()),
                false => Some(blanked(text, &[entry(key, value)])),
            };
        }
    }
    None
}

fn entry<K>(key: &Spanned<K>, value: &Spanned<DeValue<'_>>) -> Range<usize> {
    key.span().start..value.span().end
}

fn line_at(text: &str, place: usize) -> Range<usize> {
    let start = text[..place].rfind('\n').map_or(0, |at| at + 1);
    let end = text[place..].find('\n').map_or(text.len(), |at| place + at);
    start..end
}

/// The text with a valid name instead of the one at `span`; `None` where there is no room.
fn with_some_name(text: &str, span: &Range<usize>) -> Option<String> {
    let mut renamed = blanked(text, std::slice::from_ref(span));
    let end = span.start + SOME_NAME.len();
    (end <= span.end && text.get(span.clone()) != Some(SOME_NAME))
        .then(|| renamed.replace_range(span.start..end, SOME_NAME))?;
    Some(renamed)
}

/// The text with blanks for every byte of the spans but line ends.
fn blanked(text: &str, spans: &[Range<usize>]) -> String {
    let is_meant = |place: usize| spans.iter().any(|span| span.contains(&place));
    let bytes = text.bytes().enumerate();
    let letters = bytes.map(|(place, byte)| match is_meant(place) && byte != b'\n' {
        true => b' ',
        false => byte,
    });
    // The spans begin and end between characters, so that what is left is text.
    String::from_utf8_lossy(&letters.collect::<Vec<u8>>()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<String> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("it.toml");
        std::fs::write(&path, text).unwrap();
        let errors = check(&path, &FileLookup::among(&[])).unwrap_err();
        let place = |error: &PersonalityError| match error {
            PersonalityError::Refused(refusal) => {
                let place = &refusal.place;
                format!("{}:{} {}", place.line, place.column, refusal.problem)
            }
            other => panic!("{other}"),
        };
        errors.iter().map(place).collect()
    }

    #[test]
    fn every_mistake_is_found_at_its_place() {
        let found = places(
            "[identity]\nname = \"No Name\"\ntitle = 7\n\n[tasste]\nchecks = 3\n\n[taste]\n\
             chekcs = 5\ncastling = 9000\nthreats = 1.5\n[judgement]\npawns = 90\n",
        );
        let problems = [
            "5:2 unknown section `tasste`",
            "2:8 `No Name` is not a name",
            "3:9 this is a whole number, not text",
            "9:1 unknown key `chekcs` in `taste`",
            "10:12 9000 is out of range",
            "11:11 1.5 is not a whole number",
        ];
        assert_eq!(found, problems);
    }

    #[test]
    fn text_that_is_not_toml_is_said_to_be_so_wherever_it_is() {
        let found = places("[identity]\nname = \"it\"\ntitle = = 3\nblurb = \"\"\"\n");
        assert!(
            found.iter().all(|line| line.contains("not TOML")),
            "{found:?}"
        );
        assert!(!found.is_empty());
    }
}
