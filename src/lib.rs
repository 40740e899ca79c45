//! masque: a chess engine with character.
//!
//! The modules below stand in the order of their dependencies: each may use those above it, never
//! one below. `docs/architecture.md` is the map; `tests/architecture.rs` holds the order.
//!
//! # Invariants
//!
//! 1. Only [`xboard`], towards a GUI, and [`foreign`], towards engines, know the wire formats of GUIs and
//!    engines, and only the writer of [`xboard`] touches stdout; [`session`] holds no protocol text;
//!    search, evaluation and personalities neither read nor print.
//! 2. Only [`board`] names the board library. What a personality plays is put together in one
//!    function, [`engine::request`], whoever asks.
//! 3. Below the root of the search nobody sees a bonus: the transposition table holds objective
//!    scores only. All personalities with neutral weights share one table and one bench signature.
//! 4. No cache is ever read under weights other than those it was written with: keys are salted.
//! 5. There is no global mutable state, and no `unsafe` outside a file that opens by saying why.
//! 6. Randomness comes only from a seed: the same seed, the same limits in nodes and one thread give
//!    the same game.
//! 7. Input never panics: xboard lines, FENs, TOML, books, tablebases, PGN, a server's text. What is
//!    refused says what was wrong, where, and what was expected, and leaves everything as it was.

mod checksum;

pub mod excerpt;
pub mod files;
pub mod line_reader;
mod piecewise;

pub mod score;

pub mod wrapping;

pub mod board;

pub mod chess_clock;

pub mod foreign;

pub mod endgame;

pub mod evaluation;

pub mod search;

pub mod book;

pub mod learning;

pub mod personality;

pub mod strength;

pub mod config;

pub mod engine;

pub mod session;

pub mod xboard;

pub mod lab;

pub mod league;

pub mod terminal;

pub mod fics;
