//! `ServerMessage`: what a line from the server says.
//!
//! Every line is some message. Chat is recognised first, by the name it begins with. Whether a
//! message is believed depends on who speaks ([`speaker`](super::speaker)) and on what we are doing
//! (the bridge).
//!
//! The grammar is divided by topic: `login`, `chat`, `challenge`, `game`, `offer` and `words`,
//! which they share.

mod challenge;
mod chat;
mod game;
mod login;
mod offer;
mod words;

#[cfg(test)]
mod tests;

use std::fmt;
use std::time::Duration;

pub(super) use words::{handle, is_handle, rating};

use super::style12::Style12;
use crate::board::{Color, GameResult};

/// What a line says.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerMessage {
    /// A board.
    Board(Box<Style12>),
    /// Somebody speaks.
    Chat(ChatLine),
    /// Something about logging in or out.
    Login(LoginMessage),
    /// A challenge in words; a `PendingFrom` with its index comes before it where the server
    /// knows `pendinfo`.
    Challenge(Challenge),
    /// The challenge by this player is gone: withdrawn, or the player left or plays somebody else.
    ChallengeGone(String),
    /// `--** NAME is a computer **--`, or an abuser: a remark on the challenge before it.
    ChallengerIs {
        /// Who.
        name: String,
        /// What.
        what: ChallengerNote,
    },
    /// `<pf>`: an offer to us.
    PendingFrom(PendingOffer),
    /// `<pt>`: an offer by us.
    PendingTo(PendingOffer),
    /// `<pr>`: the offer with this index is gone.
    PendingRemoved(u32),
    /// `<g1>`: what kind of game begins.
    GameInfo(GameInfo),
    /// `<s>` or `<sn>`: somebody seeks a game.
    Seek(SeekAd),
    /// `<sr>`: these seeks are gone.
    SeeksRemoved(Vec<u32>),
    /// A seek of ours was posted, or found a partner.
    OurSeek(OurSeek),
    /// `Issuing: ...`: a challenge of ours is on its way; `None` when its terms are not understood.
    Issuing(Option<Box<Challenge>>),
    /// `Creating: ...`: who plays what, in words.
    Creating(GameTerms),
    /// `{Game N (W vs. B) Creating ...}` or `Continuing`.
    GameStarted(GameStarted),
    /// `{Game N (W vs. B) REASON} RESULT`.
    GameEnded(GameEnded),
    /// Somebody offers or asks something about our game, in words.
    Offer {
        /// Who.
        from: String,
        /// What.
        offer: GameOffer,
    },
    /// Our offer was declined, or theirs was withdrawn or lapsed.
    OfferOver {
        /// Who declined or withdrew.
        from: String,
    },
    /// An answer to a move or another command that only works in a game.
    Rejected(Rejection),
    /// The opponent gave us time, or somebody gave the opponent time.
    MoreTime {
        /// Who; some servers say only `Your opponent`.
        from: Option<String>,
        /// How much.
        seconds: u32,
    },
    /// `Notification: NAME, who has an adjourned game with you, has arrived.`
    AdjournedOpponentArrived(String),
    /// `N players, who have an adjourned game with you, are online:` followed by their names,
    /// which may stand on the next line.
    AdjournedOpponentsOnline(Vec<String>),
    /// Our match request failed for good: nobody there, not open, on a list, no such game.
    MatchFailed(String),
    /// `Finger of NAME(titles):` or `Statistics for NAME(titles)`: the answer to `finger` begins.
    FingerHeading {
        /// Whose.
        name: String,
        /// Titles: `C` for a computer.
        titles: Vec<String>,
    },
    /// `Type [next] to see next page.`
    MorePages,
    /// The quota for messages is used up, or a message was queued or refused because of it.
    QuotaReached,
    /// A command that the server does not know.
    UnknownCommand(String),
    /// A variable or interface variable that the server does not know.
    UnknownVariable(String),
    /// Anything else.
    Other(String),
}

impl ServerMessage {
    /// What `line` says; it is as [`ServerLineReader`](super::line::ServerLineReader) gives it.
    ///
    /// The server's own words begin at the left margin, so an indented line is always
    /// [`ServerMessage::Other`]. [`SpeakerTracker`](super::speaker::SpeakerTracker) knows about
    /// texts that only the lines before them explain.
    pub fn parse(line: &str) -> ServerMessage {
        let other = || ServerMessage::Other(line.to_owned());
        if line.starts_with(char::is_whitespace) {
            return other();
        }
        let line = line.trim_end();
        // People come first: nothing that follows a person's name is the server's.
        if let Some(chat) = chat::message(line) {
            return chat;
        }
        if let Some(board) = Style12::parse(line) {
            return ServerMessage::Board(Box::new(board));
        }
        let topics = [
            login::message,
            challenge::message,
            game::message,
            offer::message,
        ];
        topics
            .iter()
            .find_map(|topic| topic(line))
            .unwrap_or_else(other)
    }
}

/// Where somebody speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChatKind {
    /// To us alone.
    Tell,
    /// To us as the opponent.
    Say,
    /// To everybody at a board, players included.
    Kibitz,
    /// To those who watch a board.
    Whisper,
    /// From a partner.
    PartnerTell,
    /// To a numbered channel.
    Channel(u32),
    /// To everybody.
    Shout,
    /// From the staff to everybody.
    Announcement,
    /// From a programme of the server, without the name of a player.
    Bot,
}

/// Somebody speaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// Where.
    pub kind: ChatKind,
    /// The handle without titles; empty for [`ChatKind::Bot`].
    pub from: String,
    /// The handle's titles, such as `(C)` or `(U)`: what stood in brackets behind it.
    pub titles: Vec<String>,
    /// The number of the game that it was said at.
    pub game: Option<u32>,
    /// What was said.
    pub text: String,
}

impl ChatLine {
    /// Whether the speaker is a guest, who may bear anybody's name tomorrow. Only chat that shows
    /// all titles (`tells you`, `says`) can tell.
    pub fn is_from_guest(&self) -> bool {
        self.titles.iter().any(|title| title == "U")
    }
}

/// Something about logging in or out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoginMessage {
    /// `"X" is a registered name.`: the password comes next.
    Registered(String),
    /// `"X" is not a registered name.`: pressing return would enter as a guest of that name.
    NotRegistered(String),
    /// `Logging you in as "GuestXXXX"`.
    GuestName(String),
    /// `Press return to enter the server as "X":`
    PressReturn(String),
    /// Somebody is logged in under that name already.
    AlreadyLoggedIn,
    /// The handle is too short, too long, has strange letters or may not be used.
    HandleRefused(String),
    /// `**** Invalid password! ****`
    WrongPassword,
    /// No guests now, or none from here.
    GuestsRefused(String),
    /// The server is full.
    ServerFull(String),
    /// This player or address is banned.
    Banned(String),
    /// `**** LOGIN TIMEOUT ****`
    Timeout,
    /// `**** Starting FICS session as NAME(titles) ****`
    SessionStarted {
        /// Our handle, which the server chose for a guest.
        name: String,
        /// Its titles: `C` for a computer, `U` for a guest.
        titles: Vec<String>,
    },
    /// `**** NAME has arrived; you can't both be logged in. ****`: another login with our handle
    /// ends this one.
    Kicked {
        /// Whose login.
        name: String,
        /// The server's words.
        text: String,
    },
    /// Logged out for being idle.
    IdleLogout,
    /// The server goes down.
    ShuttingDown(String),
    /// The timeseal was not to the server's liking.
    TimesealError(String),
}

/// A rating as servers write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerRating {
    /// `----`, or 0: none yet.
    None,
    /// `++++`: a guest.
    Guest,
    /// A number.
    Rated {
        /// Points.
        points: u32,
        /// `P` or `E` stands behind it: few games, or an estimate.
        is_provisional: bool,
    },
}

impl ServerRating {
    /// The points, if any.
    pub fn points(self) -> Option<u32> {
        match self {
            ServerRating::Rated { points, .. } => Some(points),
            _ => None,
        }
    }
}

/// A time control as `match` takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerTimeControl {
    /// Minutes at the start; 0 gives ten seconds.
    pub base_minutes: u32,
    /// Seconds added for each move.
    pub increment_s: u32,
}

impl ServerTimeControl {
    /// What the server judges speed by: the base and forty increments.
    pub fn expected_duration(self) -> Duration {
        let base_s = u64::from(self.base_minutes) * 60;
        Duration::from_secs(base_s + u64::from(self.increment_s) * 40)
    }
}

/// The terms of a challenge or a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTerms {
    /// Who is named first: the challenger, or White.
    pub first: String,
    /// Their rating.
    pub first_rating: ServerRating,
    /// The colour that the challenger wants.
    pub first_color: Option<Color>,
    /// Who is named second.
    pub second: String,
    /// Their rating.
    pub second_rating: ServerRating,
    /// Whether ratings change.
    pub is_rated: bool,
    /// The kind of game in the server's words: `blitz`, `wild/fr`, `Loaded from wild/3`...
    pub kind: String,
    /// The time control; `None` in untimed games.
    pub time: Option<ServerTimeControl>,
    /// The opponent's, where it differs.
    pub other_time: Option<ServerTimeControl>,
}

/// A challenge to us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The terms; `first` is the challenger.
    pub terms: GameTerms,
    /// Whether it continues an adjourned game.
    pub is_adjourned: bool,
}

impl Challenge {
    /// The same game as the challenged player would have proposed it.
    pub fn from_the_other_side(&self) -> Challenge {
        let terms = self.terms.clone();
        let is_uneven = terms.other_time.is_some();
        Challenge {
            terms: GameTerms {
                first: terms.second,
                first_rating: terms.second_rating,
                first_color: terms.first_color.map(|color| !color),
                second: terms.first,
                second_rating: terms.first_rating,
                time: if is_uneven {
                    terms.other_time
                } else {
                    terms.time
                },
                other_time: terms.time.filter(|_| is_uneven),
                ..terms
            },
            is_adjourned: self.is_adjourned,
        }
    }
}

/// What the server remarks on a challenger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengerNote {
    /// A registered computer.
    Computer,
    /// On the server's list of abusers.
    Abuser,
}

/// What an indexed offer is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PendingKind {
    /// A match; the terms as in a challenge.
    Match(Option<Box<Challenge>>),
    /// A draw.
    Draw,
    /// To abort the game.
    Abort,
    /// To adjourn the game.
    Adjourn,
    /// To take back so many plies.
    Takeback(u32),
    /// To pause the clocks.
    Pause,
    /// To let the clocks run again.
    Unpause,
    /// To change colours.
    Switch,
    /// To play as partners.
    Partner,
    /// Something else, in the server's word.
    Other(String),
}

/// An offer with an index, for `accept N` and `decline N`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingOffer {
    /// The index.
    pub index: u32,
    /// Who offers, or to whom.
    pub with: String,
    /// What.
    pub kind: PendingKind,
}

/// What somebody offers or asks in our game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameOffer {
    /// A draw.
    Draw,
    /// To abort the game.
    Abort,
    /// To adjourn the game.
    Adjourn,
    /// To take back so many plies.
    Takeback(u32),
    /// To pause the clocks.
    Pause,
    /// To let the clocks run again.
    Unpause,
    /// To change colours.
    Switch,
}

/// `<g1>`: what kind of game begins. Servers disagree about its other fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The server's number of the game.
    pub game: u32,
    /// The kind of game: `blitz`, `wild/fr`...
    pub kind: String,
    /// Whether ratings change.
    pub is_rated: bool,
}

/// `<s>`: somebody seeks a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekAd {
    /// For `play N`.
    pub index: u32,
    /// Who.
    pub name: String,
    /// Title bits: 1 guest, 2 computer, 4 to 0x80 titled.
    pub title_bits: u32,
    /// Their rating.
    pub rating: ServerRating,
    /// Initial minutes and increment.
    pub time: ServerTimeControl,
    /// Whether ratings would change.
    pub is_rated: bool,
    /// The kind of game.
    pub kind: String,
}

/// What became of a seek of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OurSeek {
    /// `Your seek has been posted with index N.`
    Posted(u32),
    /// `Your seek matches one already posted by X.` or `Your seek intercepts X's getgame.`: a game
    /// or a challenge follows.
    Matched(String),
    /// Too many seeks, or one like it: nothing was posted.
    Refused(String),
    /// The server explains how to seek: it has not understood ours.
    NotUnderstood(String),
}

/// `{Game N (W vs. B) Creating rated blitz match.}`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameStarted {
    /// The server's number of the game.
    pub game: u32,
    /// White's handle.
    pub white: String,
    /// Black's handle.
    pub black: String,
    /// Whether an adjourned game goes on.
    pub is_continued: bool,
    /// Whether ratings change.
    pub is_rated: bool,
    /// The kind of game.
    pub kind: String,
}

/// `{Game N (W vs. B) REASON} RESULT`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnded {
    /// The server's number of the game.
    pub game: u32,
    /// White's handle.
    pub white: String,
    /// Black's handle.
    pub black: String,
    /// Why, in the server's words.
    pub reason: String,
    /// The same, as far as we understand it.
    pub end: EndReason,
    /// How.
    pub result: GameResult,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// Mate.
    Checkmate,
    /// Somebody resigned.
    Resignation,
    /// Somebody's time ran out.
    Time,
    /// Somebody left, which counted as a loss.
    Disconnection,
    /// A draw was agreed.
    Agreement,
    /// Stalemate.
    Stalemate,
    /// Repetition.
    Repetition,
    /// Fifty moves.
    FiftyMoves,
    /// Nobody can mate, or not the one who still has time.
    NoMaterial,
    /// Both ran out of time.
    BothTimes,
    /// The staff decided.
    Adjudication,
    /// No result, and the game is over.
    Aborted,
    /// No result yet: the game can be continued.
    Adjourned,
    /// In words that we do not know.
    Other,
}

/// Why the server did not do what we asked in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// `Illegal move (x).`; some servers do not repeat the move, and the text is empty.
    IllegalMove(String),
    /// `It is not your move.`
    NotOurMove,
    /// `You are not playing ...`
    NotPlaying,
    /// The clocks are paused.
    Paused,
    /// `There are no offers ...`: what we accepted or declined was gone.
    NoSuchOffer,
    /// `Your opponent is not out of time.`
    OpponentHasTime,
    /// `You can't flag an untimed game.`
    Untimed,
    /// A move that was ambiguous.
    AmbiguousMove(String),
    /// We are playing already, or examine a game.
    Busy,
}

impl fmt::Display for ServerRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerRating::None => f.write_str("----"),
            ServerRating::Guest => f.write_str("++++"),
            ServerRating::Rated { points, .. } => write!(f, "{points}"),
        }
    }
}
