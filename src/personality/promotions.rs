//! Promotions to less than a queen: no other taste may make one look better than the queen.
//!
//! A lesser promotion differs from the queen by chance, by a check or by being quiet, so that tastes for
//! those would prefer it where both are equally good. Unless a personality likes underpromotion itself,
//! its bonus is therefore at most that of the queen on the same squares. The search sees to the rest.

use super::Personality;
use super::feature::Feature;
use super::parameter::Parameter;
use super::taste::MoveTaste;
use crate::board::{Move, Piece};

/// Lowers the bonuses of lesser promotions where they are above the queen's.
pub(super) fn hold_lesser_promotions(personality: &Personality, moves: &mut [MoveTaste]) {
    if personality.value_of(Parameter::Taste(Feature::Underpromotion)) > 0 {
        return;
    }
    for index in 0..moves.len() {
        if let Some(queen) = queen_instead_of(moves[index].mv) {
            let queens = moves.iter().find(|taste| taste.mv == queen);
            let most_cp = queens.map_or(i32::MAX, |taste| taste.bonus_cp);
            moves[index].bonus_cp = moves[index].bonus_cp.min(most_cp);
        }
    }
}

/// For a lesser promotion, the queen on the same squares.
fn queen_instead_of(mv: Move) -> Option<Move> {
    mv.promotion.filter(|&piece| piece != Piece::Queen)?;
    Some(Move {
        promotion: Some(Piece::Queen),
        ..mv
    })
}
