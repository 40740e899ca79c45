//! Sliders that stand for several numbers at once.
//!
//! Owns what each slider expands to. The numbers that come of it are ordinary ones: they are
//! shown, explained and may be set otherwise.

use std::ops::RangeInclusive;

use super::feature::Feature;
use super::parameter::Parameter;
use crate::evaluation::Family;

/// A slider from -100 to 100 percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Composite {
    /// Goes for the enemy king.
    Aggression,
    /// Cares for its own king and pawns.
    Safety,
    /// Holds the centre from the wings.
    Hypermodernism,
    /// Wants fewer pieces and less trouble.
    Simplifier,
    /// Wants a show.
    Entertainer,
    /// Wants to have more.
    Materialist,
    /// Judges attack against defence.
    Attack,
    /// Judges position against material.
    Positional,
    /// Judges its own chances against the opponent's.
    Optimism,
}

use Composite::{
    Aggression, Attack, Entertainer, Hypermodernism, Materialist, Optimism, Positional, Safety,
    Simplifier,
};
use Parameter::{Opponent, Own, Taste};

impl Composite {
    /// Those whose key is in `[taste]`.
    pub const TASTE: &'static [Composite] = &[
        Aggression,
        Safety,
        Hypermodernism,
        Simplifier,
        Entertainer,
        Materialist,
    ];
    /// Those whose key is in `[judgement]`.
    pub const JUDGEMENT: &'static [Composite] = &[Attack, Positional, Optimism];

    /// Every slider, in the order in which they should be shown.
    pub fn all() -> impl Iterator<Item = Composite> {
        Composite::TASTE.iter().chain(Composite::JUDGEMENT).copied()
    }

    /// Its key.
    pub fn key(self) -> &'static str {
        match self {
            Aggression => "aggression",
            Safety => "safety",
            Hypermodernism => "hypermodernism",
            Simplifier => "simplifier",
            Entertainer => "entertainer",
            Materialist => "materialist",
            Attack => "attack",
            Positional => "positional",
            Optimism => "optimism",
        }
    }

    /// Percent that it can have; less than nothing is the opposite.
    pub fn range(self) -> RangeInclusive<i32> {
        -100..=100
    }

    /// What it wants, in one sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Aggression => "Goes for the enemy king, cost what it may.",
            Safety => "Keeps its own king and pawns safe.",
            Hypermodernism => "Leaves the centre to the opponent and plays from the wings.",
            Simplifier => "Trades, and likes it quiet.",
            Entertainer => "Wants sacrifices, complications and queens on the board.",
            Materialist => "Takes what it can get and gives nothing back.",
            Attack => "Attack (positive) against defence (negative), in its judgement.",
            Positional => "Position (positive) against material (negative), in its judgement.",
            Optimism => {
                "Holds its own chances for better than they are, and the opponent's \
                         for worse."
            }
        }
    }

    /// What it adds to other parameters at 100 percent, in their units. The weights of features
    /// are about what one feature alone needs to be seen in games.
    pub fn expansion(self) -> &'static [(Parameter, i32)] {
        match self {
            Aggression => &[
                (Taste(Feature::OppositeCastling), 20),
                (Taste(Feature::KingApproach), 8),
                (Taste(Feature::KingAttackers), 15),
                (Taste(Feature::PawnStorm), 15),
                (Taste(Feature::Sacrifice), 30),
            ],
            Safety => &[
                (Taste(Feature::Castling), 25),
                (Taste(Feature::KingWalk), -15),
                (Taste(Feature::ShelterPawns), -12),
                (Taste(Feature::GuardKing), 12),
                (Taste(Feature::Prophylaxis), 8),
                (Taste(Feature::PawnStructure), 10),
            ],
            Hypermodernism => &[
                (Taste(Feature::Hypermodern), 15),
                (Taste(Feature::Fianchetto), 10),
                (Taste(Feature::FlankOpening), 10),
            ],
            Simplifier => &[
                (Taste(Feature::Trades), 10),
                (Taste(Feature::TradeWhenAhead), 15),
                (Taste(Feature::QueenTrade), 20),
                (Taste(Feature::Complexity), -10),
            ],
            Entertainer => &[
                (Taste(Feature::Checks), 8),
                (Taste(Feature::Sacrifice), 30),
                (Taste(Feature::QueenTrade), -20),
                (Taste(Feature::Complexity), 10),
                (Taste(Feature::Repetition), -20),
            ],
            Materialist => &[
                (Taste(Feature::Gambit), -15),
                (Taste(Feature::Captures), 8),
                (Taste(Feature::Sacrifice), -30),
                (Taste(Feature::PassedPawns), 10),
            ],
            Attack => &[
                (Own(Family::Mobility), 20),
                (Own(Family::KingSafety), -30),
                (Opponent(Family::KingSafety), 60),
                (Own(Family::PawnWeakness), -20),
                (Own(Family::Threats), 25),
            ],
            Positional => &[
                (Own(Family::Pawns), -20),
                (Opponent(Family::Pawns), -20),
                (Own(Family::Knights), -20),
                (Opponent(Family::Knights), -20),
                (Own(Family::Bishops), -20),
                (Opponent(Family::Bishops), -20),
                (Own(Family::Rooks), -20),
                (Opponent(Family::Rooks), -20),
                (Own(Family::Queens), -20),
                (Opponent(Family::Queens), -20),
                (Own(Family::Centre), 40),
                (Opponent(Family::Centre), 40),
                (Own(Family::Mobility), 40),
                (Opponent(Family::Mobility), 40),
                (Own(Family::KingSafety), 40),
                (Opponent(Family::KingSafety), 40),
                (Own(Family::PassedPawns), 40),
                (Opponent(Family::PassedPawns), 40),
                (Own(Family::PawnWeakness), 40),
                (Opponent(Family::PawnWeakness), 40),
            ],
            Optimism => &[
                (Own(Family::Mobility), 25),
                (Opponent(Family::Mobility), -25),
                (Own(Family::KingSafety), -25),
                (Opponent(Family::KingSafety), 25),
                (Own(Family::PassedPawns), 25),
                (Opponent(Family::PassedPawns), -25),
                (Own(Family::Threats), 25),
                (Opponent(Family::Threats), -25),
            ],
        }
    }

    /// What it adds at a percentage, as far as that is anything.
    pub fn at(self, percent: i32) -> impl Iterator<Item = (Parameter, i32)> {
        let parts = self.expansion().iter();
        let added = move |&(parameter, full)| (parameter, Composite::added(percent, full));
        parts.map(added).filter(|(_, added)| *added != 0)
    }

    /// The expansion at 100 percent in words.
    pub fn expanded(self) -> String {
        let parts = self.expansion().iter();
        let parts: Vec<String> = parts
            .map(|(parameter, full)| format!("{} {full:+}", parameter.key()))
            .collect();
        parts.join(", ")
    }

    /// What it adds at a percentage, halves away from zero.
    pub(super) fn added(percent: i32, full: i32) -> i32 {
        let product = percent * full;
        (product.abs() + 50) / 100 * product.signum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliders_stand_for_other_numbers_within_their_ranges() {
        for composite in Composite::all() {
            assert!(composite.meaning().ends_with('.'));
            let parts = composite.expansion();
            for (index, (parameter, full)) in parts.iter().enumerate() {
                let is_composite = matches!(parameter, Parameter::Composite(_));
                assert!(!is_composite && *full != 0, "{}", composite.key());
                assert!(!parts[..index].iter().any(|(other, _)| other == parameter));
                let is_taste = matches!(parameter, Parameter::Taste(_));
                assert_eq!(is_taste, Composite::TASTE.contains(&composite));
            }
        }
        assert_eq!(Composite::added(50, 15), 8);
        assert_eq!(Composite::added(-50, 15), -8);
        assert_eq!(
            Composite::Hypermodernism.expanded(),
            "hypermodern +15, fianchetto +10, flank_opening +10"
        );
    }
}
