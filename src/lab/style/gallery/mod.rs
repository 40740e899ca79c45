//! The gallery: a page that shows every character with its fingerprint and a game.
//!
//! Owns what is shown and in which order. One directory of plain files, without scripts, that any
//! browser opens and any web server can carry. It must not know how the games were played.

mod chart;
mod diagram;
mod page;

use std::fs;
use std::io;
use std::path::Path;

use thiserror::Error;

use super::fingerprint::Fingerprint;
use crate::lab::matches::personality_match::PlayedGame;

/// A character on show.
#[derive(Clone, Debug)]
pub struct GalleryEntry {
    /// One word; also what its chart is called.
    pub name: String,
    /// What to call it before people.
    pub title: String,
    /// By what it is recognised at the board.
    pub blurb: String,
    /// What its games have shown.
    pub fingerprint: Fingerprint,
    /// How many games that was.
    pub games: usize,
    /// A game of it.
    pub sample: Option<PlayedGame>,
}

/// Why the gallery could not be made.
#[derive(Debug, Error)]
pub enum GalleryError {
    /// A file could not be written.
    #[error("{path}: {error}")]
    Io {
        /// Which.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// A chart could not be drawn.
    #[error("the chart of {name} could not be drawn: {reason}")]
    Chart {
        /// Whose.
        name: String,
        /// Why.
        reason: String,
    },
}

/// Writes `index.html` and a chart for each entry into a directory, which is made if need be.
/// `conditions` says how the games were played; `opponent` who the others are compared with.
///
/// # Errors
///
/// Files that cannot be written.
pub fn write(
    directory: &Path,
    entries: &[GalleryEntry],
    opponent: &str,
    conditions: &str,
) -> Result<(), GalleryError> {
    fs::create_dir_all(directory).map_err(|error| failed(directory, error))?;
    for entry in entries {
        let svg = chart::draw(&entry.fingerprint).map_err(|reason| GalleryError::Chart {
            name: entry.name.clone(),
            reason,
        })?;
        let path = directory.join(format!("{}.svg", entry.name));
        fs::write(&path, svg).map_err(|error| failed(&path, error))?;
    }
    let path = directory.join("index.html");
    let page = page::compose(entries, opponent, conditions);
    fs::write(&path, page).map_err(|error| failed(&path, error))
}

fn failed(path: &Path, error: io::Error) -> GalleryError {
    GalleryError::Io {
        path: path.display().to_string(),
        error,
    }
}
