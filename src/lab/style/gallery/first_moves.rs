//! The first moves that a personality's book likes: as White, and against the two commonest moves.

use crate::board::Position;
use crate::book::{OpeningBook, unscaled};

/// At most so many moves are named.
const MOST_MOVES: usize = 3;
/// Moves of a smaller chance are not named, in permille.
const LEAST_PERMILLE: u32 = 50;

/// The situations that the book knows, each with its moves: `As White: 1.e4 or 1.d4`.
pub(super) fn sentences(book: &OpeningBook) -> Vec<String> {
    let situations = [
        ("As White", None),
        ("Against 1.e4", Some("e4")),
        ("Against 1.d4", Some("d4")),
    ];
    let known = situations.into_iter().filter_map(|(name, first)| {
        let start = Position::start();
        let position = match first {
            None => start,
            Some(san) => start.play(start.parse_move(san).ok()?),
        };
        let moves = moves(book, &position, first.is_some());
        (!moves.is_empty()).then(|| format!("{name}: {}", moves.join(" or ")))
    });
    known.collect()
}

fn moves(book: &OpeningBook, position: &Position, is_answer: bool) -> Vec<String> {
    let dots = if is_answer { "..." } else { "." };
    let known = book.chances_permille(position, unscaled).into_iter();
    known
        .filter(|&(_, permille)| permille >= LEAST_PERMILLE)
        .take(MOST_MOVES)
        .map(|(mv, _)| format!("1{dots}{}", position.san(mv)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::style::gallery::made_up;

    #[test]
    fn the_likeliest_moves_come_first_and_unknown_situations_are_left_out() {
        let book = made_up::entry().personality.opening_book().clone();
        let said = sentences(&book);
        assert_eq!(said, ["As White: 1.d4", "Against 1.e4: 1...c6 or 1...e5"]);
        assert!(sentences(&OpeningBook::default()).is_empty());
    }
}
