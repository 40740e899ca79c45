//! Signatures: the squares and castlings by which somebody is known.
//!
//! Owns how a move is measured against them. Squares are seen from the own side, as if it were
//! White. Reaching one counts, and leaving it without a capture counts against, so that nothing is
//! gained by going to and fro.

use super::candidate_move::CandidateMove;
use crate::board::{CastlingSide, Color, Piece, Square};

/// The weight of a signature for whom no other is given, in centipawns.
pub(super) const DEFAULT_WEIGHT_CP: i32 = 15;
const FULL: i32 = 1_000;

/// Something that somebody does or does not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Habit {
    Reach(Piece, Square),
    Castle(CastlingSide),
}

/// All that somebody is known for.
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

    /// In permille of a full wish.
    fn measure(self, candidate: &CandidateMove<'_>) -> i32 {
        match self {
            Habit::Castle(side) => FULL * i32::from(candidate.castling == Some(side)),
            Habit::Reach(piece, square) => {
                if candidate.piece != piece || candidate.castling.is_some() {
                    return 0;
                }
                let square = match candidate.root.us {
                    Color::White => square,
                    Color::Black => square.flip_rank(),
                };
                let reaches = candidate.mv.to == square && candidate.mv.promotion.is_none();
                let leaves = candidate.mv.from == square && candidate.captured.is_none();
                FULL * (i32::from(reaches) - i32::from(leaves))
            }
        }
    }
}

impl Signature {
    pub fn is_empty(&self) -> bool {
        self.likes.is_empty() && self.avoids.is_empty()
    }

    fn measure(&self, candidate: &CandidateMove<'_>) -> i32 {
        let sum =
            |habits: &[Habit]| -> i32 { habits.iter().map(|habit| habit.measure(candidate)).sum() };
        (sum(&self.likes) - sum(&self.avoids)).clamp(-FULL, FULL)
    }
}

/// What of the own signature a move has: 1 for something liked, -1 for something avoided.
pub(super) fn signature(candidate: &CandidateMove<'_>) -> i32 {
    candidate.root.signature.measure(candidate)
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
