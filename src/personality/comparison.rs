//! Two personalities side by side: in which keys they differ, and the mixture of the two.

use super::identity::PersonalityIdentity;
use super::keys::{IDENTITY, all_keys};
use super::parameter::Parameter;
use super::taste::Taste;
use super::{NAME_CHARS, Personality, TITLE_CHARS};

/// A key for which two personalities have different values, written as in their files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyDifference {
    /// Section and key.
    pub key: String,
    /// The value of the first; `None` where its file would not have the key.
    pub one: Option<String>,
    /// The value of the other.
    pub other: Option<String>,
}

/// The whole of which a share is given, in permille.
const WHOLE: i32 = 1_000;

impl Personality {
    /// Every key outside `[identity]` in which the two differ, in the order of their files.
    pub fn differences(&self, other: &Personality) -> Vec<KeyDifference> {
        let on_one_line = |value: String| {
            let words: Vec<&str> = value.split_whitespace().collect();
            words.join(" ")
        };
        let rows = all_keys().into_iter().filter(|row| row.section != IDENTITY);
        rows.map(|row| KeyDifference {
            key: format!("{}.{}", row.section, row.name),
            one: row.written(self).map(on_one_line),
            other: row.written(other).map(on_one_line),
        })
        .filter(|difference| difference.one != difference.other)
        .collect()
    }

    /// A personality between the two: every number is `share_permille` of this one's and the rest
    /// of the other's. Everything else, and a limit that only one of them has, is taken from the one
    /// with the larger share.
    pub fn mixed(&self, other: &Personality, share_permille: u32, name: &str) -> Personality {
        let share = i32::try_from(share_permille).unwrap_or(WHOLE).min(WHOLE);
        let (heavier, lighter) = match share * 2 >= WHOLE {
            true => (self, other),
            false => (other, self),
        };
        let mut mixture = heavier.clone();
        if share % WHOLE != 0 {
            // What the sliders have added is mixed with the numbers to which it was added.
            mixture.sliders.clear();
        }
        for parameter in Parameter::all() {
            let values = [self, other].map(|who| who.value_of(parameter));
            let is_no_limit = |value: &i32| match parameter {
                Parameter::Number(key) => key.is_no_limit(*value),
                _ => false,
            };
            let is_slider = matches!(parameter, Parameter::Slider(_));
            if !is_slider && !values.iter().any(is_no_limit) {
                let [one, two] = values;
                let value = rounded(one * share + two * (WHOLE - share));
                mixture.put_like(parameter, value, lighter);
            }
        }
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

    /// Sets a parameter. A taste that only the model has fades as it does there.
    fn put_like(&mut self, parameter: Parameter, value: i32, model: &Personality) {
        match parameter {
            Parameter::Taste(feature) if self.taste_for(feature).is_none() => {
                let fade = match model.taste_for(feature) {
                    Some(taste) => taste.fade,
                    None => feature.description().fade,
                };
                let weight_cp = value;
                self.put_taste(feature, Taste { weight_cp, fade });
            }
            _ => self.put(parameter, value),
        }
    }
}

/// Thousandths, rounded to whole numbers; halves are rounded away from zero.
fn rounded(thousandths: i32) -> i32 {
    (thousandths.abs() + WHOLE / 2) / WHOLE * thousandths.signum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::{Fade, Feature, Roster};

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
        let randomness = mixed.taste_for(Feature::Randomness).unwrap();
        assert_eq!(randomness.fade, Fade::FirstMoves(3));
        assert_eq!(randomness.weight_cp, 2);
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
