//! `[book]`: the openings that somebody knows, and files of lines that several share.
//!
//! Owns how lines and books are named and written. What is done with them is the book's.

use std::ops::RangeInclusive;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::document::{Document, Section};
use super::key::{Key, names};
use super::surroundings::{Surroundings, refuse_unread};
use crate::board::Color;
use crate::book::{
    BookFile, BookMode, LAST_BOOK_PLY, MAX_BOOK_BYTES, OpeningBook, PolyglotBook, Repertoire,
};
use crate::files::read_ordinary;
use crate::personality::error::{PersonalityError, shown};
use crate::personality::reading;
use crate::personality::repertoires;

const PLIES: RangeInclusive<i32> = 0..=LAST_BOOK_PLY as i32;
const WEIGHT: RangeInclusive<i32> = 1..=1_000;
/// Lines of a colour, and characters of a line and of a path.
const LINES: usize = 200;
const LINE_CHARS: usize = 400;
const PATH_CHARS: usize = 240;
const SIDES: [(&str, Color); 2] = [("white", Color::White), ("black", Color::Black)];

pub(super) fn keys() -> Vec<Key> {
    let key = |name, unit, range: &str, default: &str, meaning: &str| Key {
        section: "book",
        name,
        unit,
        range: range.to_owned(),
        default: default.to_owned(),
        meaning: meaning.to_owned(),
    };
    let plies = format!("{} to {}", PLIES.start(), PLIES.end());
    let lines = format!(
        "up to {LINES}, each text or {{ line, weight = {} to {} }}",
        WEIGHT.start(),
        WEIGHT.end()
    );
    let bin = "the path of a .bin file";
    vec![
        key(
            "mode",
            "text",
            "wild, surprise, dynamic or tournament",
            BookMode::default().name(),
            "How it chooses: all alike, the rarer the rather, by weight, or mostly the heaviest.",
        ),
        key(
            "depth_plies",
            "plies",
            &plies,
            &LAST_BOOK_PLY.to_string(),
            "After so many plies of a game it remembers nothing.",
        ),
        key(
            "forgets_after_ply",
            "plies",
            &plies,
            "depth_plies",
            "From here on it may forget: in each game memory ends between here and `depth_plies`.",
        ),
        key(
            "repertoire",
            "text",
            "a shipped repertoire, or the path of a file with `white` and `black`",
            "none",
            "Lines that several personalities share; its own come on top.",
        ),
        key(
            "white",
            "list",
            &lines,
            "none",
            "Lines that it follows as White, in SAN from the initial position.",
        ),
        key("black", "list", &lines, "none", "The same as Black."),
        key(
            "guide",
            "text",
            bin,
            "none",
            "A polyglot book of its style, asked where its lines know nothing.",
        ),
        key(
            "main",
            "text",
            bin,
            "none",
            "A polyglot book asked where nothing else knows anything.",
        ),
    ]
}

/// Lines of any kind take the place of all lines of the base.
pub(super) fn read(
    section: &Section<'_>,
    memory: &mut OpeningBook,
    surroundings: &Surroundings<'_>,
) -> Result<(), PersonalityError> {
    section.refuse_keys_outside(&names(&keys()))?;
    if let Some(mode) = section.choice("mode", "mode", &BookMode::NAMES)? {
        memory.mode = mode;
    }
    let plies = |key| {
        let given = section.integer(key, PLIES, "plies")?;
        Ok::<_, PersonalityError>(given.map(i32::unsigned_abs))
    };
    memory.depth_plies = plies("depth_plies")?.unwrap_or(memory.depth_plies);
    let forgets = plies("forgets_after_ply")?;
    memory.forgets_after_ply = forgets.unwrap_or(memory.forgets_after_ply);
    let mut lines = Repertoire::default();
    if let Some(name) = section.line("repertoire", PATH_CHARS)? {
        read_shared(section, &name, &mut lines, surroundings)?;
    }
    read_lines(section, &mut lines)?;
    if !lines.lines().is_empty() {
        memory.repertoire = Arc::new(lines);
    }
    if let Some(guide) = read_polyglot(section, "guide", surroundings)? {
        memory.guide = Some(guide);
    }
    if let Some(main) = read_polyglot(section, "main", surroundings)? {
        memory.main = Some(main);
    }
    Ok(())
}

/// A file of lines: shipped, or the user's.
fn read_shared(
    section: &Section<'_>,
    name: &str,
    lines: &mut Repertoire,
    surroundings: &Surroundings<'_>,
) -> Result<(), PersonalityError> {
    if !reading::is_path(name) {
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
    let path = surroundings.path(name);
    let text = reading::read_text(&path).map_err(|error| {
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

fn read_lines(section: &Section<'_>, lines: &mut Repertoire) -> Result<(), PersonalityError> {
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

fn read_polyglot(
    section: &Section<'_>,
    key: &str,
    surroundings: &Surroundings<'_>,
) -> Result<Option<BookFile>, PersonalityError> {
    let Some(given) = section.line(key, PATH_CHARS)? else {
        return Ok(None);
    };
    let path = surroundings.path(&given);
    let refuse = |why: String| {
        let problem = format!("the book {} cannot be used: {why}", path.display());
        let expected = "the path of a polyglot book, relative to this file".to_owned();
        PersonalityError::from(section.refuse_value(key, problem, expected))
    };
    let bytes = read_ordinary(&path, MAX_BOOK_BYTES).map_err(|error| refuse(error.to_string()))?;
    let book = PolyglotBook::read(&bytes).map_err(|error| refuse(error.to_string()))?;
    Ok(Some(BookFile {
        path: path.display().to_string(),
        book: Arc::new(book),
    }))
}
