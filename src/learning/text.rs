//! An experience as text: one fact a line, fields between tabs, the same on every machine.
//!
//! ```text
//! masque learning 1
//! games     COUNT
//! book      FEN   MOVE   TRUST   GAMES   LAST_GAME
//! position  FEN   MOVE|-   SALT   CEILING   DEPTH   LAST_GAME
//! opponent  NAME   PERSONALITY   RATING|-   WINS   DRAWS   LOSSES   LAST_GAME
//! end       CHECKSUM
//! ```
//!
//! Positions are written as FEN, so that nothing depends on how keys are made. `SALT` and the FNV-1a
//! `CHECKSUM` of everything before its line are hexadecimal; a ceiling is on the scale of
//! [`Score::raw`].

use std::fmt::{Display, Write};
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Move, Position};
use crate::checksum::Fnv64;
use crate::learning::experience::{BookMoveRecord, Experience};
use crate::learning::opponents::{OpponentRecord, tidy_name};
use crate::learning::positions::LearnedPosition;
use crate::learning::trust::MOST_TRUST;
use crate::score::Score;

const MAGIC: &str = "masque learning ";
const VERSION: u32 = 1;
/// No text is longer, whatever has been learnt.
pub(super) const LONGEST_TEXT_BYTES: usize = 1 << 20;
/// Stands for what is not known.
const UNKNOWN: &str = "-";

/// Why a text is no experience.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FaultyText {
    /// It is something else altogether.
    #[error("it is no learning file, whose first line is `masque learning {VERSION}`")]
    Foreign,
    /// It is of a later format.
    #[error("it was written by a newer masque (format {0}, expected {VERSION})")]
    Newer(u32),
    /// It was one and has been changed or cut off.
    #[error("it is damaged: line {line}: {problem}")]
    Damaged {
        /// The line, from 1.
        line: usize,
        /// What is wrong there, and what was expected.
        problem: String,
    },
}

/// The experience as text.
pub(super) fn write(experience: &Experience) -> String {
    let mut text = format!("{MAGIC}{VERSION}\n");
    let mut line = |fields: &[&dyn Display]| {
        for (number, field) in fields.iter().enumerate() {
            let separator = if number == 0 { "" } else { "\t" };
            // Writing to a string never fails.
            let _ = write!(text, "{separator}{field}");
        }
        text.push('\n');
    };
    line(&[&"games", &experience.games]);
    for record in experience.book.values() {
        let mv = record.position.coordinate_960(record.mv);
        let (fen, trust) = (record.position.fen(), record.trust);
        line(&[&"book", &fen, &mv, &trust, &record.games, &record.last_game]);
    }
    for learned in experience.positions.values() {
        let (fen, ceiling) = (learned.position.fen(), learned.ceiling.raw());
        let best = learned.best.map(|mv| learned.position.coordinate_960(mv));
        let salt = format!("{:016x}", learned.salt);
        let (depth, last) = (learned.depth_plies, learned.last_game);
        line(&[
            &"position",
            &fen,
            &or_unknown(best),
            &salt,
            &ceiling,
            &depth,
            &last,
        ]);
    }
    for record in experience.opponents.values() {
        let OpponentRecord {
            name,
            personality,
            rating,
            wins,
            draws,
            losses,
            last_game,
        } = record;
        let rating = or_unknown(*rating);
        line(&[
            &"opponent",
            name,
            personality,
            &rating,
            wins,
            draws,
            losses,
            last_game,
        ]);
    }
    let checksum = format!("{:016x}", Fnv64::of(text.as_bytes()));
    text + "end\t" + &checksum + "\n"
}

fn or_unknown(value: Option<impl Display>) -> String {
    value.map_or_else(|| UNKNOWN.to_owned(), |value| value.to_string())
}

/// Reads a text; nothing is taken of one in which anything is wrong.
///
/// # Errors
/// What it is instead, and where.
pub(super) fn read(bytes: &[u8]) -> Result<Experience, FaultyText> {
    let is_cut_off = MAGIC.as_bytes().starts_with(bytes);
    let text = match std::str::from_utf8(bytes) {
        Ok(text) if text.starts_with(MAGIC) || is_cut_off => text,
        Err(_) if bytes.starts_with(MAGIC.as_bytes()) => {
            return Err(damaged(1, "a byte is no UTF-8"));
        }
        _ => return Err(FaultyText::Foreign),
    };
    let header = text.lines().next().unwrap_or_default();
    match header.strip_prefix(MAGIC).map(str::parse) {
        Some(Ok(VERSION)) => {}
        Some(Ok(version)) if version > VERSION => return Err(FaultyText::Newer(version)),
        _ => return Err(damaged(1, "expected the number of the format")),
    }
    let body = checked_body(text)?;
    let mut experience = Experience::default();
    for (number, line) in body.lines().enumerate().skip(1) {
        read_line(line, &mut experience).map_err(|problem| damaged(number + 1, &problem))?;
    }
    experience.keep_within_bounds();
    Ok(experience)
}

/// Everything before the last line, if its checksum is right.
fn checked_body(text: &str) -> Result<&str, FaultyText> {
    let last = text.lines().count();
    let end = text.rfind("end\t").unwrap_or(text.len());
    let (body, trailer) = text.split_at(end);
    let checksum = format!("end\t{:016x}\n", Fnv64::of(body.as_bytes()));
    match trailer == checksum && body.ends_with('\n') {
        true => Ok(body),
        false => Err(damaged(last, "the text does not end with its own checksum")),
    }
}

fn damaged(line: usize, problem: &str) -> FaultyText {
    FaultyText::Damaged {
        line,
        problem: problem.to_owned(),
    }
}

fn read_line(line: &str, experience: &mut Experience) -> Result<(), String> {
    let fields: Vec<&str> = line.split('\t').collect();
    match fields[..] {
        ["games", count] => experience.games = number(count, "a count of games")?,
        ["book", fen, mv, trust, games, last_game] => {
            let position = position(fen)?;
            experience.insert_book_move(BookMoveRecord {
                mv: legal_move(&position, mv)?,
                position,
                trust: within(trust, MOST_TRUST, "a trust")?,
                games: number(games, "a count of games")?,
                last_game: number(last_game, "a game's number")?,
            });
        }
        ["position", fen, best, salt, ceiling, depth, last_game] => {
            let position = position(fen)?;
            let best = known(best).map(|best| legal_move(&position, best));
            experience.insert_position(LearnedPosition {
                best: best.transpose()?,
                position,
                ceiling: Score::from_raw(within(ceiling, Score::INFINITE.raw() - 1, "a score")?),
                depth_plies: number(depth, "a depth")?,
                salt: u64::from_str_radix(salt, 16)
                    .map_err(|_| format!("`{salt}` is no salt, expected 16 hexadecimal digits"))?,
                last_game: number(last_game, "a game's number")?,
            });
        }
        [
            "opponent",
            name,
            personality,
            rating,
            wins,
            draws,
            losses,
            last_game,
        ] => {
            let rating = known(rating).map(|rating| number(rating, "a rating"));
            experience.insert_opponent(OpponentRecord {
                name: tidy(name)?,
                personality: tidy(personality)?,
                rating: rating.transpose()?,
                wins: number(wins, "a count of games")?,
                draws: number(draws, "a count of games")?,
                losses: number(losses, "a count of games")?,
                last_game: number(last_game, "a game's number")?,
            });
        }
        _ => {
            let kind = fields.first().copied().unwrap_or_default();
            return Err(format!(
                "`{}` with {} fields, expected games, book, position or opponent with theirs",
                kind.chars().take(20).collect::<String>(),
                fields.len() - 1
            ));
        }
    }
    Ok(())
}

fn known(field: &str) -> Option<&str> {
    (field != UNKNOWN).then_some(field)
}

fn number<T: FromStr>(field: &str, what: &str) -> Result<T, String> {
    let number = field.parse();
    number.map_err(|_| format!("`{field}` is not {what}, expected a whole number in its range"))
}

/// A number between `-most` and `most`.
fn within(field: &str, most: i32, what: &str) -> Result<i32, String> {
    let value: i32 = number(field, what)?;
    match (-most..=most).contains(&value) {
        true => Ok(value),
        false => Err(format!("{value} is not {what}, expected -{most} to {most}")),
    }
}

fn position(fen: &str) -> Result<Position, String> {
    fen.parse()
        .map_err(|error| format!("`{fen}` is no position: {error}"))
}

fn legal_move(position: &Position, text: &str) -> Result<Move, String> {
    let mv = position.parse_move(text);
    mv.map_err(|error| format!("`{text}` is {error} in {}", position.fen()))
}

fn tidy(name: &str) -> Result<String, String> {
    let tidied = tidy_name(name).filter(|tidied| tidied == name);
    tidied.ok_or_else(|| format!("`{name}` is no name, expected 1 to 40 printable characters"))
}

#[cfg(test)]
mod tests;
