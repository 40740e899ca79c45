//! Material imbalance: the bishop pair, knights and rooks by the number of own pawns, the second
//! rook.

use super::parameters::*;
use super::recorder::Recorder;
use crate::board::{Color, Piece, Position};

/// The tables end with this number of pawns.
const MOST_PAWNS: usize = 8;

/// Records the imbalance terms of one colour.
#[inline(always)]
pub(super) fn record<R: Recorder>(position: &Position, color: Color, recorder: &mut R) {
    let count = |piece| position.colored_pieces(color, piece).len() as i32;
    let pawns = (count(Piece::Pawn) as usize).min(MOST_PAWNS);
    if position.has_bishop_pair(color) {
        recorder.add(color, BISHOP_PAIR, 1);
    }
    let rooks = count(Piece::Rook);
    recorder.add(color, KNIGHT_WITH_PAWNS + pawns, count(Piece::Knight));
    recorder.add(color, ROOK_WITH_PAWNS + pawns, rooks);
    recorder.add(color, SECOND_ROOK, (rooks - 1).max(0));
}
