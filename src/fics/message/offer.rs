//! Offers in a game, and the server's answers to what we asked.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_until};
use nom::character::complete::char;
use nom::combinator::{eof, map, rest, value};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::words::{handle, number, titles, whole};
use super::{GameOffer, Rejection, ServerMessage};

pub(super) fn message(line: &str) -> Option<ServerMessage> {
    whole(line, alt((offer, offer_over, finger_heading)))
        .or_else(|| rejection(line).map(ServerMessage::Rejected))
        .or_else(|| match_failure(line))
        .or_else(|| answer(line))
}

/// `NAME offers you a draw.` and its like.
fn offer(input: &str) -> IResult<&str, ServerMessage> {
    let plies = delimited(
        tag(" would like to take back "),
        number,
        alt((tag(" half move(s)."), tag(" half-move(s)."))),
    );
    let what = alt((
        value(GameOffer::Draw, tag(" offers you a draw.")),
        value(
            GameOffer::Abort,
            (
                alt((tag(" requests to abort"), tag(" would like to abort"))),
                rest,
            ),
        ),
        value(
            GameOffer::Adjourn,
            (
                alt((tag(" requests to adjourn"), tag(" would like to adjourn"))),
                rest,
            ),
        ),
        map(plies, GameOffer::Takeback),
        map(
            delimited(
                tag(" proposes a different number ("),
                number,
                (tag(") of half"), rest),
            ),
            GameOffer::Takeback,
        ),
        value(
            GameOffer::Switch,
            (tag(" would like to switch sides"), rest),
        ),
        value(GameOffer::Pause, (tag(" requests to pause"), rest)),
        value(GameOffer::Unpause, (tag(" requests to unpause"), rest)),
    ));
    map((handle, what), |(from, offer)| ServerMessage::Offer {
        from: from.to_owned(),
        offer,
    })
    .parse(input)
}

/// `NAME declines the draw request.` and its like.
fn offer_over(input: &str) -> IResult<&str, ServerMessage> {
    let verb = alt((tag(" declines "), tag(" withdraws "), tag(" has declined ")));
    map(terminated(handle, (verb, rest)), |from| {
        ServerMessage::OfferOver {
            from: from.to_owned(),
        }
    })
    .parse(input)
}

/// `Finger of NAME(titles):` or `Statistics for NAME(titles) On for: ...`
fn finger_heading(input: &str) -> IResult<&str, ServerMessage> {
    map(
        delimited(
            alt((tag("Finger of "), tag("Statistics for "))),
            (handle, titles),
            (alt((tag(":"), tag(" "), eof)), rest),
        ),
        |(name, titles)| ServerMessage::FingerHeading {
            name: name.to_owned(),
            titles,
        },
    )
    .parse(input)
}

fn rejection(line: &str) -> Option<Rejection> {
    let in_brackets = |begin: &'static str| {
        map(
            delimited((tag(begin), char('(')), take_until(")"), rest),
            |text: &str| text.to_owned(),
        )
    };
    if let Some(text) = whole(line, in_brackets("Illegal move ")) {
        return Some(Rejection::IllegalMove(text));
    }
    if let Some(text) = whole(line, in_brackets("Ambiguous move ")) {
        return Some(Rejection::AmbiguousMove(text));
    }
    let begins = |words: &str| line.starts_with(words);
    Some(if line == "Illegal move." {
        Rejection::IllegalMove(String::new())
    } else if begins("It is not your move") {
        Rejection::NotOurMove
    } else if begins("You are not playing") || begins("You are neither playing") {
        Rejection::NotPlaying
    } else if begins("The clock is paused")
        || begins("Game clock is paused")
        || begins("The game is paused")
    {
        Rejection::Paused
    } else if begins("There are no ") && line.contains(" offers")
        || begins("There is no offer ")
        || begins("You have no ") && line.contains("offers")
        || begins("Out of range. Use \"pending\"")
    {
        Rejection::NoSuchOffer
    } else if begins("Your opponent is not out of time") {
        Rejection::OpponentHasTime
    } else if begins("You can't flag an untimed game") {
        Rejection::Untimed
    } else if begins("You are already playing")
        || begins("You can't challenge while you are")
        || begins("You are playing a game")
    {
        Rejection::Busy
    } else {
        return None;
    })
}

/// Why a challenge of ours leads to nothing.
fn match_failure(line: &str) -> Option<ServerMessage> {
    let subject = alt((
        delimited(
            (
                alt((tag("Player"), tag("No user named"), tag("No player named"))),
                tag(" \""),
            ),
            handle,
            char('"'),
        ),
        handle,
    ));
    let failure = preceded(
        subject,
        alt((
            tag(" is not logged in"),
            tag(" is logged in."),
            tag(" is online."),
            tag(" is not open to match requests"),
            tag(" is involved in another game"),
            tag(" is playing a game"),
            tag(" is examining a game"),
            tag(" is censoring you"),
        )),
    );
    let is_ours = line.starts_with("Match request does not ") || line.starts_with("You are on ");
    (is_ours || whole(line, terminated(failure, rest)).is_some())
        .then(|| ServerMessage::MatchFailed(line.to_owned()))
}

fn answer(line: &str) -> Option<ServerMessage> {
    let begins = |words: &str| line.starts_with(words);
    Some(if begins("Type [next] ") {
        ServerMessage::MorePages
    } else if begins("You have reached the communication quota")
        || begins("Your communication has been queued")
    {
        ServerMessage::QuotaReached
    } else if line.ends_with(": Command not found.") || begins("Bad command") {
        ServerMessage::UnknownCommand(line.to_owned())
    } else if begins("No such variable")
        || begins("No such ivariable")
        || begins("Bad variable")
        || begins("No variable ")
        || (begins("Unknown ") && line.contains("variable"))
    {
        ServerMessage::UnknownVariable(line.to_owned())
    } else {
        return None;
    })
}
