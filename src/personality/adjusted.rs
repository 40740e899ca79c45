//! Personalities with some of their numbers set otherwise.

use super::family_keys::MAX_PERCENT;
use super::feature::Feature;
use super::identity::PersonalityIdentity;
use super::parameter::{Adjustments, Parameter};
use super::slider::Slider;
use super::taste::Taste;
use super::{Personality, TITLE_CHARS};
use crate::evaluation::{EvaluationWeights, Percent};

/// The name of a personality that was changed by options.
const CUSTOM_NAME: &str = "custom";

impl Personality {
    /// The value of a parameter.
    pub fn value_of(&self, parameter: Parameter) -> i32 {
        match parameter {
            Parameter::Number(key) => self.numbers.get(key),
            Parameter::Slider(slider) => {
                let mut sliders = self.sliders.iter();
                let found = sliders.find(|(set, _)| *set == slider);
                found.map_or(0, |(_, percent)| *percent)
            }
            Parameter::Taste(feature) => {
                let taste = self.taste_for(feature);
                taste.map_or(feature.default_cp(), |taste| taste.weight_cp)
            }
            Parameter::Own(family) => self.weights.of(family, true).into(),
            Parameter::Opponent(family) => self.weights.of(family, false).into(),
        }
    }

    /// The same personality with other values for some parameters; values outside a parameter's
    /// range are brought into it. If that changes anything, the result is called custom.
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

    /// The same personality with other weights of the evaluation.
    pub fn judging_by(&self, weights: EvaluationWeights) -> Personality {
        Personality {
            weights,
            ..self.clone()
        }
    }

    /// The same personality under another name, which must be one word.
    pub(super) fn renamed(mut self, name: &str) -> Personality {
        self.identity.name = name.to_owned();
        self
    }

    /// Sets a parameter to a value in its range.
    pub(super) fn put(&mut self, parameter: Parameter, value: i32) {
        let percent = Percent::try_from(value).unwrap_or(MAX_PERCENT);
        match parameter {
            Parameter::Number(key) => self.numbers.set(key, value),
            Parameter::Slider(slider) => self.put_slider(slider, value),
            Parameter::Taste(feature) => self.put_weight(feature, value),
            Parameter::Own(family) => {
                let opponent = self.weights.of(family, false);
                self.weights = self.weights.clone().with(family, percent, opponent);
            }
            Parameter::Opponent(family) => {
                let own = self.weights.of(family, true);
                self.weights = self.weights.clone().with(family, own, percent);
            }
        }
    }

    /// Sets a slider: what it stands for is added to the numbers as they are.
    fn put_slider(&mut self, slider: Slider, percent: i32) {
        let before = self.value_of(Parameter::Slider(slider));
        for &(parameter, full) in slider.expansion() {
            let change = Slider::added(percent, full) - Slider::added(before, full);
            let range = parameter.range();
            let value = self.value_of(parameter) + change;
            self.put(parameter, value.clamp(*range.start(), *range.end()));
        }
        self.sliders.retain(|&(set, _)| set != slider);
        if percent != 0 {
            self.sliders.push((slider, percent));
            self.sliders.sort_unstable();
        }
    }

    /// Sets the weight of a feature; one for which it has a taste keeps its fading.
    pub(super) fn put_weight(&mut self, feature: Feature, weight_cp: i32) {
        let known = self.taste_for(feature);
        let fade = known.map_or(feature.description().fade, |taste| taste.fade);
        self.put_taste(feature, Taste { weight_cp, fade });
    }

    /// Sets the taste for a feature; a weight that everybody has is not kept.
    pub(super) fn put_taste(&mut self, feature: Feature, taste: Taste) {
        self.tastes.retain(|(liked, _)| *liked != feature);
        if taste.weight_cp != feature.default_cp() {
            let place = self.tastes.partition_point(|(liked, _)| *liked < feature);
            self.tastes.insert(place, (feature, taste));
        }
    }

    /// The taste for a feature, if its weight is not the one that everybody has.
    pub(super) fn taste_for(&self, feature: Feature) -> Option<Taste> {
        let mut tastes = self.tastes.iter();
        let found = tastes.find(|(liked, _)| *liked == feature);
        found.map(|(_, taste)| *taste)
    }

    /// Whether a value has to be written although it is the normal one, because something else
    /// that is written would change it.
    pub(super) fn is_moved_by_another_key(&self, parameter: Parameter) -> bool {
        let of_slider = |(slider, _): (Slider, i32)| {
            let mut parts = slider.expansion().iter();
            parts.any(|(part, _)| *part == parameter)
        };
        let of_signature =
            parameter == Parameter::Taste(Feature::Signature) && !self.signature.is_empty();
        of_signature || self.sliders().any(of_slider)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::{Fade, NumberKey, Roster};

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
    fn a_changed_personality_keeps_what_was_not_changed() {
        let roster = Roster::built_in();
        let base = roster.find("firebrand").unwrap();
        let parameter = Parameter::Taste(Feature::Randomness);
        let custom = base.adjusted(&Adjustments::from([(parameter, 9)]));
        assert_eq!(custom.title(), "Custom, based on The Firebrand");
        let taste = custom.taste_for(Feature::Randomness).unwrap();
        assert_eq!((taste.weight_cp, taste.fade), (9, Fade::FirstMoves(8)));
        let back = custom.adjusted(&Adjustments::from([(parameter, 2)]));
        assert!(back.tastes().eq(base.tastes()));
        assert_eq!(base.adjusted(&Adjustments::new()), *base);
    }

    #[test]
    fn a_name_too_long_for_a_title_is_left_out() {
        let text = "[identity]\nname = 'a_name_of_exactly_24_abc'\n\
                    title = 'A title that is as long as any may be..'";
        let base = Personality::parse("long.toml", text).unwrap();
        let custom = base.adjusted(&Adjustments::from([(
            Parameter::Number(NumberKey::Concession),
            1,
        )]));
        assert_eq!(custom.title(), "Custom");
    }
}
