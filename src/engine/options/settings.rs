//! Engine settings: the values behind the options that change how the engine is used, whoever plays.

use std::path::PathBuf;
use std::time::Duration;

use crate::engine::current_personality::PersonalityChoice;
use crate::engine::options::option::{ButtonOption, CheckOption, SpinOption};
use crate::evaluation::EvaluationKind;
use crate::personality::{Parameter, PlayingStrength};
use crate::search::RepetitionPolicy;

/// How the engine is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    /// Whether hopeless games are resigned.
    pub resign: bool,
    /// The time that passes between a move and the stop of the clock, kept in reserve each move.
    pub move_overhead: Duration,
    /// Whether analysis follows the personality instead of being objective.
    pub analysis_in_character: bool,
    /// How many best lines are shown (MultiPV).
    pub lines: usize,
    /// The seed of all randomness; `None` draws one for each game.
    pub seed: Option<u64>,
    /// Whether each of the engine's moves is explained in a line beside the thinking.
    pub explain_moves: bool,
    /// Whether openings are played from the personality's opening book.
    pub own_book: bool,
    /// Whether the personality's greeting and farewell are told to the opponent.
    pub talk: bool,
    /// The file that the current personality is written to on request.
    pub save_file: String,
    /// Whether the engine learns from its games.
    pub learn: bool,
    /// Where it keeps what it has learnt; `None` is the usual place. Cannot be set by an option.
    pub learning_file: Option<PathBuf>,
    /// How repetitions are scored; can be set on the command line only.
    pub repetition: RepetitionPolicy,
    /// How positions are judged. Cannot be set by an option.
    pub evaluation: EvaluationKind,
    /// The directories with tablebases, separated as in the system's `PATH`.
    pub tablebases: String,
    /// How strong the engine plays; `None` is as the personality says.
    pub strength: Option<PlayingStrength>,
    /// Whether GUIs are shown every option, also the numbers of the personality. Cannot be set by an
    /// option.
    pub shows_all_options: bool,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            resign: false,
            move_overhead: Duration::from_millis(30),
            analysis_in_character: false,
            lines: 1,
            seed: None,
            explain_moves: false,
            own_book: true,
            talk: false,
            save_file: "custom.toml".to_owned(),
            learn: false,
            learning_file: None,
            repetition: RepetitionPolicy::default(),
            evaluation: EvaluationKind::default(),
            tablebases: String::new(),
            strength: None,
            shows_all_options: false,
        }
    }
}

/// One option set to one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionChange {
    /// Another personality.
    Personality(PersonalityChoice),
    /// A setting switched on or off.
    Check(CheckOption, bool),
    /// A whole number, in range.
    Spin(SpinOption, i32),
    /// A number of the personality; `None` leaves it as the personality has it.
    Parameter(Parameter, Option<i32>),
    /// How strong the engine plays; `None` is as the personality says.
    Strength(Option<PlayingStrength>),
    /// The file that the current personality is written to.
    SaveFile(String),
    /// The directories with tablebases.
    Tablebases(String),
    /// A button was pressed.
    Press(ButtonOption),
}

impl EngineSettings {
    /// Changes the setting that belongs to an option, if there is one.
    pub(super) fn apply(&mut self, change: &OptionChange) {
        match *change {
            OptionChange::SaveFile(ref path) => self.save_file.clone_from(path),
            OptionChange::Tablebases(ref path) => self.tablebases.clone_from(path),
            OptionChange::Strength(strength) => self.strength = strength,
            OptionChange::Check(option, on) => {
                if let Some(check) = self.check_mut(option) {
                    *check = on;
                }
            }
            OptionChange::Spin(SpinOption::Lines, value) => self.lines = natural(value) as usize,
            OptionChange::Spin(SpinOption::MoveOverheadMs, value) => {
                self.move_overhead = Duration::from_millis(natural(value));
            }
            OptionChange::Spin(SpinOption::Seed, value) => {
                self.seed = Some(natural(value)).filter(|&seed| seed != 0);
            }
            // These belong to the personality, or happen once.
            OptionChange::Personality(_)
            | OptionChange::Parameter(..)
            | OptionChange::Spin(SpinOption::Parameter(_) | SpinOption::Elo, _)
            | OptionChange::Press(_) => {}
        }
    }

    fn check_mut(&mut self, option: CheckOption) -> Option<&mut bool> {
        Some(match option {
            CheckOption::Resign => &mut self.resign,
            CheckOption::ExplainMoves => &mut self.explain_moves,
            CheckOption::OwnBook => &mut self.own_book,
            CheckOption::Talk => &mut self.talk,
            CheckOption::Learn => &mut self.learn,
            CheckOption::AnalysisInCharacter => &mut self.analysis_in_character,
            // It is a strength.
            CheckOption::MatchOpponent => return None,
        })
    }
}

fn natural(value: i32) -> u64 {
    u64::from(value.unsigned_abs())
}
