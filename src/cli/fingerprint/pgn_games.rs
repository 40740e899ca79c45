//! Observed games from a PGN file.

use std::path::{Path, PathBuf};

use anyhow::bail;
use masque::board::{Color, PgnGame};
use masque::lab::matches::kept_games::opening_plies;
use masque::lab::matches::personality_match::PlayedGame;
use masque::lab::style::observed_games::ObservedGames;
use masque::personality::Claim;

use super::GameSource;
use crate::cli::pgn_files::PgnFiles;

/// The games of a PGN file.
pub struct PgnGames {
    games: Vec<PgnGame>,
    path: PathBuf,
}

impl PgnGames {
    pub fn open(path: &Path) -> anyhow::Result<PgnGames> {
        let PgnFiles { games, skipped } = PgnFiles::read(&[path])?;
        if let Some(why) = skipped.first() {
            bail!("{why}");
        }
        Ok(PgnGames {
            games,
            path: path.to_owned(),
        })
    }
}

impl GameSource for PgnGames {
    /// A player in a PGN file claims nothing.
    fn claims(&self, _name: &str) -> anyhow::Result<Vec<Claim>> {
        Ok(Vec::new())
    }

    /// Nobody knows with how many nodes the games of a file were played.
    fn weaker_samples(&self, name: &str, _nodes_share: f64) -> anyhow::Result<ObservedGames> {
        self.samples(name)
    }

    fn samples(&self, name: &str) -> anyhow::Result<ObservedGames> {
        let mut samples = ObservedGames::default();
        for (number, recorded) in (0..).zip(&self.games) {
            for (tag, side) in [("White", Color::White), ("Black", Color::Black)] {
                if recorded.tags.get(tag).is_some_and(|player| player == name) {
                    samples.add(&PlayedGame {
                        game: recorded.game.clone(),
                        opening: number,
                        first_ply: opening_plies(recorded).unwrap_or(0),
                        side,
                        half_points: recorded.result.half_points(side).unwrap_or(1),
                    });
                }
            }
        }
        if samples.is_empty() {
            bail!("{}: nobody in it is called `{name}`", self.path.display());
        }
        Ok(samples)
    }
}
