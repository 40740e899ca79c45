//! The strength that a personality file asks for.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

/// The ratings of levels, on Lichess's scale.
pub const LEVEL_ELO: RangeInclusive<i32> = 500..=2_800;
/// The word for the opponent's rating in a file.
pub(super) const OPPONENT: &str = "opponent";

/// How strong a personality plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayingStrength {
    /// As strong as the engine can.
    #[default]
    Full,
    /// Like a person of this rating, within [`LEVEL_ELO`].
    Elo(i32),
    /// Like a person of the opponent's rating.
    Opponent,
}

/// A text that names no strength.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no level, expected a rating from 500 to 2800, `full` or `opponent`")]
pub struct StrengthError(String);

impl FromStr for PlayingStrength {
    type Err = StrengthError;

    /// Reads a rating, `full` or `opponent`.
    fn from_str(text: &str) -> Result<PlayingStrength, StrengthError> {
        match text.trim().to_ascii_lowercase().as_str() {
            "full" => Ok(PlayingStrength::Full),
            OPPONENT => Ok(PlayingStrength::Opponent),
            other => {
                let elo = other.parse().ok().filter(|elo| LEVEL_ELO.contains(elo));
                let shown = || {
                    text.chars()
                        .filter(|it| !it.is_control())
                        .take(30)
                        .collect()
                };
                elo.map(PlayingStrength::Elo)
                    .ok_or_else(|| StrengthError(shown()))
            }
        }
    }
}

impl fmt::Display for PlayingStrength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayingStrength::Full => f.write_str("full strength"),
            PlayingStrength::Elo(elo) => write!(f, "level {elo}"),
            PlayingStrength::Opponent => f.write_str("the opponent's level"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_and_words_are_read() {
        assert_eq!("1400".parse(), Ok(PlayingStrength::Elo(1_400)));
        assert_eq!(" Full".parse(), Ok(PlayingStrength::Full));
        assert_eq!("opponent".parse(), Ok(PlayingStrength::Opponent));
        for text in ["499", "2801", "", "strong", "1e3"] {
            let error = text.parse::<PlayingStrength>().unwrap_err().to_string();
            assert!(error.ends_with("expected a rating from 500 to 2800, `full` or `opponent`"));
        }
    }
}
