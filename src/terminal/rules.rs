//! What a game at the terminal is played with, and how the session hears of it.
//!
//! Owns colour, start, pace and limits. It must not know the course of a game.

use std::time::Duration;

use crate::board::{Color, Position};
use crate::session::{Command, GameTime};
use crate::terminal::clock::TimeControl;
use crate::terminal::drawing::Symbols;

/// How long the engine may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Both sides have a clock.
    Clock(TimeControl),
    /// Nobody has a clock; the engine takes this long for a move.
    MoveTime(Duration),
}

/// What a game is played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The person's colour.
    pub own: Color,
    /// Where the game begins.
    pub start: Position,
    /// How long the engine may think.
    pub pace: Pace,
    /// How many plies it may look ahead.
    pub depth_plies: Option<u32>,
    /// How many nodes it may search for a move; overrules the pace.
    pub nodes: Option<u64>,
    /// How the board is drawn.
    pub symbols: Symbols,
}

impl Rules {
    /// What the session has to be told for a new game; it is left playing neither side.
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
            // So many nodes count as the second that a move may take.
            (Some(nodes), _) => commands.extend([
                Command::NodesPerSecond(Some(nodes)),
                Command::MoveTime(Duration::from_secs(1)),
            ]),
            (None, Pace::MoveTime(time)) => commands.push(Command::MoveTime(time)),
            (None, Pace::Clock(control)) => commands.push(Command::Level(GameTime {
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
