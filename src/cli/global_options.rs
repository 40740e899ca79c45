//! Options that every command takes.

use std::path::PathBuf;

use clap::Args;
use masque::config::Mebibytes;
use masque::search::RepetitionPolicy;

/// Options that may stand on either side of a command.
#[derive(Clone, Debug, Args)]
pub struct GlobalOptions {
    /// Who plays: a name that `masque personality list` shows, or a file.
    #[arg(long, global = true, value_name = "NAME|FILE")]
    pub personality: Option<String>,
    /// The configuration file, instead of a masque.toml that is found.
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Append a log to this file; RUST_LOG chooses what goes in.
    #[arg(long, global = true, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// The size of the transposition table in MiB.
    #[arg(long, global = true, value_name = "N")]
    pub hash_mib: Option<Mebibytes>,
    /// The directory with Syzygy tablebases; may be said more than once.
    #[arg(long, global = true, value_name = "DIR")]
    pub tablebases: Vec<PathBuf>,
    /// The seed of all randomness: the same seed and node limit give the same game.
    #[arg(long, global = true, value_name = "N")]
    pub seed: Option<u64>,
    /// Learn from games: remember lost book lines, positions that turned out badly, and opponents.
    #[arg(long, global = true, value_name = "BOOL", num_args = 0..=1, require_equals = true,
          default_missing_value = "true")]
    pub learn: Option<bool>,
    /// The file for what is learnt, instead of the usual place.
    #[arg(long, global = true, value_name = "FILE")]
    pub learning_file: Option<PathBuf>,
    /// How repetitions are scored in the search: twofold (the default) or path-independent (H. G.
    /// Muller's rule).
    #[arg(long, global = true, value_name = "POLICY", value_parser = repetition_policy)]
    pub repetition: Option<RepetitionPolicy>,
}

fn repetition_policy(name: &str) -> Result<RepetitionPolicy, String> {
    let policies = RepetitionPolicy::ALL;
    let named = policies.into_iter().find(|policy| policy.name() == name);
    named.ok_or_else(|| {
        format!(
            "expected {}",
            policies.map(RepetitionPolicy::name).join(", ")
        )
    })
}
