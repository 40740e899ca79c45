//! The one list of options: names, kinds, ranges, defaults and meanings, typed.
//!
//! Owns what can be set and which values are allowed; every front end shows and checks options
//! from here. It must not know how a protocol writes them.

use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use crate::engine::PersonalityChoice;
use crate::personality::Parameter;
use crate::search::RepetitionPolicy;

/// Values that change how the engine is used, not who it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    /// Whether hopeless games are given up.
    pub resign: bool,
    /// What a move loses on its way to the opponent's clock.
    pub move_overhead: Duration,
    /// Whether analysis is made in character.
    pub personality_in_analysis: bool,
    /// How many best lines are shown.
    pub lines: usize,
    /// The seed of all randomness; `None` draws one for each game.
    pub seed: Option<u64>,
    /// Whether each own move is explained in a line beside the thinking.
    pub explain_moves: bool,
    /// Whether openings are played from the character's memory.
    pub own_book: bool,
    /// Whether the character says to its opponent what it has to say.
    pub talk: bool,
    /// Where the character is written when somebody wants that.
    pub save_file: String,
    /// How repetitions are scored; chosen on the command line only.
    pub repetition: RepetitionPolicy,
    /// Where tablebases are looked for: directories, separated as the system does.
    pub tablebases: String,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            resign: false,
            move_overhead: Duration::from_millis(30),
            personality_in_analysis: false,
            lines: 1,
            seed: None,
            explain_moves: false,
            own_book: true,
            talk: false,
            save_file: "custom.toml".to_owned(),
            repetition: RepetitionPolicy::default(),
            tablebases: String::new(),
        }
    }
}

/// Something that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckOption {
    /// See [`EngineSettings::resign`].
    Resign,
    /// See [`EngineSettings::personality_in_analysis`].
    PersonalityInAnalysis,
    /// See [`EngineSettings::explain_moves`].
    ExplainMoves,
    /// See [`EngineSettings::own_book`].
    OwnBook,
    /// See [`EngineSettings::talk`].
    Talk,
}

/// Something that is a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpinOption {
    /// See [`EngineSettings::lines`].
    Lines,
    /// See [`EngineSettings::move_overhead`]; milliseconds.
    MoveOverheadMs,
    /// See [`EngineSettings::seed`]; 0 is none.
    Seed,
    /// A number of the character; one below its range is as the personality says.
    Parameter(Parameter),
}

/// Something that happens once, when it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonOption {
    /// Say who plays, with every number.
    ShowPersonality,
    /// Write the character to [`EngineSettings::save_file`].
    SavePersonality,
    /// Say why the last move was made.
    Explain,
}

/// What a path is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileOption {
    /// The personality is read from there, unless it is empty.
    Personality,
    /// See [`EngineSettings::save_file`].
    Save,
    /// See [`EngineSettings::tablebases`]; directories instead of a file.
    Tablebases,
}

/// One option set to one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionChange {
    /// Who plays.
    Personality(PersonalityChoice),
    /// On or off.
    Check(CheckOption, bool),
    /// A whole number, in range.
    Spin(SpinOption, i32),
    /// A number of the character; `None` is as the personality says.
    Parameter(Parameter, Option<i32>),
    /// Where to write the character.
    SaveFile(String),
    /// Where to look for tablebases.
    Tablebases(String),
    /// Do it now.
    Press(ButtonOption),
}

impl EngineSettings {
    fn put(&mut self, setting: &OptionChange) {
        match *setting {
            OptionChange::Personality(_) | OptionChange::Parameter(..) | OptionChange::Press(_) => {
            }
            OptionChange::SaveFile(ref path) => self.save_file.clone_from(path),
            OptionChange::Tablebases(ref path) => self.tablebases.clone_from(path),
            OptionChange::Check(CheckOption::Resign, on) => self.resign = on,
            OptionChange::Check(CheckOption::ExplainMoves, on) => self.explain_moves = on,
            OptionChange::Check(CheckOption::OwnBook, on) => self.own_book = on,
            OptionChange::Check(CheckOption::Talk, on) => self.talk = on,
            OptionChange::Check(CheckOption::PersonalityInAnalysis, on) => {
                self.personality_in_analysis = on;
            }
            OptionChange::Spin(SpinOption::Lines, value) => self.lines = natural(value) as usize,
            OptionChange::Spin(SpinOption::MoveOverheadMs, value) => {
                self.move_overhead = Duration::from_millis(natural(value));
            }
            OptionChange::Spin(SpinOption::Seed, value) => {
                self.seed = Some(natural(value)).filter(|&seed| seed != 0);
            }
            // A number of the character is no setting of the engine's.
            OptionChange::Spin(SpinOption::Parameter(_), _) => {}
        }
    }
}

fn natural(value: i32) -> u64 {
    u64::from(value.unsigned_abs())
}

/// What kind of value an option takes, with its present value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Yes or no.
    Check {
        /// What is switched.
        option: CheckOption,
        /// Whether it is on.
        on: bool,
    },
    /// A whole number.
    Spin {
        /// What is counted.
        option: SpinOption,
        /// The present value.
        value: i32,
        /// The least value.
        min: i32,
        /// The largest value.
        max: i32,
    },
    /// One of the roster's personalities, by name.
    Combo {
        /// The names.
        choices: Vec<String>,
        /// The present choice.
        chosen: String,
    },
    /// The path of a file; empty for none.
    File {
        /// What it is for.
        option: FileOption,
        /// The path.
        path: String,
    },
    /// Nothing to set, something to do.
    Button(ButtonOption),
}

/// An option as a front end shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name, one word.
    pub name: String,
    /// Its kind and present value.
    pub kind: OptionKind,
    /// What it means, in one sentence.
    pub meaning: String,
}

/// Why an option could not be set; nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("unknown option '{0}'")]
    Unknown(String),
    /// The value is not one of the kind, or out of range.
    #[error("{name} cannot be '{value}', expected {expected}")]
    Value {
        /// The option.
        name: String,
        /// The offending text.
        value: String,
        /// What would have been allowed.
        expected: String,
    },
}

/// Every option with its present value, and the settings that they stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionTable {
    specs: Vec<OptionSpec>,
    settings: EngineSettings,
}

impl OptionTable {
    /// The list for an engine with these personalities to choose from, one of them chosen.
    pub fn new(personalities: Vec<String>, chosen: &str, settings: EngineSettings) -> OptionTable {
        let mut specs = character_specs(personalities, chosen, &settings);
        specs.extend(use_specs(&settings));
        specs.extend(Parameter::all().map(parameter_spec));
        OptionTable { specs, settings }
    }

    /// All options, in the order in which they should be shown.
    pub fn specs(&self) -> &[OptionSpec] {
        &self.specs
    }

    /// The values in force.
    pub fn settings(&self) -> &EngineSettings {
        &self.settings
    }

    /// Checks a value and puts it into force here; what it means for the engine is returned.
    /// A number out of range is refused, not clamped.
    pub fn set(&mut self, name: &str, value: &str) -> Result<OptionChange, OptionError> {
        let index = self.specs.iter().position(|spec| spec.name == name);
        let index = index.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let kind = self.specs[index].accept(value.trim())?;
        let setting = self.setting(&kind);
        self.specs[index].kind = kind;
        self.settings.put(&setting);
        Ok(setting)
    }

    fn setting(&self, kind: &OptionKind) -> OptionChange {
        match kind {
            &OptionKind::Check { option, on } => OptionChange::Check(option, on),
            &OptionKind::Spin {
                option: SpinOption::Parameter(parameter),
                value,
                min,
                ..
            } => OptionChange::Parameter(parameter, Some(value).filter(|&value| value > min)),
            &OptionKind::Spin { option, value, .. } => OptionChange::Spin(option, value),
            &OptionKind::Button(button) => OptionChange::Press(button),
            OptionKind::Combo { chosen, .. } => {
                OptionChange::Personality(PersonalityChoice::Named(chosen.clone()))
            }
            // Without a file the choice from the roster counts again.
            OptionKind::File {
                option: FileOption::Personality,
                path,
            } => OptionChange::Personality(match path.is_empty() {
                true => PersonalityChoice::Named(self.chosen_name().to_owned()),
                false => PersonalityChoice::File(PathBuf::from(path)),
            }),
            OptionKind::File {
                option: FileOption::Save,
                path,
            } => OptionChange::SaveFile(path.clone()),
            OptionKind::File {
                option: FileOption::Tablebases,
                path,
            } => OptionChange::Tablebases(path.clone()),
        }
    }

    fn chosen_name(&self) -> &str {
        self.specs
            .iter()
            .find_map(|spec| match &spec.kind {
                OptionKind::Combo { chosen, .. } => Some(chosen.as_str()),
                _ => None,
            })
            .unwrap_or_default()
    }
}

fn spec(name: &str, kind: OptionKind, meaning: &str) -> OptionSpec {
    OptionSpec {
        name: name.to_owned(),
        kind,
        meaning: meaning.to_owned(),
    }
}

/// Who plays, and what can be done about that.
fn character_specs(
    personalities: Vec<String>,
    chosen: &str,
    settings: &EngineSettings,
) -> Vec<OptionSpec> {
    let personality = OptionKind::Combo {
        choices: personalities,
        chosen: chosen.to_owned(),
    };
    let file = |option, path: &str| OptionKind::File {
        option,
        path: path.to_owned(),
    };
    vec![
        spec(
            "Personality",
            personality,
            "Who plays; takes effect with the next search.",
        ),
        spec(
            "PersonalityFile",
            file(FileOption::Personality, ""),
            "A TOML file with a personality of your own.",
        ),
        spec(
            "SaveFile",
            file(FileOption::Save, &settings.save_file),
            "Where SavePersonality writes.",
        ),
        spec(
            "SavePersonality",
            OptionKind::Button(ButtonOption::SavePersonality),
            "Write the character in force to SaveFile.",
        ),
        spec(
            "ShowPersonality",
            OptionKind::Button(ButtonOption::ShowPersonality),
            "Say who plays, with every number.",
        ),
        spec(
            "Explain",
            OptionKind::Button(ButtonOption::Explain),
            "Say why the last move was made.",
        ),
    ]
}

/// How the engine is used.
fn use_specs(settings: &EngineSettings) -> Vec<OptionSpec> {
    let check = |option, on| OptionKind::Check { option, on };
    let in_analysis = settings.personality_in_analysis;
    let overhead_ms = settings.move_overhead.as_millis();
    vec![
        spec(
            "ExplainMoves",
            check(CheckOption::ExplainMoves, settings.explain_moves),
            "A line beside the thinking about each move that is made.",
        ),
        spec(
            "OwnBook",
            check(CheckOption::OwnBook, settings.own_book),
            "Play openings from the personality's repertoire and books.",
        ),
        spec(
            "Talk",
            check(CheckOption::Talk, settings.talk),
            "Say the personality's greeting and farewell to the opponent.",
        ),
        spec(
            "PersonalityInAnalysis",
            check(CheckOption::PersonalityInAnalysis, in_analysis),
            "Analyse as the personality would play instead of objectively.",
        ),
        spec(
            "Resign",
            check(CheckOption::Resign, settings.resign),
            "Give up games that are lost beyond hope.",
        ),
        spec(
            "SyzygyPath",
            OptionKind::File {
                option: FileOption::Tablebases,
                path: settings.tablebases.clone(),
            },
            "The directories with Syzygy tablebases.",
        ),
        spec(
            "Lines",
            spin(SpinOption::Lines, settings.lines, 1, 20),
            "How many best lines to show.",
        ),
        spec(
            "MoveOverhead",
            spin(SpinOption::MoveOverheadMs, overhead_ms, 0, 5_000),
            "Milliseconds a move may lose on its way to the opponent's clock.",
        ),
        spec(
            "Seed",
            spin(SpinOption::Seed, settings.seed.unwrap_or(0), 0, i32::MAX),
            "The seed of all randomness; 0 draws a new one for each game.",
        ),
    ]
}

/// A number of the character, at the value one below its range: as the personality says.
fn parameter_spec(parameter: Parameter) -> OptionSpec {
    let range = parameter.range();
    let unset = range.start() - 1;
    OptionSpec {
        name: parameter.name(),
        kind: spin(SpinOption::Parameter(parameter), unset, unset, *range.end()),
        meaning: format!(
            "{} {unset} is as the personality says.",
            parameter.meaning()
        ),
    }
}

fn spin(option: SpinOption, value: impl TryInto<i32>, min: i32, max: i32) -> OptionKind {
    OptionKind::Spin {
        option,
        value: value.try_into().unwrap_or(max).clamp(min, max),
        min,
        max,
    }
}

impl OptionSpec {
    /// The kind with a new value, if the text is one.
    fn accept(&self, text: &str) -> Result<OptionKind, OptionError> {
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
            OptionKind::Combo { choices, .. } => {
                let chosen = choices
                    .iter()
                    .find(|choice| choice.eq_ignore_ascii_case(text))
                    .ok_or_else(|| refuse(format!("one of {}", choices.join(", "))))?;
                Ok(OptionKind::Combo {
                    choices: choices.clone(),
                    chosen: chosen.clone(),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> OptionTable {
        let names = vec!["neutral".to_owned(), "hypermodern".to_owned()];
        OptionTable::new(names, "neutral", EngineSettings::default())
    }

    #[test]
    fn values_are_checked_and_kept() {
        let mut options = list();
        assert_eq!(
            options.set("Resign", "true"),
            Ok(OptionChange::Check(CheckOption::Resign, true))
        );
        assert!(options.settings().resign);
        assert!(options.set("MoveOverhead", " 120 ").is_ok());
        assert_eq!(options.settings().move_overhead, Duration::from_millis(120));
        assert!(options.set("Seed", "7").is_ok());
        assert_eq!(options.settings().seed, Some(7));
        assert!(options.set("Seed", "0").is_ok());
        assert_eq!(options.settings().seed, None);
    }

    #[test]
    fn refused_values_change_nothing() {
        let mut options = list();
        for (name, value) in [
            ("Resign", "maybe"),
            ("Lines", "0"),
            ("Lines", "21"),
            ("Lines", "99999999999999999999"),
            ("Lines", ""),
            ("MoveOverhead", "fast"),
            ("Personality", "nobody"),
            ("lines", "2"),
            ("", ""),
        ] {
            assert!(options.set(name, value).is_err(), "{name}={value}");
            assert_eq!(options, list());
        }
        assert_eq!(
            options
                .set("Lines", "21")
                .map_err(|error| error.to_string()),
            Err("Lines cannot be '21', expected a whole number from 1 to 20".to_owned())
        );
    }

    #[test]
    fn numbers_of_the_character_are_unset_at_the_bottom() {
        let mut options = list();
        for parameter in Parameter::all() {
            let name = parameter.name();
            let unset = parameter.range().start() - 1;
            let set =
                |options: &mut OptionTable, value: i32| options.set(&name, &value.to_string());
            let to = |value| Ok(OptionChange::Parameter(parameter, value));
            assert_eq!(set(&mut options, unset + 1), to(Some(unset + 1)));
            assert_eq!(
                set(&mut options, *parameter.range().end()),
                to(Some(*parameter.range().end()))
            );
            assert!(set(&mut options, unset - 1).is_err());
            assert!(set(&mut options, parameter.range().end() + 1).is_err());
            assert_eq!(set(&mut options, unset), to(None));
        }
        assert_eq!(options, list());
    }

    #[test]
    fn buttons_are_pressed_and_paths_are_kept() {
        let mut options = list();
        assert_eq!(
            options.set("Explain", ""),
            Ok(OptionChange::Press(ButtonOption::Explain))
        );
        let path = "my games/mine = yours.toml";
        assert_eq!(
            options.set("SaveFile", path),
            Ok(OptionChange::SaveFile(path.to_owned()))
        );
        assert_eq!(options.settings().save_file, path);
    }

    #[test]
    fn an_emptied_file_gives_the_word_back_to_the_roster() {
        let mut options = list();
        let named =
            |name: &str| OptionChange::Personality(PersonalityChoice::Named(name.to_owned()));
        assert_eq!(
            options.set("Personality", "Hypermodern"),
            Ok(named("hypermodern"))
        );
        assert_eq!(
            options.set("PersonalityFile", "my own.toml"),
            Ok(OptionChange::Personality(PersonalityChoice::File(
                "my own.toml".into()
            )))
        );
        assert_eq!(options.set("PersonalityFile", ""), Ok(named("hypermodern")));
    }
}
