//! A saved run of SPSA: its state between batches as TOML from which it can be resumed.
//!
//! It holds a description of the run, the number of comparisons, and the values by name, in a form
//! that reads back to the same bits.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Spsa, Tunable};

/// Why a run cannot be resumed from a text.
#[derive(Debug, Error)]
pub enum SavedRunError {
    /// The text is not a saved run.
    #[error("the state is damaged: {0}")]
    Toml(#[from] toml::de::Error),
    /// The text is of another run.
    #[error("the state is of '{found}', expected '{expected}'")]
    OtherRun {
        /// The run in the text.
        found: String,
        /// This run.
        expected: String,
    },
    /// There are more comparisons than the run has.
    #[error("the state has {found} contests behind it, expected at most {most}")]
    TooFar {
        /// What the state says.
        found: u64,
        /// The comparisons of the whole run.
        most: u64,
    },
    /// There is a value of something that is not tuned.
    #[error("the state has a value of '{0}', which is not tuned here")]
    Unknown(String),
    /// The value of a tuned parameter is missing.
    #[error("the state has no value of '{0}'")]
    Missing(&'static str),
    /// A value outside its range.
    #[error("the state has {value} for '{}', expected {} to {}", .tunable.name, .tunable.min, .tunable.max)]
    Range {
        /// What the state says.
        value: f64,
        /// The parameter that has it.
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
    /// What a saved run must agree with.
    fn run(&self, conditions: &str) -> String {
        let settings = &self.settings;
        format!(
            "seed {}, {} contests by {}, spread {}, rate {}, {conditions}",
            settings.seed, settings.contests, settings.batch, settings.spread, settings.rate,
        )
    }

    /// The state as text; `conditions` describes the comparisons.
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

    /// Resumes a run with the same settings, tunables and conditions.
    ///
    /// # Errors
    /// When the text is of another run or damaged; nothing is changed then.
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
