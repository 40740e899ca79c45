//! The answer to `moves`: everything played so far in a game.
//!
//! Other lines of the server may stand between the lines of the list, so the reader is given all of
//! them and takes what it knows. It is never given what people say.

use std::time::Duration;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, space0, space1};
use nom::combinator::{map, opt, rest, value};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::message::{handle, rating};
use super::style12::{Style12, move_time};

/// No game is longer than this many half-moves.
const LONGEST_GAME_PLIES: usize = 12_000;

/// How wide the column of numbers is at least.
const NUMBER_COLUMN: usize = 3;

/// A complete list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerMoveList {
    /// The server's number of the game, where it says so.
    pub game: Option<u32>,
    /// The position before the first move where it is not the usual one and the server tells it
    /// (`iset startpos 1`).
    pub start: Option<Box<Style12>>,
    /// White's and Black's handle, where the list names them.
    pub players: Option<(String, String)>,
    /// The moves in the order in which they were played.
    pub moves: Vec<ListedMove>,
}

/// A move in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMove {
    /// The move in SAN.
    pub san: String,
    /// How long it took; `None` where the list does not say.
    pub took: Option<Duration>,
}

/// Collects a list from lines.
#[derive(Clone, Debug, Default)]
pub struct ServerMoveListReader {
    list: Option<ServerMoveList>,
    /// The number that the next row must have; any for the first.
    next_number: Option<usize>,
}

impl ServerMoveListReader {
    /// A reader that has seen nothing.
    pub fn new() -> ServerMoveListReader {
        ServerMoveListReader::default()
    }

    /// The list that `line` completes.
    ///
    /// A list begins with `Movelist for game N:`, or with the line that names the players where
    /// that is missing, and ends with the line that says in braces how the game stands.
    pub fn read(&mut self, line: &str) -> Option<ServerMoveList> {
        if let Ok((_, game)) = heading(line) {
            self.list = Some(ServerMoveList {
                game: Some(game),
                ..ServerMoveList::default()
            });
            self.next_number = None;
            return None;
        }
        if let Ok((_, names)) = players(line) {
            // The number may have come before.
            let begun = self.list.take().filter(|list| list.moves.is_empty());
            self.list = Some(ServerMoveList {
                players: Some(names),
                ..begun.unwrap_or_default()
            });
            self.next_number = None;
            return None;
        }
        let list = self.list.as_mut()?;
        let is_row = line.find('.').is_some_and(|place| place >= NUMBER_COLUMN);
        if is_row && let Ok((_, (number, moves))) = numbered(line) {
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
            tag("Movelist for game "),
            take_while1(|letter: char| letter.is_ascii_digit()),
            char(':'),
        ),
        |digits: &str| digits.parse().unwrap_or(u32::MAX),
    )
    .parse(input)
}

/// `Alice (UNR) vs. Bobby (1500) --- Fri Apr 12, 04:13 UTC 2013`
fn players(input: &str) -> IResult<&str, (String, String)> {
    let player = || terminated(handle, (tag(" ("), rating, char(')')));
    map(
        (player(), tag(" vs. "), player(), tag(" --- ")),
        |(white, _, black, _)| (white.to_owned(), black.to_owned()),
    )
    .parse(input)
}

/// `  1.  e4      (0:00)     e5      (0:00)`; White's move is `...` when Black began. The number
/// stands in a column of three, which tells a row from text that begins with a number.
fn numbered(input: &str) -> IResult<&str, (usize, Vec<ListedMove>)> {
    let digits = take_while1(|letter: char| letter.is_ascii_digit());
    let number = map(digits, |digits: &str| digits.parse().unwrap_or(usize::MAX));
    let other_time = || delimited(char('('), take_while1(|letter| letter != ')'), char(')'));
    let time = || {
        alt((
            map(move_time, |time| Some(time.duration)),
            value(None, other_time()),
        ))
    };
    let one = || {
        map(
            (take_while1(is_move_letter), opt(preceded(space0, time()))),
            |(san, took): (&str, Option<Option<Duration>>)| ListedMove {
                san: san.to_owned(),
                took: took.flatten(),
            },
        )
    };
    map(
        (
            delimited(space0, number, (char('.'), space1)),
            one(),
            opt(preceded(space0, one())),
            rest,
        ),
        |(number, white, black, _): (_, ListedMove, Option<ListedMove>, &str)| {
            let moves = [Some(white), black].into_iter().flatten();
            (number, moves.filter(|listed| listed.san != "...").collect())
        },
    )
    .parse(input)
}

fn is_move_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "-+=#@.".contains(letter)
}

/// `{Still in progress} *`: the row that ends the list. News of games stand in braces too, but
/// never indented.
fn is_end(line: &str) -> bool {
    line.starts_with(' ') && line.trim_start().starts_with('{')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Option<ServerMoveList> {
        let mut reader = ServerMoveListReader::new();
        text.lines().find_map(|line| reader.read(line))
    }

    fn san(list: &ServerMoveList) -> Vec<&str> {
        list.moves
            .iter()
            .map(|listed| listed.san.as_str())
            .collect()
    }

    const FICS: &str = "Movelist for game 12:\n\
        Alice (1500) vs. MasqueBot (----) --- 2026-11-21 04:38 UTC\n\
        Rated blitz match, initial time: 2 minutes, increment: 12 seconds.\n\
        Move  Alice                   MasqueBot\n\
        ----  ---------------------   ---------------------\n\
        \x20 1.  e4      (0:00.000)       e5      (0:01.203)\n\
        Carol tells you:   2.  a4  a5\n\
        <pf> 3 w=Bobby t=match p=Bobby (----) MasqueBot (----) rated blitz 2 12\n\
        \x20 2.  Nf3     (0:01.000)       O-O-O+  (1:02:03)\n\
        {Game 3 (Carol vs. Dave) Carol resigns} 0-1\n\
        \x20 3.  e8=Q    (0:05)\n\
        \x20     {Still in progress} *\n";

    #[test]
    fn lists_are_read_between_other_lines() {
        let list = read(FICS).unwrap();
        assert_eq!(list.game, Some(12));
        let players = ("Alice".to_owned(), "MasqueBot".to_owned());
        assert_eq!(list.players, Some(players));
        assert_eq!(san(&list), ["e4", "e5", "Nf3", "O-O-O+", "e8=Q"]);
        let took_ms = list
            .moves
            .iter()
            .map(|listed| listed.took.unwrap().as_millis());
        assert_eq!(
            took_ms.collect::<Vec<_>>(),
            [0, 1_203, 1_000, 3_723_000, 5_000]
        );
        assert!(list.start.is_none());
    }

    #[test]
    fn a_list_may_name_no_game_and_show_its_start() {
        let text = "MasqueBot (UNR) vs. GuestPTTN (++++) --- Fri Apr 12, 04:14 UTC 2013\n\
            Unrated fischerandom match, initial time: 1 minutes, increment: 0 seconds.\n\
            <12> nrnkbrqb pppppppp -------- -------- -------- -------- PPPPPPPP NRNKBRQB W -1 1 1 1 1 0 1 A B 0 1 0 39 39 60 60 1 none (0:00) none 0 0\n\
            Move  MasqueBot          GuestPTTN\n\
            \x20 1.  ...                e5      (0:00)\n\
            \x20 2.  Nf3     (0:13)     Nc6     (0:01)\n\
            \x20     {Still in progress} *\n";
        let list = read(text).unwrap();
        assert_eq!(list.game, None);
        assert_eq!(
            list.start.as_ref().unwrap().placement,
            "nrnkbrqb/pppppppp/8/8/8/8/PPPPPPPP/NRNKBRQB"
        );
        assert_eq!(san(&list), ["e5", "Nf3", "Nc6"]);
    }

    #[test]
    fn an_empty_list_is_a_list_and_a_new_one_replaces_the_old() {
        let list = read("Movelist for game 1:\n      {Still in progress} *").unwrap();
        assert_eq!((list.game, list.moves.len()), (Some(1), 0));
        let twice = FICS.replace("      {Still", "Movelist for game 13:\n      {Still");
        let list = read(&twice).unwrap();
        assert_eq!((list.game, list.moves.len()), (Some(13), 0));
        assert_eq!(read("  1.  e4  e5\n      {Still in progress} *"), None);
    }

    #[test]
    fn times_that_are_none_are_not_made_up() {
        let list =
            read("Movelist for game 1:\n  1.  e4  e5 (0:02)\n  2.  a3 (soon)  a6 (0:01.5)\n      {Still in progress} *").unwrap();
        let took: Vec<_> = list.moves.iter().map(|listed| listed.took).collect();
        let known = |ms| Some(Duration::from_millis(ms));
        assert_eq!(took, [None, known(2_000), None, known(1_500)]);
    }

    #[test]
    fn rows_count_upwards() {
        let list = read(&FICS.replace("  3.  e8=Q", "  7.  e8=Q")).unwrap();
        assert_eq!(list.moves.len(), 4);
    }

    proptest! {
        #[test]
        fn any_lines_can_be_read(lines in proptest::collection::vec(
            prop_oneof![
                "[ -~]{0,60}", Just("Movelist for game 1:".to_owned()), Just("  1.  e4 (0:00) e5".to_owned()),
                Just("{Still in progress} *".to_owned()), "\\PC{0,40}",
            ], 0..20,
        )) {
            let mut reader = ServerMoveListReader::new();
            for line in lines {
                if let Some(list) = reader.read(&line) {
                    prop_assert!(list.moves.iter().all(|listed| !listed.san.contains(' ')));
                }
            }
        }
    }
}
