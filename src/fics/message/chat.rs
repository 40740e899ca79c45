//! What people say.
//!
//! All chat begins with the speaker's name, so everything it contains stays chat. A line that
//! begins with the mark of a continuation is chat that lost its first half.

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, space0};
use nom::combinator::{map, opt, rest, value};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::words::{handle, number, titles, whole};
use super::{ChatKind, ChatLine, ServerMessage};

pub(super) fn message(line: &str) -> Option<ServerMessage> {
    whole(line, alt((spoken, channel, special))).map(ServerMessage::Chat)
}

/// `NAME(titles)[game] tells you: TEXT` and its like.
fn spoken(input: &str) -> IResult<&str, ChatLine> {
    let game = opt(delimited(char('['), number, char(']')));
    let verb = alt((
        value(ChatKind::Tell, tag(" tells you:")),
        value(ChatKind::PartnerTell, tag(" (your partner) tells you:")),
        value(ChatKind::Say, tag(" says:")),
        value(ChatKind::Kibitz, tag(" kibitzes:")),
        value(ChatKind::Whisper, tag(" whispers:")),
        value(ChatKind::Shout, alt((tag(" shouts:"), tag(" c-shouts:")))),
    ));
    map(
        (handle, titles, game, verb, said),
        |(from, titles, game, kind, text)| ChatLine {
            kind,
            from: from.to_owned(),
            titles,
            game,
            text: text.to_owned(),
        },
    )
    .parse(input)
}

/// `NAME(titles)(53): TEXT`
fn channel(input: &str) -> IResult<&str, ChatLine> {
    let (left, (from, mut titles)) = (handle, titles).parse(input)?;
    let (left, text) = preceded(char(':'), said).parse(left)?;
    let channel = titles.pop().and_then(|title| title.parse().ok());
    let Some(channel) = channel else {
        return Err(nom::Err::Error(nom::error::Error::new(
            input,
            nom::error::ErrorKind::Digit,
        )));
    };
    let chat = ChatLine {
        kind: ChatKind::Channel(channel),
        from: from.to_owned(),
        titles,
        game: None,
        text: text.to_owned(),
    };
    Ok((left, chat))
}

/// The rest of a line; a blank stands before it unless it is empty.
fn said(input: &str) -> IResult<&str, &str> {
    preceded(opt(char(' ')), rest).parse(input)
}

/// What a mark instead of a name begins.
fn special(input: &str) -> IResult<&str, ChatLine> {
    let by_name = |kind| {
        map(
            (opt(handle), titles, rest),
            move |(from, titles, text): (_, _, &str)| ChatLine {
                kind,
                from: from.unwrap_or_default().to_owned(),
                titles,
                game: None,
                text: text.trim_start().to_owned(),
            },
        )
    };
    let nameless = map(rest, |text: &str| ChatLine {
        kind: ChatKind::Bot,
        from: String::new(),
        titles: Vec::new(),
        game: None,
        text: text.to_owned(),
    });
    let announcement = (
        tag("**"),
        alt((tag("ANNOUNCEMENT"), tag("UNREG ANNOUNCEMENT"))),
        tag("** from "),
    );
    alt((
        preceded(tag("--> "), by_name(ChatKind::Shout)),
        preceded(
            terminated(announcement, space0),
            by_name(ChatKind::Announcement),
        ),
        preceded(alt((char(':'), char('\\'))), nameless),
    ))
    .parse(input)
}
