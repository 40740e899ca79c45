//! The openings of a tournament: one after the other for each pair of games, and after the last one the
//! first again.

use std::path::Path;
use std::sync::OnceLock;

use anyhow::{Context, Result, bail};
use masque::board::Game;
use masque::lab::matches::chance;
use masque::lab::matches::openings::{
    BALANCED_CP, BALANCED_OPENING_PLIES, JUDGE_NODES, checksum, draw_openings, read_openings,
};

use crate::cli::pgn_files::text_of;

/// After so many drawn openings the first comes again.
const MOST_DRAWN: u32 = 1_000;

/// Where the games begin.
pub struct TournamentOpenings {
    openings: OnceLock<Vec<Game>>,
    /// How they are drawn when they are needed, because it takes a while.
    count: usize,
    seed: u64,
    threads: usize,
}

impl TournamentOpenings {
    /// The start position alone.
    pub fn start_position() -> TournamentOpenings {
        TournamentOpenings::given(vec![Game::default()])
    }

    /// Drawn from the seed, so many of them.
    pub fn drawn(count: u32, seed: u64, threads: usize) -> TournamentOpenings {
        TournamentOpenings {
            openings: OnceLock::new(),
            count: count.min(MOST_DRAWN) as usize,
            seed,
            threads,
        }
    }

    /// Those of a file.
    pub fn of_file(path: &Path) -> Result<TournamentOpenings> {
        let name = || path.display().to_string();
        let text = text_of(path).with_context(name)?;
        let openings = read_openings(&text).with_context(name)?;
        match openings.is_empty() {
            true => bail!("{}: there is no opening in it", name()),
            false => Ok(TournamentOpenings::given(openings)),
        }
    }

    fn given(openings: Vec<Game>) -> TournamentOpenings {
        TournamentOpenings {
            count: openings.len(),
            openings: OnceLock::from(openings),
            seed: 0,
            threads: 1,
        }
    }

    /// The opening with this number.
    pub fn get(&self, number: u32) -> Game {
        let openings = self.openings.get_or_init(|| {
            draw_openings(self.count, BALANCED_OPENING_PLIES, self.seed, self.threads)
        });
        let opening = openings.get(number as usize % self.count.max(1));
        opening.cloned().unwrap_or_default()
    }

    /// A line that changes with the openings.
    pub fn description(&self) -> String {
        let Self { count, seed, .. } = self;
        match self.openings.get() {
            Some(openings) => format!("openings: {:016x}", checksum(openings)),
            None => format!(
                "openings: {count} of {BALANCED_OPENING_PLIES} random plies, within {BALANCED_CP} cp at \
                 {JUDGE_NODES} nodes, {}",
                chance::description(*seed)
            ),
        }
    }
}
