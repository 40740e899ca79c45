//! Habits: repeating, going back, making progress, imitating, and chance.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::{FULL, share, when};
use crate::board::{Move, Piece};
use crate::personality::candidate_move::CandidateMove;

/// Half-moves without a capture or pawn move after which progress counts, and those that end the game.
const PATIENCE_PLIES: i32 = 30;
const FIFTY_MOVES_PLIES: i32 = 100;

/// The position after the move was on the board once before: 0.5; more often: 1.
pub fn repetition(candidate: &CandidateMove<'_>) -> i32 {
    let key = candidate.next.key();
    let reversible = candidate.next.halfmove_clock() as usize;
    let past = candidate.root.game.past().iter().rev().take(reversible);
    let before = past.filter(|(position, _)| position.key() == key).count();
    share(before.min(2) as i32, 2)
}

/// The piece of the own previous move goes back to where it came from, without capturing: 1.
pub fn move_back(candidate: &CandidateMove<'_>) -> i32 {
    let past = candidate.root.game.past();
    let Some((position, previous)) = past.len().checked_sub(2).and_then(|at| past.get(at)) else {
        return 0;
    };
    when(
        candidate.captured.is_none()
            && position.castling_side(*previous).is_none()
            && candidate.mv.from == previous.to
            && candidate.mv.to == previous.from,
    )
}

/// A capture or pawn move after fifteen full moves without one: grows to 1 at the end of the
/// fifty-move rule.
pub fn progress(candidate: &CandidateMove<'_>) -> i32 {
    let waited = candidate.root.position.halfmove_clock() as i32 - PATIENCE_PLIES;
    if waited > 0 && (candidate.captured.is_some() || candidate.piece == Piece::Pawn) {
        share(waited, FIFTY_MOVES_PLIES - PATIENCE_PLIES)
    } else {
        0
    }
}

/// A promotion to anything but a queen: 1.
pub fn underpromotion(candidate: &CandidateMove<'_>) -> i32 {
    when(
        candidate
            .mv
            .promotion
            .is_some_and(|piece| piece != Piece::Queen),
    )
}

/// The same kind of piece as the opponent's last move goes from and to its mirrored squares: 1.
pub fn copycat(candidate: &CandidateMove<'_>) -> i32 {
    let Some((position, last)) = candidate.root.game.past().last() else {
        return 0;
    };
    when(
        position.piece_on(last.from) == Some(candidate.piece)
            && last.from.flip_rank() == candidate.mv.from
            && last.to.flip_rank() == candidate.mv.to,
    )
}

/// A capture of the same kind of piece that the opponent's last move captured: 1.
pub fn revenge(candidate: &CandidateMove<'_>) -> i32 {
    let Some((position, last)) = candidate.root.game.past().last() else {
        return 0;
    };
    let taken = position.captured_piece(*last);
    when(taken.is_some() && taken == candidate.captured)
}

/// A number drawn evenly from -1 to 1. The seed of the game, the position and the move decide it, so
/// that it is the same in every search of the position and another one in the next position.
pub fn randomness(candidate: &CandidateMove<'_>) -> i32 {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&candidate.root.seed.to_le_bytes());
    seed[8..16].copy_from_slice(&candidate.root.position.key().to_le_bytes());
    seed[16..24].copy_from_slice(&move_number(candidate.mv).to_le_bytes());
    // With 2001 outcomes of 2^64 the bias of the remainder is far below one part in 10^15.
    let outcomes = 2 * FULL as u64 + 1;
    (ChaCha8Rng::from_seed(seed).next_u64() % outcomes) as i32 - FULL
}

/// A different number for each move.
fn move_number(mv: Move) -> u64 {
    let promotion = mv.promotion.map_or(0, |piece| piece as u64 + 1);
    (promotion << 12) | ((mv.from as u64) << 6) | mv.to as u64
}
