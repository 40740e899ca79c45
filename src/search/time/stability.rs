//! Best-move stability: whether another iteration deserves more or less than its share of the time.
//!
//! Three signs each scale the soft limit of the [time budget](super::TimeBudget): for how many
//! iterations the best move has stood, which share of the nodes was spent on it, and whether its score
//! has fallen since the last iteration. All three are usual in open engines ("Time Management" at
//! chessprogramming.org). Together they were worth 45 +- 26 Elo with the first guesses of these numbers; about
//! half as much again is better by 18 +- 18, and twice as much shows no gain (`docs/lab-notes/search-ideas.md`).

use crate::board::Move;
use crate::score::Score;

/// The factor for a best move that has stood for 0, 1, 2... iterations, in percent. The last number
/// holds for all that follow.
const STOOD_PERCENT: [u32; 6] = [149, 121, 103, 92, 83, 78];
/// The factor when no node was spent on the best move, in percent, and how much lower it is when
/// all nodes were.
const SHARE_NONE_PERCENT: f64 = 220.0;
const SHARE_ALL_PERCENT: f64 = 170.0;
/// A fall of the score by this many centipawns would double the time; falls count up to the second
/// number.
const FALL_DOUBLES_CP: f64 = 60.0;
const DEEPEST_FALL_CP: i32 = 60;
/// The limits of all factors together, in percent.
const LEAST_PERCENT: f64 = 45.0;
const MOST_PERCENT: f64 = 350.0;

/// The result of an iteration, as far as the stability of its best move is concerned.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct IterationResult {
    pub(in crate::search) best: Move,
    /// The score with the bonus, because that is what chose the move.
    pub(in crate::search) score: Score,
    /// Nodes below the best move so far.
    pub(in crate::search) best_nodes: u64,
    /// Nodes of the whole search so far.
    pub(in crate::search) all_nodes: u64,
}

/// How stable the best move has been in the iterations so far.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::search) struct BestMoveStability {
    last: Option<(Move, Score)>,
    stood_iterations: usize,
}

impl BestMoveStability {
    /// For how many iterations the best move has stood, the first not counted.
    pub(in crate::search) fn stood_iterations(&self) -> usize {
        self.stood_iterations
    }

    /// Adds an iteration and returns the factor by which to scale the soft limit.
    pub(in crate::search) fn time_factor_after(&mut self, iteration: IterationResult) -> f64 {
        let IterationResult { best, score, .. } = iteration;
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

    fn after(stability: &mut BestMoveStability, best: &str, score_cp: i32, best_nodes: u64) -> f64 {
        stability.time_factor_after(IterationResult {
            best: mv(best),
            score: Score::from_cp(score_cp),
            best_nodes,
            all_nodes: 1_000,
        })
    }

    #[test]
    fn a_move_that_stands_needs_less_time_and_a_new_one_more() {
        let mut stability = BestMoveStability::default();
        let first = after(&mut stability, "e2e4", 20, 700);
        let mut last = first;
        for _ in 0..4 {
            let next = after(&mut stability, "e2e4", 20, 700);
            assert!(next < last);
            last = next;
        }
        assert!(after(&mut stability, "d2d4", 20, 700) >= first);
    }

    #[test]
    fn a_falling_score_and_a_disputed_move_need_more_time() {
        let mut stability = BestMoveStability::default();
        after(&mut stability, "e2e4", 50, 700);
        let mut fallen = stability;
        let mut disputed = stability;
        let calm = after(&mut stability, "e2e4", 60, 700);
        assert!(after(&mut fallen, "e2e4", 10, 700) > calm);
        assert!(after(&mut disputed, "e2e4", 60, 200) > calm);
    }

    #[test]
    fn nothing_stretches_without_end() {
        let mut stability = BestMoveStability::default();
        after(&mut stability, "e2e4", 900, 0);
        assert_eq!(after(&mut stability, "d2d4", -900, 0), MOST_PERCENT / 100.0);
        for _ in 0..9 {
            after(&mut stability, "d2d4", -900, 1_000);
        }
        let least = after(&mut stability, "d2d4", -900, 1_000);
        assert!((LEAST_PERCENT / 100.0..0.6).contains(&least));
    }
}
