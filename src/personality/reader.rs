//! The reader of personality files: TOML in, a validated [`Personality`] out, or a complaint with its
//! place.
//!
//! A key that a file does not have keeps the value of the personality on which the file is based.

use std::ops::Range;
use std::path::Path;

use toml::de::DeTable;

use super::document::{Document, Section};
use super::error::{PersonalityError, shown};
use super::file_lookup::{FileLookup, LONGEST_CHAIN, read_text, refuse_unread};
use super::identity::PersonalityIdentity;
use super::keys::{self, IDENTITY, SECTIONS};
use super::{NAME_CHARS, Personality, is_name};
use crate::excerpt::nearest;

/// The section that is read before all others: a signature gives its feature a weight, and `[taste]`
/// may say otherwise.
const READ_FIRST: &str = "signature";
/// The longest name or path in `based_on`, in characters.
const BASE_CHARS: usize = 240;

/// Reads a personality file; `lookup` is that of the place where it was named.
pub(super) fn read(path: &Path, lookup: &FileLookup<'_>) -> Result<Personality, PersonalityError> {
    let text = read_text(path)?;
    let file = path.display().to_string();
    parse(&file, &text, &lookup.of_file(path))
}

/// Reads the text of a file; see [`Personality::parse`].
pub(super) fn parse(
    file: &str,
    text: &str,
    lookup: &FileLookup<'_>,
) -> Result<Personality, PersonalityError> {
    let document = Document { file, text };
    let root = DeTable::parse(text).map_err(|error| document.not_toml(&error))?;
    let whole = Section {
        document: &document,
        name: None,
        table: root.get_ref(),
        span: root.span(),
    };
    whole.refuse_keys_outside(&SECTIONS.map(|section| section.name))?;
    let mut personality = read_base(&whole, lookup)?;
    let mut sections = SECTIONS;
    sections.sort_by_key(|section| (section.name != IDENTITY, section.name != READ_FIRST));
    for table in sections {
        if let Some(section) = whole.section(table.name)? {
            keys::read(&section, &(table.rows)(), lookup, &mut personality)?;
        }
    }
    Ok(personality)
}

/// The personality that the file is based on, under the name that the file gives.
fn read_base(
    whole: &Section<'_>,
    lookup: &FileLookup<'_>,
) -> Result<Personality, PersonalityError> {
    let Some(section) = whole.section(IDENTITY)? else {
        return Err(nameless(whole.document, 0..0));
    };
    keys::refuse_unknown(&section, &keys::identity_rows())?;
    let Some(name) = section.line("name", NAME_CHARS)? else {
        return Err(nameless(whole.document, section.span.clone()));
    };
    if !is_name(&name) {
        let problem = format!("`{}` is not a name", shown(&name));
        let expected = "one word of a-z, 0-9 and _ that begins with a letter".to_owned();
        return Err(section.refuse_value("name", problem, expected).into());
    }
    let base = match section.line("based_on", BASE_CHARS)? {
        Some(base) => named_base(&section, &base, lookup)?,
        None => Personality::plain(),
    };
    let identity = PersonalityIdentity {
        title: name.clone(),
        name,
        ..PersonalityIdentity::default()
    };
    Ok(Personality { identity, ..base })
}

fn nameless(document: &Document<'_>, span: Range<usize>) -> PersonalityError {
    let problem = "a personality needs a name".to_owned();
    let expected = "a line such as `name = \"hypermodern\"` in [identity]".to_owned();
    document.refuse(span, problem, expected).into()
}

/// The personality that `based_on` names: a file, or one of those that are known.
fn named_base(
    section: &Section<'_>,
    name: &str,
    lookup: &FileLookup<'_>,
) -> Result<Personality, PersonalityError> {
    let Some(file) = lookup.file_of(name) else {
        return known_base(section, name, lookup.known());
    };
    let refuse = |problem: String, expected: &str| {
        let refusal = section.refuse_value("based_on", problem, expected.to_owned());
        Err(refusal.into())
    };
    if let Some(circle) = lookup.circle_to(&file) {
        let problem = format!("this goes round in a circle: {}", circle.join(" on "));
        return refuse(problem, "somebody who is not based on this one");
    }
    if lookup.is_full() {
        let problem = format!("more than {LONGEST_CHAIN} files are based on one another");
        return refuse(problem, "fewer");
    }
    let expected = "a personality or the path of a personality file";
    read(&file, lookup).map_err(|error| refuse_unread(section, "based_on", error, expected))
}

fn known_base(
    section: &Section<'_>,
    name: &str,
    known: Vec<Personality>,
) -> Result<Personality, PersonalityError> {
    if let Some(base) = known.iter().find(|base| base.name() == name) {
        return Ok(base.clone());
    }
    let names = || known.iter().map(Personality::name);
    let problem = format!("nobody is called `{}`", shown(name));
    let expected = match nearest(name, names()).is_empty() {
        true => {
            let all: Vec<&str> = names().collect();
            format!("a file or one of {}", all.join(", "))
        }
        false => "a personality of the roster or the path of a file".to_owned(),
    };
    let refusal = section.refuse_value("based_on", problem, expected);
    Err(refusal.suggesting(name, names()).into())
}
