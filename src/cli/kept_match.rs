//! A match whose games are kept: those that a file has are taken up, those that it lacks are played with
//! a progress bar.

use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Result;
use masque::lab::matches::kept_games::{FoundGames, KeptGames};
use masque::lab::matches::personality_match::{PersonalityMatch, PlayedGame};

use super::progress::progress_bar;

/// Plays the pairs that the file lacks. `take` is given each pair, the kept ones first; `names` are those
/// of the subject and its opponent, and `conditions` everything that the games depend on. The match is
/// asked for where a game is lacking: drawing openings takes a while.
pub fn resume<'m>(
    personality_match: impl FnOnce() -> PersonalityMatch<'m>,
    path: &Path,
    conditions: &str,
    names: [&str; 2],
    pairs: Range<u32>,
    mut take: impl FnMut(&[PlayedGame; 2]),
) -> Result<()> {
    let FoundGames {
        mut file,
        pairs: kept,
        set_aside,
    } = KeptGames::open(path, conditions, names, pairs.start)?;
    tell_of_set_aside(path, set_aside);
    kept.iter().take(pairs.len()).for_each(&mut take);
    let done = kept.len().min(pairs.len()) as u32;
    play(personality_match, names[0], pairs, done, |pair| {
        file.add(pair)?;
        take(pair);
        Ok(())
    })
}

/// Says where games of other conditions were put, and which condition differs first.
pub fn tell_of_set_aside(path: &Path, set_aside: Option<(PathBuf, String)>) {
    if let Some((aside, difference)) = set_aside {
        log::error!(
            "{}: the games in it were played under other conditions ({difference}); they are now in {}",
            path.display(),
            aside.display()
        );
    }
}

/// Plays the pairs with these numbers but the first `done`, until `finished` fails.
pub fn play<'m>(
    personality_match: impl FnOnce() -> PersonalityMatch<'m>,
    label: &str,
    pairs: Range<u32>,
    done: u32,
    mut finished: impl FnMut(&[PlayedGame; 2]) -> Result<()>,
) -> Result<()> {
    if done as usize >= pairs.len() {
        return Ok(());
    }
    let bar = progress_bar("games", 2 * pairs.len() as u64)?
        .with_message(label.to_owned())
        .with_position(2 * u64::from(done));
    bar.reset_eta();
    let mut result = Ok(());
    personality_match().play(pairs.start + done..pairs.end, |pair| {
        bar.inc(2);
        result = finished(&pair);
        result.is_ok()
    });
    bar.finish_and_clear();
    result
}
