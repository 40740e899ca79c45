//! The command `personality fit`: from somebody's games to a personality.

mod findings;
pub mod reference;
mod rehearsing;

use std::io::Write;
use std::path::PathBuf;
use std::thread;

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};
use masque::config;
use masque::lab::twin::amplitude::{Amplitude, ConcessionBudget, amplitude, of_factor};
use masque::lab::twin::choice_data::ObservedChoice;
use masque::lab::twin::differing::differing;
use masque::lab::twin::everybody::Everybody;
use masque::lab::twin::everybodys_games::{EverybodysGames, observed};
use masque::lab::twin::habits::{habits, opening_lines};
use masque::lab::twin::level::{LikeliestLevel, likeliest_level};
use masque::lab::twin::nearest::nearest;
use masque::lab::twin::player_games::{FoundPlayer, names_to_choose};
use masque::lab::twin::report_page::{self, TwinReport};
use masque::lab::twin::scored_choice::{ChoiceCounts, ScoredChoice, scored_choices};
use masque::lab::twin::tailoring::{Tailoring, TailoringBudget, tailored};
use masque::lab::twin::taste_fit::{TasteFit, fit_taste};
use masque::lab::twin::twin_file::{TwinFile, line_count};
use masque::lab::twin::wish_effects::WishEffects;
use masque::personality::{Personality, Roster};

use super::number_argument::number_within;
use super::output_file::write_output;
use super::paint::Paint;
use super::personality_files::name_of_file;
use super::pgn_files::PgnFiles;
use super::progress::progress_bar;
use reference::{OtherGames, choices_of_others, spread};
use rehearsing::Rehearsing;

/// Of fewer games no taste is fitted.
pub const LEAST_GAMES: usize = 20;
/// A level is told from so many positions at most.
const LEVEL_POSITIONS: usize = 120;
/// So many times a twin's games differ as far as the player's, unless it is said otherwise: once can hardly be
/// felt.
const EXAGGERATION: f64 = 2.0;
/// So many positions are shown.
const SHOWN_POSITIONS: usize = 5;

/// Whose games, and what to make of them.
#[derive(Debug, Args)]
pub struct FitArguments {
    /// PGN files, plain or compressed (.gz, .zip), with games of the player and perhaps of others.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The player: words of the name as it stands in the files, in capitals or not.
    #[arg(long, value_name = "NAME")]
    player: String,
    /// The personality file to write, under whose name it is known.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// A directory for a page with what was found.
    #[arg(long, value_name = "DIRECTORY")]
    report: Option<PathBuf>,
    /// Leave the opening lines of the games out of the file.
    #[arg(long)]
    no_book: bool,
    /// See the player beside those who play in these games, instead of masters; the player's own moves do
    /// not count. The same files as above mean the opponents. A single file .txt is what `masque lab
    /// fit-everybody` wrote.
    #[arg(long, num_args = 1.., value_name = "GAMES")]
    everybody: Vec<PathBuf>,
    /// Let the twin play at the player's level instead of as well as it can.
    #[arg(long)]
    level: bool,
    /// What the twin may give up for its tastes in one move, in centipawns.
    #[arg(long, default_value_t = 80, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..=300))]
    concession: i32,
    /// What the twin is to have in common with the player: what its games are like as a whole, or which moves
    /// are chosen, which is best for an engine. Where the games do not differ from everybody's for certain, it
    /// is the moves.
    #[arg(long = "match", value_enum, value_name = "WHAT", default_value_t = Matched::Games, conflicts_with = "rehearse")]
    matched: Matched,
    /// Let the twin be so many times what the player is beside others [default: 2, and 1 with --match choices]
    #[arg(long, value_name = "TIMES", conflicts_with = "rehearse", value_parser = number_within(1.0, 20.0))]
    exaggerate: Option<f64>,
    /// With --match games: by how much the twin may be expected to become weaker, in Elo.
    #[arg(long, default_value_t = 25.0, value_name = "ELO", value_parser = number_within(1.0, 400.0))]
    cost: f64,
    /// With --match choices: what the twin may give up on average, in centipawns a move.
    #[arg(long, default_value_t = 0.5, value_name = "CP", value_parser = number_within(0.0, 50.0))]
    mean_concession: f64,
    /// Fit about so many positions, evenly from all games.
    #[arg(long, default_value_t = 8_000, value_name = "N", value_parser = clap::value_parser!(u32).range(100..))]
    positions: u32,
    /// For games of an engine: see it beside masque without a taste, which chooses in the same positions with
    /// so many nodes, and correct the weights by what masque does with them there, several times.
    #[arg(long, value_name = "NODES", conflicts_with = "everybody", value_parser = clap::value_parser!(u64).range(100..))]
    rehearse: Option<u64>,
    /// Threads that share the work, all cores if it is not said; nothing depends on their number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
}

/// What a twin has in common with its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Matched {
    Games,
    Choices,
}

/// What was fitted to the choices.
struct FittedTwin {
    choices: Vec<ScoredChoice>,
    counts: ChoiceCounts,
    fit: TasteFit,
    amplitude: Amplitude,
    /// The weights by which the twin's games are like the player's, if they are to be.
    tailoring: Option<Tailoring>,
    level: Option<LikeliestLevel>,
}

/// Fits, writes the file and perhaps the page, and tells what was found.
pub fn run(
    out: &mut impl Write,
    paint: Paint,
    arguments: &FitArguments,
    roster: &Roster,
    seed: u64,
) -> anyhow::Result<()> {
    let name = name_of_file(&arguments.output)?;
    let read = PgnFiles::read(&arguments.games)?;
    let player = FoundPlayer::of(&read.games, &arguments.player);
    if player.games.is_empty() {
        let names = names_to_choose(&read.games, &arguments.player).into_iter();
        let names: Vec<String> = names.map(|(name, n)| format!("  {name} ({n})")).collect();
        bail!(
            "nobody in the games is called `{}`, expected one of these, with their games:\n{}",
            arguments.player,
            names.join("\n")
        );
    }
    let spellings: Vec<String> = player
        .names
        .iter()
        .map(|(name, count)| format!("{name} ({count})"))
        .collect();
    let taken = format!("{} games of {}", player.games.len(), spellings.join(", "));
    writeln!(out, "{taken}")?;
    read.tell_skipped(out)?;
    let is_enough = player.games.len() >= LEAST_GAMES;
    let fitted = match is_enough {
        true => fit_twin(arguments, &player, seed)?,
        false => None,
    };
    if fitted.is_none() {
        let games = player.games.len();
        writeln!(
            out,
            "{games} games do not show a taste, for which {LEAST_GAMES} with positions after the opening are \
             needed: the twin gets the opening lines and habits alone."
        )?;
    }
    let lines = opening_lines(&player.games);
    let habits = habits(&player.games);
    let budget = budget(arguments);
    let level = fitted.as_ref().and_then(|it| it.level);
    let file = TwinFile {
        name: &name,
        player: &player.names[0].0,
        remarks: remarks(arguments, seed, &taken, fitted.as_ref()),
        taste: fitted.as_ref().map(|it| (&it.fit, it.amplitude, budget)),
        tailoring: fitted.as_ref().and_then(|it| it.tailoring.as_ref()),
        lines: (!arguments.no_book).then_some(&lines),
        habits: &habits,
        level: level.filter(|_| arguments.level).map(|it| it.elo),
    };
    let text = file.to_toml();
    // What cannot be read would be a mistake of ours, which nobody should find in a game.
    Personality::parse(&arguments.output.display().to_string(), &text)?;
    write_output(&arguments.output, text.as_bytes())?;
    let found = findings::Findings {
        fitted: fitted.as_ref(),
        nearest: fitted
            .as_ref()
            .map_or(Vec::new(), |it| nearest(&it.fit, roster)),
        differing: fitted.as_ref().map_or(Vec::new(), |it| {
            differing(&it.choices, &it.fit, SHOWN_POSITIONS)
        }),
        games: &player.games,
        lines: (!arguments.no_book).then(|| line_count(&lines)),
        habits: &habits,
        level,
        roster,
    };
    findings::tell(out, paint, &found)?;
    writeln!(
        out,
        "\n{} is written. It plays with",
        arguments.output.display()
    )?;
    writeln!(out, "  masque play {}", arguments.output.display())?;
    if let Some(directory) = &arguments.report {
        let report = TwinReport {
            player: &player.names[0].0,
            taken: &taken,
            taste: fitted.as_ref().map(|it| (&it.fit, it.amplitude)),
            differing: &found.differing,
            games: &player.games,
            nearest: &found.nearest,
            habits: &findings::habits_in_words(&found),
        };
        let page = report_page::write(directory, &report)
            .with_context(|| directory.display().to_string())?;
        writeln!(out, "The page: {}", page.display())?;
    }
    Ok(())
}

fn fit_twin(
    arguments: &FitArguments,
    player: &FoundPlayer<'_>,
    seed: u64,
) -> anyhow::Result<Option<FittedTwin>> {
    let threads = threads(arguments);
    let positions = arguments.positions as usize;
    let (games, rules) = spread(player.games.clone(), positions, seed);
    let bar = progress_bar("games", games.len() as u64)?;
    let (mut choices, counts) = scored_choices(&games, &rules, 0, threads, || bar.inc(1));
    bar.finish_and_clear();
    if counts.games < LEAST_GAMES {
        return Ok(None);
    }
    let budget = budget(arguments);
    let mut rehearsing = arguments.rehearse.map(|nodes| Rehearsing {
        games: &games,
        nodes,
        threads,
        done: 0,
    });
    let everybody = match &mut rehearsing {
        Some(rehearsing) => rehearsing.everybody(&choices)?,
        None => everybody(arguments, player, seed)?,
    };
    let mut judged: Vec<ObservedChoice> = choices.iter().map(|it| it.choice.clone()).collect();
    everybody.judge(&mut judged);
    let mut fit = fit_taste(&judged, &everybody, threads);
    for (scored, judged) in choices.iter_mut().zip(judged) {
        scored.choice = judged;
    }
    let tailoring = match arguments.matched {
        Matched::Games if rehearsing.is_none() => {
            tailoring(arguments, player, &choices, &fit, &everybody)
        }
        _ => None,
    };
    // Where whole games tell the size, choices tell the opening alone.
    let exaggeration = match tailoring {
        Some(_) => 1.0,
        None => arguments.exaggerate.unwrap_or(1.0),
    };
    let mut amplitude = amplitude(&choices, &fit, exaggeration, budget);
    if let Some(rehearsing) = &mut rehearsing {
        fit = rehearsing.correct(&choices, &fit, amplitude, budget)?;
        amplitude = of_factor(&choices, &fit, 1.0, budget.most_cp);
    }
    let bar = progress_bar("positions for the level", LEVEL_POSITIONS as u64)?;
    let level = likeliest_level(&games, &choices, LEVEL_POSITIONS, threads, || bar.inc(1));
    bar.finish_and_clear();
    // Shown positions are looked up in all games of the player.
    for scored in &mut choices {
        let game = games[scored.choice.game as usize];
        let place = player
            .games
            .iter()
            .position(|it| std::ptr::eq(it.played, game.played) && it.side == game.side);
        scored.choice.game = place.unwrap_or(0) as u32;
    }
    Ok(Some(FittedTwin {
        choices,
        counts,
        fit,
        amplitude,
        tailoring,
        level,
    }))
}

/// The weights by which the twin's games are like the player's, where the player's are not like everybody's
/// and it is known how everybody's are.
fn tailoring(
    arguments: &FitArguments,
    player: &FoundPlayer<'_>,
    choices: &[ScoredChoice],
    fit: &TasteFit,
    everybody: &Everybody,
) -> Option<Tailoring> {
    let games = everybody.games()?;
    let shift = games.shift(&observed(&player.games))?;
    let budget = TailoringBudget {
        exaggeration: arguments.exaggerate.unwrap_or(EXAGGERATION),
        cost_elo: arguments.cost,
    };
    let effects = WishEffects::built_in()?;
    tailored(choices, fit, &shift, games.people(), &effects, budget)
}

fn everybody(
    arguments: &FitArguments,
    player: &FoundPlayer<'_>,
    seed: u64,
) -> anyhow::Result<Everybody> {
    match arguments.everybody.as_slice() {
        [] => Ok(Everybody::built_in()),
        [path] if path.extension().is_some_and(|it| it == "txt") => {
            let text = config::read_text(path)?;
            Everybody::parse(&text).with_context(|| path.display().to_string())
        }
        files => {
            let others = OtherGames {
                files,
                player: &player.names,
                positions: arguments.positions as usize,
            };
            let others = choices_of_others(&others, 0, seed, threads(arguments))?;
            ensure!(
                !others.choices.is_empty(),
                "nobody but the player moves in the games of everybody"
            );
            let games = EverybodysGames::of(&[others.games]);
            Ok(Everybody::fit(&others.choices, threads(arguments)).with_games(games))
        }
    }
}

fn budget(arguments: &FitArguments) -> ConcessionBudget {
    ConcessionBudget {
        most_cp: arguments.concession,
        mean_cp: arguments.mean_concession,
    }
}

fn threads(arguments: &FitArguments) -> usize {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    arguments
        .threads
        .map_or_else(cores, |threads| threads as usize)
}

/// What the file says about itself.
fn remarks(
    arguments: &FitArguments,
    seed: u64,
    taken: &str,
    fitted: Option<&FittedTwin>,
) -> Vec<String> {
    let files: Vec<String> = arguments
        .games
        .iter()
        .map(|path| {
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    let mut remarks = vec![
        "Written by `masque personality fit`.".to_owned(),
        format!("Games: {taken}; from {}.", files.join(", ")),
    ];
    let Some(it) = fitted else {
        remarks.push("Too few games for a taste: opening lines and habits alone.".to_owned());
        return remarks;
    };
    let whom = match (arguments.rehearse, arguments.everybody.is_empty()) {
        (Some(nodes), _) => format!("masque without a taste at {nodes} nodes a move"),
        (None, true) => "masters".to_owned(),
        (None, false) => "those of --everybody".to_owned(),
    };
    remarks.push(format!(
        "{} positions of {} games, {} of theory left out; beside {whom}; seed {seed}.",
        it.counts.positions, it.counts.games, it.counts.theory
    ));
    remarks.push(
        "Weights: centipawns for a move that is all of it, less than what was found where that is doubtful; +- is half of its 95 % interval."
            .to_owned(),
    );
    remarks.push(match &it.tailoring {
        Some(tailoring) => format!(
            "Weights \"by games\" make its games {:.1} times as different from everybody's as the player's {} are, for about {:.0} Elo.",
            tailoring.reached, tailoring.games, tailoring.cost_elo
        ),
        None => format!(
            "Scaled by {:.2} to {:.1} times the player's own shift, which gives up {:.1} centipawns a move.",
            it.amplitude.factor, it.amplitude.reached, it.amplitude.concession_cp
        ),
    });
    if let Some(level) = it.level {
        remarks.push(format!(
            "Likeliest level: {} (from {} to {}).",
            level.elo, level.interval[0], level.interval[1]
        ));
    }
    remarks.push("No judgement is fitted: a few hundred games do not show one.".to_owned());
    remarks
}
