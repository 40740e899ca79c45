//! The command `lab who-played`: how well players are told by their unseen games.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use masque::board::PgnGame;
use masque::lab::twin::choice_data::ObservedChoice;
use masque::lab::twin::everybody::Everybody;
use masque::lab::twin::player_games::{FoundPlayer, SidedGame};
use masque::lab::twin::scored_choice::{PositionRules, scored_choices};
use masque::lab::twin::who_played::{AskedGame, KnownPlayer, OpeningCounts, told_right};

use crate::cli::pgn_files::PgnFiles;
use crate::cli::progress::progress_bar;

/// Whose games, and how many.
#[derive(Debug, Args)]
pub struct WhoPlayed {
    /// A file of games for each player, named after the player (Tal.pgn), plain or compressed.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Games of each player at most, evenly from the file: every other one is learnt from.
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    most_games: u32,
    /// Positions of a game.
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    per_game: u32,
    /// So many games are told at once.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    bag: u32,
    /// Threads that share the work; nothing depends on their number.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Learns from every other game, asks about the rest, and reports.
pub fn run(out: &mut impl Write, arguments: &WhoPlayed, seed: u64) -> anyhow::Result<()> {
    let mut players: Vec<(String, Vec<PgnGame>)> = Vec::new();
    for path in &arguments.games {
        let stem = path.file_name().unwrap_or_default().to_string_lossy();
        let name = stem.split('.').next().unwrap_or_default().to_owned();
        let read = PgnFiles::read(std::slice::from_ref(path))?;
        players.push((name, read.games));
    }
    ensure!(
        players.len() > 1,
        "expected the games of two players or more"
    );
    let mut all = Vec::new();
    let mut everybodys: Vec<ObservedChoice> = Vec::new();
    for (name, games) in &players {
        let games = asked_games(arguments, name, games, seed)?;
        everybodys.extend(
            games
                .iter()
                .step_by(2)
                .flat_map(|it| it.choices.iter().cloned()),
        );
        all.push(games);
    }
    let threads = arguments.threads as usize;
    let everybody = Everybody::fit(&everybodys, threads);
    for it in all.iter_mut().flatten() {
        everybody.judge(&mut it.choices);
    }
    let mut known = Vec::new();
    for games in &all {
        let learnt: Vec<AskedGame<'_>> = games.iter().step_by(2).cloned().collect();
        known.push(KnownPlayer::learn(&learnt, &everybody, threads));
    }
    let learnt = all.iter().flat_map(|games| games.iter().step_by(2));
    let pool = OpeningCounts::of(learnt.map(|it| it.game));
    writeln!(
        out,
        "bags of {} unseen games told right: openings, after them, both",
        arguments.bag
    )?;
    let mut sums = [[0; 2]; 3];
    for (player, games) in all.iter().enumerate() {
        let unseen = games.iter().skip(1).step_by(2);
        let likelihoods: Vec<Vec<[f64; 2]>> = unseen
            .map(|it| {
                known
                    .iter()
                    .map(|who| who.log_likelihoods(it, &pool))
                    .collect()
            })
            .collect();
        let told = told_right(&likelihoods, player, arguments.bag as usize);
        let shares = told.map(|[right, all]| format!("{right} of {all}"));
        writeln!(
            out,
            "{:<14} {} learnt, {}",
            players[player].0,
            games.len().div_ceil(2),
            shares.join(", ")
        )?;
        for (sum, told) in sums.iter_mut().zip(told) {
            sum[0] += told[0];
            sum[1] += told[1];
        }
    }
    let shares =
        sums.map(|[right, all]| format!("{:.3}", f64::from(right as u32) / all.max(1) as f64));
    writeln!(out, "all            {}", shares.join(", "))?;
    Ok(())
}

/// A player's games with their choices.
fn asked_games<'g>(
    arguments: &WhoPlayed,
    name: &str,
    games: &'g [PgnGame],
    seed: u64,
) -> anyhow::Result<Vec<AskedGame<'g>>> {
    let found = FoundPlayer::of(games, name).games;
    ensure!(
        !found.is_empty(),
        "nobody in the games of {name} is called so"
    );
    let apart = found.len().div_ceil(arguments.most_games as usize);
    let kept: Vec<SidedGame<'_>> = found.into_iter().step_by(apart.max(1)).collect();
    let rules = PositionRules {
        per_game: arguments.per_game as usize,
        seed,
        has_theory: false,
    };
    let bar = progress_bar(&format!("games of {name}"), kept.len() as u64)?;
    let threads = arguments.threads as usize;
    let (scored, _) = scored_choices(&kept, &rules, 0, threads, || bar.inc(1));
    bar.finish_and_clear();
    let mut asked: Vec<AskedGame<'_>> = kept
        .into_iter()
        .map(|game| AskedGame {
            game,
            choices: Vec::new(),
        })
        .collect();
    for it in scored {
        let game = asked.get_mut(it.choice.game as usize);
        game.context("a choice is of no game")?
            .choices
            .push(it.choice);
    }
    Ok(asked)
}
