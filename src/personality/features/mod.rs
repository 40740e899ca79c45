//! The measures of the features: how much of each a root move has.
//!
//! One function a feature, from a [`CandidateMove`](super::candidate_move::CandidateMove) to permille
//! of a full wish, within -1000..=1000. Integers only, so that every machine agrees; ranks always
//! count from the own side, so that both colours agree. Whether somebody likes a feature is decided
//! by its weight in `[taste]`.

pub(super) mod attack;
pub(super) mod endings;
pub(super) mod habits;
pub(super) mod king;
pub(super) mod manner;
pub(super) mod material;
pub(super) mod opening;
pub(super) mod pawns;
pub(super) mod pieces;
pub(super) mod sight;
pub(super) mod signature;

/// A full wish, in permille.
const FULL: i32 = 1_000;

/// `part` of `whole` in permille, brought into -1000..=1000.
fn share(part: i32, whole: i32) -> i32 {
    (part * FULL / whole).clamp(-FULL, FULL)
}

/// A full wish when `holds`.
fn when(holds: bool) -> i32 {
    if holds { FULL } else { 0 }
}
