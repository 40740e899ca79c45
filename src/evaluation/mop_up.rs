//! Mop-up evaluation: driving a bare king to the edge and bringing the own king near it.
//!
//! These terms count where the material is enough to mate but no elementary mate is on the board.

use super::attack_maps::AttackMaps;
use super::parameters::*;
use super::recorder::Recorder;
use crate::board::{Color, Piece, Position, Square, king_distance};

/// Records the distances that matter when the enemy of `color` has next to nothing left.
#[inline(always)]
pub(super) fn record<R: Recorder>(maps: &AttackMaps<'_>, color: Color, recorder: &mut R) {
    let position = maps.position;
    let is_bare = position.colors(!color) == position.colored_pieces(!color, Piece::King);
    if is_bare && can_mate(position, color) {
        record_hunt(maps, color, recorder);
    }
}

/// Records how far a bare king has been driven.
#[cold]
fn record_hunt<R: Recorder>(maps: &AttackMaps<'_>, color: Color, recorder: &mut R) {
    let (own, enemy) = (maps.kings[color as usize], maps.kings[!color as usize]);
    recorder.add(color, MOP_UP_KINGS + king_distance(own, enemy), 1);
    recorder.add(color, MOP_UP_EDGE + centre_distance(enemy), 1);
}

/// Whether `color` has enough without pawns to mate a bare king.
fn can_mate(position: &Position, color: Color) -> bool {
    let own = position.colors(color);
    let heavy = position.pieces(Piece::Queen) | position.pieces(Piece::Rook);
    let bishops = position.colored_pieces(color, Piece::Bishop);
    let knights = position.colored_pieces(color, Piece::Knight).len();
    let pair = position.has_bishop_pair(color);
    !(own & heavy).is_empty() || pair || (knights > 0 && !bishops.is_empty()) || knights > 2
}

/// Files and ranks from the four central squares, 0 to 6.
fn centre_distance(square: Square) -> usize {
    let from_middle = |line: usize| if line < 4 { 3 - line } else { line - 4 };
    from_middle(square.file() as usize) + from_middle(square.rank() as usize)
}
