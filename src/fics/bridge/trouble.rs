//! Trouble: moves that the server refuses, an engine that fails, and ways out of a game.
//!
//! Owns how often something may go wrong. Nothing is tried for ever: a game that cannot be played is
//! left as the user wants it, and an engine that fails in every game plays no more.

use super::{Bridge, Deed, Departure, Haste};
use crate::board::Square;
use crate::fics::config::WayOut;
use crate::session::Command;

/// Refusals in a row by the server after which the boards will not be brought together any more.
const MOST_REFUSALS: u32 = 2;
/// Failures of the engine in a row after which it is not worth another game.
const MOST_FAILURES: u32 = 3;

impl Bridge {
    /// The server did not take our move: the boards are brought together once more.
    pub(super) fn move_refused(&mut self, why: &str) {
        let Some(live) = &mut self.live else { return };
        live.refusals += 1;
        let refusals = live.refusals;
        if live.is_unconfirmed {
            live.take_back(1);
        }
        live.asked = None;
        self.warn(why.to_owned());
        match refusals >= MOST_REFUSALS {
            true => self.leave_game(self.config.game.when_engine_fails, why),
            false => {
                self.tell(Command::Force);
                self.send("refresh");
            }
        }
    }

    /// The server does not know a command of ours: it may have been our move.
    pub(super) fn command_unknown(&mut self, line: &str) {
        let awaits_answer = self.live.as_ref().is_some_and(|live| live.is_unconfirmed);
        let is_move = line.split(':').next().is_some_and(looks_like_our_move);
        if awaits_answer && is_move {
            self.move_refused(&format!("the server does not know the move: {line}"));
        }
    }

    pub(super) fn engine_failed(&mut self, why: &str) {
        self.warn(format!("the engine has failed: {why}"));
        self.deeds.push(Deed::RestartEngine);
        self.tell_owners(&format!("My engine has failed: {why}"));
        self.failures += 1;
        if self.live.is_some() {
            self.leave_game(self.config.game.when_engine_fails, why);
        }
        if self.failures >= MOST_FAILURES {
            self.warn(format!(
                "{MOST_FAILURES} games in a row were left; playing no more"
            ));
            self.leave(Haste::AfterTheGame);
        }
    }

    /// Why the program ends when nothing worse happens on the way.
    pub(super) fn departure(&self) -> Departure {
        match self.failures >= MOST_FAILURES {
            true => Departure::EngineFailed,
            false => Departure::Done,
        }
    }

    /// Gets out of the game, for good.
    pub(super) fn leave_game(&mut self, way: WayOut, why: &str) {
        let now = self.now;
        let Some(live) = &mut self.live else { return };
        if live.leaving.replace(now).is_none() {
            log::warn!("leaving the game ({way}): {why}");
        }
        live.asked = None;
        self.tell(Command::Force);
        self.send(&way.to_string());
    }
}

/// Whether a command is one of ours.
fn looks_like_our_move(command: &str) -> bool {
    let is_square = |text: &str| text.parse::<Square>().is_ok();
    command.starts_with("O-O") || command.split(['-', '=']).take(2).all(is_square)
}
