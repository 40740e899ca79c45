//! A tuning run at the command line: journal, progress, and what it found.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use masque::lab::matches::elo::elo_estimate;
use masque::lab::shard::Shard;
use masque::lab::tuning::evaluation::parameters_file;
use masque::lab::tuning::interface::{Objective, Subject, TunedNumber, described, starts};
use masque::lab::tuning::journal::TrialJournal;
use masque::lab::tuning::journal_part::{part_path, write_part};
use masque::lab::tuning::journal_text::{JournalHead, KnownTrials};
use masque::lab::tuning::methods::MethodName;
use masque::lab::tuning::pairs::{ObjectiveName, SubjectName, misfit};
use masque::lab::tuning::run::TuningRun;
use masque::lab::tuning::subjects::evaluation::{evaluation_numbers, with_parameters};
use masque::lab::tuning::subjects::number_list::NumberList;

use super::run_arguments::RunArguments;
use crate::cli::engine_signature::{SIGNATURE_DEPTH_PLIES, engine_signature};
use crate::cli::progress::progress_bar;

/// The number of reports during a run.
const REPORTS: u64 = 20;
/// So many numbers are named in a report.
const NUMBERS_SHOWN: usize = 30;
/// Trials where nothing is said and a trial is no game.
const USUAL_TRIALS: u64 = 1_000;

/// What is tuned, by what and how.
#[derive(Clone, Copy, Debug)]
pub struct TuningPlan {
    /// What is tuned.
    pub subject: SubjectName,
    /// What it is judged by.
    pub objective: ObjectiveName,
    /// How it is done.
    pub method: MethodName,
}

impl TuningPlan {
    /// What the arguments ask for, with what is usual for a subject.
    pub fn of(
        arguments: &RunArguments,
        subject: SubjectName,
        usual: ObjectiveName,
    ) -> anyhow::Result<TuningPlan> {
        let objective = arguments.objective.unwrap_or(usual);
        let usual = match objective {
            ObjectiveName::Games => MethodName::Spsa,
            ObjectiveName::Positions | ObjectiveName::TdLeaf | ObjectiveName::Prediction => {
                MethodName::Adam
            }
            ObjectiveName::Suite | ObjectiveName::Style => MethodName::CmaEs,
        };
        let by_hand = (!arguments.values.is_empty()).then_some(MethodName::Hand);
        let method = arguments.method.or(by_hand).unwrap_or(usual);
        match misfit(subject, objective, method) {
            Some(why) => bail!(why),
            None => Ok(TuningPlan {
                subject,
                objective,
                method,
            }),
        }
    }

    /// What trials are called.
    fn unit(&self) -> &'static str {
        match self.objective {
            ObjectiveName::Games => "pairs",
            _ => "trials",
        }
    }

    /// How many trials there are to be, where neither the arguments nor the data say.
    pub fn trials(&self, arguments: &RunArguments) -> anyhow::Result<u64> {
        let is_played = self.objective == ObjectiveName::Games;
        ensure!(
            arguments.trials.is_some() || !is_played,
            "games take long, expected --trials with the number of pairs"
        );
        let usual = match self.method {
            // Exact judgements do not change by being repeated.
            MethodName::Hand => 1,
            _ => USUAL_TRIALS,
        };
        Ok(arguments.trials.unwrap_or(usual))
    }
}

/// The list with the values that `--from` gives.
pub fn list_from(list: NumberList, from: Option<&Path>) -> anyhow::Result<NumberList> {
    match from {
        Some(path) => read_values(&list, path),
        None => Ok(list),
    }
}

/// The list with the values of a file.
pub fn read_values(list: &NumberList, path: &Path) -> anyhow::Result<NumberList> {
    let named = || format!("cannot use the values of '{}'", path.display());
    let text = fs::read_to_string(path).with_context(named)?;
    let is_source = path.extension().is_some_and(|extension| extension == "rs");
    if is_source && list.owner == evaluation_numbers().owner {
        let values = parameters_file::read(&text).with_context(named)?;
        return Ok(with_parameters(list.clone(), &values));
    }
    list.with_file(&text).with_context(named)
}

/// The values at these places that `--try` gives by files and words.
pub fn values_by_hand(
    list: &NumberList,
    places: &[usize],
    given: &[String],
) -> anyhow::Result<Vec<f64>> {
    let (words, files): (Vec<String>, Vec<String>) =
        given.iter().cloned().partition(|text| text.contains('='));
    let mut list = list.clone();
    for file in files {
        list = read_values(&list, Path::new(&file))?;
    }
    Ok(starts(&list.with_values(&words)?.at(places)))
}

/// What is run: a plan with its subject and objective.
#[derive(Clone, Copy)]
pub struct PreparedRun<'r> {
    /// What is tuned, by what and how.
    pub plan: TuningPlan,
    /// The subject.
    pub subject: &'r dyn Subject,
    /// The objective.
    pub objective: &'r dyn Objective,
    /// How many trials there are to be.
    pub trials: u64,
    /// The seed of all chance.
    pub seed: u64,
}

impl PreparedRun<'_> {
    /// What a journal must begin with.
    fn head(&self, arguments: &RunArguments) -> anyhow::Result<JournalHead> {
        let plan = self.plan;
        let settings = arguments.settings(plan.objective, plan.method, self.trials, self.seed);
        let mut lines = vec![
            format!(
                "subject: {}, {}",
                plan.subject.name(),
                described(self.subject.numbers())
            ),
            format!("objective: {}", self.objective.identity()),
            format!(
                "method: {}, {} trials by {}, spread {}, rate {}, seed {}",
                plan.method,
                settings.trials,
                settings.batch,
                settings.spread,
                settings.rate,
                settings.seed
            ),
        ];
        if matches!(plan.objective, ObjectiveName::Games | ObjectiveName::Suite) {
            lines.push(engine_signature(SIGNATURE_DEPTH_PLIES)?);
        }
        Ok(JournalHead::of(&lines.join("\n")))
    }

    /// Runs to the end, reports on `out` and returns the values that were found; `hand` are those that
    /// somebody wants to have judged. Of a shard there are no values.
    pub fn run(
        &self,
        out: &mut impl Write,
        arguments: &RunArguments,
        hand: Vec<f64>,
    ) -> anyhow::Result<Option<Vec<f64>>> {
        let plan = self.plan;
        ensure!(
            !plan.method.judges_given_values() || !arguments.values.is_empty(),
            "nothing to judge, expected values of your own with --try"
        );
        let settings = arguments.settings(plan.objective, plan.method, self.trials, self.seed);
        let numbers = self.subject.numbers();
        let method = plan.method.begin(settings, numbers.to_vec(), hand);
        let mut run = TuningRun::new(self.objective, method, self.trials);
        let mut known = 0;
        if let Some(path) = &arguments.journal {
            let named = || format!("cannot resume from '{}'", path.display());
            let head = self.head(arguments)?;
            if let Some(shard) = arguments.shard {
                let known = KnownTrials::read_from(path, &head).with_context(named)?;
                let mut run = run.with_known(known).with_context(named)?;
                self.make_part(out, &mut run, (path, &head), shard, arguments.threads)?;
                return Ok(None);
            }
            let (journal, trials) = TrialJournal::open(path, head).with_context(named)?;
            known = trials.len() as u64;
            run = run.with_known(trials).with_context(named)?;
            run = run.with_journal(journal);
        }
        if known > 0 {
            writeln!(out, "resumed after {known} {}", plan.unit())?;
        }
        let outcomes = self.finish(out, &mut run, known, arguments.threads as usize)?;
        if plan.method == MethodName::Hand {
            writeln!(out, "{}", judged(plan.objective, &outcomes))?;
        }
        let found = run.values().to_vec();
        let learnt = run.report().into_iter();
        for line in learnt.chain(self.objective.report(&starts(numbers), &found)) {
            writeln!(out, "{line}")?;
        }
        Ok(Some(found))
    }

    /// Makes a shard of the next decision's trials and writes it beside the journal.
    fn make_part(
        &self,
        out: &mut impl Write,
        run: &mut TuningRun<'_>,
        (journal, head): (&Path, &JournalHead),
        shard: Shard,
        threads: u32,
    ) -> anyhow::Result<()> {
        let unit = self.plan.unit();
        let Some(part) = run.part(shard, threads as usize)? else {
            writeln!(
                out,
                "nothing is left to do: the journal has all {} {unit}",
                run.done()
            )?;
            return Ok(());
        };
        let path = part_path(journal, shard);
        let named = || format!("cannot write '{}'", path.display());
        write_part(&path, head, &part).with_context(named)?;
        writeln!(
            out,
            "{} of {unit} {} to {} in {}",
            part.trials.len(),
            part.missing.start,
            part.missing.end - 1,
            path.display()
        )?;
        Ok(())
    }

    /// Makes the trials that are left, of which so many are known, and returns points or losses of all.
    fn finish(
        &self,
        out: &mut impl Write,
        run: &mut TuningRun<'_>,
        known: u64,
        threads: usize,
    ) -> anyhow::Result<Vec<f64>> {
        let unit = self.plan.unit();
        let bar = progress_bar(unit, self.trials)?.with_position(known);
        bar.reset_eta();
        let began = Instant::now();
        let mut outcomes = Vec::new();
        while !run.is_over() {
            let part = |done: u64| done * REPORTS / self.trials;
            let (before, first) = (part(run.done()), outcomes.len());
            run.step(threads, |outcome| {
                outcomes.push(outcome.value);
                bar.inc(u64::from(outcomes.len() as u64 > known));
            })
            .with_context(|| format!("after {first} {unit}"))?;
            let is_news = part(run.done()) > before && run.done() > known;
            if is_news && self.plan.method != MethodName::Hand {
                let speed = (run.done() - known) as f64 / began.elapsed().as_secs_f64() * 3_600.0;
                let line = format!(
                    "{} {unit}, {speed:.0} an hour, the last {}: {}",
                    run.done(),
                    mean_of(&outcomes[first..]),
                    self.where_it_stands(run)
                );
                bar.suspend(|| writeln!(out, "{line}"))?;
            }
        }
        bar.finish_and_clear();
        Ok(outcomes)
    }

    /// What is known so far: of a screening what each change adds, of others where the numbers are.
    fn where_it_stands(&self, run: &TuningRun<'_>) -> String {
        match self.plan.method {
            MethodName::Screen => run.report().join(", "),
            _ => way_of(self.subject.numbers(), run.values()),
        }
    }
}

fn mean_of(values: &[f64]) -> String {
    format!(
        "{:.6}",
        values.iter().sum::<f64>() / values.len().max(1) as f64
    )
}

/// The start and the present value of every number, or of the first ones.
fn way_of(numbers: &[TunedNumber], values: &[f64]) -> String {
    let pairs = numbers.iter().zip(values).take(NUMBERS_SHOWN);
    let mut words: Vec<String> = pairs
        .map(|(number, value)| format!("{} {} -> {value:.1}", number.name, number.start))
        .collect();
    if numbers.len() > NUMBERS_SHOWN {
        words.push(format!("and {} more", numbers.len() - NUMBERS_SHOWN));
    }
    words.join(", ")
}

/// What trials by hand say.
fn judged(objective: ObjectiveName, points: &[f64]) -> String {
    match objective {
        ObjectiveName::Games => {
            let scores: Vec<f64> = points.iter().map(|points| 1.0 + points / 2.0).collect();
            pairs_table(&scores)
        }
        _ => format!("{} points against the start, from -2 to 2", mean_of(points)),
    }
}

/// How pairs of games ended, each with 0 to 2 points of the first, and what that is in Elo.
pub fn pairs_table(scores: &[f64]) -> String {
    let with = |score: f64| scores.iter().filter(|&&it| it == score).count();
    format!(
        "{} pairs: 2 points {}, 1½ {}, 1 {}, ½ {}, none {}; {}",
        scores.len(),
        with(2.0),
        with(1.5),
        with(1.0),
        with(0.5),
        with(0.0),
        elo(scores)
    )
}

/// What pairs of games are in Elo.
pub fn elo(scores: &[f64]) -> String {
    let rating = elo_estimate(scores.iter().copied());
    format!("Elo {:+.1} ± {:.1}", rating.elo, rating.error)
}
