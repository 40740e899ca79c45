//! The one list of everything that can be set about a personality, and personalities with some of
//! it set otherwise.
//!
//! Owns the names and ranges under which a user sees the numbers of a character, and what becomes
//! of a character that was changed. It must not know who changes it, or how that is shown.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::composite::Composite;
use super::draws::DrawKey;
use super::feature::Feature;
use super::identity::PersonalityIdentity;
use super::judgement::{MAX_PERCENT, SELECTIVITY_KEY, family_key};
use super::taste::Taste;
use super::{MAX_CONCESSION_CP, Personality, TITLE_CHARS};
use crate::evaluation::{Family, Percent};
use crate::search::Selectivity;

/// The name of a character that somebody has changed.
const CUSTOM_NAME: &str = "custom";

/// A number that makes a character what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Parameter {
    /// What it may give up for its taste in one move, in centipawns.
    Concession,
    /// How much its search leaves out, on the scale of [`Selectivity`].
    Selectivity,
    /// A slider that stands for several of the others, in percent.
    Composite(Composite),
    /// The weight of a feature of moves, in centipawns for a full wish.
    Taste(Feature),
    /// The weight of a family of evaluation terms for the own side, in percent of normal.
    Own(Family),
    /// The same for the opponent's side.
    Opponent(Family),
    /// A number about draws and lost games.
    Draws(DrawKey),
}

/// Parameters with the values that take the place of a character's own.
pub type Adjustments = BTreeMap<Parameter, i32>;

impl Parameter {
    /// Every parameter, in the order in which they should be shown.
    pub fn all() -> impl Iterator<Item = Parameter> {
        let tastes = Feature::ALL.iter().copied().map(Parameter::Taste);
        let both = |family| [Parameter::Own(family), Parameter::Opponent(family)];
        [Parameter::Concession, Parameter::Selectivity]
            .into_iter()
            .chain(Composite::all().map(Parameter::Composite))
            .chain(tastes)
            .chain(Family::ALL.into_iter().flat_map(both))
            .chain(DrawKey::ALL.iter().copied().map(Parameter::Draws))
    }

    /// Its key in a personality file; with the side, where that has one.
    pub fn key(self) -> String {
        match self {
            Parameter::Concession => "max_concession_cp".to_owned(),
            Parameter::Selectivity => SELECTIVITY_KEY.to_owned(),
            Parameter::Composite(composite) => composite.key().to_owned(),
            Parameter::Taste(feature) => feature.key().to_owned(),
            Parameter::Own(family) => format!("{}.own", family_key(family)),
            Parameter::Opponent(family) => format!("{}.opponent", family_key(family)),
            Parameter::Draws(key) => key.number().key.to_owned(),
        }
    }

    /// One word, the same in every list of options; short, for dialogs set all of them side by side.
    pub fn name(self) -> String {
        match self {
            Parameter::Concession => "Max_concession".to_owned(),
            Parameter::Selectivity => "Selectivity".to_owned(),
            Parameter::Composite(composite) => format!("Slider_{}", composite.key()),
            Parameter::Taste(feature) => capitalised(feature.key()),
            Parameter::Own(family) => format!("Own_{}", family_key(family)),
            Parameter::Opponent(family) => format!("Opp_{}", family_key(family)),
            Parameter::Draws(key) => {
                let key = key.number().key;
                let units = ["_cp", "_percent", "_moves"];
                let bare = units.iter().find_map(|unit| key.strip_suffix(unit));
                capitalised(bare.unwrap_or(key))
            }
        }
    }

    /// The values that it can have.
    pub fn range(self) -> RangeInclusive<i32> {
        match self {
            Parameter::Concession => 0..=MAX_CONCESSION_CP,
            Parameter::Selectivity => 0..=i32::from(Selectivity::MAX.step()),
            Parameter::Composite(composite) => composite.range(),
            Parameter::Taste(feature) => {
                let description = feature.description();
                description.min_cp()..=description.max_cp()
            }
            Parameter::Own(_) | Parameter::Opponent(_) => 0..=i32::from(MAX_PERCENT),
            Parameter::Draws(key) => key.range(),
        }
    }

    /// What it means, in one sentence.
    pub fn meaning(self) -> String {
        match self {
            Parameter::Concession => {
                "Centipawns that it may give up for its taste in one move.".to_owned()
            }
            Parameter::Selectivity => {
                let normal = Selectivity::NORMAL.step();
                format!("How much its search leaves out: 0 nothing, {normal} is normal.")
            }
            Parameter::Composite(composite) => composite.meaning().to_owned(),
            Parameter::Taste(feature) => feature.description().meaning.to_owned(),
            Parameter::Own(family) => {
                format!("Weight in percent of its own {}.", words(family))
            }
            Parameter::Opponent(family) => {
                format!("Weight in percent of the opponent's {}.", words(family))
            }
            Parameter::Draws(key) => key.number().meaning.to_owned(),
        }
    }
}

fn capitalised(key: &str) -> String {
    let (first, rest) = key.split_at(1);
    first.to_ascii_uppercase() + rest
}

fn words(family: Family) -> String {
    family_key(family).replace('_', " ")
}

impl Personality {
    /// The value of a parameter.
    pub fn value_of(&self, parameter: Parameter) -> i32 {
        match parameter {
            Parameter::Concession => self.max_concession_cp,
            Parameter::Selectivity => self.selectivity.step().into(),
            Parameter::Composite(composite) => {
                let mut composites = self.composites.iter();
                let found = composites.find(|(set, _)| *set == composite);
                found.map_or(0, |(_, percent)| *percent)
            }
            Parameter::Taste(feature) => {
                let mut tastes = self.tastes.iter();
                let found = tastes.find(|(liked, _)| *liked == feature);
                found.map_or(feature.default_cp(), |(_, taste)| taste.weight_cp)
            }
            Parameter::Own(family) => self.weights.of(family, true).into(),
            Parameter::Opponent(family) => self.weights.of(family, false).into(),
            Parameter::Draws(key) => self.draws.get(key),
        }
    }

    /// The same character with other values for some parameters; values outside a parameter's
    /// range are brought into it. One that differs from this is a custom one, based on it.
    pub fn adjusted(&self, adjustments: &Adjustments) -> Personality {
        let mut custom = self.clone();
        for (&parameter, &value) in adjustments {
            let range = parameter.range();
            custom.put(parameter, value.clamp(*range.start(), *range.end()));
        }
        if custom != *self {
            custom.identity = self.custom_identity();
        }
        custom
    }

    /// The same character under another name, which must be one.
    pub(super) fn renamed(mut self, name: &str) -> Personality {
        self.identity.name = name.to_owned();
        self
    }

    /// Sets a parameter to a value in its range.
    pub(super) fn put(&mut self, parameter: Parameter, value: i32) {
        let percent = Percent::try_from(value).unwrap_or(MAX_PERCENT);
        match parameter {
            Parameter::Concession => self.max_concession_cp = value,
            Parameter::Selectivity => {
                let step = u8::try_from(value).unwrap_or(u8::MAX);
                self.selectivity = Selectivity::new(step);
            }
            Parameter::Composite(composite) => self.put_composite(composite, value),
            Parameter::Taste(feature) => self.put_weight(feature, value),
            Parameter::Own(family) => {
                let opponent = self.weights.of(family, false);
                self.weights = self.weights.clone().with(family, percent, opponent);
            }
            Parameter::Opponent(family) => {
                let own = self.weights.of(family, true);
                self.weights = self.weights.clone().with(family, own, percent);
            }
            Parameter::Draws(key) => self.draws.set(key, value),
        }
    }

    /// What a slider stands for is added to what is there.
    fn put_composite(&mut self, composite: Composite, percent: i32) {
        let before = self.value_of(Parameter::Composite(composite));
        for &(parameter, full) in composite.expansion() {
            let change = Composite::added(percent, full) - Composite::added(before, full);
            let range = parameter.range();
            let value = self.value_of(parameter) + change;
            self.put(parameter, value.clamp(*range.start(), *range.end()));
        }
        self.composites.retain(|&(set, _)| set != composite);
        if percent != 0 {
            self.composites.push((composite, percent));
            self.composites.sort_unstable();
        }
    }

    /// Sets the weight of a feature; one that the character has a taste for keeps its fading.
    pub(super) fn put_weight(&mut self, feature: Feature, weight_cp: i32) {
        let known = self.tastes.iter().find(|(liked, _)| *liked == feature);
        let fade = known.map_or(feature.description().fade, |(_, taste)| taste.fade);
        self.put_taste(feature, Taste { weight_cp, fade });
    }

    /// Sets the taste for a feature; what everybody has is nothing to note.
    pub(super) fn put_taste(&mut self, feature: Feature, taste: Taste) {
        self.tastes.retain(|(liked, _)| *liked != feature);
        if taste.weight_cp != feature.default_cp() {
            let place = self.tastes.partition_point(|(liked, _)| *liked < feature);
            self.tastes.insert(place, (feature, taste));
        }
    }

    fn custom_identity(&self) -> PersonalityIdentity {
        let based_on = |whom: &str| format!("Custom, based on {whom}");
        let title = [self.title(), self.name()]
            .map(based_on)
            .into_iter()
            .find(|title| title.chars().count() <= TITLE_CHARS);
        PersonalityIdentity {
            name: CUSTOM_NAME.to_owned(),
            title: title.unwrap_or_else(|| "Custom".to_owned()),
            blurb: format!("{} with other values of a user's own.", self.title()),
            ..PersonalityIdentity::default()
        }
    }
}

/// The concession that lets a taste of this weight be felt in full.
pub(super) fn concession_for(weight_cp: i32, concession_cp: i32) -> i32 {
    concession_cp.max(weight_cp).min(MAX_CONCESSION_CP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::{Fade, Roster};

    #[test]
    fn names_are_single_words_of_their_own() {
        let names: Vec<String> = Parameter::all().map(Parameter::name).collect();
        let sliders = Composite::all().count();
        let others = 2 + Feature::ALL.len() + 2 * Family::ALL.len() + DrawKey::ALL.len();
        assert_eq!(names.len(), sliders + others);
        for (index, name) in names.iter().enumerate() {
            let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            assert!(name.chars().all(is_word), "{name}");
            assert!(!names[..index].contains(name), "{name}");
        }
    }

    #[test]
    fn every_parameter_can_be_set_and_read() {
        let roster = Roster::built_in();
        for base in roster.iter() {
            for parameter in Parameter::all() {
                for value in [*parameter.range().start(), *parameter.range().end()] {
                    let custom = base.adjusted(&Adjustments::from([(parameter, value)]));
                    assert_eq!(custom.value_of(parameter), value, "{}", parameter.name());
                    assert_eq!(custom.name() == "custom", base.value_of(parameter) != value);
                }
            }
        }
    }

    #[test]
    fn a_changed_character_keeps_what_was_not_changed() {
        let roster = Roster::built_in();
        let base = roster.find("firebrand").unwrap();
        let parameter = Parameter::Taste(Feature::Randomness);
        let custom = base.adjusted(&Adjustments::from([(parameter, 9)]));
        assert_eq!(custom.title(), "Custom, based on The Firebrand");
        let randomness = |who: &Personality| {
            let mut tastes = who.tastes();
            tastes.find(|(feature, _)| *feature == Feature::Randomness)
        };
        let (_, taste) = randomness(&custom).unwrap();
        assert_eq!((taste.weight_cp, taste.fade), (9, Fade::FirstMoves(8)));
        let back = custom.adjusted(&Adjustments::from([(parameter, 4)]));
        assert!(back.tastes().eq(base.tastes()));
        assert_eq!(base.adjusted(&Adjustments::new()), *base);
    }

    #[test]
    fn a_name_too_long_for_a_title_is_left_out() {
        let text = "[identity]\nname = 'a_name_of_exactly_24_abc'\n\
                    title = 'A title that is as long as any may be..'";
        let base = Personality::parse("long.toml", text).unwrap();
        let custom = base.adjusted(&Adjustments::from([(Parameter::Concession, 1)]));
        assert_eq!(custom.title(), "Custom");
        assert_eq!(concession_for(400, 60), MAX_CONCESSION_CP);
    }
}
