//! Positions in which a person of known rating moved.

use std::path::Path;

use super::table_file::{TableError, TableRow, read_table};
use crate::board::{Move, Position};
use crate::checksum::fnv32;
use crate::strength::LastMove;

/// Every fifth game is held back from all fitting.
const HELD_OF: u32 = 5;

/// A position and the move that was made in it.
#[derive(Clone, Debug)]
pub struct HumanPosition {
    /// The game.
    pub game: String,
    /// The number of the half-move in it.
    pub ply: u32,
    /// The position before the move.
    pub position: Position,
    /// The opponent's move before, if it is known.
    pub last: Option<LastMove>,
    /// The move that was made.
    pub played: Move,
    /// The rating of the player.
    pub elo: i32,
}

impl HumanPosition {
    /// Whether the position is held back from fitting; the moves of a game all are or none.
    pub fn is_held(&self) -> bool {
        is_held(&self.game)
    }

    /// The rating rounded down to hundreds that are even.
    pub fn band(&self) -> i32 {
        self.elo.div_euclid(200) * 200
    }
}

/// Whether a game is held back from fitting.
pub fn is_held(game: &str) -> bool {
    fnv32(game.as_bytes()).is_multiple_of(HELD_OF)
}

/// Reads a table with the columns game, ply, fen, last_move, move and elo.
///
/// # Errors
/// What is wrong with the file, with its line.
pub fn read_positions(path: &Path) -> Result<Vec<HumanPosition>, TableError> {
    let columns = ["game", "ply", "fen", "last_move", "move", "elo"];
    let mut positions = Vec::new();
    read_table(path, &columns, |row| {
        positions.push(human_position(row)?);
        Ok(())
    })?;
    Ok(positions)
}

fn human_position(row: &TableRow) -> Result<HumanPosition, TableError> {
    let position: Position = row.value(2, "position", |text| text.parse().ok())?;
    Ok(HumanPosition {
        game: row.text(0).to_owned(),
        ply: row.value(1, "number of a half-move", |text| text.parse().ok())?,
        last: last_move(row, 3)?,
        played: row.value(4, "legal move", |text| position.parse_move(text).ok())?,
        elo: row.value(5, "rating", |text| text.parse().ok())?,
        position,
    })
}

/// A last move, which may be empty.
///
/// # Errors
/// [`TableError::Value`] when it is not written like a move.
pub fn last_move(row: &TableRow, column: usize) -> Result<Option<LastMove>, TableError> {
    match row.text(column) {
        "" => Ok(None),
        _ => row
            .value(column, "move in coordinates", |text| text.parse().ok())
            .map(Some),
    }
}
