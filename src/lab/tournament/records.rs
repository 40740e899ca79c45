//! The records of a tournament's games in PGN, and what is read from them again.

use super::fixture::{Fixture, FixtureId};
use super::playing::FinishedFixture;
use crate::board::{Color, Game, GameResult, PgnGame, PgnTags, read_pgn};
use crate::lab::matches::kept_file::KeptGamesError;
use crate::lab::matches::kept_games::{OPENING_PLIES_TAG, opening_plies};

const TERMINATION: &str = "Termination";
/// The tag that says in words why a game was not decided by chess.
const DETAILS: &str = "TerminationDetails";
const TIME_CONTROL: &str = "TimeControl";
const EVENT: &str = "Tournament";
const SITE: &str = "masque";

/// A finished game as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixtureRecord {
    /// Which game.
    pub id: FixtureId,
    /// The name of White.
    pub white: String,
    /// The name of Black.
    pub black: String,
    /// The result.
    pub result: GameResult,
    /// The moves.
    pub game: Game,
    /// The length of the given opening in plies.
    pub first_ply: usize,
    /// The time control as PGN writes it.
    pub time_control: String,
    /// How the game ended, in a word.
    pub termination: String,
    /// Who did what, where the game was not decided by chess.
    pub trouble: Option<String>,
}

impl FixtureRecord {
    /// The record of a game that was played now. `names` are those of all players.
    pub fn new(
        fixture: &Fixture,
        names: &[String],
        first_ply: usize,
        time_control: String,
        finished: FinishedFixture,
    ) -> FixtureRecord {
        let (white, black) = (&names[fixture.white], &names[fixture.black]);
        let trouble = finished.trouble().map(|(color, what)| {
            let name = match color {
                Color::White => white,
                Color::Black => black,
            };
            format!("{name} {what}")
        });
        FixtureRecord {
            id: fixture.id,
            white: white.clone(),
            black: black.clone(),
            result: finished.result(),
            first_ply,
            time_control,
            termination: finished.termination().to_owned(),
            trouble,
            game: finished.game,
        }
    }

    /// The record in PGN.
    pub fn pgn(&self) -> String {
        let mut others = vec![
            (OPENING_PLIES_TAG, self.first_ply.to_string()),
            (TERMINATION, self.termination.clone()),
        ];
        others.extend(self.trouble.clone().map(|trouble| (DETAILS, trouble)));
        others.push((TIME_CONTROL, self.time_control.clone()));
        self.game.pgn(&PgnTags {
            event: EVENT.to_owned(),
            site: SITE.to_owned(),
            round: self.id.to_string(),
            white: self.white.clone(),
            black: self.black.clone(),
            result: self.result,
            others: others
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            ..PgnTags::default()
        })
    }
}

/// The records of a text, in its order.
///
/// # Errors
/// The first game that cannot be read or lacks a tag.
pub fn read_records(text: &str) -> Result<Vec<FixtureRecord>, KeptGamesError> {
    let games = read_pgn(text).into_iter().zip(1..);
    games
        .map(|(game, number)| read_record(number, game?))
        .collect()
}

fn read_record(number: usize, recorded: PgnGame) -> Result<FixtureRecord, KeptGamesError> {
    let tag = |name: &str| recorded.tags.get(name).cloned().unwrap_or_default();
    let wrong = |name: &'static str, expected: &str| KeptGamesError::Tag {
        game: number,
        tag: name,
        found: tag(name),
        expected: expected.to_owned(),
    };
    if recorded.result == GameResult::Unfinished {
        return Err(wrong("Result", "the result of a finished game"));
    }
    let id = tag("Round").parse();
    Ok(FixtureRecord {
        id: id.map_err(|_| wrong("Round", "ROUND.BOARD.GAME, three numbers from 1"))?,
        first_ply: opening_plies(&recorded)
            .ok_or_else(|| wrong(OPENING_PLIES_TAG, "a number of plies"))?,
        white: tag("White"),
        black: tag("Black"),
        result: recorded.result,
        time_control: tag(TIME_CONTROL),
        termination: tag(TERMINATION),
        trouble: recorded.tags.get(DETAILS).cloned(),
        game: recorded.game,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foreign::EngineFailure;
    use crate::lab::tournament::fixture::Encounter;
    use crate::lab::tournament::playing::FixtureEnding;

    #[test]
    fn records_are_read_as_they_were_written() {
        let encounter = Encounter {
            round: 2,
            board: 3,
            first: 1,
            second: 0,
        };
        let names = ["Ann".to_owned(), "The \"Fox\"".to_owned()];
        let endings = [
            FixtureEnding::Resignation(Color::Black),
            FixtureEnding::Failure(Color::White, EngineFailure::IllegalMove("e2e5".to_owned())),
            FixtureEnding::OutOfTime(Color::Black),
        ];
        let records: Vec<FixtureRecord> = endings
            .into_iter()
            .zip(1..)
            .map(|(ending, number)| {
                let finished = FinishedFixture {
                    game: Game::from_moves("e4 e5").unwrap(),
                    ending,
                };
                let fixture = encounter.fixture(number, 1);
                FixtureRecord::new(&fixture, &names, 1, "10+0.1".to_owned(), finished)
            })
            .collect();
        insta::assert_snapshot!(records[1].pgn(), @r#"
        [Event "Tournament"]
        [Site "masque"]
        [Date "????.??.??"]
        [Round "2.3.2"]
        [White "Ann"]
        [Black "The \"Fox\""]
        [Result "0-1"]
        [OpeningPlies "1"]
        [Termination "rules infraction"]
        [TerminationDetails "Ann played `e2e5`, which is no legal move"]
        [TimeControl "10+0.1"]

        1. e4 e5 0-1
        "#);
        let text: String = records.iter().map(FixtureRecord::pgn).collect();
        assert_eq!(read_records(&text).unwrap(), records);
        let cut = text.replace("[Round \"2.3.2\"]", "[Round \"2.3\"]");
        let error = read_records(&cut).unwrap_err().to_string();
        let expected = "game 2: the tag Round is `2.3`, expected ROUND.BOARD.GAME";
        assert!(error.starts_with(expected), "{error}");
    }
}
