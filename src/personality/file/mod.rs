//! Personality files: TOML in, a validated [`Personality`] or a complaint with its place out.
//!
//! Owns which sections there are and that a file stands on its base: what it does not say is as
//! the base says. Each section has a file here that owns its keys, and lists them with their
//! ranges for whoever writes a personality. What a section is about is not known here.

mod book;
mod document;
mod draws;
mod identity;
mod judgement;
mod key;
mod signature;
mod surroundings;
mod taste;
mod time;

use toml::de::DeTable;

use super::Personality;
use super::error::PersonalityError;
use document::{Document, Section};

pub use key::{Key, all_keys, keys_page};
pub(super) use surroundings::Surroundings;

pub(super) const SECTIONS: [&str; 7] = [
    "identity",
    "taste",
    "signature",
    "judgement",
    "draws",
    "book",
    "time",
];

/// Reads the text of a file; see [`Personality::parse`].
pub(super) fn parse(
    file: &str,
    text: &str,
    surroundings: &Surroundings<'_>,
) -> Result<Personality, PersonalityError> {
    let document = Document { file, text };
    let root = DeTable::parse(text).map_err(|error| document.not_toml(&error))?;
    let whole = Section {
        document: &document,
        name: None,
        table: root.get_ref(),
        span: root.span(),
    };
    whole.refuse_keys_outside(&SECTIONS)?;
    let (identity, base) = identity::read(&whole, surroundings)?;
    let mut personality = Personality { identity, ..base };
    if let Some(section) = whole.section("signature")? {
        signature::read(&section, &mut personality)?;
    }
    if let Some(section) = whole.section("taste")? {
        taste::read(&section, &mut personality)?;
    }
    if let Some(section) = whole.section("judgement")? {
        judgement::read(&section, &mut personality)?;
    }
    if let Some(section) = whole.section("draws")? {
        draws::read(&section, &mut personality)?;
    }
    if let Some(section) = whole.section("book")? {
        book::read(&section, &mut personality.memory, surroundings)?;
    }
    if let Some(section) = whole.section("time")? {
        time::read(&section, &mut personality)?;
    }
    Ok(personality)
}
