//! The current personality: the chosen one together with everything that was set on top of it.
//!
//! Chessmaster's settings go over the chosen personality, and single adjustments (the number
//! options of a GUI) go over both. They stay when another personality is chosen.

use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

use crate::personality::{
    Adjustments, ChessmasterSettings, Parameter, Personality, PersonalityError, Roster,
};

/// Which personality to play with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersonalityChoice {
    /// One of the roster, by name.
    Named(String),
    /// A TOML file of the user's.
    File(PathBuf),
}

/// Why a personality could not be chosen; the one before stays.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct ChoiceRefused(#[from] PersonalityError);

/// The personality that plays, and what it was made of.
pub(super) struct CurrentPersonality {
    /// The personality as it was chosen.
    chosen: Arc<Personality>,
    /// Chessmaster's settings, under the adjustments.
    chessmaster: ChessmasterSettings,
    /// Single numbers that were set.
    adjustments: Adjustments,
    /// The result of all this.
    composed: Arc<Personality>,
    /// The personality that the engine was started with, which need not be on the roster.
    first: Arc<Personality>,
    roster: Roster,
}

impl CurrentPersonality {
    pub fn new(first: Personality, roster: Roster) -> CurrentPersonality {
        log::info!("personality: {}", first.title());
        let first = Arc::new(first);
        CurrentPersonality {
            chosen: Arc::clone(&first),
            chessmaster: ChessmasterSettings::default(),
            adjustments: Adjustments::new(),
            composed: Arc::clone(&first),
            first,
            roster,
        }
    }

    /// The personality that plays.
    pub fn get(&self) -> &Arc<Personality> {
        &self.composed
    }

    /// The name of the chosen personality, without what was set on top of it.
    pub fn chosen_name(&self) -> &str {
        self.chosen.name()
    }

    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// Those to choose from: the roster and, where it is not on it, the personality that the engine
    /// was started with.
    pub fn choices(&self) -> impl Iterator<Item = &Personality> {
        let is_new = self.roster.find(self.first.name()).is_err();
        let first = is_new.then_some(&*self.first);
        first.into_iter().chain(self.roster.iter())
    }

    /// Chooses another personality.
    pub fn choose(&mut self, choice: &PersonalityChoice) -> Result<(), ChoiceRefused> {
        self.chosen = match choice {
            PersonalityChoice::Named(name) if name == self.first.name() => Arc::clone(&self.first),
            PersonalityChoice::Named(name) => Arc::new(self.roster.find(name)?.clone()),
            PersonalityChoice::File(path) => Arc::new(self.roster.load(&path.to_string_lossy())?),
        };
        self.compose();
        Ok(())
    }

    /// Sets one number, or with `None` leaves it as the personality has it.
    pub fn adjust(&mut self, parameter: Parameter, value: Option<i32>) {
        match value {
            Some(value) => self.adjustments.insert(parameter, value),
            None => self.adjustments.remove(&parameter),
        };
        self.compose();
    }

    pub fn set_chessmaster(&mut self, settings: ChessmasterSettings) {
        for (key, value) in settings.without_effect() {
            log::info!("cm_parm {key}={value} is kept, has no effect yet");
        }
        for (key, value) in settings.held_back() {
            log::info!("cm_parm {key}={value} is more than a personality may have");
        }
        self.chessmaster = settings;
        self.compose();
    }

    fn compose(&mut self) {
        let mut adjustments = self.chessmaster.adjustments(&self.chosen);
        adjustments.extend(&self.adjustments);
        let composed = self.chosen.adjusted(&adjustments);
        self.composed = Arc::new(match self.chessmaster.strength() {
            Some(strength) => composed.with_strength(strength),
            None => composed,
        });
        let set = adjustments.iter();
        let set: Vec<String> = set
            .map(|(what, value)| format!(" {}={value}", what.name()))
            .collect();
        log::info!("personality: {}{}", self.composed.title(), set.concat());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::Feature;

    fn neutral() -> CurrentPersonality {
        CurrentPersonality::new(Personality::neutral(), Roster::built_in())
    }

    #[test]
    fn settings_stay_when_another_personality_is_chosen() {
        let mut current = neutral();
        let castling = Parameter::Taste(Feature::Castling);
        let randomness = Parameter::Taste(Feature::Randomness);
        let firebrand = PersonalityChoice::Named("firebrand".to_owned());
        let own = current.roster().find("firebrand").unwrap().clone();
        current.adjust(castling, Some(33));
        assert_eq!(current.get().title(), "Custom, based on Neutral");
        current.choose(&firebrand).unwrap();
        assert_eq!(current.get().title(), "Custom, based on The Firebrand");
        let mut settings = ChessmasterSettings::default();
        settings.set("myq", 110).unwrap();
        settings.set("rnd", 40).unwrap();
        current.set_chessmaster(settings);
        assert_eq!(current.get().title(), "Custom, based on The Firebrand");
        assert_eq!(current.get().value_of(castling), 33);
        assert_eq!(current.get().value_of(randomness), 40);
        current.adjust(randomness, Some(0));
        assert_eq!(current.get().title(), "Custom, based on The Firebrand");
        assert_eq!(current.get().value_of(randomness), 0);
        current.adjust(randomness, None);
        current.set_chessmaster(ChessmasterSettings::default());
        current.adjust(castling, None);
        assert_eq!(current.get().title(), "The Firebrand");
        assert_eq!(**current.get(), own);
    }

    #[test]
    fn a_refused_personality_leaves_the_old_one() {
        let mut current = neutral();
        let nobody = PersonalityChoice::Named("nobody at all".to_owned());
        assert!(current.choose(&nobody).is_err());
        let missing = PersonalityChoice::File("no/such/file.toml".into());
        assert!(current.choose(&missing).is_err());
        assert_eq!(current.get().name(), "neutral");
    }
}
