//! Forsyth-Edwards Notation (FEN), reading and writing: tolerant of careless users and GUIs, exact
//! about what it refuses.
//!
//! Four to six fields; missing counters are 0 and 1. Castling rights without king and rook in place
//! and en passant squares that no pawn has just passed are dropped. Castling letters are `KQkq`
//! (the outermost rook, X-FEN) or rook files (Shredder-FEN). Any other error is refused with the
//! text at fault.

mod error;
mod men;

use std::str::FromStr;

use cozy_chess::{Board, BoardBuilder, Color, File, Square};

use super::position::{CastlingSide, Position};
pub use error::FenError;
use error::shorten;
use men::Men;

impl Position {
    /// The position in FEN; castling in Shredder form when a rook or king is not at home.
    pub fn fen(&self) -> String {
        if self.castles_classically() {
            format!("{}", self.board())
        } else {
            format!("{:#}", self.board())
        }
    }

    /// The position without the castling rights that chess does not have: those of a king or a rook
    /// that does not stand where it stands in chess.
    pub fn with_classical_castling(self) -> Position {
        if self.castles_classically() {
            return self;
        }
        let mut builder = BoardBuilder::from_board(self.board());
        for color in Color::ALL {
            let king_is_home = self.king(color) == Square::E1.relative_to(color);
            let rights = builder.castle_rights_mut(color);
            rights.short = rights.short.filter(|&file| king_is_home && file == File::H);
            rights.long = rights.long.filter(|&file| king_is_home && file == File::A);
        }
        // Fewer rights make no board impossible.
        builder.build().map_or(self, Position::from_board)
    }

    /// Whether every king and rook that may still castle stand where they stand in chess, so that
    /// no notation of Chess960 is needed.
    pub fn castles_classically(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let at_home = |side, home| {
                self.castling_rook_file(color, side)
                    .is_none_or(|file| file == home)
            };
            !self.may_castle(color)
                || self.king(color) == Square::E1.relative_to(color)
                    && at_home(CastlingSide::Short, File::H)
                    && at_home(CastlingSide::Long, File::A)
        })
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let (placement, side, castling, en_passant) = match fields[..] {
            [placement, side, castling, en_passant, ..] if fields.len() <= 6 => {
                (placement, side, castling, en_passant)
            }
            _ => return Err(FenError::FieldCount(fields.len())),
        };
        let men = Men::parse(placement)?;
        let side = match side {
            "w" | "W" => Color::White,
            "b" | "B" => Color::Black,
            other => return Err(FenError::SideToMove(shorten(other))),
        };
        let castling = castling_field(&men, castling)?;
        let en_passant = match en_passant {
            "-" => None,
            square => Some(
                square
                    .parse::<Square>()
                    .map_err(|_| FenError::EnPassant(shorten(square)))?,
            ),
        };
        let halfmove_clock = counter(fields.get(4), "half-move clock", 0)?.min(100);
        let fullmove_number =
            counter(fields.get(5), "move number", 1)?.clamp(1, u64::from(u16::MAX));

        let complete = |en_passant: Option<Square>| {
            let side = if side == Color::White { 'w' } else { 'b' };
            let target = en_passant.map_or("-".to_owned(), |square| square.to_string());
            let fen = format!(
                "{placement} {side} {castling} {target} {halfmove_clock} {fullmove_number}"
            );
            Board::from_fen(&fen, true)
        };
        // An en passant square that the library cannot believe is dropped, not refused.
        let board = complete(en_passant).or_else(|_| complete(None));
        board
            .map(Position::from_board)
            .map_err(|error| men.explain(side, error))
    }
}

/// The castling field in Shredder form, without the rights that the board contradicts.
fn castling_field(men: &Men, text: &str) -> Result<String, FenError> {
    let mut rights = String::new();
    for letter in text.chars().filter(|&letter| letter != '-') {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let short = men.castling_rooks(color, CastlingSide::Short);
        let long = men.castling_rooks(color, CastlingSide::Long);
        let file = match letter.to_ascii_lowercase() {
            'k' => short.last().copied(),
            'q' => long.last().copied(),
            file @ 'a'..='h' => {
                let named = File::try_from(file).ok();
                short
                    .iter()
                    .chain(&long)
                    .copied()
                    .find(|&rook| Some(rook) == named)
            }
            _ => return Err(FenError::CastlingLetter(letter)),
        };
        let Some(file) = file else { continue };
        let mut right: char = file.into();
        if color == Color::White {
            right.make_ascii_uppercase();
        }
        // One right per side: the first that was named counts.
        let same_side = |other: char| {
            other.is_ascii_uppercase() == right.is_ascii_uppercase()
                && short
                    .iter()
                    .any(|&rook| char::from(rook) == other.to_ascii_lowercase())
                    == short.contains(&file)
        };
        if !rights.chars().any(same_side) {
            rights.push(right);
        }
    }
    if rights.is_empty() {
        rights.push('-');
    }
    Ok(rights)
}

fn counter(text: Option<&&str>, field: &'static str, default: u64) -> Result<u64, FenError> {
    match text {
        None | Some(&"-") => Ok(default),
        Some(text) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Ok(text.parse().unwrap_or(u64::MAX))
        }
        Some(text) => Err(FenError::Counter {
            field,
            text: shorten(text),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str) -> Result<String, FenError> {
        fen.parse::<Position>().map(|position| position.fen())
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn missing_counters_and_extra_blanks_are_fine() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            " rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR   w  KQkq  - 0 ",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        ] {
            assert_eq!(read(fen).unwrap(), START, "{fen}");
        }
    }

    #[test]
    fn counters_are_clamped() {
        let fen = read("4k3/8/8/8/8/8/8/4K3 w - - 130 0").unwrap();
        assert_eq!(fen, "4k3/8/8/8/8/8/8/4K3 w - - 100 1");
        let fen = read("4k3/8/8/8/8/8/8/4K3 w - - 5 99999999999999999999999").unwrap();
        assert_eq!(fen, "4k3/8/8/8/8/8/8/4K3 w - - 5 65535");
    }

    #[test]
    fn rights_and_squares_that_cannot_be_are_dropped() {
        assert_eq!(
            read("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1").unwrap(),
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
        );
        assert_eq!(
            read("4k3/8/8/8/8/8/8/4K3 w - e6 0 1").unwrap(),
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
        );
        assert_eq!(
            read("4k3/8/8/8/8/8/8/4K3 w - e3 0 1").unwrap(),
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
        );
    }

    #[test]
    fn chess960_rights_in_both_notations() {
        let outer = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";
        assert_eq!(read(outer).unwrap(), outer);
        assert_eq!(
            read("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1").unwrap(),
            outer
        );
        // The inner rook is the one that castles.
        let inner = "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1";
        assert_eq!(read(inner).unwrap(), inner);
    }

    #[test]
    fn refusals_say_what_is_wrong() {
        let cases = [
            ("", "a FEN has 4 to 6 fields, this one has 0"),
            (
                "8/8/8/8/8/8/8 w - -",
                "the board needs 8 ranks, this one has 7",
            ),
            (
                "8/8/8/8/8/8/8/8 w - - 0 1",
                "white has 0 kings instead of 1",
            ),
            (
                "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
                "rank 7 ('ppppppppp') describes 9 squares instead of 8",
            ),
            (
                "rnbqkbnx/8/8/8/8/8/8/RNBQKBNR w - -",
                "'x' is neither a piece (PNBRQK, pnbrqk) nor a run of empty squares (1 to 8)",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 x - -",
                "the side to move is 'x', expected 'w' or 'b'",
            ),
            (
                "P3k3/8/8/8/8/8/8/4K3 w - -",
                "a pawn stands on a8, where no pawn can be",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w Z -",
                "'Z' in the castling field is none of KQkq, a rook's file or '-'",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - z9",
                "the en passant field is 'z9', expected a square or '-'",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - -5",
                "the half-move clock is '-5', expected a whole number",
            ),
            (
                "4k3/4R3/8/8/8/8/8/4K3 w - -",
                "black is in check although it is not on move",
            ),
            ("8/8/8/3kK3/8/8/8/8 w - -", "the kings stand side by side"),
        ];
        for (fen, message) in cases {
            assert_eq!(read(fen).unwrap_err().to_string(), message, "{fen}");
        }
        let triple = "4k3/8/8/8/4r3/5n2/2n5/4K3 w - - 0 1";
        assert_eq!(read(triple), Err(FenError::ImpossibleCheck(3)));
    }

    #[test]
    fn rights_that_only_chess960_has_can_be_dropped() {
        let classical = |fen: &str| {
            let position: Position = fen.parse().unwrap();
            position.with_classical_castling().fen()
        };
        for (fen, expected) in [
            (START, START),
            (
                "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 3 9",
                "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b - - 3 9",
            ),
            (
                "r3k2r/8/8/8/8/8/8/RR2K1RR w HBhq - 0 1",
                "r3k2r/8/8/8/8/8/8/RR2K1RR w Kkq - 0 1",
            ),
            (
                "4k3/8/8/8/8/8/8/R2K3R w HA - 0 1",
                "4k3/8/8/8/8/8/8/R2K3R w - - 0 1",
            ),
        ] {
            assert_eq!(classical(fen), expected, "{fen}");
        }
    }

    #[test]
    fn classical_castling_is_told_from_chess960() {
        assert!(Position::start().castles_classically());
        assert!(Position::chess960_start(518).castles_classically());
        assert!(!Position::chess960_start(0).castles_classically());
        let no_rights: Position = "rk6/8/8/8/8/8/8/RK6 w - - 0 1".parse().unwrap();
        assert!(no_rights.castles_classically());
    }
}
