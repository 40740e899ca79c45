//! The command line as it can be typed.
//!
//! Owns names, help texts and the form of each value. It must not know what any of them does.

use std::path::PathBuf;

use super::explain::Explain;
use super::fics::Fics;
use super::fingerprint;
use super::install::Place;
use clap::{Args, Parser, Subcommand, ValueEnum};
use masque::board::Position;
use masque::config::Mebibytes;
use masque::lab::bench;
use masque::search::RepetitionPolicy;
use masque::terminal::clock::FischerTimeControl;

use super::lab::LabCommand;
use super::tune::TuneCommand;

/// A chess engine with character for xboard and WinBoard.
///
/// Without a command it speaks the xboard protocol (version 2) on standard input and output.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Arguments {
    /// What is wanted; `None` is the protocol, or advice when a person is at the keyboard.
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub options: Options,
}

const EXAMPLES: &str = "Examples:
  masque play hypermodern          a game in this terminal
  masque play --color black --time 5+3
  xboard -fcp 'masque --personality hypermodern'";

/// What can be said with every command.
#[derive(Clone, Debug, Args)]
pub struct Options {
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

/// What masque can do besides speaking the protocol.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game in the terminal.
    Play(Play),
    /// Search a fixed set of positions and print the nodes, a signature of the search.
    ///
    /// With --personality also what its taste costs in nodes and time to the same depth.
    Bench {
        /// The depth of each search in plies.
        #[arg(value_name = "DEPTH", default_value_t = bench::DEFAULT_DEPTH_PLIES,
              value_parser = clap::value_parser!(u32).range(1..=60))]
        depth_plies: u32,
        /// Print each position with its nodes and milliseconds.
        #[arg(long)]
        verbose: bool,
        /// Print what an evaluation costs instead, under the weights of --personality.
        #[arg(long, conflicts_with_all = ["verbose", "depth_plies"])]
        evaluation: bool,
    },
    /// Count the legal move sequences of a position.
    Perft {
        /// The length of the sequences in plies.
        #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=20))]
        depth_plies: u32,
        /// The position; without one, the start of the game.
        fen: Vec<String>,
    },
    /// Take the evaluation of a position apart, term by term.
    Eval {
        /// The position.
        #[arg(required = true)]
        fen: Vec<String>,
    },
    /// Rank the moves of a position by what a personality makes of them, with its reasons.
    Explain(Explain),
    /// Play on an Internet chess server.
    Fics(Fics),
    /// Put every personality into xboard's list of engines.
    Install(Place),
    /// Take them out of it again.
    Uninstall(Place),
    /// Look at personalities, and check your own.
    Personality {
        #[command(subcommand)]
        command: PersonalityCommand,
    },
    /// Speak the xboard protocol, as without a command.
    Xboard,
    /// Look for better numbers of the engine: fit them to data, or play for them.
    Tune {
        #[command(subcommand)]
        command: TuneCommand,
    },
    /// Make games to learn from, check their files and merge them.
    Lab {
        #[command(subcommand)]
        command: LabCommand,
    },
}

/// What can be done with personalities.
#[derive(Debug, Subcommand)]
pub enum PersonalityCommand {
    /// Read files and say what is wrong with them.
    Check {
        /// Personality files.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// List everybody who can play.
    List {
        /// As the page of documentation, in Markdown.
        #[arg(long)]
        markdown: bool,
    },
    /// Show who somebody is and what they like.
    Show {
        /// A name from the list, or a file.
        #[arg(value_name = "NAME|FILE")]
        personality: String,
    },
    /// Print every key that a personality file can have, with unit, range, default and meaning.
    Keys {
        /// As a page of documentation instead.
        #[arg(long)]
        markdown: bool,
    },
    /// Show in what two personalities differ.
    Diff {
        /// A name from the list, or a file.
        #[arg(value_name = "NAME|FILE")]
        one: String,
        /// Another.
        #[arg(value_name = "NAME|FILE")]
        other: String,
    },
    /// Mix two personalities into one.
    Mix {
        /// A name from the list, or a file.
        #[arg(value_name = "NAME|FILE")]
        one: String,
        /// Another.
        #[arg(value_name = "NAME|FILE")]
        other: String,
        /// How much of the first, from 0 to 1.
        #[arg(long, value_name = "R", default_value = "0.5", value_parser = permille)]
        ratio: u32,
        /// Where to write the file, under whose name it is known; without it, it is printed.
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Import personalities of Chessmaster (.CMP, cm_parm lines), HIARCS and Rodent (options).
    Import {
        /// Files of theirs.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The directory for the personality files; without it, they are printed.
        #[arg(long, value_name = "DIRECTORY")]
        output: Option<PathBuf>,
    },
    /// Play games, or read them, and show what can be seen of a character in them.
    Fingerprint(fingerprint::FingerprintArguments),
}

/// A game in the terminal.
#[derive(Debug, Args)]
pub struct Play {
    /// Your opponent: a name that `masque personality list` shows, or a file.
    #[arg(value_name = "PERSONALITY")]
    pub opponent: Option<String>,
    /// Your colour.
    #[arg(long, value_enum, default_value_t = OwnColor::White)]
    pub color: OwnColor,
    /// The clock for both: minutes and seconds a move, like 5+3.
    #[arg(long, value_name = "MINUTES+SECONDS")]
    pub time: Option<FischerTimeControl>,
    /// Seconds your opponent thinks about each move, when nobody has a clock.
    #[arg(long, value_name = "SECONDS", conflicts_with = "time", value_parser = seconds)]
    pub move_time: Option<std::time::Duration>,
    /// Nodes your opponent searches at most for each move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Plies your opponent searches at most for each move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Option<u32>,
    /// Begin from this position.
    #[arg(long)]
    pub fen: Option<Position>,
    /// Begin from the start position of Chess960 with this number.
    #[arg(long, value_name = "NUMBER", conflicts_with = "fen",
          value_parser = clap::value_parser!(u32).range(0..960))]
    pub chess960: Option<u32>,
    /// Draw the board with letters instead of figurines.
    #[arg(long)]
    pub ascii: bool,
}

/// Which side the person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OwnColor {
    White,
    Black,
    Random,
}

fn seconds(text: &str) -> Result<std::time::Duration, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.01..=86_400.0).contains(seconds))
        .map(std::time::Duration::from_secs_f64)
        .ok_or_else(|| "expected seconds from 0.01 to 86400".to_owned())
}

/// A share from 0 to 1 in thousandths.
fn permille(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
        .map(|share: f64| (share * 1_000.0).round() as u32)
        .ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn options_may_stand_on_either_side_of_the_command() {
        for line in [
            ["masque", "--seed", "7", "bench"],
            ["masque", "bench", "--seed", "7"],
        ] {
            let arguments = Arguments::try_parse_from(line).unwrap();
            assert_eq!(arguments.options.seed, Some(7));
        }
    }

    #[test]
    fn values_out_of_range_are_refused() {
        for line in [
            ["masque", "--hash-mib", "0"],
            ["masque", "--hash-mib", "many"],
            ["masque", "bench", "0"],
            ["masque", "play", "--time=never"],
            ["masque", "play", "--move-time=0"],
            ["masque", "play", "--chess960=960"],
            ["masque", "play", "--fen=8/8"],
            ["masque", "personality", "import"],
        ] {
            assert!(Arguments::try_parse_from(line).is_err(), "{line:?}");
        }
    }
}
