//! Sliders that stand for several numbers at once: their keys and what they mean.

use std::ops::RangeInclusive;

/// A slider from -100 to 100 percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slider {
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

use Slider::{
    Aggression, Attack, Entertainer, Hypermodernism, Materialist, Optimism, Positional, Safety,
    Simplifier,
};

impl Slider {
    /// The sliders whose key is in `[taste]`.
    pub const TASTE: &'static [Slider] = &[
        Aggression,
        Safety,
        Hypermodernism,
        Simplifier,
        Entertainer,
        Materialist,
    ];
    /// The sliders whose key is in `[judgement]`.
    pub const JUDGEMENT: &'static [Slider] = &[Attack, Positional, Optimism];

    /// Every slider, in the order in which they should be shown.
    pub fn all() -> impl Iterator<Item = Slider> {
        Slider::TASTE.iter().chain(Slider::JUDGEMENT).copied()
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

    /// Its range in percent; negative values mean the opposite.
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
}
