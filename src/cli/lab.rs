//! The command `lab`: makes games to learn from, checks their files and merges them; fits and tries
//! what predicts the moves of people; rates players.

mod calibrate;
mod fit_everybody;
mod fit_levels;
mod kept_training;
mod predict;
mod ratings;
mod root_moves;
mod self_play;
mod shards;
mod slips;
mod train_network;
mod who_played;

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use masque::personality::Roster;
pub use ratings::HELPED;

/// What the laboratory can do with games.
#[derive(Debug, Subcommand)]
pub enum LabCommand {
    /// Play games against itself and keep them to learn from.
    ///
    /// Game number n depends on the seed plus n alone: the same seed and limits give the same file
    /// on any machine, with any number of threads, in one run or in merged shards. The file is
    /// written beside its name and renamed when it is whole.
    #[command(name = "selfplay")]
    SelfPlay(self_play::SelfPlay),
    /// Search positions of games and write the scores and features of their root moves.
    ///
    /// A line of the file, comma-separated values, is a move: the number of its position and game,
    /// the position, the score in centipawns, the expected line, and every feature in permille. What
    /// a taste shifts, and what it costs, can be worked out from it without playing games.
    RootMoves(root_moves::RootMoveArguments),
    /// Check files of self-play: headers, counts, checksums, and every game move by move; the parts of
    /// tuning journals; and the parts of kept games in directories.
    Verify {
        /// The files or directories.
        #[arg(required = true, value_name = "FILE|DIR")]
        paths: Vec<PathBuf>,
    },
    /// Put the parts of long work together: what --shard made becomes what one run would have made.
    ///
    /// Files of self-play become one file; the parts of a decision of `masque tune` are added to the journal;
    /// all parts of kept games in directories become their matches' files in another directory, or in the
    /// same. Refuses gaps, overlaps, games of another search or under
    /// other conditions, and damaged files.
    Merge {
        /// The file to write, the journal, or the directory for kept games.
        #[arg(short, long, value_name = "FILE|DIR")]
        output: PathBuf,
        /// The files or directories, in any order.
        #[arg(required = true, value_name = "FILE|DIR")]
        paths: Vec<PathBuf>,
    },
    /// Fit what people of each rating play, from their moves.
    ///
    /// Searches the positions, fits the weights of the choice, and with `--games` trains a policy
    /// network before. All slow work is kept in the working directory and resumed from there. Every
    /// fifth game is held back; the report is on those. The same data and seed give the same files on
    /// any number of threads.
    FitLevels(fit_levels::FitLevels),
    /// Fit what everybody likes, beside whom `personality fit` sees a player, from the games of many.
    FitEverybody(fit_everybody::FitEverybody),
    /// Fit players to half of their games and tell whose the other games are: how recognisable a twin is.
    WhoPlayed(who_played::WhoPlayed),
    /// Rate the levels by games: each against the one below, and against players of known ratings.
    ///
    /// The games are kept in the working directory and taken up again; a game depends on its number and
    /// the seed alone.
    Calibrate(calibrate::Calibrate),
    /// Rate players by their games: the ratings under which the results are the likeliest.
    ///
    /// A drawn game counts as half a win. The errors are halves of 95 % intervals.
    Ratings(ratings::Ratings),
    /// Train the network that judges positions, on games of self-play.
    ///
    /// Some positions are held back; the report is on those. The same data and seed give the same file
    /// on any number of threads, in one run or in several.
    TrainNetwork(train_network::TrainNetwork),
    /// Predict the moves of people: the probability of every legal move.
    ///
    /// Reads a table with the columns id, fen, last_move and elo, plain or compressed (.gz); writes a
    /// table with id, move and probability.
    Predict(predict::Predict),
    /// Count how often people of each rating, or levels in their games, hang pieces, take back and see
    /// mates in one.
    Slips(slips::Slips),
}

/// Does what was asked and reports on `out`; all randomness comes from `seed`.
pub fn run(
    out: &mut impl Write,
    command: &LabCommand,
    roster: &Roster,
    seed: u64,
) -> anyhow::Result<()> {
    match command {
        LabCommand::SelfPlay(arguments) => self_play::run(out, arguments, seed),
        LabCommand::RootMoves(arguments) => root_moves::run(out, arguments, seed),
        LabCommand::Verify { paths } => shards::verify(out, paths),
        LabCommand::Merge { output, paths } => shards::merge(out, output, paths),
        LabCommand::FitLevels(arguments) => fit_levels::run(out, arguments, seed),
        LabCommand::FitEverybody(arguments) => fit_everybody::run(out, arguments, seed),
        LabCommand::WhoPlayed(arguments) => who_played::run(out, arguments, seed),
        LabCommand::Calibrate(arguments) => calibrate::run(out, arguments, roster, seed),
        LabCommand::Ratings(arguments) => ratings::run(out, arguments),
        LabCommand::TrainNetwork(arguments) => train_network::run(out, arguments, seed),
        LabCommand::Predict(arguments) => predict::run(out, arguments),
        LabCommand::Slips(arguments) => slips::run(out, arguments),
    }
}
