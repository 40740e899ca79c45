//! Coming and going: connections, logins, what is set afterwards, and attempts to come back.
//!
//! Owns the way from no connection to the first command and back. What counts as a login is
//! `login`'s.

use std::time::Duration;

use rand_chacha::rand_core::Rng;

use super::live::LiveGame;
use super::{
    Announced, Bridge, BridgeAction, ConnectionStage, ExitReason, Outgoing, ShutdownUrgency,
};
use crate::engine::NAME;
use crate::fics::config::{SealChoice, Variant};
use crate::fics::line::Received;
use crate::fics::login::{Login, LoginError, LoginStep, ServerIdentity};
use crate::fics::message::ServerRating;
use crate::fics::outgoing::OutgoingLine;

/// A login that takes longer has failed.
const LOGIN_TIME: Duration = Duration::from_secs(45);
/// Variables that make the server's output plain, and keep us out of other people's business.
const VARIABLES: [&str; 17] = [
    "style 12",
    "seek 0",
    "shout 0",
    "cshout 0",
    "chanoff 1",
    "pin 0",
    "gin 0",
    "bell 0",
    "highlight 0",
    "width 240",
    "height 240",
    "autoflag 1",
    "open 1",
    "examine 0",
    "availinfo 0",
    "tell 1",
    "kibitz 0",
];
/// Interface variables, which end with each login. The lock comes last.
const INTERFACE_VARIABLES: [&str; 9] = [
    "ms 1",
    "nowrap 1",
    "defprompt 1",
    "pendinfo 1",
    "gameinfo 1",
    "startpos 1",
    "nohighlight 1",
    "movecase 1",
    "smartmove 0",
];

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
        self.suspend_the_game();
        let is_sealed = !self.unsealed && self.config.server.timeseal != SealChoice::Off;
        let login = Login::new(self.config.account.handle.clone(), is_sealed);
        self.heard_at = self.now;
        self.probed_at = None;
        self.stage = ConnectionStage::Entering {
            login,
            since: self.now,
        };
    }

    pub(super) fn enter(&mut self, received: &Received) {
        let ConnectionStage::Entering { login, .. } = &mut self.stage else {
            return;
        };
        let outgoing = match login.hear(received) {
            Ok(LoginStep::Wait) => return,
            Ok(LoginStep::Done(identity)) => return self.entered(identity),
            Ok(LoginStep::Send(text)) => match OutgoingLine::new(&text) {
                Ok(line) => Outgoing::Line(line),
                Err(error) => return log::error!("not sent: {error}"),
            },
            Ok(LoginStep::PressReturn) => Outgoing::Return,
            Ok(LoginStep::SendPassword) => Outgoing::Password,
            Err(error) => return self.not_entered(error),
        };
        self.actions.push(BridgeAction::Send(outgoing));
    }

    fn not_entered(&mut self, error: LoginError) {
        self.actions.push(BridgeAction::HangUp);
        self.stage = ConnectionStage::Offline;
        let may_unseal = self.config.server.timeseal == SealChoice::Auto && !self.unsealed;
        if matches!(error, LoginError::SealNotUnderstood(_)) && may_unseal {
            self.unsealed = true;
            return self.connect(Duration::ZERO);
        }
        match error.is_passing() {
            true => self.come_back(&error.to_string()),
            false => self
                .actions
                .push(BridgeAction::Leave(ExitReason::Refused(error))),
        }
    }

    /// Entering takes too long.
    pub(super) fn watch_the_login(&mut self) {
        if let ConnectionStage::Entering { since, .. } = self.stage
            && self.now.saturating_sub(since) > LOGIN_TIME
        {
            self.not_entered(LoginError::NotNow("the server is silent".to_owned()));
        }
    }

    fn entered(&mut self, identity: ServerIdentity) {
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
        self.attempts = 0;
        self.has_been_online = true;
        let is_untitled = identity.is_registered && identity.is_computer == Some(false);
        self.identity = Some(identity);
        if is_untitled && !self.config.account.rated_without_computer_title {
            self.warn(
                "the server does not show this account as a computer's; rated games are declined"
                    .to_owned(),
            );
        }
        self.announced = Announced::default();
        self.closed = None;
        self.awaited = None;
        self.pending.clear();
        self.speech.forget();
        self.set_variables();
        self.seek_soon();
        // Games with guests, and guests' games, are not stored.
        let is_stored = |live: &&LiveGame| live.terms.opponent_rating != ServerRating::Guest;
        let interrupted = self.suspended.iter().filter(is_stored);
        let interrupted: Vec<String> = interrupted
            .map(|live| live.terms.opponent.clone())
            .collect();
        if !self.is_guest() {
            interrupted
                .into_iter()
                .for_each(|name| self.may_resume(name));
        }
    }

    fn set_variables(&mut self) {
        for variable in VARIABLES {
            self.send(&format!("set {variable}"));
        }
        let noescape = u8::from(self.config.account.noescape);
        self.send(&format!("set noescape {noescape}"));
        self.send(&format!("set interface {NAME}"));
        for variable in INTERFACE_VARIABLES {
            self.send(&format!("iset {variable}"));
        }
        if self
            .config
            .accept
            .variants
            .contains(&Variant::FischerRandom)
        {
            self.send("iset fr 1");
        }
        self.send("iset lock 1");
        let commands = &self.config.commands;
        let mut lines: Vec<String> = Vec::new();
        for (index, note) in commands.finger_notes.iter().enumerate() {
            let words = note.words().unwrap_or_default();
            lines.push(format!("set {} {words}", index + 1));
        }
        let formula = commands.formula.iter();
        lines.extend(formula.map(|formula| format!("set formula {}", formula.as_str())));
        let unwelcome = self.config.accept.no_play.iter();
        lines.extend(unwelcome.map(|handle| format!("+noplay {handle}")));
        lines.extend(commands.login.iter().map(|line| line.as_str().to_owned()));
        lines.iter().for_each(|line| self.send(line));
    }

    /// The connection is gone, or there was none.
    pub(super) fn disconnected(&mut self, why: String) {
        let was_quitting = matches!(self.stage, ConnectionStage::Quitting { .. });
        self.suspend_the_game();
        self.stage = ConnectionStage::Offline;
        if was_quitting || self.urgency > ShutdownUrgency::None {
            self.actions.push(BridgeAction::Leave(self.exit_reason()));
        } else if self.has_been_online || self.attempts > 0 {
            self.come_back(&why);
        } else {
            self.actions
                .push(BridgeAction::Leave(ExitReason::NoConnection(why)));
        }
    }

    /// Gives the connection up.
    pub(super) fn lose_connection(&mut self, why: &str) {
        self.actions.push(BridgeAction::HangUp);
        self.disconnected(why.to_owned());
    }

    fn come_back(&mut self, why: &str) {
        let after = self.next_wait();
        self.warn(format!(
            "not connected: {why}; trying again in {:.1} s",
            after.as_secs_f64()
        ));
        self.connect(after);
    }

    /// Each wait is twice the one before up to the longest, and a quarter of it is chance, so that
    /// a server that comes back does not see everybody at once.
    fn next_wait(&mut self) -> Duration {
        let operation = &self.config.operation;
        let first = operation.reconnect_seconds.duration();
        let longest = operation.longest_reconnect_seconds.duration();
        let doubled = first
            .saturating_mul(1 << self.attempts.min(16))
            .min(longest);
        self.attempts = self.attempts.saturating_add(1);
        let permille = 750 + self.chance.next_u32() % 251;
        doubled * permille / 1_000
    }
}
