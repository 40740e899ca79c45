//! The gallery: a web page with a card for each personality, with a radar of six words, the moves it
//! begins with and a game with its comments. It is one file without scripts.

mod card;
pub(in crate::lab) mod diagram;
mod first_moves;
mod game_page;
pub(in crate::lab) mod html;
#[cfg(test)]
mod made_up;
mod page;
mod radar;
mod sample_game;
mod trait_phrases;
mod words;

use std::io;
use std::path::{Path, PathBuf};

use super::fingerprint::Fingerprint;
use crate::personality::Personality;

pub use sample_game::{MoveComment, SampleGame};

/// A personality in the gallery.
#[derive(Clone, Debug)]
pub struct GalleryEntry {
    /// The personality.
    pub personality: Personality,
    /// Its fingerprint.
    pub fingerprint: Fingerprint,
    /// The number of games behind the fingerprint.
    pub games: usize,
    /// A game of it.
    pub sample: Option<SampleGame>,
}

/// Writes `index.html` into a directory, which is created when it is missing, and returns its path.
/// `baseline` is the title of the one whom the personalities played and are compared with,
/// `conditions` describes how the games were played.
///
/// # Errors
/// What the system says of the directory or the file.
pub fn write(
    directory: &Path,
    entries: &[GalleryEntry],
    baseline: &str,
    conditions: &str,
) -> io::Result<PathBuf> {
    html::write_page(directory, &page::compose(entries, baseline, conditions))
}
