//! Passed pawns: their rank, their path, the kings, rooks behind them, and the rule of the square.
//!
//! Which pawns are passed depends on pawns alone and is found in `pawn_structure`.

use super::attack_maps::AttackMaps;
use super::masks::{ahead, forward, relative_rank};
use super::parameters::*;
use super::recorder::Recorder;
use crate::board::{BitBoard, Color, Piece, Square, king_distance};

/// More king steps than this make no difference.
const FAR_STEPS: usize = 5;

/// Records the passed pawns of one colour.
#[inline(always)]
pub(super) fn record<R: Recorder>(
    maps: &AttackMaps<'_>,
    color: Color,
    passed: BitBoard,
    recorder: &mut R,
) {
    for square in passed & maps.pawns[color as usize] {
        let rank = relative_rank(square, color);
        recorder.add(color, PASSED + rank, 1);
        record_path(maps, color, square, rank, recorder);
        record_kings(maps, color, square, rank, recorder);
        record_rooks(maps, color, square, recorder);
        if is_unstoppable(maps, color, square) {
            recorder.add(color, PASSED_UNSTOPPABLE, 1);
        }
    }
}

#[inline(always)]
fn record_path<R: Recorder>(
    maps: &AttackMaps<'_>,
    color: Color,
    square: Square,
    rank: usize,
    recorder: &mut R,
) {
    let us = color as usize;
    let them = !color as usize;
    let path = ahead(square, color);
    let stop = forward(square.bitboard(), color);
    if (stop & maps.occupied).is_empty() {
        recorder.add(color, PASSED_FREE + rank, 1);
    }
    if (stop & maps.attacked[them]).is_empty() {
        recorder.add(color, PASSED_SAFE_STEP + rank, 1);
    }
    let held = maps.attacked[them] | maps.position.colors(!color);
    if (path & held).is_empty() {
        recorder.add(color, PASSED_SAFE_PATH + rank, 1);
    }
    if !((square.bitboard() | stop) & maps.attacks[us][Piece::Pawn as usize]).is_empty() {
        recorder.add(color, PASSED_SUPPORTED + rank, 1);
    }
}

#[inline(always)]
fn record_kings<R: Recorder>(
    maps: &AttackMaps<'_>,
    color: Color,
    square: Square,
    rank: usize,
    recorder: &mut R,
) {
    for stop in forward(square.bitboard(), color) {
        let steps = |king: Square| king_distance(king, stop).min(FAR_STEPS) as i32;
        let (own, enemy) = (maps.kings[color as usize], maps.kings[!color as usize]);
        recorder.add(color, PASSED_OWN_KING + rank, steps(own));
        recorder.add(color, PASSED_ENEMY_KING + rank, steps(enemy));
    }
}

#[inline(always)]
fn record_rooks<R: Recorder>(
    maps: &AttackMaps<'_>,
    color: Color,
    square: Square,
    recorder: &mut R,
) {
    let behind = ahead(square, !color);
    if !(behind & maps.pieces(color, Piece::Rook)).is_empty() {
        recorder.add(color, PASSED_ROOK_BEHIND, 1);
    }
    if !(behind & maps.pieces(!color, Piece::Rook)).is_empty() {
        recorder.add(color, PASSED_ENEMY_ROOK_BEHIND, 1);
    }
}

/// Whether a bare enemy king cannot stop the pawn (rule of the square): the path is free and the
/// king stands outside the pawn's square.
fn is_unstoppable(maps: &AttackMaps<'_>, color: Color, square: Square) -> bool {
    if maps.position.has_pieces(!color) {
        return false;
    }
    let path = ahead(square, color);
    if !(path & maps.occupied).is_empty() {
        return false;
    }
    let Some(goal) = promotion_square(path, color) else {
        return false;
    };
    let rank = relative_rank(square, color);
    // From its first square a pawn advances two ranks in one move.
    let pawn_moves = 7 - rank.max(2);
    let enemy_moves_first = maps.position.side_to_move() != color;
    let king_moves = king_distance(maps.kings[!color as usize], goal);
    king_moves > pawn_moves + usize::from(enemy_moves_first)
}

fn promotion_square(path: BitBoard, color: Color) -> Option<Square> {
    match color {
        Color::White => path.into_iter().last(),
        Color::Black => path.next_square(),
    }
}
