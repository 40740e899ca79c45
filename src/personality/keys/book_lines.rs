//! Lines of openings: the texts of `white` and `black` in `[book]`, and files of such lines.

use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::board::Color;
use crate::book::Repertoire;
use crate::personality::document::{Document, Section};
use crate::personality::error::{PersonalityError, shown};
use crate::personality::file_lookup::{FileLookup, is_path, read_text, refuse_unread};
use crate::personality::repertoires;

/// The key of a file of lines.
pub(super) const REPERTOIRE: &str = "repertoire";
/// The keys of the lines for each colour.
pub(super) const SIDES: [(&str, Color); 2] = [("white", Color::White), ("black", Color::Black)];
/// The weights that a line can have.
pub(super) const WEIGHT: RangeInclusive<i32> = 1..=1_000;
/// The most lines of a colour, and the most characters of a line.
pub(super) const LINES: usize = 200;
const LINE_CHARS: usize = 400;

/// Reads a file of lines: a shipped one, or one of the user.
pub(super) fn read_shared(
    section: &Section<'_>,
    name: &str,
    lines: &mut Repertoire,
    lookup: &FileLookup<'_>,
) -> Result<(), PersonalityError> {
    if !is_path(name) {
        let names = || repertoires::SHIPPED.iter().map(|(name, _)| *name);
        let Some((_, text)) = repertoires::SHIPPED
            .iter()
            .find(|(known, _)| *known == name)
        else {
            let problem = format!("no repertoire is called `{}`", shown(name));
            let all: Vec<&str> = names().collect();
            let expected = format!("one of {}, or the path of a .toml file", all.join(", "));
            let refusal = section.refuse_value("repertoire", problem, expected);
            return Err(refusal.suggesting(name, names()).into());
        };
        return read_file_of_lines(name, text, lines);
    }
    let path = lookup.path(name);
    let text = read_text(&path).map_err(|error| {
        let expected = "a shipped repertoire or the path of a file of lines";
        refuse_unread(section, "repertoire", error, expected)
    })?;
    read_file_of_lines(&path.display().to_string(), &text, lines)
}

fn read_file_of_lines(
    file: &str,
    text: &str,
    lines: &mut Repertoire,
) -> Result<(), PersonalityError> {
    let document = Document { file, text };
    let root = DeTable::parse(text).map_err(|error| document.not_toml(&error))?;
    let whole = Section {
        document: &document,
        name: Some("repertoire"),
        table: root.get_ref(),
        span: root.span(),
    };
    whole.refuse_keys_outside(&SIDES.map(|(key, _)| key))?;
    read_lines(&whole, lines)
}

pub(super) fn read_lines(
    section: &Section<'_>,
    lines: &mut Repertoire,
) -> Result<(), PersonalityError> {
    for (key, color) in SIDES {
        for item in section.list(key, LINES)?.unwrap_or_default() {
            let (text, weight) = read_line(section.document, item)?;
            lines.add(color, &text, weight).map_err(|error| {
                let expected = "moves in SAN from the initial position, such as \
                                \"1. e4 e5 2. f4\""
                    .to_owned();
                let refusal =
                    section
                        .document
                        .refuse(item.span(), shown(&error.to_string()), expected);
                PersonalityError::from(refusal)
            })?;
        }
    }
    Ok(())
}

/// `"e4 e5 f4"` or `{ line = "e4 e5 f4", weight = 3 }`.
fn read_line(
    document: &Document<'_>,
    item: &Spanned<DeValue<'_>>,
) -> Result<(String, u32), PersonalityError> {
    let Some(table) = item.get_ref().as_table() else {
        return Ok((document.line(item, LINE_CHARS)?, 1));
    };
    let section = Section {
        document,
        name: Some("line"),
        table,
        span: item.span(),
    };
    section.refuse_keys_outside(&["line", "weight"])?;
    let Some(text) = section.line("line", LINE_CHARS)? else {
        let problem = "this line has no moves".to_owned();
        let expected = "a table such as { line = \"e4 e5 f4\", weight = 3 }".to_owned();
        return Err(document.refuse(item.span(), problem, expected).into());
    };
    let weight = section.integer("weight", WEIGHT, "weight")?.unwrap_or(1);
    Ok((text, weight.unsigned_abs()))
}
