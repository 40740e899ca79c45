//! The command `tournament`: plays the games that are lacking, and writes the table.

mod openings;
mod participants;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use masque::chess_clock::{FischerTimeControl, SecondsControlError};
use masque::files;
use masque::foreign::EngineDescription;
use masque::lab::matches::adjudication::ADJUDICATION;
use masque::lab::matches::kept_file::{FoundFile, KeptFile};
use masque::lab::matches::kept_part::{part_conditions, part_path, seal};
use masque::lab::parallel::in_order;
use masque::lab::shard::Shard;
use masque::lab::tournament::fixture::{Fixture, FixtureId, FixtureResults};
use masque::lab::tournament::participant::Participant;
use masque::lab::tournament::playing::{PlayingConditions, play_fixture};
use masque::lab::tournament::records::{FixtureRecord, read_records};
use masque::lab::tournament::schedule::{KnownSchedule, Schedule, TournamentFormat};
use masque::lab::tournament::standings::Standings;
use masque::lab::tournament::table::{cross_table, knockout_rounds};
use masque::personality::Roster;

use super::engine_signature::{SIGNATURE_DEPTH_PLIES, engine_signature};
use super::kept_match::tell_of_set_aside;
use super::lab::HELPED;
use super::play::seconds;
use super::progress::progress_bar;
use openings::TournamentOpenings;
use participants::{description, participants, try_engines};

/// The file of games in the working directory.
const GAMES: &str = "games.pgn";
/// The file of the table.
const TABLE: &str = "table.txt";
/// The transposition table of an own player, in MiB, where nothing else is asked for.
const DEFAULT_TABLE_MIB: usize = 16;

/// Who takes part in which tournament.
#[derive(Debug, Args)]
pub struct TournamentArguments {
    /// Who plays, the best first: names that `masque personality list` shows, or files, each perhaps at a
    /// level, like hypermodern@1400.
    #[arg(value_name = "NAME|FILE[@LEVEL]")]
    personalities: Vec<String>,
    /// Another engine that plays: name=N,command=C,protocol=xboard or uci, perhaps with depth=PLIES and
    /// option.NAME=VALUE; may be said more than once.
    #[arg(long = "engine", value_name = "KEY=VALUE,...")]
    engines: Vec<EngineDescription>,
    /// Who meets whom.
    #[arg(long, value_enum, default_value_t = FormatName::RoundRobin)]
    format: FormatName,
    /// Games of two players who meet; two of them have the same opening with both colours.
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    games: u32,
    /// How many times everybody meets everybody in a round robin.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    cycles: u32,
    /// Rounds of a Swiss tournament, instead of just enough for one winner.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    rounds: Option<u32>,
    /// Pairs of games that may follow in a knockout while two players are level; then one game decides,
    /// in which the better seed has Black and goes on with a draw.
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    tie_breaks: u32,
    /// Nodes a move for personalities at full strength; levels have their own limits.
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// A clock for everybody instead: seconds and seconds a move, like 10+0.1.
    #[arg(long = "tc", value_name = "SECONDS+SECONDS", conflicts_with_all = ["nodes", "move_time"],
          value_parser = clock)]
    clock: Option<FischerTimeControl>,
    /// Seconds a move for other engines, where there is no clock.
    #[arg(long, default_value = "1", value_name = "SECONDS", value_parser = seconds)]
    move_time: Duration,
    /// Seconds that another engine may take to start, and for a move where there is no clock; one that
    /// takes longer has lost.
    #[arg(long, default_value = "30", value_name = "SECONDS", value_parser = seconds)]
    patience: Duration,
    /// Openings from a file of positions (EPD, FEN) or games (PGN) instead of drawn ones.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// From the start position, with books and repertoires, instead of balanced openings.
    #[arg(long, conflicts_with = "openings")]
    free: bool,
    /// The directory for the games, which are taken up again.
    #[arg(long, value_name = "DIR")]
    work: PathBuf,
    /// Play only part K of N of the games of a round robin and keep it, without a table; `masque lab merge`
    /// puts the parts together.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// How many games are played at once.
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// Everybody meets everybody.
    RoundRobin,
    /// In each round players of about the same score meet.
    Swiss,
    /// Who loses is out.
    Knockout,
}

fn clock(text: &str) -> Result<FischerTimeControl, SecondsControlError> {
    FischerTimeControl::of_seconds(text)
}

/// Plays the games that are lacking and writes the table.
pub fn run(
    out: &mut impl Write,
    arguments: &TournamentArguments,
    roster: &Roster,
    seed: u64,
    table_mib: Option<usize>,
) -> Result<()> {
    if arguments.shard.is_some() && arguments.format != FormatName::RoundRobin {
        bail!(
            "--shard needs --format round-robin: who meets whom in the others depends on results"
        );
    }
    let participants = participants(&arguments.personalities, &arguments.engines, roster)?;
    let conditions = PlayingConditions {
        clock: arguments.clock,
        nodes: arguments.nodes,
        move_time: arguments.move_time,
        patience: arguments.patience,
        table_mib: table_mib.unwrap_or(DEFAULT_TABLE_MIB),
        with_books: arguments.free,
        seed,
    };
    let schedule = schedule(arguments, participants.len());
    let openings = openings(arguments, &schedule, seed)?;
    try_engines(&participants, &conditions)?;
    fs::create_dir_all(&arguments.work).with_context(|| arguments.work.display().to_string())?;
    let mut path = arguments.work.join(GAMES);
    let mut text = conditions_text(&participants, &schedule, &conditions, &openings)?;
    if let Some(shard) = arguments.shard {
        path = part_path(&path, shard);
        text = part_conditions(&text, shard);
    }
    let tournament = Tournament {
        names: participants.iter().map(|it| it.name.clone()).collect(),
        participants,
        conditions,
        schedule,
        openings,
        shard: arguments.shard.unwrap_or(Shard::WHOLE),
        threads: arguments.threads as usize,
    };
    let records = tournament
        .play(&path, &text)
        .with_context(|| path.display().to_string())?;
    if let Some(shard) = arguments.shard {
        seal(&path)?;
        writeln!(out, "part {shard} is whole in {}", arguments.work.display())?;
        return Ok(());
    }
    let report = tournament.report(&records);
    files::replace(&arguments.work.join(TABLE), report.as_bytes())?;
    write!(out, "{report}\nThe games are in {}.\n", path.display())?;
    Ok(())
}

fn schedule(arguments: &TournamentArguments, players: usize) -> Schedule {
    let format = match arguments.format {
        FormatName::RoundRobin => TournamentFormat::RoundRobin {
            cycles: arguments.cycles,
        },
        FormatName::Swiss => TournamentFormat::Swiss {
            rounds: arguments
                .rounds
                .unwrap_or_else(|| players.next_power_of_two().ilog2()),
        },
        FormatName::Knockout => TournamentFormat::Knockout {
            tie_break_pairs: arguments.tie_breaks,
        },
    };
    Schedule {
        format,
        players,
        games: arguments.games,
    }
}

fn openings(
    arguments: &TournamentArguments,
    schedule: &Schedule,
    seed: u64,
) -> Result<TournamentOpenings> {
    match &arguments.openings {
        _ if arguments.free => Ok(TournamentOpenings::start_position()),
        Some(path) => TournamentOpenings::of_file(path),
        None => {
            let pairs = schedule.games.div_ceil(2);
            let of_rounds = schedule.rounds().saturating_mul(pairs);
            let count = of_rounds.saturating_add(arguments.tie_breaks + 1);
            Ok(TournamentOpenings::drawn(
                count,
                seed,
                arguments.threads as usize,
            ))
        }
    }
}

/// Everything that the games depend on. Games may be added to others only where it is the same.
fn conditions_text(
    participants: &[Participant],
    schedule: &Schedule,
    conditions: &PlayingConditions,
    openings: &TournamentOpenings,
) -> Result<String> {
    let Schedule { format, games, .. } = schedule;
    let mut text = format!(
        "{}\nformat: {format:?}\ngames: {games}\nconditions: {conditions:?}\n{}\n\
         adjudication: {ADJUDICATION}\n",
        engine_signature(SIGNATURE_DEPTH_PLIES)?,
        openings.description(),
    );
    for participant in participants {
        text.push_str(&description(participant));
    }
    Ok(text)
}

/// A tournament that is played.
struct Tournament {
    names: Vec<String>,
    participants: Vec<Participant>,
    conditions: PlayingConditions,
    schedule: Schedule,
    openings: TournamentOpenings,
    shard: Shard,
    threads: usize,
}

/// The records of all games by number.
type Records = BTreeMap<FixtureId, FixtureRecord>;

impl Tournament {
    /// Plays what the file lacks of the shard's games; each game is added to it when it is over. In the end
    /// the games stand in the file in the order of their numbers.
    fn play(&self, path: &Path, conditions: &str) -> Result<Records> {
        let FoundFile {
            file,
            read,
            set_aside,
        } = KeptFile::open(path, conditions, 1, read_records)?;
        tell_of_set_aside(path, set_aside);
        let mut kept: Records = read.into_iter().map(|it| (it.id, it)).collect();
        let mut records = Records::new();
        let file = Mutex::new(file);
        loop {
            let known = self.schedule.known(&results(&records));
            let mut missing = known.missing(&results(&records));
            let part = self.part_of(&known);
            missing.retain(|fixture| part.contains(&fixture.id));
            if missing.is_empty() {
                break;
            }
            let mut open = Vec::new();
            for fixture in missing {
                match kept.remove(&fixture.id) {
                    Some(record) => {
                        self.check(&fixture, &record)?;
                        records.insert(fixture.id, record);
                    }
                    None => open.push(fixture),
                }
            }
            self.play_all(&open, part.len(), &file, &mut records)?;
        }
        if let Some(id) = kept.keys().next() {
            bail!("game {id} is none of this tournament, expected a file without it");
        }
        drop(file);
        let sorted: String = records.values().map(FixtureRecord::pgn).collect();
        files::replace(path, sorted.as_bytes())?;
        Ok(records)
    }

    /// The games of the shard among those that are known.
    fn part_of(&self, known: &KnownSchedule) -> Vec<FixtureId> {
        let ids: BTreeSet<FixtureId> = known.fixtures().map(|it| it.id).collect();
        let part = self.shard.part_of(ids.len() as u64);
        let games = ids.into_iter().skip(part.start as usize);
        games.take((part.end - part.start) as usize).collect()
    }

    /// Whether a kept game is the one that is to be played.
    fn check(&self, fixture: &Fixture, record: &FixtureRecord) -> Result<()> {
        for (color, found, expected) in [
            ("White", &record.white, &self.names[fixture.white]),
            ("Black", &record.black, &self.names[fixture.black]),
        ] {
            if found != expected {
                let id = fixture.id;
                bail!("game {id}: {color} is `{found}`, expected `{expected}`");
            }
        }
        Ok(())
    }

    fn play_all(
        &self,
        fixtures: &[Fixture],
        count: usize,
        file: &Mutex<KeptFile>,
        records: &mut Records,
    ) -> Result<()> {
        if fixtures.is_empty() {
            return Ok(());
        }
        let bar = progress_bar("games", count as u64)?.with_position(records.len() as u64);
        bar.reset_eta();
        let play = |number: u64| -> Result<FixtureRecord> {
            let record = self.play_one(&fixtures[number as usize]);
            let Ok(mut file) = file.lock() else {
                bail!("a game failed, and the file of games may be incomplete");
            };
            file.add(&record.pgn())?;
            bar.inc(1);
            Ok(record)
        };
        let mut failure = None;
        in_order(self.threads, fixtures.len() as u64, play, |record| {
            match record {
                Ok(record) => drop(records.insert(record.id, record)),
                Err(error) => failure = Some(error),
            }
            failure.is_none()
        });
        bar.finish_and_clear();
        failure.map_or(Ok(()), Err)
    }

    fn play_one(&self, fixture: &Fixture) -> FixtureRecord {
        let opening = self.openings.get(fixture.opening);
        let first_ply = opening.len();
        let finished = play_fixture(fixture, &self.participants, opening, &self.conditions);
        let clock = self.conditions.clock;
        let control = clock.map_or("-".to_owned(), |clock| clock.to_string());
        FixtureRecord::new(fixture, &self.names, first_ply, control, finished)
    }

    /// What people want to know in the end.
    fn report(&self, records: &Records) -> String {
        let results = results(records);
        let known = self.schedule.known(&results);
        let standings = Standings::of(&self.schedule, &known, &results);
        let mut text = String::new();
        if let TournamentFormat::Knockout { .. } = self.schedule.format {
            text += &knockout_rounds(&self.names, &self.schedule, &known, &results);
            text.push('\n');
        }
        text += &cross_table(&self.names, self.schedule.format, &standings);
        text.push('\n');
        text += "Elo: the likeliest ratings, on average 0, with 95 % intervals.\n";
        if !standings.is_rating_determined {
            text += HELPED;
        }
        let troubles: Vec<&FixtureRecord> =
            records.values().filter(|it| it.trouble.is_some()).collect();
        if !troubles.is_empty() {
            text += "\nNot decided by chess:\n";
        }
        for record in troubles {
            let FixtureRecord {
                id,
                white,
                black,
                result,
                termination,
                ..
            } = record;
            let trouble = record.trouble.as_deref().unwrap_or_default();
            text += &format!("  {id} {white} - {black} {result}: {trouble} ({termination})\n");
        }
        text
    }
}

fn results(records: &Records) -> FixtureResults {
    let results = records.iter().map(|(&id, record)| (id, record.result));
    results.collect()
}
