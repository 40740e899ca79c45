//! Targets by temporal differences: what a position should have been said to be worth, by what the engine's
//! own search said later in the game (TDLeaf(lambda); Baxter, Tridgell and Weaver, 1998).

use std::io::BufRead;

use super::dataset::DataError;
use super::objective::logistic;
use crate::lab::training::game_record::TrainingGame;
use crate::lab::training::shard::{GAMES_MAGIC, ShardReader};

/// The targets of the quiet positions of a file of games, in the order in which a data set has them, in
/// expected points. `lambda` is how far it looks: 0 to the next search alone, 1 to the result alone. `scale`
/// are the logits to a centipawn of the scores.
///
/// # Errors
/// When the file is not one of games, or damaged.
pub fn game_targets(
    name: &str,
    mut input: impl BufRead,
    lambda: f64,
    scale: f64,
) -> Result<Vec<f64>, DataError> {
    let source_name = || name.to_owned();
    let start = input.fill_buf().map_err(|error| DataError::Read {
        source_name: source_name(),
        error,
    })?;
    if !start.starts_with(&GAMES_MAGIC) {
        return Err(DataError::NoGames {
            source_name: source_name(),
        });
    }
    let broken = |error| DataError::Games {
        source_name: source_name(),
        error,
    };
    let mut targets = Vec::new();
    for game in ShardReader::new(input).map_err(broken)? {
        let game = game.map_err(broken)?;
        let of_searches = returns(&game, lambda, scale);
        let quiet = game.quiet_positions();
        targets.extend(quiet.iter().map(|it| of_searches[it.number]));
    }
    Ok(targets)
}

/// For each searched move the mean of all later scores and the result, a later one weighing `lambda` times
/// as much as the one before it.
fn returns(game: &TrainingGame, lambda: f64, scale: f64) -> Vec<f64> {
    let mut later = f64::from(game.white_half_points()) / 2.0;
    let mut returns: Vec<f64> = Vec::with_capacity(game.searched.len());
    for searched in game.searched.iter().rev() {
        returns.push(later);
        let now = logistic(f64::from(searched.white_score.raw()) * scale);
        later = (1.0 - lambda) * now + lambda * later;
    }
    returns.reverse();
    returns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::training::game_record::tests::example;
    use crate::lab::training::shard::tests::shard_of;

    const SCALE: f64 = 1.0 / 100.0;

    #[test]
    fn a_target_is_what_was_found_later() {
        let game = example();
        let white = |cp: f64| logistic(cp * SCALE);
        let next = returns(&game, 0.0, SCALE);
        assert_eq!(next[..3], [white(15.0), white(-30.0), white(-40.0)]);
        assert_eq!(next[5], 1.0);
        assert_eq!(returns(&game, 1.0, SCALE), [1.0; 6]);
        let half = returns(&game, 0.5, SCALE);
        assert!((half[3] - (0.5 + 0.25 + 0.25)).abs() < 1e-9);
        assert!((half[2] - (0.5 * white(-40.0) + 0.5 * half[3])).abs() < 1e-12);
    }

    #[test]
    fn quiet_positions_have_their_targets_and_other_files_are_refused() {
        let game = example();
        let bytes = shard_of(&[game.clone(), game.clone()]);
        let targets = game_targets("games", &bytes[..], 0.7, SCALE).unwrap();
        let all = returns(&game, 0.7, SCALE);
        let quiet = game.quiet_positions();
        let expected: Vec<f64> = quiet.iter().map(|it| all[it.number]).collect();
        assert_eq!(targets, [&expected[..], &expected].concat());
        let error = game_targets("data", &b"hello"[..], 0.7, SCALE).unwrap_err();
        assert!(error.to_string().starts_with("data: no games of self-play"));
    }
}
