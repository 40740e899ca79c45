//! Material alone: the value of each kind of piece times how many there are.

use super::parameters::*;
use super::recorder::Recorder;
use crate::board::{Color, Piece, Position};

/// The value of each kind of piece, pawn to queen.
pub(super) const VALUE: [usize; 5] = [
    PAWN_VALUE,
    KNIGHT_VALUE,
    BISHOP_VALUE,
    ROOK_VALUE,
    QUEEN_VALUE,
];

/// Records the values of all pieces of one colour.
#[inline(always)]
pub(super) fn record<R: Recorder>(position: &Position, color: Color, recorder: &mut R) {
    for (piece, value) in Piece::ALL.into_iter().zip(VALUE) {
        let count = position.colored_pieces(color, piece).len() as i32;
        recorder.add(color, value, count);
    }
}
