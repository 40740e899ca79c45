//! King safety: pawn shelter and pawn storm before a king.
//!
//! These terms depend on the pawns and one king's square alone, so that the pawn hash table keeps
//! them.

use super::masks::{ahead, relative_rank};
use super::parameters::*;
use super::recorder::Recorder;
use crate::board::{BitBoard, Color, File, Square};

/// Records shelter and storm for the king of `color`.
pub(super) fn record<R: Recorder>(
    pawns: [BitBoard; 2],
    king: Square,
    color: Color,
    recorder: &mut R,
) {
    let king_file = king.file() as usize;
    let centre = king_file.clamp(1, 6);
    for file in [centre - 1, centre, centre + 1] {
        record_file(pawns, color, king, file, recorder);
    }
}

/// Records shelter and storm on one file at the king.
#[inline(always)]
fn record_file<R: Recorder>(
    pawns: [BitBoard; 2],
    color: Color,
    king: Square,
    file: usize,
    recorder: &mut R,
) {
    let near = Square::new(File::index(file), king.rank());
    let before = ahead(near, color) | near.bitboard();
    let shelter = rank_of_nearest(before & pawns[color as usize], color);
    let table = if king.file() as usize == file {
        SHELTER_KING_FILE
    } else {
        SHELTER_SIDE_FILE
    };
    recorder.add(color, table + shelter, 1);
    if shelter == 0 {
        recorder.add_danger(color, DANGER_OPEN_FILE, 1);
    }
    let storm = rank_of_nearest(before & pawns[!color as usize], color);
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
