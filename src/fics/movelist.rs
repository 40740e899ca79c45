//! The answer to `moves`: everything played so far in a game.
//!
//! Owns the form of that list. Lines that do not belong to it may stand between its lines, so the
//! reader is given every line and takes what it knows. It must not know the rules of chess.

use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, space0, space1};
use nom::combinator::{map, opt, rest};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::message::Message;
use super::style12::Style12;

/// No game is longer than this many half-moves.
const LONGEST_GAME_PLIES: usize = 12_000;

/// A complete list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList {
    /// The server's number of the game.
    pub game: u32,
    /// The position before the first move where it is not the usual one and the server tells it
    /// (`iset startpos 1`).
    pub start: Option<Box<Style12>>,
    /// The moves in SAN.
    pub moves: Vec<String>,
}

/// Collects a list from lines.
#[derive(Clone, Debug, Default)]
pub struct MoveListReader {
    list: Option<MoveList>,
    /// The number that the next row must have; any for the first.
    next_number: Option<usize>,
}

impl MoveListReader {
    /// A reader that has seen nothing.
    pub fn new() -> MoveListReader {
        MoveListReader::default()
    }

    /// The list that `line` completes.
    ///
    /// A list begins with `Movelist for game N:` and ends with the line that says in braces how the
    /// game stands.
    pub fn read(&mut self, line: &str) -> Option<MoveList> {
        if let Ok((_, game)) = heading(line) {
            self.list = Some(MoveList {
                game,
                ..MoveList::default()
            });
            self.next_number = None;
            return None;
        }
        let list = self.list.as_mut()?;
        if let Ok((_, (number, moves))) = numbered(line) {
            let is_next = self.next_number.is_none_or(|next| next == number);
            if is_next && list.moves.len() + 2 <= LONGEST_GAME_PLIES {
                list.moves.extend(moves);
                self.next_number = number.checked_add(1);
            }
            return None;
        }
        if line.starts_with("<12>") && list.start.is_none() && list.moves.is_empty() {
            list.start = Style12::parse(line).map(Box::new);
            return None;
        }
        if is_end(line) { self.list.take() } else { None }
    }
}

/// `Movelist for game 12:`
fn heading(input: &str) -> IResult<&str, u32> {
    map(
        delimited(
            (space0, tag("Movelist for game ")),
            take_while1(|letter: char| letter.is_ascii_digit()),
            char(':'),
        ),
        |digits: &str| digits.parse().unwrap_or(u32::MAX),
    )
    .parse(input)
}

/// `  1.  e4      (0:00)     e5      (0:00)`; White's move is `...` when Black began.
fn numbered(input: &str) -> IResult<&str, (usize, Vec<String>)> {
    let digits = take_while1(|letter: char| letter.is_ascii_digit());
    let number = map(digits, |digits: &str| digits.parse().unwrap_or(usize::MAX));
    let time = || {
        opt(delimited(
            (space0, char('(')),
            take_while1(|letter| letter != ')'),
            char(')'),
        ))
    };
    let one = || terminated(take_while1(is_move_letter), time());
    map(
        (
            delimited(space0, number, (char('.'), space1)),
            one(),
            opt(preceded(space1, one())),
            rest,
        ),
        |(number, white, black, _): (_, &str, Option<&str>, &str)| {
            let moves = [Some(white), black]
                .into_iter()
                .flatten()
                .filter(|text| *text != "...")
                .map(str::to_owned)
                .collect();
            (number, moves)
        },
    )
    .parse(input)
}

fn is_move_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "-+=#@.".contains(letter)
}

/// `{Still in progress} *`, which is not the news of a game that ended meanwhile.
fn is_end(line: &str) -> bool {
    line.trim_start().starts_with('{')
        && !matches!(
            Message::parse(line),
            Message::GameEnded(_) | Message::GameStarted(_)
        )
}
