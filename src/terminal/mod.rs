//! A game in the terminal: board, clocks and conversation for a person at a keyboard.
//!
//! Plain lines in, plain lines out: no raw mode, so that it works over every terminal and through
//! pipes. It must not know the text of the xboard protocol: it talks to the same session, typed.

pub mod clock;
pub mod drawing;
pub mod input;
