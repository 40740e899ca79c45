//! The own king: castling, its walks and its shelter.

use super::{FULL, share, when};
use crate::board::{CastlingSide, Color, File, Piece, Position, Rank, Square, attacks};
use crate::personality::candidate_move::CandidateMove;

/// Castling: 1. A move that loses the last right to castle: -1, one of two rights: -0.5. Otherwise
/// 0.25 for each piece fewer between the king and the nearer rook, and -0.25 for each piece more. 0
/// when no right is left.
pub fn castling(candidate: &CandidateMove<'_>) -> i32 {
    let root = candidate.root;
    let rights_before = rights(root.position, root.us);
    if rights_before == 0 {
        return 0;
    }
    if candidate.castling.is_some() {
        return FULL;
    }
    match (rights_before, rights(&candidate.next, root.us)) {
        (_, 0) => -FULL,
        (2, 1) => -FULL / 2,
        _ => {
            let blocked_before = pieces_in_the_way(root.position, root.us);
            let blocked_after = pieces_in_the_way(&candidate.next, root.us);
            share(blocked_before - blocked_after, 4)
        }
    }
}

/// Castling while the enemy king is on the other wing: 1; on the same wing: -0.3; still in the
/// middle: 0.
pub fn opposite_castling(candidate: &CandidateMove<'_>) -> i32 {
    let enemy_wing = match candidate.root.position.king(candidate.root.them).file() {
        File::A | File::B | File::C => CastlingSide::Long,
        File::D | File::E => return 0,
        File::F | File::G | File::H => CastlingSide::Short,
    };
    match candidate.castling {
        None => 0,
        Some(side) if side == enemy_wing => -300,
        Some(_) => FULL,
    }
}

/// Each rank that the king goes forward: 0.5; back: -0.5. In check the king has no choice: 0.
pub fn king_walk(candidate: &CandidateMove<'_>) -> i32 {
    let is_free = !candidate.root.position.in_check() && candidate.castling.is_none();
    if candidate.piece != Piece::King || !is_free {
        return 0;
    }
    share(candidate.rank_to() - candidate.rank_from(), 2)
}

/// A pawn of the first three ranks moves without capturing on the file of the king or next to it,
/// while the king is at home on a wing: 1.
pub fn shelter_pawns(candidate: &CandidateMove<'_>) -> i32 {
    let root = candidate.root;
    let king = root.position.king(root.us);
    let is_sheltered = root.rank(king) <= 2 && !matches!(king.file(), File::D | File::E);
    when(
        candidate.piece == Piece::Pawn
            && candidate.captured.is_none()
            && is_sheltered
            && candidate.rank_from() <= 3
            && file_distance(candidate.mv.from, king) <= 1,
    )
}

/// A half for each own piece more that guards squares around the own king. Moves of the king itself
/// do not count.
pub fn guard_king(candidate: &CandidateMove<'_>) -> i32 {
    if candidate.piece == Piece::King {
        return 0;
    }
    share(
        candidate.after.king_guards - candidate.root.before.king_guards,
        2,
    )
}

/// How many files lie between two squares' files.
pub fn file_distance(one: Square, other: Square) -> i32 {
    (one.file() as i32 - other.file() as i32).abs()
}

const SIDES: [CastlingSide; 2] = [CastlingSide::Short, CastlingSide::Long];

/// How many ways of castling are left.
fn rights(position: &Position, color: Color) -> u32 {
    let has_right = |&side: &CastlingSide| position.castling_rook_file(color, side).is_some();
    SIDES.iter().filter(|side| has_right(side)).count() as u32
}

/// The number of pieces between the king and the rook with which it could castle soonest.
fn pieces_in_the_way(position: &Position, color: Color) -> i32 {
    let king = position.king(color);
    let between_king_and = |file: File| {
        let rook = Square::new(file, Rank::First.relative_to(color));
        (attacks::between(king, rook) & position.occupied()).len() as i32
    };
    SIDES
        .iter()
        .filter_map(|&side| position.castling_rook_file(color, side))
        .map(between_king_and)
        .min()
        .unwrap_or(0)
}
