//! Observed games of the roster's personalities: played now, or kept from an earlier run.

use std::fs;

use anyhow::Context;
use masque::lab::matches::personality_match::{MatchStart, PersonalityMatch, PlayedGame};
use masque::lab::style::observation::check_claims;
use masque::lab::style::observed_games::ObservedGames;
use masque::personality::{Claim, Personality, Roster};

use super::conditions::{Contestant, MatchOpenings};
use super::{FingerprintArguments, GameSource};
use crate::cli::kept_match;

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
        let label = subject.label(&self.opponent);
        let pairs = self.openings.numbers();
        match &self.arguments.keep {
            None => kept_match::play(
                || self.played(subject),
                &label,
                pairs,
                0,
                |pair| {
                    add(pair);
                    Ok(())
                },
            )?,
            Some(directory) => {
                let path = directory.join(format!("{}.pgn", self.label(subject)));
                let conditions = self.openings.conditions(subject, &self.opponent)?;
                let names = [label.as_str(), self.opponent.personality.name()];
                let played = || self.played(subject);
                let resumed = kept_match::resume(played, &path, &conditions, names, pairs, add);
                resumed.with_context(|| path.display().to_string())?;
            }
        }
        Ok(samples)
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
        let nodes = (self.arguments.nodes as f64 * nodes_share).round() as u64;
        self.games(&Contestant {
            personality: self.roster.load(name)?.clone(),
            nodes: nodes.max(1),
        })
    }
}
