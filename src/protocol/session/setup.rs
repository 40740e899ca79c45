//! Handshake, options and settings: what is told once and kept.
//!
//! Settings are accepted in every state and count at the next move: a search that runs while the
//! opponent thinks, or an analysis, begins anew with them.

use super::{Effect, Mode, Session, Standstill};
use crate::engine::options::{OptionChange, OptionError, SpinOption};
use crate::protocol::command::{Command, GameTime};
use crate::protocol::features::feature_lines;
use crate::protocol::reply::{Refusal, Reply};

impl Session {
    pub(super) fn say_features(&mut self) {
        let lines = feature_lines(&self.character, &self.options);
        self.effects.extend(lines.into_iter().map(Effect::Say));
    }

    pub(super) fn rejected(&mut self, feature: &str) {
        if feature.split_whitespace().next() == Some("debug") {
            self.comments_are_welcome = false;
        }
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
                self.effects.push(Effect::Choose(choice));
                self.personality_has_changed();
            }
            OptionChange::Parameter(parameter, value) => {
                self.effects.push(Effect::Adjust(parameter, value));
                self.personality_has_changed();
            }
            OptionChange::Spin(SpinOption::Seed, _) => {
                let seed = self.options.settings().seed;
                self.effects.push(Effect::SetSeed(seed));
                self.personality_has_changed();
            }
            OptionChange::Tablebases(path) => {
                self.effects.push(Effect::OpenTablebases(path));
                self.search_anew();
            }
            OptionChange::Spin(..) | OptionChange::Check(..) => self.search_anew(),
            OptionChange::Press(button) => self.press(button),
            OptionChange::SaveFile(_) => {}
        }
    }

    /// A search of the personality's that runs beside the game begins anew.
    pub(super) fn personality_has_changed(&mut self) {
        if !self.is_analysing() || self.options.settings().personality_in_analysis {
            self.search_anew();
        }
    }

    /// What was set counts at once while pondering and analysing. A search for a move goes on: its
    /// clock is running.
    pub(super) fn search_anew(&mut self) {
        match self.mode {
            Mode::Pondering {
                engine, expected, ..
            } => self.search_after(engine, expected),
            Mode::Analysing { .. } => self.restart_analysis(),
            Mode::Force | Mode::Waiting { .. } | Mode::Thinking { .. } | Mode::Paused(_) => {}
        }
    }

    /// `egtpath TYPE PATH`: only Syzygy's tables are known, others are nobody's mistake.
    pub(super) fn set_tablebase_path(&mut self, text: &str) {
        let (kind, path) = text.split_once(' ').unwrap_or((text, ""));
        if kind.eq_ignore_ascii_case("syzygy") && !path.trim().is_empty() {
            let path = path.trim().to_owned();
            self.effects.push(Effect::OpenTablebases(path));
            self.search_anew();
        }
    }

    /// Who is not rated, or a stranger, is taken for an equal.
    pub(super) fn set_ratings(&mut self, own: Option<u32>, opponent: Option<u32>) {
        let known = own.zip(opponent);
        let lead = known.map(|(own, opponent)| i64::from(own) - i64::from(opponent));
        self.rating_lead = lead.and_then(|lead| lead.try_into().ok()).unwrap_or(0);
        self.effects.push(Effect::SetRatingLead(self.rating_lead));
        self.personality_has_changed();
    }

    /// `sd`: the deepest iteration of the searches to come.
    pub(super) fn set_depth(&mut self, plies: Option<u32>) {
        self.depth_plies = plies;
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

    /// Clock readings that cannot be read are passed over in silence: xboard would take a
    /// complaint for the wish never to hear of clocks again.
    pub(super) fn malformed(&mut self, text: &str) {
        if !text.starts_with("time") && !text.starts_with("otim") {
            self.refuse(Refusal::BadArgument, text);
        }
    }

    /// Whether a line belongs to the obsolete edit mode, which is not supported: its piece
    /// placements look like moves but must not be played.
    pub(super) fn passes_over(&mut self, command: &Command) -> bool {
        if !self.skips_edit_lines {
            return false;
        }
        match command {
            Command::UserMove(_) | Command::Unknown(_) | Command::Empty => true,
            Command::Status => {
                self.skips_edit_lines = false;
                true
            }
            _ => {
                self.skips_edit_lines = false;
                false
            }
        }
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
