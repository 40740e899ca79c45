//! The screen: who types the lines of a dialogue, and how it is interrupted.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Who types the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputMode {
    /// A person at a terminal, with line editing and history. Lines are carried out at once, even while
    /// the engine is thinking.
    Edited,
    /// The same without line editing, because the output goes elsewhere.
    Interactive,
    /// A file or another program. Each line waits until the engine has moved, and is printed as if
    /// it had been typed.
    Scripted,
}

/// What a game, or another dialogue, needs to know of where it takes place.
pub struct Screen {
    /// Who types the lines.
    pub input_mode: InputMode,
    /// The width of lines of words, in characters.
    pub width: fn() -> usize,
    /// Set by whoever hears that the person wants to interrupt it.
    pub interrupts: Arc<AtomicBool>,
}
