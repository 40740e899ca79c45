//! The objectives for which a player plays: games and suites.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};
use masque::lab::tuning::interface::{Objective, Subject};
use masque::lab::tuning::objectives::games::GamePairs;
use masque::lab::tuning::objectives::opponents::KnownOpponents;
use masque::lab::tuning::objectives::suite::{Suite, read_suite};
use masque::lab::tuning::pairs::ObjectiveName;

use super::run_arguments::GameArguments;

/// The objective suite with these files of positions, and games for any other name.
pub fn played_objective<'s>(
    name: ObjectiveName,
    subject: &'s dyn Subject,
    games: &GameArguments,
    files: &[PathBuf],
    seed: u64,
) -> anyhow::Result<Box<dyn Objective + 's>> {
    if name == ObjectiveName::Suite {
        return suite(subject, games.nodes, files, seed);
    }
    let conditions = games.conditions(seed);
    if games.opponent.is_empty() {
        return Ok(Box::new(GamePairs {
            subject,
            conditions,
        }));
    }
    let opponents = KnownOpponents::new(subject, conditions, &games.opponent);
    let opponents = opponents.map_err(|name| {
        anyhow!(
            "the opponent {name} has no depth, without which a trial would depend on the machine, expected \
             depth=N in its description"
        )
    })?;
    Ok(Box::new(opponents))
}

fn suite<'s>(
    subject: &'s dyn Subject,
    nodes: u64,
    files: &[PathBuf],
    seed: u64,
) -> anyhow::Result<Box<dyn Objective + 's>> {
    ensure!(
        !files.is_empty(),
        "no positions to solve, expected --data with files of EPD"
    );
    let mut positions = Vec::new();
    for path in files {
        let named = || format!("cannot use '{}'", path.display());
        let text = fs::read_to_string(path).with_context(named)?;
        positions.extend(read_suite(&text).with_context(named)?);
    }
    Ok(Box::new(Suite {
        subject,
        positions,
        nodes,
        seed,
    }))
}
