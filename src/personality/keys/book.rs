//! `[book]`: the openings that a personality knows, and files of lines that several of them share.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::KeyRow;
use super::book_lines::{LINES, REPERTOIRE, SIDES, WEIGHT, read_lines, read_shared};
use super::form::{CountForm, FileKey, ValueForm, in_words, quoted};
use crate::board::Color;
use crate::book::{
    BookFile, BookMode, LAST_BOOK_PLY, MAX_BOOK_BYTES, OpeningBook, PolyglotBook, Repertoire,
};
use crate::files::read_ordinary;
use crate::personality::Personality;
use crate::personality::error::PersonalityError;

const PLIES: RangeInclusive<i32> = 0..=LAST_BOOK_PLY as i32;
/// The most characters of a path.
const PATH_CHARS: usize = 240;

pub(super) fn rows() -> Vec<KeyRow> {
    choice_rows()
        .into_iter()
        .chain(line_rows())
        .chain(polyglot_rows())
        .collect()
}

fn row(
    name: &'static str,
    form: impl ValueForm + 'static,
    default: impl Into<String>,
    meaning: &'static str,
) -> KeyRow {
    KeyRow::new("book", name, form, default, meaning)
}

fn choice_rows() -> Vec<KeyRow> {
    let plies = |get, set| CountForm {
        range: PLIES,
        unit: "plies",
        default: LAST_BOOK_PLY,
        get,
        set,
    };
    vec![
        row(
            "mode",
            ModeForm,
            BookMode::default().name(),
            "How it chooses: every move alike, rare moves rather than common ones, by weight, or \
             mostly the move of the largest weight.",
        ),
        row(
            "depth_plies",
            plies(
                |personality| personality.opening_book.depth_plies,
                |personality, plies| personality.opening_book.depth_plies = plies,
            ),
            LAST_BOOK_PLY.to_string(),
            "After so many plies of a game it knows no openings.",
        ),
        row(
            "forgets_after_ply",
            plies(
                |personality| personality.opening_book.forgets_after_ply,
                |personality, plies| personality.opening_book.forgets_after_ply = plies,
            ),
            "depth_plies",
            "In each game its knowledge ends at some ply from this one to `depth_plies`.",
        ),
    ]
}

fn line_rows() -> Vec<KeyRow> {
    vec![
        row(
            REPERTOIRE,
            LinesForm { color: None },
            "none",
            "Lines that several personalities share; its own lines are added to them.",
        ),
        row(
            "white",
            LinesForm {
                color: Some(Color::White),
            },
            "none",
            "Lines that it follows as White, in SAN from the initial position.",
        ),
        row(
            "black",
            LinesForm {
                color: Some(Color::Black),
            },
            "none",
            "The same as Black.",
        ),
    ]
}

fn polyglot_rows() -> Vec<KeyRow> {
    vec![
        row(
            "guide",
            PolyglotForm {
                get: |personality| personality.opening_book.guide.as_ref(),
                set: |personality, file| personality.opening_book.guide = Some(file),
            },
            "none",
            "A polyglot book of its style, asked where its lines know nothing.",
        ),
        row(
            "main",
            PolyglotForm {
                get: |personality| personality.opening_book.main.as_ref(),
                set: |personality, file| personality.opening_book.main = Some(file),
            },
            "none",
            "A polyglot book asked where nothing else knows anything.",
        ),
    ]
}

/// The way in which one of several known moves is chosen.
struct ModeForm;

impl ValueForm for ModeForm {
    fn unit(&self) -> &'static str {
        "text"
    }

    fn range(&self) -> String {
        let [others @ .., last] = BookMode::NAMES.map(|(name, _)| name);
        format!("{} or {last}", others.join(", "))
    }

    fn read(
        &self,
        key: &FileKey<'_>,
        personality: &mut Personality,
    ) -> Result<(), PersonalityError> {
        let mode = key.section.choice(key.name, "mode", &BookMode::NAMES)?;
        personality.opening_book.mode = mode.unwrap_or_default();
        Ok(())
    }

    fn written(&self, personality: &Personality) -> Option<String> {
        let mode = personality.opening_book.mode;
        (mode != OpeningBook::default().mode).then(|| quoted(mode.name()))
    }
}

/// Lines of openings: those of one side, or without a side a file of lines for both.
struct LinesForm {
    color: Option<Color>,
}

impl ValueForm for LinesForm {
    fn unit(&self) -> &'static str {
        match self.color {
            Some(_) => "list",
            None => "text",
        }
    }

    fn range(&self) -> String {
        match self.color {
            Some(_) => format!(
                "up to {LINES}, each text or {{ line, weight = {} }}",
                in_words(&WEIGHT)
            ),
            None => {
                "a shipped repertoire, or the path of a file with `white` and `black`".to_owned()
            }
        }
    }

    /// Lines of any of the three keys take the place of all lines of the base, so that the first of
    /// the keys reads all of them.
    fn read(
        &self,
        key: &FileKey<'_>,
        personality: &mut Personality,
    ) -> Result<(), PersonalityError> {
        let section = key.section;
        let mut names = [REPERTOIRE].into_iter().chain(SIDES.map(|(name, _)| name));
        if names.find(|name| section.value(name).is_some()) != Some(key.name) {
            return Ok(());
        }
        let mut lines = Repertoire::default();
        if let Some(name) = section.line(REPERTOIRE, PATH_CHARS)? {
            read_shared(section, &name, &mut lines, key.lookup)?;
        }
        read_lines(section, &mut lines)?;
        if !lines.lines().is_empty() {
            personality.opening_book.repertoire = Arc::new(lines);
        }
        Ok(())
    }

    /// A line each, for they are long. Shared lines are written as its own.
    fn written(&self, personality: &Personality) -> Option<String> {
        let lines = personality.opening_book.repertoire.lines().iter();
        let lines: Vec<String> = lines
            .filter(|line| Some(line.color) == self.color)
            .map(|line| {
                let (moves, weight) = (quoted(&line.moves), line.weight);
                format!("    {{ line = {moves}, weight = {weight} }},\n")
            })
            .collect();
        (!lines.is_empty()).then(|| format!("[\n{}]", lines.concat()))
    }
}

/// A book in the polyglot format.
struct PolyglotForm {
    get: fn(&Personality) -> Option<&BookFile>,
    set: fn(&mut Personality, BookFile),
}

impl ValueForm for PolyglotForm {
    fn unit(&self) -> &'static str {
        "text"
    }

    fn range(&self) -> String {
        "the path of a .bin file".to_owned()
    }

    fn read(
        &self,
        key: &FileKey<'_>,
        personality: &mut Personality,
    ) -> Result<(), PersonalityError> {
        let given = key.section.document.line(key.value, PATH_CHARS)?;
        let path = key.lookup.path(&given);
        let refuse = |why: String| {
            let problem = format!("the book {} cannot be used: {why}", path.display());
            let expected = "the path of a polyglot book, relative to this file".to_owned();
            key.refuse(problem, expected)
        };
        let bytes =
            read_ordinary(&path, MAX_BOOK_BYTES).map_err(|error| refuse(error.to_string()))?;
        let book = PolyglotBook::read(&bytes).map_err(|error| refuse(error.to_string()))?;
        let file = BookFile {
            path: path.display().to_string(),
            book: Arc::new(book),
        };
        (self.set)(personality, file);
        Ok(())
    }

    fn written(&self, personality: &Personality) -> Option<String> {
        let file = (self.get)(personality)?;
        Some(quoted(&file.path))
    }
}
