//! Measures of a move that short searches give: what it is worth at each depth, compared with the
//! best; and what the policy network says of it.

use super::root_scores::RootScores;
use super::seen_move::SeenMove;

/// Small differences, a pawn at most.
const NEAR_CP: f32 = 60.0;
/// Large ones, a piece and more.
const FAR_CP: f32 = 300.0;
/// The scale on which a score becomes an expected result.
const RESULT_CP: f32 = 250.0;

fn loss(it: &SeenMove<'_>, depth: usize, scale_cp: f32) -> f32 {
    (it.seen.scores.loss_cp(it.number, depth) as f32 / scale_cp).tanh()
}

/// So many moves of each side are the opening.
const OPENING_MOVES: u32 = 5;

/// The expected result of a score, 0 to 1.
fn result(cp: i32) -> f32 {
    1.0 / (1.0 + (-(cp as f32) / RESULT_CP).exp())
}

/// The small loss of the move at the depth of this number.
pub(super) fn near_loss<const DEPTH: usize>(it: &SeenMove<'_>) -> f32 {
    loss(it, DEPTH, NEAR_CP)
}

/// The large loss.
pub(super) fn far_loss<const DEPTH: usize>(it: &SeenMove<'_>) -> f32 {
    loss(it, DEPTH, FAR_CP)
}

/// What the move loses of the expected result of the game.
pub(super) fn result_loss<const DEPTH: usize>(it: &SeenMove<'_>) -> f32 {
    lost_result(it.seen.scores, it.number, DEPTH)
}

/// What the move of this number loses of the expected result by the look of this number.
pub(super) fn lost_result(scores: &RootScores, number: usize, look: usize) -> f32 {
    result(scores.best_cp(look)) - result(scores.bounded_cp(number, look))
}

/// How near the move is to the first place.
pub(super) fn place<const DEPTH: usize>(it: &SeenMove<'_>) -> f32 {
    1.0 / (1.0 + it.seen.scores.better(it.number, DEPTH) as f32)
}

/// Whether the opponent is seen to mate after the move, and not after the best.
pub(super) fn allows_mate<const DEPTH: usize>(it: &SeenMove<'_>) -> f32 {
    let scores = it.seen.scores;
    let avoidable = scores.loss_cp(it.number, DEPTH) > 0;
    f32::from(u8::from(
        scores.score(it.number, DEPTH).is_loss() && avoidable,
    ))
}

/// Whether the move is seen to mate by force.
pub(super) fn forces_mate<const DEPTH: usize>(it: &SeenMove<'_>) -> f32 {
    f32::from(u8::from(it.seen.scores.score(it.number, DEPTH).is_win()))
}

/// A measure that counts in the opening only, where people play what they know.
fn in_opening(it: &SeenMove<'_>, measure: f32) -> f32 {
    match it.seen.position.fullmove_number() <= OPENING_MOVES {
        true => measure,
        false => 0.0,
    }
}

/// The small loss in the opening.
pub(super) fn opening_loss<const DEPTH: usize>(it: &SeenMove<'_>) -> f32 {
    in_opening(it, near_loss::<DEPTH>(it))
}

/// What the move loses of the expected result, in the opening.
pub(super) fn opening_result_loss<const DEPTH: usize>(it: &SeenMove<'_>) -> f32 {
    in_opening(it, result_loss::<DEPTH>(it))
}

/// The logarithm of the network's share in the opening.
pub(super) fn opening_policy(it: &SeenMove<'_>) -> f32 {
    in_opening(it, policy(it))
}

/// The network's share in the opening.
pub(super) fn opening_policy_share(it: &SeenMove<'_>) -> f32 {
    in_opening(it, policy_share(it))
}

/// The logarithm of the share that the policy network gives the move.
pub(super) fn policy(it: &SeenMove<'_>) -> f32 {
    it.seen.policy[it.number]
}

/// The share itself.
pub(super) fn policy_share(it: &SeenMove<'_>) -> f32 {
    policy(it).exp()
}
