//! Attack maps: the squares that each kind of piece attacks, with pawns, king zones and mobility
//! areas.
//!
//! They are computed once for a position and read by mobility, king danger, threats, passed pawns
//! and space.

use super::masks::{fill_ahead, forward};
use crate::board::{BitBoard, Color, Piece, Position, Square, attacks};

/// What the terms share about one position; the maps fill while the pieces are recorded.
pub(super) struct AttackMaps<'p> {
    pub(super) position: &'p Position,
    pub(super) occupied: BitBoard,
    pub(super) pawns: [BitBoard; 2],
    pub(super) kings: [Square; 2],
    /// The squares around each king and one rank further to the front.
    pub(super) king_zone: [BitBoard; 2],
    /// Squares on which mobility counts for each colour.
    pub(super) mobility_area: [BitBoard; 2],
    /// Squares that pawns attack or may attack when they step on.
    pub(super) pawn_span: [BitBoard; 2],
    /// Enemy pieces that attack the zone of each king.
    pub(super) king_attackers: [u8; 2],
    /// Squares attacked by each kind of piece.
    pub(super) attacks: [[BitBoard; 6]; 2],
    /// Squares attacked at all.
    pub(super) attacked: [BitBoard; 2],
    /// Squares attacked at least twice.
    pub(super) attacked_twice: [BitBoard; 2],
}

impl<'p> AttackMaps<'p> {
    /// The maps of a position with these pawns and kings, and with the attacks of both; pieces are added with
    /// [`Self::note_attacks`].
    #[inline(always)]
    pub(super) fn new(
        position: &'p Position,
        pawns: [BitBoard; 2],
        kings: [Square; 2],
    ) -> AttackMaps<'p> {
        let empty = BitBoard::EMPTY;
        let mut maps = AttackMaps {
            position,
            occupied: position.occupied(),
            pawns,
            kings,
            king_zone: [empty; 2],
            mobility_area: [empty; 2],
            pawn_span: [empty; 2],
            king_attackers: [0; 2],
            attacks: [[empty; 6]; 2],
            attacked: [empty; 2],
            attacked_twice: [empty; 2],
        };
        maps.start(Color::White);
        maps.start(Color::Black);
        maps.set_mobility_area(Color::White);
        maps.set_mobility_area(Color::Black);
        maps
    }

    #[inline(always)]
    fn start(&mut self, color: Color) {
        let us = color as usize;
        let pawns = self.pawns[us];
        let (west, east) = pawn_attacks_by_side(pawns, color);
        let king = attacks::king(self.kings[us]);
        self.attacks[us][Piece::Pawn as usize] = west | east;
        self.attacks[us][Piece::King as usize] = king;
        self.attacked[us] = west | east | king;
        self.attacked_twice[us] = (west & east) | ((west | east) & king);
        let (west_span, east_span) = pawn_attacks_by_side(pawns | fill_ahead(pawns, color), color);
        self.pawn_span[us] = west_span | east_span;
        self.king_zone[us] = king | self.kings[us].bitboard() | forward(king, color);
    }

    /// All squares except those that enemy pawns attack and those of the own king, queen and
    /// blocked pawns.
    #[inline(always)]
    fn set_mobility_area(&mut self, color: Color) {
        let us = color as usize;
        let blocked = self.pawns[us] & forward(self.occupied, !color);
        let held = self.position.colored_pieces(color, Piece::King)
            | self.position.colored_pieces(color, Piece::Queen);
        let hit_by_pawns = self.attacks[!color as usize][Piece::Pawn as usize];
        self.mobility_area[us] = !(blocked | held | hit_by_pawns);
    }

    /// Adds the attacks of one piece to the maps.
    #[inline(always)]
    pub(super) fn note_attacks(&mut self, color: Color, piece: Piece, attacked: BitBoard) {
        let us = color as usize;
        self.attacks[us][piece as usize] |= attacked;
        self.attacked_twice[us] |= self.attacked[us] & attacked;
        self.attacked[us] |= attacked;
    }

    /// Pieces of one colour and kind.
    #[inline(always)]
    pub(super) fn pieces(&self, color: Color, piece: Piece) -> BitBoard {
        self.position.colored_pieces(color, piece)
    }
}

/// The squares that `pawns` attack towards the a-file and towards the h-file.
#[inline(always)]
fn pawn_attacks_by_side(pawns: BitBoard, color: Color) -> (BitBoard, BitBoard) {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = FILE_A << 7;
    let ahead = forward(pawns, color).0;
    (
        BitBoard((ahead & !FILE_A) >> 1),
        BitBoard((ahead & !FILE_H) << 1),
    )
}
