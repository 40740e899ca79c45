//! The options of HIARCS (all of version 13, and those that only 10 and 11 have), by meaning.
//!
//! Signs: optimism above 0 overrates the own chances. `Own Attack` is the attack on the other king,
//! so that it is a weight of the opponent's king safety; `Opponent Attack` is a weight of the own.
//! `Contempt` above 0 avoids draws, `Draw Score` above 0 welcomes them.

use std::ops::RangeInclusive;

use super::foreign_option::ForeignMeaning::{
    BookMode, Elo, Information, LimitStrength, Nothing, Scale, Steps, Switch, Weights, Words,
};
use super::foreign_option::{ForeignOption, contempt, option, slider};
use crate::evaluation::Family;
use crate::personality::Slider;
use crate::personality::feature::Feature;
use crate::personality::numbers::NumberKey;
use crate::personality::parameter::Parameter::{self, Opponent, Own, Taste};

const PERCENT: RangeInclusive<i32> = 0..=400;
const SWITCH: RangeInclusive<i32> = 0..=100;
const ANY: RangeInclusive<i32> = i32::MIN..=i32::MAX;

const ENGINE: &str = "it is an option of the engine, not of a personality";
const LEARNING: &str = "whether it learns is an option of the engine, not of a personality";
const SEARCH: &str = "it is about that program's search";

/// A personality here sets problems in lost endings unless its file says otherwise.
const SWINDLE: &[(&str, &[(Parameter, i32)])] = &[
    ("true", &[]),
    ("on", &[]),
    ("1", &[]),
    ("false", NO_SWINDLE),
    ("off", NO_SWINDLE),
    ("0", NO_SWINDLE),
];
const NO_SWINDLE: &[(Parameter, i32)] =
    &[(Taste(Feature::Swindle), -Feature::Swindle.default_cp())];

const MOBILITY: &[Parameter] = &[Own(Family::Mobility), Opponent(Family::Mobility)];
const WEAKNESS: &[Parameter] = &[Own(Family::PawnWeakness), Opponent(Family::PawnWeakness)];
const CHAINS: &[Parameter] = &[Own(Family::PawnChains), Opponent(Family::PawnChains)];
const PASSED: &[Parameter] = &[Own(Family::PassedPawns), Opponent(Family::PassedPawns)];

/// The words for the playing style, of every version.
const STYLES: &[(&str, &[(Parameter, i32)])] = &[
    ("Normal", &[]),
    (
        "Active",
        &[(slider(Slider::Attack), 15), (Taste(Feature::Mobility), 8)],
    ),
    (
        "Aggressive",
        &[
            (slider(Slider::Aggression), 60),
            (slider(Slider::Attack), 40),
        ],
    ),
    (
        "Solid",
        &[(slider(Slider::Safety), 60), (slider(Slider::Attack), -30)],
    ),
    (
        "Defensive",
        &[(slider(Slider::Safety), 80), (slider(Slider::Attack), -60)],
    ),
    (
        "Gambit",
        &[
            (slider(Slider::Aggression), 40),
            (Taste(Feature::Gambit), 30),
        ],
    ),
];

pub(super) const OPTIONS: &[ForeignOption] = &[
    option("CPU Usage", 1..=100, Nothing(ENGINE)),
    option("OwnBook", ANY, Nothing(ENGINE)),
    option("Book Learning", ANY, Nothing(LEARNING)),
    option("Position Learning", ANY, Nothing(LEARNING)),
    option("Book Mode", ANY, BookMode),
    option("Book Positions", ANY, Information),
    option("Book Status", ANY, Information),
    option("Use Tablebases", ANY, Nothing(ENGINE)),
    option("Swindle Opponent", ANY, Words(SWINDLE)),
    option("Smart Search", ANY, Nothing(SEARCH)),
    option(
        "Optimistic Search",
        SWITCH,
        Switch(&[(slider(Slider::Optimism), 20)]),
    ),
    option(
        "Optimism",
        -100..=100,
        Steps {
            parameter: slider(Slider::Optimism),
            normal: 0,
            per_step: 1,
        },
    ),
    option(
        "Combinations",
        SWITCH,
        Switch(&[(Taste(Feature::Sacrifice), 10), (Taste(Feature::Checks), 4)]),
    ),
    option(
        "Search Selectivity",
        0..=7,
        Scale {
            parameter: Parameter::Number(NumberKey::Selectivity),
            points: &[(0, 0), (4, 9), (7, 16)],
        },
    ),
    option("Selectivity", 0..=500, Nothing(SEARCH)),
    option("Playing Style", ANY, Words(STYLES)),
    option(
        "Hypermodern",
        SWITCH,
        Switch(&[(slider(Slider::Hypermodernism), 100)]),
    ),
    option(
        "King Safety",
        PERCENT,
        Weights(&[Own(Family::KingSafety)], 100),
    ),
    option(
        "Own Attack",
        PERCENT,
        Weights(&[Opponent(Family::KingSafety)], 100),
    ),
    option(
        "Opponent Attack",
        PERCENT,
        Weights(&[Own(Family::KingSafety)], 100),
    ),
    option("Mobility", PERCENT, Weights(MOBILITY, 100)),
    option("Pawn Structure", PERCENT, Weights(CHAINS, 100)),
    option("Pawn Weakness", PERCENT, Weights(WEAKNESS, 100)),
    option("Passed Pawns", PERCENT, Weights(PASSED, 100)),
    option(
        "Positional",
        0..=200,
        Steps {
            parameter: slider(Slider::Positional),
            normal: 100,
            per_step: 1,
        },
    ),
    option(
        "Endgame",
        PERCENT,
        Nothing("each term knows its endgame by itself"),
    ),
    option("Contempt", -2_000..=2_000, contempt(1)),
    option("Draw Score", -2_000..=2_000, contempt(-1)),
    option("Hash", ANY, Nothing(ENGINE)),
    option("Main Hash", ANY, Nothing(ENGINE)),
    option("Eval Hash", ANY, Nothing(ENGINE)),
    option("Pawn Hash", ANY, Nothing(ENGINE)),
    option("Ponder", ANY, Nothing(ENGINE)),
    option("MultiPV", ANY, Nothing(ENGINE)),
    option("NalimovPath", ANY, Nothing(ENGINE)),
    option("NalimovCache", ANY, Nothing(ENGINE)),
    option("UCI_LimitStrength", ANY, LimitStrength),
    option("UCI_Elo", ANY, Elo(|elo| elo)),
];
