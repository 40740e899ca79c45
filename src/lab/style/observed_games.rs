//! The observed games of one player, and the file that keeps them: comma-separated values with a line
//! for each game and a column for each trait, which other tools can read too.

use std::io::{self, BufRead, Write};

use thiserror::Error;

use super::observation::{observe, traits};
use crate::board::Color;
use crate::lab::matches::personality_match::PlayedGame;

/// The names of the columns before the traits.
const OPENING: &str = "opening";
const SIDE: &str = "side";
const HALF_POINTS: &str = "half_points";

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

/// Why a file of observed games could not be read.
#[derive(Debug, Error)]
pub enum ObservedGamesError {
    /// The system could not read on.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The first line names other columns than those of this version.
    #[error("line 1: column {column} is `{found}`, expected `{expected}`; observe the games again")]
    Columns {
        /// Which column, from 1.
        column: usize,
        /// Its name in the file.
        found: String,
        /// Its name in this version.
        expected: String,
    },
    /// A line has a wrong value, or a wrong number of values.
    #[error("line {line}: `{found}`, expected {expected}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
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

    /// Writes all games.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", columns().join(","))?;
        for (index, game) in self.games.iter().enumerate() {
            let side = match self.sides[index] {
                Color::White => "white",
                Color::Black => "black",
            };
            write!(
                out,
                "{},{side},{}",
                self.openings[index], self.half_points[index]
            )?;
            for value in game {
                write!(out, ",{value}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Reads games that were written before.
    ///
    /// # Errors
    ///
    /// Columns other than [`traits`], and wrong values.
    pub fn read(input: impl BufRead) -> Result<ObservedGames, ObservedGamesError> {
        let mut samples = ObservedGames::default();
        for (index, line) in input.lines().enumerate() {
            let line = line?;
            match index {
                0 => check_columns(&line)?,
                _ => samples.read_line(index + 1, &line)?,
            }
        }
        Ok(samples)
    }

    fn read_line(&mut self, number: usize, line: &str) -> Result<(), ObservedGamesError> {
        let fields: Vec<&str> = line.split(',').collect();
        let refuse = |found: &str, expected: &str| ObservedGamesError::Line {
            line: number,
            found: found.to_owned(),
            expected: expected.to_owned(),
        };
        let expected = columns().len();
        if fields.len() != expected {
            return Err(refuse(
                &format!("{} fields", fields.len()),
                &format!("{expected} fields"),
            ));
        }
        let opening = fields[0]
            .parse()
            .map_err(|_| refuse(fields[0], "the number of an opening"))?;
        let side = match fields[1] {
            "white" => Color::White,
            "black" => Color::Black,
            other => return Err(refuse(other, "`white` or `black`")),
        };
        let half_points = fields[2].parse().ok().filter(|half| *half <= 2);
        let half_points = half_points.ok_or_else(|| refuse(fields[2], "0, 1 or 2 half points"))?;
        let values = fields[3..].iter().map(|field| {
            let value = field.parse().ok().filter(|value: &f64| value.is_finite());
            value.ok_or_else(|| refuse(field, "a number"))
        });
        self.games.push(values.collect::<Result<_, _>>()?);
        self.openings.push(opening);
        self.sides.push(side);
        self.half_points.push(half_points);
        Ok(())
    }
}

fn columns() -> Vec<&'static str> {
    let keys = traits().into_iter().map(|one| one.key);
    [OPENING, SIDE, HALF_POINTS]
        .into_iter()
        .chain(keys)
        .collect()
}

fn check_columns(line: &str) -> Result<(), ObservedGamesError> {
    let expected = columns();
    let mut found = line.split(',');
    for (index, &name) in expected.iter().enumerate() {
        let column = found.next().unwrap_or_default();
        if column != name {
            return Err(ObservedGamesError::Columns {
                column: index + 1,
                found: column.to_owned(),
                expected: name.to_owned(),
            });
        }
    }
    match found.next() {
        None => Ok(()),
        Some(more) => Err(ObservedGamesError::Columns {
            column: expected.len() + 1,
            found: more.to_owned(),
            expected: "the end of the line".to_owned(),
        }),
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
        for (side, half_points) in [(Color::White, 2), (Color::Black, 1)] {
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
    fn observed_games_round_trip() {
        let samples = samples();
        let mut text = Vec::new();
        samples.write(&mut text).unwrap();
        assert_eq!(ObservedGames::read(text.as_slice()).unwrap(), samples);
        assert_eq!(samples.pair_scores(), [1.5]);
    }

    #[test]
    fn other_files_are_refused_with_the_line() {
        let mut text = Vec::new();
        samples().write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let refused = |text: &str| {
            ObservedGames::read(text.as_bytes())
                .unwrap_err()
                .to_string()
        };
        assert!(
            refused("opening,colour").starts_with("line 1: column 2 is `colour`, expected `side`")
        );
        assert!(
            refused(&text.replace(",white,", ",green,"))
                .starts_with("line 2: `green`, expected `white`")
        );
        assert!(refused(&text.replace(",black,1,", ",black,3,")).contains("0, 1 or 2"));
        assert!(refused(&text.replace(",black,1,", ",black,")).contains("fields"));
        assert!(refused(&text.replace("black,1,", "black,1,NaN,")).contains("fields"));
    }
}
