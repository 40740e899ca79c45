//! The file in which the league is kept: read whole, checked, and replaced as a whole.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::ladder::PLACES;
use super::member::{LEVELS, Member};
use super::season::{League, PastMatch, season_schedule};
use crate::board::GameResult;
use crate::config::{self, ConfigError};
use crate::files;
use crate::lab::tournament::fixture::FixtureResults;

/// The file's name in the user's directory for what programs remember.
const FILE_NAME: &str = "league.toml";
/// The format that is written and read.
const FORMAT: u32 = 1;
const HEADING: &str = "# The league of masque. `masque league` shows it.\n";

/// Why the league cannot be read or kept; the file is then as it was.
#[derive(Debug, Error)]
pub enum LeagueFileError {
    /// There is no place for it.
    #[error("there is no directory for the league, expected a home directory")]
    NoPlace,
    /// It cannot be read, or is no TOML of this form.
    #[error(transparent)]
    Unreadable(#[from] ConfigError),
    /// It is of this form, but no league.
    #[error("{}: {place}: {problem}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The key.
        place: String,
        /// What is wrong there, and what was expected.
        problem: String,
    },
    /// Somebody else has changed it meanwhile.
    #[error("{}: another masque has changed it meanwhile, so this result does not count", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// It cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// The file's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeagueFile {
    path: PathBuf,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeagueText {
    format: u32,
    seed: u64,
    season: u32,
    divisions: Vec<Vec<Member>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    games: Vec<GameText>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    past: Vec<PastText>,
}

/// A match of this season.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameText {
    round: u32,
    white: Member,
    black: Member,
    result: ResultText,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct ResultText(GameResult);

/// A match of the person in an earlier season.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PastText {
    level: LevelText,
    points: PointsText,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "i32", into = "i32")]
struct LevelText(i32);

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
struct PointsText(u8);

impl TryFrom<String> for ResultText {
    type Error = String;

    fn try_from(text: String) -> Result<ResultText, String> {
        let result = GameResult::parse(&text).filter(|&it| it != GameResult::Unfinished);
        result
            .map(ResultText)
            .ok_or_else(|| format!("`{text}` is no result, expected 1-0, 0-1 or 1/2-1/2"))
    }
}

impl From<ResultText> for String {
    fn from(result: ResultText) -> String {
        result.0.to_string()
    }
}

impl TryFrom<i32> for LevelText {
    type Error = String;

    fn try_from(elo: i32) -> Result<LevelText, String> {
        let (least, most) = (LEVELS.start(), LEVELS.end());
        match LEVELS.contains(&elo) {
            true => Ok(LevelText(elo)),
            false => Err(format!("{elo} is no level, expected {least} to {most}")),
        }
    }
}

impl From<LevelText> for i32 {
    fn from(level: LevelText) -> i32 {
        level.0
    }
}

impl TryFrom<f64> for PointsText {
    type Error = String;

    fn try_from(points: f64) -> Result<PointsText, String> {
        let half_points = [0, 1, 2]
            .into_iter()
            .find(|&it| f64::from(it) / 2.0 == points);
        half_points
            .map(PointsText)
            .ok_or_else(|| format!("{points} are no points of a game, expected 0.0, 0.5 or 1.0"))
    }
}

impl From<PointsText> for f64 {
    fn from(points: PointsText) -> f64 {
        f64::from(points.0) / 2.0
    }
}

impl LeagueFile {
    /// The file in the user's directory for what programs remember.
    ///
    /// # Errors
    /// [`LeagueFileError::NoPlace`].
    pub fn of_user() -> Result<LeagueFile, LeagueFileError> {
        let path = files::remembered(FILE_NAME).ok_or(LeagueFileError::NoPlace)?;
        Ok(LeagueFile { path })
    }

    /// Where it is, whether it exists or not.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The league; `None` where there is no file.
    ///
    /// # Errors
    /// [`LeagueFileError::Unreadable`] and [`LeagueFileError::Invalid`].
    pub fn read(&self) -> Result<Option<League>, LeagueFileError> {
        match self.path.try_exists() {
            Ok(false) => Ok(None),
            _ => {
                let text = config::read_text(&self.path)?;
                self.league(&text).map(Some)
            }
        }
    }

    /// Keeps a league in the place of another.
    ///
    /// # Errors
    /// [`LeagueFileError::Changed`] where the file does not hold `before`, and those of reading and
    /// writing.
    pub fn replace(&self, before: Option<&League>, league: &League) -> Result<(), LeagueFileError> {
        if self.read()?.as_ref() != before {
            return Err(LeagueFileError::Changed {
                path: self.path.clone(),
            });
        }
        self.write(league)
    }

    /// Puts the file, whatever is in it, beside its place, and says where; `None` where there is none.
    ///
    /// # Errors
    /// [`LeagueFileError::Unwritable`].
    pub fn set_aside(&self) -> Result<Option<PathBuf>, LeagueFileError> {
        let aside = self.path.with_extension("toml.old");
        match std::fs::rename(&self.path, &aside) {
            Ok(()) => Ok(Some(aside)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(LeagueFileError::Unwritable {
                path: aside,
                source,
            }),
        }
    }

    fn write(&self, league: &League) -> Result<(), LeagueFileError> {
        let failure = |source: io::Error| LeagueFileError::Unwritable {
            path: self.path.clone(),
            source,
        };
        let text = toml::to_string(&text_of(league)).map_err(|it| failure(io::Error::other(it)))?;
        let text = format!("{HEADING}{text}");
        files::write_whole(&self.path, text.as_bytes()).map_err(failure)
    }

    fn league(&self, text: &str) -> Result<League, LeagueFileError> {
        let invalid = |place: String, problem: String| LeagueFileError::Invalid {
            path: self.path.clone(),
            place,
            problem,
        };
        let text: LeagueText = config::parse(text, &self.path)?;
        if text.format != FORMAT {
            let problem = format!("{} is another masque's, expected {FORMAT}", text.format);
            return Err(invalid("format".to_owned(), problem));
        }
        if text.season == 0 {
            let problem = "0, expected a number from 1".to_owned();
            return Err(invalid("season".to_owned(), problem));
        }
        check_divisions(&text.divisions).map_err(|(place, problem)| invalid(place, problem))?;
        let results = results(&text).map_err(|(place, problem)| invalid(place, problem))?;
        let past = text.past.iter().map(|it| PastMatch {
            elo: it.level.0,
            half_points: it.points.0,
        });
        Ok(League {
            seed: text.seed,
            season: text.season,
            past: past.collect(),
            results,
            divisions: text.divisions,
        })
    }
}

fn text_of(league: &League) -> LeagueText {
    let own = &league.divisions[league.division_number() - 1];
    let schedule = season_schedule();
    let games = schedule.fixtures().filter_map(|fixture| {
        Some(GameText {
            round: fixture.id.round,
            white: own[fixture.white].clone(),
            black: own[fixture.black].clone(),
            result: ResultText(*league.results.get(&fixture.id)?),
        })
    });
    let past = league.past.iter().map(|it| PastText {
        level: LevelText(it.elo),
        points: PointsText(it.half_points),
    });
    LeagueText {
        format: FORMAT,
        seed: league.seed,
        season: league.season,
        games: games.collect(),
        past: past.collect(),
        divisions: league.divisions.clone(),
    }
}

/// A place in the file and what is wrong there.
type Problem = (String, String);

fn check_divisions(divisions: &[Vec<Member>]) -> Result<(), Problem> {
    let mut seen = BTreeSet::new();
    for (members, number) in divisions.iter().zip(1..) {
        let place = format!("division {number}");
        if members.len() != PLACES {
            let problem = format!("it has {} members, expected {PLACES}", members.len());
            return Err((place, problem));
        }
        for member in members {
            if !seen.insert(member.to_string()) {
                let problem = format!("`{member}` is there twice, expected everybody once");
                return Err((place, problem));
            }
        }
    }
    match seen.contains(&Member::Person.to_string()) {
        true => Ok(()),
        false => {
            let problem = format!("nobody is `{}`, expected one", Member::Person);
            Err(("divisions".to_owned(), problem))
        }
    }
}

/// The results of this season, which must be those of its first rounds.
fn results(text: &LeagueText) -> Result<FixtureResults, Problem> {
    let own = text
        .divisions
        .iter()
        .find(|it| it.contains(&Member::Person));
    let own = own.map_or(&[][..], Vec::as_slice);
    let schedule = season_schedule();
    let mut results = FixtureResults::new();
    for ((game, fixture), number) in text.games.iter().zip(schedule.fixtures()).zip(1..) {
        let expected = (fixture.id.round, &own[fixture.white], &own[fixture.black]);
        if (game.round, &game.white, &game.black) != expected {
            let (round, white, black) = expected;
            let problem = format!(
                "it is round {}, {} against {}, expected round {round}, {white} against {black}",
                game.round, game.white, game.black
            );
            return Err((format!("game {number}"), problem));
        }
        results.insert(fixture.id, game.result.0);
    }
    let matches = PLACES / 2;
    let all = schedule.fixtures().count();
    match text.games.len() {
        games if games % matches == 0 && games < all => Ok(results),
        games => {
            let problem = format!(
                "there are {games}, expected {matches} for each round that is over, and fewer than {all}"
            );
            Err(("games".to_owned(), problem))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file_in(directory: &Path) -> LeagueFile {
        LeagueFile {
            path: directory.join("new").join(FILE_NAME),
        }
    }

    #[test]
    fn a_league_is_read_as_it_was_written() {
        let directory = tempfile::tempdir().unwrap();
        let file = file_in(directory.path());
        assert_eq!(file.read().unwrap(), None);
        let mut league = League::new(u64::MAX);
        file.replace(None, &league).unwrap();
        for number in 0..12 {
            assert_eq!(file.read().unwrap(), Some(league.clone()), "{number}");
            let before = league.clone();
            league.count(GameResult::Draw);
            file.replace(Some(&before), &league).unwrap();
        }
        assert_eq!(league.season, 3);
        let aside = file.set_aside().unwrap();
        assert!(aside.is_some_and(|it| it.exists()));
        assert_eq!(file.read().unwrap(), None);
        assert_eq!(file.set_aside().unwrap(), None);
    }

    #[test]
    fn what_another_has_changed_is_not_written_over() {
        let directory = tempfile::tempdir().unwrap();
        let file = file_in(directory.path());
        let league = League::new(1);
        file.replace(None, &league).unwrap();
        let mut mine = league.clone();
        mine.count(GameResult::Draw);
        file.replace(Some(&league), &mine).unwrap();
        let mut late = league.clone();
        late.count(GameResult::Win(crate::board::Color::White));
        let refused = file.replace(Some(&league), &late).unwrap_err().to_string();
        assert!(
            refused.ends_with("so this result does not count"),
            "{refused}"
        );
        assert_eq!(file.read().unwrap(), Some(mine));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place_and_the_file_is_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        let file = file_in(directory.path());
        let mut league = League::new(1);
        (0..6).for_each(|_| drop(league.count(GameResult::Draw)));
        file.replace(None, &league).unwrap();
        let good = std::fs::read_to_string(file.path()).unwrap();
        for (old, new, expected) in [
            (
                "piper@500",
                "piper@50",
                "`piper@50` is no member, expected `you`",
            ),
            (
                "format = 1",
                "format = 2",
                "format: 2 is another masque's, expected 1",
            ),
            (
                "season = 2",
                "season = 0",
                "season: 0, expected a number from 1",
            ),
            (
                "season = 2",
                "saison = 2",
                "unknown key `saison`; did you mean `season`?",
            ),
            (
                "\"piper@500\", ",
                "",
                "division 6: it has 5 members, expected 6",
            ),
            (
                "\"piper@500\"",
                "\"lion@2600\"",
                "division 6: `lion@2600` is there twice",
            ),
            (
                "\"1/2-1/2\"",
                "\"1/2\"",
                "`1/2` is no result, expected 1-0, 0-1 or 1/2-1/2",
            ),
            ("round = 1", "round = 2", "game 1: it is round 2, "),
            ("[[games]]\n", "[[game]]\n", "unknown key `game`"),
            (
                "points = 0.5",
                "points = 0.3",
                "0.3 are no points of a game, expected 0.0, 0.5 or 1.0",
            ),
            (
                "[[past]]\nlevel = ",
                "[[past]]\nlevel = 9",
                "is no level, expected 500 to 2800",
            ),
        ] {
            let bad = good.replacen(old, new, 1);
            assert_ne!(bad, good, "{old} is not in\n{good}");
            std::fs::write(file.path(), &bad).unwrap();
            let error = file.read().unwrap_err().to_string();
            assert!(error.contains(expected), "{new}: {error}\n{bad}");
            assert!(error.contains(FILE_NAME), "{error}");
            assert!(file.replace(Some(&league), &league).is_err());
            assert_eq!(std::fs::read_to_string(file.path()).unwrap(), bad);
        }
        let one_match = good
            .split("[[games]]")
            .take(2)
            .collect::<Vec<_>>()
            .join("[[games]]");
        std::fs::write(file.path(), one_match).unwrap();
        let error = file.read().unwrap_err().to_string();
        assert!(
            error.contains("games: there are 1, expected 3 for each round"),
            "{error}"
        );
    }
}
