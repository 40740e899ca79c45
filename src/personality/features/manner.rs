//! The manner of moving: with which piece, how far, and to which part of the board.
//!
//! These features speak on nearly every move, so that a weight of a few centipawns shapes a whole game.

use super::{share, when};
use crate::board::{Piece, Square, king_distance};
use crate::personality::candidate_move::CandidateMove;

/// A pawn moves: 1.
pub fn pawn_moves(candidate: &CandidateMove<'_>) -> i32 {
    when(candidate.piece == Piece::Pawn)
}

/// A knight moves: 1.
pub fn knight_moves(candidate: &CandidateMove<'_>) -> i32 {
    when(candidate.piece == Piece::Knight)
}

/// A bishop moves: 1.
pub fn bishop_moves(candidate: &CandidateMove<'_>) -> i32 {
    when(candidate.piece == Piece::Bishop)
}

/// A rook moves, castling left aside: 1.
pub fn rook_moves(candidate: &CandidateMove<'_>) -> i32 {
    when(candidate.piece == Piece::Rook)
}

/// The queen moves: 1.
pub fn queen_moves(candidate: &CandidateMove<'_>) -> i32 {
    when(candidate.piece == Piece::Queen)
}

/// The king moves without need, castling left aside: 1.
pub fn king_moves(candidate: &CandidateMove<'_>) -> i32 {
    let is_free = !candidate.root.position.in_check() && candidate.castling.is_none();
    when(candidate.piece == Piece::King && is_free)
}

/// A seventh for each square beyond the first that a piece travels.
pub fn long_moves(candidate: &CandidateMove<'_>) -> i32 {
    match candidate.moves_piece() {
        true => share(steps(candidate) - 1, 6),
        false => 0,
    }
}

/// The wing that the move goes to: a third for the f-file to 1 for the h-file, and minus as much from
/// the c-file to the a-file. Castling counts in full.
pub fn kingside_play(candidate: &CandidateMove<'_>) -> i32 {
    let file = candidate.mv.to.file() as i32;
    match file {
        0..=2 => share(file - 3, 3),
        3..=4 => 0,
        _ => share(file - 4, 3),
    }
}

/// A third for each step by which a piece comes nearer to the middle of the board; going away counts
/// against.
pub fn centralisation(candidate: &CandidateMove<'_>) -> i32 {
    match candidate.moves_piece() {
        true => share(rings_out(candidate.mv.from) - rings_out(candidate.mv.to), 3),
        false => 0,
    }
}

/// The length of the move in king steps.
fn steps(candidate: &CandidateMove<'_>) -> i32 {
    king_distance(candidate.mv.from, candidate.mv.to) as i32
}

/// How many rings of squares lie between a square and the middle: 0 for e4, 3 for the edge.
fn rings_out(square: Square) -> i32 {
    let from_middle = |index: i32| (2 * index - 7).abs() / 2;
    from_middle(square.file() as i32).max(from_middle(square.rank() as i32))
}
