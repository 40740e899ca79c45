//! Repertoires: lines of moves for either colour, as a player would write them down.
//!
//! Lines that meet in a position go on together from there.

use std::collections::BTreeMap;

use thiserror::Error;

use super::BookMove;
use crate::board::{Color, Move, Position};

/// A line of moves from the initial position, to be followed by one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepertoireLine {
    /// The colour that plays it; the other colour's moves only lead to the next position.
    pub color: Color,
    /// The moves in SAN, a blank between them.
    pub moves: String,
    /// Its weight beside other lines.
    pub weight: u32,
}

/// Why a line is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RepertoireError {
    /// A word is not a legal move.
    #[error("`{word}` is no legal move after {after}")]
    Move {
        /// The word.
        word: String,
        /// The moves before it, or `the initial position`.
        after: String,
    },
    /// The line has no move for its colour.
    #[error("the line has no move for its colour")]
    Empty,
}

/// Lines and the positions that they lead through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repertoire {
    lines: Vec<RepertoireLine>,
    /// The book moves by the key of the position.
    moves: BTreeMap<u64, Vec<BookMove>>,
    /// The same for the moves of the other colour, which only lead to the next position.
    expected: BTreeMap<u64, Vec<BookMove>>,
}

impl Repertoire {
    /// The lines in the order in which they were added.
    pub fn lines(&self) -> &[RepertoireLine] {
        &self.lines
    }

    /// Adds a line for a colour. Move numbers may stand before the moves.
    ///
    /// # Errors
    ///
    /// A word that is no legal move, or nothing to play; nothing was added then.
    pub fn add(&mut self, color: Color, text: &str, weight: u32) -> Result<(), RepertoireError> {
        let mut position = Position::start();
        let mut sans = Vec::new();
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for word in text.split_whitespace().filter_map(without_number) {
            let mv = position
                .parse_move(word)
                .map_err(|_| RepertoireError::Move {
                    word: word.to_owned(),
                    after: match sans.is_empty() {
                        true => "the initial position".to_owned(),
                        false => sans.join(" "),
                    },
                })?;
            match position.side_to_move() == color {
                true => own.push((position.key(), mv)),
                false => others.push((position.key(), mv)),
            }
            sans.push(position.san(mv));
            position = position.play(mv);
        }
        if own.is_empty() {
            return Err(RepertoireError::Empty);
        }
        remember(&mut self.moves, own, weight);
        remember(&mut self.expected, others, weight);
        self.lines.push(RepertoireLine {
            color,
            moves: sans.join(" "),
            weight,
        });
        Ok(())
    }

    /// The book moves of a position.
    pub fn moves(&self, position: &Position) -> &[BookMove] {
        self.moves.get(&position.key()).map_or(&[], Vec::as_slice)
    }

    /// The moves of the opponent that the lines go on with in a position.
    pub fn expected(&self, position: &Position) -> &[BookMove] {
        self.expected
            .get(&position.key())
            .map_or(&[], Vec::as_slice)
    }
}

fn remember(known: &mut BTreeMap<u64, Vec<BookMove>>, moves: Vec<(u64, Move)>, weight: u32) {
    for (key, mv) in moves {
        let known = known.entry(key).or_default();
        match known.iter_mut().find(|known| known.mv == mv) {
            Some(known) => known.weight = known.weight.saturating_add(weight),
            None => known.push(BookMove { mv, weight }),
        }
    }
}

/// The move in `4.Nf3`, `4...Nf3` or `Nf3`; `None` for a number alone.
fn without_number(word: &str) -> Option<&str> {
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_numbered = digits.len() < word.len() && digits.starts_with('.');
    let mv = match is_numbered {
        true => digits.trim_start_matches('.'),
        false => word,
    };
    (!mv.is_empty()).then_some(mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(repertoire: &Repertoire, after: &str) -> Vec<(String, u32)> {
        let mut position = Position::start();
        for word in after.split_whitespace() {
            position = position.play(position.parse_move(word).unwrap());
        }
        let moves = repertoire.moves(&position).iter();
        moves
            .map(|known| (position.san(known.mv), known.weight))
            .collect()
    }

    #[test]
    fn lines_are_followed_by_their_colour_and_meet() {
        let mut both = Repertoire::default();
        both.add(Color::White, "1. e4 e5 2. Nf3 Nc6 3. Bc4", 2)
            .unwrap();
        both.add(Color::White, "1.Nf3 Nc6 2.e4 e5 3.Bb5", 1)
            .unwrap();
        both.add(Color::Black, "e4 1...c5", 5).unwrap();
        let one = |san: &str, weight| (san.to_owned(), weight);
        assert_eq!(known(&both, ""), [one("e4", 2), one("Nf3", 1)]);
        assert_eq!(
            known(&both, "e4 e5 Nf3 Nc6"),
            [one("Bc4", 2), one("Bb5", 1)]
        );
        assert_eq!(known(&both, "e4"), [one("c5", 5)]);
        assert_eq!(known(&both, "d4"), []);
        assert_eq!(both.lines()[1].moves, "Nf3 Nc6 e4 e5 Bb5");
    }

    #[test]
    fn a_refused_line_adds_nothing() {
        let mut none = Repertoire::default();
        let error = none.add(Color::White, "e4 e5 Nf4 Nc6", 1).unwrap_err();
        assert_eq!(error.to_string(), "`Nf4` is no legal move after e4 e5");
        let error = none.add(Color::White, "1. Ke2", 1).unwrap_err();
        assert!(error.to_string().ends_with("after the initial position"));
        assert_eq!(none.add(Color::Black, "e4", 1), Err(RepertoireError::Empty));
        assert_eq!(
            none.add(Color::White, " 1. ", 1),
            Err(RepertoireError::Empty)
        );
        assert_eq!(none, Repertoire::default());
    }
}
