//! What has to be seen to as time goes by: silence, clocks, seeks, unfinished games, the end.
//!
//! Owns every patience and what happens when it is over. Nothing here waits for ever.

use std::time::Duration;

use super::{
    Awaited, Beginning, Bridge, BridgeAction, ConnectionStage, ExitReason, Outgoing,
    ShutdownUrgency,
};
use crate::fics::config::{SeekColor, SeekConfig, Variant, WhenFlagFalls};

/// A silent server that was asked has so long to answer.
const PROBE_TIME: Duration = Duration::from_secs(20);
/// Servers end a session in which nothing was said for an hour.
const IDLE_TIME: Duration = Duration::from_secs(50 * 60);
/// A move that is not confirmed after this time is a reason to ask.
const MOVE_TIME: Duration = Duration::from_secs(5);
/// An accepted challenge becomes a game within this time, or not at all.
const START_TIME: Duration = Duration::from_secs(20);
/// The moves of a game arrive within this time.
const SYNC_TIME: Duration = Duration::from_secs(5);
/// The engine may be this much later than its clock allows.
const ENGINE_GRACE: Duration = Duration::from_secs(5);
/// The longest move without clocks.
const LONGEST_MOVE: Duration = Duration::from_secs(300);
/// An opponent's clock that is this far beyond its end is claimed.
const FLAG_GRACE: Duration = Duration::from_secs(1);
/// A claim is repeated after this time, and then after ever longer ones.
const CLAIM_AGAIN: Duration = Duration::from_secs(5);
/// Whoever will not let us out of a game in this time sees us resign.
const WAY_OUT_TIME: Duration = Duration::from_secs(60);
/// After a game, before anything new.
const BREATH: Duration = Duration::from_secs(2);
/// How long the server has to say good-bye.
const QUITTING_TIME: Duration = Duration::from_secs(5);
/// Unfinished games that wait for their turn.
const MOST_TO_RESUME: usize = 20;

impl Bridge {
    pub(super) fn tick(&mut self) {
        match self.stage {
            ConnectionStage::Offline => {}
            ConnectionStage::Entering { .. } => self.watch_the_login(),
            ConnectionStage::Online => self.tick_online(),
            ConnectionStage::Quitting { since } => {
                if self.now.saturating_sub(since) > QUITTING_TIME {
                    self.actions.push(BridgeAction::HangUp);
                    self.disconnected("we have left".to_owned());
                }
            }
        }
    }

    fn tick_online(&mut self) {
        self.watch_the_connection();
        if !self.is_online() {
            return;
        }
        self.answer_offers();
        self.watch_the_game();
        if let Some(line) = self.speech.next(self.now, self.is_guest()) {
            self.actions.push(BridgeAction::Send(Outgoing::Line(line)));
        }
        if self.live.is_none() {
            self.idle();
        }
    }

    fn since(&self, moment: Duration) -> Duration {
        self.now.saturating_sub(moment)
    }

    /// Asks a server that has fallen silent whether it is there, and one that talks all the time
    /// now and then, lest it take us for idle. Any answer will do, also that there is no such
    /// command. TCP's own keepalive would notice hours later, and no server counts it.
    fn watch_the_connection(&mut self) {
        let silence = self.config.operation.silence_seconds.duration();
        let waiting = self.live.as_ref().filter(|live| live.is_unconfirmed);
        let (silent_since, patience) = match waiting {
            Some(live) => (self.heard_at.max(live.moved_at), silence.min(MOVE_TIME)),
            None => (self.heard_at, silence),
        };
        match self.probed_at {
            None if self.since(silent_since) > patience || self.since(self.sent_at) > IDLE_TIME => {
                self.probed_at = Some(self.now);
                self.send("date");
            }
            Some(probed) if self.since(probed) > PROBE_TIME => {
                self.lose_connection("the server is silent");
            }
            _ => {}
        }
    }

    fn watch_the_game(&mut self) {
        if self
            .awaited
            .as_ref()
            .is_some_and(|awaited| self.since(awaited.since) > START_TIME)
        {
            log::warn!("the accepted game does not begin");
            self.awaited = None;
        }
        let Some(live) = &self.live else { return };
        if live
            .syncing
            .is_some_and(|since| self.since(since) > SYNC_TIME)
        {
            if let Some(live) = &mut self.live
                && let Some(board) = live.unexplained.take()
            {
                self.begin_at(&board);
            }
        } else if live
            .leaving
            .is_some_and(|since| self.since(since) > WAY_OUT_TIME)
        {
            self.send("resign");
            if let Some(live) = &mut self.live {
                live.leaving = Some(self.now);
            }
        } else if self.engine_hangs() {
            self.engine_failed("it does not move");
        } else {
            self.watch_the_opponent();
        }
    }

    fn engine_hangs(&self) -> bool {
        let asked = self.live.as_ref().and_then(|live| live.asked);
        asked.is_some_and(|asked| {
            let patience = asked
                .clock
                .map_or(LONGEST_MOVE, |clock| clock + ENGINE_GRACE);
            self.since(asked.since) > patience
        })
    }

    /// Claims the game of an opponent whose time is over, and leaves one who never began.
    fn watch_the_opponent(&mut self) {
        let now = self.now;
        let first_move = self.config.game.first_move_seconds.duration();
        let when_flag_falls = self.config.game.when_flag_falls;
        let Some(live) = &mut self.live else { return };
        let again = CLAIM_AGAIN * (1 << live.claims.min(6));
        let is_too_soon = live.claimed.is_some_and(|claimed| now < claimed + again);
        if live.is_our_turn() || live.is_paused || live.leaving.is_some() || is_too_soon {
            return;
        }
        let command = match live.game.len() {
            0 | 1 if !first_move.is_zero() && now > live.board_at + first_move => "abort",
            0 | 1 => return,
            _ if live
                .opponent_is_over_by(now)
                .is_some_and(|over| over > FLAG_GRACE) =>
            {
                match when_flag_falls {
                    WhenFlagFalls::Flag => "flag",
                    WhenFlagFalls::Abort => "abort",
                    WhenFlagFalls::Adjourn => "adjourn",
                }
            }
            _ => return,
        };
        live.claimed = Some(now);
        live.claims += 1;
        self.send(command);
    }

    pub(super) fn after_the_game(&mut self) {
        self.say_farewell();
        let hooks = self.config.commands.game_end.clone();
        hooks.iter().for_each(|line| self.send(line.as_str()));
        if self.opponents.has_played_enough(&self.config.accept) {
            self.leave(ShutdownUrgency::AfterTheGame);
        }
        self.seek_soon();
    }

    /// Nothing is played and nothing is about to be.
    fn idle(&mut self) {
        if self.awaited.is_some() || self.seek_at.is_some_and(|at| self.now < at) {
            return;
        }
        if self.urgency > ShutdownUrgency::None {
            return self.quit();
        }
        if let Some(name) = self.to_resume.pop_front() {
            self.awaited = Some(Awaited {
                since: self.now,
                how: Beginning::Resumption,
            });
            self.send(&format!("match {name}"));
            return;
        }
        if self.seek_at.take().is_some() {
            let seeks = self.config.seek.clone();
            seeks.iter().for_each(|seek| self.send(&seek_command(seek)));
        }
    }

    pub(super) fn seek_soon(&mut self) {
        self.seek_at = Some(self.now + BREATH);
    }

    /// Somebody is there with whom we have a game to finish.
    pub(super) fn may_resume(&mut self, name: String) {
        let is_known = self
            .to_resume
            .iter()
            .any(|other| other.eq_ignore_ascii_case(&name));
        let is_sendable =
            !name.is_empty() && name.bytes().all(|letter| letter.is_ascii_alphabetic());
        let is_wanted = self.config.game.resume && self.urgency == ShutdownUrgency::None;
        if is_wanted && is_sendable && !is_known && self.to_resume.len() < MOST_TO_RESUME {
            self.to_resume.push_back(name);
        }
    }

    pub(super) fn is_leaving(&self) -> bool {
        self.urgency > ShutdownUrgency::None
    }

    /// The program is to end: after the game, and when it is said once more, at once.
    pub(super) fn end_wanted(&mut self) {
        let urgency = match self.urgency {
            ShutdownUrgency::None => ShutdownUrgency::AfterTheGame,
            _ => ShutdownUrgency::Now,
        };
        self.leave(urgency);
    }

    pub(super) fn leave(&mut self, urgency: ShutdownUrgency) {
        let was = self.urgency;
        self.urgency = urgency.max(was);
        match self.stage {
            ConnectionStage::Offline | ConnectionStage::Entering { .. } => {
                self.actions.push(BridgeAction::HangUp);
                self.actions.push(BridgeAction::Leave(ExitReason::Done));
            }
            ConnectionStage::Quitting { .. } => {}
            ConnectionStage::Online => {
                if was == ShutdownUrgency::None {
                    log::info!("leaving after the game");
                    self.send("unseek");
                    self.send("set open 0");
                }
                match (&self.live, self.urgency) {
                    (None, _) => self.quit(),
                    (Some(_), ShutdownUrgency::Now) if was < ShutdownUrgency::Now => {
                        self.leave_game(self.config.game.when_told_to_end, "told to end");
                        // Nobody waits for an opponent who does not agree.
                        self.quit();
                    }
                    _ => {}
                }
            }
        }
    }

    fn quit(&mut self) {
        // Servers remember it, and the account may be used without masque.
        self.send("set open 1");
        self.send("quit");
        self.stage = ConnectionStage::Quitting { since: self.now };
    }
}

/// A seek that leaves the choice of the opponent to the policy.
fn seek_command(seek: &SeekConfig) -> String {
    let rated = if seek.rated { "rated" } else { "unrated" };
    let color = match seek.color {
        SeekColor::Any => String::new(),
        color => format!(" {color}"),
    };
    let variant = match seek.variant {
        Variant::Standard => String::new(),
        Variant::FischerRandom => " wild fr".to_owned(),
        variant => format!(" {}", variant.to_string().replace('/', " ")),
    };
    format!(
        "seek {} {} {rated}{color}{variant} manual {}-{}",
        seek.base_minutes, seek.increment_seconds, seek.rating.least, seek.rating.most
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fics::config::Span;

    #[test]
    fn seeks_are_manual() {
        let mut seek = SeekConfig {
            base_minutes: 5,
            increment_seconds: 12,
            rated: true,
            variant: Variant::Standard,
            color: SeekColor::Any,
            rating: Span::new(1_000, 2_000),
        };
        assert_eq!(seek_command(&seek), "seek 5 12 rated manual 1000-2000");
        seek.variant = Variant::FischerRandom;
        seek.color = SeekColor::White;
        seek.rated = false;
        assert_eq!(
            seek_command(&seek),
            "seek 5 12 unrated white wild fr manual 1000-2000"
        );
    }
}
