//! What somebody remembers of the openings: lines, books, and how far it reaches.
//!
//! Owns the order in which sources are asked and when memory ends. It must not know the person.

use std::sync::Arc;

use super::choice::{BookMode, random_number};
use super::{BookMove, PolyglotBook, Repertoire};
use crate::board::{Color, Move, Position};

/// The last ply of a game to which a memory can reach.
pub const LAST_BOOK_PLY: u32 = 60;

/// A polyglot book and the file that it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFile {
    /// Where it was.
    pub path: String,
    /// What was in it.
    pub book: Arc<PolyglotBook>,
}

/// Everything that is remembered of the openings; nothing by default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningBook {
    /// Own lines; they are asked first.
    pub repertoire: Arc<Repertoire>,
    /// A book of a style, asked where the lines know nothing.
    pub guide: Option<BookFile>,
    /// A book of everything, asked last.
    pub main: Option<BookFile>,
    /// How one of several moves is chosen.
    pub mode: BookMode,
    /// Plies of the game after which nothing is remembered.
    pub depth_plies: u32,
    /// Plies after which a game's memory may end; in each game it ends somewhere from here to
    /// [`Self::depth_plies`].
    pub forgets_after_ply: u32,
}

impl Default for OpeningBook {
    fn default() -> OpeningBook {
        OpeningBook {
            repertoire: Arc::default(),
            guide: None,
            main: None,
            mode: BookMode::default(),
            depth_plies: LAST_BOOK_PLY,
            forgets_after_ply: LAST_BOOK_PLY,
        }
    }
}

impl OpeningBook {
    /// Whether there is nothing to remember.
    pub fn is_empty(&self) -> bool {
        self.repertoire.lines().is_empty() && self.guide.is_none() && self.main.is_none()
    }

    /// Every move that is known in a position, from the first source that knows one.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let lines = self.repertoire.moves(position);
        if !lines.is_empty() {
            return lines.to_vec();
        }
        let books = [&self.guide, &self.main].into_iter().flatten();
        let mut known = books.map(|file| file.book.moves(position));
        known.find(|moves| !moves.is_empty()).unwrap_or_default()
    }

    /// What is played from memory in a game of this seed, if anything is.
    pub fn recall(&self, position: &Position, seed: u64) -> Option<Move> {
        if self.is_empty() || ply(position) >= self.last_ply(seed) {
            return None;
        }
        self.mode.choose(position, &self.moves(position), seed)
    }

    /// The moves with their chances in permille, the likeliest first.
    pub fn chances_permille(&self, position: &Position) -> Vec<(Move, u32)> {
        let moves = self.moves(position);
        let chances = self.mode.chances(&moves);
        let total: u64 = chances.iter().sum::<u64>().max(1);
        let permille = |chance: u64| (chance as u128 * 1_000 / total as u128) as u32;
        let shares = chances.into_iter().map(permille);
        let mut known: Vec<(Move, u32)> = moves.iter().map(|known| known.mv).zip(shares).collect();
        known.sort_by_key(|&(_, share)| std::cmp::Reverse(share));
        known
    }

    /// The ply at which memory ends in a game of this seed.
    fn last_ply(&self, seed: u64) -> u32 {
        let first = self.forgets_after_ply.min(self.depth_plies);
        let span = u64::from(self.depth_plies - first) + 1;
        // No key is the purpose of another draw.
        first + (random_number(seed, u64::MAX) % span) as u32
    }
}

/// Plies played before a position, by its number.
fn ply(position: &Position) -> u32 {
    let moves = position.fullmove_number().saturating_sub(1);
    moves
        .saturating_mul(2)
        .saturating_add(u32::from(position.side_to_move() == Color::Black))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remembering(lines: &[(&str, u32)]) -> OpeningBook {
        let mut repertoire = Repertoire::default();
        for (moves, weight) in lines {
            for color in [Color::White, Color::Black] {
                repertoire.add(color, moves, *weight).unwrap();
            }
        }
        OpeningBook {
            repertoire: Arc::new(repertoire),
            ..OpeningBook::default()
        }
    }

    /// How many plies of its only line each of some games remembers.
    fn remembered_plies(memory: &OpeningBook) -> Vec<u32> {
        let plies = |seed| {
            let mut position = Position::start();
            let mut plies = 0;
            while let Some(mv) = memory.recall(&position, seed) {
                position = position.play(mv);
                plies += 1;
            }
            plies
        };
        (0..200).map(plies).collect()
    }

    #[test]
    fn memory_ends_where_it_is_told_to() {
        let line = "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4";
        let mut memory = remembering(&[(line, 1)]);
        assert!(remembered_plies(&memory).iter().all(|&plies| plies == 10));
        memory.depth_plies = 6;
        assert!(remembered_plies(&memory).iter().all(|&plies| plies == 6));
        memory.forgets_after_ply = 3;
        let plies = remembered_plies(&memory);
        for count in 3..=6 {
            assert!(plies.contains(&count), "{count}");
        }
        assert!(plies.iter().all(|plies| (3..=6).contains(plies)));
        assert_eq!(plies, remembered_plies(&memory));
    }

    #[test]
    fn chances_are_told_as_they_are() {
        let mut memory = remembering(&[("e4 e5", 3), ("d4 d5", 1)]);
        memory.mode = BookMode::Dynamic;
        let start = Position::start();
        let told: Vec<(String, u32)> = memory
            .chances_permille(&start)
            .into_iter()
            .map(|(mv, share)| (start.san(mv), share))
            .collect();
        assert_eq!(told, [("e4".to_owned(), 750), ("d4".to_owned(), 250)]);
        assert!(OpeningBook::default().is_empty());
        assert_eq!(OpeningBook::default().recall(&start, 1), None);
        assert!(OpeningBook::default().chances_permille(&start).is_empty());
    }
}
