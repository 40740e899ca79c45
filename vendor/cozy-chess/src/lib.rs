#![no_std]
#![deny(missing_docs)]
//! Chess boards and legal moves.

use cozy_chess_types::*;

pub use color::*;
pub use piece::*;
pub use square::*;
pub use file::*;
pub use rank::*;
pub use bitboard::*;
pub use castling::*;
pub use chess_move::*;

mod board;
mod moves;
pub mod util;

pub use board::*;
pub use moves::*;
