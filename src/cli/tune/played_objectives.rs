//! The objectives for which a player plays: games and suites.

use std::path::PathBuf;

use anyhow::ensure;
use masque::lab::tuning::interface::{Objective, Subject};
use masque::lab::tuning::objectives::games::SelfPlay;
use masque::lab::tuning::pairs::ObjectiveName;

use super::run_arguments::GameArguments;

/// The objective of this name; `files` are positions for a suite.
pub fn played_objective<'s>(
    _name: ObjectiveName,
    subject: &'s dyn Subject,
    games: &GameArguments,
    _files: &[PathBuf],
    seed: u64,
) -> anyhow::Result<Box<dyn Objective + 's>> {
    ensure!(games.opponent.is_empty(), "no opponents yet");
    Ok(Box::new(SelfPlay {
        subject,
        conditions: games.conditions(seed),
    }))
}
