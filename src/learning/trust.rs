//! Trust: what has been learnt of a book move, from -1000 (it loses) to 1000 (it wins), 0 being
//! nothing.
//!
//! The ideas are those of Crafty's book learning: the scores soon after the book tell more about a
//! line than the result of a long game, a score counts by its depth, and a bad score against a weak
//! opponent counts more than against a strong one.

use crate::board::{Color, GameResult};
use crate::learning::game_report::OwnSearch;

/// The chance of a move of which nothing has been learnt, beside its chance without learning.
pub const FULL_TRUST_PERMILLE: u32 = 1_000;

/// The most and the least trust.
pub(super) const MOST_TRUST: i32 = 1_000;
/// With so many games, trust becomes half of what it was.
const HALF_LIFE_GAMES: u32 = 100;

/// So many own moves after the book tell whether it was good.
pub(super) const EXIT_MOVES: usize = 8;
/// Scores nearer to zero than this, in centipawns, say nothing against a line or for it.
const EVEN_WITHIN_CP: i32 = 33;
/// Scores beyond this, in centipawns, say no more.
const CLEAR_CP: i32 = 300;
/// What a clear score at full depth is worth.
const MOST_FOR_SCORE: i32 = 600;
/// From this depth on a score counts in full.
const FULL_DEPTH_PLIES: u32 = 12;

/// What a loss costs, and a win brings: less, because most wins owe little to the opening.
const FOR_LOSS: i32 = -400;
const FOR_WIN: i32 = 200;

/// A difference in rating counts up to this many points.
const LARGEST_LEAD: i32 = 400;

/// How the game went for the line that was played, from -[`MOST_TRUST`] to [`MOST_TRUST`]. `exit` are
/// the searches of the first own moves out of the book.
pub(super) fn points(exit: &[OwnSearch], result: GameResult, own: Color, rating_lead: i32) -> i32 {
    let for_result = match result {
        GameResult::Win(winner) if winner == own => FOR_WIN,
        // Lost before there was anything to think about.
        GameResult::Win(_) if exit.is_empty() => -MOST_TRUST,
        GameResult::Win(_) => FOR_LOSS,
        GameResult::Draw | GameResult::Unfinished => 0,
    };
    let plain = for_result + points_for_scores(exit);
    // Half as much again for a failure against somebody weaker, half for one against somebody
    // stronger; the other way round for a success.
    let lead = rating_lead.clamp(-LARGEST_LEAD, LARGEST_LEAD) * plain.signum();
    let weighted = plain * (2 * LARGEST_LEAD - lead) / (2 * LARGEST_LEAD);
    weighted.clamp(-MOST_TRUST, MOST_TRUST)
}

fn points_for_scores(exit: &[OwnSearch]) -> i32 {
    let scores: Vec<i32> = exit
        .iter()
        .map(|search| search.score.raw().clamp(-CLEAR_CP, CLEAR_CP))
        .collect();
    let Some(verdict) = verdict_cp(&scores) else {
        return 0;
    };
    let depths = exit
        .iter()
        .map(|search| search.depth_plies.min(FULL_DEPTH_PLIES));
    let depth_plies = depths.sum::<u32>() as i32 / exit.len() as i32;
    let beyond_even = (verdict.abs() - EVEN_WITHIN_CP).max(0) * verdict.signum();
    MOST_FOR_SCORE * beyond_even / (CLEAR_CP - EVEN_WITHIN_CP) * depth_plies
        / FULL_DEPTH_PLIES as i32
}

/// What the scores say together: where they ended at their worst or at their best, that one; the mean
/// where they went up and down.
fn verdict_cp(scores: &[i32]) -> Option<i32> {
    let (&last, worst, best) = (scores.last()?, scores.iter().min()?, scores.iter().max()?);
    let is_extreme = last == *worst || last == *best;
    let mean = scores.iter().sum::<i32>() / scores.len() as i32;
    Some(if is_extreme { last } else { mean })
}

/// What is left of a trust after some games.
pub(super) fn after_games(trust: i32, games: u32) -> i32 {
    trust / (1 << (games / HALF_LIFE_GAMES).min(16))
}

/// By how much a trust scales the chance of a move: nothing of it is left at the least trust, and it
/// is doubled at the most.
pub(super) fn chance_permille(trust: i32) -> u32 {
    let trusted = (MOST_TRUST + trust.clamp(-MOST_TRUST, MOST_TRUST)) as u32;
    match trust < 0 {
        true => trusted * trusted / FULL_TRUST_PERMILLE,
        false => trusted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    fn exit(scores: &[i32], depth_plies: u32) -> Vec<OwnSearch> {
        let search = |&cp: &i32| OwnSearch {
            score: Score::from_cp(cp),
            ceiling: None,
            depth_plies,
            salt: 0,
        };
        scores.iter().map(search).collect()
    }

    fn lost(scores: &[i32], rating_lead: i32) -> i32 {
        let result = GameResult::Win(Color::Black);
        points(&exit(scores, 14), result, Color::White, rating_lead)
    }

    #[test]
    fn a_line_that_loses_out_of_the_opening_is_closed_and_one_that_loses_late_is_not() {
        assert_eq!(lost(&[-20, -150, -400], 0), -1_000);
        assert_eq!(lost(&[10, 20, 0, -10], 0), FOR_LOSS);
        assert!(lost(&[80, 120, 150], 0) > -200, "the opening was good");
        assert_eq!(lost(&[], 0), -1_000, "mated in the book");
        assert_eq!(chance_permille(-1_000), 0);
        assert_eq!(chance_permille(FOR_LOSS), 360);
        assert_eq!(chance_permille(0), FULL_TRUST_PERMILLE);
        assert_eq!(chance_permille(1_000), 2_000);
    }

    #[test]
    fn depth_and_strength_weigh() {
        let unfinished = |depth| {
            let result = GameResult::Unfinished;
            points(&exit(&[-300], depth), result, Color::White, 0)
        };
        assert_eq!(unfinished(14), -600);
        assert_eq!(unfinished(6), -300);
        assert_eq!(unfinished(0), 0);
        assert_eq!(lost(&[0], 400), -600, "against somebody weaker");
        assert_eq!(lost(&[0], -4_000), -200, "against somebody stronger");
    }

    #[test]
    fn scores_that_wander_count_by_their_mean() {
        assert_eq!(verdict_cp(&[]), None);
        assert_eq!(verdict_cp(&[50, -20, 0]), Some(10));
        assert_eq!(verdict_cp(&[50, -20, -60]), Some(-60));
        assert_eq!(verdict_cp(&[-50, 20, 60]), Some(60));
    }

    #[test]
    fn trust_halves_with_every_hundred_games() {
        let kept: Vec<i32> = [0, 99, 100, 250, 5_000]
            .map(|games| after_games(-1_000, games))
            .into();
        assert_eq!(kept, [-1_000, -1_000, -500, -250, 0]);
    }
}
