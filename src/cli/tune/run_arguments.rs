//! The options that all tuning runs share.

use std::path::PathBuf;

use clap::Args;
use masque::foreign::EngineDescription;
use masque::lab::matches::game::OPENING_PLIES;
use masque::lab::shard::Shard;
use masque::lab::tuning::interface::MethodSettings;
use masque::lab::tuning::methods::MethodName;
use masque::lab::tuning::objectives::games::GameConditions;
use masque::lab::tuning::pairs::ObjectiveName;

use super::{positive, share};

/// What to look for, how, and where to write.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// What candidates are judged by: games, suite, positions, td-leaf, prediction or style.
    #[arg(long, value_name = "O")]
    pub objective: Option<ObjectiveName>,
    /// How better values are looked for: hand, screen, hill-climb, annealing, genetic, cma-es, spsa or adam.
    #[arg(long, value_name = "M")]
    pub method: Option<MethodName>,
    /// Judgements of candidates; with games, pairs of games with one opening.
    #[arg(long, visible_alias = "pairs", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub trials: Option<u64>,
    /// Trials for one decision; as many can be made at once. In games 8 for spsa, 32 to
    /// 400 for others; else 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub batch: Option<u64>,
    /// How far numbers are moved, as a share of their range; spsa in the last trial, others in the
    /// first. .05 for spsa, .2 for hill-climb and annealing, else .1.
    #[arg(long, value_name = "C", value_parser = share)]
    pub spread: Option<f64>,
    /// With spsa how far a point moves a number in the last trial, as a share of the spread (.01); with
    /// adam the size of the first steps (1); with annealing the points that a step may lose at first (.01).
    #[arg(long, value_name = "R", value_parser = positive)]
    pub rate: Option<f64>,
    /// The numbers to tune, by name or group.
    #[arg(long, value_delimiter = ',', value_name = "NAME,...")]
    pub only: Vec<String>,
    /// Begin from the values in this file (lines `name = value`) instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// For the methods hand and screen: values of your own, as files or as `name=value`. The first judges
    /// them together, the second says what each of them adds.
    #[arg(long = "try", num_args = 1.., value_name = "NAME=VALUE|FILE")]
    pub values: Vec<String>,
    /// Keep the outcomes of all trials in this file and go on from it if it is there.
    #[arg(long, alias = "resume", value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Make only part K of N of the trials for the next decision, in a file beside the journal;
    /// `masque lab merge` adds the parts to it.
    #[arg(long, value_name = "K/N", requires = "journal")]
    pub shard: Option<Shard>,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// How many trials are made at once; the result does not depend on it.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
    /// Games and suites: how they are played.
    #[command(flatten)]
    pub games: GameArguments,
}

/// How games and suites are played.
#[derive(Debug, Args)]
pub struct GameArguments {
    /// Nodes for each move in games and suites.
    #[arg(long, default_value_t = 3_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// The least number of random plies at the start of a game.
    #[arg(long, default_value_t = OPENING_PLIES, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=40))]
    pub opening_plies: u32,
    /// Play against these engines instead of against other values: `name=N,command=C,protocol=uci`, as in
    /// tournaments.
    #[arg(long, value_name = "ENGINE")]
    pub opponent: Vec<EngineDescription>,
}

impl GameArguments {
    /// The conditions of games.
    pub fn conditions(&self, seed: u64) -> GameConditions {
        GameConditions {
            nodes: self.nodes,
            opening_plies: self.opening_plies,
            seed,
        }
    }
}

impl RunArguments {
    /// The settings of a method, the usual ones where nothing is said.
    pub fn settings(
        &self,
        objective: ObjectiveName,
        method: MethodName,
        trials: u64,
        seed: u64,
    ) -> MethodSettings {
        let usual_batch = match objective {
            ObjectiveName::Games => method.usual_batch_in_games(),
            _ => 1,
        };
        let [spread, rate] = method.usual_gains();
        MethodSettings {
            trials,
            batch: self.batch.unwrap_or(usual_batch),
            spread: self.spread.unwrap_or(spread),
            rate: self.rate.unwrap_or(rate),
            seed,
        }
    }
}
