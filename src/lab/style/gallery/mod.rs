//! The gallery: a web page that shows every personality with its fingerprint and a game. It is a
//! directory of plain files without scripts.

mod chart;
mod diagram;
mod page;

use std::fs;
use std::io;
use std::path::Path;

use thiserror::Error;

use super::fingerprint::Fingerprint;
use crate::lab::matches::personality_match::PlayedGame;

/// A personality in the gallery.
#[derive(Clone, Debug)]
pub struct GalleryEntry {
    /// Its name, one word; also the name of its chart.
    pub name: String,
    /// Its title for people.
    pub title: String,
    /// A sentence on how it plays.
    pub blurb: String,
    /// Its fingerprint.
    pub fingerprint: Fingerprint,
    /// The number of games behind the fingerprint.
    pub games: usize,
    /// One of its games.
    pub sample: Option<PlayedGame>,
}

/// Why the gallery could not be made.
#[derive(Debug, Error)]
pub enum GalleryError {
    /// A file could not be written.
    #[error("{path}: {error}")]
    Io {
        /// Its path.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// A chart could not be drawn.
    #[error("the chart of {name} could not be drawn: {reason}")]
    Chart {
        /// The personality.
        name: String,
        /// What is wrong.
        reason: String,
    },
}

/// Writes `index.html` and a chart for each entry into a directory, which is created when it is
/// missing. `conditions` describes how the games were played, `opponent` is the baseline's title.
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
