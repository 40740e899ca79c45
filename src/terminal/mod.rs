//! The terminal: games with a board, clocks and a conversation for a person at a keyboard.
//!
//! At a real terminal lines can be edited and come again; through pipes it reads and writes plain
//! lines.

pub mod drawing;
mod event_loop;
mod game;
mod game_settings;
pub mod input;
mod line_editor;
mod pgn_tags;

pub use event_loop::{InputMode, Screen, play};
pub use game::{TerminalAction, TerminalGame};
pub use game_settings::{GameSettings, TimeLimit};
