//! King safety: shelter and storm in centipawns, attackers and checks as danger.
//!
//! Owns what makes a king safe. Danger is a linear sum that the recorder later turns into
//! centipawns (see `danger_cost`). It must not know the other terms.

use super::context::Context;
use super::masks::{KING_WING, ahead, relative_rank};
use super::parameters::*;
use super::recorder::Recorder;
use crate::board::{BitBoard, Color, File, Piece, Square, attacks};

/// Records the safety of the king of `color`.
pub(super) fn record<R: Recorder>(context: &Context<'_>, color: Color, recorder: &mut R) {
    record_shelter(context, color, recorder);
    if context.king_attackers[color as usize] == 0 && !can_be_attacked(context, color) {
        return;
    }
    recorder.add_danger(color, DANGER_BASE, 1);
    record_zone(context, color, recorder);
    record_checks(context, color, recorder);
    record_wing(context, color, recorder);
}

/// Whether the enemy has anything to attack with beyond one minor piece.
fn can_be_attacked(context: &Context<'_>, color: Color) -> bool {
    let heavy = context.pieces(!color, Piece::Queen) | context.pieces(!color, Piece::Rook);
    !heavy.is_empty()
}

fn record_shelter<R: Recorder>(context: &Context<'_>, color: Color, recorder: &mut R) {
    let king = context.kings[color as usize];
    let king_file = king.file() as usize;
    let centre = king_file.clamp(1, 6);
    for file in [centre - 1, centre, centre + 1] {
        record_file(context, color, king, file, recorder);
    }
}

/// Records shelter and storm on one file at the king.
#[inline(always)]
fn record_file<R: Recorder>(
    context: &Context<'_>,
    color: Color,
    king: Square,
    file: usize,
    recorder: &mut R,
) {
    let near = Square::new(File::index(file), king.rank());
    let before = ahead(near, color) | near.bitboard();
    let shelter = rank_of_nearest(before & context.pawns[color as usize], color);
    let table = if king.file() as usize == file {
        SHELTER_KING_FILE
    } else {
        SHELTER_SIDE_FILE
    };
    recorder.add(color, table + shelter, 1);
    if shelter == 0 {
        recorder.add_danger(color, DANGER_OPEN_FILE, 1);
    }
    let storm = rank_of_nearest(before & context.pawns[!color as usize], color);
    let stopped = shelter > 0 && storm == shelter + 1;
    let table = if stopped { STORM_STOPPED } else { STORM };
    recorder.add(color, table + storm, 1);
}

/// The rank, as `color` counts, of the pawn nearest to its first rank; 0 for none.
#[inline(always)]
fn rank_of_nearest(pawns: BitBoard, color: Color) -> usize {
    let nearest = match color {
        Color::White => pawns.next_square(),
        Color::Black => last_square(pawns),
    };
    nearest.map_or(0, |square| relative_rank(square, color))
}

/// The square with the highest number.
#[inline(always)]
fn last_square(set: BitBoard) -> Option<Square> {
    set.0
        .checked_ilog2()
        .map(|number| Square::index(number as usize))
}

/// Records attackers, attacks and weak squares around the king.
fn record_zone<R: Recorder>(context: &Context<'_>, color: Color, recorder: &mut R) {
    let us = color as usize;
    let zone = context.king_zone[us];
    let minors = context.pieces(color, Piece::Knight) | context.pieces(color, Piece::Bishop);
    recorder.add_danger(color, DANGER_DEFENDER, (minors & zone).len() as i32);
    recorder.add_danger(
        color,
        DANGER_WEAK,
        (zone & weak_squares(context, color)).len() as i32,
    );
    if context.pieces(!color, Piece::Queen).is_empty() {
        recorder.add_danger(color, DANGER_NO_QUEEN, 1);
    }
}

/// Squares that the enemy attacks and that at most king or queen guard, once.
fn weak_squares(context: &Context<'_>, color: Color) -> BitBoard {
    let us = color as usize;
    let firmly = context.attacked[us]
        - context.attacks[us][Piece::King as usize]
        - context.attacks[us][Piece::Queen as usize];
    context.attacked[!color as usize] - firmly - context.attacked_twice[us]
}

/// Records which kinds of piece could check from where.
fn record_checks<R: Recorder>(context: &Context<'_>, color: Color, recorder: &mut R) {
    let (us, them) = (color as usize, !color as usize);
    let king = context.kings[us];
    // Own queens do not hide a king: they would have to move out of the way.
    let occupied = context.occupied - context.pieces(color, Piece::Queen);
    let lines = attacks::rook(king, occupied);
    let diagonals = attacks::bishop(king, occupied);
    let weak = weak_squares(context, color) & context.attacked_twice[them];
    let safe = (!context.attacked[us] | weak) - context.position.colors(!color);
    let check = [attacks::knight(king), diagonals, lines, lines | diagonals];
    for (kind, piece) in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
        .into_iter()
        .enumerate()
    {
        let checks = check[kind] & context.attacks[them][piece as usize];
        if !(checks & safe).is_empty() {
            recorder.add_danger(color, DANGER_SAFE_CHECK + kind, 1);
        } else if !(checks - context.position.colors(!color)).is_empty() {
            recorder.add_danger(color, DANGER_UNSAFE_CHECK, 1);
        }
    }
}

/// Records who holds the own half of the king's wing.
fn record_wing<R: Recorder>(context: &Context<'_>, color: Color, recorder: &mut R) {
    let (us, them) = (color as usize, !color as usize);
    const WHITE: BitBoard = BitBoard(0x0000_0000_ffff_ffff);
    let half = match color {
        Color::White => WHITE,
        Color::Black => !WHITE,
    };
    let wing = KING_WING[context.kings[us].file() as usize] & half;
    let attacks = wing & context.attacked[them];
    let twice = wing & context.attacked_twice[them];
    let defence = wing & context.attacked[us];
    recorder.add_danger(
        color,
        DANGER_WING_ATTACK,
        (attacks.len() + twice.len()) as i32,
    );
    recorder.add_danger(color, DANGER_WING_DEFENCE, defence.len() as i32);
}
