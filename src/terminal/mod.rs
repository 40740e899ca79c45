//! The terminal: games with a board, clocks and a conversation for a person at a keyboard.
//!
//! It reads and writes plain lines without a raw mode, so that it works over every terminal and
//! through pipes.

pub mod clock;
pub mod drawing;
mod event_loop;
mod game;
mod game_settings;
pub mod input;
mod pgn_tags;

pub use event_loop::{InputMode, play};
pub use game::{TerminalAction, TerminalGame};
pub use game_settings::{GameSettings, TimeLimit};
