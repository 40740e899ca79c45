//! The TOML document of a personality file: how its sections, numbers, texts and lists are read, and
//! refused with their place.

use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::personality::error::{FileRefusal, PersonalityError, shown};

/// A section with at most so many keys has them listed even when the nearest key is suggested.
const FEW_KEYS: usize = 4;
/// The longest word of a choice, in characters.
const LONGEST_WORD_CHARS: usize = 24;

/// The text of a file and what it is called.
pub(in crate::personality) struct Document<'t> {
    pub file: &'t str,
    pub text: &'t str,
}

impl Document<'_> {
    pub fn refuse(&self, span: Range<usize>, problem: String, expected: String) -> FileRefusal {
        FileRefusal::new(self.file, self.text, span, problem, expected)
    }

    pub fn not_toml(&self, error: &toml::de::Error) -> PersonalityError {
        let problem = format!("not TOML: {}", shown(error.message()));
        let span = error.span().unwrap_or(0..0);
        let expected = "sections such as [taste] with lines such as `castling = 25`".to_owned();
        self.refuse(span, problem, expected).into()
    }

    /// A whole number within a range; `or_else` completes the sentence about what was expected.
    pub fn integer(
        &self,
        value: &Spanned<DeValue<'_>>,
        range: RangeInclusive<i32>,
        unit: &str,
        or_else: &str,
    ) -> Result<i32, PersonalityError> {
        let refuse = |problem: String| {
            let (low, high) = (range.start(), range.end());
            let expected = format!("a whole number from {low} to {high} ({unit}){or_else}");
            Err(self.refuse(value.span(), problem, expected).into())
        };
        match value.get_ref() {
            DeValue::Integer(digits) => {
                match i32::from_str_radix(digits.as_str(), digits.radix()) {
                    Ok(number) if range.contains(&number) => Ok(number),
                    _ => refuse(format!("{} is out of range", shown(digits.as_str()))),
                }
            }
            DeValue::Float(digits) => {
                refuse(format!("{} is not a whole number", shown(digits.as_str())))
            }
            other => refuse(format!("this is {}, not a number", kind(other))),
        }
    }

    /// One line of text; see [`Section::line`].
    pub fn line(
        &self,
        value: &Spanned<DeValue<'_>>,
        max_chars: usize,
    ) -> Result<String, PersonalityError> {
        let problem = match value.get_ref() {
            DeValue::String(text) if text.chars().count() > max_chars => "this is too long",
            DeValue::String(text) if text.trim().is_empty() => "this is empty",
            DeValue::String(text)
                if text.contains(|letter: char| letter.is_control() || letter == '"') =>
            {
                "this has a line break, a control character or a double quote in it"
            }
            DeValue::String(text) => return Ok(text.trim().to_owned()),
            other => &format!("this is {}, not text", kind(other)),
        };
        let expected = format!("one line of 1 to {max_chars} characters in quotation marks");
        Err(self
            .refuse(value.span(), problem.to_owned(), expected)
            .into())
    }
}

/// A table of a document; the whole document has no name.
pub(in crate::personality) struct Section<'t> {
    pub document: &'t Document<'t>,
    pub name: Option<&'t str>,
    pub table: &'t DeTable<'t>,
    pub span: Range<usize>,
}

impl<'t> Section<'t> {
    pub fn value(&self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.table.get(key)
    }

    /// Refuses the first key of the file that is not among the known ones.
    pub fn refuse_keys_outside(&self, known: &[&str]) -> Result<(), PersonalityError> {
        let unknown = self
            .table
            .keys()
            .filter(|key| !known.contains(&key.get_ref().as_ref()));
        let Some(key) = unknown.min_by_key(|key| key.span().start) else {
            return Ok(());
        };
        let given = key.get_ref();
        let problem = match self.name {
            Some(section) => format!("unknown key `{}` in `{section}`", shown(given)),
            None => format!("unknown section `{}`", shown(given)),
        };
        let refusal =
            self.document
                .refuse(key.span(), problem, format!("one of {}", known.join(", ")));
        let mut refusal = refusal.suggesting(given, known.iter().copied());
        if let (Some(section), true) = (self.name, known.len() > FEW_KEYS)
            && refusal.nearest.is_some()
        {
            refusal.expected = format!("one of the {} keys of [{section}]", known.len());
        }
        Err(refusal.into())
    }

    pub fn refuse_value(&self, key: &str, problem: String, expected: String) -> FileRefusal {
        let span = self.value(key).map_or(self.span.clone(), Spanned::span);
        self.document.refuse(span, problem, expected)
    }

    pub fn section(&self, name: &'t str) -> Result<Option<Section<'t>>, PersonalityError> {
        let Some(value) = self.value(name) else {
            return Ok(None);
        };
        let Some(table) = value.get_ref().as_table() else {
            let problem = format!("this is {}, not a section", kind(value.get_ref()));
            let expected = format!("a line [{name}] with keys below it");
            return Err(self.refuse_value(name, problem, expected).into());
        };
        Ok(Some(Section {
            document: self.document,
            name: Some(name),
            table,
            span: value.span(),
        }))
    }

    pub fn integer(
        &self,
        key: &str,
        range: RangeInclusive<i32>,
        unit: &str,
    ) -> Result<Option<i32>, PersonalityError> {
        self.value(key)
            .map(|value| self.document.integer(value, range, unit, ""))
            .transpose()
    }

    /// One of a few words.
    pub fn choice<T: Copy>(
        &self,
        key: &str,
        what: &str,
        choices: &[(&'static str, T)],
    ) -> Result<Option<T>, PersonalityError> {
        let Some(given) = self.line(key, LONGEST_WORD_CHARS)? else {
            return Ok(None);
        };
        if let Some(&(_, meant)) = choices.iter().find(|(name, _)| *name == given) {
            return Ok(Some(meant));
        }
        let names = || choices.iter().map(|(name, _)| *name);
        let quoted: Vec<String> = names().map(|name| format!("\"{name}\"")).collect();
        let expected = match quoted.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => quoted.concat(),
        };
        let problem = format!("`{}` is no {what}", shown(&given));
        let refusal = self.refuse_value(key, problem, expected);
        Err(refusal.suggesting(&given, names()).into())
    }

    /// The items of a list of at most `most` items.
    pub fn list(
        &self,
        key: &str,
        most: usize,
    ) -> Result<Option<&'t [Spanned<DeValue<'t>>]>, PersonalityError> {
        let Some(value) = self.value(key) else {
            return Ok(None);
        };
        let problem = match value.get_ref() {
            DeValue::Array(items) if items.len() <= most => return Ok(Some(items)),
            DeValue::Array(items) => format!("this list has {} items", items.len()),
            other => format!("this is {}, not a list", kind(other)),
        };
        let expected = format!("a list of at most {most} items in square brackets");
        Err(self.refuse_value(key, problem, expected).into())
    }

    /// One line of text without control characters or double quotes, so that it may stand in a
    /// message of any protocol.
    pub fn line(&self, key: &str, max_chars: usize) -> Result<Option<String>, PersonalityError> {
        self.value(key)
            .map(|value| self.document.line(value, max_chars))
            .transpose()
    }
}

/// A value's kind with its article.
fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a decimal number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
