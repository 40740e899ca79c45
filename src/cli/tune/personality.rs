//! The command `tune personality`: looks for better weights of a character.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;
use masque::lab::tuning::interface::{Objective, Subject, starts};
use masque::lab::tuning::objectives::prediction::MovePrediction;
use masque::lab::tuning::objectives::style::{Style, scaled_start};
use masque::lab::tuning::pairs::{ObjectiveName, SubjectName};
use masque::lab::tuning::subjects::number_list::NumberList;
use masque::lab::tuning::subjects::personality::{
    PersonalityWeights, own_tastes, personality_numbers,
};
use masque::lab::tuning::taste::RootMoveTable;
use masque::lab::twin::choice_data::ObservedChoice;
use masque::lab::twin::everybody::Everybody;
use masque::lab::twin::player_games::FoundPlayer;
use masque::lab::twin::scored_choice::{PositionRules, scored_choices};
use masque::personality::{Personality, Roster};

use super::played_objectives::played_objective;
use super::positive;
use super::run_arguments::RunArguments;
use super::tuning_run::{PreparedRun, TuningPlan, values_by_hand};
use crate::cli::output_file::write_output;
use crate::cli::pgn_files::PgnFiles;
use crate::cli::progress::progress_bar;

/// The arguments of `tune personality`.
#[derive(Debug, Args)]
pub struct PersonalityTuning {
    /// Whose weights: a name from the list, or a file.
    #[arg(value_name = "NAME|FILE")]
    personality: String,
    #[command(flatten)]
    run: RunArguments,
    /// For style the root moves that `masque lab root-moves` wrote; for prediction games (PGN); for a suite
    /// positions with best moves (EPD).
    #[arg(long, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// For style: what a move may give up on average, in centipawns of an even game.
    #[arg(long, default_value_t = 1.5, value_name = "CP", value_parser = positive)]
    concession: f64,
    /// For prediction: whose moves.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// For prediction: positions of a game at most.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    per_game: u32,
}

/// Tunes a personality, reports on `out` and writes its file.
pub fn run(
    out: &mut impl Write,
    arguments: &PersonalityTuning,
    roster: &Roster,
    seed: u64,
) -> anyhow::Result<()> {
    let plan = TuningPlan::of(
        &arguments.run,
        SubjectName::Personality,
        ObjectiveName::Style,
    )?;
    ensure!(
        arguments.run.from.is_none(),
        "a personality is its own start, expected its name or file without --from"
    );
    let base = roster.load(&arguments.personality)?.clone();
    let list = personality_numbers(&base);
    let names = match arguments.run.only.is_empty() {
        true => own_tastes(&base),
        false => arguments.run.only.clone(),
    };
    ensure!(
        !names.is_empty(),
        "{} has no taste of its own, expected --only with what to tune",
        base.name()
    );
    let places = list.choose(&names)?;
    let hand = values_by_hand(&list, &places, &arguments.run.values)?;
    let tuning = Tuning {
        arguments,
        plan,
        hand,
        seed,
    };
    if plan.objective == ObjectiveName::Style {
        return tune_style(out, tuning, base, list, &places);
    }
    let subject = PersonalityWeights::new(base, &list, &places);
    match plan.objective {
        ObjectiveName::Prediction => {
            let prediction = MovePrediction::new(&subject, choices(out, arguments, seed)?);
            tuning.finish(out, &subject, &prediction)
        }
        _ => {
            let (games, files) = (&arguments.run.games, &arguments.data);
            let played = played_objective(plan.objective, &subject, games, files, seed)?;
            tuning.finish(out, &subject, &*played)
        }
    }
}

/// Scales the tastes to their price and bends them.
fn tune_style(
    out: &mut impl Write,
    tuning: Tuning<'_>,
    base: Personality,
    mut list: NumberList,
    places: &[usize],
) -> anyhow::Result<()> {
    let concession = tuning.arguments.concession;
    let table = read_table(&tuning.arguments.data)?;
    let subject = PersonalityWeights::new(base.clone(), &list, places);
    let weights = subject.feature_weights(&starts(subject.numbers()));
    let scaled = scaled_start(&subject, &table, concession);
    for (&place, value) in places.iter().zip(scaled) {
        list.numbers[place].start = value;
    }
    let subject = PersonalityWeights::new(base, &list, places);
    let style = Style::new(&subject, &table, concession, &weights);
    tuning.finish(out, &subject, &style)
}

/// What is asked for.
struct Tuning<'a> {
    arguments: &'a PersonalityTuning,
    plan: TuningPlan,
    hand: Vec<f64>,
    seed: u64,
}

impl Tuning<'_> {
    /// Runs to the end and writes the file.
    fn finish(
        self,
        out: &mut impl Write,
        subject: &PersonalityWeights,
        objective: &dyn Objective,
    ) -> anyhow::Result<()> {
        let arguments = &self.arguments.run;
        let prepared = PreparedRun {
            plan: self.plan,
            subject,
            objective,
            trials: self.plan.trials(arguments)?,
            seed: self.seed,
        };
        let Some(found) = prepared.run(out, arguments, self.hand)? else {
            return Ok(());
        };
        let path = arguments.out.as_deref();
        let path = path.unwrap_or(Path::new("personality.toml"));
        let text = subject.write(&found);
        // What cannot be read would be a mistake of ours, which nobody should find in a game.
        Personality::parse(&path.display().to_string(), &text)?;
        write_output(path, text.as_bytes())?;
        writeln!(out, "written to {}", path.display())?;
        Ok(())
    }
}

fn read_table(files: &[PathBuf]) -> anyhow::Result<RootMoveTable> {
    let [path] = files else {
        bail!(
            "{} files of root moves, expected --data with one that `masque lab root-moves` wrote",
            files.len()
        );
    };
    let context = || path.display().to_string();
    let file = File::open(path).with_context(context)?;
    RootMoveTable::read(BufReader::new(file)).with_context(context)
}

/// The moves of the player with what everybody thinks of them.
fn choices(
    out: &mut impl Write,
    arguments: &PersonalityTuning,
    seed: u64,
) -> anyhow::Result<Vec<ObservedChoice>> {
    let Some(name) = &arguments.player else {
        bail!("prediction of whose moves? expected --player NAME");
    };
    ensure!(
        !arguments.data.is_empty(),
        "no games to predict, expected --data with files of PGN"
    );
    let read = PgnFiles::read(&arguments.data)?;
    read.tell_skipped(out)?;
    let player = FoundPlayer::of(&read.games, name);
    ensure!(
        !player.games.is_empty(),
        "nobody in the games is called `{name}`, expected a name that is in the files"
    );
    let rules = PositionRules {
        per_game: arguments.per_game as usize,
        seed,
        has_theory: false,
    };
    let bar = progress_bar("games", player.games.len() as u64)?;
    let threads = arguments.run.threads as usize;
    let (choices, counts) = scored_choices(&player.games, &rules, 0, threads, || bar.inc(1));
    bar.finish_and_clear();
    writeln!(
        out,
        "{} positions of {} games",
        counts.positions, counts.games
    )?;
    ensure!(
        counts.games >= 5,
        "{} games with positions after the opening are too few to learn and to check, expected 5",
        counts.games
    );
    let mut choices: Vec<ObservedChoice> = choices.into_iter().map(|it| it.choice).collect();
    Everybody::built_in().judge(&mut choices);
    Ok(choices)
}
