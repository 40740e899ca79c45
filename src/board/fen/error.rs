//! Why a FEN was refused: errors with the text at fault.

use cozy_chess::{Color, Square};
use thiserror::Error;

/// Why a FEN was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// Fewer than four or more than six fields.
    #[error("a FEN has 4 to 6 fields, this one has {0}")]
    FieldCount(usize),
    /// Not eight ranks between slashes.
    #[error("the board needs 8 ranks, this one has {0}")]
    RankCount(usize),
    /// A rank that does not describe eight squares.
    #[error("rank {rank} ('{text}') describes {squares} squares instead of 8")]
    RankLength {
        /// The rank, 1 to 8.
        rank: usize,
        /// The rank's text.
        text: String,
        /// The number of squares that the text describes.
        squares: u32,
    },
    /// A letter that is no piece, or a digit that is no run of empty squares.
    #[error("'{0}' is neither a piece (PNBRQK, pnbrqk) nor a run of empty squares (1 to 8)")]
    PieceLetter(char),
    /// Not exactly one king of a colour.
    #[error("{} has {count} kings instead of 1", name(*color))]
    KingCount {
        /// `white` or `black`.
        color: Color,
        /// How many kings the board shows.
        count: u32,
    },
    /// A pawn on the first or last rank.
    #[error("a pawn stands on {0}, where no pawn can be")]
    PawnOnEdge(Square),
    /// The second field is neither `w` nor `b`.
    #[error("the side to move is '{0}', expected 'w' or 'b'")]
    SideToMove(String),
    /// The third field holds a letter that names no castling right.
    #[error("'{0}' in the castling field is none of KQkq, a rook's file or '-'")]
    CastlingLetter(char),
    /// The fourth field is no square.
    #[error("the en passant field is '{0}', expected a square or '-'")]
    EnPassant(String),
    /// A counter that is no number.
    #[error("the {field} is '{text}', expected a whole number")]
    Counter {
        /// `half-move clock` or `move number`.
        field: &'static str,
        /// What stood there.
        text: String,
    },
    /// The side that has just moved is in check.
    #[error("{} is in check although it is not on move", name(*.0))]
    OpponentInCheck(Color),
    /// The kings stand side by side, which the board library accepts.
    #[error("the kings stand side by side")]
    TouchingKings,
    /// More than two pieces give check at once.
    #[error("the check by {0} pieces at once cannot arise in a game")]
    ImpossibleCheck(u32),
    /// Anything else for which the board library refuses the position.
    #[error("the position is refused: {0}")]
    Other(String),
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// At most twenty characters of a user's text, for an error message.
pub(super) fn shorten(text: &str) -> String {
    text.chars().take(20).collect()
}
