//! Attack sets: the squares that a piece on a square attacks.
//!
//! These functions name the board library's tables (magic bitboards). `occupied` is the set of
//! blockers; a blocker's own square is attacked, the squares behind it are not.

use cozy_chess::{BitBoard, Color, File, Piece, Square};

/// Squares a knight on `square` attacks.
pub fn knight(square: Square) -> BitBoard {
    cozy_chess::get_knight_moves(square)
}

/// Squares a king on `square` attacks.
pub fn king(square: Square) -> BitBoard {
    cozy_chess::get_king_moves(square)
}

/// Squares a pawn of `color` on `square` attacks (its two captures).
pub fn pawn(square: Square, color: Color) -> BitBoard {
    cozy_chess::get_pawn_attacks(square, color)
}

/// Squares a bishop on `square` attacks.
pub fn bishop(square: Square, occupied: BitBoard) -> BitBoard {
    cozy_chess::get_bishop_moves(square, occupied)
}

/// Squares a rook on `square` attacks.
pub fn rook(square: Square, occupied: BitBoard) -> BitBoard {
    cozy_chess::get_rook_moves(square, occupied)
}

/// Squares a queen on `square` attacks.
pub fn queen(square: Square, occupied: BitBoard) -> BitBoard {
    bishop(square, occupied) | rook(square, occupied)
}

/// Squares a `piece` of `color` on `square` attacks.
pub fn piece(piece: Piece, color: Color, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => pawn(square, color),
        Piece::Knight => knight(square),
        Piece::Bishop => bishop(square, occupied),
        Piece::Rook => rook(square, occupied),
        Piece::Queen => queen(square, occupied),
        Piece::King => king(square),
    }
}

/// The squares strictly between two squares on one line or diagonal; empty otherwise.
pub fn between(from: Square, to: Square) -> BitBoard {
    cozy_chess::get_between_rays(from, to)
}

/// The whole line or diagonal through two squares, both included; empty where there is none.
pub fn line(from: Square, to: Square) -> BitBoard {
    cozy_chess::get_line_rays(from, to)
}

/// Squares attacked by all `pawns` of `color` at once.
pub fn pawns(pawns: BitBoard, color: Color) -> BitBoard {
    let not_a = !File::A.bitboard();
    let not_h = !File::H.bitboard();
    let (west, east) = (pawns & not_a, pawns & not_h);
    match color {
        Color::White => BitBoard((west.0 << 7) | (east.0 << 9)),
        Color::Black => BitBoard((west.0 >> 9) | (east.0 >> 7)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_attack_what_each_pawn_attacks() {
        for color in Color::ALL {
            for square in Square::ALL {
                assert_eq!(
                    pawns(square.bitboard(), color),
                    pawn(square, color),
                    "{color} {square}"
                );
            }
        }
    }
}
