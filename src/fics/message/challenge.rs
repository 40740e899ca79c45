//! Challenges, seeks and what else leads to a game.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_until, take_while1};
use nom::character::complete::{char, space0, space1};
use nom::combinator::{map, opt, rest, value};
use nom::multi::separated_list1;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::words::{field, handle, number, rating, whole};
use super::{
    Challenge, ChallengerNote, GameTerms, OurSeek, PendingKind, PendingOffer, SeekAd,
    ServerMessage, ServerTimeControl,
};
use crate::board::Color;

pub(super) fn message(line: &str) -> Option<ServerMessage> {
    let grammar = alt((
        map(
            preceded(tag("Challenge: "), challenge),
            ServerMessage::Challenge,
        ),
        map(preceded(tag("Issuing: "), rest), |words| {
            ServerMessage::Issuing(whole(words, challenge).map(Box::new))
        }),
        challenger_note,
        map(challenge_gone, |name: &str| {
            ServerMessage::ChallengeGone(name.to_owned())
        }),
        map(preceded(tag("<pf>"), pending), ServerMessage::PendingFrom),
        map(preceded(tag("<pt>"), pending), ServerMessage::PendingTo),
        map(
            preceded((tag("<pr>"), space1), terminated(number, rest)),
            ServerMessage::PendingRemoved,
        ),
        map(
            preceded((tag("<sr>"), space1), separated_list1(space1, number)),
            ServerMessage::SeeksRemoved,
        ),
    ));
    whole(line, grammar)
        .or_else(|| seek(line).map(ServerMessage::Seek))
        .or_else(|| our_seek(line).map(ServerMessage::OurSeek))
}

/// `A (1500) [white] B (----) rated blitz 5 12 (adjourned).`
pub(super) fn challenge(input: &str) -> IResult<&str, Challenge> {
    let (left, (mut terms, words)) = (terms, rest).parse(input)?;
    let mut words = words.trim().trim_end_matches('.').trim_end();
    let mut is_adjourned = false;
    if let Some(before) = words.strip_suffix("(adjourned)") {
        is_adjourned = true;
        words = before.trim_end();
    }
    set_kind_and_time(&mut terms, words);
    let challenge = Challenge {
        terms,
        is_adjourned,
    };
    Ok((left, challenge))
}

/// `A (1500) B (----) rated blitz 5 12`, the game's creation.
pub(super) fn creation(input: &str) -> IResult<&str, GameTerms> {
    map((terms, rest), |(mut terms, words): (GameTerms, &str)| {
        set_kind_and_time(&mut terms, words.trim());
        terms
    })
    .parse(input)
}

/// Up to `rated` or `unrated`; what follows is still unread.
fn terms(input: &str) -> IResult<&str, GameTerms> {
    let player = || {
        (
            preceded(space0, handle),
            delimited((space0, char('(')), rating, (char(')'), space0)),
        )
    };
    let color = alt((
        value(Color::White, tag("[white]")),
        value(Color::Black, tag("[black]")),
    ));
    let rated = alt((
        value(false, (tag("unrated"), opt(char(' ')))),
        value(true, (tag("rated"), opt(char(' ')))),
    ));
    map(
        (player(), opt(terminated(color, space0)), player(), rated),
        |((first, first_rating), first_color, (second, second_rating), is_rated)| GameTerms {
            first: first.to_owned(),
            first_rating,
            first_color,
            second: second.to_owned(),
            second_rating,
            is_rated,
            kind: String::new(),
            time: None,
            other_time: None,
        },
    )
    .parse(input)
}

/// The kind of game is one word or more; two or four numbers behind it are the time. What follows
/// (`Loaded from wild/fr`) says more exactly what kind it is.
fn set_kind_and_time(terms: &mut GameTerms, words: &str) {
    let words: Vec<&str> = words.split_ascii_whitespace().collect();
    let is_number = |word: &&&str| word.parse::<u32>().is_ok();
    let kind_words = words.iter().take_while(|word| !is_number(word)).count();
    let (kind, after) = words.split_at(kind_words);
    let times: Vec<u32> = after
        .iter()
        .map_while(|word| word.parse().ok())
        .take(4)
        .collect();
    let more = after.get(times.len()..).unwrap_or_default();
    let control = |at: usize| {
        Some(ServerTimeControl {
            base_minutes: *times.get(at)?,
            increment_s: *times.get(at + 1)?,
        })
    };
    terms.kind = [kind, more].concat().join(" ");
    // Servers write numbers behind this word, too. They mean nothing: no clock runs.
    let is_untimed = kind.contains(&"untimed");
    terms.time = control(0).filter(|_| !is_untimed);
    terms.other_time = control(2).filter(|_| !is_untimed);
}

/// `--** NAME is a computer **--`
fn challenger_note(input: &str) -> IResult<&str, ServerMessage> {
    let note = alt((
        value(ChallengerNote::Computer, (opt(tag("a ")), tag("computer"))),
        value(
            ChallengerNote::Abuser,
            alt((
                map(tag("an abuser"), |_| ()),
                map(tag("in the abuser list"), |_| ()),
                map((opt(tag("on the ")), tag("abuser list")), |_| ()),
            )),
        ),
    ));
    map(
        delimited(
            (tag("--**"), space0),
            (terminated(handle, tag(" is ")), note),
            (space0, tag("**--")),
        ),
        |(name, what)| ServerMessage::ChallengerIs {
            name: name.to_owned(),
            what,
        },
    )
    .parse(input)
}

/// `Challenge from NAME removed.` or `NAME, who was challenging you, has departed.`
fn challenge_gone(input: &str) -> IResult<&str, &str> {
    alt((
        delimited(tag("Challenge from "), handle, tag(" removed.")),
        terminated(handle, (tag(", who was challenging you, has "), rest)),
    ))
    .parse(input)
}

/// ` 1 w=Alice t=match p=Alice (----) [white] Bobby (----) rated blitz 5 12`
fn pending(input: &str) -> IResult<&str, PendingOffer> {
    let word = || take_while1(|letter: char| !letter.is_ascii_whitespace());
    map(
        (
            preceded(space1, number),
            preceded((space1, tag("w=")), handle),
            preceded((space1, tag("t=")), word()),
            opt(preceded((space1, tag("p=")), rest)),
            space0,
        ),
        |(index, with, kind, parameters, _): (_, &str, &str, Option<&str>, _)| PendingOffer {
            index,
            with: with.to_owned(),
            kind: pending_kind(kind, parameters.unwrap_or_default()),
        },
    )
    .parse(input)
}

fn pending_kind(kind: &str, parameters: &str) -> PendingKind {
    match kind {
        "match" => PendingKind::Match(whole(parameters, challenge).map(Box::new)),
        "draw" => PendingKind::Draw,
        "abort" => PendingKind::Abort,
        "adjourn" => PendingKind::Adjourn,
        "takeback" => PendingKind::Takeback(parameters.trim().parse().unwrap_or(1)),
        "pause" => PendingKind::Pause,
        "unpause" => PendingKind::Unpause,
        "switch" => PendingKind::Switch,
        "partner" => PendingKind::Partner,
        other => PendingKind::Other(other.to_owned()),
    }
}

/// `<s> 8 w=visar ti=02 rt=2194  t=4 i=0 r=r tp=suicide c=? rr=0-9999 a=t f=f`
fn seek(line: &str) -> Option<SeekAd> {
    let fields = line
        .strip_prefix("<s> ")
        .or_else(|| line.strip_prefix("<sn> "))?;
    let (index, _) = fields.split_once(' ')?;
    let field_number = |key| field(fields, key).and_then(|text| text.parse().ok());
    Some(SeekAd {
        index: index.parse().ok()?,
        name: field(fields, "w")?.to_owned(),
        title_bits: field(fields, "ti").and_then(|bits| u32::from_str_radix(bits, 16).ok())?,
        rating: whole(field(fields, "rt")?, rating_field)?,
        time: ServerTimeControl {
            base_minutes: field_number("t")?,
            increment_s: field_number("i")?,
        },
        is_rated: field(fields, "r")? == "r",
        kind: field(fields, "tp")?.to_owned(),
    })
}

/// A rating that may be followed by a blank or a mark.
fn rating_field(input: &str) -> IResult<&str, super::ServerRating> {
    terminated(rating, rest).parse(input)
}

fn our_seek(line: &str) -> Option<OurSeek> {
    let posted = delimited(tag("Your seek has been posted with index "), number, rest);
    if let Some(index) = whole(line, posted) {
        return Some(OurSeek::Posted(index));
    }
    let matched = preceded(
        alt((
            tag("Your seek matches one already posted by "),
            tag("Your seek matches one posted by "),
            tag("Your seek intercepts "),
            tag("Your getgame qualifies for "),
        )),
        terminated(handle, rest),
    );
    if let Some(name) = whole(line, matched) {
        return Some(OurSeek::Matched(name.to_owned()));
    }
    if let Some(name) = whole(line, taken_by) {
        return Some(OurSeek::Matched(name.to_owned()));
    }
    let is_usage = line.starts_with("Usage:") && line.contains("seek");
    if is_usage || line.starts_with("No such category/board: ") {
        return Some(OurSeek::NotUnderstood(line.to_owned()));
    }
    let is_refusal = line.starts_with("You can only have ") && line.contains(" active seeks")
        || line.starts_with("You already have an active seek");
    is_refusal.then(|| OurSeek::Refused(line.to_owned()))
}

/// `NAME accepts your seek.`
fn taken_by(input: &str) -> IResult<&str, &str> {
    terminated(handle, (take_until(" your seek."), tag(" your seek."))).parse(input)
}
