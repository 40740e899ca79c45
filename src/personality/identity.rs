//! The identity of a personality: its names, descriptions and claims. Nothing here changes how it
//! plays.

use std::fmt;

use super::is_name;

/// The names, descriptions and claims of a personality.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PersonalityIdentity {
    pub name: String,
    pub title: String,
    pub blurb: String,
    /// The group in which lists show it, in one word.
    pub group: Option<String>,
    /// Words for its style.
    pub style: Vec<String>,
    /// What its games show more or less of than those of others.
    pub claims: Vec<Claim>,
    pub elo: Option<ClaimedElo>,
    /// By how much it plays weaker than neutral.
    pub cost: Option<ClaimedElo>,
    pub greeting: Option<String>,
    pub farewell: Option<String>,
}

/// A promise that games show more or less of something than those of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Whether it promises more of it, or less.
    pub more: bool,
    /// The word for what can be seen in games; the laboratory has the list of these words.
    pub of: String,
}

impl Claim {
    /// Reads `more fianchetto` or `less trades`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Claim> {
        let (direction, of) = text.split_once(' ')?;
        let more = match direction {
            "more" => true,
            "less" => false,
            _ => return None,
        };
        is_name(of).then(|| Claim {
            more,
            of: of.to_owned(),
        })
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = if self.more { "more" } else { "less" };
        write!(f, "{direction} {}", self.of)
    }
}

/// A rating, or a difference of ratings, with the conditions under which it was measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedElo {
    /// The rating, or the difference.
    pub elo: i32,
    /// Opponents, time and number of games.
    pub conditions: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_read_as_it_is_written() {
        for text in ["more fianchetto", "less material_20"] {
            assert_eq!(Claim::parse(text).unwrap().to_string(), text);
        }
        for text in [
            "",
            "more",
            "more ",
            "much trades",
            "more  trades",
            "more Trades",
            "less a b",
        ] {
            assert_eq!(Claim::parse(text), None, "{text}");
        }
    }
}
