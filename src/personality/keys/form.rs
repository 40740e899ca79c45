//! The forms that a value can have in a personality file: how each is read, refused and written.

use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::DeValue;

use crate::personality::Personality;
use crate::personality::document::Section;
use crate::personality::error::{PersonalityError, shown};
use crate::personality::file_lookup::FileLookup;
use crate::personality::numbers::NumberKey;
use crate::personality::parameter::Parameter;

/// A key that a file has, with its value.
pub(super) struct FileKey<'a> {
    pub section: &'a Section<'a>,
    pub name: &'static str,
    pub value: &'a Spanned<DeValue<'a>>,
    pub lookup: &'a FileLookup<'a>,
}

impl FileKey<'_> {
    /// The value as a section of its own, if it is a table.
    pub fn table(&self, name: &'static str) -> Option<Section<'_>> {
        Some(Section {
            document: self.section.document,
            name: Some(name),
            table: self.value.get_ref().as_table()?,
            span: self.value.span(),
        })
    }

    pub fn refuse(&self, problem: String, expected: String) -> PersonalityError {
        let refusal = self.section.refuse_value(self.name, problem, expected);
        refusal.into()
    }
}

/// The form of a key's value.
pub(super) trait ValueForm {
    /// What a number counts, or the kind of value.
    fn unit(&self) -> &'static str;
    /// The values that it can have, in words.
    fn range(&self) -> String;
    /// Gives a personality the value that a file has.
    fn read(
        &self,
        key: &FileKey<'_>,
        personality: &mut Personality,
    ) -> Result<(), PersonalityError>;
    /// The value as TOML; `None` where a file need not say it.
    fn written(&self, personality: &Personality) -> Option<String>;
}

/// A range in words.
pub(super) fn in_words(range: &RangeInclusive<i32>) -> String {
    format!("{} to {}", range.start(), range.end())
}

/// Text in TOML's double quotes; what is read has neither quotes nor control characters.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\"))
}

/// A whole number that is a parameter.
pub(super) struct NumberForm(pub Parameter);

impl ValueForm for NumberForm {
    fn unit(&self) -> &'static str {
        self.0.unit()
    }

    fn range(&self) -> String {
        in_words(&self.0.range())
    }

    fn read(
        &self,
        key: &FileKey<'_>,
        personality: &mut Personality,
    ) -> Result<(), PersonalityError> {
        let document = key.section.document;
        let value = document.integer(key.value, self.0.range(), self.0.unit(), "")?;
        personality.put(self.0, value);
        Ok(())
    }

    fn written(&self, personality: &Personality) -> Option<String> {
        let value = personality.value_of(self.0);
        // The concession is a promise to the user, so that every file shows it.
        let is_always_shown = self.0 == Parameter::Number(NumberKey::Concession);
        let is_shown = is_always_shown || value != self.0.default_value();
        is_shown.then(|| value.to_string())
    }
}

/// A whole number that is no parameter: neither an option nor a slider can set it.
pub(super) struct CountForm {
    pub range: RangeInclusive<i32>,
    pub unit: &'static str,
    pub default: u32,
    pub get: fn(&Personality) -> u32,
    pub set: fn(&mut Personality, u32),
}

impl ValueForm for CountForm {
    fn unit(&self) -> &'static str {
        self.unit
    }

    fn range(&self) -> String {
        in_words(&self.range)
    }

    fn read(
        &self,
        key: &FileKey<'_>,
        personality: &mut Personality,
    ) -> Result<(), PersonalityError> {
        let document = key.section.document;
        let count = document.integer(key.value, self.range.clone(), self.unit, "")?;
        (self.set)(personality, count.unsigned_abs());
        Ok(())
    }

    fn written(&self, personality: &Personality) -> Option<String> {
        let count = (self.get)(personality);
        (count != self.default).then(|| count.to_string())
    }
}

/// One line of text.
pub(super) struct TextForm {
    pub max_chars: usize,
    /// The values in words, where they are not any text of that length.
    pub range: Option<String>,
    pub get: fn(&Personality) -> Option<&str>,
    pub set: fn(&mut Personality, String),
}

impl ValueForm for TextForm {
    fn unit(&self) -> &'static str {
        "text"
    }

    fn range(&self) -> String {
        let any = || format!("1 to {} characters", self.max_chars);
        self.range.clone().unwrap_or_else(any)
    }

    fn read(
        &self,
        key: &FileKey<'_>,
        personality: &mut Personality,
    ) -> Result<(), PersonalityError> {
        let text = key.section.document.line(key.value, self.max_chars)?;
        (self.set)(personality, text);
        Ok(())
    }

    fn written(&self, personality: &Personality) -> Option<String> {
        (self.get)(personality).map(quoted)
    }
}

/// What the items of a list must be, besides text of some length.
pub(super) struct ItemRule {
    pub is_valid: fn(&str) -> bool,
    /// What an item is called.
    pub name: &'static str,
    pub expected: &'static str,
}

/// A list of short texts.
pub(super) struct ListForm {
    pub max_items: usize,
    pub max_item_chars: usize,
    /// The values in words.
    pub range: String,
    pub rule: Option<ItemRule>,
    pub get: fn(&Personality) -> Vec<String>,
    pub set: fn(&mut Personality, Vec<String>),
}

impl ListForm {
    fn item(
        &self,
        key: &FileKey<'_>,
        item: &Spanned<DeValue<'_>>,
    ) -> Result<String, PersonalityError> {
        let document = key.section.document;
        let text = document.line(item, self.max_item_chars)?;
        match &self.rule {
            Some(rule) if !(rule.is_valid)(&text) => {
                let problem = format!("`{}` is no {}", shown(&text), rule.name);
                let refusal = document.refuse(item.span(), problem, rule.expected.to_owned());
                Err(refusal.into())
            }
            _ => Ok(text),
        }
    }
}

impl ValueForm for ListForm {
    fn unit(&self) -> &'static str {
        "list of text"
    }

    fn range(&self) -> String {
        self.range.clone()
    }

    fn read(
        &self,
        key: &FileKey<'_>,
        personality: &mut Personality,
    ) -> Result<(), PersonalityError> {
        let items = key.section.list(key.name, self.max_items)?;
        let items = items.unwrap_or_default().iter();
        let texts: Result<Vec<String>, PersonalityError> =
            items.map(|item| self.item(key, item)).collect();
        (self.set)(personality, texts?);
        Ok(())
    }

    fn written(&self, personality: &Personality) -> Option<String> {
        let items = (self.get)(personality);
        let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
        (!items.is_empty()).then(|| format!("[{}]", items.join(", ")))
    }
}
