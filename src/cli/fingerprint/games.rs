//! Observed games of the roster's personalities: played now, or kept from an earlier run.

use std::fs;
use std::path::Path;

use anyhow::Context;
use masque::lab::matches::personality_match::{MatchStart, PersonalityMatch, PlayedGame};
use masque::lab::shard::Shard;
use masque::lab::style::observation::check_claims;
use masque::lab::style::observed_games::ObservedGames;
use masque::personality::{Claim, Personality, Roster};

use super::conditions::{Contestant, MatchOpenings};
use super::{FingerprintArguments, GameSource};
use crate::cli::kept_match::{self, KeptMatch};

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
        let mut add = |pair: &[PlayedGame; 2]| pair.iter().for_each(|played| samples.add(played));
        match &self.arguments.keep {
            None => kept_match::play(
                || self.played(subject),
                &subject.label(&self.opponent),
                self.openings.numbers(),
                0,
                |pair| {
                    add(pair);
                    Ok(())
                },
            )?,
            Some(directory) => self.with_kept_match(directory, subject, |kept| {
                kept.resume(|| self.played(subject), add)
            })?,
        }
        Ok(samples)
    }

    /// Plays a shard's part of the games of everybody whom the report would be about.
    pub fn play_shard(&self, directory: &Path, shard: Shard) -> anyhow::Result<()> {
        let arguments = self.arguments;
        let control = arguments.control_nodes.map(|share| {
            let name = arguments.control.as_ref().unwrap_or(&arguments.against);
            (name, share)
        });
        let at_full_nodes = [&arguments.against]
            .into_iter()
            .chain(arguments.control.iter().filter(|_| control.is_none()))
            .chain(&arguments.personalities);
        for (name, share) in at_full_nodes.map(|name| (name, 1.0)).chain(control) {
            let subject = self.contestant(name, share)?;
            self.with_kept_match(directory, &subject, |kept| {
                kept.play_shard(shard, || self.played(&subject))
            })?;
        }
        Ok(())
    }

    /// Gives the match of a contestant, with its file in this directory, to somebody who plays it.
    fn with_kept_match(
        &self,
        directory: &Path,
        subject: &Contestant,
        play: impl FnOnce(&KeptMatch<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let path = directory.join(format!("{}.pgn", self.label(subject)));
        let played = play(&KeptMatch {
            path: &path,
            conditions: &self.openings.conditions(subject, &self.opponent)?,
            names: [
                &subject.label(&self.opponent),
                self.opponent.personality.name(),
            ],
            pairs: self.openings.numbers(),
        });
        played.with_context(|| path.display().to_string())
    }

    /// A player with this share of the nodes.
    fn contestant(&self, name: &str, nodes_share: f64) -> anyhow::Result<Contestant> {
        let nodes = (self.arguments.nodes as f64 * nodes_share).round() as u64;
        Ok(Contestant {
            personality: self.roster.load(name)?.clone(),
            nodes: nodes.max(1),
        })
    }

    /// The match of a contestant.
    fn played<'b>(&'b self, subject: &'b Contestant) -> PersonalityMatch<'b> {
        PersonalityMatch {
            subject: &subject.personality,
            subject_nodes: subject.nodes,
            opponent: &self.opponent.personality,
            opponent_nodes: self.opponent.nodes,
            start: self.openings.start(),
            seed: self.seed,
            threads: self.arguments.threads as usize,
        }
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
        self.games(&self.contestant(name, nodes_share)?)
    }
}
