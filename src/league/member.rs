//! The members of the league.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The levels of characters, ratings on Lichess's scale.
pub(super) const LEVELS: RangeInclusive<i32> = 500..=2_800;
/// The word for the person.
const PERSON: &str = "you";

/// Who plays in the league.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Member {
    /// The person at the keyboard.
    Person,
    /// A character.
    Character {
        /// The name of the personality.
        name: String,
        /// The level at which it plays.
        elo: i32,
    },
}

impl Member {
    /// The level of a character; nobody knows that of the person.
    pub fn elo(&self) -> Option<i32> {
        match self {
            Member::Person => None,
            Member::Character { elo, .. } => Some(*elo),
        }
    }
}

impl fmt::Display for Member {
    /// `you`, or the name and the level: `piper@500`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Member::Person => f.write_str(PERSON),
            Member::Character { name, elo } => write!(f, "{name}@{elo}"),
        }
    }
}

impl FromStr for Member {
    type Err = String;

    fn from_str(text: &str) -> Result<Member, String> {
        let character = || {
            let (name, elo) = text.rsplit_once('@')?;
            let elo = elo.parse().ok().filter(|elo| LEVELS.contains(elo))?;
            let name = Some(name.to_owned()).filter(|name| !name.is_empty())?;
            Some(Member::Character { name, elo })
        };
        match text {
            PERSON => Ok(Member::Person),
            _ => character().ok_or_else(|| {
                format!(
                    "`{text}` is no member, expected `{PERSON}`, or a name and a level from 500 to 2800 \
                     like piper@500"
                )
            }),
        }
    }
}

impl TryFrom<String> for Member {
    type Error = String;

    fn try_from(text: String) -> Result<Member, String> {
        text.parse()
    }
}

impl From<Member> for String {
    fn from(member: Member) -> String {
        member.to_string()
    }
}
