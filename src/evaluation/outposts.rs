//! Knights and bishops among pawns: outposts, bad bishops, the long diagonal, minor pieces behind
//! pawns.

use super::attack_maps::AttackMaps;
use super::masks::{CENTRE, LONG_DIAGONALS, forward};
use super::parameters::*;
use super::recorder::Recorder;
use crate::board::{BitBoard, Color, Piece, Square, attacks, king_distance};

/// Records the terms of one knight; `attacked` are the squares it attacks.
#[inline(always)]
pub(super) fn record_knight<R: Recorder>(
    maps: &AttackMaps<'_>,
    color: Color,
    square: Square,
    attacked: BitBoard,
    recorder: &mut R,
) {
    let squares = outposts(maps, color);
    let defended = maps.attacks[color as usize][Piece::Pawn as usize];
    if squares.has(square) {
        let is_defended = usize::from(defended.has(square));
        recorder.add(color, KNIGHT_OUTPOST + is_defended, 1);
    } else if !((attacked & squares & defended) - maps.position.colors(color)).is_empty() {
        recorder.add(color, OUTPOST_IN_REACH, 1);
    }
    record_minor(maps, color, square, recorder);
}

/// Records the terms of one bishop.
#[inline(always)]
pub(super) fn record_bishop<R: Recorder>(
    maps: &AttackMaps<'_>,
    color: Color,
    square: Square,
    recorder: &mut R,
) {
    if outposts(maps, color).has(square) {
        let is_defended = maps.attacks[color as usize][Piece::Pawn as usize].has(square);
        recorder.add(color, BISHOP_OUTPOST + usize::from(is_defended), 1);
    }
    let own = maps.pawns[color as usize] & squares_of_color(square);
    let blocked = own & forward(maps.occupied, !color);
    recorder.add(color, BISHOP_PAWNS, own.len() as i32);
    recorder.add(color, BISHOP_BLOCKED_PAWNS, blocked.len() as i32);
    let pawns = maps.pawns[0] | maps.pawns[1];
    if LONG_DIAGONALS.has(square) && (attacks::bishop(square, pawns) & CENTRE).len() > 1 {
        recorder.add(color, LONG_DIAGONAL, 1);
    }
    record_minor(maps, color, square, recorder);
}

#[inline(always)]
fn record_minor<R: Recorder>(
    maps: &AttackMaps<'_>,
    color: Color,
    square: Square,
    recorder: &mut R,
) {
    let pawns = maps.pawns[0] | maps.pawns[1];
    if !(forward(square.bitboard(), color) & pawns).is_empty() {
        recorder.add(color, MINOR_BEHIND_PAWN, 1);
    }
    let steps = king_distance(square, maps.kings[color as usize]) as i32;
    recorder.add(color, MINOR_FROM_KING, steps);
}

/// The squares on ranks four to six that no enemy pawn can ever attack.
#[inline(always)]
fn outposts(maps: &AttackMaps<'_>, color: Color) -> BitBoard {
    const WHITE: BitBoard = BitBoard(0x0000_ffff_ff00_0000);
    const BLACK: BitBoard = BitBoard(0x0000_00ff_ffff_0000);
    let ranks = match color {
        Color::White => WHITE,
        Color::Black => BLACK,
    };
    ranks - maps.pawn_span[!color as usize]
}

#[inline(always)]
fn squares_of_color(square: Square) -> BitBoard {
    if BitBoard::DARK_SQUARES.has(square) {
        BitBoard::DARK_SQUARES
    } else {
        BitBoard::LIGHT_SQUARES
    }
}
