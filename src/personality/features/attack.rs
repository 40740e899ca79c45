//! The enemy king: going near it, aiming at it, checking it, storming it.

use super::king::file_distance;
use super::{share, when};
use crate::board::{File, Piece, Square, king_distance};
use crate::personality::candidate_move::CandidateMove;

/// A seventh for each king step by which a piece comes nearer to the enemy king; going away counts
/// against.
pub fn king_approach(candidate: &CandidateMove<'_>) -> i32 {
    if !candidate.moves_piece() {
        return 0;
    }
    let king = candidate.root.position.king(candidate.root.them);
    let steps = |from| king_distance(from, king) as i32;
    let nearer = steps(candidate.mv.from) - steps(candidate.mv.to);
    share(nearer, 7)
}

/// A half for each own piece more that attacks squares around the enemy king.
pub fn king_attackers(candidate: &CandidateMove<'_>) -> i32 {
    let change = candidate.after.king_attackers - candidate.root.before.king_attackers;
    share(change, 2)
}

/// A quarter for each square more around the enemy king that own pieces attack. Captures do not count.
pub fn king_zone(candidate: &CandidateMove<'_>) -> i32 {
    match candidate.captured {
        Some(_) => 0,
        None => share(
            candidate.after.king_zone_squares - candidate.root.before.king_zone_squares,
            4,
        ),
    }
}

/// A half for each enemy piece more that own pieces and pawns attack. Captures do not count.
pub fn threats(candidate: &CandidateMove<'_>) -> i32 {
    match candidate.captured {
        Some(_) => 0,
        None => share(
            candidate.after.attacked_pieces - candidate.root.before.attacked_pieces,
            2,
        ),
    }
}

/// A check that loses nothing by static exchange: 1.
pub fn checks(candidate: &CandidateMove<'_>) -> i32 {
    when(candidate.gives_check() && candidate.exchange_cp >= 0)
}

/// A check that loses something by static exchange: 1.
pub fn unsound_checks(candidate: &CandidateMove<'_>) -> i32 {
    when(candidate.gives_check() && candidate.exchange_cp < 0)
}

/// A pawn advances to the fourth rank or beyond, within two files of an enemy king that stands on
/// a wing, while the own king is not on the same wing: 0.25 on the fourth rank to 1 on the seventh.
pub fn pawn_storm(candidate: &CandidateMove<'_>) -> i32 {
    let root = candidate.root;
    let target = root.position.king(root.them);
    let Some(target_wing) = wing(target) else {
        return 0;
    };
    let is_storm = candidate.piece == Piece::Pawn
        && candidate.rank_to() >= 4
        && file_distance(candidate.mv.to, target) <= 2
        && wing(root.position.king(root.us)) != Some(target_wing);
    if is_storm {
        share(candidate.rank_to() - 3, 4)
    } else {
        0
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wing {
    Queenside,
    Kingside,
}

/// The wing on which a king stands; `None` in the middle.
fn wing(king: Square) -> Option<Wing> {
    match king.file() {
        File::A | File::B | File::C => Some(Wing::Queenside),
        File::D | File::E => None,
        File::F | File::G | File::H => Some(Wing::Kingside),
    }
}
