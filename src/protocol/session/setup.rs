//! Handshake, options and settings: what is told once and kept.
//!
//! Owns everything about a session that does not touch the game. Settings are accepted in every
//! state and count from the next search.

use super::{Effect, Mode, Session, Standstill};
use crate::engine::options::{OptionError, Quantity, Setting};
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
        match self.options.set(name, value.unwrap_or_default()) {
            Ok(Setting::Personality(choice)) => self.effects.push(Effect::Choose(choice)),
            Ok(Setting::Quantity(Quantity::Seed, _)) => {
                let seed = self.options.settings().seed;
                self.effects.push(Effect::SetSeed(seed));
            }
            Ok(Setting::Parameter(parameter, value)) => {
                self.effects.push(Effect::Adjust(parameter, value));
            }
            Ok(Setting::Tablebases(path)) => self.effects.push(Effect::OpenTablebases(path)),
            Ok(Setting::Press(button)) => self.press(button),
            // The settings are asked when they matter.
            Ok(Setting::Quantity(..) | Setting::Switch(..) | Setting::SaveFile(_)) => {}
            Err(OptionError::Unknown(name)) => self.refuse(Refusal::UnknownOption, &name),
            Err(OptionError::Value {
                name,
                value,
                expected,
            }) => self.refuse(
                Refusal::Expected(expected),
                &format!("option {name}={value}"),
            ),
        }
    }

    /// `egtpath TYPE PATH`: only Syzygy's tables are known, others are nobody's mistake.
    pub(super) fn set_tablebase_path(&mut self, text: &str) {
        let (kind, path) = text.split_once(' ').unwrap_or((text, ""));
        if kind.eq_ignore_ascii_case("syzygy") && !path.trim().is_empty() {
            let path = path.trim().to_owned();
            self.effects.push(Effect::OpenTablebases(path));
        }
    }

    /// Who is not rated, or a stranger, is taken for an equal.
    pub(super) fn set_ratings(&mut self, own: Option<u32>, opponent: Option<u32>) {
        let known = own.zip(opponent);
        let lead = known.map(|(own, opponent)| i64::from(own) - i64::from(opponent));
        self.rating_lead = lead.and_then(|lead| lead.try_into().ok()).unwrap_or(0);
        self.effects.push(Effect::SetRatingLead(self.rating_lead));
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
