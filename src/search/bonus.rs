//! The root bonus: a personality's taste as a number per root move, applied as a monotone map on
//! scores.
//!
//! The idea is Ronald de Man's: the search below the root knows no bonus, and the window is shifted
//! move by move instead,
//!
//! ```text
//! value(n) = bonus[n] - search(child n, bonus[n] - beta, bonus[n] - alpha)
//! ```
//!
//! The shift is written once, as [`prefer`] on scores and as its inverse on windows. Decisive scores
//! (mates, tablebase results) stay as they are; every other score is shifted by the bonus and clamped
//! below them. Scores that [`prefer`] made are called preferred. They exist in the root only and never
//! reach the transposition table.

use crate::board::Move;
use crate::score::Score;
use crate::search::window::Window;

/// The largest bonus above or below zero, in centipawns.
pub const MAX_BONUS_CP: i32 = 12_000;

/// A bonus in centipawns for each root move; a move that is not listed gets none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RootBonus {
    entries: Vec<(Move, i32)>,
}

impl RootBonus {
    /// No bonus for any move.
    pub fn zero() -> RootBonus {
        RootBonus::default()
    }

    /// Bonuses in centipawns, each clamped to plus or minus [`MAX_BONUS_CP`].
    pub fn new(entries: impl IntoIterator<Item = (Move, i32)>) -> RootBonus {
        let clamp = |cp: i32| cp.clamp(-MAX_BONUS_CP, MAX_BONUS_CP);
        RootBonus {
            entries: entries
                .into_iter()
                .map(|(mv, cp)| (mv, clamp(cp)))
                .collect(),
        }
    }

    /// The bonus of a move in centipawns.
    pub fn of(&self, mv: Move) -> i32 {
        self.entries
            .iter()
            .find(|(listed, _)| *listed == mv)
            .map_or(0, |&(_, cp)| cp)
    }

    /// Whether every bonus is zero.
    pub fn is_zero(&self) -> bool {
        self.entries.iter().all(|&(_, cp)| cp == 0)
    }
}

/// The preferred score: `bonus_cp` added to an objective score, unless that is decisive. For every
/// bonus this is monotone in `objective`.
pub fn prefer(objective: Score, bonus_cp: i32) -> Score {
    if objective.is_decisive() {
        objective
    } else {
        Score::from_cp(objective.raw() + bonus_cp)
    }
}

impl Window {
    /// The window of objective scores that corresponds to this window of preferred ones: an objective
    /// score fails low (or high) in the result if and only if its preferred score does so here.
    pub fn objective(self, bonus_cp: i32) -> Window {
        Window {
            alpha: highest_not_above(self.alpha, bonus_cp),
            beta: highest_not_above(self.beta - 1, bonus_cp) + 1,
        }
    }
}

/// The highest objective score whose preferred score does not exceed `bound`.
fn highest_not_above(bound: Score, bonus_cp: i32) -> Score {
    let limit = Score::UNDECIDED_LIMIT;
    if bound.is_decisive() {
        bound
    } else if bound == limit {
        // Preferred scores are clamped to the limit: every undecided score qualifies.
        limit
    } else {
        // One below the undecided range means that no undecided score qualifies.
        Score::from_raw((bound.raw() - bonus_cp).clamp(-limit.raw() - 1, limit.raw()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_score() -> impl Strategy<Value = Score> {
        prop_oneof![
            4 => -1_500..=1_500i32,
            2 => 28_500..=30_500i32,
            2 => -30_500..=-28_500i32,
            1 => 31_500..=32_000i32,
            1 => -32_000..=-31_500i32,
        ]
        .prop_map(Score::from_raw)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn prefer_is_monotone(a in any_score(), b in any_score(), bonus in -1_000..=1_000i32) {
            if a <= b {
                prop_assert!(prefer(a, bonus) <= prefer(b, bonus));
            }
        }

        #[test]
        fn the_objective_window_decides_alike(
            score in any_score(),
            alpha in any_score(),
            beta in any_score(),
            bonus in -1_000..=1_000i32,
        ) {
            let (alpha, beta) = (alpha.min(beta), alpha.max(beta) + 1);
            let window = Window { alpha, beta }.objective(bonus);
            let preferred = prefer(score, bonus);
            prop_assert_eq!(score <= window.alpha, preferred <= alpha);
            prop_assert_eq!(score >= window.beta, preferred >= beta);
            prop_assert!(window.alpha < window.beta);
        }

        #[test]
        fn without_a_bonus_nothing_moves(alpha in any_score(), beta in any_score()) {
            let window = Window { alpha: alpha.min(beta), beta: alpha.max(beta) + 1 };
            prop_assert_eq!(window.objective(0), window);
        }
    }

    #[test]
    fn decisive_scores_are_left_alone() {
        for score in [
            Score::mate_in(3),
            Score::mated_in(4),
            Score::from_raw(30_000),
        ] {
            assert_eq!(prefer(score, 700), score);
            assert_eq!(prefer(score, -700), score);
        }
        assert_eq!(prefer(Score::UNDECIDED_LIMIT, 50), Score::UNDECIDED_LIMIT);
    }
}
