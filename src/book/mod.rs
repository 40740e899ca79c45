//! Opening books: what is played from memory.
//!
//! Owns where a move of the opening can come from (lines of a repertoire, files in the polyglot
//! format), how one of several is chosen, and how far a memory reaches. All chance is drawn from
//! the seed of the game. It must not know whose book it is, or how a search works.

mod choice;
mod memory;
mod polyglot;
mod random;
mod repertoire;

use crate::board::Move;

pub use choice::{Mode, draw};
pub use memory::{BookFile, LATEST_PLY, Memory};
pub use polyglot::{LONGEST_BOOK_BYTES, PolyglotBook, PolyglotError};
pub use repertoire::{Line, LineError, Repertoire};

/// A move that a book knows in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// A legal move.
    pub mv: Move,
    /// How much it counts beside the other moves of the position; 0 is never played.
    pub weight: u32,
}
