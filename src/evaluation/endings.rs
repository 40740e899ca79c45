//! Endings: how to win against a bare king, and which advantages do not win.
//!
//! Owns the worth of solved endings, the mop-up terms of the others, the complexity terms and the
//! scale of drawish endings. It must not know how endings are solved.

use super::blend::FULL_SCALE;
use super::context::Context;
use super::lone_king::{self, Fate};
use super::masks::distance;
use super::parameters::*;
use super::recorder::Recorder;
use crate::board::{BitBoard, Color, File, Piece, Position, Rank, Square};

/// What a solved ending is worth to its winner on the verge of mate, in centipawns; more than any
/// ending that can become one.
const SOLVED_CP: i32 = 9_000;

/// What each half-move to the mate costs. As much as a taste may concede in a move, so that no
/// taste can prefer to go round in circles.
const SOLVED_PLY_CP: i32 = 100;

/// The value for White of an ending that is solved exactly; see [`super::lone_king`].
pub(super) fn solved_cp(position: &Position) -> Option<i32> {
    let (strong, fate) = lone_king::fate(position)?;
    let value_cp = match fate {
        Fate::Mated(plies) => SOLVED_CP - SOLVED_PLY_CP * i32::from(plies),
        Fate::Escapes => 0,
    };
    Some(match strong {
        Color::White => value_cp,
        Color::Black => -value_cp,
    })
}

/// Records the distances that matter when the enemy of `color` has next to nothing left.
#[inline(always)]
pub(super) fn record_mop_up<R: Recorder>(context: &Context<'_>, color: Color, recorder: &mut R) {
    let position = context.position;
    let is_bare = position.colors(!color) == position.colored_pieces(!color, Piece::King);
    if is_bare && can_mate(position, color) {
        record_hunt(context, color, recorder);
    }
}

/// Records how far a bare king has been driven.
#[cold]
fn record_hunt<R: Recorder>(context: &Context<'_>, color: Color, recorder: &mut R) {
    let (own, enemy) = (
        context.kings[color as usize],
        context.kings[!color as usize],
    );
    recorder.add(color, MOP_UP_KINGS + distance(own, enemy), 1);
    recorder.add(color, MOP_UP_EDGE + centre_distance(enemy), 1);
}

/// Whether `color` has enough without pawns to mate a bare king.
fn can_mate(position: &Position, color: Color) -> bool {
    let own = position.colors(color);
    let heavy = position.pieces(Piece::Queen) | position.pieces(Piece::Rook);
    let bishops = position.colored_pieces(color, Piece::Bishop);
    let knights = position.colored_pieces(color, Piece::Knight).len();
    let pair = has_both_colors(bishops);
    !(own & heavy).is_empty() || pair || (knights > 0 && !bishops.is_empty()) || knights > 2
}

fn has_both_colors(bishops: BitBoard) -> bool {
    !bishops.is_disjoint(BitBoard::DARK_SQUARES) && !bishops.is_disjoint(BitBoard::LIGHT_SQUARES)
}

/// Files and ranks from the four central squares, 0 to 6.
fn centre_distance(square: Square) -> usize {
    let from_middle = |line: usize| if line < 4 { 3 - line } else { line - 4 };
    from_middle(square.file() as usize) + from_middle(square.rank() as usize)
}

/// Records what makes the position hard to hold for the side that is behind.
pub(super) fn record_complexity<R: Recorder>(
    context: &Context<'_>,
    passed: BitBoard,
    recorder: &mut R,
) {
    let pawns = context.pawns[0] | context.pawns[1];
    const QUEENSIDE: BitBoard = BitBoard(0x0f0f_0f0f_0f0f_0f0f);
    recorder.add_complexity(COMPLEXITY_BASE, 1);
    recorder.add_complexity(COMPLEXITY_PAWN, pawns.len() as i32);
    recorder.add_complexity(COMPLEXITY_PASSED, passed.len() as i32);
    if !pawns.is_disjoint(QUEENSIDE) && !pawns.is_disjoint(!QUEENSIDE) {
        recorder.add_complexity(COMPLEXITY_WINGS, 1);
    }
    let kings = context.kings[0].bitboard() | context.kings[1].bitboard();
    if pawns | kings == context.occupied {
        recorder.add_complexity(COMPLEXITY_PAWN_ENDING, 1);
    }
}

/// The scales (middlegame, ending) of an advantage of `strong`, of [`FULL_SCALE`].
pub(super) fn scales(position: &Position, strong: Color) -> (i32, i32) {
    let pawns = position.colored_pieces(strong, Piece::Pawn);
    let scale = if pawns.is_empty() {
        scale_without_pawns(position, strong)
    } else if is_wrong_corner(position, strong, pawns) {
        0
    } else {
        return (FULL_SCALE, scale_with_pawns(position, strong, pawns));
    };
    (scale, scale)
}

/// Worth in pawns of pieces for questions of enough material.
fn piece_points(position: &Position, color: Color) -> i32 {
    let count = |piece| position.colored_pieces(color, piece).len() as i32;
    3 * (count(Piece::Knight) + count(Piece::Bishop))
        + 5 * count(Piece::Rook)
        + 10 * count(Piece::Queen)
}

/// Without pawns a lead of a minor piece or less rarely wins, and less than a rook never mates.
/// Untested guesses.
fn scale_without_pawns(position: &Position, strong: Color) -> i32 {
    let (own, enemy) = (
        piece_points(position, strong),
        piece_points(position, !strong),
    );
    let knights_only = position.colors(strong).len() == 3
        && position.colored_pieces(strong, Piece::Knight).len() == 2;
    if own < 5 {
        0
    } else if knights_only {
        if position.colors(!strong).len() == 1 {
            0
        } else {
            4
        }
    } else if own - enemy <= 3 {
        // Queens on the board keep many checks in a lead that does not win by itself.
        if own > 12 { 24 } else { 8 }
    } else {
        FULL_SCALE
    }
}

/// Pawns on one rook file whose bishop, if any, does not cover the corner, against a king that
/// holds the corner.
fn is_wrong_corner(position: &Position, strong: Color, pawns: BitBoard) -> bool {
    let bishops = position.colored_pieces(strong, Piece::Bishop);
    let king = position.colored_pieces(strong, Piece::King);
    if position.colors(strong) != pawns | bishops | king {
        return false;
    }
    let file = if pawns.is_subset(File::A.bitboard()) {
        File::A
    } else if pawns.is_subset(File::H.bitboard()) {
        File::H
    } else {
        return false;
    };
    let corner = Square::new(file, Rank::Eighth.relative_to(strong));
    let corner_is_dark = BitBoard::DARK_SQUARES.has(corner);
    let covered = if corner_is_dark {
        !bishops.is_disjoint(BitBoard::DARK_SQUARES)
    } else {
        !bishops.is_disjoint(BitBoard::LIGHT_SQUARES)
    };
    !covered && distance(position.king(!strong), corner) <= 1
}

/// Few pawns are hard to win with, bishops of opposite colours hold much. Untested guesses.
fn scale_with_pawns(position: &Position, strong: Color, pawns: BitBoard) -> i32 {
    let pawn_count = pawns.len() as i32;
    if has_opposite_bishops(position) {
        let only_bishops = Color::ALL
            .into_iter()
            .all(|color| piece_points(position, color) == 3);
        return if only_bishops {
            16 + 4 * pawn_count.min(6)
        } else {
            44 + 2 * pawn_count
        };
    }
    if are_on_one_wing(position.pieces(Piece::Pawn)) {
        let lead = piece_points(position, strong) - piece_points(position, !strong);
        let enemy_pawns = position.colored_pieces(!strong, Piece::Pawn);
        if lead <= 0 && pawn_count - enemy_pawns.len() as i32 <= 1 {
            return 40 + 3 * pawn_count;
        }
    }
    (44 + 6 * pawn_count).min(FULL_SCALE)
}

/// Each side has one bishop, on squares of different colours.
fn has_opposite_bishops(position: &Position) -> bool {
    let bishops = position.pieces(Piece::Bishop);
    bishops.len() == 2
        && (bishops & position.colors(Color::White)).len() == 1
        && has_both_colors(bishops)
}

fn are_on_one_wing(pawns: BitBoard) -> bool {
    const QUEENSIDE: BitBoard = BitBoard(0x0f0f_0f0f_0f0f_0f0f);
    pawns.is_disjoint(QUEENSIDE) || pawns.is_disjoint(!QUEENSIDE)
}
