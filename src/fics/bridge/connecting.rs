//! Logging in, losing the connection, and attempts to come back.

use std::time::Duration;

use rand_chacha::rand_core::Rng;

use super::live_game::LiveGame;
use super::{
    Announced, Bridge, BridgeAction, ConnectionStage, ExitReason, HANGING_UP_TIME, Outgoing,
    ShutdownUrgency,
};
use crate::fics::config::SealChoice;
use crate::fics::line::Received;
use crate::fics::login::{Login, LoginError, LoginStep, ServerIdentity};
use crate::fics::message::ServerRating;
use crate::fics::outgoing::OutgoingLine;
use crate::fics::speaker::SpeakerTracker;

/// A login that takes longer has failed.
const LOGIN_TIME: Duration = Duration::from_secs(45);
/// Between attempts from the second on, whatever the configuration says of the first.
const SHORTEST_SECOND_WAIT: Duration = Duration::from_secs(1);
/// A connection that has lasted this long was a good one.
const GOOD_CONNECTION_TIME: Duration = Duration::from_secs(3 * 60);

impl Bridge {
    /// What is to be done first of all.
    pub fn begin(&mut self) -> Vec<BridgeAction> {
        self.connect(Duration::ZERO);
        std::mem::take(&mut self.actions)
    }

    fn connect(&mut self, after: Duration) {
        let unsealed = self.unsealed;
        self.actions.push(BridgeAction::Connect { after, unsealed });
    }

    pub(super) fn connected(&mut self) {
        // No game outlives its connection.
        self.suspend_game();
        let is_sealed = !self.unsealed && self.config.server.timeseal != SealChoice::Off;
        let login = Login::new(self.config.account.handle.clone(), is_sealed);
        self.heard_at = self.now;
        self.probed_at = None;
        self.stage = ConnectionStage::Entering {
            login,
            since: self.now,
        };
    }

    pub(super) fn hear_during_login(&mut self, received: &Received) {
        let ConnectionStage::Entering { login, .. } = &mut self.stage else {
            return;
        };
        let outgoing = match login.hear(received) {
            Ok(LoginStep::Wait) => return,
            Ok(LoginStep::Done(identity)) => {
                let adjourned_opponents = login.adjourned_opponents().to_vec();
                return self.logged_in(identity, adjourned_opponents);
            }
            Ok(LoginStep::Send(text)) => match OutgoingLine::new(&text) {
                Ok(line) => Outgoing::Line(line),
                Err(error) => return log::error!("not sent: {error}"),
            },
            Ok(LoginStep::PressReturn) => Outgoing::Return,
            Ok(LoginStep::SendPassword) => Outgoing::Password,
            Err(error) => return self.login_failed(error),
        };
        self.actions.push(BridgeAction::Send(outgoing));
    }

    fn login_failed(&mut self, error: LoginError) {
        self.actions.push(BridgeAction::HangUp);
        self.stage = ConnectionStage::Offline;
        let may_unseal = self.config.server.timeseal == SealChoice::Auto && !self.unsealed;
        if matches!(error, LoginError::SealNotUnderstood(_)) && may_unseal {
            self.unsealed = true;
            return self.connect(Duration::ZERO);
        }
        match error.is_passing() {
            true => self.reconnect(&error.to_string()),
            false => self
                .actions
                .push(BridgeAction::Leave(ExitReason::Refused(error))),
        }
    }

    /// Entering takes too long.
    pub(super) fn check_login_timeout(&mut self) {
        if let ConnectionStage::Entering { since, .. } = self.stage
            && self.now.saturating_sub(since) > LOGIN_TIME
        {
            self.login_failed(LoginError::NotNow("the server is silent".to_owned()));
        }
    }

    fn logged_in(&mut self, identity: ServerIdentity, adjourned_opponents: Vec<String>) {
        log::info!(
            "logged in as {} ({})",
            identity.name,
            if identity.is_registered {
                "registered"
            } else {
                "guest"
            }
        );
        self.stage = ConnectionStage::Online;
        self.has_been_online = true;
        self.identity = Some(identity);
        self.announced = Announced::default();
        self.closed = None;
        self.agreements.clear();
        self.online_since = self.now;
        self.kicked = None;
        self.speakers = SpeakerTracker::default();
        self.pending.clear();
        self.chat_queue.forget();
        self.begin_setup();
        self.schedule_seeks();
        // Games with guests, and guests' games, are not stored.
        let is_stored = |live: &&LiveGame| live.terms.opponent_rating != ServerRating::Guest;
        let interrupted = self.suspended.iter().filter(is_stored);
        let interrupted: Vec<String> = interrupted
            .map(|live| live.terms.opponent.clone())
            .chain(adjourned_opponents)
            .collect();
        if !self.is_guest() {
            interrupted
                .into_iter()
                .for_each(|name| self.queue_resumption(name));
        }
    }

    /// The connection is gone, or there was none.
    pub(super) fn disconnected(&mut self, why: String) {
        let was_quitting = matches!(self.stage, ConnectionStage::Quitting { .. });
        self.suspend_game();
        self.agreements.clear();
        self.stage = ConnectionStage::Offline;
        let kicked = self.kicked.take();
        let kicked = kicked.filter(|kicked| self.now <= kicked.since + HANGING_UP_TIME);
        if let Some(kicked) = kicked.filter(|_| !was_quitting) {
            self.actions
                .push(BridgeAction::Leave(ExitReason::Kicked(kicked.text)));
        } else if was_quitting || self.urgency > ShutdownUrgency::None {
            self.actions.push(BridgeAction::Leave(self.exit_reason()));
        } else if self.has_been_online || self.attempts > 0 {
            self.reconnect(&why);
        } else {
            self.actions
                .push(BridgeAction::Leave(ExitReason::NoConnection(why)));
        }
    }

    /// A good while online or a finished game ends the row of attempts. A server that takes the
    /// login and hangs up is left alone for longer and longer.
    pub(super) fn reset_attempts(&mut self, game_is_finished: bool) {
        let online = self.now.saturating_sub(self.online_since);
        if game_is_finished || online >= GOOD_CONNECTION_TIME {
            self.attempts = 0;
        }
    }

    /// Gives the connection up.
    pub(super) fn lose_connection(&mut self, why: &str) {
        self.actions.push(BridgeAction::HangUp);
        self.disconnected(why.to_owned());
    }

    fn reconnect(&mut self, why: &str) {
        let after = self.reconnect_delay();
        self.warn(format!(
            "not connected: {why}; trying again in {:.1} s",
            after.as_secs_f64()
        ));
        self.connect(after);
    }

    /// Each wait is twice the one before up to the longest, and a quarter of it is chance, so that
    /// a server that comes back does not see everybody at once. A login alone does not begin the
    /// row again: see [`Bridge::reset_attempts`].
    fn reconnect_delay(&mut self) -> Duration {
        let operation = &self.config.operation;
        let first = operation.reconnect_seconds.duration();
        let longest = operation.longest_reconnect_seconds.duration();
        let first = match self.attempts {
            0 => first,
            _ => first.max(SHORTEST_SECOND_WAIT),
        };
        let doubled = first
            .saturating_mul(1 << self.attempts.min(16))
            .min(longest);
        self.attempts = self.attempts.saturating_add(1);
        let permille = 750 + self.rng.next_u32() % 251;
        doubled * permille / 1_000
    }
}
