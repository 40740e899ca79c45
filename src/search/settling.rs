//! How settled a search is: whether another iteration is worth more or less than its fair time.
//!
//! Three signs, each a factor of the soft limit: how long the best move has stood, which share of the
//! nodes went into it, and whether its score has fallen since the last iteration; all three are usual in
//! open engines ("time management" at chessprogramming.org). The numbers are drawn by eye; together
//! they were worth 45 +- 26 Elo. It must not know clocks.

use crate::board::Move;
use crate::score::Score;

/// By how many iterations the best move has stood, in percent; the last number holds on.
const STOOD_PERCENT: [u32; 6] = [135, 115, 102, 94, 88, 84];
/// With no node on the best move, in percent, and what all nodes on it take away from that.
const SHARE_NONE_PERCENT: f64 = 190.0;
const SHARE_ALL_PERCENT: f64 = 130.0;
/// A fall by so many centipawns doubles the time; a deeper one counts no more than the deepest.
const FALL_DOUBLES_CP: f64 = 100.0;
const DEEPEST_FALL_CP: i32 = 60;
/// All signs together stretch and shorten no further than this, in percent.
const LEAST_PERCENT: f64 = 45.0;
const MOST_PERCENT: f64 = 250.0;

/// The end of an iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Iteration {
    pub(super) best: Move,
    /// With the bonus, for that is what chose the move.
    pub(super) score: Score,
    /// Nodes below the best move, of all nodes so far.
    pub(super) best_nodes: u64,
    pub(super) all_nodes: u64,
}

/// What the iterations so far have shown.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Settling {
    last: Option<(Move, Score)>,
    stood_iterations: usize,
}

impl Settling {
    /// Takes in an iteration and says by which factor the soft limit is to be stretched.
    pub(super) fn stretch_after(&mut self, iteration: Iteration) -> f64 {
        let Iteration { best, score, .. } = iteration;
        let stands = self.last.is_some_and(|(mv, _)| mv == best);
        self.stood_iterations = if stands { self.stood_iterations + 1 } else { 0 };
        let fall_cp = match self.last {
            Some((_, last)) if !last.is_decisive() && !score.is_decisive() => {
                (last.raw() - score.raw()).clamp(0, DEEPEST_FALL_CP)
            }
            _ => 0,
        };
        self.last = Some((best, score));
        let stood = STOOD_PERCENT[self.stood_iterations.min(STOOD_PERCENT.len() - 1)];
        let share = iteration.best_nodes as f64 / iteration.all_nodes.max(1) as f64;
        let percent = f64::from(stood) * (SHARE_NONE_PERCENT - SHARE_ALL_PERCENT * share.min(1.0))
            / 100.0
            * (1.0 + f64::from(fall_cp) / FALL_DOUBLES_CP);
        percent.clamp(LEAST_PERCENT, MOST_PERCENT) / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    fn after(settling: &mut Settling, best: &str, score_cp: i32, best_nodes: u64) -> f64 {
        settling.stretch_after(Iteration {
            best: mv(best),
            score: Score::from_cp(score_cp),
            best_nodes,
            all_nodes: 1_000,
        })
    }

    #[test]
    fn a_move_that_stands_needs_less_time_and_a_new_one_more() {
        let mut settling = Settling::default();
        let first = after(&mut settling, "e2e4", 20, 700);
        let mut last = first;
        for _ in 0..4 {
            let next = after(&mut settling, "e2e4", 20, 700);
            assert!(next < last);
            last = next;
        }
        assert!(after(&mut settling, "d2d4", 20, 700) >= first);
    }

    #[test]
    fn a_falling_score_and_a_disputed_move_need_more_time() {
        let mut settling = Settling::default();
        after(&mut settling, "e2e4", 50, 700);
        let mut fallen = settling;
        let mut disputed = settling;
        let calm = after(&mut settling, "e2e4", 60, 700);
        assert!(after(&mut fallen, "e2e4", 10, 700) > calm);
        assert!(after(&mut disputed, "e2e4", 60, 200) > calm);
    }

    #[test]
    fn nothing_stretches_without_end() {
        let mut settling = Settling::default();
        after(&mut settling, "e2e4", 900, 0);
        assert_eq!(after(&mut settling, "d2d4", -900, 0), MOST_PERCENT / 100.0);
        for _ in 0..9 {
            after(&mut settling, "d2d4", -900, 1_000);
        }
        let least = after(&mut settling, "d2d4", -900, 1_000);
        assert!((LEAST_PERCENT / 100.0..0.6).contains(&least));
    }
}
