//! The keys of `[judgement]`: one for each family of evaluation terms, and one for how much the
//! search leaves out.
//!
//! Owns the names that files use for families and the range of their weights.

use crate::evaluation::{Family, Percent};

/// The heaviest weight of a family, in percent of normal.
pub const MAX_PERCENT: Percent = 300;

/// The one key of `[judgement]` that is no family of terms.
pub(super) const SELECTIVITY_KEY: &str = "selectivity";

/// The key of a family in `[judgement]`.
pub fn family_key(family: Family) -> &'static str {
    match family {
        Family::Pawns => "pawns",
        Family::Knights => "knights",
        Family::Bishops => "bishops",
        Family::Rooks => "rooks",
        Family::Queens => "queens",
        Family::Imbalance => "imbalance",
        Family::Placement => "placement",
        Family::Mobility => "mobility",
        Family::Centre => "centre",
        Family::KingSafety => "king_safety",
        Family::PassedPawns => "passed_pawns",
        Family::PawnWeakness => "pawn_weakness",
        Family::PawnChains => "pawn_chains",
        Family::Outposts => "outposts",
        Family::Lines => "lines",
        Family::Threats => "threats",
        Family::Space => "space",
    }
}

/// The family with this key.
pub(super) fn family_from_key(key: &str) -> Option<Family> {
    Family::ALL
        .into_iter()
        .find(|&family| family_key(family) == key)
}
