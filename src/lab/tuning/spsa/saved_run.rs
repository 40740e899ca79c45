//! The state of a search for values between batches, as TOML from which it can go on.
//!
//! Owns the format: what run it is of, how many contests are over, and the values by name, whose
//! numbers read back to the same bits. It must not know what the numbers mean.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Spsa, Tunable};

/// Why a state cannot be taken up.
#[derive(Debug, Error)]
pub enum SavedRunError {
    /// The text is no state.
    #[error("the state is damaged: {0}")]
    Toml(#[from] toml::de::Error),
    /// Another run.
    #[error("the state is of '{found}', expected '{expected}'")]
    OtherRun {
        /// What the state says.
        found: String,
        /// What this run would say.
        expected: String,
    },
    /// More contests than the run has.
    #[error("the state has {found} contests behind it, expected at most {most}")]
    TooFar {
        /// What the state says.
        found: u64,
        /// All contests of the run.
        most: u64,
    },
    /// A value that is not tuned.
    #[error("the state has a value of '{0}', which is not tuned here")]
    Unknown(String),
    /// A tuned value is not there.
    #[error("the state has no value of '{0}'")]
    Missing(&'static str),
    /// A value outside its range.
    #[error("the state has {value} for '{}', expected {} to {}", .tunable.name, .tunable.min, .tunable.max)]
    Range {
        /// What the state says.
        value: f64,
        /// What it says it of.
        tunable: Tunable,
    },
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct SavedRun {
    run: String,
    contests: u64,
    values: BTreeMap<String, f64>,
}

impl Spsa {
    /// What a state must be of to be taken up.
    fn run(&self, conditions: &str) -> String {
        let settings = &self.settings;
        format!(
            "seed {}, {} contests by {}, spread {}, rate {}, {conditions}",
            settings.seed, settings.contests, settings.batch, settings.spread, settings.rate,
        )
    }

    /// The text of the state; `conditions` say what the contests are.
    pub fn save(&self, conditions: &str) -> String {
        let values = self.tunables.iter().zip(&self.values);
        let lines: String = values
            .map(|(tunable, value)| format!("{} = {value:?}\n", tunable.name))
            .collect();
        format!(
            "run = {:?}\ncontests = {}\n\n[values]\n{lines}",
            self.run(conditions),
            self.done,
        )
    }

    /// Goes on from the state of a search with the same settings, tunables and conditions.
    ///
    /// # Errors
    /// When the state is of something else or damaged; nothing is changed then.
    pub fn resume(&mut self, text: &str, conditions: &str) -> Result<(), SavedRunError> {
        let state: SavedRun = toml::from_str(text)?;
        let expected = self.run(conditions);
        if state.run != expected {
            return Err(SavedRunError::OtherRun {
                found: state.run,
                expected,
            });
        }
        if state.contests > self.settings.contests {
            return Err(SavedRunError::TooFar {
                found: state.contests,
                most: self.settings.contests,
            });
        }
        let is_tuned = |name: &&String| self.tunables.iter().any(|it| it.name == name.as_str());
        if let Some(unknown) = state.values.keys().find(|name| !is_tuned(name)) {
            return Err(SavedRunError::Unknown(unknown.clone()));
        }
        let value = |tunable: &Tunable| {
            let found = state.values.get(tunable.name);
            let value = *found.ok_or(SavedRunError::Missing(tunable.name))?;
            let range = f64::from(tunable.min)..=f64::from(tunable.max);
            match range.contains(&value) {
                true => Ok(value),
                false => Err(SavedRunError::Range {
                    value,
                    tunable: *tunable,
                }),
            }
        };
        self.values = self.tunables.iter().map(value).collect::<Result<_, _>>()?;
        self.done = state.contests;
        Ok(())
    }
}
