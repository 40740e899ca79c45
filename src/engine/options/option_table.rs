//! The option table: every option with its name, kind, range, default and meaning, in the order in
//! which GUIs show them.

use std::path::PathBuf;

use crate::engine::current_personality::PersonalityChoice;
use crate::engine::options::levels::{level_choices, level_name, strength_of};
use crate::engine::options::option::{
    ButtonOption, CheckOption, Choice, ComboOption, FileOption, OptionError, OptionKind,
    OptionSpec, SpinOption,
};
use crate::engine::options::settings::{EngineSettings, OptionChange};
use crate::personality::{LEVEL_ELO, Parameter, PlayingStrength};

/// Every option with its present value, and the settings that the options stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionTable {
    specs: Vec<OptionSpec>,
    settings: EngineSettings,
}

impl OptionTable {
    /// The table of an engine with these personalities to choose from, one of them chosen.
    pub fn new(personalities: Vec<Choice>, chosen: &str, settings: EngineSettings) -> OptionTable {
        let mut specs = personality_rows(personalities, chosen);
        specs.extend(strength_rows(settings.strength));
        specs.extend(setting_rows(&settings));
        specs.extend(saving_rows(&settings));
        specs.extend(Parameter::all().map(parameter_row));
        OptionTable { specs, settings }
    }

    /// The options to show, in their order: those that people need, or all where that is wanted.
    /// Those that are not shown can be set all the same.
    pub fn shown(&self) -> impl Iterator<Item = &OptionSpec> {
        let all = self.settings.shows_all_options;
        self.specs.iter().filter(move |spec| all || spec.is_usual)
    }

    /// The present settings.
    pub fn settings(&self) -> &EngineSettings {
        &self.settings
    }

    /// Checks a value and stores it. The change is returned, so that the caller can pass it on to
    /// the engine.
    ///
    /// # Errors
    /// When there is no such option or the text is no value of it. A number out of range is
    /// refused, not clamped.
    pub fn set(&mut self, name: &str, value: &str) -> Result<OptionChange, OptionError> {
        let index = self.specs.iter().position(|spec| spec.name == name);
        let index = index.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let kind = self.specs[index].accept(value.trim())?;
        let change = self.change_to(&kind);
        self.specs[index].kind = kind;
        self.settings.apply(&change);
        if matches!(change, OptionChange::Strength(_)) {
            self.show_strength();
        }
        Ok(change)
    }

    /// The change that a new value of an option stands for.
    fn change_to(&self, kind: &OptionKind) -> OptionChange {
        match kind {
            &OptionKind::Check {
                option: CheckOption::MatchOpponent,
                on,
            } => OptionChange::Strength(match on {
                true => Some(PlayingStrength::Opponent),
                false => self
                    .settings
                    .strength
                    .filter(|&it| it != PlayingStrength::Opponent),
            }),
            &OptionKind::Check { option, on } => OptionChange::Check(option, on),
            &OptionKind::Spin {
                option: SpinOption::Parameter(parameter),
                value,
                min,
                ..
            } => OptionChange::Parameter(parameter, Some(value).filter(|&value| value > min)),
            &OptionKind::Spin {
                option: SpinOption::Elo,
                value,
                min,
                ..
            } => OptionChange::Strength((value > min).then_some(PlayingStrength::Elo(value))),
            &OptionKind::Spin { option, value, .. } => OptionChange::Spin(option, value),
            &OptionKind::Button(button) => OptionChange::Press(button),
            OptionKind::Combo {
                option: ComboOption::Level,
                chosen,
                ..
            } => OptionChange::Strength(strength_of(chosen).unwrap_or(self.settings.strength)),
            OptionKind::Combo { chosen, .. } => {
                OptionChange::Personality(PersonalityChoice::Named(chosen.clone()))
            }
            // Without a file, the choice from the roster applies again.
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

    /// The three options of strength say the same: whichever was set last counts.
    fn show_strength(&mut self) {
        for row in strength_rows(self.settings.strength) {
            if let Some(spec) = self.specs.iter_mut().find(|spec| spec.name == row.name) {
                *spec = row;
            }
        }
    }

    fn chosen_name(&self) -> &str {
        self.specs
            .iter()
            .find_map(|spec| match &spec.kind {
                OptionKind::Combo {
                    option: ComboOption::Personality,
                    chosen,
                    ..
                } => Some(chosen.as_str()),
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
        is_usual: true,
    }
}

fn file(option: FileOption, path: &str) -> OptionKind {
    OptionKind::File {
        option,
        path: path.to_owned(),
    }
}

/// The options that choose, show and explain the personality.
fn personality_rows(personalities: Vec<Choice>, chosen: &str) -> Vec<OptionSpec> {
    let personality = OptionKind::Combo {
        option: ComboOption::Personality,
        choices: personalities,
        chosen: chosen.to_owned(),
    };
    vec![
        spec(
            "Personality",
            personality,
            "Who plays; takes effect with the next search.",
        ),
        spec(
            "LoadFile",
            file(FileOption::Personality, ""),
            "A TOML file with a personality of your own.",
        ),
        spec(
            "ShowPersonality",
            OptionKind::Button(ButtonOption::ShowPersonality),
            "Say who plays.",
        ),
        spec(
            "Why",
            OptionKind::Button(ButtonOption::Why),
            "Say why the last move was made.",
        ),
    ]
}

/// The options that say how strong the engine plays.
fn strength_rows(strength: Option<PlayingStrength>) -> Vec<OptionSpec> {
    let level = OptionKind::Combo {
        option: ComboOption::Level,
        choices: level_choices(),
        chosen: level_name(strength),
    };
    let unset = LEVEL_ELO.start() - 1;
    let elo = match strength {
        Some(PlayingStrength::Elo(elo)) => elo,
        _ => unset,
    };
    let matches = OptionKind::Check {
        option: CheckOption::MatchOpponent,
        on: strength == Some(PlayingStrength::Opponent),
    };
    vec![
        spec("Level", level, "How strong it plays."),
        spec(
            "Elo",
            spin(SpinOption::Elo, elo, unset, *LEVEL_ELO.end()),
            "Plays like a person of this rating; 499 is as Level says.",
        ),
        spec(
            "MatchOpponent",
            matches,
            "Play at the opponent's rating, where the GUI or server tells it.",
        ),
    ]
}

/// The options that keep the personality in force.
fn saving_rows(settings: &EngineSettings) -> Vec<OptionSpec> {
    vec![
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
    ]
}

/// The options behind the engine settings.
fn setting_rows(settings: &EngineSettings) -> Vec<OptionSpec> {
    let check = |option, on| OptionKind::Check { option, on };
    let in_character = settings.analysis_in_character;
    let overhead_ms = settings.move_overhead.as_millis();
    vec![
        spec(
            "ExplainMoves",
            check(CheckOption::ExplainMoves, settings.explain_moves),
            "Words beside the thinking about each move that is made.",
        ),
        spec(
            "Talk",
            check(CheckOption::Talk, settings.talk),
            "Say the personality's greeting and farewell to the opponent.",
        ),
        spec(
            "OwnBook",
            check(CheckOption::OwnBook, settings.own_book),
            "Play openings from the personality's repertoire and books.",
        ),
        spec(
            "Learn",
            check(CheckOption::Learn, settings.learn),
            "Remember lost book lines, bad positions and opponents from game to game.",
        ),
        spec(
            "Resign",
            check(CheckOption::Resign, settings.resign),
            "Give up games that are lost beyond hope.",
        ),
        spec(
            "AnalysisInCharacter",
            check(CheckOption::AnalysisInCharacter, in_character),
            "Analyse as the personality would play instead of objectively.",
        ),
        spec(
            "MultiPV",
            spin(SpinOption::Lines, settings.lines, 1, 20),
            "How many best lines to show.",
        ),
        spec(
            "MoveOverhead",
            spin(SpinOption::MoveOverheadMs, overhead_ms, 0, 5_000),
            "Milliseconds a move may lose on its way to the opponent's clock.",
        ),
        spec(
            "SyzygyPath",
            file(FileOption::Tablebases, &settings.tablebases),
            "The directories with Syzygy tablebases.",
        ),
        OptionSpec {
            is_usual: false,
            ..spec(
                "Seed",
                spin(SpinOption::Seed, settings.seed.unwrap_or(0), 0, i32::MAX),
                "The seed of all randomness; 0 draws a new one for each game.",
            )
        },
    ]
}

/// The option for a number of the personality. It begins one below the range of the number, which
/// leaves it as the personality has it.
fn parameter_row(parameter: Parameter) -> OptionSpec {
    let range = parameter.range();
    let unset = range.start() - 1;
    OptionSpec {
        name: parameter.name(),
        kind: spin(SpinOption::Parameter(parameter), unset, unset, *range.end()),
        meaning: format!(
            "{} {unset} is as the personality says.",
            parameter.meaning()
        ),
        is_usual: false,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::option::ButtonOption;
    use std::time::Duration;

    fn list() -> OptionTable {
        let labels = vec![
            Choice::new("neutral", "Neutral"),
            Choice::new("hypermodern", "The Hypermodern"),
        ];
        OptionTable::new(labels, "neutral", EngineSettings::default())
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
            ("MultiPV", "0"),
            ("MultiPV", "21"),
            ("MultiPV", "99999999999999999999"),
            ("MultiPV", ""),
            ("MoveOverhead", "fast"),
            ("Personality", "nobody"),
            ("multipv", "2"),
            ("", ""),
        ] {
            assert!(options.set(name, value).is_err(), "{name}={value}");
            assert_eq!(options, list());
        }
        assert_eq!(
            options
                .set("MultiPV", "21")
                .map_err(|error| error.to_string()),
            Err("MultiPV cannot be '21', expected a whole number from 1 to 20".to_owned())
        );
    }

    #[test]
    fn a_parameter_is_unset_at_the_value_below_its_range() {
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
    fn the_options_of_strength_say_the_same() {
        let mut options = list();
        let shown = |options: &OptionTable| -> Vec<String> {
            let of = |name: &str| {
                let spec = options.specs.iter().find(|spec| spec.name == name).unwrap();
                match &spec.kind {
                    OptionKind::Combo { chosen, .. } => chosen.clone(),
                    OptionKind::Spin { value, .. } => value.to_string(),
                    OptionKind::Check { on, .. } => on.to_string(),
                    other => panic!("{other:?}"),
                }
            };
            ["Level", "Elo", "MatchOpponent"].map(of).into()
        };
        let to = |strength| Ok(OptionChange::Strength(strength));
        assert_eq!(shown(&options), ["personality", "499", "false"]);
        assert_eq!(
            options.set("Level", "Club_player_1600"),
            to(Some(PlayingStrength::Elo(1_600)))
        );
        assert_eq!(shown(&options), ["1600", "1600", "false"]);
        assert_eq!(
            options.set("Elo", "1650"),
            to(Some(PlayingStrength::Elo(1_650)))
        );
        assert_eq!(shown(&options), ["elo", "1650", "false"]);
        assert_eq!(
            options.set("MatchOpponent", "1"),
            to(Some(PlayingStrength::Opponent))
        );
        assert_eq!(shown(&options), ["opponent", "499", "true"]);
        assert_eq!(options.set("MatchOpponent", "0"), to(None));
        assert_eq!(
            options.set("Level", "full_strength"),
            to(Some(PlayingStrength::Full))
        );
        assert_eq!(
            options.set("MatchOpponent", "0"),
            to(Some(PlayingStrength::Full))
        );
        assert_eq!(options.set("Elo", "499"), to(None));
        assert_eq!(options.settings().strength, None);
        for (name, value) in [("Elo", "498"), ("Elo", "2801"), ("Level", "Wizard")] {
            assert!(options.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(options, list());
    }

    #[test]
    fn buttons_are_pressed_and_paths_are_kept() {
        let mut options = list();
        assert_eq!(
            options.set("Why", ""),
            Ok(OptionChange::Press(ButtonOption::Why))
        );
        let path = "my games/mine = yours.toml";
        assert_eq!(
            options.set("SaveFile", path),
            Ok(OptionChange::SaveFile(path.to_owned()))
        );
        assert_eq!(options.settings().save_file, path);
    }

    #[test]
    fn without_a_file_the_choice_from_the_roster_applies_again() {
        let mut options = list();
        let named =
            |name: &str| OptionChange::Personality(PersonalityChoice::Named(name.to_owned()));
        assert_eq!(
            options.set("Personality", "Hypermodern"),
            Ok(named("hypermodern"))
        );
        assert_eq!(
            options.set("Personality", "the_hypermodern"),
            Ok(named("hypermodern"))
        );
        assert_eq!(
            options.set("Personality", "The Hypermodern"),
            Ok(named("hypermodern"))
        );
        assert_eq!(
            options.set("LoadFile", "my own.toml"),
            Ok(OptionChange::Personality(PersonalityChoice::File(
                "my own.toml".into()
            )))
        );
        assert_eq!(options.set("LoadFile", ""), Ok(named("hypermodern")));
    }

    #[test]
    fn people_see_what_they_need_and_no_more_unless_they_ask() {
        let count = |settings| {
            let table = OptionTable::new(Vec::new(), "", settings);
            let shown: Vec<String> = table.shown().map(|spec| spec.name.clone()).collect();
            assert_eq!(shown[0], "Personality");
            shown.len()
        };
        assert!(count(EngineSettings::default()) <= 18);
        let all = EngineSettings {
            shows_all_options: true,
            ..EngineSettings::default()
        };
        assert!(count(all) > 100);
        assert!(list().set("Seed", "3").is_ok());
    }

    #[test]
    fn no_name_is_the_beginning_of_another() {
        let names: Vec<String> = list()
            .specs
            .iter()
            .map(|spec| spec.name.to_lowercase())
            .collect();
        for (place, name) in names.iter().enumerate() {
            let is_longer = |&(other, longer): &(usize, &String)| {
                other != place && longer.starts_with(name.as_str())
            };
            assert_eq!(names.iter().enumerate().find(is_longer), None, "{name}");
        }
    }
}
