//! Static exchange evaluation (SEE): what a move wins or loses once all captures on its target
//! square are played out, least valuable attacker first. Pins are ignored.
//!
//! The swap algorithm as described at chessprogramming.org.

use cozy_chess::{BitBoard, Color, Move, Piece, Square};

use super::attacks;
use super::material::piece_value_cp;
use super::position::Position;

impl Position {
    /// What a legal move wins (or loses, when negative) in centipawns by exchanges on its target
    /// square, both sides free to stop. A promotion counts the new piece's gain.
    pub fn static_exchange_cp(&self, mv: Move) -> i32 {
        // At most every man on the board captures once.
        let mut gains = arrayvec::ArrayVec::<i32, 64>::new();
        let first = FirstMove::of(self, mv);
        gains.push(first.gain_cp);
        let mut swap = Swap::after(self, mv, first);
        while let Some(captured_cp) = swap.next_capture_cp() {
            gains.push(captured_cp);
        }
        // From the end: each side captures only if that is better than stopping.
        let mut value = 0;
        for &gain in gains[1..].iter().rev() {
            value = (gain - value).max(0);
        }
        gains[0] - value
    }

    /// Whether one of the captures that are meant wins the side to move at least `least_cp` by exchanges.
    pub fn can_win_by_capture(&self, least_cp: i32, is_meant: impl Fn(Move) -> bool) -> bool {
        self.legal_moves().into_iter().any(|mv| {
            self.captured_piece(mv).is_some()
                && is_meant(mv)
                && self.static_exchange_is_at_least(mv, least_cp)
        })
    }

    /// Whether [`Self::static_exchange_cp`] is at least `threshold_cp`, without playing out more
    /// than the answer needs.
    pub fn static_exchange_is_at_least(&self, mv: Move, threshold_cp: i32) -> bool {
        let first = FirstMove::of(self, mv);
        // The balance is seen by the side that has just captured.
        let mut balance = first.gain_cp - threshold_cp;
        if balance < 0 {
            return false;
        }
        balance -= first.standing_cp;
        if balance >= 0 {
            return true;
        }
        let us = self.side_to_move();
        let mut swap = Swap::after(self, mv, first);
        loop {
            // `balance` < 0: the side that captured last falls below the threshold if it loses the
            // piece that stands on the square.
            let capturer = swap.side;
            if swap.next_capture_cp().is_none() {
                return capturer != us;
            }
            balance = -balance - 1 - swap.standing_cp;
            if balance >= 0 {
                return swap.side != us;
            }
        }
    }
}

/// What the first move of the exchange does.
struct FirstMove {
    /// What the move itself captures and promotes to, in centipawns.
    gain_cp: i32,
    /// The value of the piece that then stands on the target square.
    standing_cp: i32,
}

impl FirstMove {
    #[inline]
    fn of(position: &Position, mv: Move) -> FirstMove {
        let mover = position.piece_on(mv.from).unwrap_or(Piece::Pawn);
        let mut gain_cp = position.captured_piece(mv).map_or(0, piece_value_cp);
        let mut standing_cp = piece_value_cp(mover);
        if let Some(promoted) = mv.promotion {
            standing_cp = piece_value_cp(promoted);
            gain_cp += standing_cp - piece_value_cp(Piece::Pawn);
        }
        if position.castling_side(mv).is_some() {
            // Nothing can be captured on the king's new square.
            standing_cp = 0;
        }
        FirstMove {
            gain_cp,
            standing_cp,
        }
    }
}

/// A running exchange on one square.
struct Swap<'a> {
    position: &'a Position,
    target: Square,
    occupied: BitBoard,
    /// Pieces of both colours that attack the target square now.
    attackers: BitBoard,
    /// Who captures next.
    side: Color,
    /// The value of the piece that stands on the target square.
    standing_cp: i32,
}

impl<'a> Swap<'a> {
    fn after(position: &'a Position, mv: Move, first: FirstMove) -> Swap<'a> {
        let mut occupied = position.occupied() - mv.from.bitboard();
        if position.is_en_passant(mv) {
            occupied -= Square::new(mv.to.file(), mv.from.rank()).bitboard();
        }
        if position.castling_side(mv).is_some() {
            // No capture can follow castling.
            occupied = BitBoard::EMPTY;
        }
        let mut swap = Swap {
            position,
            target: mv.to,
            occupied: occupied | mv.to.bitboard(),
            attackers: BitBoard::EMPTY,
            side: !position.side_to_move(),
            standing_cp: first.standing_cp,
        };
        swap.attackers = swap.leapers() | swap.on_diagonals() | swap.on_lines();
        swap.attackers &= swap.occupied;
        swap
    }

    /// Lets the side on turn capture with its least valuable attacker; returns the value captured.
    #[inline]
    fn next_capture_cp(&mut self) -> Option<i32> {
        let (from, piece) = self.least_valuable_attacker()?;
        self.occupied -= from.bitboard();
        // The capturer may have blocked a slider behind it (x-ray); a knight never does.
        if matches!(
            piece,
            Piece::Pawn | Piece::Bishop | Piece::Queen | Piece::King
        ) {
            self.attackers |= self.on_diagonals();
        }
        if matches!(piece, Piece::Rook | Piece::Queen | Piece::King) {
            self.attackers |= self.on_lines();
        }
        self.attackers &= self.occupied;
        self.side = !self.side;
        if piece == Piece::King && !self.position.colors(self.side).is_disjoint(self.attackers) {
            return None;
        }
        Some(std::mem::replace(
            &mut self.standing_cp,
            piece_value_cp(piece),
        ))
    }

    #[inline]
    fn least_valuable_attacker(&self) -> Option<(Square, Piece)> {
        let attackers = self.attackers & self.position.colors(self.side);
        if attackers.is_empty() {
            return None;
        }
        Piece::ALL.into_iter().find_map(|piece| {
            let square = nearest_home(attackers & self.position.pieces(piece), self.side)?;
            Some((square, piece))
        })
    }

    /// Pawns, knights and kings that attack the target square.
    #[inline]
    fn leapers(&self) -> BitBoard {
        let (position, target) = (self.position, self.target);
        let pawns =
            |color| position.colored_pieces(color, Piece::Pawn) & attacks::pawn(target, !color);
        pawns(Color::White)
            | pawns(Color::Black)
            | attacks::knight(target) & position.pieces(Piece::Knight)
            | attacks::king(target) & position.pieces(Piece::King)
    }

    #[inline]
    fn on_diagonals(&self) -> BitBoard {
        let sliders = self.position.pieces(Piece::Bishop) | self.position.pieces(Piece::Queen);
        attacks::bishop(self.target, self.occupied) & sliders
    }

    #[inline]
    fn on_lines(&self) -> BitBoard {
        let sliders = self.position.pieces(Piece::Rook) | self.position.pieces(Piece::Queen);
        attacks::rook(self.target, self.occupied) & sliders
    }
}

/// One of several equal attackers, chosen the same way for both colours: the first from the side's
/// own back rank.
fn nearest_home(squares: BitBoard, side: Color) -> Option<Square> {
    match side {
        Color::White => squares.next_square(),
        Color::Black => squares.flip_ranks().next_square().map(Square::flip_rank),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_exchanges() {
        for (fen, mv, expected_cp) in [
            (
                "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
                "e1e5",
                100,
            ),
            (
                "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
                "d3e5",
                -220,
            ),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
            ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", 1350),
            ("3rr2k/4P3/8/8/8/8/8/6K1 w - - 0 1", "e7d8q", 400),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 0),
            ("4k3/2p5/3r4/8/8/8/8/3QK3 w - - 0 1", "d1d6", -450),
            ("8/4k3/3r4/8/8/8/8/3QK3 w - - 0 1", "d1d6", -450),
            ("8/4k3/3r4/2P5/8/8/8/3QK3 w - - 0 1", "d1d6", 500),
        ] {
            let position: Position = fen.parse().unwrap();
            let mv = position.parse_move(mv).unwrap();
            assert_eq!(position.static_exchange_cp(mv), expected_cp, "{fen} {mv}");
        }
    }

    /// The position with colours exchanged, as text.
    fn mirrored(fen: &str) -> String {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let swap = |letter: char| match letter.is_ascii_uppercase() {
            true => letter.to_ascii_lowercase(),
            false => letter.to_ascii_uppercase(),
        };
        let ranks: Vec<String> = fields[0]
            .split('/')
            .rev()
            .map(|rank| rank.chars().map(swap).collect())
            .collect();
        let side = if fields[1] == "w" { "b" } else { "w" };
        format!("{} {side} - - 0 1", ranks.join("/"))
    }

    #[test]
    fn exchanges_are_the_same_for_both_colours() {
        let two_queens = [
            // A rook stands behind one of the two queens, behind the other nobody.
            "r6k/8/8/8/q3p3/8/8/4R1KB b - - 0 1",
            "3r3k/3q4/8/1q1p4/8/1B6/8/3R2K1 w - - 0 1",
            "3r3k/8/3q4/3p4/8/1B1q4/8/3R2K1 w - - 0 1",
            "3R3K/3Q4/8/1Q1P4/8/1b6/8/3r2k1 b - - 0 1",
            "6k1/3r4/3r4/q2p3q/8/3R4/3R4/Q2Q2K1 w - - 0 1",
            "6k1/3q4/3q4/3p4/Q7/8/3Q4/3R2K1 w - - 0 1",
        ];
        let fens = include_str!("../../tests/data/exchange.epd");
        let mut compared = 0;
        for fen in fens.lines().chain(two_queens) {
            let castling = fen.split_whitespace().nth(2);
            if castling != Some("-") {
                continue;
            }
            let position: Position = fen.parse().unwrap();
            let mirror: Position = mirrored(fen).parse().unwrap();
            for mut mv in position.legal_moves() {
                if position.is_en_passant(mv) {
                    continue;
                }
                let value_cp = position.static_exchange_cp(mv);
                let text = mv.to_string();
                mv.from = mv.from.flip_rank();
                mv.to = mv.to.flip_rank();
                assert_eq!(mirror.static_exchange_cp(mv), value_cp, "{fen} {text}");
                compared += 1;
            }
        }
        assert!(compared > 300, "{compared}");
    }

    #[test]
    fn the_threshold_test_agrees_with_the_value() {
        let fens = include_str!("../../tests/data/exchange.epd");
        let mut compared = 0;
        for fen in fens.lines().filter(|line| !line.is_empty()) {
            let position: Position = fen.parse().unwrap();
            for mv in position.legal_moves() {
                let value = position.static_exchange_cp(mv);
                for threshold in [value - 1, value, value + 1, -100, 0, 100] {
                    assert_eq!(
                        position.static_exchange_is_at_least(mv, threshold),
                        value >= threshold,
                        "{fen} {mv} {value} {threshold}"
                    );
                    compared += 1;
                }
            }
        }
        assert!(compared > 1000);
    }
}
