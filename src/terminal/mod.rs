//! The terminal: games with a board, clocks and a conversation for a person at a keyboard, and other
//! dialogues, question by question.
//!
//! At a real terminal lines can be edited and come again; through pipes it reads and writes plain
//! lines.

mod answers;
pub mod drawing;
mod event_loop;
mod game;
mod game_settings;
pub mod input;
mod line_editor;
mod listener;
mod pgn_tags;
mod screen;

pub use answers::{Answer, Answers};
pub use event_loop::play;
pub use game::{TerminalAction, TerminalGame};
pub use game_settings::{GameSettings, TimeLimit};
pub use screen::{InputMode, Screen};
