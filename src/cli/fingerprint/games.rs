//! Observed games of the roster's personalities: played now, or kept from an earlier run.

use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::Context;
use masque::lab::matches::kept_games::{FoundGames, KeptGames};
use masque::lab::matches::personality_match::{MatchStart, PersonalityMatch, PlayedGame};
use masque::lab::style::observation::check_claims;
use masque::lab::style::observed_games::ObservedGames;
use masque::personality::{Claim, Personality, Roster};

use super::conditions::{Contestant, MatchOpenings};
use super::{FingerprintArguments, GameSource};
use crate::cli::progress::progress_bar;

/// Games of the roster's personalities.
pub struct RosterGames<'a> {
    roster: &'a Roster,
    arguments: &'a FingerprintArguments,
    pub opponent: Contestant,
    pub openings: MatchOpenings,
    seed: u64,
}

impl<'a> RosterGames<'a> {
    pub fn new(
        roster: &'a Roster,
        arguments: &'a FingerprintArguments,
        seed: u64,
    ) -> anyhow::Result<RosterGames<'a>> {
        if let Some(directory) = &arguments.keep {
            fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
        }
        for name in &arguments.personalities {
            check_claims(&roster.load(name)?)?;
        }
        let opponent = Contestant {
            personality: roster.load(&arguments.against)?.clone(),
            nodes: arguments.nodes,
        };
        Ok(RosterGames {
            roster,
            arguments,
            opponent,
            openings: MatchOpenings::new(arguments, seed)?,
            seed,
        })
    }

    /// The games of a contestant against the opponent.
    fn games(&self, subject: &Contestant) -> anyhow::Result<ObservedGames> {
        let mut samples = ObservedGames::default();
        match &self.arguments.keep {
            None => {
                let pairs = self.openings.numbers();
                self.play(subject, pairs, |pair| {
                    pair.iter().for_each(|played| samples.add(played));
                    Ok(())
                })?;
            }
            Some(directory) => {
                let name = format!("{}.pgn", self.label(subject));
                let path = directory.join(name);
                let resumed = self.resume(&path, subject, &mut samples);
                resumed.with_context(|| path.display().to_string())?;
            }
        }
        Ok(samples)
    }

    /// Takes the games that a file has and adds those that it lacks.
    fn resume(
        &self,
        path: &Path,
        subject: &Contestant,
        samples: &mut ObservedGames,
    ) -> anyhow::Result<()> {
        let conditions = self.openings.conditions(subject, &self.opponent)?;
        let players = [
            subject.label(&self.opponent),
            self.opponent.personality.name().to_owned(),
        ];
        let names = [players[0].as_str(), players[1].as_str()];
        let FoundGames {
            mut file,
            pairs,
            set_aside,
        } = KeptGames::open(path, &conditions, names, self.openings.numbers().start)?;
        if let Some((aside, difference)) = set_aside {
            log::error!(
                "{}: the games in it were played under other conditions ({difference}); they are now in {}",
                path.display(),
                aside.display()
            );
        }
        let wanted = self.openings.numbers();
        let kept = pairs.iter().take(wanted.len());
        kept.flatten().for_each(|played| samples.add(played));
        let lacking = wanted.start + (pairs.len() as u32)..wanted.end;
        self.play(subject, lacking, |pair| {
            file.add(pair)?;
            pair.iter().for_each(|played| samples.add(played));
            Ok(())
        })
    }

    /// Plays the pairs with these numbers until `finished` fails.
    fn play(
        &self,
        subject: &Contestant,
        pairs: Range<u32>,
        mut finished: impl FnMut(&[PlayedGame; 2]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        if pairs.is_empty() {
            return Ok(());
        }
        let personality_match = PersonalityMatch {
            subject: &subject.personality,
            subject_nodes: subject.nodes,
            opponent: &self.opponent.personality,
            opponent_nodes: self.opponent.nodes,
            start: self.openings.start(),
            seed: self.seed,
            threads: self.arguments.threads as usize,
        };
        let done = 2 * u64::from(pairs.start - self.openings.numbers().start);
        let bar = progress_bar("games", done + 2 * pairs.len() as u64)?
            .with_message(subject.label(&self.opponent))
            .with_position(done);
        bar.reset_eta();
        let mut result = Ok(());
        personality_match.play(pairs, |pair| {
            bar.inc(2);
            result = finished(&pair);
            result.is_ok()
        });
        bar.finish_and_clear();
        result
    }

    /// A match between a personality and the opponent from the start position, with books and
    /// repertoires.
    pub fn free_match<'b>(&'b self, subject: &'b Personality) -> PersonalityMatch<'b> {
        PersonalityMatch {
            subject,
            subject_nodes: self.arguments.nodes,
            opponent: &self.opponent.personality,
            opponent_nodes: self.opponent.nodes,
            start: MatchStart::Free,
            seed: self.seed,
            threads: 1,
        }
    }

    /// Who plays whom and how, for the name of a file.
    fn label(&self, subject: &Contestant) -> String {
        format!(
            "{}-{}-{}-{}",
            subject.label(&self.opponent),
            self.opponent.personality.name(),
            self.opponent.nodes,
            self.openings.label()
        )
    }
}

impl Contestant {
    /// The name, with the nodes where they are not the opponent's.
    fn label(&self, opponent: &Contestant) -> String {
        let name = self.personality.name();
        match self.nodes == opponent.nodes {
            true => name.to_owned(),
            false => format!("{name}-at-{}", self.nodes),
        }
    }
}

impl GameSource for RosterGames<'_> {
    fn claims(&self, name: &str) -> anyhow::Result<Vec<Claim>> {
        Ok(self.roster.load(name)?.claims().to_vec())
    }

    fn samples(&self, name: &str) -> anyhow::Result<ObservedGames> {
        self.weaker_samples(name, 1.0)
    }

    fn weaker_samples(&self, name: &str, nodes_share: f64) -> anyhow::Result<ObservedGames> {
        let nodes = (self.arguments.nodes as f64 * nodes_share).round() as u64;
        self.games(&Contestant {
            personality: self.roster.load(name)?.clone(),
            nodes: nodes.max(1),
        })
    }
}
