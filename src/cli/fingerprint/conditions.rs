//! Under which conditions the games of a fingerprint are played: the openings, the nodes, the seed.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use masque::board::Game;
use masque::engine::level_of;
use masque::engine::request::PlayerProfile;
use masque::lab::bench::bench_as;
use masque::lab::matches::adjudication::ADJUDICATION;
use masque::lab::matches::chance;
use masque::lab::matches::openings::{
    BALANCED_CP, JUDGE_NODES, checksum, draw_openings, read_openings,
};
use masque::lab::matches::personality_match::MatchStart;
use masque::personality::Personality;

use super::FingerprintArguments;
use crate::cli::engine_signature::SIGNATURE_DEPTH_PLIES;
use crate::cli::pgn_files::text_of;

/// Where the games begin.
enum Source {
    /// With openings drawn from the seed, of this many plies.
    Drawn { plies: u32 },
    /// With the openings of a file, by its name.
    File { name: String },
    /// At the start position, with books and repertoires.
    Free,
}

/// The openings of all matches of a run.
pub struct MatchOpenings {
    source: Source,
    seed: u64,
    threads: usize,
    numbers: Range<u32>,
    /// Drawn when they are needed, because it takes a while.
    openings: OnceCell<Vec<Game>>,
    /// The benchmark's nodes by habits; each is measured once.
    signatures: RefCell<HashMap<String, u64>>,
}

/// A personality and the nodes of each of its searches.
#[derive(Clone)]
pub struct Contestant {
    pub personality: Personality,
    pub nodes: u64,
}

impl MatchOpenings {
    pub fn new(arguments: &FingerprintArguments, seed: u64) -> anyhow::Result<MatchOpenings> {
        let first = arguments.first_opening - 1;
        let pairs = arguments.games.div_ceil(2);
        let openings = OnceCell::new();
        let source = match &arguments.openings {
            _ if arguments.free => Source::Free,
            None => Source::Drawn {
                plies: arguments.opening_plies,
            },
            Some(path) => {
                let read = read_file(path, first, pairs);
                let read = read.with_context(|| path.display().to_string())?;
                let _ = openings.set(read);
                let name = path.file_stem().unwrap_or_default();
                Source::File {
                    name: name.to_string_lossy().into_owned(),
                }
            }
        };
        Ok(MatchOpenings {
            source,
            seed,
            threads: arguments.threads as usize,
            numbers: first..first + pairs,
            openings,
            signatures: RefCell::default(),
        })
    }

    /// The numbers of a match's pairs and of their openings, from 0.
    pub fn numbers(&self) -> Range<u32> {
        self.numbers.clone()
    }

    /// Where the games begin. Openings are drawn now if they have not been yet.
    pub fn start(&self) -> MatchStart<'_> {
        match self.source {
            Source::Free => MatchStart::Free,
            Source::File { .. } => MatchStart::Openings(self.openings.get_or_init(Vec::new)),
            Source::Drawn { plies } => MatchStart::Openings(self.openings.get_or_init(|| {
                draw_openings(self.numbers.end as usize, plies, self.seed, self.threads)
            })),
        }
    }

    /// A few words for the name of a file.
    pub fn label(&self) -> String {
        let source = match &self.source {
            Source::Drawn { plies: 8 } => String::new(),
            Source::Drawn { plies } => format!("{plies}plies-"),
            Source::File { name } => format!("{name}-"),
            Source::Free => "free-".to_owned(),
        };
        match self.numbers.start {
            0 => format!("{source}seed{}", self.seed),
            first => format!("{source}seed{}-from{}", self.seed, first + 1),
        }
    }

    /// A sentence for people.
    pub fn sentence(&self) -> String {
        match &self.source {
            Source::Drawn { plies } => format!(
                "balanced openings of {plies} random plies, each with both colours, without books, seed {}",
                self.seed
            ),
            Source::File { name } => format!(
                "openings {} to {} of {name}, each with both colours, without books, seed {}",
                self.numbers.start + 1,
                self.numbers.end,
                self.seed
            ),
            Source::Free => format!(
                "from the start position with books and repertoires, seed {}",
                self.seed
            ),
        }
    }

    /// Everything that the games of a match depend on, as text of a line each. Games may be added to
    /// others only where it is the same.
    pub fn conditions(
        &self,
        subject: &Contestant,
        opponent: &Contestant,
    ) -> anyhow::Result<String> {
        let openings = match &self.source {
            Source::Drawn { plies } => {
                format!("{plies} random plies, within {BALANCED_CP} cp at {JUDGE_NODES} nodes")
            }
            Source::File { .. } => {
                let openings = self.openings.get().map_or(0, |openings| checksum(openings));
                format!("a file with the checksum {openings:016x}")
            }
            Source::Free => "the start position, books and repertoires".to_owned(),
        };
        let mut text = format!(
            "openings: {openings}\nfirst opening: {}\nchance: {}\nadjudication: {ADJUDICATION}\n",
            self.numbers.start + 1,
            chance::description(self.seed)
        );
        for (role, contestant) in [("subject", subject), ("opponent", opponent)] {
            let Contestant { personality, nodes } = contestant;
            let signature = self.signature(personality)?;
            // Books that stay closed may change.
            let habits = match self.source {
                Source::Free => personality.toml_without_identity(),
                _ => personality.without_opening_book().toml_without_identity(),
            };
            text.push_str(&format!(
                "\n{role}: {}\nnodes: {nodes}\nbench: {signature}\n{habits}",
                personality.name(),
            ));
            if let Some(level) = level_of(personality, personality.strength(), None) {
                text.push_str(&format!("level: {:016x}\n", level.signature()));
            }
        }
        Ok(text)
    }

    /// The nodes that a personality needs for the benchmark. They are measured and not quoted, so that
    /// a change of the search or of a feature is noticed.
    fn signature(&self, personality: &Personality) -> anyhow::Result<u64> {
        let habits = personality.toml_without_identity();
        if let Some(&nodes) = self.signatures.borrow().get(&habits) {
            return Ok(nodes);
        }
        let profile = PlayerProfile::new(Arc::new(personality.clone()), 0);
        let nodes = bench_as(&profile, SIGNATURE_DEPTH_PLIES, |_, _| ())?.nodes;
        self.signatures.borrow_mut().insert(habits, nodes);
        Ok(nodes)
    }
}

/// The openings of a file, which must be enough.
fn read_file(path: &Path, first: u32, pairs: u32) -> anyhow::Result<Vec<Game>> {
    let openings = read_openings(&text_of(path)?)?;
    let left = openings.len().saturating_sub(first as usize);
    if left < pairs as usize {
        bail!(
            "it has {} different openings, that is {left} from number {} on; {} games need {pairs}",
            openings.len(),
            first + 1,
            2 * u64::from(pairs)
        );
    }
    Ok(openings)
}
