//! A move as a person saw it: from where to where, the king's own squares when it castled.

use std::str::FromStr;

use crate::board::{CastlingSide, File, Move, Position, Square};

/// The squares of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// Where the piece stood.
    pub from: Square,
    /// Where it went.
    pub to: Square,
}

impl LastMove {
    /// The squares of a legal move of a position.
    pub fn of(position: &Position, mv: Move) -> LastMove {
        let file = match position.castling_side(mv) {
            Some(CastlingSide::Short) => File::G,
            Some(CastlingSide::Long) => File::C,
            None => mv.to.file(),
        };
        LastMove {
            from: mv.from,
            to: Square::new(file, mv.to.rank()),
        }
    }
}

/// A text that does not begin with two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a move in coordinates, such as e2e4")]
pub struct LastMoveError;

impl FromStr for LastMove {
    type Err = LastMoveError;

    /// Reads coordinate notation; whether the move was possible is not asked.
    fn from_str(text: &str) -> Result<LastMove, LastMoveError> {
        let square = |part: Option<&str>| part.and_then(|part| part.parse().ok());
        let from = square(text.get(0..2)).ok_or(LastMoveError)?;
        let to = square(text.get(2..4)).ok_or(LastMoveError)?;
        match text.len() {
            4 | 5 => Ok(LastMove { from, to }),
            _ => Err(LastMoveError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_is_a_move_of_the_king() {
        let position: Position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse().unwrap();
        for text in ["e1g1", "e1c1", "e1e2", "a1a8"] {
            let mv = position.parse_move(text).unwrap();
            assert_eq!(Ok(LastMove::of(&position, mv)), text.parse());
        }
        for wrong in ["", "e2", "e2e", "e2e9", "e2e4qq", "é2e4"] {
            assert_eq!(wrong.parse::<LastMove>(), Err(LastMoveError), "{wrong}");
        }
    }
}
