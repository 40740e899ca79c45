//! Pawns: tension, open and closed positions, passed pawns, weaknesses.

use super::{share, when};
use crate::board::{BitBoard, Color, Piece, Position, Square};
use crate::personality::candidate_move::{CandidateMove, RootPosition};

/// A pawn move: a half for each pair of pawns more that could capture each other.
pub fn tension(candidate: &CandidateMove<'_>) -> i32 {
    if candidate.piece != Piece::Pawn {
        return 0;
    }
    share(candidate.after.tension - candidate.root.before.tension, 2)
}

/// A half for each file that loses its last pawn and for each pair of blocked pawns that is freed;
/// minus a half for each new pair and each file that is closed.
pub fn open_position(candidate: &CandidateMove<'_>) -> i32 {
    let (before, after) = (&candidate.root.before, &candidate.after);
    let freed = before.rams - after.rams;
    let opened = after.open_files - before.open_files;
    share(freed + opened, 2)
}

/// A pawn that is passed after its move: its rank as a share of the eighth.
pub fn passed_pawns(candidate: &CandidateMove<'_>) -> i32 {
    let root = candidate.root;
    let their_pawns = candidate.next.colored_pieces(root.them, Piece::Pawn);
    let is_passed = candidate.piece == Piece::Pawn
        && their_pawns.is_disjoint(files_about(candidate.mv.to) & ahead_of(candidate));
    if is_passed {
        share(candidate.rank_to(), 8)
    } else {
        0
    }
}

/// A piece or king goes to the square in front of an enemy passed pawn: 1. It leaves such a square
/// without capturing: -1.
pub fn blockade(candidate: &CandidateMove<'_>) -> i32 {
    if candidate.piece == Piece::Pawn || candidate.castling.is_some() {
        return 0;
    }
    let root = candidate.root;
    let leaves = candidate.captured.is_none() && blocks(root, root.position, candidate.mv.from);
    when(blocks(root, &candidate.next, candidate.mv.to)) - when(leaves)
}

/// Whether the square is the one in front of an enemy passed pawn.
fn blocks(root: &RootPosition<'_>, position: &Position, square: Square) -> bool {
    let towards_them = match root.us {
        Color::White => 1,
        Color::Black => -1,
    };
    let Some(behind) = square.try_offset(0, towards_them) else {
        return false;
    };
    let is_pawn = position.colored_pieces(root.them, Piece::Pawn).has(behind);
    // Their pawns run towards our first rank.
    let ahead = Square::ALL
        .into_iter()
        .filter(|&other| root.rank(other) < root.rank(behind))
        .fold(BitBoard::EMPTY, |ahead, other| ahead | other.bitboard());
    let stoppers = position.colored_pieces(root.us, Piece::Pawn);
    is_pawn && stoppers.is_disjoint(files_about(behind) & ahead)
}

/// The weakness of the own pawns before the move minus that after it, full at one doubled pawn.
pub fn pawn_structure(candidate: &CandidateMove<'_>) -> i32 {
    let (before, after) = (&candidate.root.before, &candidate.after);
    share(before.pawn_weakness - after.pawn_weakness, 10)
}

/// A pawn goes forward: 0.25 on the fourth rank to 1 on the seventh.
pub fn pawn_advance(candidate: &CandidateMove<'_>) -> i32 {
    match candidate.piece {
        Piece::Pawn => share((candidate.rank_to() - 3).max(0), 4),
        _ => 0,
    }
}

/// A half for each own pawn more that another own pawn guards.
pub fn pawn_chains(candidate: &CandidateMove<'_>) -> i32 {
    let (before, after) = (&candidate.root.before, &candidate.after);
    share(after.guarded_pawns - before.guarded_pawns, 2)
}

/// The file of a square and those beside it.
fn files_about(square: Square) -> BitBoard {
    square.file().bitboard() | square.file().adjacent()
}

/// Every square on a rank ahead of the target of the move.
fn ahead_of(candidate: &CandidateMove<'_>) -> BitBoard {
    Square::ALL
        .into_iter()
        .filter(|&square| candidate.root.rank(square) > candidate.rank_to())
        .fold(BitBoard::EMPTY, |ahead, square| ahead | square.bitboard())
}
