//! Time allocation: how much of the clock one move may take, as a [`TimeBudget`].

use std::time::Duration;

/// How long a search may take, counted from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// Past this no new iteration begins; the search may stretch or shorten it.
    pub soft: Duration,
    /// Past this the search stops wherever it is.
    pub hard: Duration,
    /// Whether time that is left over stays on the clock for later moves.
    pub is_banked: bool,
}

impl TimeBudget {
    /// The budget of a search for a position that was pondered for so long by a search that was stopped.
    /// The tables are warm; a part of the time is needed to come as deep again.
    pub fn after_pondering(self, pondered: Duration) -> TimeBudget {
        if pondered.is_zero() || !self.is_banked {
            return self;
        }
        let soft = self.soft_times(PONDER_STRETCH).saturating_sub(pondered);
        let soft = soft.max(self.soft_times(WARM_SHARE)).min(self.hard);
        let hard = self.hard.saturating_sub(pondered).max(soft);
        TimeBudget { soft, hard, ..self }
    }

    /// The budget for the first search of a game, which begins with empty tables and mostly in a
    /// position where several moves are good: it hardly stretches.
    pub fn for_first_search(self) -> TimeBudget {
        let hard = self.soft_times(FIRST_STRETCH).min(self.hard);
        TimeBudget { hard, ..self }
    }

    /// The soft limit scaled.
    pub(in crate::search) fn soft_times(self, factor: f64) -> Duration {
        seconds(self.soft.as_secs_f64() * factor)
    }
}

/// A player's clock at the start of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockState {
    /// Time left.
    pub remaining: Duration,
    /// Time that each move made adds.
    pub increment: Duration,
    /// Moves until more time is added, this one included; `None` is the whole game.
    pub moves_to_go: Option<u32>,
    /// The number of this move in the game, from 1 on.
    pub move_number: u32,
}

/// How many more moves a game is expected to last late in it, when the time control does not say, and
/// how many more than that at its beginning. The difference is gone at the move of the third number.
const EXPECTED_MOVES: f64 = 24.0;
const EXPECTED_MORE_AT_FIRST: f64 = 12.0;
const MIDDLE_OF_GAME: f64 = 30.0;
/// The share of the increment that is spent at once.
const INCREMENT_SHARE: f64 = 0.75;
/// A move may take this many times its fair share when the search sees reason to.
const STRETCH: f64 = 4.0;
/// A move that was pondered may take this many times its soft limit, because the opponent paid for most
/// of it.
pub(in crate::search) const PONDER_STRETCH: f64 = 1.25;
/// The least share of the soft limit for a position that was pondered by another search.
const WARM_SHARE: f64 = 0.25;
/// The first search of a game may take only so many times its share.
const FIRST_STRETCH: f64 = 1.25;
/// No single move takes more than this share of the clock.
const LARGEST_SHARE: f64 = 0.6;
/// Past this share of a fixed time a move a new iteration is not worth beginning.
const FIXED_SOFT_SHARE: f64 = 0.85;
/// The worst delay may occur this many times before the next time control, this move included.
const WORST_DELAYS: f64 = 5.0;

/// The time that a move loses between the clock and the search: on its way through the GUI, to the
/// system's scheduler, or in a search that was held up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delay {
    /// What each move loses.
    pub typical: Duration,
    /// What the unluckiest move loses.
    pub worst: Duration,
}

impl ClockState {
    /// The budget of one move. It keeps a reserve for the delays of this move and of the moves to
    /// come. A clock that has fallen below the reserve spends less than its increments until it has
    /// the reserve again.
    pub fn budget(self, delay: Delay) -> TimeBudget {
        let remaining_s = self.remaining.as_secs_f64();
        let increment_s = self.increment.as_secs_f64();
        let moves = match self.moves_to_go {
            Some(moves) => f64::from(moves.clamp(1, 50)),
            None => expected_moves(self.move_number),
        };
        let worst_s = delay.worst.as_secs_f64();
        let unreturned_s = (delay.typical.as_secs_f64() - increment_s).max(0.0);
        let reserve_s = worst_s * WORST_DELAYS.min(1.0 + moves) + unreturned_s * moves;
        // From twice the reserve on, all above the reserve may be used. Below that the usable share
        // shrinks steadily.
        let plenty = (remaining_s / (2.0 * reserve_s)).min(1.0);
        let usable_s = match plenty < 1.0 {
            true => remaining_s * plenty / 2.0,
            false => remaining_s - reserve_s,
        };
        let usable_s = usable_s.min(remaining_s - worst_s).max(0.0);
        let fair_s = usable_s / moves + increment_s * INCREMENT_SHARE * plenty;
        let largest_s = match self.moves_to_go {
            Some(1) => usable_s,
            _ => usable_s * LARGEST_SHARE,
        };
        let soft_s = fair_s.min(largest_s);
        let hard_s = (fair_s * STRETCH).min(largest_s);
        TimeBudget {
            soft: seconds(soft_s),
            hard: seconds(hard_s.max(soft_s)),
            is_banked: true,
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
        is_banked: false,
    }
}

/// The stricter limits of two budgets, for clients that name both a time a move and a clock.
pub fn stricter(a: TimeBudget, b: TimeBudget) -> TimeBudget {
    TimeBudget {
        soft: a.soft.min(b.soft),
        hard: a.hard.min(b.hard),
        is_banked: a.is_banked && b.is_banked,
    }
}

/// How many more moves a game is expected to last at its move of this number.
fn expected_moves(move_number: u32) -> f64 {
    let still_early = 1.0 - (f64::from(move_number) / MIDDLE_OF_GAME).min(1.0);
    EXPECTED_MOVES + EXPECTED_MORE_AT_FIRST * still_early
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(20);
    const DELAY: Delay = Delay {
        typical: Duration::from_millis(1),
        worst: OVERHEAD,
    };

    fn clock(remaining_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> ClockState {
        ClockState {
            remaining: Duration::from_millis(remaining_ms),
            increment: Duration::from_millis(increment_ms),
            moves_to_go,
            move_number: 40,
        }
    }

    /// The soft limits of the moves from `first` on in a game where each move takes its own.
    fn spent_s(base_s: u64, increment_s: u64, first: u32, moves: u32) -> Vec<f64> {
        let mut left = Duration::from_secs(base_s);
        let spend = |move_number| {
            let state = ClockState {
                move_number,
                ..clock(left.as_millis() as u64, increment_s * 1_000, None)
            };
            let soft = state.budget(DELAY).soft;
            left = left + Duration::from_secs(increment_s) - soft;
            soft.as_secs_f64()
        };
        (first..first + moves).map(spend).collect()
    }

    #[test]
    fn the_first_move_out_of_book_is_no_longer_than_those_after_it() {
        for (base_s, increment_s) in [(300, 3), (180, 2), (60, 1), (900, 10)] {
            let spent = spent_s(base_s, increment_s, 9, 20);
            let mean = spent[1..].iter().sum::<f64>() / 19.0;
            assert!(spent[0] < 1.4 * mean, "{base_s}+{increment_s}: {spent:?}");
        }
        let state = ClockState {
            move_number: 9,
            ..clock(300_000, 3_000, None)
        };
        let first = state.budget(DELAY).for_first_search();
        assert!(first.soft < Duration::from_secs(12), "{first:?}");
        assert!(first.hard < Duration::from_secs(15), "{first:?}");
    }

    #[test]
    fn what_another_search_has_pondered_is_taken_off() {
        let budget = TimeBudget {
            soft: Duration::from_secs(8),
            hard: Duration::from_secs(32),
            is_banked: true,
        };
        let soft_after = |pondered_s| {
            let left = budget.after_pondering(Duration::from_secs(pondered_s));
            assert!(left.soft <= left.hard && left.hard <= budget.hard);
            left.soft.as_secs()
        };
        assert_eq!([0, 1, 4, 9, 90].map(soft_after), [8, 9, 6, 2, 2]);
        let fixed = fixed_time_budget(Duration::from_secs(10), OVERHEAD);
        assert_eq!(fixed.after_pondering(Duration::from_secs(9)), fixed);
    }

    #[test]
    fn a_long_game_keeps_time_for_its_end() {
        let spent = spent_s(300, 0, 1, 80);
        let in_first_40: f64 = spent[..40].iter().sum();
        assert!((180.0..270.0).contains(&in_first_40), "{in_first_40}");
        assert!(spent[79] > 0.2, "{spent:?}");
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
                    let budget = clock.budget(DELAY);
                    assert!(budget.soft <= budget.hard, "{clock:?}");
                    let usable = clock.remaining.saturating_sub(OVERHEAD);
                    assert!(budget.hard <= usable, "{clock:?} {budget:?}");
                }
            }
        }
    }

    #[test]
    fn a_whole_game_fits_into_its_clock() {
        // Every move takes its soft limit and loses half of the overhead on its way.
        for (base_ms, moves) in [(5_000, 40), (1_000, 20), (60_000, 40)] {
            let mut left = Duration::from_millis(base_ms);
            for moves_to_go in (1..=moves).rev() {
                let budget = clock(left.as_millis() as u64, 0, Some(moves_to_go)).budget(DELAY);
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
    fn a_low_clock_recovers_from_its_increments() {
        let increment = Duration::from_millis(10);
        let mut left = Duration::from_millis(30);
        for _ in 0..100 {
            let budget = clock(left.as_millis() as u64, 10, None).budget(DELAY);
            left += increment;
            left -= budget.soft + DELAY.typical;
        }
        assert!(left > 4 * DELAY.worst, "{left:?}");
        // Without increments nothing comes back, so the reserve has to last for a whole game.
        let slow = Delay {
            typical: Duration::from_millis(70),
            worst: Duration::from_millis(80),
        };
        let sudden = clock(3_000, 0, None);
        let returned = clock(3_000, 50, None);
        assert!(sudden.budget(slow).soft < sudden.budget(DELAY).soft / 2);
        assert!(returned.budget(slow).soft > returned.budget(DELAY).soft / 2);
    }

    #[test]
    fn a_clock_without_haste_is_spent_sensibly() {
        let budget = clock(60_000, 0, None).budget(DELAY);
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
