//! Moves that people overlook: long, backward and quiet ones, far from the last move.
//!
//! The rules are those by which the weak levels of Phalanx miss moves.

use super::{FULL, share};
use crate::board::{Piece, king_distance};
use crate::personality::candidate_move::CandidateMove;

/// What each difficulty adds, in permille of a full wish.
const FAR_AWAY: i32 = 300;
const LONG: i32 = 200;
const DIAGONAL: i32 = 100;
const BACKWARD: i32 = 200;
const KNIGHT: i32 = 100;
const QUIET: i32 = 100;
/// The number of steps of a long move.
const LONG_STEPS: i32 = 4;

/// How hard a move is to see: up to 0.3 for its distance from the target of the opponent's last move,
/// 0.2 for a long move and 0.1 more on a diagonal, 0.2 for a backward move, 0.1 for a knight move and
/// 0.1 for a quiet move. 0 for capturing the piece that just moved, which everybody sees.
pub fn hidden_moves(candidate: &CandidateMove<'_>) -> i32 {
    let last = candidate.root.game.past().last().map(|(_, last)| last.to);
    if candidate.captured.is_some() && last == Some(candidate.mv.to) {
        return 0;
    }
    let (from, to) = (candidate.mv.from, candidate.mv.to);
    let far = last.map_or(0, |last| {
        share(king_distance(last, to) as i32, 7) * FAR_AWAY / FULL
    });
    let is_long = candidate.castling.is_none() && king_distance(from, to) as i32 >= LONG_STEPS;
    let is_diagonal = is_long && from.file() != to.file() && from.rank() != to.rank();
    let is_backward = candidate.castling.is_none() && candidate.rank_to() < candidate.rank_from();
    let is_quiet = candidate.captured.is_none() && !candidate.gives_check();
    let adds = [
        (is_long, LONG),
        (is_diagonal, DIAGONAL),
        (is_backward, BACKWARD),
        (candidate.piece == Piece::Knight, KNIGHT),
        (is_quiet, QUIET),
    ];
    let sum: i32 = adds
        .iter()
        .map(|&(holds, add)| add * i32::from(holds))
        .sum();
    far + sum
}
