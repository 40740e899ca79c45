//! What the tastes of many personalities do to the traits of their games, as a file.

use std::path::Path;

use anyhow::Context;
use masque::lab::style::observed_games::ObservedGames;
use masque::lab::twin::wish_effects::{WishEffects, WishTrial};
use masque::personality::Roster;

use super::GameSource;
use crate::cli::output_file::write_output;

/// Fits the effects to the games of all personalities and writes them.
pub fn write(
    path: &Path,
    conditions: &str,
    roster: &Roster,
    source: &dyn GameSource,
    personalities: &[String],
) -> anyhow::Result<()> {
    let games = personalities.iter().map(|name| source.samples(name));
    let games: Vec<ObservedGames> = games.collect::<Result<_, _>>()?;
    let mut trials = Vec::new();
    for (name, games) in personalities.iter().zip(&games) {
        trials.push(WishTrial::of(&roster.load(name)?, games));
    }
    let effects = WishEffects::fit(&trials).context(
        "these personalities do not tell what each taste does: expected many more, with tastes drawn by chance",
    )?;
    let remarks = [
        format!(
            "Written by `masque personality fingerprint --wish-effects` from {} personalities.",
            trials.len()
        ),
        conditions.to_owned(),
        "The effect of 20 cp of each taste on each trait, in deviations of a game; then how traits vary together."
            .to_owned(),
    ];
    write_output(path, effects.to_text(&remarks).as_bytes())
}
