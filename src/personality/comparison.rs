//! Two personalities side by side, and something between them.
//!
//! Owns what differs and what a mixture is. It must not know how either is shown.

use super::identity::PersonalityIdentity;
use super::pace::Pace;
use super::parameter::Parameter;
use super::taste::Taste;
use super::{Feature, NAME_CHARS, Personality, TITLE_CHARS};

/// A key that two personalities have different values for, as their files would have them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyDifference {
    /// Section and key.
    pub key: String,
    /// The value of the first; `None` where its file would not say.
    pub one: Option<String>,
    /// The value of the other.
    pub other: Option<String>,
}

/// What a ratio is made of, in permille.
const WHOLE: i32 = 1_000;

impl Personality {
    /// Everything but the identity in which the two differ, in the order of their files.
    pub fn differences(&self, other: &Personality) -> Vec<KeyDifference> {
        let (one, other) = (self.written_values(), other.written_values());
        let mut keys: Vec<&String> = one.iter().map(|(key, _)| key).collect();
        let only_others = other.iter().map(|(key, _)| key);
        let only_others: Vec<&String> = only_others.filter(|key| !keys.contains(key)).collect();
        keys.extend(only_others);
        let value = |values: &[(String, String)], key: &String| {
            let mut values = values.iter();
            values
                .find(|(known, _)| known == key)
                .map(|(_, value)| value.clone())
        };
        keys.into_iter()
            .map(|key| KeyDifference {
                key: key.clone(),
                one: value(&one, key),
                other: value(&other, key),
            })
            .filter(|difference| difference.one != difference.other)
            .collect()
    }

    /// Every key of the file that it would be written to, with its value.
    fn written_values(&self) -> Vec<(String, String)> {
        let tables: toml::Table = self.to_toml().parse().unwrap_or_default();
        let sections = super::file::SECTIONS.into_iter().skip(1);
        let mut values = Vec::new();
        for section in sections {
            let Some(table) = tables.get(section).and_then(toml::Value::as_table) else {
                continue;
            };
            for (key, value) in table {
                values.push((format!("{section}.{key}"), value.to_string()));
            }
        }
        values
    }

    /// Somebody between the two: every number is `share_permille` of this one's and the rest of
    /// the other's. What is no number is taken from the one with the larger share.
    pub fn mixed(&self, other: &Personality, share_permille: u32, name: &str) -> Personality {
        let share = i32::try_from(share_permille).unwrap_or(WHOLE).min(WHOLE);
        let (heavier, lighter) = match share * 2 >= WHOLE {
            true => (self, other),
            false => (other, self),
        };
        let mut mixture = heavier.clone();
        if share % WHOLE != 0 {
            // The sliders' parts are mixed as the numbers that they are.
            mixture.composites.clear();
        }
        for parameter in Parameter::all() {
            if !matches!(parameter, Parameter::Composite(_)) {
                let (one, two) = (self.value_of(parameter), other.value_of(parameter));
                let value = rounded(one * share + two * (WHOLE - share));
                mixture.put_like(parameter, value, lighter);
            }
        }
        let mix = |one: u32, two: u32| {
            let sum = one as i32 * share + two as i32 * (WHOLE - share);
            rounded(sum).unsigned_abs()
        };
        let (one, two) = (self.pace, other.pace);
        mixture.pace = Pace {
            percent: mix(one.percent, two.percent),
            opening_percent: mix(one.opening_percent, two.opening_percent),
            endgame_percent: mix(one.endgame_percent, two.endgame_percent),
            swing_percent: mix(one.swing_percent, two.swing_percent),
        };
        let title = format!("{} and {}", self.title(), other.title());
        mixture.identity = PersonalityIdentity {
            name: name.chars().take(NAME_CHARS).collect(),
            title: match title.chars().count() <= TITLE_CHARS {
                true => title,
                false => name.to_owned(),
            },
            blurb: format!(
                "{} % {}, the rest {}.",
                share / (WHOLE / 100),
                self.title(),
                other.title()
            ),
            ..PersonalityIdentity::default()
        };
        mixture
    }

    /// Sets a parameter; a taste that only somebody else has fades as it does there.
    fn put_like(&mut self, parameter: Parameter, value: i32, model: &Personality) {
        let has = |who: &Personality, feature: Feature| {
            let mut tastes = who.tastes();
            tastes.find(|(liked, _)| *liked == feature)
        };
        match parameter {
            Parameter::Taste(feature) if has(self, feature).is_none() => {
                let fade = match has(model, feature) {
                    Some((_, taste)) => taste.fade,
                    None => feature.description().fade,
                };
                let weight_cp = value;
                self.put_taste(feature, Taste { weight_cp, fade });
            }
            _ => self.put(parameter, value),
        }
    }
}

/// Thousandths to whole numbers, halves away from zero.
fn rounded(thousandths: i32) -> i32 {
    (thousandths.abs() + WHOLE / 2) / WHOLE * thousandths.signum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::{Fade, Roster};

    fn parse(text: &str) -> Personality {
        Personality::parse("it.toml", &format!("[identity]\nname = 'it'\n{text}")).unwrap()
    }

    #[test]
    fn differences_are_those_of_the_files() {
        let one = parse("[taste]\ncastling = 20\nchecks = 5\n[judgement]\npawns = 90");
        let two = parse("[taste]\ncastling = 20\nchecks = 7\n[time]\npace = 50");
        let told: Vec<String> = one
            .differences(&two)
            .into_iter()
            .map(|difference| {
                format!(
                    "{} {:?} {:?}",
                    difference.key, difference.one, difference.other
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                r#"taste.checks Some("5") Some("7")"#,
                r#"judgement.pawns Some("90") None"#,
                r#"time.pace None Some("50")"#,
            ]
        );
        assert!(one.differences(&one).is_empty());
    }

    #[test]
    fn a_mixture_lies_between_the_two() {
        let one = parse("[taste]\nchecks = 10\nmax_concession_cp = 40\n[judgement]\nattack = 100");
        let two = parse(
            "[taste]\nchecks = -10\nmax_concession_cp = 80\nrandomness = { cp = 8, first_moves = 3 }",
        );
        let mixed = one.mixed(&two, 750, "between");
        let value = |key: &str| {
            let mut all = Parameter::all();
            let parameter = all.find(|parameter| parameter.key() == key).unwrap();
            mixed.value_of(parameter)
        };
        assert_eq!(value("checks"), 5);
        assert_eq!(value("max_concession_cp"), 50);
        assert_eq!(value("king_safety.opponent"), 145);
        assert_eq!(value("attack"), 0);
        let mut tastes = mixed.tastes();
        let randomness = tastes
            .find(|(liked, _)| *liked == Feature::Randomness)
            .unwrap();
        assert_eq!(randomness.1.fade, Fade::FirstMoves(3));
        assert_eq!(randomness.1.weight_cp, 2);
    }

    #[test]
    fn all_of_one_is_that_one() {
        let roster = Roster::built_in();
        for one in roster.iter() {
            for two in roster.iter() {
                let mixed = one.mixed(two, 1_000, "mixed");
                assert_eq!(mixed.differences(one), []);
                assert_eq!(one.mixed(two, 0, "mixed").differences(two), []);
            }
        }
    }
}
