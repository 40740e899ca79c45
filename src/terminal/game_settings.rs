//! The settings of a game in the terminal, and the session commands that set up such a game.

use std::time::Duration;

use crate::board::{Color, Position};
use crate::chess_clock::FischerTimeControl;
use crate::session::{Command, GameTime};
use crate::terminal::drawing::BoardStyle;

/// How long the engine may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLimit {
    /// Both sides have a clock with this time control.
    Clock(FischerTimeControl),
    /// Nobody has a clock; the engine thinks this long about each move.
    MoveTime(Duration),
}

/// The settings of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSettings {
    /// The person's colour.
    pub own: Color,
    /// The position that the game begins with.
    pub start: Position,
    /// How long the engine may think.
    pub pace: TimeLimit,
    /// How many plies deep it may search; `None` sets no limit.
    pub depth_plies: Option<u32>,
    /// How many nodes it may search for a move; overrules the time limit.
    pub nodes: Option<u64>,
    /// How the board is drawn.
    pub style: BoardStyle,
    /// Whether the one game counts: nothing is taken back, nobody helps, and nothing is changed.
    pub is_match: bool,
}

impl GameSettings {
    /// The commands that begin a new game in the session and leave it playing neither side.
    pub(super) fn opening_commands(&self) -> Vec<Command> {
        let mut commands = vec![Command::New];
        if !self.start.castles_classically() {
            commands.push(Command::Variant("fischerandom".to_owned()));
        }
        commands.extend([Command::Force, Command::Easy]);
        if self.start != Position::start() {
            commands.push(Command::SetBoard(self.start.fen()));
        }
        match (self.nodes, self.pace) {
            // With this speed, the second for a move is over after so many nodes.
            (Some(nodes), _) => commands.extend([
                Command::NodesPerSecond(Some(nodes)),
                Command::MoveTime(Duration::from_secs(1)),
            ]),
            (None, TimeLimit::MoveTime(time)) => commands.push(Command::MoveTime(time)),
            (None, TimeLimit::Clock(control)) => commands.push(Command::Level(GameTime {
                moves: None,
                base: control.base,
                increment: control.increment,
            })),
        }
        if self.depth_plies.is_some() {
            commands.push(Command::Depth(self.depth_plies));
        }
        commands
    }
}
