//! Moves as text, in and out: coordinate notation and standard algebraic notation (SAN).
//!
//! Reading is generous (both notations, either case of the promotion piece, a missing promotion
//! letter means a queen, `0-0` for `O-O`, trailing check marks); writing is exact.

use cozy_chess::util::{display_san_move, display_uci_move, parse_san_move, parse_uci_move};
use cozy_chess::{Move, Piece, Rank};
use thiserror::Error;

use super::position::{CastlingSide, Position};

/// Why a text is not a move here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Not written like a move at all.
    #[error("not a move")]
    Unreadable,
    /// A move, but not a legal one in this position.
    #[error("not legal here")]
    Illegal,
}

impl Position {
    /// Coordinate notation: `e2e4`, `e7e8q`, castling as `e1g1`.
    ///
    /// In Chess960 castling has no unambiguous coordinate form; see [`Self::coordinate_960`].
    pub fn coordinate(&self, mv: Move) -> String {
        display_uci_move(self.board(), mv).to_string()
    }

    /// Coordinate notation for Chess960: castling is `O-O` or `O-O-O`.
    pub fn coordinate_960(&self, mv: Move) -> String {
        match self.castling_side(mv) {
            Some(CastlingSide::Short) => "O-O".to_owned(),
            Some(CastlingSide::Long) => "O-O-O".to_owned(),
            None => mv.to_string(),
        }
    }

    /// Standard algebraic notation of a legal move, with `+` or `#`.
    pub fn san(&self, mv: Move) -> String {
        display_san_move(self.board(), mv).to_string()
    }

    /// Reads a move in coordinate notation or SAN; what it returns is legal.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
        if text.is_empty() || text.len() > 10 || !text.is_ascii() {
            return Err(MoveError::Unreadable);
        }
        if let Some(mv) = self.parse_coordinates(text) {
            return self.legal(mv).ok_or(MoveError::Illegal);
        }
        self.parse_san(text)
    }

    /// The move, if it is one of the legal moves to the letter.
    fn legal(&self, mv: Move) -> Option<Move> {
        self.legal_moves().contains(&mv).then_some(mv)
    }

    /// `e2e4`, `e2-e4`, `e4xd5`, `e7e8q`, `e7e8=Q`; `None` when it is not of that form.
    fn parse_coordinates(&self, text: &str) -> Option<Move> {
        let plain: String = text
            .chars()
            .filter(|letter| !matches!(letter, '-' | 'x' | '='))
            .collect();
        if !matches!(plain.len(), 4 | 5) || !plain.starts_with(|letter| matches!(letter, 'a'..='h'))
        {
            return None;
        }
        // The board library passes over promotions to a king or a pawn.
        let promotion = plain.chars().nth(4);
        if promotion
            .is_some_and(|piece| !matches!(piece, 'n' | 'b' | 'r' | 'q' | 'N' | 'B' | 'R' | 'Q'))
        {
            return None;
        }
        let mut mv = parse_uci_move(self.board(), &plain.to_ascii_lowercase()).ok()?;
        let reaches_the_end = mv.to.rank() == Rank::Eighth.relative_to(self.side_to_move());
        if mv.promotion.is_none() && reaches_the_end && self.piece_on(mv.from) == Some(Piece::Pawn)
        {
            mv.promotion = Some(Piece::Queen);
        }
        Some(mv)
    }

    fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        let castling = text.replace(['0', 'o'], "O");
        if castling.starts_with("O-O") {
            return parse_san_move(self.board(), &castling)
                .ok()
                .and_then(|mv| self.legal(mv))
                .ok_or(MoveError::Illegal);
        }
        let looks_like_san = text
            .starts_with(|letter| matches!(letter, 'a'..='h' | 'N' | 'B' | 'R' | 'Q' | 'K'))
            && text.contains(|letter: char| matches!(letter, '1'..='8'));
        if !looks_like_san {
            return Err(MoveError::Unreadable);
        }
        parse_san_move(self.board(), text)
            .or_else(|_| parse_san_move(self.board(), &format!("{text}=Q")))
            .ok()
            .and_then(|mv| self.legal(mv))
            .ok_or(MoveError::Illegal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(fen: &str) {
        let position: Position = fen.parse().unwrap();
        for mv in position.legal_moves() {
            assert_eq!(position.parse_move(&position.san(mv)), Ok(mv), "{fen} {mv}");
            assert_eq!(
                position.parse_move(&position.coordinate_960(mv)),
                Ok(mv),
                "{fen} {mv}"
            );
        }
    }

    #[test]
    fn both_notations_round_trip() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "3k2n1/7P/Q3p3/4BPp1/Q1Q4q/8/5B2/R3K2R w KQ g6 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
        ] {
            round_trip(fen);
        }
    }

    #[test]
    fn careless_spellings_are_understood() {
        let position: Position = "r3k2r/1P6/8/3pP3/1bp5/2B5/1B4P1/R3K2R w KQkq d6 0 1"
            .parse()
            .unwrap();
        for (text, coordinates) in [
            ("e1g1", "e1g1"),
            ("e1h1", "e1g1"),
            ("0-0-0", "e1c1"),
            ("o-o", "e1g1"),
            ("O-O+", "e1g1"),
            ("bxa8=Q+", "b7a8q"),
            ("bxa8", "b7a8q"),
            ("b7a8", "b7a8q"),
            ("b7a8N", "b7a8n"),
            ("b7-b8=r", "b7b8r"),
            ("exd6", "e5d6"),
            ("e5xd6", "e5d6"),
            ("Bxb4!", "c3b4"),
        ] {
            let mv = position.parse_move(text).map(|mv| position.coordinate(mv));
            assert_eq!(mv.as_deref(), Ok(coordinates), "{text}");
        }
    }

    #[test]
    fn promotions_that_cannot_be_are_refused() {
        let position: Position = "4k3/P7/8/8/8/8/8/4K1N1 w - - 0 1".parse().unwrap();
        for text in [
            "a7a8k", "a7a8p", "a7a8K", "a8=K", "a8=P", "a8K", "g1f3k", "g1f3q", "g1f3p", "Nf3=Q",
            "e1e2q",
        ] {
            assert_eq!(position.parse_move(text), Err(MoveError::Illegal), "{text}");
        }
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let position = Position::start();
        for text in ["e2e5", "e1g1", "O-O", "Ke2", "e4e5", "Nd2", "a9a8", "bxc3"] {
            assert_eq!(position.parse_move(text), Err(MoveError::Illegal), "{text}");
        }
        for text in [
            "",
            "@@@@",
            "0000",
            "P@e4",
            "hello",
            "zzzz",
            "\u{e9}2e4",
            "e2e4e5e6e7e8",
        ] {
            assert_eq!(
                position.parse_move(text),
                Err(MoveError::Unreadable),
                "{text}"
            );
        }
    }
}
