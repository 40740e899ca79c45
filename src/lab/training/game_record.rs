//! A game of self-play for training: start, moves, the score of every searched move, and the end.
//!
//! All numbers in its bytes are little-endian; `n`, `o` and `s` are the counts that come first.
//!
//! ```text
//! 1      n: bytes of the start position's FEN; 0 is the usual start of chess
//! n      the FEN
//! 1      o: moves of the opening, made without a search
//! 2      s: moves found by a search
//! 1      how the game ended, a number of [`END_CODES`]
//! 2 o    the moves of the opening
//! 4 s    for each searched move the move and its score
//! 4      FNV-1a hash (32 bits) of the bytes before
//!
//! move   bits 0 to 5 the square it starts from (a1 is 0, b1 is 1), bits 6 to 11 its target, bits
//!        12 to 14 the promotion (1 knight, 2 bishop, 3 rook, 4 queen); castling is the king
//!        taking its own rook
//! score  from White's view, on the scale of [`Score::raw`]: centipawns, or beyond +-30000 a mate;
//!        of the last iteration that the search completed
//! ```

use std::io::{self, Read};

use crate::board::{Color, FenError, Game, GameEnd, Move, Piece, Position, Square};
use crate::checksum::fnv32;
use crate::lab::matches::adjudication::Conclusion;
use crate::score::Score;

/// A move as a search chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedMove {
    /// The best move of the last completed iteration.
    pub mv: Move,
    /// Its score from White's view.
    pub white_score: Score,
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// The position before the first move.
    pub start: Position,
    /// Moves made without a search.
    pub opening: Vec<Move>,
    /// The moves after them.
    pub searched: Vec<SearchedMove>,
    /// How it ended.
    pub conclusion: Conclusion,
}

/// A position to learn from, with what the search and the game said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuietPosition {
    /// The position.
    pub position: Position,
    /// The score in centipawns from White's view.
    pub white_cp: i16,
    /// The result in half points from White's view: 0, 1 or 2.
    pub white_half_points: u8,
    /// The number of its move among the searched ones, from 0.
    pub number: usize,
}

/// Why a game could not be read; the shard that holds it adds the place.
#[derive(Debug)]
pub(super) enum GameFault {
    /// The system could not read on.
    Read(io::Error),
    /// The input ends within the game.
    CutOff,
    /// The bytes make no sense.
    Nonsense(String),
}

/// The bytes of both counts and of the end.
const COUNT_BYTES: usize = 4;

/// The ends of games by their numbers in files.
const END_CODES: [Conclusion; 10] = [
    Conclusion::ByRule(GameEnd::Checkmate {
        winner: Color::White,
    }),
    Conclusion::ByRule(GameEnd::Checkmate {
        winner: Color::Black,
    }),
    Conclusion::ByRule(GameEnd::Stalemate),
    Conclusion::ByRule(GameEnd::InsufficientMaterial),
    Conclusion::ByRule(GameEnd::FiftyMoves),
    Conclusion::ByRule(GameEnd::Repetition),
    Conclusion::AdjudicatedWin(Color::White),
    Conclusion::AdjudicatedWin(Color::Black),
    Conclusion::AdjudicatedDraw,
    Conclusion::TooLong,
];

impl TrainingGame {
    /// The game's bytes.
    ///
    /// # Errors
    /// When it has more moves than a record holds: 255 of the opening, 65535 searched.
    pub fn pack(&self) -> io::Result<Vec<u8>> {
        let too_long = |_| io::Error::new(io::ErrorKind::InvalidInput, "the game is too long");
        let fen = match self.start == Position::start() {
            true => String::new(),
            false => self.start.fen(),
        };
        let opening = u8::try_from(self.opening.len()).map_err(too_long)?;
        let searched = u16::try_from(self.searched.len()).map_err(too_long)?;
        let end = END_CODES.iter().position(|&end| end == self.conclusion);
        let mut bytes = vec![u8::try_from(fen.len()).map_err(too_long)?];
        bytes.extend(fen.as_bytes());
        bytes.push(opening);
        bytes.extend(searched.to_le_bytes());
        bytes.push(end.unwrap_or_default() as u8);
        for &mv in &self.opening {
            bytes.extend(pack_move(mv).to_le_bytes());
        }
        for searched in &self.searched {
            bytes.extend(pack_move(searched.mv).to_le_bytes());
            bytes.extend((searched.white_score.raw() as i16).to_le_bytes());
        }
        bytes.extend(fnv32(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads a game, replays it and returns it with its bytes.
    pub(super) fn read(input: &mut impl Read) -> Result<(TrainingGame, Vec<u8>), GameFault> {
        let bytes = read_checked(input)?;
        match TrainingGame::unpack(&bytes) {
            Ok(game) => Ok((game, bytes)),
            Err(what) => Err(GameFault::Nonsense(what)),
        }
    }

    /// The game of these bytes, whose number agrees with their counts.
    fn unpack(bytes: &[u8]) -> Result<TrainingGame, String> {
        let (fen, rest) = bytes[1..].split_at(bytes[0].into());
        let (counts, rest) = rest.split_at(COUNT_BYTES);
        let (opening_plies, searched_plies) = plies(counts);
        let (opening, rest) = rest.split_at(2 * opening_plies);
        let searched = &rest[..4 * searched_plies];
        let end_code = counts[3];
        let conclusion = END_CODES
            .get(usize::from(end_code))
            .ok_or_else(|| format!("end number {end_code}, expected 0 to 9"))?;
        let game = TrainingGame {
            start: unpack_start(fen)?,
            opening: unpack_all(opening, unpack_move)?,
            searched: unpack_all(searched, |[a, b, c, d]: [u8; 4]| {
                Ok(SearchedMove {
                    mv: unpack_move([a, b])?,
                    white_score: unpack_score([c, d])?,
                })
            })?,
            conclusion: *conclusion,
        };
        game.check()?;
        Ok(game)
    }

    /// Replays the game. The error says which ply is not legal, or what is wrong with the conclusion.
    fn check(&self) -> Result<(), String> {
        let mut game = Game::new(self.start.clone());
        for (mv, ply) in self.moves().zip(1..) {
            if let Some(ending) = game.ended_by() {
                return Err(format!("ply {ply} comes after the end: {ending}"));
            }
            if !game.position().is_legal(mv) {
                let fen = game.position().fen();
                let (from, to) = (mv.from, mv.to);
                return Err(format!("ply {ply}: {from}{to} is not legal in '{fen}'"));
            }
            game.play(mv);
        }
        self.check_conclusion(game.ended_by())
    }

    /// Whether the conclusion fits the end on the board, and the last score.
    fn check_conclusion(&self, on_board: Option<GameEnd>) -> Result<(), String> {
        let last = self.searched.last();
        let last_cp = last.map_or(0, |last| last.white_score.raw());
        match (self.conclusion, on_board) {
            (Conclusion::ByRule(recorded), Some(found)) if recorded == found => Ok(()),
            (Conclusion::ByRule(recorded), Some(found)) => Err(format!(
                "the record says '{recorded}', but the game ends with '{found}'"
            )),
            (Conclusion::ByRule(recorded), None) => Err(format!(
                "the record says '{recorded}', but the game goes on"
            )),
            (_, Some(found)) => Err(format!(
                "the record says that it was adjudicated, but the game ends with '{found}'"
            )),
            (Conclusion::AdjudicatedWin(winner), None)
                if (winner == Color::White) != (last_cp > 0) =>
            {
                Err(format!(
                    "it was adjudicated to {winner:?} at a last score of {last_cp} for White"
                ))
            }
            (_, None) => Ok(()),
        }
    }

    /// All moves in order.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        let searched = self.searched.iter().map(|searched| searched.mv);
        self.opening.iter().copied().chain(searched)
    }

    /// The result in half points from White's view: 0, 1 or 2.
    pub fn white_half_points(&self) -> u8 {
        match self.conclusion.winner() {
            Some(Color::White) => 2,
            Some(Color::Black) => 0,
            None => 1,
        }
    }

    /// The positions from which a static evaluation can learn, because nothing is going on: not
    /// in check, the best move neither a capture nor a promotion, the score no mate.
    pub fn quiet_positions(&self) -> Vec<QuietPosition> {
        let mut position = self.start.clone();
        for &mv in &self.opening {
            position = position.play(mv);
        }
        let white_half_points = self.white_half_points();
        let mut quiet = Vec::new();
        for (number, &SearchedMove { mv, white_score }) in self.searched.iter().enumerate() {
            let next = position.play(mv);
            if !position.in_check() && !position.is_tactical(mv) && !white_score.is_decisive() {
                quiet.push(QuietPosition {
                    position,
                    white_cp: white_score.raw() as i16,
                    white_half_points,
                    number,
                });
            }
            position = next;
        }
        quiet
    }
}

/// The bytes of the next game, whose checksum is right.
fn read_checked(input: &mut impl Read) -> Result<Vec<u8>, GameFault> {
    let mut bytes = Vec::new();
    let fen_length = take(input, &mut bytes, 1)?[0];
    take(input, &mut bytes, fen_length.into())?;
    let (opening_plies, searched_plies) = plies(take(input, &mut bytes, COUNT_BYTES)?);
    take(input, &mut bytes, 2 * opening_plies + 4 * searched_plies)?;
    let expected = fnv32(&bytes).to_le_bytes();
    let found = take(input, &mut bytes, 4)?;
    if found != expected {
        let what = format!("the checksum is {found:02x?}, but its bytes make {expected:02x?}");
        return Err(GameFault::Nonsense(what));
    }
    Ok(bytes)
}

/// The plies of the opening and the searched plies.
fn plies(counts: &[u8]) -> (usize, usize) {
    let searched = u16::from_le_bytes([counts[1], counts[2]]);
    (counts[0].into(), searched.into())
}

/// Appends the next `length` bytes of the input and returns them.
fn take<'b>(
    input: &mut impl Read,
    bytes: &'b mut Vec<u8>,
    length: usize,
) -> Result<&'b [u8], GameFault> {
    let start = bytes.len();
    bytes.resize(start + length, 0);
    match input.read_exact(&mut bytes[start..]) {
        Ok(()) => Ok(&bytes[start..]),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(GameFault::CutOff),
        Err(error) => Err(GameFault::Read(error)),
    }
}

/// The start position; no FEN is the usual start.
fn unpack_start(fen: &[u8]) -> Result<Position, String> {
    if fen.is_empty() {
        return Ok(Position::start());
    }
    let fen = String::from_utf8_lossy(fen);
    fen.parse()
        .map_err(|error: FenError| format!("start '{fen}': {error}"))
}

fn unpack_all<const N: usize, T>(
    bytes: &[u8],
    unpack: impl Fn([u8; N]) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let (items, _) = bytes.as_chunks();
    items.iter().map(|&item| unpack(item)).collect()
}

/// The pieces to which a pawn promotes, by their numbers less one.
const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

fn pack_move(mv: Move) -> u16 {
    let promotion = PROMOTIONS
        .iter()
        .position(|&piece| mv.promotion == Some(piece))
        .map_or(0, |index| index as u16 + 1);
    mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
}

fn unpack_move(bytes: [u8; 2]) -> Result<Move, String> {
    let code = u16::from_le_bytes(bytes);
    let promotion = match code >> 12 {
        0 => None,
        number => Some(
            *PROMOTIONS
                .get(usize::from(number) - 1)
                .ok_or_else(|| format!("promotion number {number}, expected 0 to 4"))?,
        ),
    };
    Ok(Move {
        from: Square::index(usize::from(code & 63)),
        to: Square::index(usize::from(code >> 6 & 63)),
        promotion,
    })
}

fn unpack_score(bytes: [u8; 2]) -> Result<Score, String> {
    let raw = i32::from(i16::from_le_bytes(bytes));
    let score = Score::from_raw(raw);
    match score.raw() == raw {
        true => Ok(score),
        false => Err(format!("a score of {raw} is beyond every mate")),
    }
}

#[cfg(test)]
pub(in crate::lab) mod tests;
