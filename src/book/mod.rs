//! Opening books: what is played from memory.
//!
//! Owns where a move of the opening can come from (lines of a repertoire, files in the polyglot
//! format), how one of several is chosen, and how far a memory reaches. All chance is drawn from
//! the seed of the game. It must not know whose book it is, or how a search works.

mod choice;
mod opening_book;
mod polyglot;
mod polyglot_random;
mod repertoire;

use crate::board::Move;

pub use choice::{BookMode, random_number};
pub use opening_book::{BookFile, LAST_BOOK_PLY, OpeningBook};
pub use polyglot::{MAX_BOOK_BYTES, PolyglotBook, PolyglotError};
pub use repertoire::{Repertoire, RepertoireError, RepertoireLine};

/// A move that a book knows in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// A legal move.
    pub mv: Move,
    /// How much it counts beside the other moves of the position; 0 is never played.
    pub weight: u32,
}
