//! The PGN tags of a game in the terminal: who played, when, and how the game ended.

use crate::board::{Color, GameResult, PgnTags};
use crate::chess_clock::FischerTimeControl;

/// The name of the person at the keyboard.
const PERSON: &str = "Player";

/// Why a game ended, in the words of the `Termination` tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Termination {
    Normal,
    TimeForfeit,
    Unterminated,
}

impl Termination {
    fn tag(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::TimeForfeit => "time forfeit",
            Termination::Unterminated => "unterminated",
        }
    }
}

/// The tags of a game in which the person had the colour `own`.
pub(super) fn tags(
    own: Color,
    opponent: &str,
    clock: Option<FischerTimeControl>,
    result: GameResult,
    termination: Termination,
) -> PgnTags {
    let (white, black) = match own {
        Color::White => (PERSON, opponent),
        Color::Black => (opponent, PERSON),
    };
    let control = clock.map_or("-".to_owned(), |control| control.to_string());
    let other = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    PgnTags {
        event: "Casual game".to_owned(),
        site: String::new(),
        date: jiff::Timestamp::now().strftime("%Y.%m.%d").to_string(),
        round: String::new(),
        white: white.to_owned(),
        black: black.to_owned(),
        result,
        others: vec![
            other("TimeControl", &control),
            other("Termination", termination.tag()),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_person_has_the_right_colour() {
        let control = "5+3".parse().ok();
        let tags = tags(
            Color::Black,
            "Masque",
            control,
            GameResult::Draw,
            Termination::Normal,
        );
        assert_eq!(
            (tags.white.as_str(), tags.black.as_str()),
            ("Masque", PERSON)
        );
        assert!(
            tags.others
                .contains(&("TimeControl".into(), "300+3".into()))
        );
    }
}
