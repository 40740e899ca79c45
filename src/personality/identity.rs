//! Who somebody is, in words.
//!
//! Owns what can be said of a character; nothing here changes how it plays.

/// Who somebody is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Identity {
    pub name: String,
    pub title: String,
    pub blurb: String,
    /// Words for its style.
    pub style: Vec<String>,
    pub elo: Option<ClaimedElo>,
    pub greeting: Option<String>,
    pub farewell: Option<String>,
}

/// A rating and what it was measured under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedElo {
    /// The rating.
    pub elo: i32,
    /// Opponents, time and number of games.
    pub conditions: String,
}
