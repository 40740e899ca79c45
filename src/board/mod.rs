//! The chess board: positions, legal moves, notation (FEN, SAN, PGN), repetition, static exchange
//! evaluation (SEE), material.
//!
//! The only room that names the board library. Squares, pieces, moves and bitboards are the
//! library's own small types under the names below.

pub mod attacks;
mod bloom_filter;
mod checks;
mod fen;
mod game;
mod geometry;
mod material;
mod notation;
mod pgn;
mod position;
mod repetition;
mod static_exchange;
mod zobrist;

pub use checks::Checks;
pub use cozy_chess::{BitBoard, Color, File, Move, Piece, Rank, Square};
pub use fen::FenError;
pub use game::{Game, GameEnd};
pub use geometry::king_distance;
pub use material::{FULL_PHASE, piece_value_cp};
pub use notation::MoveError;
pub use pgn::{GameResult, PgnError, PgnGame, PgnTags, read_pgn};
pub use position::{CastlingSide, MOST_MOVES, MoveList, Position};
pub use repetition::KeyHistory;
