//! Chessmaster's parameters, as its GUI sends them to its engine (The King) with `cm_parm`.
//!
//! Here is what each key adjusts in a personality; `chessmaster_keys` has the table of the keys. A key
//! without a counterpart is kept and has no effect; [`ChessmasterSettings::without_effect`] lists those.

use std::collections::BTreeMap;

use thiserror::Error;

use super::chessmaster_keys::{CmParm, CmParmMeaning, KEYS};
use super::feature::Feature;
use super::numbers::NumberKey;
use super::parameter::{Adjustments, Parameter};
use super::slider::Slider;
use super::strength::PlayingStrength;
use super::{MAX_CONCESSION_CP, MAX_PERCENT, Personality};
use crate::evaluation::Family;
use crate::piecewise::along;

/// Why a pair was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChessmasterError {
    /// There is no such key.
    #[error("unknown key '{0}'")]
    Unknown(String),
    /// The value is not in the range.
    #[error("{key} from {low} to {high}")]
    OutOfRange {
        /// The key.
        key: &'static str,
        /// The least value.
        low: i64,
        /// The largest value.
        high: i64,
    },
}

impl ChessmasterError {
    /// What was expected.
    pub fn expectation(&self) -> String {
        match self {
            ChessmasterError::Unknown(_) => "a key such as myp".to_owned(),
            ChessmasterError::OutOfRange { .. } => self.to_string(),
        }
    }
}

/// The values that were set since everything was normal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChessmasterSettings {
    values: BTreeMap<&'static str, i64>,
}

impl ChessmasterSettings {
    /// Sets one key. Of a key for both sides and a key for one of them, the later one counts.
    ///
    /// # Errors
    ///
    /// An unknown key, or a value out of its range; nothing was changed then.
    pub fn set(&mut self, name: &str, value: i64) -> Result<(), ChessmasterError> {
        let key = KEYS.iter().find(|key| key.name.eq_ignore_ascii_case(name));
        let key = key.ok_or_else(|| ChessmasterError::Unknown(name.to_owned()))?;
        if !key.range.contains(&value) {
            return Err(ChessmasterError::OutOfRange {
                key: key.name,
                low: *key.range.start(),
                high: *key.range.end(),
            });
        }
        if let CmParmMeaning::Both(family) = key.meaning {
            self.values
                .retain(|name, _| !is_for_one_side_of(name, family));
        }
        if key.meaning != CmParmMeaning::Private {
            self.values.insert(key.name, value);
        }
        Ok(())
    }

    /// Makes everything normal again.
    pub fn reset(&mut self) {
        self.values.clear();
    }

    /// The keys that were set to other than their normal values.
    fn changed(&self) -> impl Iterator<Item = (&'static CmParm, i64)> {
        let set = KEYS
            .iter()
            .filter_map(|key| Some((key, *self.values.get(key.name)?)));
        set.filter(|(key, value)| *value != key.normal)
    }

    /// What these settings change in a personality. Weights that were not set stay its own; weights
    /// outside the range of a personality are brought into it.
    pub fn adjustments(&self, base: &Personality) -> Adjustments {
        let percent = |value: i64| i32::try_from(value).unwrap_or(MAX_PERCENT.into());
        let mut adjustments = Adjustments::new();
        for key in KEYS {
            let Some(&value) = self.values.get(key.name) else {
                continue;
            };
            let value = percent(value);
            match key.meaning {
                CmParmMeaning::Weight(parameter) => {
                    adjustments.insert(parameter, value);
                }
                CmParmMeaning::Both(family) => {
                    adjustments.insert(Parameter::Own(family), value);
                    adjustments.insert(Parameter::Opponent(family), value);
                }
                CmParmMeaning::Selectivity => {
                    let ours = along(&SELECTIVITY, value).round() as i32;
                    adjustments.insert(Parameter::Number(NumberKey::Selectivity), ours);
                }
                CmParmMeaning::Randomness => {
                    let concession_cp = concession_for(value, base.max_concession_cp());
                    adjustments.insert(Parameter::Taste(Feature::Randomness), value);
                    adjustments.insert(Parameter::Number(NumberKey::Concession), concession_cp);
                }
                CmParmMeaning::Contempt => {
                    adjustments.insert(Parameter::Number(NumberKey::Contempt), value);
                }
                CmParmMeaning::AttackDefence
                | CmParmMeaning::Depth
                | CmParmMeaning::Strength
                | CmParmMeaning::TableBytes
                | CmParmMeaning::Private
                | CmParmMeaning::Kept => {}
            }
        }
        self.lean(base, &mut adjustments);
        adjustments
    }

    /// Attack against defence changes the weights that our slider `attack` changes, from the values
    /// that they have; its sign is the opposite of ours.
    fn lean(&self, base: &Personality, adjustments: &mut Adjustments) {
        let mut changed = self.changed();
        let found = changed.find(|(key, _)| key.meaning == CmParmMeaning::AttackDefence);
        let Some(defence) = found.and_then(|(_, value)| i32::try_from(value).ok()) else {
            return;
        };
        for &(parameter, full) in Slider::Attack.expansion() {
            let set = adjustments.get(&parameter).copied();
            let from = set.unwrap_or_else(|| base.value_of(parameter));
            let range = parameter.range();
            let value = from + Slider::added(-defence, full);
            adjustments.insert(parameter, value.clamp(*range.start(), *range.end()));
        }
    }

    /// How strong it plays, if not at full strength.
    pub fn strength(&self) -> Option<PlayingStrength> {
        let (_, value) = self
            .changed()
            .find(|(key, _)| key.meaning == CmParmMeaning::Strength)?;
        let elo = along(STRENGTH_OF_PLAY, i32::try_from(value).ok()?);
        Some(PlayingStrength::Elo(elo.round() as i32))
    }

    /// Why a key says nothing about a personality, if it is such a key.
    pub(super) fn is_for_the_program(name: &str) -> Option<&'static str> {
        let key = KEYS
            .iter()
            .find(|key| key.name.eq_ignore_ascii_case(name))?;
        match key.meaning {
            CmParmMeaning::TableBytes => Some("the size of a table is an option of the engine"),
            CmParmMeaning::Private => Some("a message of that program to its own engine"),
            _ => None,
        }
    }

    /// The deepest search, in plies, if it is limited.
    pub fn max_depth_plies(&self) -> Option<u32> {
        let (_, plies) = self
            .changed()
            .find(|(key, _)| key.meaning == CmParmMeaning::Depth)?;
        u32::try_from(plies).ok()
    }

    /// The size of the transposition table that was asked for, in MiB; at least 1.
    pub fn table_mib(&self) -> Option<usize> {
        let key = KEYS
            .iter()
            .find(|key| key.meaning == CmParmMeaning::TableBytes)?;
        let bytes = usize::try_from(*self.values.get(key.name)?).ok()?;
        Some(bytes.div_ceil(1 << 20).max(1))
    }

    /// The keys that are not normal and have no effect, with their values.
    pub fn without_effect(&self) -> Vec<(&'static str, i64)> {
        self.changed()
            .filter(|(key, _)| key.meaning == CmParmMeaning::Kept)
            .map(|(key, value)| (key.name, value))
            .collect()
    }

    /// The keys whose weights are larger than a personality may have, and count as the largest.
    pub fn held_back(&self) -> Vec<(&'static str, i64)> {
        let is_weight = |key: &CmParm| {
            matches!(
                key.meaning,
                CmParmMeaning::Weight(_) | CmParmMeaning::Both(_)
            )
        };
        self.changed()
            .filter(|&(key, value)| is_weight(key) && value > i64::from(MAX_PERCENT))
            .map(|(key, value)| (key.name, value))
            .collect()
    }
}

/// Ratings for Chessmaster's strength of play, with straight lines between them. Its manual calls 50
/// average, and the weak sets of its first release have 27 in the middle; the ends are a guess.
const STRENGTH_OF_PLAY: &[(i32, i32)] =
    &[(0, 600), (27, 1_000), (50, 1_500), (75, 1_900), (99, 2_600)];

/// Its selectivity and ours: what is normal in one of its editions, 6 or 9, is normal here.
const SELECTIVITY: [(i32, i32); 4] = [(0, 0), (6, 9), (9, 9), (16, 16)];

/// The concession that lets a taste of this weight be felt in full.
fn concession_for(weight_cp: i32, concession_cp: i32) -> i32 {
    concession_cp.max(weight_cp).min(MAX_CONCESSION_CP)
}

fn is_for_one_side_of(name: &str, family: Family) -> bool {
    KEYS.iter().any(|key| {
        key.name == name
            && [Parameter::Own(family), Parameter::Opponent(family)]
                .map(CmParmMeaning::Weight)
                .contains(&key.meaning)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(pairs: &[(&str, i64)]) -> ChessmasterSettings {
        let mut settings = ChessmasterSettings::default();
        for (key, value) in pairs {
            settings.set(key, *value).unwrap();
        }
        settings
    }

    fn adjusted_neutral(pairs: &[(&str, i64)]) -> Personality {
        let base = Personality::plain();
        base.adjusted(&settings(pairs).adjustments(&base))
    }

    #[test]
    fn weights_mean_the_same_here() {
        let custom = adjusted_neutral(&[("myp", 90), ("opq", 120), ("mob", 150), ("opmob", 80)]);
        for (parameter, value) in [
            (Parameter::Own(Family::Pawns), 90),
            (Parameter::Opponent(Family::Pawns), 100),
            (Parameter::Opponent(Family::Queens), 120),
            (Parameter::Own(Family::Mobility), 150),
            (Parameter::Opponent(Family::Mobility), 80),
        ] {
            assert_eq!(custom.value_of(parameter), value, "{}", parameter.name());
        }
        assert_eq!(custom.title(), "Custom, based on Plain");
        let later = adjusted_neutral(&[("opmob", 80), ("mob", 150)]);
        assert_eq!(later.value_of(Parameter::Opponent(Family::Mobility)), 150);
    }

    #[test]
    fn chance_may_cost_what_it_weighs() {
        let wild = adjusted_neutral(&[("rnd", 100)]);
        assert_eq!(wild.value_of(Parameter::Taste(Feature::Randomness)), 100);
        assert_eq!(wild.max_concession_cp(), 100);
        let tame = adjusted_neutral(&[("rnd", 5)]);
        assert_eq!(
            tame.max_concession_cp(),
            Personality::plain().max_concession_cp()
        );
    }

    #[test]
    fn a_concession_stays_within_its_range() {
        assert_eq!(concession_for(400, 60), MAX_CONCESSION_CP);
    }

    #[test]
    fn a_normal_set_changes_nothing() {
        let all: Vec<(&str, i64)> = KEYS.iter().map(|key| (key.name, key.normal)).collect();
        assert_eq!(adjusted_neutral(&all), Personality::plain());
        let normal = settings(&all);
        assert_eq!(normal.max_depth_plies(), None);
        assert!(normal.without_effect().is_empty());
    }

    #[test]
    fn selective_search_is_on_our_scale() {
        for (sel, step) in [(0, 0), (4, 6), (6, 9), (9, 9), (14, 14), (16, 16)] {
            assert_eq!(adjusted_neutral(&[("sel", sel)]).selectivity().step(), step);
        }
    }

    #[test]
    fn what_has_no_effect_is_named() {
        let mut some = settings(&[
            ("sop", 40),
            ("cfd", 300),
            ("md", 4),
            ("myn", 500),
            ("avd", 0),
        ]);
        assert_eq!(some.without_effect(), []);
        assert_eq!(some.strength(), Some(PlayingStrength::Elo(1_283)));
        assert_eq!(some.held_back(), [("myn", 500)]);
        assert_eq!(some.max_depth_plies(), Some(4));
        some.set("sop", 100).unwrap();
        assert_eq!(some.strength(), None);
        some.reset();
        assert_eq!(some, ChessmasterSettings::default());
    }

    #[test]
    fn tables_are_in_bytes() {
        for (bytes, mib) in [(0, 1), (524_288, 1), (16 << 20, 16), (268_435_456, 256)] {
            assert_eq!(settings(&[("tts", bytes)]).table_mib(), Some(mib));
        }
        assert_eq!(settings(&[]).table_mib(), None);
    }

    #[test]
    fn what_is_refused_changes_nothing() {
        let mut some = settings(&[("myp", 90)]);
        let before = some.clone();
        for (key, value) in [("myx", 1), ("", 1), ("myp", -1), ("rnd", 101), ("md", 0)] {
            assert!(some.set(key, value).is_err(), "{key}={value}");
        }
        assert_eq!(some, before);
        assert!(some.set("opk", -123_456_789_012).is_ok());
        assert_eq!(some, before);
    }
}
