//! The grammar of xboard's lines: from text to [`Command`], and from xboard's units to ours.
//!
//! Every text is some command. Numbers saturate instead of overflowing; a line that does not fit the
//! grammar becomes [`Command::Malformed`] or [`Command::Unknown`], never an error.

use std::time::Duration;

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_till, take_while_m_n, take_while1};
use nom::character::complete::{char, digit0, digit1, one_of, satisfy, space0, space1};
use nom::combinator::{all_consuming, opt, recognize, rest, value};
use nom::multi::{many0_count, separated_list1};
use nom::number::complete::recognize_float;
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use crate::board::{Color, GameResult};
use crate::session::{ChessmasterPair, Command, GameTime, RootMoves};

/// No clock counts further than this (about thirty years).
const LONGEST_S: f64 = 1e9;

/// The command of a line without its end.
pub fn parse(line: &str) -> Command {
    let line = line.trim_matches(|letter: char| letter.is_whitespace() || letter == '\0');
    if line.is_empty() {
        return Command::Nothing;
    }
    let (arguments, word) = word(line).unwrap_or(("", line));
    match with_arguments(word, arguments.trim()) {
        Some(Ok((_, command))) => command,
        // xboard would take a complaint about its clocks for the wish never to hear of them again.
        Some(Err(_)) if matches!(word, "time" | "otim") => Command::Nothing,
        Some(Err(_)) => Command::Malformed(line.to_owned()),
        None => bare_word(word)
            .or_else(|| looks_like_move(line).then(|| Command::UserMove(line.to_owned())))
            .unwrap_or_else(|| Command::Unknown(line.to_owned())),
    }
}

fn word(line: &str) -> IResult<&str, &str> {
    take_till(char::is_whitespace).parse(line)
}

/// Commands without arguments; arguments that are added are ignored.
fn bare_word(word: &str) -> Option<Command> {
    Some(match word {
        // `random`, `white` and `black` are obsolete and have no effect here.
        "xboard" | "random" | "white" | "black" => Command::Nothing,
        "new" => Command::New,
        "force" => Command::Force,
        "go" => Command::Go,
        "playother" => Command::PlayOther,
        "?" => Command::MoveNow,
        "draw" => Command::Draw,
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
        "why" => Command::Why,
        "personality" => Command::Personality,
        // Of features that are not on: setscore, highlight, variants in hand or with partners.
        "setscore" | "lift" | "put" | "hover" | "choice" | "holding" | "partner" | "ptell" => {
            Command::Nothing
        }
        "uci" => Command::Uci,
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
        "accepted" => Ok(("", Command::Nothing)),
        "rejected" => Ok(("", rejected(arguments))),
        "name" => any_text(arguments, Command::Name),
        "ics" => any_text(arguments, Command::Ics),
        "egtpath" => Ok(("", tablebase_path(arguments))),
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

/// A non-negative number with or without fraction and exponent. Words for infinity are no numbers
/// here, although the standard library reads them.
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

/// The version is not needed: protocol 2 is spoken in any case.
fn protover(input: &str) -> IResult<&str, Command> {
    opt(number).map(|_| Command::Introduce).parse(input)
}

/// Comments are an extension that a GUI may reject as the feature `debug`. More than four numbers in a
/// line of thinking came into xboard with the feature `exclude`: GUIs without it, PyChess for one, take
/// them for moves.
fn rejected(feature: &str) -> Command {
    match feature.split_whitespace().next() {
        Some("debug") => Command::WithoutComments,
        Some("exclude") => Command::WithoutSearchMeasures,
        _ => Command::Nothing,
    }
}

/// `TYPE PATH`: only Syzygy's tables are known; others are not an error.
fn tablebase_path(text: &str) -> Command {
    let (kind, path) = text.split_once(' ').unwrap_or((text, ""));
    match kind.eq_ignore_ascii_case("syzygy") && !path.trim().is_empty() {
        true => Command::TablebasePath(path.trim().to_owned()),
        false => Command::Nothing,
    }
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

/// Any number of `default` and `KEY=VALUE`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn level(moves: Option<u32>, base_s: f64, increment_s: f64) -> Command {
        Command::Level(GameTime {
            moves,
            base: seconds(base_s),
            increment: seconds(increment_s),
        })
    }

    #[test]
    fn time_controls_in_all_their_forms() {
        for (line, expected) in [
            ("level 40 5 0", level(Some(40), 300.0, 0.0)),
            ("level 40 0:30 0", level(Some(40), 30.0, 0.0)),
            ("level 40 0:5 0", level(Some(40), 5.0, 0.0)),
            ("level 0 2 12", level(None, 120.0, 12.0)),
            ("level 0 0:05 0.05", level(None, 5.0, 0.05)),
            ("level 0 0:00 3.0", level(None, 0.0, 3.0)),
            ("level 0 5 1e-05", level(None, 300.0, 0.000_01)),
            ("level 40 25+5 0", level(Some(40), 1_500.0, 0.0)),
            ("level  1   0:01  .5", level(Some(1), 1.0, 0.5)),
            ("st 5", Command::MoveTime(seconds(5.0))),
            ("st 0.01", Command::MoveTime(seconds(0.01))),
            ("st 0", Command::MoveTime(Duration::ZERO)),
            ("st 1:30", Command::MoveTime(seconds(90.0))),
            ("time 3000", Command::OwnClock(seconds(30.0))),
            ("otim 1", Command::OpponentClock(seconds(0.01))),
            ("time -15", Command::OwnClock(Duration::ZERO)),
            ("sd 7", Command::Depth(Some(7))),
            ("sd 0", Command::Depth(None)),
            ("nps 0", Command::NodesPerSecond(None)),
            ("nps 5000", Command::NodesPerSecond(Some(5_000))),
        ] {
            assert_eq!(parse(line), expected, "{line}");
        }
    }

    #[test]
    fn huge_numbers_saturate() {
        let endless = "99999999999999999999999999999999999999999999";
        for line in [
            format!("level {endless} {endless} {endless}"),
            format!("level 0 {endless}:{endless} 1e400"),
        ] {
            assert!(matches!(parse(&line), Command::Level(_)), "{line}");
        }
        assert!(matches!(
            parse(&format!("time {endless}")),
            Command::OwnClock(_)
        ));
        assert!(matches!(
            parse(&format!("st {endless}")),
            Command::MoveTime(_)
        ));
        assert_eq!(
            parse(&format!("sd {endless}")),
            Command::Depth(Some(u32::MAX))
        );
    }

    #[test]
    fn senseless_arguments_are_malformed() {
        for line in [
            "level",
            "level x y z",
            "level 40 5",
            "level 0 5 -1",
            "level 0 5 inf",
            "level 0 5 NaN",
            "st",
            "st x",
            "st -1",
            "sd",
            "sd x",
            "sd -3",
            "nps many",
            "ping",
            "ping pong",
            "memory",
            "memory lots",
            "memory -5",
            "cores",
            "usermove",
            "setboard",
            "option",
            "option =3",
            "exclude",
            "variant",
            "cm_parm",
            "cm_parm myp",
            "cm_parm myp=",
            "cm_parm myp=ten",
            "cm_parm myp=1.5",
            "cm_parm =3",
            "cm_parm myp=90,opp=80",
            "cm_parm default myp",
        ] {
            assert_eq!(parse(line), Command::Malformed(line.to_owned()), "{line}");
        }
    }

    #[test]
    fn moves_with_and_without_their_command() {
        for (line, text) in [
            ("usermove e2e4", "e2e4"),
            ("usermove   e7e8q  ", "e7e8q"),
            ("usermove total nonsense", "total nonsense"),
            ("e2e4", "e2e4"),
            ("e7e8=Q+", "e7e8=Q+"),
            ("Nbd7", "Nbd7"),
            ("bxc3", "bxc3"),
            ("exd6", "exd6"),
            ("O-O", "O-O"),
            ("0-0-0", "0-0-0"),
            ("@@@@", "@@@@"),
            ("0000", "0000"),
            ("P@e4", "P@e4"),
        ] {
            let expected = Command::UserMove(text.to_owned());
            assert_eq!(parse(line), expected, "{line}");
        }
        for line in [
            "bk9",
            "e9e4",
            "Nobody",
            "frobnicate",
            "c",
            "xa4",
            "#",
            "e2e4 e7e5",
        ] {
            let expected = Command::Unknown(line.to_owned());
            assert_eq!(parse(line), expected, "{line}");
        }
    }

    #[test]
    fn the_rest() {
        let option = |name: &str, value: Option<&str>| Command::Option {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        for (line, expected) in [
            ("  ", Command::Nothing),
            ("new\r", Command::New),
            ("protover 2", Command::Introduce),
            ("protover", Command::Introduce),
            ("ping 2147483647", Command::Ping("2147483647".to_owned())),
            ("?", Command::MoveNow),
            (".", Command::Status),
            (
                "result 1-0 {White mates}",
                Command::Result(GameResult::Win(crate::board::Color::White)),
            ),
            ("result 1/2-1/2", Command::Result(GameResult::Draw)),
            ("result * {?}", Command::Result(GameResult::Unfinished)),
            ("result", Command::Result(GameResult::Unfinished)),
            ("option Save", option("Save", None)),
            ("option A=b c=d ", option("A", Some("b c=d"))),
            ("option File=", option("File", Some(""))),
            ("name GM Foo", Command::Name("GM Foo".to_owned())),
            ("rating 0 1500", Command::Rating(None, Some(1_500))),
            ("rating", Command::Rating(None, None)),
            ("exclude all", Command::Exclude(RootMoves::All)),
            (
                "include e2e4",
                Command::Include(RootMoves::One("e2e4".to_owned())),
            ),
            (
                "cm_parm default opk=3F-x! rnd=20  cfd=-300 Md=99",
                Command::Chessmaster(vec![
                    ChessmasterPair::Default,
                    ChessmasterPair::Set("opk".to_owned(), 0),
                    ChessmasterPair::Set("rnd".to_owned(), 20),
                    ChessmasterPair::Set("cfd".to_owned(), -300),
                    ChessmasterPair::Set("Md".to_owned(), 99),
                ]),
            ),
            ("time soon", Command::Nothing),
            ("rejected debug", Command::WithoutComments),
            ("rejected exclude", Command::WithoutSearchMeasures),
            ("rejected san", Command::Nothing),
            (
                "egtpath syzygy a b",
                Command::TablebasePath("a b".to_owned()),
            ),
            ("egtpath nalimov a", Command::Nothing),
            ("edit", Command::Unknown("edit".to_owned())),
            ("uci", Command::Uci),
            ("explain", Command::Explain),
            ("personality", Command::Personality),
            ("setscore 30 12", Command::Nothing),
            ("lift e2", Command::Nothing),
            ("newgame", Command::Unknown("newgame".to_owned())),
            ("New", Command::Unknown("New".to_owned())),
        ] {
            assert_eq!(parse(line), expected, "{line}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn any_bytes_are_a_command(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse(&String::from_utf8_lossy(&bytes));
        }

        #[test]
        fn any_arguments_are_a_command(
            word in "level|st|sd|time|otim|nps|ping|memory|cores|option|result|rating|exclude|usermove|protover",
            rest in "[ 0-9:.+eExX=/*{}\u{e9}-]{0,60}",
        ) {
            let _ = parse(&format!("{word} {rest}"));
        }
    }
}
