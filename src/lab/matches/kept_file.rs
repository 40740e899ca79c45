//! A PGN file to which finished games are added, so that what was broken off can go on.
//!
//! Games are added in units of one or more, each at once. A program that dies in between leaves at most
//! the beginning of a unit at the end, which is cut off when the file is opened again. The conditions
//! under which the games were played stand in a file beside them; games of other conditions are
//! never added to, but kept aside.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::board::PgnError;
use crate::files;

/// The extension of the file of conditions.
pub(super) const CONDITIONS: &str = "conditions";
/// What ends the tags of a game, and its moves.
const BLANK_LINE: &str = "\n\n";
/// Blank lines of a game: behind the tags and behind the moves.
const BLANK_LINES: usize = 2;

/// Why kept games cannot be used.
#[derive(Debug, Error)]
pub enum KeptGamesError {
    /// The system refused.
    #[error(transparent)]
    System(#[from] io::Error),
    /// Another process adds games.
    #[error("another program is adding games to this file")]
    Busy,
    /// A game cannot be read.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// A game has a tag that does not fit its place.
    #[error("game {game}: the tag {tag} is `{found}`, expected {expected}")]
    Tag {
        /// Which game, from 1.
        game: usize,
        /// The name of the tag.
        tag: &'static str,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
}

/// A file of games that is open for more, by this process alone.
pub struct KeptFile {
    file: File,
}

/// What was found when a file of games was opened.
pub struct FoundFile<T> {
    /// The file, to which games can be added.
    pub file: KeptFile,
    /// What was read from it.
    pub read: T,
    /// Where games of other conditions were put, and the first line that differs.
    pub set_aside: Option<(PathBuf, String)>,
}

impl KeptFile {
    /// Opens a file of games, or makes it. `conditions` is a text of lines. `read` is given the text of
    /// all whole units of `games_a_unit` games.
    ///
    /// # Errors
    ///
    /// All of [`KeptGamesError`], those of `read` included; the games in the file are then as they were.
    pub fn open<T>(
        path: &Path,
        conditions: &str,
        games_a_unit: usize,
        read: impl FnOnce(&str) -> Result<T, KeptGamesError>,
    ) -> Result<FoundFile<T>, KeptGamesError> {
        let beside = path.with_extension(CONDITIONS);
        let mut file = lock(path)?;
        let mut set_aside = None;
        if file.metadata()?.len() > 0 {
            let before = read_if_there(&beside)?;
            if before != conditions {
                let aside = put_aside(path, &beside)?;
                set_aside = Some((aside, difference(&before, conditions)));
                file = lock(path)?;
            }
        }
        files::replace(&beside, conditions.as_bytes())?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let whole = whole_units(&text, games_a_unit);
        let read = read(&String::from_utf8_lossy(&text[..whole]))?;
        if whole < text.len() {
            file.set_len(whole as u64)?;
        }
        Ok(FoundFile {
            file: KeptFile { file },
            read,
            set_aside,
        })
    }

    /// Adds the text of a finished unit behind the others.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn add(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        self.file.flush()
    }
}

fn lock(path: &Path) -> Result<File, KeptGamesError> {
    files::open_for_appending(path)?.ok_or(KeptGamesError::Busy)
}

fn read_if_there(path: &Path) -> io::Result<String> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        read => read,
    }
}

/// Renames the games and their conditions to the first number that is free.
fn put_aside(path: &Path, beside: &Path) -> io::Result<PathBuf> {
    let numbered = |path: &Path, number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{number}"));
        PathBuf::from(name)
    };
    let mut number = 1;
    while numbered(path, number).exists() {
        number += 1;
    }
    let aside = numbered(path, number);
    fs::rename(path, &aside)?;
    match fs::rename(beside, numbered(beside, number)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(aside),
    }
}

/// The first line in which two texts differ, in words.
fn difference(before: &str, now: &str) -> String {
    let shown = |line: Option<&str>| match line {
        Some(line) => format!("`{line}`"),
        None => "nothing".to_owned(),
    };
    let (mut old, mut new) = (before.lines(), now.lines());
    loop {
        match (old.next(), new.next()) {
            (None, None) => return "the ends of lines".to_owned(),
            (one, other) if one != other => {
                return format!("{} before, {} now", shown(one), shown(other));
            }
            _ => {}
        }
    }
}

/// How many bytes of the text are whole units of so many games.
fn whole_units(text: &[u8], games_a_unit: usize) -> usize {
    let mut blank_lines = 0;
    let (mut at, mut whole) = (0, 0);
    while at + BLANK_LINE.len() <= text.len() {
        if !text[at..].starts_with(BLANK_LINE.as_bytes()) {
            at += 1;
            continue;
        }
        at += BLANK_LINE.len();
        blank_lines += 1;
        if blank_lines % (games_a_unit * BLANK_LINES) == 0 {
            whole = at;
        }
    }
    whole
}
