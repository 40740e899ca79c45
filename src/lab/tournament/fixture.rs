//! Fixtures: which game of a tournament is played by whom, and the results of those that were played.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::board::{Color, GameResult};

/// Which game of a tournament, in the order in which they are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FixtureId {
    /// The round, from 1.
    pub round: u32,
    /// The pair of players within the round, from 1.
    pub board: u32,
    /// The game of the pair, from 1.
    pub game: u32,
}

impl fmt::Display for FixtureId {
    /// `ROUND.BOARD.GAME`, as the tag `Round` of PGN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.round, self.board, self.game)
    }
}

/// A text that is no [`FixtureId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected ROUND.BOARD.GAME, three numbers from 1")]
pub struct FixtureIdError;

impl FromStr for FixtureId {
    type Err = FixtureIdError;

    fn from_str(text: &str) -> Result<FixtureId, FixtureIdError> {
        let numbers = text.split('.').map(|word| word.parse::<u32>());
        let numbers = numbers.collect::<Result<Vec<u32>, _>>();
        match numbers.as_deref() {
            Ok(&[round, board, game]) if round.min(board).min(game) > 0 => {
                Ok(FixtureId { round, board, game })
            }
            _ => Err(FixtureIdError),
        }
    }
}

/// A game of a tournament; players are told by their numbers, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Which game.
    pub id: FixtureId,
    /// Who has White.
    pub white: usize,
    /// Who has Black.
    pub black: usize,
    /// The number of its opening, from 0.
    pub opening: u32,
}

impl Fixture {
    /// The colour of a player of this game.
    pub fn color_of(&self, player: usize) -> Color {
        match player == self.white {
            true => Color::White,
            false => Color::Black,
        }
    }
}

/// The results of the games that were played.
pub type FixtureResults = BTreeMap<FixtureId, GameResult>;

/// Two players who meet in a round, and their games so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The round, from 1.
    pub round: u32,
    /// The pair within the round, from 1.
    pub board: u32,
    /// Who has White in the first game, and in every other one.
    pub first: usize,
    /// Who has Black in the first game.
    pub second: usize,
}

impl Encounter {
    /// A game of the encounter, from 1. Each opening is played by a pair of games with both colours;
    /// `pairs` is the number of pairs that a round has.
    pub fn fixture(&self, game: u32, pairs: u32) -> Fixture {
        let (white, black) = match game % 2 {
            1 => (self.first, self.second),
            _ => (self.second, self.first),
        };
        Fixture {
            id: FixtureId {
                round: self.round,
                board: self.board,
                game,
            },
            white,
            black,
            opening: (self.round - 1) * pairs + (game - 1) / 2,
        }
    }

    /// The first so many games.
    pub fn fixtures(&self, games: u32) -> impl Iterator<Item = Fixture> {
        let pairs = games.div_ceil(2);
        (1..=games).map(move |game| self.fixture(game, pairs))
    }

    /// The half points of the first player and of the second in the games that were played.
    pub fn half_points(&self, results: &FixtureResults) -> [u32; 2] {
        let mut points = [0; 2];
        let of_encounter = |id: &FixtureId| (id.round, id.board) == (self.round, self.board);
        for (id, result) in results.iter().filter(|(id, _)| of_encounter(id)) {
            let colors = match id.game % 2 {
                1 => [Color::White, Color::Black],
                _ => [Color::Black, Color::White],
            };
            for (points, color) in points.iter_mut().zip(colors) {
                *points += u32::from(result.half_points(color).unwrap_or(0));
            }
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        let id = FixtureId {
            round: 3,
            board: 12,
            game: 1,
        };
        assert_eq!("3.12.1".parse(), Ok(id));
        assert_eq!(id.to_string(), "3.12.1");
        for text in ["", "3.12", "3.12.1.1", "3.0.1", "3.x.1", "-1.1.1"] {
            assert_eq!(text.parse::<FixtureId>(), Err(FixtureIdError), "{text}");
        }
    }

    #[test]
    fn colours_and_openings_come_in_pairs() {
        let encounter = Encounter {
            round: 2,
            board: 1,
            first: 4,
            second: 7,
        };
        let games: Vec<Fixture> = encounter.fixtures(4).collect();
        let whites: Vec<usize> = games.iter().map(|it| it.white).collect();
        assert_eq!(whites, [4, 7, 4, 7]);
        let openings: Vec<u32> = games.iter().map(|it| it.opening).collect();
        assert_eq!(openings, [2, 2, 3, 3]);
        let results = FixtureResults::from([
            (games[0].id, GameResult::Win(Color::White)),
            (games[1].id, GameResult::Win(Color::White)),
            (games[2].id, GameResult::Draw),
        ]);
        assert_eq!(encounter.half_points(&results), [3, 3]);
    }
}
