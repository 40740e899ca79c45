//! A personality's weights as a subject: its tastes, and its judgement of the evaluation's families.

use super::number_list::NumberList;
use crate::evaluation::Family;
use crate::lab::matches::game::Player;
use crate::lab::tuning::interface::{Subject, TunedNumber};
use crate::lab::tuning::taste::FeatureWeights;
use crate::personality::{Feature, Parameter, Personality, family_key};

/// Some weights of a personality, the others as they are.
pub struct PersonalityWeights {
    base: Personality,
    parameters: Vec<Parameter>,
    numbers: Vec<TunedNumber>,
}

/// The parameters that can be tuned, in the order of [`personality_numbers`].
fn parameters() -> impl Iterator<Item = Parameter> {
    let is_taste = |feature: &&Feature| !is_silent(**feature);
    let tastes = Feature::ALL.iter().filter(is_taste);
    let families = Family::ALL.into_iter();
    tastes
        .map(|&feature| Parameter::Taste(feature))
        .chain(families.flat_map(|family| [Parameter::Own(family), Parameter::Opponent(family)]))
}

/// Chance is no style, and a signature is not measured on single moves.
fn is_silent(feature: Feature) -> bool {
    matches!(feature, Feature::Randomness | Feature::Signature)
}

/// All weights of a personality that can be tuned.
pub fn personality_numbers(personality: &Personality) -> NumberList {
    let number = |parameter: Parameter| {
        let (name, group) = match parameter {
            Parameter::Own(family) => (format!("own_{}", family_key(family)), "judgement"),
            Parameter::Opponent(family) => {
                (format!("opponent_{}", family_key(family)), "judgement")
            }
            _ => (parameter.key(), "taste"),
        };
        TunedNumber {
            name,
            group: group.to_owned(),
            start: personality.value_of(parameter).into(),
            min: (*parameter.range().start()).into(),
            max: (*parameter.range().end()).into(),
        }
    };
    NumberList {
        owner: "a personality",
        numbers: parameters().map(number).collect(),
    }
}

/// The names of the tastes that a personality has.
pub fn own_tastes(personality: &Personality) -> Vec<String> {
    let tastes = personality
        .tastes()
        .filter(|(feature, _)| !is_silent(*feature));
    tastes
        .map(|(feature, _)| feature.key().to_owned())
        .collect()
}

impl PersonalityWeights {
    /// The weights at these places of the list of all, which has their values.
    pub fn new(base: Personality, all: &NumberList, places: &[usize]) -> PersonalityWeights {
        let all_parameters: Vec<Parameter> = parameters().collect();
        PersonalityWeights {
            base,
            parameters: places.iter().map(|&place| all_parameters[place]).collect(),
            numbers: all.at(places),
        }
    }

    /// What it may give up in one move, in centipawns.
    pub fn max_concession_cp(&self) -> i32 {
        self.base.max_concession_cp()
    }

    /// The personality with these values, rounded.
    pub fn personality(&self, values: &[f64]) -> Personality {
        let pairs = self.parameters.iter().zip(values);
        let adjustments = pairs.map(|(&parameter, value)| (parameter, value.round() as i32));
        self.base.adjusted(&adjustments.collect())
    }

    /// The weights of all features with these values, rounded.
    pub fn feature_weights(&self, values: &[f64]) -> FeatureWeights {
        let mut weights = vec![0.0; Feature::ALL.len()];
        for (feature, taste) in self
            .base
            .tastes()
            .filter(|(feature, _)| !is_silent(*feature))
        {
            weights[feature as usize] = taste.weight_cp.into();
        }
        for (feature, value) in self.tuned_features().zip(values) {
            if let Some(feature) = feature {
                weights[feature as usize] = value.round();
            }
        }
        weights
    }

    /// The feature of each tuned number, where it is a taste.
    pub fn tuned_features(&self) -> impl Iterator<Item = Option<Feature>> {
        self.parameters.iter().map(|parameter| match parameter {
            Parameter::Taste(feature) => Some(*feature),
            _ => None,
        })
    }
}

impl Subject for PersonalityWeights {
    fn numbers(&self) -> &[TunedNumber] {
        &self.numbers
    }

    fn write(&self, values: &[f64]) -> String {
        self.personality(values).to_toml()
    }

    fn player(&self, values: &[f64], nodes: u64, seed: u64) -> Player {
        Player::with_personality(&self.personality(values), seed, nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::tuning::interface::starts;
    use crate::personality::Roster;

    #[test]
    fn values_reach_the_personality_and_its_file() {
        let base = Roster::built_in().find("hypermodern").unwrap().clone();
        let all = personality_numbers(&base);
        let own = own_tastes(&base);
        assert!(own.contains(&"fianchetto".to_owned()), "{own:?}");
        let places = all.choose(&["fianchetto".to_owned(), "own_mobility".to_owned()]);
        let subject = PersonalityWeights::new(base.clone(), &all, &places.unwrap());
        let start = starts(subject.numbers());
        assert_eq!(subject.personality(&start), base);
        let other = subject.personality(&[7.4, 130.0]);
        assert_eq!(other.value_of(Parameter::Taste(Feature::Fianchetto)), 7);
        assert_eq!(other.value_of(Parameter::Own(Family::Mobility)), 130);
        let again = Personality::parse("again", &subject.write(&[7.4, 130.0])).unwrap();
        assert_eq!(again.weights(), other.weights());
        let weights = subject.feature_weights(&[7.4, 130.0]);
        assert_eq!(weights[Feature::Fianchetto as usize], 7.0);
    }
}
