//! A match whose games are kept: those that a file has are taken up, those that it lacks are played with
//! a progress bar.

use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Result;
use masque::lab::matches::kept_games::{FoundGames, KeptGames};
use masque::lab::matches::kept_part::{part_conditions, part_path, seal};
use masque::lab::matches::personality_match::{PersonalityMatch, PlayedGame};
use masque::lab::shard::Shard;

use super::progress::progress_bar;

/// A match whose games are kept in a file.
pub struct KeptMatch<'a> {
    /// The file.
    pub path: &'a Path,
    /// Everything that the games depend on.
    pub conditions: &'a str,
    /// The names of the subject and its opponent.
    pub names: [&'a str; 2],
    /// The numbers of its pairs.
    pub pairs: Range<u32>,
}

impl KeptMatch<'_> {
    /// Plays the pairs that the file lacks. `take` is given each pair, the kept ones first. The match is
    /// asked for where a game is lacking: drawing openings takes a while.
    pub fn resume<'m>(
        &self,
        personality_match: impl FnOnce() -> PersonalityMatch<'m>,
        mut take: impl FnMut(&[PlayedGame; 2]),
    ) -> Result<()> {
        let KeptMatch {
            path,
            conditions,
            names,
            pairs,
        } = self;
        let FoundGames {
            mut file,
            pairs: kept,
            set_aside,
        } = KeptGames::open(path, conditions, *names, pairs.start)?;
        tell_of_set_aside(path, set_aside);
        kept.iter().take(pairs.len()).for_each(&mut take);
        let done = kept.len().min(pairs.len()) as u32;
        play(personality_match, names[0], pairs.clone(), done, |pair| {
            file.add(pair)?;
            take(pair);
            Ok(())
        })
    }

    /// Plays the pairs of a shard that its own file lacks, and seals the file.
    pub fn play_shard<'m>(
        &self,
        shard: Shard,
        personality_match: impl FnOnce() -> PersonalityMatch<'m>,
    ) -> Result<()> {
        let path = part_path(self.path, shard);
        let part = shard.part_of(self.pairs.len() as u64);
        let start = self.pairs.start;
        let part_of_match = KeptMatch {
            path: &path,
            conditions: &part_conditions(self.conditions, shard),
            names: self.names,
            pairs: start + part.start as u32..start + part.end as u32,
        };
        part_of_match.resume(personality_match, |_| ())?;
        Ok(seal(&path)?)
    }
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
