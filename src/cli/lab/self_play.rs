//! The command `lab selfplay`: games of the engine against itself, written as a file of games.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use masque::board::Color;
use masque::evaluation::EvaluationKind;
use masque::lab::bench::{DEFAULT_DEPTH_PLIES, bench};
use masque::lab::shard::Shard;
use masque::lab::training::self_play::{HARD_LIMIT_FACTOR, SelfPlayRules};
use masque::lab::training::shard::ShardHeader;
use masque::search::RepetitionPolicy;

use super::shards::ShardFile;
use crate::cli::progress::progress_bar;

/// Which games to play.
#[derive(Debug, Args)]
pub struct SelfPlay {
    /// How many games, of all shards together.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Nodes for each move: a search ends after the iteration in which it passes them.
    #[arg(long, default_value_t = 5_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Break a search off at this many nodes and take its last completed iteration [default: 8
    /// times --nodes].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    hard_nodes: Option<u64>,
    /// How many games are played at once; the file does not depend on it.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Play only part K of N of the games, for `masque lab merge` to put together.
    #[arg(long, default_value_t = Shard::WHOLE, value_name = "K/N")]
    shard: Shard,
    /// The file of games to write; src/lab/training/shard.rs describes the format.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Plays the games and writes them; `seed` is the first game's of all shards.
pub fn run(out: &mut impl std::io::Write, arguments: &SelfPlay, seed: u64) -> anyhow::Result<()> {
    let part = arguments.shard.part_of(arguments.games);
    let seeds = seed
        .checked_add(part.start)
        .zip(seed.checked_add(part.end))
        .context("the seeds of the games go beyond the largest number")?;
    let seeds = seeds.0..seeds.1;
    let rules = SelfPlayRules {
        soft_nodes: arguments.nodes,
        hard_nodes: arguments
            .hard_nodes
            .unwrap_or(arguments.nodes.saturating_mul(HARD_LIMIT_FACTOR)),
    };
    // The signature is measured and not quoted, so that no file can name another search than the
    // one that played.
    let signature = bench(
        DEFAULT_DEPTH_PLIES,
        RepetitionPolicy::default(),
        EvaluationKind::default(),
        |_, _| (),
    )?;
    let games = seeds.end - seeds.start;
    let header = ShardHeader {
        bench_signature: signature.nodes,
        arguments: rules.arguments(),
        first_seed: seeds.start,
        games,
    };
    let mut file = ShardFile::create(&arguments.out, &header)?;
    let bar = progress_bar("games", games)?;
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    let mut written = Ok(());
    rules.play(seeds, arguments.threads as usize, |game| {
        match game.conclusion.winner() {
            Some(Color::White) => won += 1,
            Some(Color::Black) => lost += 1,
            None => drawn += 1,
        }
        written = file.write_game(&game);
        bar.inc(1);
        written.is_ok()
    });
    bar.finish_and_clear();
    written?;
    let counts = file.finish()?;
    writeln!(
        out,
        "{games} games (White won {won}, drew {drawn}, lost {lost}), {} positions, {} bytes",
        counts.searched_plies, counts.game_bytes
    )?;
    Ok(())
}
