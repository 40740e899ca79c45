//! The men that a FEN's first field sets on the board, and what is wrong with them.

use cozy_chess::{BitBoard, Color, FenParseError, File, Piece, Rank, Square};

use super::error::{FenError, shorten};
use crate::board::{CastlingSide, attacks};

/// The men on the board, before it is known whether they can stand there.
pub(super) struct Men {
    colors: [BitBoard; 2],
    pieces: [BitBoard; 6],
}

impl Men {
    /// Reads the first field of a FEN.
    pub(super) fn parse(placement: &str) -> Result<Men, FenError> {
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
        }
        let kings = self.pieces[Piece::King as usize];
        let touches = |king| !(attacks::king(king) & kings).is_empty();
        if kings.into_iter().any(touches) {
            return Err(FenError::TouchingKings);
        }
        Ok(())
    }

    /// The files of `color`'s rooks beside its king on its home rank, from the king outwards.
    pub(super) fn castling_rooks(&self, color: Color, side: CastlingSide) -> Vec<File> {
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

    /// The reason for which the library refused a board, as one of the errors here.
    pub(super) fn explain(&self, side: Color, error: FenParseError) -> FenError {
        let occupied = self.colors[0] | self.colors[1];
        let attackers_of_king = |color: Color| {
            let own_king = self.colors[color as usize] & self.pieces[Piece::King as usize];
            let enemies = self.colors[!color as usize];
            own_king.next_square().map_or(0, |king| {
                Piece::ALL
                    .into_iter()
                    .map(|piece| {
                        let reach = attacks::piece(piece, color, king, occupied);
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
            other => FenError::Other(other.to_string()),
        }
    }
}
