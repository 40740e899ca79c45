//! Pacing: the share of the time for a move that a personality takes.
//!
//! Its numbers of `[time]` scale the budget of the time allocation. No budget grows beyond its hard
//! end, so that no style loses on time.

use std::time::Duration;

use super::numbers::{NumberKey, Numbers};
use crate::board::Position;
use crate::book::random_number;
use crate::search::TimeBudget;

/// Full moves that are the opening.
const OPENING_MOVES: u32 = 10;
/// What the draw of a position is mixed with, so that it is not that of its opening book.
const PURPOSE: u64 = 0x7061_6365;

/// The budget that a personality with these numbers uses of `budget`, in a game of this seed.
pub(super) fn paced(
    numbers: &Numbers,
    budget: TimeBudget,
    position: &Position,
    seed: u64,
) -> TimeBudget {
    let share = share(numbers, position, seed);
    // The default numbers make it exactly 1, and the budget is then not rounded.
    if share == 1.0 {
        return budget;
    }
    let scaled = |time: Duration| Duration::try_from_secs_f64(time.as_secs_f64() * share);
    let within = |time: Duration| scaled(time).unwrap_or(budget.hard).min(budget.hard);
    TimeBudget {
        soft: within(budget.soft),
        hard: within(budget.hard),
        ..budget
    }
}

fn share(numbers: &Numbers, position: &Position, seed: u64) -> f64 {
    let of_one = |key| f64::from(numbers.get(key)) / 100.0;
    let mut share = of_one(NumberKey::Pace);
    if position.fullmove_number() <= OPENING_MOVES {
        share *= of_one(NumberKey::PaceInOpening);
    }
    if position.is_endgame() {
        share *= of_one(NumberKey::PaceInEndgame);
    }
    let swing = numbers.get(NumberKey::PaceSwing).unsigned_abs();
    let span = 2 * u64::from(swing) + 1;
    let drawn = random_number(seed, position.key() ^ PURPOSE) % span;
    share * (100.0 + drawn as f64 - f64::from(swing)) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: TimeBudget = TimeBudget {
        soft: Duration::from_secs(10),
        hard: Duration::from_secs(40),
        is_banked: true,
    };

    fn numbers(set: &[(NumberKey, i32)]) -> Numbers {
        let mut numbers = Numbers::default();
        set.iter().for_each(|&(key, value)| numbers.set(key, value));
        numbers
    }

    fn soft_s(numbers: &Numbers, fen: &str, seed: u64) -> f64 {
        let position = fen.parse().unwrap();
        let budget = paced(numbers, BUDGET, &position, seed);
        assert!(budget.soft <= budget.hard && budget.hard <= BUDGET.hard);
        budget.soft.as_secs_f64()
    }

    const OPENING: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const MIDDLEGAME: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 20";
    const ENDGAME: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 50";

    #[test]
    fn each_phase_has_its_share() {
        let fast = numbers(&[
            (NumberKey::Pace, 50),
            (NumberKey::PaceInOpening, 20),
            (NumberKey::PaceInEndgame, 300),
        ]);
        assert_eq!(soft_s(&fast, OPENING, 1), 1.0);
        assert_eq!(soft_s(&fast, MIDDLEGAME, 1), 5.0);
        assert_eq!(soft_s(&fast, ENDGAME, 1), 15.0);
        let slow = numbers(&[(NumberKey::Pace, 300), (NumberKey::PaceInEndgame, 300)]);
        assert_eq!(soft_s(&slow, ENDGAME, 1), 40.0);
        assert_eq!(soft_s(&Numbers::default(), ENDGAME, 1), 10.0);
    }

    #[test]
    fn chance_swings_within_its_span_and_is_repeatable() {
        let swinging = numbers(&[(NumberKey::PaceSwing, 30)]);
        let times: Vec<f64> = (0..300)
            .map(|seed| soft_s(&swinging, MIDDLEGAME, seed))
            .collect();
        assert!(times.iter().all(|time| (6.99..=13.01).contains(time)));
        assert!(times.iter().any(|&time| time < 8.0));
        assert!(times.iter().any(|&time| time > 12.0));
        assert_eq!(times[7], soft_s(&swinging, MIDDLEGAME, 7));
    }
}
