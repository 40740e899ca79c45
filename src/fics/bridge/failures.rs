//! Failures: moves that the server refuses, an engine that fails, and ways out of a game.
//!
//! Nothing is tried for ever: a game that cannot be played is left as the user wants it, and an engine
//! that fails in every game plays no more.

use super::live_game::{LastResort, Leaving};
use super::{Bridge, BridgeAction, ExitReason, ShutdownUrgency};
use crate::fics::config::GameExit;
use crate::session::Command;

/// Refusals in a row by the server after which the boards will not be brought together any more.
const MAX_REFUSALS: u32 = 2;
/// Failures of the engine in a row after which it is not worth another game.
const MAX_FAILURES: u32 = 3;

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
        match refusals >= MAX_REFUSALS {
            true => self.leave_game(self.config.game.when_engine_fails, why),
            false => {
                self.tell(Command::Force);
                self.send("refresh");
            }
        }
    }

    /// The server does not know our move.
    pub(super) fn move_unknown(&mut self, line: &str) {
        if self.is_our_unanswered_move(command_in(line)) {
            self.move_refused(&format!("the server does not know the move: {line}"));
        }
    }

    pub(super) fn engine_failed(&mut self, why: &str) {
        self.warn(format!("the engine has failed: {why}"));
        self.actions.push(BridgeAction::RestartEngine);
        self.tell_owners(&format!("My engine has failed: {why}"));
        self.failures += 1;
        if self.live.is_some() {
            self.leave_game(self.config.game.when_engine_fails, why);
        }
        if self.failures >= MAX_FAILURES {
            self.warn(format!(
                "{MAX_FAILURES} games in a row were left; playing no more"
            ));
            self.leave(ShutdownUrgency::AfterTheGame);
        }
    }

    /// Why the program ends when nothing worse happens on the way.
    pub(super) fn exit_reason(&self) -> ExitReason {
        match self.failures >= MAX_FAILURES {
            true => ExitReason::EngineFailed,
            false => ExitReason::Done,
        }
    }

    /// Gets out of a game that we cannot play, for good.
    pub(super) fn leave_game(&mut self, way: GameExit, why: &str) {
        self.begin_leaving(way, LastResort::Resign, why);
    }

    /// Gets out of a game that the opponent has spoiled, for good.
    pub(super) fn leave_spoiled_game(&mut self, way: GameExit, why: &str) {
        if let Some(live) = &self.live {
            self.begin_leaving(way, live.last_resort_if_spoiled(), why);
        }
    }

    fn begin_leaving(&mut self, way: GameExit, last_resort: LastResort, why: &str) {
        let since = self.now;
        let Some(live) = &mut self.live else { return };
        let leaving = Leaving { since, last_resort };
        if live.leaving.replace(leaving).is_none() {
            log::warn!("leaving the game ({way}): {why}");
        }
        live.asked = None;
        self.tell(Command::Force);
        self.send(&way.to_string());
    }

    /// The opponent has not let us out of the game in good time.
    pub(super) fn leave_without_consent(&mut self, last_resort: LastResort) {
        let now = self.now;
        let Some(live) = &mut self.live else { return };
        match last_resort {
            LastResort::Resign => {
                live.leaving = Some(Leaving {
                    since: now,
                    last_resort,
                });
                self.send("resign");
            }
            LastResort::HangUp => {
                let opponent = live.terms.opponent.clone();
                if live.has_begun() {
                    // Whoever was away may be back for the rest.
                    return self
                        .lose_connection(&format!("{opponent} does not let us out of a game"));
                }
                self.live = None;
                self.stop_engine();
                self.hang_up_on(&opponent);
            }
        }
    }

    /// Gets out of a game that has hardly begun and must not go on later: this opponent gets no
    /// other one while the program runs.
    pub(super) fn hang_up_on(&mut self, opponent: &str) {
        self.warn(format!(
            "closing the connection to get out of a game with {opponent}, who gets no other one; \
             the server may have stored it (no_play keeps {opponent} away for good)"
        ));
        self.pending.ban(opponent);
        self.lose_connection(&format!("{opponent} does not let us out of a game"));
    }
}

/// What the server does not know, in a line such as `e7-e5: Command not found.`
pub(super) fn command_in(line: &str) -> &str {
    line.split(':').next().unwrap_or_default()
}
