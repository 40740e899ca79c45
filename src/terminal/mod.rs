//! A game in the terminal: board, clocks and conversation for a person at a keyboard.
//!
//! Plain lines in, plain lines out: no raw mode, so that it works over every terminal and through
//! pipes. It must not know the text of the xboard protocol: it holds the same conversation, typed.

pub mod clock;
pub mod drawing;
mod host;
pub mod input;
mod record;
mod rules;
mod table;

pub use host::{Manners, play};
pub use rules::{Pace, Rules};
pub use table::{Action, Table};
