//! How long to think: from a clock to a `TimeBudget`.
//!
//! Owns the arithmetic only; reading clocks is the control's, deciding when to stop early is the
//! deepening's.

use std::time::Duration;

use crate::search::control::TimeBudget;

/// A player's clock at the start of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockState {
    /// Time left.
    pub remaining: Duration,
    /// Time that each move made adds.
    pub increment: Duration,
    /// Moves until more time is added, this one included; `None` is the whole game.
    pub moves_to_go: Option<u32>,
}

/// Moves that a game is expected to last yet, when no time control says.
const EXPECTED_MOVES: f64 = 24.0;
/// The share of the increment that is spent at once.
const INCREMENT_SHARE: f64 = 0.75;
/// A move may take this many times its fair share when the search sees reason to.
const STRETCH: f64 = 4.0;
/// No single move takes more than this share of the clock.
const LARGEST_SHARE: f64 = 0.6;
/// A fixed time a move is used up to this share before a new iteration is not worth beginning.
const FIXED_SOFT_SHARE: f64 = 0.85;

impl ClockState {
    /// The budget of one move. `overhead` is what a move loses on its way to the opponent's
    /// clock; it is reserved for this move and for the moves to come.
    pub fn budget(self, overhead: Duration) -> TimeBudget {
        let overhead_s = overhead.as_secs_f64();
        let remaining_s = self.remaining.as_secs_f64();
        let increment_s = self.increment.as_secs_f64();
        let moves = match self.moves_to_go {
            Some(moves) => f64::from(moves.clamp(1, 50)),
            None => EXPECTED_MOVES,
        };
        // Until the next control a few moves' overhead must stay in hand; in sudden death the
        // reserve is a share of the clock, so that it never eats everything.
        let reserve_s = (overhead_s * (1.0 + moves.min(4.0)))
            .min(remaining_s * 0.5)
            .max(overhead_s);
        let usable_s = (remaining_s - reserve_s).max(0.0);
        let fair_s = usable_s / moves + increment_s * INCREMENT_SHARE;
        let largest_s = match self.moves_to_go {
            Some(1) => usable_s,
            _ => usable_s * LARGEST_SHARE,
        };
        let soft_s = fair_s.min(largest_s);
        let hard_s = (fair_s * STRETCH).min(largest_s);
        TimeBudget {
            soft: seconds(soft_s),
            hard: seconds(hard_s.max(soft_s)),
        }
    }
}

/// The budget for a fixed time a move.
pub fn fixed_time_budget(limit: Duration, overhead: Duration) -> TimeBudget {
    let reserve = overhead.min(limit / 2);
    let hard = limit - reserve;
    TimeBudget {
        soft: hard.mul_f64(FIXED_SOFT_SHARE),
        hard,
    }
}

/// Both budgets' stricter limits: for clients that name a time a move and a clock.
pub fn stricter(a: TimeBudget, b: TimeBudget) -> TimeBudget {
    TimeBudget {
        soft: a.soft.min(b.soft),
        hard: a.hard.min(b.hard),
    }
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(20);

    fn clock(remaining_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> ClockState {
        ClockState {
            remaining: Duration::from_millis(remaining_ms),
            increment: Duration::from_millis(increment_ms),
            moves_to_go,
        }
    }

    #[test]
    fn no_budget_exceeds_the_clock() {
        for remaining_ms in [
            0,
            1,
            5,
            20,
            50,
            100,
            1_000,
            60_000,
            86_400_000,
            u64::MAX / 2_000,
        ] {
            for increment_ms in [0, 10, 1_000, 600_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = clock(remaining_ms, increment_ms, moves_to_go);
                    let budget = clock.budget(OVERHEAD);
                    assert!(budget.soft <= budget.hard, "{clock:?}");
                    let usable = clock.remaining.saturating_sub(OVERHEAD);
                    assert!(budget.hard <= usable, "{clock:?} {budget:?}");
                }
            }
        }
    }

    #[test]
    fn a_whole_game_fits_into_its_clock() {
        // Forty moves at the hard limit each, and every move loses the overhead on its way.
        for (base_ms, moves) in [(5_000, 40), (1_000, 20), (60_000, 40)] {
            let mut left = Duration::from_millis(base_ms);
            for moves_to_go in (1..=moves).rev() {
                let budget = clock(left.as_millis() as u64, 0, Some(moves_to_go)).budget(OVERHEAD);
                let spent = budget.soft + OVERHEAD / 2;
                assert!(
                    spent < left,
                    "{base_ms}/{moves}: {moves_to_go} to go, {left:?} left"
                );
                left -= spent;
            }
        }
    }

    #[test]
    fn a_quiet_clock_is_spent_sensibly() {
        let budget = clock(60_000, 0, None).budget(OVERHEAD);
        assert!(budget.soft > Duration::from_millis(1_500));
        assert!(budget.soft < Duration::from_millis(4_000));
        assert!(budget.hard < Duration::from_secs(20));
        let fixed = fixed_time_budget(Duration::from_secs(10), OVERHEAD);
        assert!(fixed.hard < Duration::from_secs(10));
        assert!(fixed.soft > Duration::from_secs(8));
        let tiny = fixed_time_budget(Duration::from_millis(10), OVERHEAD);
        assert_eq!(tiny.hard, Duration::from_millis(5));
    }
}
