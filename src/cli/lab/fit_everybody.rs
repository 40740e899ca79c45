//! The command `lab fit-everybody`: the reference beside which players are seen.

use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;
use masque::lab::twin::choice_data::ObservedChoice;
use masque::lab::twin::everybody::Everybody;
use masque::lab::twin::everybodys_games::EverybodysGames;

use crate::cli::fit::reference::{OtherGames, choices_of_others};
use crate::cli::output_file::write_output;

/// Whose games, and where to write.
#[derive(Debug, Args)]
pub struct FitEverybody {
    /// PGN files, plain or compressed (.gz, .zip). Both sides of every game count.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// So many positions of each file, evenly from its games.
    #[arg(long, default_value_t = 6_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// The file to write (src/lab/twin/everybody.txt in the source).
    #[arg(short, long, default_value = "everybody.txt", value_name = "FILE")]
    output: PathBuf,
    /// Threads that share the work; nothing depends on their number.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Fits, writes, and says how well the moves are predicted.
pub fn run(out: &mut impl Write, arguments: &FitEverybody, seed: u64) -> anyhow::Result<()> {
    let mut choices: Vec<ObservedChoice> = Vec::new();
    let (mut games, mut seen, mut people) = (0, Vec::new(), Vec::new());
    for path in &arguments.games {
        let others = OtherGames {
            files: std::slice::from_ref(path),
            player: &[],
            positions: arguments.positions as usize,
        };
        let threads = arguments.threads as usize;
        let found = choices_of_others(&others, games, seed, threads)?;
        choices.extend(found.choices);
        games += found.sides;
        seen.push(found.games);
        people.push(found.main_player);
    }
    ensure!(!choices.is_empty(), "there is no position to learn from");
    let games_of_all = EverybodysGames::of(&seen).with_people(&people);
    let everybody = Everybody::fit(&choices, arguments.threads as usize).with_games(games_of_all);
    let remarks = [
        format!(
            "Written by `masque lab fit-everybody --positions {} --seed {seed}` from {} files.",
            arguments.positions,
            arguments.games.len()
        ),
        format!("{} positions of {games} sides of games.", choices.len()),
    ];
    write_output(&arguments.output, everybody.to_text(&remarks).as_bytes())?;
    writeln!(
        out,
        "{} positions of {games} sides of games, {:.4} nats a move",
        choices.len(),
        everybody.log_likelihood(&choices)
    )?;
    Ok(())
}
