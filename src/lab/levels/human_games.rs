//! Whole games of people of known ratings.

use std::path::Path;

use super::human_positions::HumanPosition;
use super::table_file::{TableError, read_table};
use crate::board::Game;
use crate::checksum::fnv32;
use crate::strength::LastMove;

/// The first so many half-moves are the opening.
pub const OPENING_PLIES: u32 = 10;
/// How many positions after the opening are taken from a game.
const LATER_POSITIONS: u32 = 2;

/// A game of two people.
#[derive(Clone, Debug)]
pub struct HumanGame {
    /// Its name.
    pub id: String,
    /// White's and Black's rating.
    pub elos: [i16; 2],
    /// The moves.
    pub game: Game,
}

/// Reads a table with the columns id, white_elo, black_elo and moves (in coordinates).
///
/// # Errors
/// What is wrong with the file, with its line.
pub fn read_games(path: &Path, mut take: impl FnMut(HumanGame)) -> Result<(), TableError> {
    read_table(path, &["id", "white_elo", "black_elo", "moves"], |row| {
        let elo = |column| row.value(column, "rating", |text| text.parse::<i16>().ok());
        take(HumanGame {
            id: row.text(0).to_owned(),
            elos: [elo(1)?, elo(2)?],
            game: row.value(3, "list of legal moves", |text| Game::from_moves(text).ok())?,
        });
        Ok(())
    })
}

/// A position of the opening and two later ones of each game, in the order of the table; which ones
/// depends on the game's name. Of games that end before them there are fewer.
///
/// # Errors
/// What is wrong with the file, with its line.
pub fn positions_of_games(path: &Path) -> Result<Vec<HumanPosition>, TableError> {
    let mut positions = Vec::new();
    read_games(path, |it| positions.extend(it.positions()))?;
    Ok(positions)
}

impl HumanGame {
    fn positions(&self) -> impl Iterator<Item = HumanPosition> {
        // The last digits decide who is held back.
        let lot = fnv32(self.id.as_bytes()) >> 16;
        let later = (self.game.len() as u32).saturating_sub(OPENING_PLIES);
        let apart = later.div_ceil(LATER_POSITIONS).max(1);
        let first_later = OPENING_PLIES + lot % apart;
        let plies = (0..LATER_POSITIONS).map(move |number| first_later + number * apart);
        let plies = std::iter::once(lot % OPENING_PLIES).chain(plies);
        plies.filter_map(|ply| self.position_at(ply))
    }

    fn position_at(&self, ply: u32) -> Option<HumanPosition> {
        let past = self.game.past();
        let (position, played) = past.get(ply as usize)?;
        let before = ply.checked_sub(1).map(|before| &past[before as usize]);
        Some(HumanPosition {
            game: self.id.clone(),
            ply,
            position: position.clone(),
            last: before.map(|(position, mv)| LastMove::of(position, *mv)),
            played: *played,
            elo: i32::from(self.elos[ply as usize % 2]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_positions_are_of_both_halves_of_the_rest() {
        let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(10);
        for id in 0..50 {
            let it = HumanGame {
                id: id.to_string(),
                elos: [1_500, 900],
                game: Game::from_moves(&shuffle).unwrap(),
            };
            let plies: Vec<u32> = it.positions().map(|it| it.ply).collect();
            assert_eq!(plies.len(), 3);
            assert!(plies[0] < 10 && (10..25).contains(&plies[1]) && plies[2] == plies[1] + 15);
        }
    }

    #[test]
    fn each_game_has_an_opening_position_with_its_mover() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.csv");
        let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"];
        let games = (0..60).map(|id| format!("{id},1500,900,{}\n", moves.join(" ")));
        let table: String = games.collect();
        std::fs::write(&path, format!("id,white_elo,black_elo,moves\n{table}")).unwrap();
        let positions = positions_of_games(&path).unwrap();
        // Those of the eighth half-move and later are missing.
        assert!((30..55).contains(&positions.len()), "{}", positions.len());
        for it in &positions {
            let ply = it.ply as usize;
            // Castling is a move to the rook's square on the board.
            let castles = moves[ply] == "e1g1";
            assert!(castles || it.position.coordinate(it.played) == moves[ply]);
            assert_eq!(it.elo, [1_500, 900][ply % 2]);
            let before = ply
                .checked_sub(1)
                .and_then(|before| moves[before].parse().ok());
            assert_eq!(it.last, before);
        }
        for ply in 0..moves.len() as u32 {
            assert!(positions.iter().any(|it| it.ply == ply), "{ply}");
        }
    }
}
