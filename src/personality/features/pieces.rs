//! Pieces: direction, mobility, lines, outposts.

use super::{FULL, share, when};
use crate::board::{BitBoard, File, Piece, Position, Square, attacks};
use crate::personality::candidate_move::{CandidateMove, RootPosition};

/// A seventh for each rank that a piece goes forward; going back counts against.
pub fn forward(candidate: &CandidateMove<'_>) -> i32 {
    if !candidate.moves_piece() {
        return 0;
    }
    share(candidate.rank_to() - candidate.rank_from(), 7)
}

/// The safe squares that the own pieces gain, full at six.
pub fn mobility(candidate: &CandidateMove<'_>) -> i32 {
    if candidate.mv.promotion.is_some() {
        return 0;
    }
    let (before, after) = (&candidate.root.before, &candidate.after);
    share(after.own_mobility - before.own_mobility, 6)
}

/// A sixth for each square more of the enemy half that own pieces and pawns attack. Captures do not
/// count.
pub fn space(candidate: &CandidateMove<'_>) -> i32 {
    match candidate.captured {
        Some(_) => 0,
        None => share(candidate.after.space - candidate.root.before.space, 6),
    }
}

/// A third for each own pawn or piece more that is guarded. Captures do not count.
pub fn protection(candidate: &CandidateMove<'_>) -> i32 {
    match candidate.captured {
        Some(_) => 0,
        None => share(
            candidate.after.guarded_men - candidate.root.before.guarded_men,
            3,
        ),
    }
}

/// The safe squares that the opponent's pieces lose, full at six; captures of pieces do not count.
pub fn restraint(candidate: &CandidateMove<'_>) -> i32 {
    if candidate.captured.is_some_and(|taken| taken != Piece::Pawn) {
        return 0;
    }
    let (before, after) = (&candidate.root.before, &candidate.after);
    share(before.their_mobility - after.their_mobility, 6)
}

/// A third for each unguarded square of the own half that the opponent's pieces can no longer reach;
/// captures of pieces do not count.
pub fn prophylaxis(candidate: &CandidateMove<'_>) -> i32 {
    if candidate.captured.is_some_and(|taken| taken != Piece::Pawn) {
        return 0;
    }
    let (before, after) = (&candidate.root.before, &candidate.after);
    share(before.inroads - after.inroads, 3)
}

/// The value of the new line of a rook or queen minus that of the old one: a file without pawns is
/// worth 1, one without own pawns 0.5, the seventh rank 0.7.
pub fn rook_lines(candidate: &CandidateMove<'_>) -> i32 {
    if !matches!(candidate.piece, Piece::Rook | Piece::Queen) {
        return 0;
    }
    let root = candidate.root;
    let before = line_worth(root, root.position, candidate.mv.from);
    line_worth(root, &candidate.next, candidate.mv.to) - before
}

/// A knight or bishop comes to an outpost: 1; it leaves one: -1. An outpost is a square of the fourth
/// to sixth rank, guarded by an own pawn, that no enemy pawn can ever attack.
pub fn outposts(candidate: &CandidateMove<'_>) -> i32 {
    if !candidate.moves_minor() {
        return 0;
    }
    let root = candidate.root;
    when(is_outpost(root, &candidate.next, candidate.mv.to))
        - when(is_outpost(root, root.position, candidate.mv.from))
}

/// A knight comes to the a- or h-file: 1; it leaves them: -1.
pub fn knight_on_rim(candidate: &CandidateMove<'_>) -> i32 {
    let on_rim = |square: Square| matches!(square.file(), File::A | File::H);
    if candidate.piece != Piece::Knight {
        return 0;
    }
    when(on_rim(candidate.mv.to)) - when(on_rim(candidate.mv.from))
}

/// The captures that both sides gain, full at six. 0 in check, where those of the opponent are not
/// known.
pub fn complexity(candidate: &CandidateMove<'_>) -> i32 {
    if candidate.root.position.in_check() || candidate.gives_check() {
        return 0;
    }
    let change = candidate.available_captures() - candidate.root.available_captures;
    share(change, 6)
}

fn line_worth(root: &RootPosition<'_>, position: &Position, square: Square) -> i32 {
    let on_file = position.pieces(Piece::Pawn) & square.file().bitboard();
    let file = if on_file.is_empty() {
        FULL
    } else if on_file.is_disjoint(position.colors(root.us)) {
        FULL / 2
    } else {
        0
    };
    file.max(if root.rank(square) == 7 { 700 } else { 0 })
}

fn is_outpost(root: &RootPosition<'_>, position: &Position, square: Square) -> bool {
    let pawns = position.pieces(Piece::Pawn);
    let is_guarded = || {
        let guards = attacks::pawn(square, root.them) & pawns & position.colors(root.us);
        !guards.is_empty()
    };
    let is_out_of_reach = || {
        let chasers: BitBoard = pawns & position.colors(root.them) & square.file().adjacent();
        chasers
            .into_iter()
            .all(|pawn| root.rank(pawn) <= root.rank(square))
    };
    (4..=6).contains(&root.rank(square)) && is_guarded() && is_out_of_reach()
}
