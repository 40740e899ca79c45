//! Search control: the stop flag and the clock of a running search, shared with whoever started it.
//!
//! A search without a time budget (pondering, analysis, fixed depth or nodes) runs until it is
//! stopped or its limits end it. A ponder hit gives it a budget while it runs.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::search::time::TimeBudget;

const NO_LIMIT: u64 = u64::MAX;

/// The stop flag and the clock of one search.
#[derive(Debug)]
pub struct SearchControl {
    started: Instant,
    stopped: AtomicBool,
    soft_us: AtomicU64,
    hard_us: AtomicU64,
    is_banked: AtomicBool,
    /// By what the search scales its soft limit at present: the bits of a float.
    time_factor: AtomicU64,
}

impl SearchControl {
    /// A control whose clock starts now.
    pub fn start(budget: Option<TimeBudget>) -> SearchControl {
        SearchControl::started_at(Instant::now(), budget)
    }

    /// A control whose clock has been running since `started`, when the search was asked for.
    pub fn started_at(started: Instant, budget: Option<TimeBudget>) -> SearchControl {
        let control = SearchControl {
            started,
            stopped: AtomicBool::new(false),
            soft_us: AtomicU64::new(NO_LIMIT),
            hard_us: AtomicU64::new(NO_LIMIT),
            is_banked: AtomicBool::new(false),
            time_factor: AtomicU64::new(1.0_f64.to_bits()),
        };
        if let Some(budget) = budget {
            control.set_budget(budget);
        }
        control
    }

    /// Gives a running search its time budget after a ponder hit. Time that can be banked counts from the
    /// start of the search, so that a move that was pondered for long is made at once. A fixed time a
    /// move counts from `hit`.
    pub fn start_clock(&self, hit: Instant, budget: TimeBudget) {
        let pondered = hit.saturating_duration_since(self.started);
        self.set_budget(match budget.is_banked {
            true => self.after_pondering(pondered, budget),
            false => TimeBudget {
                soft: pondered.saturating_add(budget.soft),
                hard: pondered.saturating_add(budget.hard),
                ..budget
            },
        });
    }

    /// The budget, counted from the start of the search, of one that has pondered so long.
    fn after_pondering(&self, pondered: Duration, budget: TimeBudget) -> TimeBudget {
        let soft = budget.soft_with_pondering(pondered);
        let due = Duration::try_from_secs_f64(soft.as_secs_f64() * self.time_factor());
        let due = due.unwrap_or(Duration::MAX);
        let hard = match pondered >= due {
            true => pondered,
            false => budget
                .hard
                .max(soft)
                .min(pondered.saturating_add(budget.hard)),
        };
        TimeBudget {
            soft,
            hard,
            ..budget
        }
    }

    /// By what the soft limit is scaled as the search stands now. A ponder hit that comes later asks
    /// for it.
    pub fn set_time_factor(&self, factor: f64) {
        self.time_factor.store(factor.to_bits(), Ordering::Relaxed);
    }

    fn time_factor(&self) -> f64 {
        f64::from_bits(self.time_factor.load(Ordering::Relaxed))
    }

    /// Whether there is a clock for which a quick move leaves more to later ones.
    pub fn banks_time(&self) -> bool {
        self.is_banked.load(Ordering::Relaxed)
    }

    fn set_budget(&self, budget: TimeBudget) {
        self.is_banked.store(budget.is_banked, Ordering::Relaxed);
        self.soft_us.store(micros(budget.soft), Ordering::Relaxed);
        self.hard_us.store(micros(budget.hard), Ordering::Relaxed);
    }

    /// Asks the search to stop; it answers within milliseconds.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked for a stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the hard limit has passed. This reads the clock, so ask only every thousand nodes.
    pub fn is_out_of_time(&self) -> bool {
        match self.hard_us.load(Ordering::Relaxed) {
            NO_LIMIT => false,
            hard_us => micros(self.elapsed()) >= hard_us,
        }
    }

    /// What `work` comes to without the soft limit, so that no clock but the hard limit changes it.
    pub fn without_soft_limit<T>(&self, work: impl FnOnce() -> T) -> T {
        let soft_us = self.soft_us.swap(NO_LIMIT, Ordering::Relaxed);
        let found = work();
        // A ponder hit may have set another one meanwhile.
        let _ =
            self.soft_us
                .compare_exchange(NO_LIMIT, soft_us, Ordering::Relaxed, Ordering::Relaxed);
        found
    }

    /// Whether the soft limit times `factor` has passed.
    pub fn is_past_soft_limit(&self, factor: f64) -> bool {
        match self.soft_us.load(Ordering::Relaxed) {
            NO_LIMIT => false,
            soft_us => self.elapsed().as_secs_f64() * 1e6 >= soft_us as f64 * factor,
        }
    }

    /// The soft limit, counted from the start of the control; `None` without a clock.
    pub fn soft_limit(&self) -> Option<Duration> {
        match self.soft_us.load(Ordering::Relaxed) {
            NO_LIMIT => None,
            soft_us => Some(Duration::from_micros(soft_us)),
        }
    }

    /// Whether the search has a clock at all.
    pub fn has_budget(&self) -> bool {
        self.hard_us.load(Ordering::Relaxed) != NO_LIMIT
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros())
        .unwrap_or(NO_LIMIT - 1)
        .min(NO_LIMIT - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_soft_limit_can_be_left_aside_for_a_while() {
        let control = SearchControl::start(Some(TimeBudget {
            soft: Duration::ZERO,
            hard: Duration::ZERO,
            is_banked: true,
        }));
        let past = || control.is_past_soft_limit(1.0);
        assert!(past() && !control.without_soft_limit(past) && past());
        assert!(control.without_soft_limit(|| control.is_out_of_time()));
    }

    #[test]
    fn a_search_without_a_budget_is_never_out_of_time() {
        let control = SearchControl::start(None);
        assert!(!control.is_out_of_time());
        assert!(!control.is_past_soft_limit(0.0));
        assert!(!control.has_budget());
    }

    /// A search that began so many seconds ago, without a clock.
    fn pondering_for(seconds: u64) -> (SearchControl, Instant) {
        let now = Instant::now();
        let began = now.checked_sub(Duration::from_secs(seconds)).unwrap();
        (SearchControl::started_at(began, None), now)
    }

    fn budget(soft_s: u64, hard_s: u64, is_banked: bool) -> TimeBudget {
        TimeBudget {
            soft: Duration::from_secs(soft_s),
            hard: Duration::from_secs(hard_s),
            is_banked,
        }
    }

    #[test]
    fn a_ponder_hit_starts_the_clock() {
        let (control, hit) = pondering_for(0);
        control.start_clock(hit, budget(0, 3_600, false));
        assert!(control.has_budget() && !control.banks_time());
        assert!(control.is_past_soft_limit(1.0));
        assert!(!control.is_out_of_time());
        control.stop();
        assert!(control.is_stopped());
    }

    #[test]
    fn pondered_time_counts() {
        // Long enough: the answer is due.
        let (control, hit) = pondering_for(1_000);
        control.start_clock(hit, budget(400, 2_000, true));
        assert!(control.is_out_of_time() && control.banks_time());
        // Not yet, and then it takes only the rest.
        let (control, hit) = pondering_for(300);
        control.start_clock(hit, budget(400, 2_000, true));
        assert!(!control.is_out_of_time());
        assert_eq!(control.soft_limit(), Some(Duration::from_secs(500)));
        assert!(control.is_past_soft_limit(0.5) && !control.is_past_soft_limit(0.7));
        // An unsettled search takes longer, a settled one is over.
        let (control, hit) = pondering_for(1_000);
        control.set_time_factor(2.5);
        control.start_clock(hit, budget(400, 2_000, true));
        assert!(!control.is_out_of_time());
        let (control, hit) = pondering_for(5);
        control.set_time_factor(0.0);
        control.start_clock(hit, budget(400, 2_000, true));
        assert!(control.is_out_of_time());
    }

    #[test]
    fn no_ponder_hit_takes_more_of_the_clock_than_the_budget() {
        for pondered_s in [0, 1, 100, 450, 900] {
            let (control, hit) = pondering_for(pondered_s);
            control.set_time_factor(9.0);
            control.start_clock(hit, budget(400, 420, true));
            let hard = Duration::from_micros(control.hard_us.load(Ordering::Relaxed));
            assert!(
                hard <= Duration::from_secs(pondered_s + 420),
                "{pondered_s}"
            );
        }
    }

    #[test]
    fn a_fixed_time_a_move_is_used_after_pondering_too() {
        let (control, hit) = pondering_for(1_000);
        control.start_clock(hit, budget(400, 500, false));
        assert!(!control.is_out_of_time() && !control.is_past_soft_limit(1.0));
        assert_eq!(control.soft_limit(), Some(Duration::from_secs(1_400)));
    }

    #[test]
    fn endless_budgets_do_not_overflow() {
        let endless = TimeBudget {
            soft: Duration::MAX,
            hard: Duration::MAX,
            is_banked: true,
        };
        let control = SearchControl::start(Some(endless));
        control.start_clock(Instant::now(), endless);
        assert!(!control.is_out_of_time());
    }
}
