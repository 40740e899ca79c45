//! Checks: which moves give check, directly or by discovery, without playing them.

use super::attacks;
use super::position::Position;
use cozy_chess::{BitBoard, Move, Piece, Square};

/// The squares from which the enemy king can be checked, and the pieces that can discover a check.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// The checking squares of each piece, by `Piece as usize`; none for a king.
    squares: [BitBoard; 6],
    /// All of them.
    any_square: BitBoard,
    /// Discovered check candidates: pieces that stand alone between the king and an own slider.
    discoverers: BitBoard,
    king: Square,
}

impl Checks {
    /// Whether [`Self::are_given_by`] has to be asked about a move: false for nearly all moves that give no
    /// check, whatever the piece.
    #[inline]
    pub fn may_be_given_by(&self, mv: Move) -> bool {
        self.any_square.has(mv.to) || self.discoverers.has(mv.from)
    }

    /// Whether a quiet move of `piece` gives check, directly or by discovery. Castling counts as a
    /// move of the king alone.
    #[inline]
    pub fn are_given_by(&self, piece: Piece, mv: Move) -> bool {
        self.squares[piece as usize].has(mv.to)
            || self.discoverers.has(mv.from) && !attacks::line(self.king, mv.from).has(mv.to)
    }
}

impl Position {
    /// The checks that the side to move can give.
    #[inline]
    pub fn checks(&self) -> Checks {
        let us = self.side_to_move();
        let king = self.king(!us);
        let occupied = self.occupied();
        let bishop = attacks::bishop(king, occupied);
        let rook = attacks::rook(king, occupied);
        let squares = [
            attacks::pawn(king, !us),
            attacks::knight(king),
            bishop,
            rook,
            bishop | rook,
            BitBoard::EMPTY,
        ];
        let own = self.colors(us);
        let diagonal = self.pieces(Piece::Bishop) | self.pieces(Piece::Queen);
        let straight = self.pieces(Piece::Rook) | self.pieces(Piece::Queen);
        // The lines from the king through the first own piece on each of them.
        let beyond_bishop = attacks::bishop(king, occupied - (bishop & own)) - bishop;
        let beyond_rook = attacks::rook(king, occupied - (rook & own)) - rook;
        let sliders = own & (beyond_bishop & diagonal | beyond_rook & straight);
        let discoverers = sliders
            .into_iter()
            .map(|slider| attacks::between(king, slider) & own)
            .fold(BitBoard::EMPTY, |all, one| all | one);
        Checks {
            squares,
            any_square: squares[Piece::Pawn as usize]
                | squares[Piece::Knight as usize]
                | squares[Piece::Queen as usize],
            discoverers,
            king,
        }
    }

    /// Calls `visit` with every legal quiet move that gives check, castling left out.
    #[inline]
    pub fn visit_quiet_checks(&self, mut visit: impl FnMut(Piece, Move)) {
        let checks = self.checks();
        // A king gives no check itself, and its moves are the most expensive ones to generate.
        let movers = !self.king(self.side_to_move()).bitboard() | checks.discoverers;
        self.visit_quiet_moves_of(movers, |piece, mv| {
            if checks.are_given_by(piece, mv) {
                visit(piece, mv);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MoveList;

    #[test]
    fn the_checks_are_those_that_playing_shows() {
        let fens = include_str!("../../tests/data/exchange.epd")
            .lines()
            .filter(|line| !line.is_empty());
        let discovered = [
            "4k3/8/4N3/8/8/8/4R3/4K3 w - - 0 1",
            "7k/8/5P2/8/3N4/8/1B6/K7 w - - 0 1",
            "7k/8/8/4P3/8/8/1B6/K7 w - - 0 1",
            "4k3/8/8/8/4K3/8/8/4R3 w - - 0 1",
            "4k3/8/4P3/8/8/8/8/K3R3 w - - 0 1",
            "4k3/8/8/4n3/4N3/8/8/K3R3 w - - 0 1",
        ];
        let mut seen = 0;
        for fen in fens.chain(discovered) {
            let position: Position = fen.parse().unwrap();
            let mut found = MoveList::new();
            position.visit_quiet_checks(|_, mv| found.push(mv));
            for mv in position.legal_moves() {
                let is_castling = position.colors(position.side_to_move()).has(mv.to);
                if !position.is_tactical(mv) && !is_castling {
                    let gives_check = position.play(mv).in_check();
                    assert_eq!(found.contains(&mv), gives_check, "{fen} {mv}");
                    let may = position.checks().may_be_given_by(mv);
                    assert!(may || !gives_check, "{fen} {mv}");
                    seen += usize::from(gives_check);
                }
            }
        }
        assert!(seen > 20, "{seen}");
    }
}
