//! The record of a game at the terminal: who played, when, and how it ended.
//!
//! Owns the tags and today's date. How a game is written is the board room's.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::board::{Color, GameResult, PgnTags};
use crate::terminal::clock::TimeControl;

/// How the person at the keyboard is called in records.
const PERSON: &str = "Player";

/// Why a game ended, in the words of PGN's `Termination` tag.
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

/// The tags of a game in which the person played `own`.
pub(super) fn tags(
    own: Color,
    opponent: &str,
    clock: Option<TimeControl>,
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
        date: date(SystemTime::now()),
        white: white.to_owned(),
        black: black.to_owned(),
        result,
        others: vec![
            other("TimeControl", &control),
            other("Termination", termination.tag()),
        ],
    }
}

/// The date in UTC as `YYYY.MM.DD`.
fn date(moment: SystemTime) -> String {
    let since_epoch = moment.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let mut days = since_epoch.as_secs() / 86_400;
    let mut year = 1970;
    while days >= days_of_year(year) {
        days -= days_of_year(year);
        year += 1;
    }
    let february = days_of_year(year) - 337;
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}.{month:02}.{:02}", days + 1)
}

fn days_of_year(year: u64) -> u64 {
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    365 + u64::from(is_leap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970.01.01"),
            (951_782_399, "2000.02.28"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_798_761_599, "2026.12.31"),
            (1_798_761_600, "2027.01.01"),
            (4_107_542_400, "2100.03.01"),
        ] {
            assert_eq!(date(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }

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
