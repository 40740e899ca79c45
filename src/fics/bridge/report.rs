//! Records of games for the archive, and the one-line status for people.

use std::time::Duration;

use super::live_game::LiveGame;
use super::{Bridge, BridgeAction, ConnectionStage, ShutdownUrgency};
use crate::board::{Color, Game};
use crate::fics::message::{EndReason, GameEnded, ServerRating, ServerTimeControl};

/// A game to be kept.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Its moves.
    pub game: Game,
    /// What is written behind each of them.
    pub comments: Vec<String>,
    /// White's handle and rating.
    pub white: (String, ServerRating),
    /// Black's.
    pub black: (String, ServerRating),
    /// Whether ratings changed.
    pub is_rated: bool,
    /// The server's word for the kind of game.
    pub kind: String,
    /// `None` without clocks.
    pub control: Option<ServerTimeControl>,
    /// How it ended.
    pub ended: GameEnded,
    /// How long ago it began.
    pub began_ago: Duration,
    /// The engine's colour and character.
    pub engine: (Color, String),
    /// Whether the server calls the opponent a computer.
    pub is_against_computer: bool,
}

impl Bridge {
    pub(super) fn record(&mut self, live: &LiveGame, ended: &GameEnded) {
        let own = |rating| (self.own_name().to_owned(), rating);
        let theirs = |rating| (live.terms.opponent.clone(), rating);
        let (own, theirs) = (
            own(live.terms.own_rating),
            theirs(live.terms.opponent_rating),
        );
        let (white, black) = match live.color {
            Color::White => (own, theirs),
            Color::Black => (theirs, own),
        };
        self.actions.push(BridgeAction::Record(Box::new(GameRecord {
            game: live.game.clone(),
            comments: live.comments.clone(),
            white,
            black,
            is_rated: live.terms.is_rated,
            kind: live.terms.kind.clone(),
            control: live.control,
            ended: ended.clone(),
            began_ago: self.now.saturating_sub(live.began),
            engine: (live.color, self.character.clone()),
            is_against_computer: self.is_computer(&live.terms.opponent),
        })));
    }

    pub(super) fn own_name(&self) -> &str {
        self.identity
            .as_ref()
            .map_or("?", |identity| &identity.name)
    }

    /// What is going on, in one line.
    pub fn status(&self) -> String {
        let doing = match (&self.stage, &self.live) {
            (ConnectionStage::Offline | ConnectionStage::Entering { .. }, _) => {
                "not connected".to_owned()
            }
            (ConnectionStage::Quitting { .. }, _) => "logging off".to_owned(),
            (ConnectionStage::Online, None) => "waiting for opponents".to_owned(),
            (ConnectionStage::Online, Some(live)) => format!(
                "playing {} against {} ({}, move {})",
                if live.color == Color::White {
                    "White"
                } else {
                    "Black"
                },
                live.terms.opponent,
                if live.terms.is_rated {
                    "rated"
                } else {
                    "unrated"
                },
                live.game.position().fullmove_number()
            ),
        };
        let ending = match self.urgency {
            ShutdownUrgency::None => "",
            ShutdownUrgency::AfterTheGame => ", leaving after the game",
            ShutdownUrgency::Now => ", leaving",
        };
        format!(
            "{} as {}: {doing}{ending}; {} games played",
            self.own_name(),
            self.character,
            self.opponents.games()
        )
    }
}

impl EndReason {
    /// The word of PGN's `Termination` tag.
    pub fn termination(self) -> &'static str {
        match self {
            EndReason::Time | EndReason::BothTimes => "time forfeit",
            EndReason::Disconnection => "abandoned",
            EndReason::Adjudication => "adjudication",
            EndReason::Aborted | EndReason::Adjourned => "unterminated",
            _ => "normal",
        }
    }
}
