//! xboard's lines as a grammar: from text to [`Command`], and from its units to ours.
//!
//! Owns the spelling of commands and arguments. Numbers saturate instead of overflowing; what
//! does not fit the grammar becomes [`Command::Malformed`] or [`Command::Unknown`], never an error.

use std::time::Duration;

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_till, take_while_m_n, take_while1};
use nom::character::complete::{char, digit0, digit1, one_of, satisfy, space0, space1};
use nom::combinator::{all_consuming, opt, recognize, rest, value};
use nom::multi::{many0_count, separated_list1};
use nom::number::complete::recognize_float;
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::command::{ChessmasterPair, Command, GameTime, RootMoves};
use crate::board::{Color, GameResult};

/// No clock counts further than this (about thirty years).
const LONGEST_S: f64 = 1e9;

/// The command of a line that is not blank and has no blanks around it.
pub(super) fn command(line: &str) -> Command {
    let (arguments, word) = word(line).unwrap_or(("", line));
    match with_arguments(word, arguments.trim()) {
        Some(Ok((_, command))) => command,
        Some(Err(_)) => Command::Malformed(line.to_owned()),
        None => bare_word(word)
            .or_else(|| looks_like_move(line).then(|| Command::UserMove(line.to_owned())))
            .unwrap_or_else(|| Command::Unknown(line.to_owned())),
    }
}

fn word(line: &str) -> IResult<&str, &str> {
    take_till(char::is_whitespace).parse(line)
}

/// Commands that stand alone; arguments that somebody adds are ignored.
fn bare_word(word: &str) -> Option<Command> {
    Some(match word {
        "xboard" => Command::Xboard,
        "new" => Command::New,
        "random" => Command::Random,
        "force" => Command::Force,
        "go" => Command::Go,
        "playother" => Command::PlayOther,
        "white" | "black" => Command::ObsoleteColor,
        "?" => Command::MoveNow,
        "draw" => Command::Draw,
        "edit" => Command::Edit,
        "hint" => Command::Hint,
        "bk" => Command::Book,
        "undo" => Command::Undo,
        "remove" => Command::Remove,
        "hard" => Command::Hard,
        "easy" => Command::Easy,
        "post" => Command::Post,
        "nopost" => Command::NoPost,
        "analyze" => Command::Analyze,
        "exit" => Command::Exit,
        "." => Command::Status,
        "computer" => Command::Computer,
        "pause" => Command::Pause,
        "resume" => Command::Resume,
        "explain" => Command::Explain,
        "personality" => Command::Personality,
        // Of features that are not on: setscore, highlight, variants in hand or with partners.
        "setscore" | "lift" | "put" | "hover" | "holding" | "partner" | "ptell" => {
            Command::NotNeeded
        }
        "quit" => Command::Quit,
        _ => return None,
    })
}

/// Commands with arguments; `None` when the word is none of them.
fn with_arguments<'a>(word: &str, arguments: &'a str) -> Option<IResult<&'a str, Command>> {
    let text = |make: fn(String) -> Command| {
        required_text
            .map(|text| make(text.to_owned()))
            .parse(arguments)
    };
    Some(match word {
        "protover" => protover(arguments),
        "accepted" => any_text(arguments, Command::Accepted),
        "rejected" => any_text(arguments, Command::Rejected),
        "name" => any_text(arguments, Command::Name),
        "ics" => any_text(arguments, Command::Ics),
        "egtpath" => any_text(arguments, Command::TablebasePath),
        "variant" => text(Command::Variant),
        "usermove" => text(Command::UserMove),
        "setboard" => text(Command::SetBoard),
        "level" => level(arguments),
        "st" => only(minutes_and_seconds.map(Command::MoveTime)).parse(arguments),
        "sd" => only(number.map(|plies| Command::Depth(positive(plies)))).parse(arguments),
        "nps" => nodes_per_second(arguments),
        "time" => clock(arguments).map(|(left, clock)| (left, Command::OwnClock(clock))),
        "otim" => clock(arguments).map(|(left, clock)| (left, Command::OpponentClock(clock))),
        "ping" => only(ping).parse(arguments),
        "result" => result(arguments),
        "rating" => rating(arguments),
        "memory" => only(number.map(|mib| Command::Memory(saturate(mib)))).parse(arguments),
        "cores" => only(number.map(|cores| Command::Cores(saturate(cores)))).parse(arguments),
        "option" => option(arguments),
        "cm_parm" => chessmaster(arguments),
        "exclude" => root_moves.map(Command::Exclude).parse(arguments),
        "include" => root_moves.map(Command::Include).parse(arguments),
        _ => return None,
    })
}

/// Nothing may follow `parser`.
fn only<'a, O>(
    parser: impl Parser<&'a str, Output = O, Error = nom::error::Error<&'a str>>,
) -> impl Parser<&'a str, Output = O, Error = nom::error::Error<&'a str>> {
    all_consuming(parser)
}

fn required_text(input: &str) -> IResult<&str, &str> {
    recognize((satisfy(|_| true), rest)).parse(input)
}

fn any_text(input: &str, make: fn(String) -> Command) -> IResult<&str, Command> {
    rest.map(|text: &str| make(text.to_owned())).parse(input)
}

/// A whole number without sign, saturating.
fn number(input: &str) -> IResult<&str, u64> {
    digit1
        .map(|digits: &str| digits.parse().unwrap_or(u64::MAX))
        .parse(input)
}

fn saturate<T: TryFrom<u64> + Bounded>(number: u64) -> T {
    T::try_from(number).unwrap_or(T::LARGEST)
}

/// The largest value of a whole number.
trait Bounded {
    const LARGEST: Self;
}

impl Bounded for u32 {
    const LARGEST: u32 = u32::MAX;
}

impl Bounded for usize {
    const LARGEST: usize = usize::MAX;
}

fn positive(number: u64) -> Option<u32> {
    Some(saturate(number)).filter(|&number| number > 0)
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.min(LONGEST_S)).unwrap_or(Duration::ZERO)
}

/// A non-negative number with or without fraction and exponent. The words for infinity that the
/// standard library would read are none.
fn decimal(input: &str) -> IResult<&str, f64> {
    let (left, text) = recognize_float(input)?;
    match text.parse::<f64>() {
        Ok(number) if number >= 0.0 => Ok((left, number)),
        _ => Err(nom::Err::Error(nom::error::Error::new(
            input,
            nom::error::ErrorKind::Float,
        ))),
    }
}

/// `90`, `0.5`, `1:30`: seconds, or minutes and seconds.
fn minutes_and_seconds(input: &str) -> IResult<&str, Duration> {
    let minutes = opt(terminated(number, char(':')));
    (minutes, decimal)
        .map(|(minutes, rest_s)| seconds(minutes.unwrap_or(0) as f64 * 60.0 + rest_s))
        .parse(input)
}

fn protover(input: &str) -> IResult<&str, Command> {
    opt(number)
        .map(|version| Command::Protover(version.map_or(2, saturate)))
        .parse(input)
}

/// `MOVES MINUTES[:SECONDS] INCREMENT`; what follows the base without a blank is ignored.
fn level(input: &str) -> IResult<&str, Command> {
    let base = (number, opt(preceded(char(':'), number)), word);
    only((number, preceded(space1, base), preceded(space1, decimal)))
        .map(|(moves, (minutes, rest_s, _), increment_s)| {
            let base_s = minutes as f64 * 60.0 + rest_s.unwrap_or(0) as f64;
            Command::Level(GameTime {
                moves: positive(moves),
                base: seconds(base_s),
                increment: seconds(increment_s),
            })
        })
        .parse(input)
}

fn nodes_per_second(input: &str) -> IResult<&str, Command> {
    only(number)
        .map(|nodes| Command::NodesPerSecond(Some(nodes).filter(|&nodes| nodes > 0)))
        .parse(input)
}

/// Centiseconds; a clock below zero has run out.
fn clock(input: &str) -> IResult<&str, Duration> {
    only((opt(char('-')), number, opt((char('.'), digit0))))
        .map(|(minus, centiseconds, _)| match minus {
            Some(_) => Duration::ZERO,
            None => seconds(centiseconds as f64 / 100.0),
        })
        .parse(input)
}

fn ping(input: &str) -> IResult<&str, Command> {
    recognize((
        opt(char('-')),
        take_while_m_n(1, 20, |digit: char| digit.is_ascii_digit()),
    ))
    .map(|token: &str| Command::Ping(token.to_owned()))
    .parse(input)
}

fn result(input: &str) -> IResult<&str, Command> {
    let known = alt((
        value(GameResult::Win(Color::White), tag("1-0")),
        value(GameResult::Win(Color::Black), tag("0-1")),
        value(GameResult::Draw, tag("1/2-1/2")),
    ));
    opt(known)
        .map(|result| Command::Result(result.unwrap_or(GameResult::Unfinished)))
        .parse(input)
}

fn rating(input: &str) -> IResult<&str, Command> {
    (opt(number), space0, opt(number))
        .map(|(own, _, opponent)| {
            Command::Rating(own.and_then(positive), opponent.and_then(positive))
        })
        .parse(input)
}

/// `NAME=VALUE`, or `NAME` for a button.
fn option(input: &str) -> IResult<&str, Command> {
    let name = recognize((
        satisfy(|letter| letter != '='),
        take_till(|letter| letter == '='),
    ));
    only((name, opt(preceded(char('='), rest))))
        .map(|(name, value): (&str, Option<&str>)| Command::Option {
            name: name.trim_end().to_owned(),
            value: value.map(|value| value.trim().to_owned()),
        })
        .parse(input)
}

/// `default` and `KEY=VALUE`, as many as somebody likes. What `opk` says is between others.
fn chessmaster(input: &str) -> IResult<&str, Command> {
    let key = || take_while1(|letter: char| letter.is_ascii_alphanumeric() || letter == '_');
    let licence = (tag_no_case("opk="), word).map(|_| ChessmasterPair::Set("opk".to_owned(), 0));
    let pair = (key(), char('='), signed)
        .map(|(key, _, value): (&str, _, _)| ChessmasterPair::Set(key.to_owned(), value));
    let default = value(ChessmasterPair::Default, tag_no_case("default"));
    only(separated_list1(space1, alt((licence, pair, default))))
        .map(Command::Chessmaster)
        .parse(input)
}

/// A whole number with or without sign, saturating.
fn signed(input: &str) -> IResult<&str, i64> {
    (opt(one_of("+-")), number)
        .map(|(sign, magnitude)| {
            let magnitude = i64::try_from(magnitude).unwrap_or(i64::MAX);
            if sign == Some('-') {
                -magnitude
            } else {
                magnitude
            }
        })
        .parse(input)
}

fn root_moves(input: &str) -> IResult<&str, RootMoves> {
    alt((
        value(RootMoves::All, only(tag("all"))),
        required_text.map(|text: &str| RootMoves::One(text.to_owned())),
    ))
    .parse(input)
}

/// Whether a bare line is written like a move: coordinates, SAN, castling, and the null moves and
/// drops of other variants, which deserve the answer for moves.
fn looks_like_move(line: &str) -> bool {
    only((
        alt((castling, null_move, drop_move, san_or_coordinates)),
        many0_count(one_of("+#!?")),
    ))
    .parse(line)
    .is_ok()
}

fn castling(input: &str) -> IResult<&str, &str> {
    let side = |letter| (char(letter), char('-'), char(letter));
    let long = |letter| (side(letter), opt((char('-'), char(letter))));
    recognize(alt((long('O'), long('0'), long('o')))).parse(input)
}

fn null_move(input: &str) -> IResult<&str, &str> {
    alt((tag("@@@@"), tag("0000"))).parse(input)
}

fn drop_move(input: &str) -> IResult<&str, &str> {
    recognize((one_of("PNBRQKpnbrqk"), char('@'), square)).parse(input)
}

fn square(input: &str) -> IResult<&str, &str> {
    recognize((one_of("abcdefgh"), one_of("12345678"))).parse(input)
}

/// An optional piece, an optional origin (square, file or rank), an optional sign, a square and
/// an optional promotion.
fn san_or_coordinates(input: &str) -> IResult<&str, &str> {
    let sign = || opt(one_of("x-"));
    let promotion = opt((opt(char('=')), one_of("nbrqNBRQ")));
    let way = alt((
        recognize((square, sign(), square)),
        recognize((one_of("abcdefgh"), sign(), square)),
        recognize((one_of("12345678"), sign(), square)),
        recognize((char('x'), square)),
        square,
    ));
    alt((
        recognize((one_of("NBRQK"), way)),
        recognize((
            alt((
                recognize((square, sign(), square)),
                recognize((one_of("abcdefgh"), sign(), square)),
                square,
            )),
            promotion,
        )),
    ))
    .parse(input)
}
