//! How games begin and end, and what else the server says about them.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_until};
use nom::character::complete::{char, space0};
use nom::combinator::{map, opt, rest, value};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::challenge::creation;
use super::words::{field, game_number, handle, number, whole};
use super::{EndReason, GameEnded, GameInfo, GameStarted, ServerMessage};
use crate::board::{Color, GameResult};

pub(super) fn message(line: &str) -> Option<ServerMessage> {
    let grammar = alt((
        map(
            preceded(tag("Creating: "), creation),
            ServerMessage::Creating,
        ),
        map(started, ServerMessage::GameStarted),
        map(ended, ServerMessage::GameEnded),
        map(arrived, |name: &str| {
            ServerMessage::AdjournedOpponentArrived(name.to_owned())
        }),
        map(online, ServerMessage::AdjournedOpponentsOnline),
        more_time,
    ));
    whole(line, grammar).or_else(|| game_info(line).map(ServerMessage::GameInfo))
}

/// `{Game N (WHITE vs. BLACK) `
fn game_heading(input: &str) -> IResult<&str, (u32, String, String)> {
    map(
        (
            preceded(char('{'), game_number),
            preceded(char('('), handle),
            delimited(tag(" vs. "), handle, (char(')'), space0)),
        ),
        |(game, white, black)| (game, white.to_owned(), black.to_owned()),
    )
    .parse(input)
}

fn started(input: &str) -> IResult<&str, GameStarted> {
    let how = alt((
        value(false, tag("Creating ")),
        value(true, tag("Continuing ")),
    ));
    let rated = alt((value(false, tag("unrated ")), value(true, tag("rated "))));
    let kind = take_until(" match.");
    map(
        (game_heading, how, rated, kind, tag(" match.}"), space0),
        |((game, white, black), is_continued, is_rated, kind, _, _): (_, _, _, &str, _, _)| {
            GameStarted {
                game,
                white,
                black,
                is_continued,
                is_rated,
                kind: kind.to_owned(),
            }
        },
    )
    .parse(input)
}

fn ended(input: &str) -> IResult<&str, GameEnded> {
    let result = alt((
        value(GameResult::Win(Color::White), tag("1-0")),
        value(GameResult::Win(Color::Black), tag("0-1")),
        value(GameResult::Draw, tag("1/2-1/2")),
        value(GameResult::Unfinished, tag("*")),
    ));
    // One server puts numbers between the result and the end of the line.
    let more = opt((tag(" ["), rest));
    map(
        (game_heading, take_until("} "), tag("} "), result, more),
        |((game, white, black), reason, _, result, _): (_, &str, _, _, _)| GameEnded {
            game,
            white,
            black,
            reason: reason.to_owned(),
            end: end_reason(reason, result),
            result,
        },
    )
    .parse(input)
}

fn end_reason(reason: &str, result: GameResult) -> EndReason {
    let reason = reason.to_ascii_lowercase();
    let table = [
        ("adjudication", EndReason::Adjudication),
        ("adjourn", EndReason::Adjourned),
        ("abort", EndReason::Aborted),
        ("checkmate", EndReason::Checkmate),
        ("resigns", EndReason::Resignation),
        ("both players ran out of time", EndReason::BothTimes),
        ("no material", EndReason::NoMaterial),
        ("mating material", EndReason::NoMaterial),
        ("forfeits on time", EndReason::Time),
        ("forfeits by disconnection", EndReason::Disconnection),
        ("agreement", EndReason::Agreement),
        ("stalemate", EndReason::Stalemate),
        ("repetition", EndReason::Repetition),
        ("50 move", EndReason::FiftyMoves),
        ("lost connection", EndReason::Adjourned),
    ];
    table
        .iter()
        .find(|(words, _)| reason.contains(words))
        .map_or(
            match result {
                GameResult::Unfinished => EndReason::Aborted,
                _ => EndReason::Other,
            },
            |&(_, end)| end,
        )
}

fn arrived(input: &str) -> IResult<&str, &str> {
    delimited(
        tag("Notification: "),
        handle,
        (
            tag(", who has an adjourned game with you, has "),
            alt((tag("arrived"), tag("connected"))),
            rest,
        ),
    )
    .parse(input)
}

/// `2 players, who have an adjourned game with you, are online: Alice Bobby`
fn online(input: &str) -> IResult<&str, Vec<String>> {
    let players = (number, alt((tag(" players, "), tag(" player, "))));
    let are = alt((tag("are"), tag("is")));
    let have = alt((tag("who have"), tag("who has")));
    map(
        preceded(
            (
                players,
                have,
                tag(" an adjourned game with you, "),
                are,
                tag(" online:"),
            ),
            rest,
        ),
        |names: &str| {
            names
                .split_ascii_whitespace()
                .filter_map(|word| whole(word, terminated(handle, rest)))
                .map(str::to_owned)
                .collect()
        },
    )
    .parse(input)
}

/// `NAME has added N seconds to your clock.`
fn more_time(input: &str) -> IResult<&str, ServerMessage> {
    map(
        (
            alt((value(None, tag("Your opponent")), map(handle, Some))),
            delimited(tag(" has added "), number, tag(" seconds to ")),
            alt((tag("your clock"), tag("both clocks"))),
            rest,
        ),
        |(from, seconds, _, _): (Option<&str>, _, _, _)| ServerMessage::MoreTime {
            from: from.map(str::to_owned),
            seconds,
        },
    )
    .parse(input)
}

/// `<g1> 1 p=0 t=blitz r=1 u=0,0 it=300,12 i=300,12 pt=0 rt=1586E,2100 ts=1,0`
fn game_info(line: &str) -> Option<GameInfo> {
    let fields = line.strip_prefix("<g1> ")?;
    let (game, _) = fields.split_once(' ')?;
    Some(GameInfo {
        game: game.parse().ok()?,
        kind: field(fields, "t")?.to_owned(),
        is_rated: field(fields, "r")? == "1",
    })
}
