//! Timers: what is done because time has passed. Silence, clocks, seeks, unfinished games and the end of
//! the program. Nothing here waits for ever.

use std::time::Duration;

use super::agreements::AgreedBy;
use super::playing::UNTIMED_MOVE;
use super::{
    Announced, Bridge, BridgeAction, ConnectionStage, ExitReason, Outgoing, ShutdownUrgency,
};
use crate::fics::config::{GameExit, WhenFlagFalls};
use crate::session::Command;

/// A server that was asked for a sign of life must answer within this time.
const PROBE_TIME: Duration = Duration::from_secs(15);
/// During a game a server is asked after this much silence at the latest.
const GAME_SILENCE: Duration = Duration::from_secs(15);
/// Servers end a session in which nothing was said for an hour.
const IDLE_TIME: Duration = Duration::from_secs(50 * 60);
/// A move that is not confirmed after this time is a reason to ask.
const MOVE_TIME: Duration = Duration::from_secs(5);
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
/// An opponent who has not agreed to end a game after this time meets the [last
/// resort](super::live_game::LastResort).
const WAY_OUT_TIME: Duration = Duration::from_secs(60);
/// Requests to abort a game that the opponent does not begin; after them it is left.
const MAX_CLAIMS_BEFORE_THE_GAME: u32 = 4;
/// The first board follows the news of a game within this time.
const FIRST_BOARD_TIME: Duration = Duration::from_secs(10);
/// After `quit` the server closes the connection within this time, or we do.
const QUITTING_TIME: Duration = Duration::from_secs(5);
/// Unfinished games that wait for their turn.
const MAX_TO_RESUME: usize = 20;

impl Bridge {
    pub(super) fn tick(&mut self) {
        match self.stage {
            ConnectionStage::Offline => {}
            ConnectionStage::Entering { .. } => self.check_login_timeout(),
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
        self.check_connection();
        if !self.is_online() {
            return;
        }
        self.check_setup();
        self.reset_attempts(false);
        self.answer_offers();
        self.check_game();
        if let Some(line) = self.chat_queue.next(self.now, self.is_guest()) {
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
    /// now and then, so that it does not log us out as idle. Any answer will do, also that there is no such
    /// command. TCP's own keepalive would notice hours later, and no server counts it.
    fn check_connection(&mut self) {
        let silence = self.config.operation.silence_seconds.duration();
        let silence = match self.live {
            Some(_) => silence.min(GAME_SILENCE),
            None => silence,
        };
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

    fn check_game(&mut self) {
        for opponent in self.agreements.expire(self.now) {
            log::warn!("the game agreed on with {opponent} does not begin");
        }
        self.check_first_board();
        let Some(live) = &self.live else { return };
        if live
            .syncing
            .is_some_and(|since| self.since(since) > SYNC_TIME)
        {
            if let Some(live) = &mut self.live
                && let Some(board) = live.unexplained.take()
            {
                self.restart_from_board(&board);
            }
        } else if let Some(leaving) = live.leaving
            && self.since(leaving.since) > WAY_OUT_TIME
        {
            self.leave_without_consent(leaving.last_resort);
        } else if self.engine_hangs() {
            self.engine_failed("it does not move");
        } else {
            self.check_opponent();
        }
    }

    /// A game whose board we cannot read would keep us from all others.
    fn check_first_board(&mut self) {
        if let Some((since, opponent)) = self.announced.awaits_board.clone()
            && self.live.is_none()
            && self.since(since) > FIRST_BOARD_TIME
        {
            self.announced = Announced::default();
            self.send("abort");
            self.hang_up_on(&opponent);
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
    fn check_opponent(&mut self) {
        let now = self.now;
        let first_move = self.config.game.first_move_seconds.duration();
        let when_flag_falls = self.config.game.when_flag_falls;
        let untimed_patience = self.config.game.untimed_patience_minutes.duration();
        let Some(live) = &mut self.live else { return };
        let again = CLAIM_AGAIN * (1 << live.claims.min(6));
        let is_too_soon = live.claimed.is_some_and(|claimed| now < claimed + again);
        if live.is_our_turn() || live.is_paused || live.leaving.is_some() || is_too_soon {
            return;
        }
        if live.control.is_none() && now > live.board_at + untimed_patience {
            return self.leave_silent_game();
        }
        let command = match live.game.len() {
            0 | 1 if live.claims >= MAX_CLAIMS_BEFORE_THE_GAME => {
                return self.leave_spoiled_game(GameExit::Abort, "the opponent does not begin");
            }
            0 | 1 if !first_move.is_zero() && now > live.board_at + first_move => "abort",
            0 | 1 => return,
            _ if live
                .opponent_overtime(now)
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

    /// Leaves a game without clocks in which the opponent has not moved for a long time.
    fn leave_silent_game(&mut self) {
        let Some(live) = &self.live else { return };
        let way = match live.has_begun() {
            true => GameExit::Adjourn,
            false => GameExit::Abort,
        };
        self.leave_spoiled_game(way, "the opponent does not move, and there is no clock");
    }

    /// The server will not hear of the opponent's time: no clock runs in this game.
    pub(super) fn game_is_untimed(&mut self) {
        if let Some(live) = &mut self.live
            && live.control.take().is_some()
        {
            self.tell(Command::MoveTime(UNTIMED_MOVE));
        }
    }

    pub(super) fn after_the_game(&mut self) {
        self.say_farewell();
        let hooks = self.config.commands.game_end.clone();
        hooks.iter().for_each(|line| self.send(line.as_str()));
        if self.opponents.has_played_enough(&self.config.accept) {
            self.leave(ShutdownUrgency::AfterTheGame);
        }
        self.schedule_seeks();
    }

    /// Nothing is played and nothing is about to be.
    fn idle(&mut self) {
        if self.agreements.is_any_awaited() || self.seek_at.is_some_and(|at| self.now < at) {
            return;
        }
        if self.urgency > ShutdownUrgency::None {
            return self.quit();
        }
        if let Some(name) = self.to_resume.pop_front() {
            self.agreements
                .add(&name, AgreedBy::Resumption, None, self.now);
            self.send(&format!("match {name}"));
            return;
        }
        if self.setup.is_empty() {
            self.post_due_seeks();
        }
    }

    /// An opponent of an adjourned game is online: asks for the rest when nothing else is played.
    pub(super) fn queue_resumption(&mut self, name: String) {
        let is_known = self
            .to_resume
            .iter()
            .any(|other| other.eq_ignore_ascii_case(&name));
        let is_sendable =
            !name.is_empty() && name.bytes().all(|letter| letter.is_ascii_alphabetic());
        let is_unwelcome = self.pending.is_banned(&name) || self.policy.is_refused(&name);
        let is_wanted =
            self.config.game.resume && self.urgency == ShutdownUrgency::None && !is_unwelcome;
        if is_wanted && is_sendable && !is_known && self.to_resume.len() < MAX_TO_RESUME {
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
                    // The game that we have said yes to is played first.
                    (None, ShutdownUrgency::AfterTheGame) if self.agreements.is_any_awaited() => {}
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
