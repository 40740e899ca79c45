//! The introduction, options and other settings of a session.
//!
//! Settings are accepted in every state and count at the next move: pondering and analysis begin
//! anew with them.

use super::GameTime;
use super::{Effect, Mode, Session, Standstill};
use super::{Refusal, Reply};
use crate::engine::options::{CheckOption, OptionChange, OptionError, SpinOption};

/// An opponent with this rating or more is taken for one who sees as much as a program.
const RATED_LIKE_A_PROGRAM: u32 = 2_400;

/// What a limit means at a level.
const LEVEL_HAS_ITS_DEPTH: &str =
    "a level looks as deep as people of its rating do; the depth limit is for full strength";

impl Session {
    /// A front end that asks for the features takes comments and all numbers, until it says otherwise.
    pub(super) fn introduce(&mut self) {
        self.comments_are_welcome = true;
        self.thinking.has_measures = true;
        self.is_introduced = true;
        self.say(Reply::Introduction {
            character: self.character.clone(),
            options: Box::new(self.options.clone()),
        });
    }

    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        let setting = match self.options.set(name, value.unwrap_or_default()) {
            Ok(setting) => setting,
            Err(OptionError::Unknown(name)) => return self.refuse(Refusal::UnknownOption, &name),
            Err(OptionError::Value {
                name,
                value,
                expected,
            }) => {
                let text = format!("option {name}={value}");
                return self.refuse(Refusal::Expected(expected), &text);
            }
        };
        match setting {
            OptionChange::Personality(choice) => {
                self.is_choosing = true;
                self.effects.push(Effect::ChoosePersonality(choice));
                self.personality_has_changed();
            }
            OptionChange::Parameter(parameter, value) => {
                self.effects
                    .push(Effect::AdjustPersonality(parameter, value));
                self.personality_has_changed();
            }
            OptionChange::Spin(SpinOption::Seed, _) => {
                let seed = self.options.settings().seed;
                self.effects.push(Effect::SetSeed(seed));
                self.personality_has_changed();
            }
            OptionChange::Strength(strength) => {
                self.effects.push(Effect::SetStrength(strength));
                self.personality_has_changed();
            }
            OptionChange::Tablebases(path) => {
                self.effects.push(Effect::OpenTablebases(path));
                self.search_anew();
            }
            OptionChange::Check(CheckOption::Learn, is_on) => {
                self.effects.push(Effect::SetLearning(is_on));
                self.search_anew();
            }
            OptionChange::Spin(..) | OptionChange::Check(..) => self.search_anew(),
            OptionChange::Press(button) => self.press(button),
            OptionChange::SaveFile(_) => {}
        }
    }

    /// Begins pondering, and an analysis with the personality, anew.
    pub(super) fn personality_has_changed(&mut self) {
        if !self.is_analysing() || self.options.settings().analysis_in_character {
            self.search_anew();
        }
    }

    /// Begins pondering and analysis anew with the new setting. A search for a move goes on, because
    /// its clock is running.
    pub(super) fn search_anew(&mut self) {
        match self.mode {
            Mode::Pondering {
                engine, expected, ..
            } => self.search_after(engine, expected),
            Mode::Analysing { .. } => self.restart_analysis(),
            Mode::Force | Mode::Waiting { .. } | Mode::Thinking { .. } | Mode::Paused(_) => {}
        }
    }

    pub(super) fn set_tablebase_path(&mut self, path: String) {
        self.effects.push(Effect::OpenTablebases(path));
        self.search_anew();
    }

    /// A player without a rating counts as rated like the engine.
    pub(super) fn set_ratings(&mut self, own: Option<u32>, opponent: Option<u32>) {
        self.notes.rate(opponent);
        let known = own.zip(opponent);
        let lead = known.map(|(own, opponent)| i64::from(own) - i64::from(opponent));
        self.rating_lead = lead.and_then(|lead| lead.try_into().ok()).unwrap_or(0);
        self.effects.push(Effect::SetRatingLead(self.rating_lead));
        let elo = opponent.and_then(|rating| rating.try_into().ok());
        let name = self.notes.opponent().map(str::to_owned);
        self.effects.push(Effect::SetOpponent { name, elo });
        let is_strong = opponent.is_some_and(|rating| rating >= RATED_LIKE_A_PROGRAM);
        let meets_program = self.meets_computer || is_strong;
        self.effects.push(Effect::SetMeetsProgram(meets_program));
        self.personality_has_changed();
    }

    pub(super) fn meet_computer(&mut self) {
        self.meets_computer = true;
        self.effects.push(Effect::SetMeetsProgram(true));
        self.personality_has_changed();
    }

    /// Sets the deepest iteration of the searches to come.
    pub(super) fn set_depth(&mut self, plies: Option<u32>) {
        self.depth_plies = plies;
        if plies.is_some() && self.level_elo.is_some() {
            self.comment_lines(std::iter::once(LEVEL_HAS_ITS_DEPTH));
        }
        self.search_anew();
    }

    pub(super) fn set_cores(&mut self, cores: usize) {
        self.effects.push(Effect::SetCores(cores));
        self.search_anew();
    }

    pub(super) fn set_level(&mut self, control: GameTime) {
        let ply = self.game.as_ref().map_or(0, |game| game.len());
        self.clock.set_game_time(control, ply);
    }

    pub(super) fn hint(&mut self) {
        let expected = match &self.mode {
            Mode::Waiting { expected, .. } | Mode::Paused(Standstill::Waiting { expected, .. }) => {
                *expected
            }
            Mode::Pondering { expected, .. } => Some(*expected),
            Mode::Analysing { .. } => self.thinking.best(),
            Mode::Force | Mode::Thinking { .. } | Mode::Paused(_) => None,
        };
        let (Some(game), Some(mv)) = (&self.game, expected) else {
            return;
        };
        if game.position().is_legal(mv) {
            let hint = self.spell(game.position(), mv);
            self.say(Reply::Hint(hint));
        }
    }
}
