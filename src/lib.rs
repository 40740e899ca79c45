//! masque: a chess engine with character.
//!
//! The modules below stand in the order of their dependencies: each may use those above it, never
//! one below.
//!
//! # Invariants
//!
//! 1. Only [`board`] names the board library.
//! 2. Only [`protocol`] knows xboard's wire format; search, evaluation and personalities neither read
//!    nor print.
//! 3. Below the root of the search nobody sees a bonus: the table holds objective scores only.
//! 4. No cache is ever read under weights other than those it was written with; keys are salted.
//! 5. There is no global mutable state, and no `unsafe` but two hints about memory in one file of the
//!    search.
//! 6. Randomness comes only from a seed: the same seed and limits in nodes give the same game.
//! 7. Input never panics; what is refused says why and leaves everything as it was.

pub mod excerpt;

pub mod files;

pub mod score;

pub mod board;

pub mod evaluation;

pub mod endgame;

pub mod search;

pub mod book;

pub mod personality;

pub mod config;

pub mod engine;

pub mod protocol;

pub mod lab;

pub mod terminal;

pub mod fics;
