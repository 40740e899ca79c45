//! The keys of `[judgement]` for the families of evaluation terms.

use crate::evaluation::{Family, Percent};

/// The heaviest weight of a family, in percent of normal.
pub const MAX_PERCENT: Percent = 300;

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
