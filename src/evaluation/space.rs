//! Centre control and space: the four central squares, and safe squares behind the own pawns.

use super::attack_maps::AttackMaps;
use super::masks::{CENTRE, CENTRE_FILES, fill_ahead};
use super::parameters::*;
use super::recorder::Recorder;
use crate::board::{BitBoard, Color, Piece};

/// Records what occupies and attacks the four central squares.
#[inline(always)]
pub(super) fn record_centre<R: Recorder>(maps: &AttackMaps<'_>, color: Color, recorder: &mut R) {
    let own = &maps.attacks[color as usize];
    let pawns = maps.pawns[color as usize];
    let by_pawns = own[Piece::Pawn as usize];
    let minors = maps.pieces(color, Piece::Knight) | maps.pieces(color, Piece::Bishop);
    let by_pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
        .into_iter()
        .map(|piece| (own[piece as usize] & CENTRE).len() as i32)
        .sum();
    recorder.add(color, CENTRE_PAWN, (pawns & CENTRE).len() as i32);
    recorder.add(color, CENTRE_PAWN_ATTACK, (by_pawns & CENTRE).len() as i32);
    recorder.add(color, CENTRE_PIECE, (minors & CENTRE).len() as i32);
    recorder.add(color, CENTRE_PIECE_ATTACK, by_pieces);
}

/// Records the safe squares that one colour has behind its pawns.
#[inline(always)]
pub(super) fn record_space<R: Recorder>(maps: &AttackMaps<'_>, color: Color, recorder: &mut R) {
    const WHITE: BitBoard = BitBoard(0x0000_0000_ffff_ff00);
    const BLACK: BitBoard = BitBoard(0x00ff_ffff_0000_0000);
    let ranks = match color {
        Color::White => WHITE,
        Color::Black => BLACK,
    };
    let (us, them) = (color as usize, !color as usize);
    let hit_by_pawns = maps.attacks[them][Piece::Pawn as usize];
    let safe = (ranks & CENTRE_FILES) - maps.pawns[us] - hit_by_pawns;
    let behind = safe & fill_ahead(maps.pawns[us], !color);
    let behind = behind - maps.attacked[them];
    recorder.add(color, SPACE + (safe.len() + behind.len()) as usize, 1);
}
