//! How somebody spends the clock: a share of the time that a move would normally get.
//!
//! Owns the arithmetic from a character to a budget. No budget grows beyond its hard end, so that
//! nobody loses on time in character.

use std::time::Duration;

use crate::board::Position;
use crate::book::random_number;
use crate::search::TimeBudget;

/// Full moves that are the opening.
const OPENING_MOVES: u32 = 10;
/// The material of the endgame, in permille of all pieces.
const ENDGAME_PERMILLE: i32 = 333;
/// What the draw of a position is mixed with, so that it is not that of its opening book.
const PURPOSE: u64 = 0x7061_6365;

/// Shares of the normal time in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    pub percent: u32,
    pub opening_percent: u32,
    pub endgame_percent: u32,
    /// How far chance moves the share up or down.
    pub swing_percent: u32,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            percent: 100,
            opening_percent: 100,
            endgame_percent: 100,
            swing_percent: 0,
        }
    }
}

impl Pace {
    /// The budget of a move in a game of this seed.
    pub fn of(&self, budget: TimeBudget, position: &Position, seed: u64) -> TimeBudget {
        if *self == Pace::default() {
            return budget;
        }
        let share = self.share(position, seed);
        let scaled = |time: Duration| Duration::try_from_secs_f64(time.as_secs_f64() * share);
        let within = |time: Duration| scaled(time).unwrap_or(budget.hard).min(budget.hard);
        TimeBudget {
            soft: within(budget.soft),
            hard: within(budget.hard),
        }
    }

    fn share(&self, position: &Position, seed: u64) -> f64 {
        let mut share = f64::from(self.percent) / 100.0;
        if position.fullmove_number() <= OPENING_MOVES {
            share *= f64::from(self.opening_percent) / 100.0;
        }
        if position.phase_permille() < ENDGAME_PERMILLE {
            share *= f64::from(self.endgame_percent) / 100.0;
        }
        let span = 2 * u64::from(self.swing_percent) + 1;
        let drawn = random_number(seed, position.key() ^ PURPOSE) % span;
        share * (100.0 + drawn as f64 - f64::from(self.swing_percent)) / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: TimeBudget = TimeBudget {
        soft: Duration::from_secs(10),
        hard: Duration::from_secs(40),
    };

    fn soft_s(pace: Pace, fen: &str, seed: u64) -> f64 {
        let position = fen.parse().unwrap();
        let budget = pace.of(BUDGET, &position, seed);
        assert!(budget.soft <= budget.hard && budget.hard <= BUDGET.hard);
        budget.soft.as_secs_f64()
    }

    const OPENING: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const MIDDLEGAME: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 20";
    const ENDGAME: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 50";

    #[test]
    fn each_phase_has_its_share() {
        let pace = Pace {
            percent: 50,
            opening_percent: 20,
            endgame_percent: 300,
            swing_percent: 0,
        };
        assert_eq!(soft_s(pace, OPENING, 1), 1.0);
        assert_eq!(soft_s(pace, MIDDLEGAME, 1), 5.0);
        assert_eq!(soft_s(pace, ENDGAME, 1), 15.0);
        let slow = Pace {
            percent: 300,
            endgame_percent: 300,
            ..pace
        };
        assert_eq!(soft_s(slow, ENDGAME, 1), 40.0);
        assert_eq!(soft_s(Pace::default(), ENDGAME, 1), 10.0);
    }

    #[test]
    fn chance_swings_within_its_span_and_is_repeatable() {
        let pace = Pace {
            swing_percent: 30,
            ..Pace::default()
        };
        let times: Vec<f64> = (0..300)
            .map(|seed| soft_s(pace, MIDDLEGAME, seed))
            .collect();
        assert!(times.iter().all(|time| (6.99..=13.01).contains(time)));
        assert!(times.iter().any(|&time| time < 8.0));
        assert!(times.iter().any(|&time| time > 12.0));
        assert_eq!(times[7], soft_s(pace, MIDDLEGAME, 7));
    }
}
