//! The journal: every finished game in PGN (Portable Game Notation), added to the end of a file.
//!
//! A whole game is written at once, under a lock, and brought to the disk before anything else is
//! played, so that no end of the program leaves half a game.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

use crate::board::{Color, PgnTags};
use crate::engine::NAME;
use crate::fics::bridge::GameRecord;
use crate::fics::message::{ServerRating, ServerTimeControl};
use crate::fics::outward;

/// The value of the tags `WhiteType` and `BlackType` for a computer.
const PROGRAM: &str = "program";
/// The base time in seconds that servers give when it is set to 0.
const LEAST_BASE_S: u32 = 10;

/// The game as text; `site` is the server and `now` the moment it ended.
pub fn pgn(record: &GameRecord, site: &str, now: SystemTime) -> String {
    let began = now.checked_sub(record.began_ago).unwrap_or(now);
    // A system time out of the calendar's range must not lose the game.
    let began = jiff::Timestamp::try_from(began).unwrap_or_default();
    let date = began.strftime("%Y.%m.%d").to_string();
    let time = began.strftime("%H:%M:%S").to_string();
    let mut others = Vec::new();
    let mut tag = |name: &str, value: String| others.push((name.to_owned(), outward(&value)));
    tag("UTCDate", date.clone());
    tag("UTCTime", time);
    for (name, (_, rating)) in [("WhiteElo", &record.white), ("BlackElo", &record.black)] {
        if let ServerRating::Rated { points, .. } = rating {
            tag(name, points.to_string());
        }
    }
    tag("TimeControl", time_control(record.control));
    tag("Termination", record.ended.end.termination().to_owned());
    tag("EndReason", record.ended.reason.clone());
    let (color, character) = &record.engine;
    let (name, types) = match color {
        Color::White => ("WhiteEngine", ["WhiteType", "BlackType"]),
        Color::Black => ("BlackEngine", ["BlackType", "WhiteType"]),
    };
    tag(types[0], PROGRAM.to_owned());
    if record.is_against_computer {
        tag(types[1], PROGRAM.to_owned());
    }
    tag(name, format!("{NAME} ({character})"));
    let rated = if record.is_rated { "rated" } else { "unrated" };
    let tags = PgnTags {
        event: outward(&format!("{rated} {} game", record.kind)),
        site: outward(site),
        date,
        round: String::new(),
        white: outward(&record.white.0),
        black: outward(&record.black.0),
        result: record.ended.result,
        others,
    };
    record.game.annotated_pgn(&tags, &record.comments)
}

/// In seconds, as the standard says: `300+12`.
fn time_control(control: Option<ServerTimeControl>) -> String {
    let Some(control) = control else {
        return "-".to_owned();
    };
    let base_s = match control.base_minutes {
        0 => LEAST_BASE_S,
        minutes => 60 * minutes,
    };
    match control.increment_s {
        0 => base_s.to_string(),
        increment_s => format!("{base_s}+{increment_s}"),
    }
}

/// Adds a game to the end of the file.
///
/// # Errors
/// What the system says; the file then has the game or, short of a full disk, nothing of it.
pub fn append(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    // Another masque may write its games to the same file.
    file.lock()?;
    let before = file.metadata()?.len();
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| file.sync_data());
    if written.is_err() {
        // An incomplete game would make the next one unreadable.
        let _ = file.set_len(before);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Game, GameResult};
    use crate::fics::message::{EndReason, GameEnded};
    use std::time::{Duration, UNIX_EPOCH};

    fn record() -> GameRecord {
        let mut game = Game::default();
        for text in ["e4", "e5"] {
            let mv = game.position().parse_move(text).unwrap();
            game.play(mv);
        }
        GameRecord {
            game,
            comments: vec!["[%eval 0.25,12] [%clk 0:02:00]".to_owned()],
            white: ("Masque".to_owned(), ServerRating::None),
            black: (
                "Alice".to_owned(),
                ServerRating::Rated {
                    points: 1_500,
                    is_provisional: true,
                },
            ),
            is_rated: true,
            kind: "blitz".to_owned(),
            control: Some(ServerTimeControl {
                base_minutes: 2,
                increment_s: 12,
            }),
            ended: GameEnded {
                game: 7,
                white: "Masque".to_owned(),
                black: "Alice".to_owned(),
                reason: "Alice resigns".to_owned(),
                end: EndReason::Resignation,
                result: GameResult::Win(Color::White),
            },
            began_ago: Duration::from_secs(3_600),
            engine: (Color::White, "The Hypermodern".to_owned()),
            is_against_computer: false,
        }
    }

    #[test]
    fn a_game_is_written_with_everything_that_is_known() {
        let now = UNIX_EPOCH + Duration::from_secs(951_786_000);
        let version = env!("CARGO_PKG_VERSION");
        let text = pgn(&record(), "example.org", now).replace(version, "N");
        insta::assert_snapshot!(text, @r#"
        [Event "rated blitz game"]
        [Site "example.org"]
        [Date "2000.02.29"]
        [Round "-"]
        [White "Masque"]
        [Black "Alice"]
        [Result "1-0"]
        [UTCDate "2000.02.29"]
        [UTCTime "00:00:00"]
        [BlackElo "1500"]
        [TimeControl "120+12"]
        [Termination "normal"]
        [EndReason "Alice resigns"]
        [WhiteType "program"]
        [WhiteEngine "Masque N (The Hypermodern)"]

        1. e4 {[%eval 0.25,12] [%clk 0:02:00]} 1... e5 1-0
        "#);
    }

    #[test]
    fn clocks_are_written_in_seconds() {
        for (base_minutes, increment_s, expected) in
            [(5, 0, "300"), (0, 1, "10+1"), (3, 2, "180+2")]
        {
            let control = ServerTimeControl {
                base_minutes,
                increment_s,
            };
            assert_eq!(time_control(Some(control)), expected);
        }
        assert_eq!(time_control(None), "-");
    }

    #[test]
    fn games_are_added_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.pgn");
        append(&path, "one\n\n").unwrap();
        append(&path, "two\n\n").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\n\ntwo\n\n");
        assert!(append(&directory.path().join("no/games.pgn"), "x").is_err());
    }
}
