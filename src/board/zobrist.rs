//! Zobrist keys: what each piece on each square adds to a key, and the key after a move before the
//! move is made.
//!
//! The key after a move is used to prefetch hash table entries, so castling, en passant and the
//! loss of castling rights are left out. The board library keeps its random numbers to itself; they
//! are found by comparing the keys of boards.

use std::sync::LazyLock;

use cozy_chess::{BoardBuilder, Color, Move, Piece, Square};

use super::position::Position;

impl Position {
    /// The [`Self::key`] after a legal move of `piece`. Wrong where the move castles, captures en
    /// passant, makes such a capture possible or ends a castling right.
    #[inline]
    pub fn likely_key_after(&self, piece: Piece, mv: Move) -> u64 {
        let numbers = &*ZOBRIST;
        let us = self.side_to_move();
        let captured = match self.colors(!us).has(mv.to) {
            true => self.piece_on(mv.to),
            false => None,
        };
        self.key()
            ^ numbers.turn
            ^ numbers.of(us, piece, mv.from)
            ^ numbers.of(us, mv.promotion.unwrap_or(piece), mv.to)
            ^ captured.map_or(0, |captured| numbers.of(!us, captured, mv.to))
    }
}

/// The numbers whose exclusive or is a key.
struct ZobristNumbers {
    /// By colour, kind and square; those of a king relative to its number on d4.
    pieces: [[[u64; Square::NUM]; Piece::NUM]; Color::NUM],
    /// The number of the side to move.
    turn: u64,
}

impl ZobristNumbers {
    #[inline]
    fn of(&self, color: Color, piece: Piece, square: Square) -> u64 {
        self.pieces[color as usize][piece as usize][square as usize]
    }
}

static ZOBRIST: LazyLock<ZobristNumbers> = LazyLock::new(|| {
    let mut pieces = [[[0; Square::NUM]; Piece::NUM]; Color::NUM];
    for color in Color::ALL {
        for piece in Piece::ALL {
            for square in Square::ALL {
                // There is no key with a pawn on the first or last rank.
                let number = number(color, piece, square).unwrap_or(0);
                pieces[color as usize][piece as usize][square as usize] = number;
            }
        }
    }
    let kings = [(Color::White, Square::E1), (Color::Black, Square::E8)];
    let kings = kings.map(|(color, square)| (color, Piece::King, square));
    let turn = hash(&kings, Color::White).zip(hash(&kings, Color::Black));
    ZobristNumbers {
        pieces,
        turn: turn.map_or(0, |(white, black)| white ^ black),
    }
});

/// What a piece adds to the key of a board with two kings; for a king, what its key changes against
/// a king on d4.
fn number(color: Color, piece: Piece, square: Square) -> Option<u64> {
    let places = [
        (Square::A1, Square::H8),
        (Square::H8, Square::A1),
        (Square::D4, Square::A1),
        (Square::D4, Square::H8),
    ];
    places.into_iter().find_map(|(own, enemy)| {
        // The enemy is to move, because only the side to move may be in check.
        let hash = |men: &[(Color, Piece, Square)]| hash(men, !color);
        let enemy = (!color, Piece::King, enemy);
        let own = (color, Piece::King, own);
        let (with, without) = match piece {
            Piece::King => (
                hash(&[enemy, (color, piece, square)])?,
                hash(&[enemy, (color, piece, Square::D4)])?,
            ),
            _ => (
                hash(&[enemy, own, (color, piece, square)])?,
                hash(&[enemy, own])?,
            ),
        };
        Some(with ^ without)
    })
}

/// The library's hash of a board with these men and no others; `None` if the board is not legal or
/// two men share a square.
fn hash(men: &[(Color, Piece, Square)], side_to_move: Color) -> Option<u64> {
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = side_to_move;
    for &(color, piece, square) in men {
        let place = builder.square_mut(square);
        if place.replace((piece, color)).is_some() {
            return None;
        }
    }
    Some(builder.build().ok()?.hash())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_a_number_on_every_square_where_it_may_stand() {
        let mut seen = std::collections::HashSet::from([ZOBRIST.turn]);
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in Square::ALL {
                    let edge = square.bitboard().is_subset(cozy_chess::BitBoard::EDGES);
                    let rank_of_no_pawn =
                        edge && matches!(square as usize / 8, 0 | 7) && piece == Piece::Pawn;
                    let middle = piece == Piece::King && square == Square::D4;
                    let number = ZOBRIST.of(color, piece, square);
                    if rank_of_no_pawn || middle {
                        assert_eq!(number, 0);
                    } else {
                        assert!(seen.insert(number), "{color} {piece} on {square}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_key_is_right_after_plain_moves_captures_and_promotions() {
        for fen in [
            "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 8",
            "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 b - - 0 8",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
            "8/3k4/8/8/8/3K4/8/8 w - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            for mv in position.legal_moves() {
                let piece = position.piece_on(mv.from).unwrap();
                let expected = position.play(mv).key();
                assert_eq!(position.likely_key_after(piece, mv), expected, "{mv} {fen}");
            }
        }
    }
}
