//! King safety: danger from attackers, weak squares and checks around the king.
//!
//! Danger is a linear sum that the recorder turns into centipawns later (see `danger_cost`); the
//! pawns before the king are in `pawn_shelter`.

use super::attack_maps::AttackMaps;
use super::masks::KING_WING;
use super::parameters::*;
use super::recorder::Recorder;
use crate::board::{BitBoard, Color, Piece, attacks};

/// Records the danger of the king of `color`.
#[inline(always)]
pub(super) fn record<R: Recorder>(maps: &AttackMaps<'_>, color: Color, recorder: &mut R) {
    recorder.add_danger(color, DANGER_BASE, 1);
    if maps.king_attackers[color as usize] == 0 && !can_be_attacked(maps, color) {
        return;
    }
    record_zone(maps, color, recorder);
    record_checks(maps, color, recorder);
    record_wing(maps, color, recorder);
}

/// Whether the enemy has a queen or a rook.
#[inline(always)]
fn can_be_attacked(maps: &AttackMaps<'_>, color: Color) -> bool {
    let heavy = maps.pieces(!color, Piece::Queen) | maps.pieces(!color, Piece::Rook);
    !heavy.is_empty()
}

/// Records attackers, attacks and weak squares around the king.
#[inline(always)]
fn record_zone<R: Recorder>(maps: &AttackMaps<'_>, color: Color, recorder: &mut R) {
    let us = color as usize;
    let zone = maps.king_zone[us];
    let minors = maps.pieces(color, Piece::Knight) | maps.pieces(color, Piece::Bishop);
    recorder.add_danger(color, DANGER_DEFENDER, (minors & zone).len() as i32);
    recorder.add_danger(
        color,
        DANGER_WEAK,
        (zone & weak_squares(maps, color)).len() as i32,
    );
    if maps.pieces(!color, Piece::Queen).is_empty() {
        recorder.add_danger(color, DANGER_NO_QUEEN, 1);
    }
}

/// Squares that the enemy attacks and that only the king or a queen defends, and only once.
#[inline(always)]
fn weak_squares(maps: &AttackMaps<'_>, color: Color) -> BitBoard {
    let us = color as usize;
    let firmly = maps.attacked[us]
        - maps.attacks[us][Piece::King as usize]
        - maps.attacks[us][Piece::Queen as usize];
    maps.attacked[!color as usize] - firmly - maps.attacked_twice[us]
}

/// Records the kinds of piece that could give check, safely or not.
#[inline(always)]
fn record_checks<R: Recorder>(maps: &AttackMaps<'_>, color: Color, recorder: &mut R) {
    let (us, them) = (color as usize, !color as usize);
    let king = maps.kings[us];
    // An own queen is no shield: she would be attacked and have to move.
    let occupied = maps.occupied - maps.pieces(color, Piece::Queen);
    let lines = attacks::rook(king, occupied);
    let diagonals = attacks::bishop(king, occupied);
    let weak = weak_squares(maps, color) & maps.attacked_twice[them];
    let safe = (!maps.attacked[us] | weak) - maps.position.colors(!color);
    let check = [attacks::knight(king), diagonals, lines, lines | diagonals];
    for (kind, piece) in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
        .into_iter()
        .enumerate()
    {
        let checks = check[kind] & maps.attacks[them][piece as usize];
        if !(checks & safe).is_empty() {
            recorder.add_danger(color, DANGER_SAFE_CHECK + kind, 1);
        } else if !(checks - maps.position.colors(!color)).is_empty() {
            recorder.add_danger(color, DANGER_UNSAFE_CHECK, 1);
        }
    }
}

/// Records attack and defence of the own half of the king's wing.
#[inline(always)]
fn record_wing<R: Recorder>(maps: &AttackMaps<'_>, color: Color, recorder: &mut R) {
    let (us, them) = (color as usize, !color as usize);
    const WHITE: BitBoard = BitBoard(0x0000_0000_ffff_ffff);
    let half = match color {
        Color::White => WHITE,
        Color::Black => !WHITE,
    };
    let wing = KING_WING[maps.kings[us].file() as usize] & half;
    let attacks = wing & maps.attacked[them];
    let twice = wing & maps.attacked_twice[them];
    let defence = wing & maps.attacked[us];
    recorder.add_danger(
        color,
        DANGER_WING_ATTACK,
        (attacks.len() + twice.len()) as i32,
    );
    recorder.add_danger(color, DANGER_WING_DEFENCE, defence.len() as i32);
}
