//! The command line: its commands and their help texts. The arguments of larger commands are with
//! the commands.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use masque::lab::bench;

use super::book::BookCommand;
use super::explain::ExplainArguments;
use super::fics::FicsArguments;
use super::fingerprint::FingerprintArguments;
use super::fit::FitArguments;
use super::global_options::GlobalOptions;
use super::install::InstallPlace;
use super::lab::LabCommand;
use super::league::LeagueCommand;
use super::learn::LearnCommand;
use super::number_argument::number_within;
use super::play::PlayArguments;
use super::preview::PreviewArguments;
use super::tournament::TournamentArguments;
use super::tune::TuneCommand;
use super::wizard::NewArguments;

/// A chess engine with character for xboard and WinBoard.
///
/// Without a command it speaks the xboard protocol (version 2) on standard input and output.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, after_help = EXAMPLES)]
pub struct CliArguments {
    /// The command; without one masque speaks the xboard protocol, or prints advice when a person is
    /// at the keyboard.
    #[command(subcommand)]
    pub command: Option<CliCommand>,
    #[command(flatten)]
    pub options: GlobalOptions,
}

const EXAMPLES: &str = "Examples:
  masque play hypermodern          a game in this terminal
  masque play --color black --time 5+3
  xboard -fcp 'masque --personality hypermodern'";

/// What masque can do besides speaking the protocol.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Play a game in the terminal.
    Play(PlayArguments),
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
        evaluation_cost: bool,
    },
    /// Count the legal move sequences of a position.
    Perft {
        /// The length of the sequences in plies.
        #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=20))]
        depth_plies: u32,
        /// The position, a FEN or startpos; without one, the start of the game.
        fen: Vec<String>,
    },
    /// Take the evaluation of a position apart, term by term.
    Eval {
        /// The position: a FEN, or startpos.
        #[arg(required = true)]
        fen: Vec<String>,
    },
    /// Rank the moves of a position by what a personality makes of them, with its reasons.
    Explain(ExplainArguments),
    /// Play on an Internet chess server.
    Fics(FicsArguments),
    /// Look at what was learnt from games, and forget it.
    Learn {
        #[command(subcommand)]
        command: LearnCommand,
    },
    /// Put every personality into the list of engines of xboard or WinBoard, and install manual pages
    /// and completions.
    Install(InstallPlace),
    /// Take them out of it again.
    Uninstall(InstallPlace),
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
    /// Let personalities, levels and other engines play a tournament.
    ///
    /// The games are kept in the working directory and taken up again. Games between personalities and
    /// levels at fixed nodes depend on their numbers and the seed alone.
    Tournament(TournamentArguments),
    /// Climb a ladder of characters and levels in the terminal.
    ///
    /// Without a command it shows the table and your next match.
    League {
        #[command(subcommand)]
        command: Option<LeagueCommand>,
    },
    /// Make opening books from games.
    Book {
        #[command(subcommand)]
        command: BookCommand,
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
    /// List everybody who can play, with style, strength and cost.
    List {
        /// Only those of this group.
        #[arg(value_name = "GROUP", conflicts_with = "markdown")]
        group: Option<String>,
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
        /// Only keys with this word in their names or meanings.
        #[arg(value_name = "WORD", conflicts_with = "markdown")]
        word: Option<String>,
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
    /// Make a personality of your own, question by question, and see how it ranks typical moves.
    New(NewArguments),
    /// Show what somebody plays in ten typical positions, beside somebody else, and why.
    Preview(PreviewArguments),
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
    /// Make a personality of somebody's games: a twin with the player's tastes, openings and habits.
    ///
    /// Tastes are what the player likes and avoids beside everybody else, fitted to the moves that could
    /// have been made; opening lines, pace, and when games are given up or agreed drawn are counted. The
    /// same games and seed give the same file, with any number of threads. Nothing leaves the machine.
    Fit(FitArguments),
    /// Play games, or read them, and show what can be seen of a character in them.
    Fingerprint(FingerprintArguments),
}

/// A share from 0 to 1 in thousandths.
fn permille(text: &str) -> Result<u32, String> {
    number_within(0.0, 1.0)(text).map(|share: f64| (share * 1_000.0).round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        CliArguments::command().debug_assert();
    }

    #[test]
    fn options_may_stand_on_either_side_of_the_command() {
        for line in [
            ["masque", "--seed", "7", "bench"],
            ["masque", "bench", "--seed", "7"],
        ] {
            let arguments = CliArguments::try_parse_from(line).unwrap();
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
            assert!(CliArguments::try_parse_from(line).is_err(), "{line:?}");
        }
    }
}
