//! Portable Game Notation (PGN): games as text for archives and other programs (S. J. Edwards,
//! 1994).

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

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::board::{Game, Position};

    fn random_game(start: Position, random: &mut ChaCha8Rng) -> Game {
        let mut game = Game::new(start);
        for _ in 0..120 {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[random.next_u32() as usize % moves.len()]);
        }
        game
    }

    #[test]
    fn the_reader_reads_what_the_writer_writes() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for number in 0..60 {
            let start = match number % 2 {
                0 => Position::start(),
                _ => Position::chess960_start(random.next_u32()),
            };
            let game = random_game(start, &mut random);
            let tags = PgnTags {
                white: "Anna \\ \"the Fox\"".to_owned(),
                result: GameResult::Win(Color::Black),
                ..PgnTags::default()
            };
            let comments: Vec<String> = (0..game.len())
                .map(|ply| match ply % 3 {
                    0 => "[%clk 0:00:01] (so) {so}; e4 1-0".to_owned(),
                    _ => String::new(),
                })
                .collect();
            let text = game.annotated_pgn(&tags, &comments).repeat(2);
            let games = read_pgn(&text);
            assert_eq!(games.len(), 2);
            for read in games {
                let read = read.unwrap();
                assert_eq!(read.game, game, "{text}");
                assert_eq!(read.result, tags.result);
                assert_eq!(read.tags["White"], tags.white);
            }
        }
    }
}
