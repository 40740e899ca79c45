//! Rooks and queens: open and half-open files, the seventh rank, rooks trapped by their king.

use super::attack_maps::AttackMaps;
use super::masks::{file, relative_rank};
use super::parameters::*;
use super::recorder::Recorder;
use crate::board::{Color, Piece, Rank, Square};

/// A rook with fewer safe squares than this may be trapped by its king.
const TRAPPED_ROOK_SQUARES: usize = 4;

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
    } else if safe < TRAPPED_ROOK_SQUARES && is_trapped_by_king(maps, color, square) {
        recorder.add(color, ROOK_TRAPPED, 1);
    }
    if !(own_file & maps.pieces(!color, Piece::Queen)).is_empty() {
        recorder.add(color, ROOK_AT_QUEEN, 1);
    }
    if attacks_on_seventh(maps, color, square) {
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
    if attacks_on_seventh(maps, color, square) {
        recorder.add(color, QUEEN_SEVENTH, 1);
    }
}

/// Whether the king stands between the rook and the centre, off the two middle files.
fn is_trapped_by_king(maps: &AttackMaps<'_>, color: Color, rook: Square) -> bool {
    let king = maps.kings[color as usize];
    let (rook_file, king_file) = (rook.file() as usize, king.file() as usize);
    let is_outside = match king_file {
        0..3 => rook_file < king_file,
        5.. => rook_file > king_file,
        _ => false,
    };
    is_outside && relative_rank(rook, color) < 2 && relative_rank(king, color) < 2
}

/// Whether a piece on the seventh rank finds the enemy king behind or enemy pawns on that rank.
#[inline(always)]
fn attacks_on_seventh(maps: &AttackMaps<'_>, color: Color, square: Square) -> bool {
    let seventh = Rank::Seventh.relative_to(color);
    square.rank() == seventh
        && (maps.kings[!color as usize].rank() == Rank::Eighth.relative_to(color)
            || !(maps.pawns[!color as usize] & seventh.bitboard()).is_empty())
}
