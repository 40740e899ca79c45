//! One option: its kind as GUIs know it (check, spin, combo, file, button), its value, and which
//! texts are values of it.

use thiserror::Error;

use crate::personality::Parameter;

/// An option that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckOption {
    /// Whether hopeless games are resigned.
    Resign,
    /// Whether analysis follows the personality.
    AnalysisInCharacter,
    /// Whether each of the engine's moves is explained.
    ExplainMoves,
    /// Whether the personality's opening book is played.
    OwnBook,
    /// Whether greeting and farewell are told to the opponent.
    Talk,
    /// Whether the engine learns from its games.
    Learn,
    /// Whether the engine plays at the opponent's rating.
    MatchOpponent,
}

/// An option that is a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpinOption {
    /// How many best lines are shown (MultiPV).
    Lines,
    /// The time a move loses on its way to the clock, in milliseconds.
    MoveOverheadMs,
    /// The seed of all randomness; 0 draws one for each game.
    Seed,
    /// The rating at which the engine plays; the value one below its range is no such wish.
    Elo,
    /// A number of the personality; the value one below its range leaves it as the personality has it.
    Parameter(Parameter),
}

/// An option with a few values that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComboOption {
    /// Who plays, one of the roster.
    Personality,
    /// How strong, one of [`super::levels`].
    Level,
}

/// An option that makes something happen once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonOption {
    /// Show the current personality with every number.
    ShowPersonality,
    /// Write the current personality to the file of [`FileOption::Save`].
    SavePersonality,
    /// Say why the last move was made.
    Why,
}

/// An option that is the path of a file or a list of directories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileOption {
    /// The file of the personality to play with; empty for one of the roster.
    Personality,
    /// The file that the current personality is written to.
    Save,
    /// The directories with tablebases.
    Tablebases,
}

/// The kind of an option as GUIs know it, with its present value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Yes or no.
    Check {
        /// Which option.
        option: CheckOption,
        /// Whether it is on.
        on: bool,
    },
    /// A whole number.
    Spin {
        /// Which option.
        option: SpinOption,
        /// The present value.
        value: i32,
        /// The least value.
        min: i32,
        /// The largest value.
        max: i32,
    },
    /// One of a few.
    Combo {
        /// Which option.
        option: ComboOption,
        /// Those to choose from.
        choices: Vec<Choice>,
        /// The name of the present choice.
        chosen: String,
    },
    /// A path; empty for none.
    File {
        /// Which option.
        option: FileOption,
        /// The path.
        path: String,
    },
    /// It has no value; pressing it makes something happen.
    Button(ButtonOption),
}

/// One of the values to choose from, such as a personality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name, as in files and on the command line.
    pub name: String,
    /// What people see: a title as one word, because some clients split choices at blanks.
    pub label: String,
}

impl Choice {
    /// A value with this name and title.
    pub fn new(name: &str, title: &str) -> Choice {
        let is_plain = |letter: char| letter.is_alphanumeric() || letter == '-';
        let words = title.split(|letter: char| !is_plain(letter));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        Choice {
            name: name.to_owned(),
            label: match words.is_empty() {
                true => name.to_owned(),
                false => words.join("_"),
            },
        }
    }

    /// Whether somebody means this value by a text: its label, its title or its name.
    fn is_meant_by(&self, text: &str) -> bool {
        let label = Choice::new(&self.name, text).label;
        self.label.eq_ignore_ascii_case(&label) || self.name.eq_ignore_ascii_case(text)
    }
}

/// One row of the option table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name, one word.
    pub name: String,
    /// The kind and the present value.
    pub kind: OptionKind,
    /// The meaning, in one sentence.
    pub meaning: String,
    /// Whether it is shown to everybody, or only to those who want to see all options.
    pub is_usual: bool,
}

/// Why an option could not be set; nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("unknown option '{0}'")]
    Unknown(String),
    /// The value is out of range or not of the option's kind.
    #[error("{name} cannot be '{value}', expected {expected}")]
    Value {
        /// The option.
        name: String,
        /// The refused text.
        value: String,
        /// What would have been allowed.
        expected: String,
    },
}

impl OptionSpec {
    /// The kind with the value that a text gives.
    ///
    /// # Errors
    /// When the text is no value of this kind. A number out of range is refused, not clamped.
    pub(super) fn accept(&self, text: &str) -> Result<OptionKind, OptionError> {
        let refuse = |expected: String| OptionError::Value {
            name: self.name.clone(),
            value: text.to_owned(),
            expected,
        };
        match &self.kind {
            &OptionKind::Check { option, .. } => match text.to_ascii_lowercase().as_str() {
                "1" | "true" => Ok(OptionKind::Check { option, on: true }),
                "0" | "false" => Ok(OptionKind::Check { option, on: false }),
                _ => Err(refuse("0 or 1".to_owned())),
            },
            &OptionKind::Spin {
                option, min, max, ..
            } => match text.parse() {
                Ok(value) if (min..=max).contains(&value) => Ok(OptionKind::Spin {
                    option,
                    value,
                    min,
                    max,
                }),
                _ => Err(refuse(format!("a whole number from {min} to {max}"))),
            },
            OptionKind::Combo {
                option, choices, ..
            } => {
                let labels = || choices.iter().map(|choice| &*choice.label);
                let expected = || format!("one of {}", labels().collect::<Vec<_>>().join(", "));
                let mut meant = choices.iter().filter(|choice| choice.is_meant_by(text));
                let chosen = meant.next().ok_or_else(|| refuse(expected()))?;
                Ok(OptionKind::Combo {
                    option: *option,
                    choices: choices.clone(),
                    chosen: chosen.name.clone(),
                })
            }
            &OptionKind::File { option, .. } => Ok(OptionKind::File {
                option,
                path: text.to_owned(),
            }),
            &OptionKind::Button(button) => Ok(OptionKind::Button(button)),
        }
    }
}
