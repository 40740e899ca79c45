//! The tables of keys: a row for each key of a personality file, section by section.
//!
//! The reader takes the values of a file by these rows and refuses every other key; the writer, the
//! comparison of two personalities and the page of documentation walk the same rows.

mod book;
mod book_lines;
mod form;
mod identity;
mod judgement;
mod page;
mod signature;
mod strength;
mod taste;

use super::Personality;
use super::document::Section;
use super::error::PersonalityError;
use super::file_lookup::FileLookup;
use super::numbers::NumberKey;
use super::parameter::Parameter;
use super::slider::Slider;
use form::{FileKey, NumberForm, ValueForm};
pub(super) use identity::rows as identity_rows;

pub use page::keys_page;

/// A key of a personality file.
pub struct KeyRow {
    /// The table in which it stands.
    pub section: &'static str,
    /// The key.
    pub name: &'static str,
    /// What holds when it is not written and there is no base.
    pub default: String,
    /// What it means, in one sentence.
    pub meaning: String,
    form: Box<dyn ValueForm>,
}

impl KeyRow {
    fn new(
        section: &'static str,
        name: &'static str,
        form: impl ValueForm + 'static,
        default: impl Into<String>,
        meaning: impl Into<String>,
    ) -> KeyRow {
        KeyRow {
            section,
            name,
            default: default.into(),
            meaning: meaning.into(),
            form: Box::new(form),
        }
    }

    /// The row of a plain number.
    fn of_number(key: NumberKey) -> KeyRow {
        let row = key.row();
        let default = match key.is_no_limit(row.default) {
            true => "no limit".to_owned(),
            false => row.default.to_string(),
        };
        let form = NumberForm(Parameter::Number(key));
        KeyRow::new(row.section, row.key, form, default, row.meaning)
    }

    /// The row of a slider.
    fn of_slider(section: &'static str, slider: Slider) -> KeyRow {
        let form = NumberForm(Parameter::Slider(slider));
        let meaning = format!("{} At 100: {}.", slider.meaning(), slider.expanded());
        KeyRow::new(section, slider.key(), form, "0", meaning)
    }

    /// What a number counts, or the kind of value.
    pub fn unit(&self) -> &'static str {
        self.form.unit()
    }

    /// The values that it can have.
    pub fn range(&self) -> String {
        self.form.range()
    }

    /// Its value in a file of this personality; `None` where the file need not say it.
    pub(super) fn written(&self, personality: &Personality) -> Option<String> {
        self.form.written(personality)
    }
}

/// A section of a personality file.
#[derive(Clone, Copy)]
pub(super) struct SectionTable {
    pub name: &'static str,
    pub rows: fn() -> Vec<KeyRow>,
}

/// The section with names and descriptions; the others say how the personality plays.
pub(super) const IDENTITY: &str = "identity";

/// Every section, in the order in which they should be shown.
pub(super) const SECTIONS: [SectionTable; 8] = [
    SectionTable {
        name: IDENTITY,
        rows: identity::rows,
    },
    SectionTable {
        name: "taste",
        rows: taste::rows,
    },
    SectionTable {
        name: "signature",
        rows: signature::rows,
    },
    SectionTable {
        name: "judgement",
        rows: judgement::rows,
    },
    SectionTable {
        name: "strength",
        rows: strength::rows,
    },
    SectionTable {
        name: "draws",
        rows: || number_rows("draws"),
    },
    SectionTable {
        name: "book",
        rows: book::rows,
    },
    SectionTable {
        name: "time",
        rows: || number_rows("time"),
    },
];

/// The rows of the plain numbers of a section.
fn number_rows(section: &str) -> Vec<KeyRow> {
    let keys = NumberKey::ALL.iter().copied();
    let keys = keys.filter(|key| key.row().section == section);
    keys.map(KeyRow::of_number).collect()
}

/// Every key, in the order in which sections and keys should be shown.
pub fn all_keys() -> Vec<KeyRow> {
    SECTIONS
        .iter()
        .flat_map(|section| (section.rows)())
        .collect()
}

/// Complains about the first key of a section that has no row.
pub(super) fn refuse_unknown(
    section: &Section<'_>,
    rows: &[KeyRow],
) -> Result<(), PersonalityError> {
    let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
    section.refuse_keys_outside(&names)
}

/// Gives a personality the values of a section, row by row: of two keys that set the same number,
/// the later row counts.
pub(super) fn read(
    section: &Section<'_>,
    rows: &[KeyRow],
    lookup: &FileLookup<'_>,
    personality: &mut Personality,
) -> Result<(), PersonalityError> {
    refuse_unknown(section, rows)?;
    for row in rows {
        if let Some(value) = section.value(row.name) {
            let key = FileKey {
                section,
                name: row.name,
                value,
                lookup,
            };
            row.form.read(&key, personality)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_told_in_full() {
        let keys = all_keys();
        for (index, key) in keys.iter().enumerate() {
            let is_same = |other: &&KeyRow| (other.section, other.name) == (key.section, key.name);
            assert!(!keys[..index].iter().any(|other| is_same(&other)));
            assert!(key.meaning.ends_with('.'), "{}", key.name);
            for text in [key.unit(), &key.range(), &key.default, &key.meaning] {
                assert!(
                    !text.is_empty() && !text.contains(['|', '\n']),
                    "{}",
                    key.name
                );
            }
        }
    }

    #[test]
    fn neutral_needs_no_key_but_those_that_are_always_shown() {
        let neutral = Personality::plain();
        let keys = all_keys().into_iter();
        let written: Vec<&str> = keys
            .filter(|key| key.section != IDENTITY && key.written(&neutral).is_some())
            .map(|key| key.name)
            .collect();
        assert_eq!(written, ["max_concession_cp"]);
    }
}
