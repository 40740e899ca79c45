//! Where observed games come from: they are played now, kept from an earlier run, or read from a PGN
//! file.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use masque::board::{Color, PgnGame, read_pgn};
use masque::files;
use masque::lab::matches::personality_match::{PersonalityMatch, PlayedGame};
use masque::lab::style::fingerprint::Fingerprint;
use masque::lab::style::gallery::GalleryEntry;
use masque::lab::style::observation::check_claims;
use masque::lab::style::observed_games::ObservedGames;
use masque::personality::{Claim, Personality, Roster};

use super::FingerprintArguments;

/// A source of observed games.
pub trait GameSource {
    /// The observed games of a player.
    fn samples(&self, name: &str) -> anyhow::Result<ObservedGames>;

    /// The player's claims about its games.
    fn claims(&self, name: &str) -> anyhow::Result<Vec<Claim>>;
}

/// Games of the roster's personalities, played now or kept from an earlier run.
pub struct RosterGames<'a> {
    roster: &'a Roster,
    arguments: &'a FingerprintArguments,
    pub opponent: Personality,
    seed: u64,
}

impl<'a> RosterGames<'a> {
    pub fn new(
        roster: &'a Roster,
        arguments: &'a FingerprintArguments,
        seed: u64,
    ) -> anyhow::Result<RosterGames<'a>> {
        if let Some(directory) = &arguments.keep {
            fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
        }
        for name in &arguments.personalities {
            check_claims(&roster.load(name)?)?;
        }
        Ok(RosterGames {
            roster,
            arguments,
            opponent: roster.load(&arguments.against)?.clone(),
            seed,
        })
    }

    fn match_of<'b>(&'b self, subject: &'b Personality) -> PersonalityMatch<'b> {
        PersonalityMatch {
            subject,
            opponent: &self.opponent,
            openings: self.arguments.games.div_ceil(2),
            nodes: self.arguments.nodes,
            seed: self.seed,
            threads: self.arguments.threads as usize,
        }
    }

    /// A personality's entry in the gallery, with the first game that it won, or else its first.
    pub fn entry(
        &self,
        name: &str,
        games: usize,
        fingerprint: Fingerprint,
    ) -> anyhow::Result<GalleryEntry> {
        let subject = self.roster.load(name)?;
        let mut sample: Option<PlayedGame> = None;
        self.match_of(&subject).play(|pair| {
            let won = pair.iter().find(|played| played.half_points == 2);
            let is_won = won.is_some();
            if is_won || sample.is_none() {
                sample = won.or(pair.first()).cloned();
            }
            !is_won
        });
        Ok(GalleryEntry {
            name: subject.name().to_owned(),
            title: subject.title().to_owned(),
            blurb: subject.blurb().to_owned(),
            fingerprint,
            games,
            sample,
        })
    }

    fn play(&self, subject: &Personality) -> ObservedGames {
        let personality_match = self.match_of(subject);

        let bar = ProgressBar::new(u64::from(personality_match.openings))
            .with_message(subject.name().to_owned());
        let mut samples = ObservedGames::default();
        personality_match.play(|pair| {
            pair.iter().for_each(|played| samples.add(played));
            bar.inc(1);
            true
        });
        bar.finish_and_clear();
        samples
    }

    /// The habits of both players. They are kept beside the games, so that games from before a
    /// change of the personality are not used again.
    fn players(&self, subject: &Personality) -> String {
        format!(
            "{}\n{}",
            subject.toml_without_identity(),
            self.opponent.toml_without_identity()
        )
    }

    /// The file that keeps a personality's games; its name tells how they were played.
    fn place(&self, directory: &Path, name: &str) -> PathBuf {
        let FingerprintArguments { games, nodes, .. } = self.arguments;
        let opponent = self.opponent.name();
        directory.join(format!(
            "{name}-{opponent}-{games}-{nodes}-{}.csv",
            self.seed
        ))
    }
}

impl GameSource for RosterGames<'_> {
    fn claims(&self, name: &str) -> anyhow::Result<Vec<Claim>> {
        Ok(self.roster.load(name)?.claims().to_vec())
    }

    fn samples(&self, name: &str) -> anyhow::Result<ObservedGames> {
        let subject = self.roster.load(name)?;
        let Some(directory) = &self.arguments.keep else {
            return Ok(self.play(&subject));
        };
        let place = self.place(directory, subject.name());
        let players = self.players(&subject);
        kept(&place, &players)
            .transpose()
            .unwrap_or_else(|| {
                let samples = self.play(&subject);
                keep(&place, &players, &samples)?;
                Ok(samples)
            })
            .with_context(|| place.display().to_string())
    }
}

/// The games kept in a file, if they were played by these players.
fn kept(place: &Path, players: &str) -> anyhow::Result<Option<ObservedGames>> {
    match fs::read_to_string(place.with_extension("toml")) {
        Ok(who) if who == players => {}
        Ok(_) => return Ok(None),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    }
    match File::open(place) {
        Ok(file) => Ok(Some(ObservedGames::read(BufReader::new(file))?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Keeps games in a file. The players are written last, so that a file with players is whole.
fn keep(place: &Path, players: &str, samples: &ObservedGames) -> io::Result<()> {
    let names = place.with_extension("toml");
    match fs::remove_file(&names) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut text = Vec::new();
    samples.write(&mut text)?;
    files::replace(place, &text)?;
    files::replace(&names, players.as_bytes())
}

/// The games of a PGN file.
pub struct PgnGames {
    games: Vec<PgnGame>,
    path: PathBuf,
}

impl PgnGames {
    pub fn open(path: &Path) -> anyhow::Result<PgnGames> {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        let mut games = Vec::new();
        for game in read_pgn(&String::from_utf8_lossy(&bytes)) {
            games.push(game.with_context(|| path.display().to_string())?);
        }
        Ok(PgnGames {
            games,
            path: path.to_owned(),
        })
    }
}

impl GameSource for PgnGames {
    /// A player in a PGN file claims nothing.
    fn claims(&self, _name: &str) -> anyhow::Result<Vec<Claim>> {
        Ok(Vec::new())
    }

    fn samples(&self, name: &str) -> anyhow::Result<ObservedGames> {
        let mut samples = ObservedGames::default();
        for (number, recorded) in (0..).zip(&self.games) {
            for (tag, side) in [("White", Color::White), ("Black", Color::Black)] {
                if recorded.tags.get(tag).is_some_and(|player| player == name) {
                    samples.add(&PlayedGame {
                        game: recorded.game.clone(),
                        opening: number,
                        first_ply: 0,
                        side,
                        half_points: recorded.result.half_points(side).unwrap_or(1),
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
