//! An option of another program: what it can mean for a personality here.

use std::ops::RangeInclusive;

use crate::personality::Slider;
use crate::personality::numbers::NumberKey;
use crate::personality::parameter::Parameter;

/// What an option means.
#[derive(Clone, Copy, Debug)]
pub(super) enum ForeignMeaning {
    /// Weights relative to this normal value; of several options for one weight the mean counts.
    Weights(&'static [Parameter], i32),
    /// A factor in percent for the weights of its parameters.
    Factor(&'static [Parameter]),
    /// A value of which `per_step` above normal add 1 to a taste or slider.
    Steps {
        parameter: Parameter,
        normal: i32,
        per_step: i32,
    },
    /// A value on another scale: points of that scale and of ours, with straight lines between them.
    Scale {
        parameter: Parameter,
        points: &'static [(i32, i32)],
    },
    /// One of a few words, each with what it adds.
    Words(&'static [(&'static str, &'static [(Parameter, i32)])]),
    /// A switch, or a number that counts as on above 0, with what it adds.
    Switch(&'static [(Parameter, i32)]),
    /// The share of normal thinking time in percent.
    ThinkingTime,
    /// Whether the rating of [`Self::Elo`] counts.
    LimitStrength,
    /// A limit of strength, and the rating that a value of it stands for.
    Elo(fn(i32) -> i32),
    /// How the opening book is used.
    BookMode,
    /// Information that sets nothing.
    Information,
    /// No meaning here, for this reason.
    Nothing(&'static str),
}

/// An option of another program.
pub(super) struct ForeignOption {
    pub name: &'static str,
    /// The whole numbers that it can have, if its value is a number.
    pub range: RangeInclusive<i32>,
    pub meaning: ForeignMeaning,
}

/// An option with this name, range and meaning.
pub(super) const fn option(
    name: &'static str,
    range: RangeInclusive<i32>,
    meaning: ForeignMeaning,
) -> ForeignOption {
    ForeignOption {
        name,
        range,
        meaning,
    }
}

impl ForeignOption {
    /// Whether a rating counts only where strength is limited.
    pub fn needs_limit_strength(&self) -> bool {
        self.name == "UCI_Elo"
    }
}

/// Contempt with this many units for a centipawn; negative where the sign is the opposite of ours.
pub(super) const fn contempt(per_step: i32) -> ForeignMeaning {
    ForeignMeaning::Steps {
        parameter: Parameter::Number(NumberKey::Contempt),
        normal: 0,
        per_step,
    }
}

/// A slider as a parameter.
pub(super) const fn slider(slider: Slider) -> Parameter {
    Parameter::Slider(slider)
}
