//! The feature `signature`: what a move has of the squares and castlings of the personality.
//!
//! Reaching a square counts for it, and leaving it without a capture counts against it, so that
//! nothing is gained by going to and fro.

use super::{FULL, when};
use crate::board::Color;
use crate::personality::candidate_move::CandidateMove;
use crate::personality::signature::Habit;

/// 1 for something that the personality likes, -1 for something that it avoids.
pub fn signature(candidate: &CandidateMove<'_>) -> i32 {
    let sum = |habits: &[Habit]| -> i32 {
        let habits = habits.iter();
        habits.map(|&habit| measure(habit, candidate)).sum()
    };
    let signature = candidate.root.signature;
    (sum(&signature.likes) - sum(&signature.avoids)).clamp(-FULL, FULL)
}

/// In permille of a full wish.
fn measure(habit: Habit, candidate: &CandidateMove<'_>) -> i32 {
    match habit {
        Habit::Castle(side) => when(candidate.castling == Some(side)),
        Habit::Reach(piece, square) => {
            if candidate.piece != piece || candidate.castling.is_some() {
                return 0;
            }
            let square = match candidate.root.us {
                Color::White => square,
                Color::Black => square.flip_rank(),
            };
            let reaches = candidate.mv.to == square && candidate.mv.promotion.is_none();
            let leaves = candidate.mv.from == square && candidate.captured.is_none();
            when(reaches) - when(leaves)
        }
    }
}
