//! The one list of everything about a personality that is a number: what options, sliders, imports
//! and mixtures can set.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::family_keys::{MAX_PERCENT, family_key};
use super::feature::Feature;
use super::numbers::NumberKey;
use super::slider::Slider;
use crate::evaluation::Family;

/// A number that makes a personality what it is.
///
/// The order is that in which adjustments are made: a slider comes before the numbers that it
/// stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Parameter {
    /// A plain number, with a row of its own.
    Number(NumberKey),
    /// A slider that stands for several of the others, in percent.
    Slider(Slider),
    /// The weight of a feature of moves, in centipawns for a full wish.
    Taste(Feature),
    /// The weight of a family of evaluation terms for the own side, in percent of normal.
    Own(Family),
    /// The same for the opponent's side.
    Opponent(Family),
}

/// Parameters with the values that take the place of a personality's own.
pub type Adjustments = BTreeMap<Parameter, i32>;

impl Parameter {
    /// Every parameter, in the order in which they should be shown.
    pub fn all() -> impl Iterator<Item = Parameter> {
        let numbers = |is_first: bool| {
            let all = NumberKey::ALL.iter().copied();
            all.filter(move |key| matches!(key.row().section, "taste" | "judgement") == is_first)
                .map(Parameter::Number)
        };
        let tastes = Feature::ALL.iter().copied().map(Parameter::Taste);
        let both = |family| [Parameter::Own(family), Parameter::Opponent(family)];
        numbers(true)
            .chain(Slider::all().map(Parameter::Slider))
            .chain(tastes)
            .chain(Family::ALL.into_iter().flat_map(both))
            .chain(numbers(false))
    }

    /// Its key in a personality file; with the side, where that has one.
    pub fn key(self) -> String {
        match self {
            Parameter::Number(key) => key.row().key.to_owned(),
            Parameter::Slider(slider) => slider.key().to_owned(),
            Parameter::Taste(feature) => feature.key().to_owned(),
            Parameter::Own(family) => format!("{}.own", family_key(family)),
            Parameter::Opponent(family) => format!("{}.opponent", family_key(family)),
        }
    }

    /// Its name as an option: one word, and short, because dialogs show all options side by side.
    pub fn name(self) -> String {
        let key = self.key();
        if let Some((_, name)) = OTHER_NAMES.iter().find(|(other, _)| *other == key) {
            return (*name).to_owned();
        }
        match self {
            Parameter::Number(key) => number_name(key),
            Parameter::Slider(slider) => format!("Slider_{}", slider.key()),
            Parameter::Taste(feature) => capitalised(feature.key()),
            Parameter::Own(family) => format!("Own_{}", family_key(family)),
            Parameter::Opponent(family) => format!("Opp_{}", family_key(family)),
        }
    }

    /// The values that it can be given.
    pub fn range(self) -> RangeInclusive<i32> {
        match self {
            Parameter::Number(key) => key.row().range.clone(),
            Parameter::Slider(slider) => slider.range(),
            Parameter::Taste(feature) => {
                let description = feature.description();
                description.min_cp()..=description.max_cp()
            }
            Parameter::Own(_) | Parameter::Opponent(_) => 0..=i32::from(MAX_PERCENT),
        }
    }

    /// What it is counted in.
    pub fn unit(self) -> &'static str {
        match self {
            Parameter::Number(key) => key.row().unit,
            Parameter::Taste(_) => "cp",
            Parameter::Slider(_) | Parameter::Own(_) | Parameter::Opponent(_) => "percent",
        }
    }

    /// Its value when nothing is said.
    pub fn default_value(self) -> i32 {
        match self {
            Parameter::Number(key) => key.row().default,
            Parameter::Slider(_) => 0,
            Parameter::Taste(feature) => feature.default_cp(),
            Parameter::Own(_) | Parameter::Opponent(_) => 100,
        }
    }

    /// What it means, in one sentence.
    pub fn meaning(self) -> String {
        match self {
            Parameter::Number(key) => key.row().meaning.to_owned(),
            Parameter::Slider(slider) => slider.meaning().to_owned(),
            Parameter::Taste(feature) => feature.description().meaning.to_owned(),
            Parameter::Own(family) => {
                format!("Weight in percent of its own {}.", words(family))
            }
            Parameter::Opponent(family) => {
                format!("Weight in percent of the opponent's {}.", words(family))
            }
        }
    }
}

/// Names of options whose keys would give the beginning of another option's name, or have one at
/// their own beginning. xboard finds a saved setting by the beginning of its name.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("contempt_cp", "Contempt_cp"),
    ("resign_below_cp", "Gives_up_below"),
    ("resign_patience_moves", "Gives_up_patience"),
    ("resign_from_move", "Gives_up_from_move"),
    ("pawn_trades", "Any_pawn_trades"),
];

/// The key without its unit; some would not be understood without their section.
fn number_name(key: NumberKey) -> String {
    let row = key.row();
    let units = ["_cp", "_percent", "_moves", "_plies"];
    let bare = units.iter().find_map(|unit| row.key.strip_suffix(unit));
    let bare = bare.unwrap_or(row.key);
    match row.section {
        "time" => format!("Time_{bare}"),
        "strength.errors" => format!("Errors_{bare}"),
        _ => capitalised(bare),
    }
}

fn capitalised(key: &str) -> String {
    let (first, rest) = key.split_at(1);
    first.to_ascii_uppercase() + rest
}

fn words(family: Family) -> String {
    family_key(family).replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_single_words_of_their_own() {
        let names: Vec<String> = Parameter::all().map(Parameter::name).collect();
        let sliders = Slider::all().count();
        let others = Feature::ALL.len() + 2 * Family::ALL.len() + NumberKey::ALL.len();
        assert_eq!(names.len(), sliders + others);
        for (index, name) in names.iter().enumerate() {
            let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            assert!(name.chars().all(is_word), "{name}");
            assert!(!names[..index].contains(name), "{name}");
        }
    }
}
