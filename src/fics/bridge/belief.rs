//! Belief: in which state which message of the server is believed.
//!
//! [`SpeakerTracker`](crate::fics::speaker::SpeakerTracker) has made sure that the server itself
//! speaks. This is the second line of defence: a message counts only while we are in a state that
//! can bring it forth, and only if it is about us. docs/fics.md has the same as a table.

use std::time::Duration;

use super::Bridge;
use super::failures::command_in;
use crate::fics::message::{
    GameEnded, GameStarted, GameTerms, LoginMessage, OurSeek, PendingKind, PendingOffer, Rejection,
    ServerMessage,
};
use crate::fics::style12::Style12;

/// A server answers a command within this time.
pub(super) const ANSWER_TIME: Duration = Duration::from_secs(10);
/// A login's texts come in pages within this time.
const WELCOME_TIME: Duration = Duration::from_secs(60);

impl Bridge {
    /// Whether the present state can bring `message` forth.
    pub(super) fn believes(&self, message: &ServerMessage) -> bool {
        match message {
            ServerMessage::Board(board) => self.believes_board(board),
            ServerMessage::Login(message) => self.believes_login(message),
            ServerMessage::Challenge(challenge) => {
                self.is_me(&challenge.terms.second) && !self.is_me(&challenge.terms.first)
            }
            ServerMessage::ChallengerIs { name, .. } => self.pending.has_challenge_of(name),
            ServerMessage::PendingFrom(offer) => self.believes_offer(offer),
            ServerMessage::Offer { from, .. } => self.plays_against(from),
            ServerMessage::MoreTime { from, .. } => {
                let from = from.as_deref();
                self.live.is_some() && from.is_none_or(|from| self.plays_against(from))
            }
            ServerMessage::Creating(terms) => self.believes_creation(terms),
            ServerMessage::GameInfo(_) => self.live.is_none() && !self.agreements.is_empty(),
            ServerMessage::GameStarted(started) => self.believes_start(started),
            ServerMessage::GameEnded(ended) => self.believes_end(ended),
            ServerMessage::Rejected(rejection) => self.believes_rejection(rejection),
            ServerMessage::MatchFailed(_) => self.agreements.awaited_resumption().is_some(),
            ServerMessage::UnknownCommand(text) => {
                self.is_our_unanswered_move(command_in(text)) || self.seek_is_unanswered()
            }
            ServerMessage::OurSeek(seek) => {
                matches!(seek, OurSeek::Matched(_)) || self.seek_is_unanswered()
            }
            ServerMessage::Issuing(challenge) => {
                let challenger = challenge.as_ref().map(|issued| &issued.terms.first);
                challenger.is_none_or(|name| self.is_me(name))
            }
            ServerMessage::FingerHeading { name, .. } => self.is_me(name),
            ServerMessage::MorePages => self.expects_pages(),
            ServerMessage::QuotaReached => self.chat_queue.has_spoken_since(self.now, ANSWER_TIME),
            _ => true,
        }
    }

    fn believes_board(&self, board: &Style12) -> bool {
        let Some(color) = board.our_color() else {
            return false;
        };
        let opponent = board.player(!color);
        if !self.is_me(board.player(color)) {
            return false;
        }
        match &self.live {
            Some(live) if live.number == board.game => self.plays_against(opponent),
            // A board that is sent once more after the end.
            None if self.closed == Some(board.game) => false,
            _ => self.agreements.is_with(opponent),
        }
    }

    fn believes_login(&self, message: &LoginMessage) -> bool {
        match message {
            LoginMessage::Kicked { name, .. } => self.is_me(name),
            LoginMessage::ShuttingDown(_) | LoginMessage::TimesealError(_) => true,
            // The rest belongs to the login, which is over.
            _ => false,
        }
    }

    fn believes_offer(&self, offer: &PendingOffer) -> bool {
        match &offer.kind {
            PendingKind::Match(Some(challenge)) => {
                let terms = &challenge.terms;
                self.is_me(&terms.second) && terms.first.eq_ignore_ascii_case(&offer.with)
            }
            PendingKind::Match(None) | PendingKind::Partner | PendingKind::Other(_) => true,
            _ => self.plays_against(&offer.with),
        }
    }

    /// One game begins after the other.
    fn believes_creation(&self, terms: &GameTerms) -> bool {
        self.live.is_none() && self.has_agreed(&terms.first, &terms.second)
    }

    fn believes_start(&self, started: &GameStarted) -> bool {
        self.live.is_none() && self.has_agreed(&started.white, &started.black)
    }

    fn has_agreed(&self, one: &str, other: &str) -> bool {
        self.is_me(one) && self.agreements.is_with(other)
            || self.is_me(other) && self.agreements.is_with(one)
    }

    /// A result counts for our own game alone: its number and both players' names must be right.
    fn believes_end(&self, ended: &GameEnded) -> bool {
        let is_ours = self
            .live
            .as_ref()
            .is_some_and(|live| live.number == ended.game);
        let is_between = |us: &str, them: &str| self.is_me(us) && self.plays_against(them);
        is_ours
            && (is_between(&ended.white, &ended.black) || is_between(&ended.black, &ended.white))
    }

    /// A refusal is the answer to a command.
    fn believes_rejection(&self, rejection: &Rejection) -> bool {
        match rejection {
            Rejection::IllegalMove(text) | Rejection::AmbiguousMove(text) => {
                self.has_unanswered_move() && (text.is_empty() || self.is_our_unanswered_move(text))
            }
            Rejection::NotOurMove => self.has_unanswered_move(),
            Rejection::NotPlaying
            | Rejection::Paused
            | Rejection::OpponentHasTime
            | Rejection::Untimed => self.live.is_some() && self.awaits_answer(),
            Rejection::NoSuchOffer | Rejection::Busy => self.agreements.is_any_awaited(),
        }
    }

    fn awaits_answer(&self) -> bool {
        self.now.saturating_sub(self.sent_at) <= ANSWER_TIME
    }

    fn has_unanswered_move(&self) -> bool {
        self.live.as_ref().is_some_and(|live| live.is_unconfirmed)
    }

    /// Whether `command` is the move that we have sent and not yet seen on a board. Some servers
    /// write it in a form of their own.
    pub(super) fn is_our_unanswered_move(&self, command: &str) -> bool {
        let plain = |text: &str| -> String {
            let letters = text.chars().filter(char::is_ascii_alphanumeric);
            letters.map(|letter| letter.to_ascii_lowercase()).collect()
        };
        let live = self.live.as_ref().filter(|live| live.is_unconfirmed);
        live.is_some_and(|live| plain(&live.sent_move) == plain(command))
    }

    fn expects_pages(&self) -> bool {
        let is_syncing = self
            .live
            .as_ref()
            .is_some_and(|live| live.syncing.is_some());
        is_syncing || self.now.saturating_sub(self.online_since) <= WELCOME_TIME
    }

    pub(super) fn plays_against(&self, name: &str) -> bool {
        self.live
            .as_ref()
            .is_some_and(|live| live.terms.opponent.eq_ignore_ascii_case(name))
    }
}
