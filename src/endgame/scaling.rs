//! Scale factors of drawish endgames: which advantages do not win, or seldom do.
//!
//! The evaluation multiplies its middlegame and endgame values with these factors: the wrong rook
//! pawn, two knights (KNNK), bishops of opposite colours, few pawns, pawns on one wing.

use crate::board::{BitBoard, Color, File, Piece, Position, Rank, Square, king_distance};

/// The scale of an endgame that is won as easily as its value says.
pub const FULL_SCALE: i32 = 64;

/// The scale factors (middlegame, endgame) of an advantage of `strong`, of [`FULL_SCALE`].
pub fn scale_factors(position: &Position, strong: Color) -> (i32, i32) {
    let pawns = position.colored_pieces(strong, Piece::Pawn);
    let scale = if pawns.is_empty() {
        scale_without_pawns(position, strong)
    } else if is_wrong_rook_pawn(position, strong, pawns) {
        0
    } else {
        return (FULL_SCALE, scale_with_pawns(position, strong, pawns));
    };
    (scale, scale)
}

/// Piece values in pawns to compare material by, without pawns.
fn piece_points(position: &Position, color: Color) -> i32 {
    let count = |piece| position.colored_pieces(color, piece).len() as i32;
    3 * (count(Piece::Knight) + count(Piece::Bishop))
        + 5 * count(Piece::Rook)
        + 10 * count(Piece::Queen)
}

/// Without pawns, a lead of a minor piece or less rarely wins, and less than a rook cannot force
/// mate. Untested guesses.
fn scale_without_pawns(position: &Position, strong: Color) -> i32 {
    let (own, enemy) = (
        piece_points(position, strong),
        piece_points(position, !strong),
    );
    let knights_only = position.colors(strong).len() == 3
        && position.colored_pieces(strong, Piece::Knight).len() == 2;
    if own < 5 {
        0
    } else if knights_only {
        if position.colors(!strong).len() == 1 {
            0
        } else {
            4
        }
    } else if own - enemy <= 3 {
        // With a queen a lead that does not win by itself still gives many chances.
        if own > 12 { 24 } else { 8 }
    } else {
        FULL_SCALE
    }
}

/// Wrong rook pawn: pawns on one rook file, no bishop that controls the corner, and the enemy king
/// in or beside that corner.
fn is_wrong_rook_pawn(position: &Position, strong: Color, pawns: BitBoard) -> bool {
    let bishops = position.colored_pieces(strong, Piece::Bishop);
    let king = position.colored_pieces(strong, Piece::King);
    if position.colors(strong) != pawns | bishops | king {
        return false;
    }
    let file = if pawns.is_subset(File::A.bitboard()) {
        File::A
    } else if pawns.is_subset(File::H.bitboard()) {
        File::H
    } else {
        return false;
    };
    let corner = Square::new(file, Rank::Eighth.relative_to(strong));
    let corner_is_dark = BitBoard::DARK_SQUARES.has(corner);
    let is_controlled = if corner_is_dark {
        !bishops.is_disjoint(BitBoard::DARK_SQUARES)
    } else {
        !bishops.is_disjoint(BitBoard::LIGHT_SQUARES)
    };
    !is_controlled && king_distance(position.king(!strong), corner) <= 1
}

/// Few pawns make winning hard, and bishops of opposite colours make a draw likely. Untested
/// guesses.
fn scale_with_pawns(position: &Position, strong: Color, pawns: BitBoard) -> i32 {
    let pawn_count = pawns.len() as i32;
    if position.has_opposite_bishops() {
        let only_bishops = Color::ALL
            .into_iter()
            .all(|color| piece_points(position, color) == 3);
        return if only_bishops {
            16 + 4 * pawn_count.min(6)
        } else {
            44 + 2 * pawn_count
        };
    }
    if are_on_one_wing(position.pieces(Piece::Pawn)) {
        let lead = piece_points(position, strong) - piece_points(position, !strong);
        let enemy_pawns = position.colored_pieces(!strong, Piece::Pawn);
        if lead <= 0 && pawn_count - enemy_pawns.len() as i32 <= 1 {
            return 40 + 3 * pawn_count;
        }
    }
    (44 + 6 * pawn_count).min(FULL_SCALE)
}

fn are_on_one_wing(pawns: BitBoard) -> bool {
    const QUEENSIDE: BitBoard = BitBoard(0x0f0f_0f0f_0f0f_0f0f);
    pawns.is_disjoint(QUEENSIDE) || pawns.is_disjoint(!QUEENSIDE)
}
