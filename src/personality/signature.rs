//! Signatures: the squares and castlings for which a personality is known. Squares are written as White
//! sees them.

use crate::board::{CastlingSide, Piece, Square};

/// The weight of a signature for whom no other is given, in centipawns.
pub(super) const DEFAULT_WEIGHT_CP: i32 = 15;

/// A square that a piece reaches, or a castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Habit {
    Reach(Piece, Square),
    Castle(CastlingSide),
}

/// The squares and castlings for which a personality is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Signature {
    pub likes: Vec<Habit>,
    pub avoids: Vec<Habit>,
}

const LETTERS: [(char, Piece); 5] = [
    ('N', Piece::Knight),
    ('B', Piece::Bishop),
    ('R', Piece::Rook),
    ('Q', Piece::Queen),
    ('K', Piece::King),
];

impl Habit {
    /// `Nd5`, `h5`, `O-O`, `O-O-O`.
    pub fn parse(text: &str) -> Option<Habit> {
        match text {
            "O-O" => return Some(Habit::Castle(CastlingSide::Short)),
            "O-O-O" => return Some(Habit::Castle(CastlingSide::Long)),
            _ => {}
        }
        let first = text.chars().next()?;
        let named = LETTERS.iter().find(|(letter, _)| *letter == first);
        let (piece, square) = match named {
            Some(&(letter, piece)) => (piece, text.strip_prefix(letter)?),
            None => (Piece::Pawn, text),
        };
        Some(Habit::Reach(piece, square.parse().ok()?))
    }

    /// The text that [`Self::parse`] reads.
    pub fn text(self) -> String {
        match self {
            Habit::Castle(CastlingSide::Short) => "O-O".to_owned(),
            Habit::Castle(CastlingSide::Long) => "O-O-O".to_owned(),
            Habit::Reach(piece, square) => {
                let named = LETTERS.iter().find(|(_, named)| *named == piece);
                let letter = named.map(|(letter, _)| letter.to_string());
                format!("{}{square}", letter.unwrap_or_default())
            }
        }
    }
}

impl Signature {
    pub fn is_empty(&self) -> bool {
        self.likes.is_empty() && self.avoids.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_are_read_as_they_are_written() {
        for text in [
            "Nd5", "h5", "O-O", "O-O-O", "Ke2", "Bb2", "Rh3", "Qa8", "a1",
        ] {
            let habit = Habit::parse(text);
            assert_eq!(habit.map(Habit::text).as_deref(), Some(text));
        }
        for text in [
            "", "N", "Nd9", "nd5", "Pd5", "d", "O-O-O-O", "0-0", "Nd55", "ä5",
        ] {
            assert_eq!(Habit::parse(text), None, "{text}");
        }
    }
}
