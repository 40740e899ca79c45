//! The values that keys of `fics.toml` take: how they are written, and what is refused.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Deserializer};

use crate::config::{NumberOrWord, ranged_number};
use crate::personality::{PlayingStrength, StrengthError};

/// How strong the engine plays: a rating, `full` or `opponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "NumberOrWord")]
pub struct Strength(pub PlayingStrength);

impl TryFrom<NumberOrWord> for Strength {
    type Error = String;

    fn try_from(value: NumberOrWord) -> Result<Strength, String> {
        let strength = value.to_string().parse().map(Strength);
        strength.map_err(|error: StrengthError| error.to_string())
    }
}

/// The longest name an account may have (freechess.org: 17 letters).
const LONGEST_HANDLE: usize = 17;
/// The shortest.
const SHORTEST_HANDLE: usize = 3;

/// The name of an account, compared without regard to case.
#[derive(Clone, Debug, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Handle(String);

impl Handle {
    /// The name as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether `name` is this account's.
    pub fn is(&self, name: &str) -> bool {
        self.0.eq_ignore_ascii_case(name)
    }
}

impl PartialEq for Handle {
    fn eq(&self, other: &Handle) -> bool {
        self.is(&other.0)
    }
}

impl TryFrom<String> for Handle {
    type Error = String;

    fn try_from(text: String) -> Result<Handle, String> {
        let is_name = text.bytes().all(|letter| letter.is_ascii_alphabetic())
            && (SHORTEST_HANDLE..=LONGEST_HANDLE).contains(&text.len());
        match is_name {
            true => Ok(Handle(text)),
            false => Err(format!(
                "'{}' is no handle, expected {SHORTEST_HANDLE} to {LONGEST_HANDLE} letters",
                text.escape_debug()
            )),
        }
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Both ends of a range, written `[least, most]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "[u32; 2]")]
pub struct Span {
    /// The smallest value inside.
    pub least: u32,
    /// The largest value inside.
    pub most: u32,
}

impl Span {
    /// From `least` to `most`.
    pub const fn new(least: u32, most: u32) -> Span {
        Span { least, most }
    }

    /// Whether `value` is inside.
    pub fn contains(self, value: u32) -> bool {
        (self.least..=self.most).contains(&value)
    }
}

impl TryFrom<[u32; 2]> for Span {
    type Error = String;

    fn try_from([least, most]: [u32; 2]) -> Result<Span, String> {
        match least <= most {
            true => Ok(Span { least, most }),
            false => Err(format!(
                "[{least}, {most}] is no range, expected the smaller number first"
            )),
        }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.least, self.most)
    }
}

/// A command for the server, as one line that is sent unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct ServerCommand(String);

impl ServerCommand {
    /// The line.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ServerCommand {
    type Error = String;

    fn try_from(text: String) -> Result<ServerCommand, String> {
        match crate::fics::outgoing::OutgoingLine::new(&text) {
            Ok(line) => Ok(ServerCommand(line.as_str().to_owned())),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// What is said to people: one line of printable ASCII, or nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Sentence(String);

/// Servers cut what is longer.
const LONGEST_SENTENCE: usize = 400;

impl Sentence {
    /// The words; `None` when nothing is to be said.
    pub fn words(&self) -> Option<&str> {
        Some(self.0.as_str()).filter(|text| !text.is_empty())
    }
}

impl TryFrom<String> for Sentence {
    type Error = String;

    fn try_from(text: String) -> Result<Sentence, String> {
        if text.len() > LONGEST_SENTENCE {
            return Err(format!(
                "{} letters are too many, expected at most {LONGEST_SENTENCE}",
                text.len()
            ));
        }
        match text.chars().find(|letter| !matches!(letter, ' '..='~')) {
            Some(letter) => Err(format!(
                "'{}' cannot be said on a chess server, expected printable ASCII",
                letter.escape_debug()
            )),
            None => Ok(Sentence(text)),
        }
    }
}

ranged_number!(
    /// A port of the server.
    Port(u16), 1..=65_535, ""
);
ranged_number!(
    /// A time in seconds.
    Seconds(u32), 0..=86_400, " seconds"
);
ranged_number!(
    /// A time in minutes.
    Minutes(u32), 0..=10_080, " minutes"
);
ranged_number!(
    /// How many threads search together.
    Threads(u32), 1..=64, " threads"
);

impl Seconds {
    /// As a time.
    pub fn duration(self) -> Duration {
        Duration::from_secs(self.get().into())
    }

    pub(super) const fn of(seconds: u32) -> Seconds {
        Seconds(seconds)
    }
}

impl Minutes {
    /// As a time.
    pub fn duration(self) -> Duration {
        Duration::from_secs(60 * u64::from(self.get()))
    }

    pub(super) const fn of(minutes: u32) -> Minutes {
        Minutes(minutes)
    }
}

impl Port {
    pub(super) const fn of(port: u16) -> Port {
        Port(port)
    }
}

/// Declares an enumeration whose values are written as given.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $word)] $variant),+
        }

        impl fmt::Display for $name {
            /// As in the file.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $($name::$variant => $word),+
                })
            }
        }
    };
}

words!(
    /// How the connection is sealed against lag.
    SealChoice {
        /// Version 1, and none when the server does not understand it.
        Auto = "auto",
        /// Version 1.
        V1 = "1",
        /// Version 2.
        V2 = "2",
        /// None.
        Off = "off",
    }
);
words!(
    /// A kind of game, by the rules and by how the pieces stand at first.
    Variant {
        /// Chess.
        Standard = "standard",
        /// Chess960.
        FischerRandom = "fr",
        /// Mirrored shuffle without castling.
        Wild2 = "wild/2",
        /// Random pieces without castling.
        Wild3 = "wild/3",
        /// Random pieces, bishops on both colours, without castling.
        Wild4 = "wild/4",
        /// Pawns about to promote.
        Wild5 = "wild/5",
        /// Pawns on their fourth ranks.
        Wild8 = "wild/8",
        /// White pawns on their fifth rank.
        Wild8a = "wild/8a",
    }
);
words!(
    /// What to do with an offer.
    OfferAnswer {
        /// Accept it.
        Accept = "accept",
        /// Accept it in games that are not rated.
        Unrated = "unrated",
        /// Decline it.
        Decline = "decline",
    }
);
words!(
    /// Who answers an offer of a draw.
    DrawAnswer {
        /// The engine, with its next move.
        Engine = "engine",
        /// Always declined.
        Decline = "decline",
    }
);
words!(
    /// What is said about the engine's thinking.
    ThinkingTalk {
        /// Nothing.
        Off = "off",
        /// To observers.
        Whisper = "whisper",
        /// To everybody.
        Kibitz = "kibitz",
    }
);
words!(
    /// How a game is broken off.
    GameExit {
        /// It is lost.
        Resign = "resign",
        /// It is stored.
        Adjourn = "adjourn",
        /// It never was, if the opponent agrees.
        Abort = "abort",
    }
);
words!(
    /// What is done when the opponent's time is over.
    WhenFlagFalls {
        /// The game is claimed.
        Flag = "flag",
        /// As a courtesy it is aborted.
        Abort = "abort",
        /// As a courtesy it is adjourned.
        Adjourn = "adjourn",
    }
);
words!(
    /// A side that is asked for.
    SeekColor {
        /// The server chooses.
        Any = "any",
        /// White.
        White = "white",
        /// Black.
        Black = "black",
    }
);

/// A number of games; 0 in the file is no limit.
pub(super) fn limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let count = u32::deserialize(deserializer)?;
    Ok(Some(count).filter(|&count| count > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_are_letters_and_the_same_in_any_case() {
        let handle = Handle::try_from("MasqueBot".to_owned()).unwrap();
        assert!(handle.is("masquebot") && !handle.is("masquebo"));
        for text in [
            "",
            "ab",
            "has space",
            "dot.dot",
            "abcdefghijklmnopqr",
            "Bot1",
        ] {
            assert!(Handle::try_from(text.to_owned()).is_err(), "{text}");
        }
    }

    #[test]
    fn ranges_have_two_ends_in_order() {
        let span = Span::try_from([5, 9]).unwrap();
        assert!(span.contains(5) && span.contains(9) && !span.contains(10));
        assert!(Span::try_from([9, 5]).is_err());
    }

    #[test]
    fn what_would_be_two_commands_is_none() {
        assert!(ServerCommand::try_from("set seek 0".to_owned()).is_ok());
        for text in ["", "set seek 0\nquit", "tell a b; quit"] {
            assert!(ServerCommand::try_from(text.to_owned()).is_err(), "{text}");
        }
        assert!(Sentence::try_from("caf\u{e9}".to_owned()).is_err());
        assert_eq!(Sentence::default().words(), None);
    }
}
