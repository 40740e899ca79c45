//! Material: piece values, the material balance and the game phase, each from one place.

use super::{BitBoard, Color, Piece, Position};

/// Piece values in centipawns, by `Piece as usize`. The king's is larger than any sum of others.
const PIECE_VALUE_CP: [i32; Piece::NUM] = [100, 320, 330, 500, 950, 20_000];

/// The phase with all pieces on the board; 0 when only kings and pawns are left.
pub const FULL_PHASE: i32 = 24;

/// With a smaller phase than this a position is an endgame: less than a third of the pieces are
/// left. Untested guess.
const ENDGAME_PHASE: i32 = 8;

/// The value of a piece in centipawns, as static exchange evaluation and the material balance
/// count it. The evaluation has values of its own, one for each phase.
#[inline]
pub fn piece_value_cp(piece: Piece) -> i32 {
    PIECE_VALUE_CP[piece as usize]
}

impl Position {
    /// What `color` has on the board besides its king, in centipawns.
    #[inline]
    pub fn material_cp(&self, color: Color) -> i32 {
        let kinds = Piece::ALL.into_iter().filter(|&piece| piece != Piece::King);
        let value_cp =
            |piece| self.colored_pieces(color, piece).len() as i32 * piece_value_cp(piece);
        kinds.map(value_cp).sum()
    }

    /// The game phase, from 0 to [`FULL_PHASE`]: minor pieces count 1, rooks 2, queens 4, pawns
    /// nothing.
    #[inline]
    pub fn phase(&self) -> i32 {
        self.unlimited_phase().min(FULL_PHASE)
    }

    /// The same without its upper end: more than [`FULL_PHASE`] with more pieces than a game begins
    /// with.
    #[inline]
    pub fn unlimited_phase(&self) -> i32 {
        let count = |piece| self.pieces(piece).len() as i32;
        count(Piece::Knight)
            + count(Piece::Bishop)
            + 2 * count(Piece::Rook)
            + 4 * count(Piece::Queen)
    }

    /// The game phase in permille of all pieces.
    pub fn phase_permille(&self) -> i32 {
        1_000 * self.phase() / FULL_PHASE
    }

    /// Whether the position is an endgame.
    #[inline]
    pub fn is_endgame(&self) -> bool {
        self.phase() < ENDGAME_PHASE
    }

    /// Whether `color` has bishops on squares of both colours.
    #[inline]
    pub fn has_bishop_pair(&self, color: Color) -> bool {
        stand_on_both_colors(self.colored_pieces(color, Piece::Bishop))
    }

    /// Whether each side has one bishop and they stand on squares of different colours.
    pub fn has_opposite_bishops(&self) -> bool {
        let bishops = self.pieces(Piece::Bishop);
        bishops.len() == 2
            && (bishops & self.colors(Color::White)).len() == 1
            && stand_on_both_colors(bishops)
    }

    /// Whether neither side can ever mate: bare kings, a single minor piece, or bishops that all
    /// stand on one colour. Deliberately not KNNK, KBKN or KNKN, where a mate exists.
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        let heavy = self.pieces(Piece::Pawn) | self.pieces(Piece::Rook) | self.pieces(Piece::Queen);
        if !heavy.is_empty() {
            return false;
        }
        if self.occupied().len() <= 3 {
            return true;
        }
        let bishops = self.pieces(Piece::Bishop);
        self.pieces(Piece::Knight).is_empty() && !stand_on_both_colors(bishops)
    }

    /// Whether `color` has a piece other than king and pawns.
    #[inline]
    pub fn has_pieces(&self, color: Color) -> bool {
        self.piece_count(color) > 0
    }

    /// How many pieces other than king and pawns `color` has; few of them are a sign of zugzwang.
    #[inline]
    pub fn piece_count(&self, color: Color) -> u32 {
        let king_and_pawns = self.pieces(Piece::King) | self.pieces(Piece::Pawn);
        (self.colors(color) - king_and_pawns).len()
    }
}

#[inline]
fn stand_on_both_colors(bishops: BitBoard) -> bool {
    !bishops.is_disjoint(BitBoard::DARK_SQUARES) && !bishops.is_disjoint(BitBoard::LIGHT_SQUARES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    #[test]
    fn insufficient_material_is_exact() {
        for fen in [
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
            "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
            "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        ] {
            assert!(position(fen).is_insufficient_material(), "{fen}");
        }
        for fen in [
            "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
            "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1",
            "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
            "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        ] {
            assert!(!position(fen).is_insufficient_material(), "{fen}");
        }
    }

    #[test]
    fn the_phase_counts_pieces_and_an_endgame_has_less_than_a_third() {
        assert_eq!(Position::start().phase(), FULL_PHASE);
        assert!(!Position::start().is_endgame());
        let queens = position("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1");
        assert_eq!((queens.phase(), queens.phase_permille()), (8, 333));
        assert!(!queens.is_endgame());
        let rooks = position("3rkr2/8/8/8/8/8/8/3RKB2 w - - 0 1");
        assert_eq!((rooks.phase(), rooks.phase_permille()), (7, 291));
        assert!(rooks.is_endgame());
    }
}
