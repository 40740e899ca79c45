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
        };
        if let Some(budget) = budget {
            control.set_budget(budget);
        }
        control
    }

    /// Gives a running search its time budget after a ponder hit. The budget counts from `hit`, so
    /// the time spent until then is added to it.
    pub fn start_clock(&self, hit: Instant, budget: TimeBudget) {
        let elapsed = hit.saturating_duration_since(self.started);
        self.set_budget(TimeBudget {
            soft: elapsed.saturating_add(budget.soft),
            hard: elapsed.saturating_add(budget.hard),
        });
    }

    fn set_budget(&self, budget: TimeBudget) {
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
    fn a_search_without_a_budget_is_never_out_of_time() {
        let control = SearchControl::start(None);
        assert!(!control.is_out_of_time());
        assert!(!control.is_past_soft_limit(0.0));
        assert!(!control.has_budget());
    }

    #[test]
    fn a_ponder_hit_starts_the_clock() {
        let control = SearchControl::start(None);
        let budget = TimeBudget {
            soft: Duration::ZERO,
            hard: Duration::from_secs(3_600),
        };
        control.start_clock(Instant::now(), budget);
        assert!(control.has_budget());
        assert!(control.is_past_soft_limit(1.0));
        assert!(!control.is_out_of_time());
        control.stop();
        assert!(control.is_stopped());
    }

    #[test]
    fn endless_budgets_do_not_overflow() {
        let endless = TimeBudget {
            soft: Duration::MAX,
            hard: Duration::MAX,
        };
        let control = SearchControl::start(Some(endless));
        control.start_clock(Instant::now(), endless);
        assert!(!control.is_out_of_time());
    }
}
