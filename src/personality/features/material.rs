//! Material: captures, sacrifices and trades.

use super::{FULL, share, when};
use crate::board::{Piece, Position, attacks, piece_value_cp};
use crate::personality::candidate_move::CandidateMove;

/// An exchange is equal when it wins or loses no more than this, in centipawns; knight for bishop is
/// an equal exchange.
const EQUAL_CP: i32 = 60;
/// The least offer that is a sacrifice, and the offer that is one in full, in centipawns.
const SACRIFICE_CP: i32 = 80;
const FULL_SACRIFICE_CP: i32 = 500;
/// The loss of a rook for a knight or bishop, with or without a pawn for it, in centipawns.
const EXCHANGE_LOSS_CP: std::ops::RangeInclusive<i32> = -250..=-60;

/// A capture: the value of the captured piece as a share of a queen.
pub fn captures(candidate: &CandidateMove<'_>) -> i32 {
    let queen_cp = piece_value_cp(Piece::Queen);
    let taken = candidate.captured.map(piece_value_cp);
    taken.map_or(0, |cp| share(cp, queen_cp))
}

/// Neither capture nor promotion nor check: 1.
pub fn quiet_moves(candidate: &CandidateMove<'_>) -> i32 {
    when(!candidate.root.position.is_tactical(candidate.mv) && !candidate.gives_check())
}

/// Material newly offered, from 80 cp on, as a share of a rook. What was hanging before the move is
/// not sacrificed by it.
pub fn sacrifice(candidate: &CandidateMove<'_>) -> i32 {
    let offer_cp = candidate.offer_cp();
    if offer_cp < SACRIFICE_CP {
        0
    } else {
        share(offer_cp, FULL_SACRIFICE_CP)
    }
}

/// A rook captures a knight or bishop, or goes where one can capture it, at a loss of 60 to 250 cp: 1.
pub fn exchange_sacrifice(candidate: &CandidateMove<'_>) -> i32 {
    let for_minor = match candidate.captured {
        None => candidate.offer_cp() > 0,
        Some(captured) => matches!(captured, Piece::Knight | Piece::Bishop),
    };
    when(
        candidate.piece == Piece::Rook
            && for_minor
            && EXCHANGE_LOSS_CP.contains(&candidate.exchange_cp),
    )
}

/// An equal exchange of pieces other than pawns: 1.
pub fn trades(candidate: &CandidateMove<'_>) -> i32 {
    when(is_trade(candidate))
}

/// An equal exchange of pieces: the own lead in material as a share of 300 cp, negative for the side
/// that is behind.
pub fn trade_when_ahead(candidate: &CandidateMove<'_>) -> i32 {
    if is_trade(candidate) {
        share(candidate.root.material_lead_cp, 300)
    } else {
        0
    }
}

/// A pawn captures a pawn and can be recaptured: 1.
pub fn pawn_trades(candidate: &CandidateMove<'_>) -> i32 {
    when(is_pawn_trade(candidate))
}

/// A pawn captures a pawn and can be recaptured: the opponent's lead in material as a share of 300
/// cp, negative for the side that is ahead.
pub fn pawn_trades_when_behind(candidate: &CandidateMove<'_>) -> i32 {
    if is_pawn_trade(candidate) {
        share(-candidate.root.material_lead_cp, 300)
    } else {
        0
    }
}

/// A queen captures a queen and can be recaptured: 1. The queen goes to a guarded square where the
/// enemy queen can capture it: 0.7. It leaves an attacked enemy queen without check or capture: -0.7.
pub fn queen_trade(candidate: &CandidateMove<'_>) -> i32 {
    if candidate.piece != Piece::Queen {
        return 0;
    }
    let faces = |position: &Position| {
        let queens = position.pieces(Piece::Queen);
        let own = queens & position.colors(candidate.root.us);
        own.into_iter().any(|queen| {
            let line = attacks::queen(queen, position.occupied());
            !(line & queens & position.colors(candidate.root.them)).is_empty()
        })
    };
    match candidate.captured {
        Some(Piece::Queen) => when(candidate.exchange_cp.abs() <= EQUAL_CP),
        Some(_) => 0,
        None => {
            let faced_before = faces(candidate.root.position);
            let faces_after = faces(&candidate.next);
            if faces_after && !faced_before && candidate.exchange_cp >= 0 {
                700
            } else if faced_before && !faces_after && !candidate.gives_check() {
                -700
            } else {
                0
            }
        }
    }
}

/// One of two own bishops is traded for a knight: -1. One of the opponent's two bishops is captured by
/// a piece other than a bishop: 0.7.
pub fn bishop_pair(candidate: &CandidateMove<'_>) -> i32 {
    let root = candidate.root;
    let has_pair = |color| root.position.colored_pieces(color, Piece::Bishop).len() >= 2;
    match (candidate.piece, candidate.captured) {
        (Piece::Bishop, Some(Piece::Knight)) if has_pair(root.us) && is_trade(candidate) => -FULL,
        (mover, Some(Piece::Bishop)) if mover != Piece::Bishop && has_pair(root.them) => 700,
        _ => 0,
    }
}

/// Knight for bishop in an equal exchange: 1; bishop for knight: -1.
pub fn bishops_over_knights(candidate: &CandidateMove<'_>) -> i32 {
    match (candidate.piece, candidate.captured) {
        (Piece::Knight, Some(Piece::Bishop)) if is_trade(candidate) => FULL,
        (Piece::Bishop, Some(Piece::Knight)) if is_trade(candidate) => -FULL,
        _ => 0,
    }
}

fn is_pawn_trade(candidate: &CandidateMove<'_>) -> bool {
    candidate.piece == Piece::Pawn
        && candidate.captured == Some(Piece::Pawn)
        && candidate.exchange_cp.abs() <= EQUAL_CP
}

/// Whether the move is an equal exchange: it captures a piece of the same kind (knight and bishop are
/// alike), and can be recaptured.
fn is_trade(candidate: &CandidateMove<'_>) -> bool {
    let Some(captured) = candidate.captured else {
        return false;
    };
    let difference_cp = piece_value_cp(candidate.piece) - piece_value_cp(captured);
    candidate.moves_piece()
        && difference_cp.abs() <= EQUAL_CP
        && candidate.exchange_cp.abs() <= EQUAL_CP
}
