//! The observed games of one player, and their table for other tools: comma-separated values with a
//! line for each game and a column for each trait.

use std::io::{self, Write};

use super::observation::{observe, traits};
use crate::board::Color;
use crate::lab::matches::personality_match::PlayedGame;
use crate::lab::statistics::ClusteredSample;

/// Observed games of one player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObservedGames {
    /// Traits of each game, in the order of [`traits`].
    pub games: Vec<Vec<f64>>,
    /// The number of each game's opening.
    pub openings: Vec<u32>,
    /// The colour in each game.
    pub sides: Vec<Color>,
    /// The player's result of each game in half points: 0, 1 or 2.
    pub half_points: Vec<u8>,
}

impl ObservedGames {
    /// Adds a finished game. A game without a move of the player is left out.
    pub fn add(&mut self, played: &PlayedGame) {
        if let Some(seen) = observe(&played.game, played.side, played.first_ply) {
            self.games.push(seen);
            self.openings.push(played.opening);
            self.sides.push(played.side);
            self.half_points.push(played.half_points);
        }
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The trait at a place of [`traits`] in every game, by opening.
    pub fn column(&self, place: usize) -> ClusteredSample {
        let values = self.games.iter().map(|game| game[place]);
        ClusteredSample::of(self.openings.iter().copied().zip(values))
    }

    /// The points of each opening's two games, from 0 to 2, in the order of the games.
    pub fn pair_scores(&self) -> Vec<f64> {
        let halves = self.openings.chunk_by(|a, b| a == b);
        let mut points = self.half_points.iter();
        halves
            .map(|games| {
                let sum: f64 = points
                    .by_ref()
                    .take(games.len())
                    .map(|&half| f64::from(half) / 2.0)
                    .sum();
                2.0 * sum / games.len() as f64
            })
            .collect()
    }

    /// Writes the head of a table of games as comma-separated values.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn write_csv_head(out: &mut impl Write) -> io::Result<()> {
        let keys = traits().into_iter().map(|one| one.key);
        let columns: Vec<&str> = ["player", "opening", "side", "half_points"]
            .into_iter()
            .chain(keys)
            .collect();
        writeln!(out, "{}", columns.join(","))
    }

    /// Writes a line of the table for each game.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn write_csv(&self, out: &mut impl Write, player: &str) -> io::Result<()> {
        for (index, game) in self.games.iter().enumerate() {
            let side = match self.sides[index] {
                Color::White => "white",
                Color::Black => "black",
            };
            let (opening, half_points) = (self.openings[index], self.half_points[index]);
            write!(out, "{player},{opening},{side},{half_points}")?;
            for value in game {
                write!(out, ",{value}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Game;

    fn samples() -> ObservedGames {
        let mut game = Game::default();
        for text in ["e4", "e5", "Qh5", "Nc6"] {
            let mv = game.position().parse_move(text).unwrap();
            game.play(mv);
        }
        let mut samples = ObservedGames::default();
        for (side, half_points) in [(Color::White, 1), (Color::Black, 2)] {
            samples.add(&PlayedGame {
                game: game.clone(),
                opening: 3,
                first_ply: 0,
                side,
                half_points,
            });
        }
        samples
    }

    #[test]
    fn pairs_are_scored() {
        assert_eq!(samples().pair_scores(), [1.5]);
    }

    #[test]
    fn the_table_has_a_line_for_each_game_and_a_column_for_each_trait() {
        let mut text = Vec::new();
        ObservedGames::write_csv_head(&mut text).unwrap();
        samples().write_csv(&mut text, "anna").unwrap();
        let text = String::from_utf8(text).unwrap();
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[1][..4], ["anna", "3", "white", "1"]);
        assert_eq!(lines[2][..4], ["anna", "3", "black", "2"]);
        assert!(lines.iter().all(|line| line.len() == 4 + traits().len()));
    }
}
