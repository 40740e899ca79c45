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
//! The shift is written once, as [`prefer`] on scores and as its inverse on windows. It adds expected
//! score rather than centipawns: a bonus is worth its centipawns in an even game, and more where the
//! game leans to one side, because there a centipawn changes the expected result less. Decisive scores
//! (mates, tablebase results) stay as they are; every other score is shifted and clamped below them.
//! Scores that [`prefer`] made are called preferred. They exist in the root only and never reach the
//! transposition table.

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

/// What a centipawn is worth in expected score, in sixteenths of its worth in an even game, from each
/// of these scores on. The steps follow the logistic curve of results over scores. Where the game is
/// over but for the moves, the last step counts plain centipawns again, so that no bonus is too
/// large to keep its order.
const WORTH_STEPS: [(i32, i64); 6] = [
    (0, 16),
    (100, 12),
    (200, 8),
    (300, 4),
    (400, 2),
    (1_500, 16),
];

/// Sixteenths of expected score between an even game and a score: the integral of [`WORTH_STEPS`],
/// strictly increasing.
fn worth_of_raw(raw: i32) -> i64 {
    let size = raw.abs();
    let mut worth = 0;
    for (index, &(from, slope)) in WORTH_STEPS.iter().enumerate() {
        let to = WORTH_STEPS.get(index + 1).map_or(i32::MAX, |next| next.0);
        worth += slope * i64::from(size.min(to).saturating_sub(from).max(0));
    }
    worth * i64::from(raw.signum())
}

/// The highest score whose worth does not exceed this one, within what an undecided game can be worth
/// and one below that.
fn highest_of_worth(worth: i64) -> i32 {
    let limit = Score::UNDECIDED_LIMIT.raw();
    let (mut low, mut high) = (-limit - 1, limit);
    while low < high {
        let middle = low + (high - low + 1) / 2;
        match worth_of_raw(middle) <= worth {
            true => low = middle,
            false => high = middle - 1,
        }
    }
    low
}

/// A bonus in the unit of [`worth_of_raw`].
fn worth_of_bonus(bonus_cp: i32) -> i64 {
    16 * i64::from(bonus_cp)
}

/// What is given up in expected score by a move with the score `chosen` where there is one with the
/// score `best`, in centipawns of an even game.
pub fn concession_cp(best: Score, chosen: Score) -> f64 {
    (worth_of_raw(best.raw()) - worth_of_raw(chosen.raw())) as f64 / 16.0
}

/// The preferred score: an objective score moved by the bonus in expected score, unless it is
/// decisive. For every bonus this is monotone in `objective`, and a bonus of 0 changes nothing.
pub fn prefer(objective: Score, bonus_cp: i32) -> Score {
    if objective.is_decisive() {
        objective
    } else {
        let preferred = highest_of_worth(worth_of_raw(objective.raw()) + worth_of_bonus(bonus_cp));
        Score::from_cp(preferred)
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
    if bound.is_decisive() {
        bound
    } else if bound == Score::UNDECIDED_LIMIT {
        // Preferred scores are clamped to the limit: every undecided score qualifies.
        bound
    } else {
        // One below the undecided range means that no undecided score qualifies.
        let too_much = worth_of_raw(bound.raw() + 1) - worth_of_bonus(bonus_cp);
        Score::from_raw(highest_of_worth(too_much - 1))
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
    fn a_bonus_weighs_more_where_the_game_leans() {
        let shift = |cp: i32, bonus_cp| prefer(Score::from_cp(cp), bonus_cp).raw() - cp;
        assert_eq!(shift(0, 20), 20);
        assert_eq!(shift(0, -20), -20);
        assert_eq!(shift(320, 20), 80);
        assert_eq!(shift(-380, -10), -60);
        assert_eq!(shift(600, 20), 160);
        assert_eq!(shift(2_000, 20), 20);
        // Even the largest bonuses keep their order.
        assert!(shift(0, 11_999) < shift(0, 12_000));
        assert!(shift(500, -12_000) < shift(500, -11_999));
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
