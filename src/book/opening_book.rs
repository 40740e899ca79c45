//! The opening book of a personality: repertoire lines, a book of its style, a main book, and how
//! deep into a game it is used.

use std::sync::Arc;

use super::choice::{BookMode, random_number};
use super::{BookMove, PolyglotBook, Repertoire};
use crate::board::{Color, Move, Position};

/// No opening book is used beyond this ply of a game.
pub const LAST_BOOK_PLY: u32 = 60;

/// A polyglot book and the file that it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFile {
    /// Where the file was.
    pub path: String,
    /// The book in it.
    pub book: Arc<PolyglotBook>,
}

/// A move that an opening book knows in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// The move.
    pub mv: Move,
    /// How likely it is, in permille.
    pub chance_permille: u32,
    /// The replies that the book knows.
    pub replies: Vec<Move>,
}

/// Everything that a personality knows of the openings; nothing by default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningBook {
    /// Own lines, which come first.
    pub repertoire: Arc<Repertoire>,
    /// A guide book of the personality's style, for positions that the lines do not know.
    pub guide: Option<BookFile>,
    /// A main book of all openings, which comes last.
    pub main: Option<BookFile>,
    /// How one of several moves is chosen.
    pub mode: BookMode,
    /// The ply of the game at which the book ends.
    pub depth_plies: u32,
    /// The first ply at which the book may end; in each game it ends at a random ply from here to
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
    /// Whether it knows no move at all.
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

    /// The book move in a game of this seed, if there is one. What was learnt of a move scales its
    /// chance by a factor in permille, [`super::unscaled`] where nothing was.
    pub fn choose(
        &self,
        position: &Position,
        seed: u64,
        chance_permille: impl Fn(Move) -> u32,
    ) -> Option<Move> {
        if self.is_empty() || ply(position) >= self.last_ply(seed) {
            return None;
        }
        let moves = self.moves(position);
        self.mode.choose(position, &moves, seed, chance_permille)
    }

    /// Every move that is known in a position, or else every reply that its lines expect there, with
    /// what may come next; the likeliest first, scaled as for [`Self::choose`].
    pub fn known_moves(
        &self,
        position: &Position,
        scaled_permille: impl Fn(Move) -> u32,
    ) -> Vec<KnownMove> {
        let mut known = self.chances_permille(position, scaled_permille);
        if known.is_empty() {
            known = self.expected_permille(position);
        }
        let with_replies = |(mv, chance_permille): (Move, u32)| {
            let after = position.play(mv);
            let mut replies = self.expected_permille(&after);
            if replies.is_empty() {
                replies = self.chances_permille(&after, super::unscaled);
            }
            KnownMove {
                mv,
                chance_permille,
                replies: replies.into_iter().map(|(mv, _)| mv).collect(),
            }
        };
        known.into_iter().map(with_replies).collect()
    }

    /// The opponent's moves that the own lines expect, the likeliest first.
    fn expected_permille(&self, position: &Position) -> Vec<(Move, u32)> {
        let expected = self.repertoire.expected(position);
        let total: u64 = expected.iter().map(|known| u64::from(known.weight)).sum();
        let share = |known: &BookMove| u64::from(known.weight) * 1_000 / total.max(1);
        let mut shares: Vec<(Move, u32)> = expected
            .iter()
            .map(|known| (known.mv, share(known) as u32))
            .collect();
        shares.sort_by_key(|&(_, share)| std::cmp::Reverse(share));
        shares
    }

    /// The moves with their chances in permille, the likeliest first; scaled as for [`Self::choose`].
    pub fn chances_permille(
        &self,
        position: &Position,
        scaled_permille: impl Fn(Move) -> u32,
    ) -> Vec<(Move, u32)> {
        let moves = self.moves(position);
        let chances = self.mode.scaled_chances(&moves, scaled_permille);
        let total: u64 = chances.iter().sum::<u64>().max(1);
        let permille = |chance: u64| (chance as u128 * 1_000 / total as u128) as u32;
        let shares = chances.into_iter().map(permille);
        let mut known: Vec<(Move, u32)> = moves.iter().map(|known| known.mv).zip(shares).collect();
        known.sort_by_key(|&(_, share)| std::cmp::Reverse(share));
        known
    }

    /// The ply at which the book ends in a game of this seed.
    fn last_ply(&self, seed: u64) -> u32 {
        let first = self.forgets_after_ply.min(self.depth_plies);
        let span = u64::from(self.depth_plies - first) + 1;
        // All other purposes are keys of positions.
        first + (random_number(seed, u64::MAX) % span) as u32
    }
}

/// The number of plies before a position, from its move number.
fn ply(position: &Position) -> u32 {
    let moves = position.fullmove_number().saturating_sub(1);
    moves
        .saturating_mul(2)
        .saturating_add(u32::from(position.side_to_move() == Color::Black))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::unscaled;

    fn knowing(lines: &[(&str, u32)]) -> OpeningBook {
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

    /// How many book moves each of some games plays along the only line.
    fn book_plies(book: &OpeningBook) -> Vec<u32> {
        let plies = |seed| {
            let mut position = Position::start();
            let mut plies = 0;
            while let Some(mv) = book.choose(&position, seed, unscaled) {
                position = position.play(mv);
                plies += 1;
            }
            plies
        };
        (0..200).map(plies).collect()
    }

    #[test]
    fn the_book_ends_at_its_depth() {
        let line = "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4";
        let mut book = knowing(&[(line, 1)]);
        assert!(book_plies(&book).iter().all(|&plies| plies == 10));
        book.depth_plies = 6;
        assert!(book_plies(&book).iter().all(|&plies| plies == 6));
        book.forgets_after_ply = 3;
        let plies = book_plies(&book);
        for count in 3..=6 {
            assert!(plies.contains(&count), "{count}");
        }
        assert!(plies.iter().all(|plies| (3..=6).contains(plies)));
        assert_eq!(plies, book_plies(&book));
    }

    #[test]
    fn chances_are_listed_in_permille() {
        let mut book = knowing(&[("e4 e5", 3), ("d4 d5", 1)]);
        book.mode = BookMode::Dynamic;
        let start = Position::start();
        let told: Vec<(String, u32)> = book
            .chances_permille(&start, unscaled)
            .into_iter()
            .map(|(mv, share)| (start.san(mv), share))
            .collect();
        assert_eq!(told, [("e4".to_owned(), 750), ("d4".to_owned(), 250)]);
        assert!(OpeningBook::default().is_empty());
        assert_eq!(OpeningBook::default().choose(&start, 1, unscaled), None);
        assert!(
            OpeningBook::default()
                .chances_permille(&start, unscaled)
                .is_empty()
        );
    }
}
