//! Good and bad places for pieces: outposts, bad bishops, open lines, the seventh rank.
//!
//! Owns what a piece is worth for its relation to the pawns around it. It must not know attack
//! counts or kings' danger.

use super::attack_maps::{AttackMaps, forward};
use super::masks::{CENTRE, LONG_DIAGONALS, file, relative_rank};
use super::parameters::*;
use super::recorder::Recorder;
use crate::board::{BitBoard, Color, Piece, Rank, Square, attacks, king_distance};

/// A rook with fewer safe squares than this may be shut in by its king.
const TRAPPED_ROOK_SQUARES: usize = 4;

/// Records the terms of one knight; `attacked` are the squares it attacks.
#[inline(always)]
pub(super) fn record_knight<R: Recorder>(
    maps: &AttackMaps<'_>,
    color: Color,
    square: Square,
    attacked: BitBoard,
    recorder: &mut R,
) {
    let posts = outposts(maps, color);
    let guarded = maps.attacks[color as usize][Piece::Pawn as usize];
    if posts.has(square) {
        let guarded = usize::from(guarded.has(square));
        recorder.add(color, KNIGHT_OUTPOST + guarded, 1);
    } else if !((attacked & posts & guarded) - maps.position.colors(color)).is_empty() {
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
        let guarded = maps.attacks[color as usize][Piece::Pawn as usize].has(square);
        recorder.add(color, BISHOP_OUTPOST + usize::from(guarded), 1);
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

/// Records the terms of one rook with `safe` safe squares.
#[inline(always)]
pub(super) fn record_rook<R: Recorder>(
    maps: &AttackMaps<'_>,
    color: Color,
    square: Square,
    safe: usize,
    recorder: &mut R,
) {
    let own_file = file(square);
    if (own_file & maps.pawns[color as usize]).is_empty() {
        let open = (own_file & maps.pawns[!color as usize]).is_empty();
        let term = if open {
            ROOK_OPEN_FILE
        } else {
            ROOK_HALF_OPEN_FILE
        };
        recorder.add(color, term, 1);
    } else if safe < TRAPPED_ROOK_SQUARES && is_shut_in(maps, color, square) {
        recorder.add(color, ROOK_TRAPPED, 1);
    }
    if !(own_file & maps.pieces(!color, Piece::Queen)).is_empty() {
        recorder.add(color, ROOK_AT_QUEEN, 1);
    }
    if is_seventh_worth_having(maps, color, square) {
        recorder.add(color, ROOK_SEVENTH, 1);
    }
}

/// Records the terms of one queen.
#[inline(always)]
pub(super) fn record_queen<R: Recorder>(
    maps: &AttackMaps<'_>,
    color: Color,
    square: Square,
    recorder: &mut R,
) {
    if is_seventh_worth_having(maps, color, square) {
        recorder.add(color, QUEEN_SEVENTH, 1);
    }
}

/// Ranks four to six where no enemy pawn can ever attack.
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

/// The king stands between the rook and the centre, off the two middle files.
fn is_shut_in(maps: &AttackMaps<'_>, color: Color, rook: Square) -> bool {
    let king = maps.kings[color as usize];
    let (rook_file, king_file) = (rook.file() as usize, king.file() as usize);
    let is_outside = match king_file {
        0..3 => rook_file < king_file,
        5.. => rook_file > king_file,
        _ => false,
    };
    is_outside && relative_rank(rook, color) < 2 && relative_rank(king, color) < 2
}

/// On the seventh rank with the enemy king behind it or enemy pawns on it.
#[inline(always)]
fn is_seventh_worth_having(maps: &AttackMaps<'_>, color: Color, square: Square) -> bool {
    let seventh = Rank::Seventh.relative_to(color);
    square.rank() == seventh
        && (maps.kings[!color as usize].rank() == Rank::Eighth.relative_to(color)
            || !(maps.pawns[!color as usize] & seventh.bitboard()).is_empty())
}
