//! Whom a player is compared with: the choices of others, from their games.

use std::path::PathBuf;

use masque::lab::style::observed_games::ObservedGames;
use masque::lab::twin::choice_data::ObservedChoice;
use masque::lab::twin::everybodys_games::observed;
use masque::lab::twin::player_games::{SidedGame, main_player, sides_of_others};
use masque::lab::twin::scored_choice::{PositionRules, scored_choices};

use crate::cli::pgn_files::PgnFiles;
use crate::cli::progress::progress_bar;

/// Fewer positions of a game would be mostly the work of reading it.
const LEAST_OF_A_GAME: usize = 4;
/// More are hardly in any.
const MOST_OF_A_GAME: usize = 200;

/// Games of others.
pub struct OtherGames<'f> {
    /// The files.
    pub files: &'f [PathBuf],
    /// The player who does not count, by the spellings in the files.
    pub player: &'f [(String, usize)],
    /// About so many positions, evenly from all games.
    pub positions: usize,
}

/// What others did in their games.
pub struct FoundOthers {
    /// Their choices in some of the games.
    pub choices: Vec<ObservedChoice>,
    /// The number of sides of games that the choices are from.
    pub sides: u32,
    /// What is seen in all of their games.
    pub games: ObservedGames,
    /// What is seen in those of whoever plays most of them.
    pub main_player: ObservedGames,
}

/// What others did in their games, with choices numbered from `first_number` on.
pub fn choices_of_others(
    others: &OtherGames<'_>,
    first_number: u32,
    seed: u64,
    threads: usize,
) -> anyhow::Result<FoundOthers> {
    let read = PgnFiles::read(others.files)?;
    let sides = sides_of_others(&read.games, others.player);
    let games = observed(&sides);
    let main_player = observed(&main_player(&sides));
    let (sides, rules) = spread(sides, others.positions, seed);
    let bar = progress_bar("games of everybody", sides.len() as u64)?;
    let (scored, _) = scored_choices(&sides, &rules, first_number, threads, || bar.inc(1));
    bar.finish_and_clear();
    Ok(FoundOthers {
        choices: scored.into_iter().map(|it| it.choice).collect(),
        sides: sides.len() as u32,
        games,
        main_player,
    })
}

/// Games and positions of them, about so many positions in all: fewer of every game, and fewer games where
/// that would leave hardly any.
pub fn spread(
    games: Vec<SidedGame<'_>>,
    positions: usize,
    seed: u64,
) -> (Vec<SidedGame<'_>>, PositionRules) {
    let most_games = (positions / LEAST_OF_A_GAME).max(1);
    let apart = games.len().div_ceil(most_games).max(1);
    // One of each stretch, at another place each time, so that both colours count.
    let stretches = games.chunks(apart).enumerate();
    let kept: Vec<SidedGame<'_>> = stretches
        .map(|(number, stretch)| stretch[number % stretch.len()])
        .collect();
    let per_game = positions.div_ceil(kept.len().max(1));
    let rules = PositionRules {
        per_game: per_game.clamp(LEAST_OF_A_GAME, MOST_OF_A_GAME),
        seed,
        has_theory: false,
    };
    (kept, rules)
}
