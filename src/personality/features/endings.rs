//! Endings that cannot be won: setting problems, keeping material, clearing the board.
//!
//! These features measure nothing unless the search or a tablebase has found that the ending cannot be
//! won.

use super::{FULL, when};
use crate::board::{Color, Piece, Position};
use crate::personality::candidate_move::CandidateMove;

/// The share of the opponent's replies that give the result away; in a lost ending also how long the
/// loss takes.
pub fn swindle(candidate: &CandidateMove<'_>) -> i32 {
    let prospects = candidate.root.prospects;
    let known = prospects.and_then(|prospects| prospects.of(candidate.mv));
    known.map_or(0, |known| known.hardship_permille())
}

/// A capture where both sides have the same pieces and no pawns: 1.
pub fn trivial_draw_captures(candidate: &CandidateMove<'_>) -> i32 {
    let is_trivial = candidate.root.prospects.is_some() && is_even(candidate.root.position);
    when(is_trivial && candidate.captured.is_some())
}

/// The side with more material (in a proven draw also one with equal material and pawns) goes down to
/// material that cannot mate, at once or by the reply: -1.
pub fn keep_material(candidate: &CandidateMove<'_>) -> i32 {
    let root = candidate.root;
    let plays_on = root.prospects.is_some_and(|prospects| {
        let is_balance = || prospects.are_proven() && !root.position.pieces(Piece::Pawn).is_empty();
        root.material_lead_cp > 0 || root.material_lead_cp == 0 && is_balance()
    });
    if !plays_on {
        return 0;
    }
    let next = &candidate.next;
    let by_reply = || {
        let replies = next.legal_moves().into_iter();
        let mut captures = replies.filter(|&reply| next.captured_piece(reply).is_some());
        captures.any(|reply| next.play(reply).is_insufficient_material())
    };
    match next.is_insufficient_material() || by_reply() {
        true => -FULL,
        false => 0,
    }
}

fn is_even(position: &Position) -> bool {
    let count = |color, piece| position.colored_pieces(color, piece).len();
    position.pieces(Piece::Pawn).is_empty()
        && Piece::ALL
            .into_iter()
            .all(|piece| count(Color::White, piece) == count(Color::Black, piece))
}
