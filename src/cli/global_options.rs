//! Options that every command takes.

use std::path::PathBuf;

use clap::{Args, Command};
use masque::config::Mebibytes;
use masque::evaluation::EvaluationKind;
use masque::personality::PlayingStrength;
use masque::search::RepetitionPolicy;

/// Options that may stand on either side of a command.
#[derive(Clone, Debug, Args)]
pub struct GlobalOptions {
    /// Who plays: a name that `masque personality list` shows, or a file.
    #[arg(long, global = true, value_name = "NAME|FILE")]
    pub personality: Option<String>,
    /// Play like a person of this rating (500 to 2800), at full strength (full), or at the rating of the
    /// opponent where that is told (opponent).
    #[arg(long, global = true, value_name = "N|full|opponent")]
    pub elo: Option<PlayingStrength>,
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
    /// How positions are judged: network (the default) or classical (without the network).
    #[arg(long, global = true, value_name = "KIND")]
    pub evaluation: Option<EvaluationKind>,
}

/// What the commands use of these options; a command that is not listed uses none but those that
/// every command has.
const USED: &[(&str, &[&str])] = &[
    ("play", ENGINE),
    ("xboard", ENGINE),
    ("fics", ENGINE),
    ("explain", ENGINE),
    ("bench", &["personality", "repetition", "evaluation"]),
    ("eval", &["personality", "evaluation"]),
    ("learn", &["learning_file"]),
    ("personality fingerprint", &["seed"]),
    ("tune evaluation", &["seed"]),
    ("tune search", &["seed"]),
    ("tune personality", &["seed"]),
    ("tune compare", &["seed"]),
    ("tune race", &["seed"]),
    ("lab selfplay", &["seed"]),
    ("lab root-moves", &["seed"]),
    ("lab fit-levels", &["seed"]),
    ("lab calibrate", &["seed"]),
    ("tournament", &["seed", "hash_mib"]),
    ("league", &["seed", "hash_mib", "tablebases"]),
    ("personality preview", &["seed", "elo"]),
];
/// What a command uses that plays or searches as in a game.
const ENGINE: &[&str] = &[
    "personality",
    "elo",
    "hash_mib",
    "tablebases",
    "seed",
    "learn",
    "learning_file",
    "repetition",
    "evaluation",
];
/// What every command has.
const COMMON: &[&str] = &["config", "log", "help", "version"];

/// The command line in whose help each command shows the options that it uses. The others are
/// understood all the same.
pub fn with_useful_help(mut command: Command) -> Command {
    command.build();
    for name in names(&command) {
        command = command.mut_subcommand(&name, |sub| hide_unused(sub, &name));
    }
    command
}

fn names(command: &Command) -> Vec<String> {
    let names = command.get_subcommands().map(Command::get_name);
    names.map(str::to_owned).collect()
}

fn hide_unused(mut command: Command, path: &str) -> Command {
    for name in names(&command) {
        let path = format!("{path} {name}");
        command = command.mut_subcommand(&name, |sub| hide_unused(sub, &path));
    }
    let is_of = |used: &str| path == used || path.starts_with(&format!("{used} "));
    let rows = USED.iter().filter(|(used, _)| is_of(used));
    let used: Vec<&str> = rows.flat_map(|(_, options)| *options).copied().collect();
    command.mut_args(|argument| {
        let id = argument.get_id().as_str();
        let is_unused = argument.is_global_set() && !COMMON.contains(&id) && !used.contains(&id);
        argument.hide(is_unused)
    })
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
