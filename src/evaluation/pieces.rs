//! Pieces one by one: values, piece-square tables (PST) and mobility; also fills the attack maps.

use super::attack_maps::AttackMaps;
use super::masks::relative;
use super::material::VALUE;
use super::parameters::*;
use super::recorder::Recorder;
use super::{open_files, outposts};
use crate::board::{BitBoard, Color, Piece, Position, Square, attacks};

/// Where the mobility table of each kind of piece starts, knight to queen.
const MOBILITY: [usize; 4] = [
    KNIGHT_MOBILITY,
    BISHOP_MOBILITY,
    ROOK_MOBILITY,
    QUEEN_MOBILITY,
];

/// Where the piece-square table of each kind of piece starts, pawn to king.
const PIECE_SQUARE: [usize; 6] = [
    PAWN_PIECE_SQUARE,
    KNIGHT_PIECE_SQUARE,
    BISHOP_PIECE_SQUARE,
    ROOK_PIECE_SQUARE,
    QUEEN_PIECE_SQUARE,
    KING_PIECE_SQUARE,
];

/// Records the value and the square of one piece.
#[inline(always)]
pub(super) fn record_piece<R: Recorder>(
    recorder: &mut R,
    color: Color,
    piece: Piece,
    square: Square,
) {
    if piece != Piece::King {
        recorder.add(color, VALUE[piece as usize], 1);
    }
    let piece_square = PIECE_SQUARE[piece as usize] + relative(square, color);
    recorder.add(color, piece_square, 1);
}

/// Records all pieces of one colour except pawns.
#[inline(always)]
pub(super) fn record<R: Recorder>(maps: &mut AttackMaps<'_>, color: Color, recorder: &mut R) {
    let queens = maps.pieces(color, Piece::Queen);
    let rooks = maps.pieces(color, Piece::Rook);
    record_kind(maps, color, Piece::Knight, BitBoard::EMPTY, recorder);
    record_kind(maps, color, Piece::Bishop, queens, recorder);
    record_kind(maps, color, Piece::Rook, queens | rooks, recorder);
    record_kind(maps, color, Piece::Queen, BitBoard::EMPTY, recorder);
    record_piece(recorder, color, Piece::King, maps.kings[color as usize]);
}

/// Records the values and squares of all pieces of one colour except pawns, and nothing that they attack.
#[inline(always)]
pub(super) fn record_standing<R: Recorder>(position: &Position, color: Color, recorder: &mut R) {
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        for square in position.colored_pieces(color, piece) {
            record_piece(recorder, color, piece, square);
        }
    }
    record_piece(recorder, color, Piece::King, position.king(color));
}

/// Records all pieces of one kind, which look through the pieces in `transparent` (x-ray attacks).
#[inline(always)]
fn record_kind<R: Recorder>(
    maps: &mut AttackMaps<'_>,
    color: Color,
    piece: Piece,
    transparent: BitBoard,
    recorder: &mut R,
) {
    let occupied = maps.occupied - transparent;
    for square in maps.pieces(color, piece) {
        let attacked = attacks::piece(piece, color, square, occupied);
        maps.note_attacks(color, piece, attacked);
        record_piece(recorder, color, piece, square);
        let safe = (attacked & maps.mobility_area[color as usize]).len() as usize;
        recorder.add(color, MOBILITY[piece as usize - 1] + safe, 1);
        record_king_attack(maps, color, piece, attacked, recorder);
        match piece {
            Piece::Knight => outposts::record_knight(maps, color, square, attacked, recorder),
            Piece::Bishop => outposts::record_bishop(maps, color, square, recorder),
            Piece::Rook => open_files::record_rook(maps, color, square, safe, recorder),
            Piece::Queen => open_files::record_queen(maps, color, square, recorder),
            Piece::Pawn | Piece::King => {}
        }
    }
}

/// Records a piece that attacks the zone of the enemy king.
#[inline(always)]
fn record_king_attack<R: Recorder>(
    maps: &mut AttackMaps<'_>,
    color: Color,
    piece: Piece,
    attacked: BitBoard,
    recorder: &mut R,
) {
    let them = !color as usize;
    if attacked.is_disjoint(maps.king_zone[them]) {
        return;
    }
    let beside = attacked & maps.attacks[them][Piece::King as usize];
    maps.king_attackers[them] += 1;
    recorder.add_danger(!color, DANGER_ATTACKER + piece as usize - 1, 1);
    recorder.add_danger(!color, DANGER_ATTACK, beside.len() as i32);
}
