//! The keys of Chessmaster's `cm_parm`: the meaning, range and normal value of each.

use std::ops::RangeInclusive;

use super::parameter::Parameter;
use crate::evaluation::Family;

/// What a key is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CmParmMeaning {
    /// A weight of a family for one side.
    Weight(Parameter),
    /// A weight of a family for both.
    Both(Family),
    /// Attack (negative) against defence (positive).
    AttackDefence,
    /// Chance in the choice of moves.
    Randomness,
    /// How much the search leaves out.
    Selectivity,
    /// What a draw is worth less, in centipawns.
    Contempt,
    /// The deepest search, in plies.
    Depth,
    /// How strong it plays, 0 to 100.
    Strength,
    /// The size of the transposition table, in bytes.
    TableBytes,
    /// A message from that GUI to that engine alone: a licence number, or a mode that another command
    /// says too.
    Private,
    /// Kept, without effect.
    Kept,
}

/// A key with its range and its normal value.
pub(super) struct CmParm {
    pub name: &'static str,
    pub meaning: CmParmMeaning,
    pub range: RangeInclusive<i64>,
    pub normal: i64,
}

/// Percent of pieces: the GUI's fifteen pawns for a pawn, doubled by its slider for material.
const PIECE_PERCENT: RangeInclusive<i64> = 0..=3_000;
/// Percent of terms: twice as much, doubled by the same slider.
const TERM_PERCENT: RangeInclusive<i64> = 0..=400;

const fn weight(name: &'static str, meaning: CmParmMeaning, range: RangeInclusive<i64>) -> CmParm {
    CmParm {
        name,
        meaning,
        range,
        normal: 100,
    }
}

const fn own(name: &'static str, family: Family, range: RangeInclusive<i64>) -> CmParm {
    weight(name, CmParmMeaning::Weight(Parameter::Own(family)), range)
}

const fn opponent(name: &'static str, family: Family, range: RangeInclusive<i64>) -> CmParm {
    weight(
        name,
        CmParmMeaning::Weight(Parameter::Opponent(family)),
        range,
    )
}

const fn both(name: &'static str, family: Family) -> CmParm {
    weight(name, CmParmMeaning::Both(family), TERM_PERCENT)
}

const fn other(
    name: &'static str,
    meaning: CmParmMeaning,
    range: RangeInclusive<i64>,
    normal: i64,
) -> CmParm {
    CmParm {
        name,
        meaning,
        range,
        normal,
    }
}

/// Every key. A key for both sides stands before those for one side.
pub(super) const KEYS: &[CmParm] = &[
    both("cc", Family::Centre),
    both("mob", Family::Mobility),
    both("ks", Family::KingSafety),
    both("pp", Family::PassedPawns),
    both("pw", Family::PawnWeakness),
    own("myp", Family::Pawns, PIECE_PERCENT),
    own("myn", Family::Knights, PIECE_PERCENT),
    own("myb", Family::Bishops, PIECE_PERCENT),
    own("myr", Family::Rooks, PIECE_PERCENT),
    own("myq", Family::Queens, PIECE_PERCENT),
    opponent("opp", Family::Pawns, PIECE_PERCENT),
    opponent("opn", Family::Knights, PIECE_PERCENT),
    opponent("opb", Family::Bishops, PIECE_PERCENT),
    opponent("opr", Family::Rooks, PIECE_PERCENT),
    opponent("opq", Family::Queens, PIECE_PERCENT),
    own("mycc", Family::Centre, TERM_PERCENT),
    opponent("opcc", Family::Centre, TERM_PERCENT),
    own("mymob", Family::Mobility, TERM_PERCENT),
    opponent("opmob", Family::Mobility, TERM_PERCENT),
    own("myks", Family::KingSafety, TERM_PERCENT),
    opponent("opks", Family::KingSafety, TERM_PERCENT),
    own("mypp", Family::PassedPawns, TERM_PERCENT),
    opponent("oppp", Family::PassedPawns, TERM_PERCENT),
    own("mypw", Family::PawnWeakness, TERM_PERCENT),
    opponent("oppw", Family::PawnWeakness, TERM_PERCENT),
    other("rnd", CmParmMeaning::Randomness, 0..=100, 0),
    other("md", CmParmMeaning::Depth, 1..=99, 99),
    other("tts", CmParmMeaning::TableBytes, 0..=1 << 40, 16 << 20),
    other("cfd", CmParmMeaning::Contempt, -500..=500, 0),
    other("sop", CmParmMeaning::Strength, 0..=100, 100),
    other("avd", CmParmMeaning::AttackDefence, -100..=100, 0),
    other("sel", CmParmMeaning::Selectivity, 0..=16, 6),
    other("ana", CmParmMeaning::Private, 0..=1, 0),
    other("opk", CmParmMeaning::Private, i64::MIN..=i64::MAX, 0),
];
