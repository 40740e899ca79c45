//! The options in Rodent's personality files (version IV), by meaning.
//!
//! Signs: `OwnAttack` is the attack on the other king, so that it is a weight of the opponent's king
//! safety; `OppAttack` is a weight of the own. `Keep...` keeps a piece, which is not to trade it.
//! `Contempt` above 0 avoids draws.

use std::ops::RangeInclusive;

use super::foreign_option::ForeignMeaning::{
    Elo, Factor, Information, LimitStrength, Nothing, Scale, Steps, ThinkingTime, Weights,
};
use super::foreign_option::{ForeignMeaning, ForeignOption, contempt, option};
use crate::evaluation::Family;
use crate::personality::feature::Feature;
use crate::personality::numbers::NumberKey;
use crate::personality::parameter::Parameter::{self, Opponent, Own, Taste};

const PERCENT: RangeInclusive<i32> = 0..=500;
const VALUE: RangeInclusive<i32> = 0..=2_000;
const SIGNED: RangeInclusive<i32> = -500..=500;
const ANY: RangeInclusive<i32> = i32::MIN..=i32::MAX;

const FINER: &str = "the evaluation has no term of its own for this";
const FILES: &str = "a book has to be named in [book] with its path";
const SEARCH: &str = "it is about that program's search";

const PAWNS: &[Parameter] = &[Own(Family::Pawns), Opponent(Family::Pawns)];
const KNIGHTS: &[Parameter] = &[Own(Family::Knights), Opponent(Family::Knights)];
const BISHOPS: &[Parameter] = &[Own(Family::Bishops), Opponent(Family::Bishops)];
const ROOKS: &[Parameter] = &[Own(Family::Rooks), Opponent(Family::Rooks)];
const QUEENS: &[Parameter] = &[Own(Family::Queens), Opponent(Family::Queens)];
const IMBALANCE: &[Parameter] = &[Own(Family::Imbalance), Opponent(Family::Imbalance)];
const PLACEMENT: &[Parameter] = &[Own(Family::Placement), Opponent(Family::Placement)];
const THREATS: &[Parameter] = &[Own(Family::Threats), Opponent(Family::Threats)];
const WEAKNESS: &[Parameter] = &[Own(Family::PawnWeakness), Opponent(Family::PawnWeakness)];
const PASSED: &[Parameter] = &[Own(Family::PassedPawns), Opponent(Family::PassedPawns)];
const CHAINS: &[Parameter] = &[Own(Family::PawnChains), Opponent(Family::PawnChains)];
const OUTPOSTS: &[Parameter] = &[Own(Family::Outposts), Opponent(Family::Outposts)];
const LINES: &[Parameter] = &[Own(Family::Lines), Opponent(Family::Lines)];
const MATERIAL: &[Parameter] = &[
    Own(Family::Pawns),
    Opponent(Family::Pawns),
    Own(Family::Knights),
    Opponent(Family::Knights),
    Own(Family::Bishops),
    Opponent(Family::Bishops),
    Own(Family::Rooks),
    Opponent(Family::Rooks),
    Own(Family::Queens),
    Opponent(Family::Queens),
];

/// A taste that grows by 1 for `per_step` above normal.
const fn taste(feature: Feature, normal: i32, per_step: i32) -> ForeignMeaning {
    Steps {
        parameter: Taste(feature),
        normal,
        per_step,
    }
}

/// Nodes in a second at which Rodent plays at 1200, and the factor for a rating point: it derives its
/// speed limit from the rating so.
const NPS_AT_1200: f64 = 128.0 / 7.0;
const NPS_PER_POINT: f64 = 1.00696;
/// Rodent's blur of the evaluation, in centipawns, is a third of what the rating lacks to this.
const BLURRED_BELOW_ELO: i32 = 1_500;

/// The rating for which Rodent would set this speed limit; without a limit there is none.
fn elo_of_speed(nps: i32) -> i32 {
    match nps {
        ..=0 => i32::MAX,
        _ => 1_200 + ((f64::from(nps) / NPS_AT_1200).ln() / NPS_PER_POINT.ln()).round() as i32,
    }
}

/// The rating for which Rodent would blur so much.
fn elo_of_blur(blur_cp: i32) -> i32 {
    match blur_cp {
        ..=0 => i32::MAX,
        _ => BLURRED_BELOW_ELO.saturating_sub(blur_cp.saturating_mul(3)),
    }
}

pub(super) const OPTIONS: &[ForeignOption] = &[
    option("PawnValueMg", VALUE, Weights(PAWNS, 90)),
    option("PawnValueEg", VALUE, Weights(PAWNS, 110)),
    option("KnightValueMg", VALUE, Weights(KNIGHTS, 380)),
    option("KnightValueEg", VALUE, Weights(KNIGHTS, 360)),
    option("BishopValueMg", VALUE, Weights(BISHOPS, 390)),
    option("BishopValueEg", VALUE, Weights(BISHOPS, 370)),
    option("RookValueMg", VALUE, Weights(ROOKS, 530)),
    option("RookValueEg", VALUE, Weights(ROOKS, 650)),
    option("QueenValueMg", VALUE, Weights(QUEENS, 1_160)),
    option("QueenValueEg", VALUE, Weights(QUEENS, 1_190)),
    option("Material", PERCENT, Factor(MATERIAL)),
    option("KeepPawn", SIGNED, taste(Feature::PawnTrades, 0, -1)),
    option("KeepKnight", SIGNED, taste(Feature::Trades, 0, -2)),
    option("KeepBishop", SIGNED, taste(Feature::Trades, 0, -2)),
    option("KeepRook", SIGNED, taste(Feature::Trades, 0, -2)),
    option("KeepQueen", SIGNED, taste(Feature::QueenTrade, 0, -1)),
    option("BishopPairMg", SIGNED, Weights(IMBALANCE, 51)),
    option("BishopPairEg", SIGNED, Weights(IMBALANCE, 51)),
    option("KnightPair", SIGNED, Nothing(FINER)),
    option("RookPair", SIGNED, Nothing(FINER)),
    option("ExchangeImbalance", SIGNED, Nothing(FINER)),
    option("MinorVsQueen", SIGNED, Nothing(FINER)),
    option(
        "KnightLikesClosed",
        0..=10,
        taste(Feature::OpenPosition, 6, -1),
    ),
    option("RookLikesOpen", 0..=10, taste(Feature::RookLines, 0, 1)),
    option(
        "OwnAttack",
        PERCENT,
        Weights(&[Opponent(Family::KingSafety)], 110),
    ),
    option(
        "OppAttack",
        PERCENT,
        Weights(&[Own(Family::KingSafety)], 110),
    ),
    option(
        "OwnMobility",
        PERCENT,
        Weights(&[Own(Family::Mobility)], 50),
    ),
    option(
        "OppMobility",
        PERCENT,
        Weights(&[Opponent(Family::Mobility)], 50),
    ),
    option("FlatMobility", PERCENT, Nothing(FINER)),
    option("KingTropism", SIGNED, taste(Feature::KingApproach, 25, 5)),
    option("PiecePressure", PERCENT, Weights(THREATS, 109)),
    option("PrimaryPstWeight", PERCENT, Weights(PLACEMENT, 58)),
    option("SecondaryPstWeight", PERCENT, Weights(PLACEMENT, 40)),
    option("PrimaryPstStyle", 0..=4, Nothing(FINER)),
    option("SecondaryPstStyle", 0..=4, Nothing(FINER)),
    option("PawnStructure", PERCENT, Weights(WEAKNESS, 113)),
    option("PassedPawns", PERCENT, Weights(PASSED, 102)),
    option("PawnMass", PERCENT, Nothing(FINER)),
    option("PawnChains", PERCENT, Weights(CHAINS, 100)),
    option(
        "PawnShield",
        PERCENT,
        taste(Feature::ShelterPawns, 120, -10),
    ),
    option("PawnStorm", PERCENT, taste(Feature::PawnStorm, 95, 5)),
    option("DoubledPawnMg", SIGNED, Nothing(FINER)),
    option("DoubledPawnEg", SIGNED, Nothing(FINER)),
    option("IsolatedPawnMg", SIGNED, Nothing(FINER)),
    option("IsolatedPawnEg", SIGNED, Nothing(FINER)),
    option("IsolatedOnOpenMg", SIGNED, Nothing(FINER)),
    option("BackwardPawnMg", SIGNED, Nothing(FINER)),
    option("BackwardPawnEg", SIGNED, Nothing(FINER)),
    option("BackwardOnOpenMg", SIGNED, Nothing(FINER)),
    option("Outposts", PERCENT, Weights(OUTPOSTS, 73)),
    option("Lines", PERCENT, Weights(LINES, 109)),
    option("Space", PERCENT, Nothing(FINER)),
    option("FianchBase", SIGNED, taste(Feature::Fianchetto, 13, 1)),
    option("FianchKing", SIGNED, Nothing(FINER)),
    option("ReturningB", SIGNED, Nothing(FINER)),
    option("Contempt", SIGNED, contempt(1)),
    option("SlowMover", 10..=500, ThinkingTime),
    option(
        "Selectivity",
        10..=500,
        Scale {
            parameter: Parameter::Number(NumberKey::Selectivity),
            points: &[(10, 1), (175, 9), (500, 16)],
        },
    ),
    option("SearchSkill", 0..=10, Nothing(SEARCH)),
    option("MobilityRebalancing", ANY, Nothing(FINER)),
    option("UCI_LimitStrength", ANY, LimitStrength),
    option("UCI_Elo", ANY, Elo(|elo| elo)),
    option("NpsLimit", ANY, Elo(elo_of_speed)),
    option("EvalBlur", ANY, Elo(elo_of_blur)),
    option("UseBook", ANY, Information),
    option(
        "BookFilter",
        0..=100,
        Nothing("the mode of [book] says what is left out"),
    ),
    option("GuideBookFile", ANY, Nothing(FILES)),
    option("MainBookFile", ANY, Nothing(FILES)),
    option("Taunting", ANY, Nothing("[identity] has what it says")),
    option("PrintPv", ANY, Information),
    option("Verbose", ANY, Information),
    option("VerboseBook", ANY, Information),
];
