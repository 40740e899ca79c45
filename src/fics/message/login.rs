//! Logging in and out.
//!
//! Servers agree on the questions and differ in the words of a refusal, so refusals are told by
//! what they all contain.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_until};
use nom::combinator::{map, rest};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::words::{handle, titles, whole};
use super::{LoginMessage, ServerMessage};

pub(super) fn message(line: &str) -> Option<ServerMessage> {
    let message = named(line)
        .or_else(|| stars(line))
        .or_else(|| refusal(line))?;
    Some(ServerMessage::Login(message))
}

/// Lines that name a handle between quotation marks.
fn named(line: &str) -> Option<LoginMessage> {
    let name = whole(line, quoted)?;
    let (before, after) = line.split_once(&format!("\"{name}\""))?;
    let name = name.to_owned();
    if before.is_empty() && after.trim_start().starts_with("is a registered name") {
        return Some(LoginMessage::Registered(name));
    }
    if before.is_empty() && after.trim_start().starts_with("is not a registered name") {
        return Some(LoginMessage::NotRegistered(name));
    }
    if before.starts_with("Press return to enter ") && after.trim() == ":" {
        return Some(LoginMessage::PressReturn(name));
    }
    if before == "Logging you in as " {
        return Some(LoginMessage::GuestName(name));
    }
    None
}

fn quoted(input: &str) -> IResult<&str, &str> {
    let mark = || tag("\"");
    terminated(
        preceded(take_until("\""), delimited(mark(), handle, mark())),
        rest,
    )
    .parse(input)
}

/// `**** ... ****`
fn stars(line: &str) -> Option<LoginMessage> {
    let inside = line
        .strip_prefix("**")?
        .trim_start_matches('*')
        .trim_start();
    let inside = inside.trim_end_matches('*').trim_end();
    if let Some((name, titles)) = whole(inside, session) {
        return Some(LoginMessage::SessionStarted { name, titles });
    }
    if let Some(name) = whole(inside, arrived_again) {
        return Some(LoginMessage::Kicked {
            name: name.to_owned(),
            text: line.to_owned(),
        });
    }
    if inside.starts_with("Invalid password") {
        return Some(LoginMessage::WrongPassword);
    }
    if inside == "LOGIN TIMEOUT" {
        return Some(LoginMessage::Timeout);
    }
    if inside.starts_with("Auto-logout") {
        return Some(LoginMessage::IdleLogout);
    }
    let is_shutdown = inside.starts_with("Server ") || inside.contains("shut down");
    if is_shutdown || inside.contains("Shutdown") || inside.contains("shutting down") {
        return Some(LoginMessage::ShuttingDown(line.to_owned()));
    }
    (inside.starts_with("Sorry") && inside.contains("already logged in"))
        .then_some(LoginMessage::AlreadyLoggedIn)
}

fn session(input: &str) -> IResult<&str, (String, Vec<String>)> {
    map(
        preceded(tag("Starting FICS session as "), (handle, titles)),
        |(name, titles)| (name.to_owned(), titles),
    )
    .parse(input)
}

/// `NAME has arrived; you can't both be logged in.`, with a semicolon or a dash.
fn arrived_again(input: &str) -> IResult<&str, &str> {
    let dash = alt((tag(";"), tag(" -")));
    let words = tag(" you can't both be logged in.");
    terminated(handle, (tag(" has arrived"), dash, words)).parse(input)
}

fn refusal(line: &str) -> Option<LoginMessage> {
    let text = || line.to_owned();
    let has = |words: &str| line.contains(words);
    let begins = |words: &str| line.starts_with(words);
    Some(if begins("Sorry, ") && has(" is already logged in") {
        LoginMessage::AlreadyLoggedIn
    } else if begins("Names should be at least")
        || begins("A name should be at least")
        || begins("Sorry, names ")
        || begins("Names may be at most")
        || (begins("Names ") && has("characters long"))
        || ((begins("Sorry, ") || begins("Names "))
            && has(" only consist of lower and upper case letters"))
    {
        LoginMessage::HandleRefused(text())
    } else if begins("Due to abuse, guest")
        || begins("Only registered ") && has("log")
        || begins("Sorry, no guests")
    {
        LoginMessage::GuestsRefused(text())
    } else if begins("Sorry, the server is full")
        || begins("The server is full")
        || begins("FICS is full")
        || begins("The server is currently full")
        || begins("Sorry, too many")
    {
        LoginMessage::ServerFull(text())
    } else if begins("Player \"") && has("\" is banned") || begins("You are banned") {
        LoginMessage::Banned(text())
    } else if begins("timeseal error") || begins("unknown timeseal version") {
        LoginMessage::TimesealError(text())
    } else if begins("Logging you out") || begins("Server shutting down") {
        LoginMessage::ShuttingDown(text())
    } else {
        return None;
    })
}
