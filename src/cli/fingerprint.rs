//! `masque personality fingerprint`: what can be seen of characters in their games.
//!
//! Owns the files that games are kept in, the progress bar and the tables as they are printed.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use indicatif::ProgressBar;
use masque::board::Color;
use masque::lab::style::classifier::accuracy;
use masque::lab::style::contest::{Contest, Played};
use masque::lab::style::fingerprint::{BAGS, Fingerprint, Verdict, player};
use masque::lab::style::gallery::{self, Exhibit};
use masque::lab::style::observation::check_claims;
use masque::lab::style::pgn;
use masque::lab::style::samples::Samples;
use masque::personality::{Claim, Personality, Roster};

/// What `masque personality fingerprint` can be told.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Whose games to look at: names from the list, or files.
    #[arg(required = true, value_name = "NAME|FILE")]
    personalities: Vec<String>,
    /// Whom they play, and whose games theirs are compared with.
    #[arg(long, value_name = "NAME|FILE", default_value = "neutral")]
    against: String,
    /// How many games each plays; every opening gives two.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// Nodes of each search.
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many games are played at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Keep what was observed in this directory, and take up what is there already.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Look at the games of this file instead of playing: each personality is then the name of a
    /// player in it, and so is the one they are compared with.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["keep", "nodes"])]
    pgn: Option<PathBuf>,
    /// Print every trait, not only those that differ for certain.
    #[arg(long)]
    all: bool,
    /// Print a table in Markdown with a line for each character instead.
    #[arg(long, conflicts_with_all = ["all", "pgn"])]
    markdown: bool,
    /// Write a page that shows every character, with charts and a game each, into this directory.
    #[arg(long, value_name = "DIR", conflicts_with = "pgn")]
    gallery: Option<PathBuf>,
}

/// Observes, compares and prints.
pub fn run(
    out: &mut impl Write,
    roster: &Roster,
    wanted: &Arguments,
    seed: u64,
) -> anyhow::Result<()> {
    if let Some(path) = &wanted.pgn {
        look(out, &Library::open(path)?, wanted, seed)?;
        return Ok(());
    }
    let hall = Hall::new(roster, wanted, seed)?;
    if wanted.markdown {
        return print_table(out, &hall, seed);
    }
    let seen = look(out, &hall, wanted, seed)?;
    if let Some(directory) = &wanted.gallery {
        let exhibits: anyhow::Result<Vec<Exhibit>> = seen
            .into_iter()
            .map(|(name, samples, fingerprint)| hall.exhibit(name, samples.len(), fingerprint))
            .collect();
        let conditions = format!(
            "Each played {} games against {} at {} nodes a move, every opening with both colours.",
            wanted.games,
            hall.opponent.title(),
            wanted.nodes
        );
        gallery::write(directory, &exhibits?, hall.opponent.title(), &conditions)?;
        writeln!(out, "{}", directory.join("index.html").display())?;
    }
    Ok(())
}

/// Prints everybody's fingerprint and returns what was seen.
fn look<'a>(
    out: &mut impl Write,
    source: &dyn Source,
    wanted: &'a Arguments,
    seed: u64,
) -> anyhow::Result<Vec<Seen<'a>>> {
    let baseline = source.samples(&wanted.against)?;
    let mut seen = Vec::new();
    for name in &wanted.personalities {
        let samples = source.samples(name)?;
        let fingerprint = Fingerprint::of(&samples, &baseline, seed);
        print(
            out,
            name,
            &wanted.against,
            &samples,
            &fingerprint,
            wanted.all,
        )?;
        print_claims(out, &fingerprint, &source.claims(name)?)?;
        seen.push((name.as_str(), samples, fingerprint));
    }
    if seen.len() > 1 {
        print_who_is_who(out, &seen, seed)?;
    }
    Ok(seen)
}

/// Somebody's name and games, and what they have shown.
type Seen<'a> = (&'a str, Samples, Fingerprint);

/// Where games come from.
trait Source {
    /// The observed games of somebody.
    fn samples(&self, name: &str) -> anyhow::Result<Samples>;

    /// What somebody claims that games show.
    fn claims(&self, name: &str) -> anyhow::Result<Vec<Claim>>;
}

/// Games that are played here and now.
struct Hall<'a> {
    roster: &'a Roster,
    wanted: &'a Arguments,
    opponent: Personality,
    seed: u64,
}

impl<'a> Hall<'a> {
    fn new(roster: &'a Roster, wanted: &'a Arguments, seed: u64) -> anyhow::Result<Hall<'a>> {
        if let Some(directory) = &wanted.keep {
            fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
        }
        for name in &wanted.personalities {
            check_claims(&roster.load(name)?)?;
        }
        Ok(Hall {
            roster,
            wanted,
            opponent: roster.load(&wanted.against)?.clone(),
            seed,
        })
    }

    fn contest<'b>(&'b self, subject: &'b Personality) -> Contest<'b> {
        Contest {
            subject,
            opponent: &self.opponent,
            openings: self.wanted.games.div_ceil(2),
            nodes: self.wanted.nodes,
            seed: self.seed,
            threads: self.wanted.threads as usize,
        }
    }

    /// A character on show, with the first game that it won, or else its first.
    fn exhibit(
        &self,
        name: &str,
        games: usize,
        fingerprint: Fingerprint,
    ) -> anyhow::Result<Exhibit> {
        let subject = self.roster.load(name)?;
        let mut sample: Option<Played> = None;
        self.contest(&subject).play(|pair| {
            let won = pair.iter().find(|played| played.half_points == 2);
            let is_won = won.is_some();
            if is_won || sample.is_none() {
                sample = won.or(pair.first()).cloned();
            }
            !is_won
        });
        Ok(Exhibit {
            name: subject.name().to_owned(),
            title: subject.title().to_owned(),
            blurb: subject.blurb().to_owned(),
            fingerprint,
            games,
            sample,
        })
    }

    fn play(&self, subject: &Personality) -> Samples {
        let contest = self.contest(subject);

        let bar =
            ProgressBar::new(u64::from(contest.openings)).with_message(subject.name().to_owned());
        let mut samples = Samples::default();
        contest.play(|pair| {
            pair.iter().for_each(|played| samples.add(played));
            bar.inc(1);
            true
        });
        bar.finish_and_clear();
        samples
    }

    /// Where the games of somebody are kept: how they came about is in the name.
    fn place(&self, directory: &Path, name: &str) -> PathBuf {
        let Arguments { games, nodes, .. } = self.wanted;
        let opponent = self.opponent.name();
        directory.join(format!(
            "{name}-{opponent}-{games}-{nodes}-{}.csv",
            self.seed
        ))
    }
}

impl Source for Hall<'_> {
    fn claims(&self, name: &str) -> anyhow::Result<Vec<Claim>> {
        Ok(self.roster.load(name)?.claims().to_vec())
    }

    fn samples(&self, name: &str) -> anyhow::Result<Samples> {
        let subject = self.roster.load(name)?;
        let Some(directory) = &self.wanted.keep else {
            return Ok(self.play(&subject));
        };
        let place = self.place(directory, subject.name());
        match File::open(&place) {
            Ok(file) => {
                let samples = Samples::read(BufReader::new(file));
                samples.with_context(|| place.display().to_string())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let samples = self.play(&subject);
                write(&place, &samples).with_context(|| place.display().to_string())?;
                Ok(samples)
            }
            Err(error) => Err(error).with_context(|| place.display().to_string()),
        }
    }
}

/// In one piece: a file that is there is whole.
fn write(place: &Path, samples: &Samples) -> io::Result<()> {
    let unfinished = place.with_extension("part");
    let mut file = BufWriter::new(File::create(&unfinished)?);
    samples.write(&mut file)?;
    file.flush()?;
    fs::rename(unfinished, place)
}

/// Games that others have played.
struct Library {
    games: Vec<pgn::Recorded>,
    path: PathBuf,
}

impl Library {
    fn open(path: &Path) -> anyhow::Result<Library> {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        let mut games = Vec::new();
        for game in pgn::read(&String::from_utf8_lossy(&bytes)) {
            games.push(game.with_context(|| path.display().to_string())?);
        }
        Ok(Library {
            games,
            path: path.to_owned(),
        })
    }
}

impl Source for Library {
    /// A name in a file says nothing of who that is.
    fn claims(&self, _name: &str) -> anyhow::Result<Vec<Claim>> {
        Ok(Vec::new())
    }

    fn samples(&self, name: &str) -> anyhow::Result<Samples> {
        let mut samples = Samples::default();
        for (number, recorded) in (0..).zip(&self.games) {
            for (tag, side) in [("White", Color::White), ("Black", Color::Black)] {
                if recorded.tags.get(tag).is_some_and(|player| player == name) {
                    let white = recorded.white_half_points.unwrap_or(1);
                    samples.add(&Played {
                        game: recorded.game.clone(),
                        opening: number,
                        first_ply: 0,
                        side,
                        half_points: match side {
                            Color::White => white,
                            Color::Black => 2 - white,
                        },
                    });
                }
            }
        }
        if samples.is_empty() {
            bail!("{}: nobody in it is called `{name}`", self.path.display());
        }
        Ok(samples)
    }
}

fn print(
    out: &mut impl Write,
    name: &str,
    against: &str,
    samples: &Samples,
    fingerprint: &Fingerprint,
    all: bool,
) -> io::Result<()> {
    let moved = fingerprint.moved();
    writeln!(
        out,
        "{name} and {against}: {} games, {:+.0} ± {:.0} Elo, {} traits differ; told from {} games {:.2}, from {} games {:.2}",
        samples.len(),
        fingerprint.rating.elo,
        fingerprint.rating.error,
        moved.len(),
        BAGS[0],
        fingerprint.accuracies[0],
        BAGS[1],
        fingerprint.accuracies[1],
    )?;
    let rows = match all {
        true => fingerprint.rows.iter().collect(),
        false => moved,
    };
    for row in rows {
        writeln!(
            out,
            "  {:<22} {:>8.2} ± {:<6.2} {:>8.2} ± {:<6.2} d {:>+5.2}  p {:<8.1e} {}",
            row.of.key,
            row.subject.value,
            row.subject.error(),
            row.baseline.value,
            row.baseline.error(),
            row.difference.effect,
            row.corrected_p,
            row.of.meaning,
        )?;
    }
    Ok(())
}

/// What somebody claims, and what the games say about it.
fn print_claims(
    out: &mut impl Write,
    fingerprint: &Fingerprint,
    claims: &[Claim],
) -> io::Result<()> {
    for claim in claims {
        if let Some(verdict) = fingerprint.judge(claim) {
            writeln!(out, "  claims {claim}: {verdict}")?;
        }
    }
    Ok(())
}

/// A line of Markdown for each character, and how the games were played.
fn print_table(out: &mut impl Write, hall: &Hall<'_>, seed: u64) -> anyhow::Result<()> {
    let Arguments { games, nodes, .. } = hall.wanted;
    writeln!(
        out,
        "{games} games of each against {} at {nodes} nodes a move, seed {seed}.\n",
        hall.opponent.title()
    )?;
    writeln!(
        out,
        "| name | group | claims | traits moved | told from {} games | from {} | Elo |\n|---|---|---|---|---|---|---|",
        BAGS[0], BAGS[1]
    )?;
    let baseline = hall.samples(&hall.wanted.against)?;
    for name in &hall.wanted.personalities {
        let subject = hall.roster.load(name)?;
        let fingerprint = Fingerprint::of(&hall.samples(name)?, &baseline, seed);
        let judged = subject
            .claims()
            .iter()
            .map(|claim| match fingerprint.judge(claim) {
                Some(Verdict::Confirmed) => claim.to_string(),
                Some(verdict) => format!("{claim} ({verdict})"),
                None => format!("{claim} (unknown)"),
            });
        writeln!(
            out,
            "| {} | {} | {} | {} | {:.2} | {:.2} | {:+.0} ± {:.0} |",
            subject.name(),
            subject.group().unwrap_or_default(),
            judged.collect::<Vec<_>>().join(", "),
            fingerprint.moved().len(),
            fingerprint.accuracies[0],
            fingerprint.accuracies[1],
            fingerprint.rating.elo,
            fingerprint.rating.error,
        )?;
    }
    Ok(())
}

/// How well the classifier answers "which of them is it?".
fn print_who_is_who(out: &mut impl Write, everybody: &[Seen<'_>], seed: u64) -> io::Result<()> {
    let players: Vec<_> = everybody
        .iter()
        .map(|(_, samples, _)| player(samples))
        .collect();
    for bag in BAGS {
        let right = accuracy(&players, bag, seed);
        writeln!(
            out,
            "which of these {} from {bag} games: {right:.2}",
            players.len()
        )?;
    }
    let mut hardest: Option<(f64, &str, &str)> = None;
    for (index, (name, ..)) in everybody.iter().enumerate() {
        for (other, (other_name, ..)) in everybody.iter().enumerate().skip(index + 1) {
            let pair = [players[index].clone(), players[other].clone()];
            let right = accuracy(&pair, BAGS[1], seed);
            if hardest.is_none_or(|(least, ..)| right < least) {
                hardest = Some((right, name, other_name));
            }
        }
    }
    if let Some((right, one, other)) = hardest {
        writeln!(
            out,
            "hardest to tell apart from {} games: {one} and {other}, {right:.2}",
            BAGS[1]
        )?;
    }
    Ok(())
}
