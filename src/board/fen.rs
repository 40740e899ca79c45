//! FEN in and out: tolerant where users and GUIs are careless, exact about what it refuses.
//!
//! Four to six fields; missing counters are 0 and 1; castling rights without king and rook in
//! place and en passant squares that no pawn has just passed are dropped. Castling letters may be
//! `KQkq` (the outermost rook, X-FEN) or rook files (Shredder-FEN). Everything else that is wrong
//! is refused with the offending text.

use std::str::FromStr;

use cozy_chess::{BitBoard, Board, Color, FenParseError, File, Piece, Rank, Square};
use thiserror::Error;

use super::position::{CastlingSide, Position};

/// Why a FEN was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// Fewer than four or more than six fields.
    #[error("a FEN has 4 to 6 fields, this one has {0}")]
    FieldCount(usize),
    /// Not eight ranks between slashes.
    #[error("the board needs 8 ranks, this one has {0}")]
    RankCount(usize),
    /// A rank that does not describe eight squares.
    #[error("rank {rank} ('{text}') describes {squares} squares instead of 8")]
    RankLength {
        /// The rank, 1 to 8.
        rank: usize,
        /// The rank's text.
        text: String,
        /// The number of squares that the text describes.
        squares: u32,
    },
    /// A letter that is no piece, or a digit that is no run of empty squares.
    #[error("'{0}' is neither a piece (PNBRQK, pnbrqk) nor a run of empty squares (1 to 8)")]
    PieceLetter(char),
    /// Not exactly one king of a colour.
    #[error("{} has {count} kings instead of 1", name(*color))]
    KingCount {
        /// `white` or `black`.
        color: Color,
        /// How many kings the board shows.
        count: u32,
    },
    /// A pawn on the first or last rank.
    #[error("a pawn stands on {0}, where no pawn can be")]
    PawnOnEdge(Square),
    /// More men than a side ever has.
    #[error("{} has {count} {what}, more than {limit}", name(*color))]
    TooMany {
        /// `white` or `black`.
        color: Color,
        /// How many the board shows.
        count: u32,
        /// `pieces` or `pawns`.
        what: &'static str,
        /// The most that are allowed.
        limit: u32,
    },
    /// The second field is neither `w` nor `b`.
    #[error("the side to move is '{0}', expected 'w' or 'b'")]
    SideToMove(String),
    /// The third field holds a letter that names no castling right.
    #[error("'{0}' in the castling field is none of KQkq, a rook's file or '-'")]
    CastlingLetter(char),
    /// The fourth field is no square.
    #[error("the en passant field is '{0}', expected a square or '-'")]
    EnPassant(String),
    /// A counter that is no number.
    #[error("the {field} is '{text}', expected a whole number")]
    Counter {
        /// `half-move clock` or `move number`.
        field: &'static str,
        /// What stood there.
        text: String,
    },
    /// The side that has just moved is in check.
    #[error("{} is in check although it is not on move", name(*.0))]
    OpponentInCheck(Color),
    /// The kings stand side by side, which the board library would let pass.
    #[error("the kings stand side by side")]
    TouchingKings,
    /// More than two pieces give check at once.
    #[error("the check by {0} pieces at once cannot arise in a game")]
    ImpossibleCheck(u32),
}

impl Position {
    /// The position in FEN; castling in Shredder form when a rook or king is not at home.
    pub fn fen(&self) -> String {
        if self.castles_classically() {
            format!("{}", self.board())
        } else {
            format!("{:#}", self.board())
        }
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

/// The men on the board, before it is known whether they can stand there.
struct Men {
    colors: [BitBoard; 2],
    pieces: [BitBoard; 6],
}

impl Men {
    fn parse(placement: &str) -> Result<Men, FenError> {
        let ranks: Vec<&str> = placement.split('/').collect();
        if ranks.len() != 8 {
            return Err(FenError::RankCount(ranks.len()));
        }
        let mut men = Men {
            colors: [BitBoard::EMPTY; 2],
            pieces: [BitBoard::EMPTY; 6],
        };
        for (row, text) in ranks.iter().enumerate() {
            men.parse_rank(7 - row, text)?;
        }
        men.check_counts()?;
        Ok(men)
    }

    fn parse_rank(&mut self, rank: usize, text: &str) -> Result<(), FenError> {
        let mut squares = 0;
        for letter in text.chars() {
            if let Some(run @ 1..=8) = letter.to_digit(10) {
                squares += run;
                continue;
            }
            let piece = Piece::try_from(letter.to_ascii_lowercase())
                .map_err(|_| FenError::PieceLetter(letter))?;
            let color = if letter.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            if let Some(file) = File::try_index(squares as usize) {
                let square = Square::new(file, Rank::index(rank)).bitboard();
                self.colors[color as usize] |= square;
                self.pieces[piece as usize] |= square;
            }
            squares += 1;
        }
        if squares != 8 {
            return Err(FenError::RankLength {
                rank: rank + 1,
                text: shorten(text),
                squares,
            });
        }
        Ok(())
    }

    fn check_counts(&self) -> Result<(), FenError> {
        let pawns = self.pieces[Piece::Pawn as usize];
        let edges = Rank::First.bitboard() | Rank::Eighth.bitboard();
        if let Some(square) = (pawns & edges).next_square() {
            return Err(FenError::PawnOnEdge(square));
        }
        for color in Color::ALL {
            let own = self.colors[color as usize];
            let count = (own & self.pieces[Piece::King as usize]).len();
            if count != 1 {
                return Err(FenError::KingCount { color, count });
            }
            for (what, count, limit) in
                [("pieces", own.len(), 16), ("pawns", (own & pawns).len(), 8)]
            {
                if count > limit {
                    return Err(FenError::TooMany {
                        color,
                        count,
                        what,
                        limit,
                    });
                }
            }
        }
        let kings = self.pieces[Piece::King as usize];
        let touches = |king| !(super::attacks::king(king) & kings).is_empty();
        if kings.into_iter().any(touches) {
            return Err(FenError::TouchingKings);
        }
        Ok(())
    }

    /// The files of `color`'s rooks beside its king on its home rank, from the king outwards.
    fn castling_rooks(&self, color: Color, side: CastlingSide) -> Vec<File> {
        let home = Rank::First.relative_to(color).bitboard();
        let own = self.colors[color as usize] & home;
        let Some(king) = (own & self.pieces[Piece::King as usize]).next_square() else {
            return Vec::new();
        };
        let rooks = own & self.pieces[Piece::Rook as usize];
        let files = rooks.into_iter().map(|square| square.file());
        match side {
            CastlingSide::Short => files.filter(|&file| file > king.file()).collect(),
            CastlingSide::Long => {
                let mut files: Vec<File> = files.filter(|&file| file < king.file()).collect();
                files.reverse();
                files
            }
        }
    }

    /// Says in our words what the library refused.
    fn explain(&self, side: Color, error: FenParseError) -> FenError {
        let occupied = self.colors[0] | self.colors[1];
        let attackers_of_king = |color: Color| {
            let own_king = self.colors[color as usize] & self.pieces[Piece::King as usize];
            let enemies = self.colors[!color as usize];
            own_king.next_square().map_or(0, |king| {
                Piece::ALL
                    .into_iter()
                    .map(|piece| {
                        let reach = super::attacks::piece(piece, color, king, occupied);
                        (reach & enemies & self.pieces[piece as usize]).len()
                    })
                    .sum()
            })
        };
        if attackers_of_king(!side) > 0 {
            return FenError::OpponentInCheck(!side);
        }
        match error {
            FenParseError::InvalidBoard => FenError::ImpossibleCheck(attackers_of_king(side)),
            other => FenError::Counter {
                field: "position",
                text: other.to_string(),
            },
        }
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

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// At most twenty characters of a user's text, for an error message.
fn shorten(text: &str) -> String {
    text.chars().take(20).collect()
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
            (
                "QQQQQQQQ/QQQQQQQQ/Q7/8/8/8/7k/K7 w - -",
                "white has 18 pieces, more than 16",
            ),
        ];
        for (fen, message) in cases {
            assert_eq!(read(fen).unwrap_err().to_string(), message, "{fen}");
        }
        let triple = "4k3/8/8/8/4r3/5n2/2n5/4K3 w - - 0 1";
        assert_eq!(read(triple), Err(FenError::ImpossibleCheck(3)));
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
