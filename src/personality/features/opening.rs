//! Opening habits: development, early queen moves, the way of fighting for the centre.

use super::{FULL, when};
use crate::board::{File, Piece, Rank, Square, attacks};
use crate::personality::candidate_move::CandidateMove;

/// The loss by exchanges that counts as a pawn given up, in centipawns.
const PAWN_OFFER_CP: std::ops::RangeInclusive<i32> = 80..=250;

/// Knight or bishop from the first rank: 1; back to it: -1.
pub fn development(candidate: &CandidateMove<'_>) -> i32 {
    if !candidate.moves_minor() {
        return 0;
    }
    when(candidate.rank_from() == 1) - when(candidate.rank_to() == 1)
}

/// A piece that has left its first rank moves again without capturing or being driven, while a
/// knight or bishop is still on the first rank: 1.
pub fn same_piece_twice(candidate: &CandidateMove<'_>) -> i32 {
    when(
        candidate.moves_piece()
            && candidate.rank_from() > 1
            && candidate.captured.is_none()
            && candidate.root.minors_at_home() > 0
            && !candidate.root.is_driven_from(candidate.mv.from),
    )
}

/// The queen leaves the first rank without capturing or being driven, while at least two knights
/// and bishops are on it: 1; goes back: -1; moves on outside it: 0.3.
pub fn early_queen(candidate: &CandidateMove<'_>) -> i32 {
    let root = candidate.root;
    let is_free = candidate.captured.is_none() && !root.is_driven_from(candidate.mv.from);
    if candidate.piece != Piece::Queen || root.minors_at_home() < 2 || !is_free {
        return 0;
    }
    match (candidate.rank_from(), candidate.rank_to()) {
        (1, 1) => 0,
        (1, _) => FULL,
        (_, 1) => -FULL,
        _ => 300,
    }
}

/// Classical -1 to hypermodern +1.
///
/// A pawn to d4 or e4: -1. A bishop from home to b2 or g2: 1; its pawn one step forward: 0.6. A pawn
/// of the c- or f-file that newly attacks an enemy pawn on the d- or e-file: 0.5. A knight or bishop
/// from home that newly attacks a central square while the d- and e-pawns are behind the fourth rank:
/// 0.5.
pub fn hypermodern(candidate: &CandidateMove<'_>) -> i32 {
    match candidate.piece {
        Piece::Pawn if takes_centre(candidate) => -FULL,
        Piece::Pawn if makes_room_for_bishop(candidate) => 600,
        Piece::Pawn => 500 * i32::from(strikes_from_flank(candidate)),
        Piece::Bishop if fianchettoes(candidate) => FULL,
        Piece::Knight | Piece::Bishop => 500 * i32::from(eyes_centre_from_afar(candidate)),
        _ => 0,
    }
}

/// A pawn to d4 or e4 from its own half: 1; to c4 or f4: 0.5.
pub fn centre_pawns(candidate: &CandidateMove<'_>) -> i32 {
    if candidate.piece != Piece::Pawn || candidate.rank_to() != 4 {
        return 0;
    }
    match candidate.mv.to.file() {
        File::D | File::E => FULL,
        File::C | File::F => FULL / 2,
        _ => 0,
    }
}

/// A bishop from home to b2 or g2: 0.6; the b- or g-pawn one step, with that bishop still at home:
/// 0.4. The bishop leaving that square other than by capture: -0.6.
pub fn fianchetto(candidate: &CandidateMove<'_>) -> i32 {
    let leaves = candidate.piece == Piece::Bishop
        && candidate.captured.is_none()
        && is_long_diagonal_nest(candidate, candidate.mv.from);
    if fianchettoes(candidate) {
        600
    } else if makes_room_for_bishop(candidate) {
        400
    } else if leaves {
        -600
    } else {
        0
    }
}

/// A pawn of the a-, b-, g- or h-file moves without capturing, or a knight goes from home to the
/// edge: 1.
pub fn flank_opening(candidate: &CandidateMove<'_>) -> i32 {
    let file_to = candidate.mv.to.file();
    match candidate.piece {
        Piece::Pawn => when(
            candidate.captured.is_none()
                && matches!(file_to, File::A | File::B | File::G | File::H),
        ),
        Piece::Knight => when(candidate.rank_from() == 1 && matches!(file_to, File::A | File::H)),
        _ => 0,
    }
}

/// The move newly offers the value of a pawn (80 to 250 cp): 1.
pub fn gambit(candidate: &CandidateMove<'_>) -> i32 {
    when(PAWN_OFFER_CP.contains(&candidate.offer_cp()))
}

/// A pawn comes to d4 or e4 from its own half.
fn takes_centre(candidate: &CandidateMove<'_>) -> bool {
    candidate.rank_to() == 4 && matches!(candidate.mv.to.file(), File::D | File::E)
}

/// The b- or g-pawn takes one step from home with the bishop beside it still at home.
fn makes_room_for_bishop(candidate: &CandidateMove<'_>) -> bool {
    let bishop_file = match candidate.mv.from.file() {
        File::B => File::C,
        File::G => File::F,
        _ => return false,
    };
    let home = Square::new(bishop_file, Rank::First.relative_to(candidate.root.us));
    let root = candidate.root;
    candidate.piece == Piece::Pawn
        && (candidate.rank_from(), candidate.rank_to()) == (2, 3)
        && candidate.captured.is_none()
        && root
            .position
            .colored_pieces(root.us, Piece::Bishop)
            .has(home)
}

/// Whether a square is b2 or g2.
fn is_long_diagonal_nest(candidate: &CandidateMove<'_>, square: Square) -> bool {
    candidate.root.rank(square) == 2 && matches!(square.file(), File::B | File::G)
}

fn fianchettoes(candidate: &CandidateMove<'_>) -> bool {
    candidate.piece == Piece::Bishop
        && candidate.rank_from() == 1
        && is_long_diagonal_nest(candidate, candidate.mv.to)
}

/// A c- or f-pawn comes to attack an enemy pawn on the d- or e-file.
fn strikes_from_flank(candidate: &CandidateMove<'_>) -> bool {
    let root = candidate.root;
    let middle = File::D.bitboard() | File::E.bitboard();
    let targets = root.position.colored_pieces(root.them, Piece::Pawn) & middle;
    matches!(candidate.mv.to.file(), File::C | File::F)
        && candidate.captured.is_none()
        && !attacks::pawn(candidate.mv.to, root.us).is_disjoint(targets)
}

fn eyes_centre_from_afar(candidate: &CandidateMove<'_>) -> bool {
    let root = candidate.root;
    let centre = (File::D.bitboard() | File::E.bitboard())
        & (Rank::Fourth.bitboard() | Rank::Fifth.bitboard());
    let own_pawns = root.position.colored_pieces(root.us, Piece::Pawn);
    let middle_pawns = own_pawns & (File::D.bitboard() | File::E.bitboard());
    let hold_back =
        middle_pawns.len() == 2 && middle_pawns.into_iter().all(|pawn| root.rank(pawn) <= 3);
    let reach = attacks::piece(
        candidate.piece,
        root.us,
        candidate.mv.to,
        candidate.next.occupied(),
    );
    candidate.rank_from() == 1
        && candidate.rank_to() <= 3
        && hold_back
        && !reach.is_disjoint(centre)
}
