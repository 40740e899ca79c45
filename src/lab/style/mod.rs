//! Style: the traits that are read off a personality's games, how they differ from another's
//! (fingerprints), and whether a classifier can tell who played.

mod best_lines;
mod classifier;
pub mod cross_validation;
pub mod fingerprint;
pub mod gallery;
mod game_counts;
pub mod observation;
pub mod observed_games;
pub mod portrait;
pub mod preview;
pub mod ranking;
pub mod root_moves;
mod trait_names;
pub mod typical_positions;
