//! Opening books: a personality's repertoire lines and polyglot books, and which known move is
//! played.
//!
//! All randomness comes from the seed of the game.

mod choice;
mod opening_book;
mod polyglot;
mod polyglot_random;
mod repertoire;

use crate::board::Move;

pub use choice::{BookMode, random_number, unscaled};
pub use opening_book::{BookFile, KnownMove, LAST_BOOK_PLY, OpeningBook};
pub use polyglot::{MAX_BOOK_BYTES, PolyglotBook, PolyglotError};
pub use repertoire::{Repertoire, RepertoireError, RepertoireLine};

/// A move that a book knows in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// A legal move.
    pub mv: Move,
    /// Its weight beside the other moves of the position; 0 is never played.
    pub weight: u32,
}
