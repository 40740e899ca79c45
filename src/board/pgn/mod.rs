//! Portable Game Notation (PGN): games as text for archives and other programs (S. J. Edwards, 1994).

mod reader;
mod writer;

use std::fmt;

use super::Color;

pub use reader::{PgnError, PgnGame, read_pgn};
pub use writer::PgnTags;

/// How a game stands or ended, as PGN writes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// One side won.
    Win(Color),
    /// Neither side won.
    Draw,
    /// The game goes on, or was broken off.
    #[default]
    Unfinished,
}

impl GameResult {
    /// Reads `1-0`, `0-1`, `1/2-1/2` or `*`; `None` for any other text.
    pub fn parse(text: &str) -> Option<GameResult> {
        [
            GameResult::Win(Color::White),
            GameResult::Win(Color::Black),
            GameResult::Draw,
            GameResult::Unfinished,
        ]
        .into_iter()
        .find(|result| result.text() == text)
    }

    /// The half points of `color`: 2 for a win, 1 for a draw; `None` while the game is unfinished.
    pub fn half_points(self, color: Color) -> Option<u8> {
        match self {
            GameResult::Win(winner) => Some(if winner == color { 2 } else { 0 }),
            GameResult::Draw => Some(1),
            GameResult::Unfinished => None,
        }
    }

    fn text(self) -> &'static str {
        match self {
            GameResult::Win(Color::White) => "1-0",
            GameResult::Win(Color::Black) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unfinished => "*",
        }
    }
}

impl fmt::Display for GameResult {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
