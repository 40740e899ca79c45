//! Complexity: what makes an endgame hard to hold for the side that is behind.

use super::attack_maps::AttackMaps;
use super::parameters::*;
use super::recorder::Recorder;
use crate::board::BitBoard;

/// Records what makes the position hard to hold for the side that is behind.
pub(super) fn record<R: Recorder>(maps: &AttackMaps<'_>, passed: BitBoard, recorder: &mut R) {
    let pawns = maps.pawns[0] | maps.pawns[1];
    const QUEENSIDE: BitBoard = BitBoard(0x0f0f_0f0f_0f0f_0f0f);
    recorder.add_complexity(COMPLEXITY_BASE, 1);
    recorder.add_complexity(COMPLEXITY_PAWN, pawns.len() as i32);
    recorder.add_complexity(COMPLEXITY_PASSED, passed.len() as i32);
    if !pawns.is_disjoint(QUEENSIDE) && !pawns.is_disjoint(!QUEENSIDE) {
        recorder.add_complexity(COMPLEXITY_WINGS, 1);
    }
    let kings = maps.kings[0].bitboard() | maps.kings[1].bitboard();
    if pawns | kings == maps.occupied {
        recorder.add_complexity(COMPLEXITY_PAWN_ENDGAME, 1);
    }
}
