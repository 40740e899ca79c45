//! The words that every line of a server is made of: handles, titles, ratings, numbers.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n, take_while1};
use nom::character::complete::{char, digit1, one_of, space0};
use nom::combinator::{all_consuming, map, opt, value};
use nom::multi::many0;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::ServerRating;

/// No server has longer handles.
const LONGEST_HANDLE_BYTES: usize = 20;

/// What `parser` makes of the whole of `text`.
pub(super) fn whole<'a, O>(
    text: &'a str,
    parser: impl Parser<&'a str, Output = O, Error = nom::error::Error<&'a str>>,
) -> Option<O> {
    all_consuming(parser)
        .parse(text)
        .ok()
        .map(|(_, found)| found)
}

/// A player's name: letters, and on some servers digits behind the first.
pub(in crate::fics) fn handle(input: &str) -> IResult<&str, &str> {
    nom::combinator::verify(
        take_while_m_n(1, LONGEST_HANDLE_BYTES, |letter: char| {
            letter.is_ascii_alphanumeric() || letter == '_'
        }),
        |name: &str| name.starts_with(|letter: char| letter.is_ascii_alphabetic()),
    )
    .parse(input)
}

/// Whether `text` is a player's name and nothing else.
pub(in crate::fics) fn is_handle(text: &str) -> bool {
    whole(text, handle).is_some()
}

/// `(C)(TM)`, without the brackets.
pub(super) fn titles(input: &str) -> IResult<&str, Vec<String>> {
    many0(map(
        delimited(
            char('('),
            take_while1(|letter: char| letter != ')' && letter != '('),
            char(')'),
        ),
        |title: &str| title.trim().to_owned(),
    ))
    .parse(input)
}

/// A number that is not negative; too large ones are the largest.
pub(super) fn number(input: &str) -> IResult<&str, u32> {
    map(digit1, |digits: &str| digits.parse().unwrap_or(u32::MAX)).parse(input)
}

/// `----`, `++++`, ` 1500`, `1500P`, `1500E`.
pub(in crate::fics) fn rating(input: &str) -> IResult<&str, ServerRating> {
    let points = map((number, opt(one_of("PE"))), |(points, mark)| match points {
        0 => ServerRating::None,
        _ => ServerRating::Rated {
            points,
            is_provisional: mark.is_some(),
        },
    });
    preceded(
        space0,
        terminated(
            alt((
                value(ServerRating::None, take_while1(|letter| letter == '-')),
                value(ServerRating::Guest, take_while1(|letter| letter == '+')),
                value(ServerRating::None, tag("UNR")),
                points,
            )),
            space0,
        ),
    )
    .parse(input)
}

/// `Game 12 `: the number of a game.
pub(super) fn game_number(input: &str) -> IResult<&str, u32> {
    delimited(tag("Game "), number, space0).parse(input)
}

/// The value of `key=` in a list of `key=value` words.
pub(super) fn field<'a>(fields: &'a str, key: &str) -> Option<&'a str> {
    fields
        .split_ascii_whitespace()
        .find_map(|word| word.split_once('=').filter(|(name, _)| *name == key))
        .map(|(_, text)| text)
}
