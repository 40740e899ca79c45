//! Offers: challenges before a game, and what is offered during one.
//!
//! The same offer comes in words and, where the server knows how, with an index, and a remark about the
//! challenger may follow. So each offer is answered once, a moment later, by its index if there is one.

use std::time::Duration;

use super::Bridge;
use super::agreements::AgreedBy;
use crate::fics::bridge::live_game::is_fischer_random;
use crate::fics::config::{DrawAnswer, OfferAnswer, Variant};
use crate::fics::message::{
    Challenge, ChallengerNote, GameOffer, OurSeek, PendingKind, PendingOffer, ServerRating,
};
use crate::fics::policy::{ChallengeVerdict, Circumstances, DeclineReason, Proposal, accepts};
use crate::session::Command;

/// How long everything that belongs to an offer takes to arrive.
const SETTLING_TIME: Duration = Duration::from_millis(300);
/// An offer without an index is forgotten after this time; servers forget theirs earlier.
const OFFER_MEMORY: Duration = Duration::from_secs(120);
/// What servers call chess, by its speed.
const SPEEDS: [&str; 7] = [
    "lightning",
    "bullet",
    "blitz",
    "standard",
    "slow",
    "untimed",
    "chess",
];
/// Told to an opponent of an adjourned game when the server makes our request a challenge to a new
/// game.
pub(super) const ONLY_THE_REST: &str =
    "I asked only for the rest of our adjourned game, not for a new one.";
/// Offers that are remembered.
const MAX_OFFERS: usize = 50;
/// Names that are remembered of those who get no game.
const MAX_BANNED: usize = 1_000;

/// What is offered.
#[derive(Clone, Debug, PartialEq)]
enum OfferSubject {
    Match(Option<Challenge>),
    InGame(GameOffer),
    /// A kind of offer that is always declined.
    Strange,
}

/// An offer to us.
#[derive(Clone, Debug)]
struct IncomingOffer {
    from: String,
    index: Option<u32>,
    subject: OfferSubject,
    since: Duration,
    is_answered: bool,
}

/// Everything that is offered to us.
#[derive(Clone, Debug, Default)]
pub(super) struct IncomingOffers {
    offers: Vec<IncomingOffer>,
    /// Who is not even told why, and gets no adjourned game either: abusers as the server says, and
    /// those who would not let us out of a game. Lower case.
    banned: Vec<String>,
}

impl IncomingOffers {
    pub fn clear(&mut self) {
        self.offers.clear();
    }

    /// What was offered during a game ends with it, and with each move.
    pub fn clear_game_offers(&mut self) {
        let is_match = |offer: &IncomingOffer| matches!(offer.subject, OfferSubject::Match(_));
        self.offers.retain(is_match);
    }

    pub fn remove_index(&mut self, index: u32) {
        self.offers.retain(|offer| offer.index != Some(index));
    }

    pub fn remove_from(&mut self, name: &str) {
        self.offers
            .retain(|offer| offer.index.is_some() || !offer.from.eq_ignore_ascii_case(name));
    }

    /// Adds an offer, or what is new about one that is there.
    fn note(&mut self, from: &str, index: Option<u32>, subject: OfferSubject, now: Duration) {
        let same = self.offers.iter_mut().find(|offer| {
            offer.from.eq_ignore_ascii_case(from)
                && same_kind(&offer.subject, &subject)
                && (offer.index.is_none() || index.is_none() || offer.index == index)
        });
        if let Some(offer) = same {
            // An index is only ever added; terms may come later, or change.
            offer.index = offer.index.or(index);
            if subject != OfferSubject::Match(None) {
                if offer.subject != subject && offer.subject != OfferSubject::Match(None) {
                    offer.is_answered = false;
                }
                offer.subject = subject;
            }
            offer.since = now;
            return;
        }
        if self.offers.len() >= MAX_OFFERS {
            self.offers.remove(0);
        }
        self.offers.push(IncomingOffer {
            from: from.to_owned(),
            index,
            subject,
            since: now,
            is_answered: false,
        });
    }

    pub fn has_challenge_of(&self, name: &str) -> bool {
        self.offers.iter().any(|offer| {
            offer.from.eq_ignore_ascii_case(name) && matches!(offer.subject, OfferSubject::Match(_))
        })
    }

    pub fn ban(&mut self, name: &str) {
        if self.is_banned(name) {
            return;
        }
        if self.banned.len() >= MAX_BANNED {
            self.banned.remove(0);
        }
        self.banned.push(name.to_ascii_lowercase());
    }

    pub fn is_banned(&self, name: &str) -> bool {
        let mut banned = self.banned.iter();
        banned.any(|banned| banned.eq_ignore_ascii_case(name))
    }

    fn draw(&self) -> Option<&IncomingOffer> {
        let is_draw =
            |offer: &&IncomingOffer| offer.subject == OfferSubject::InGame(GameOffer::Draw);
        self.offers.iter().find(is_draw)
    }
}

fn same_kind(one: &OfferSubject, other: &OfferSubject) -> bool {
    match (one, other) {
        (OfferSubject::Match(_), OfferSubject::Match(_)) => true,
        (OfferSubject::InGame(one), OfferSubject::InGame(other)) => {
            std::mem::discriminant(one) == std::mem::discriminant(other)
        }
        _ => false,
    }
}

impl IncomingOffer {
    /// `accept 3`, or `accept Alice` where there are no indices.
    fn command(&self, verb: &str) -> String {
        match self.index {
            Some(index) => format!("{verb} {index}"),
            None => format!("{verb} {}", self.from),
        }
    }
}

impl Bridge {
    pub(super) fn challenged(&mut self, index: Option<u32>, challenge: Challenge) {
        let from = challenge.terms.first.clone();
        let subject = OfferSubject::Match(Some(challenge));
        self.pending.note(&from, index, subject, self.now);
    }

    pub(super) fn pending_from(&mut self, offer: PendingOffer) {
        let index = Some(offer.index);
        let in_game = match offer.kind {
            PendingKind::Match(Some(challenge)) => return self.challenged(index, *challenge),
            PendingKind::Match(None) => {
                return self
                    .pending
                    .note(&offer.with, index, OfferSubject::Match(None), self.now);
            }
            PendingKind::Draw => GameOffer::Draw,
            PendingKind::Abort => GameOffer::Abort,
            PendingKind::Adjourn => GameOffer::Adjourn,
            PendingKind::Takeback(plies) => GameOffer::Takeback(plies),
            PendingKind::Pause => GameOffer::Pause,
            PendingKind::Unpause => GameOffer::Unpause,
            PendingKind::Switch => GameOffer::Switch,
            PendingKind::Partner | PendingKind::Other(_) => {
                return self
                    .pending
                    .note(&offer.with, index, OfferSubject::Strange, self.now);
            }
        };
        self.offered(&offer.with, index, in_game);
    }

    pub(super) fn offered(&mut self, from: &str, index: Option<u32>, offer: GameOffer) {
        if !self.plays_against(from) {
            return;
        }
        let is_known = self.pending.draw().is_some();
        self.pending
            .note(from, index, OfferSubject::InGame(offer), self.now);
        let engine_decides = self.config.offers.draw == DrawAnswer::Engine;
        if offer == GameOffer::Draw && engine_decides && !is_known {
            self.tell(Command::Draw);
        }
    }

    pub(super) fn note_challenger(&mut self, name: &str, what: ChallengerNote) {
        match what {
            ChallengerNote::Computer => self.note_computer(name),
            ChallengerNote::Abuser => self.pending.ban(name),
        }
    }

    /// Answers what has settled.
    pub(super) fn answer_offers(&mut self) {
        let now = self.now;
        self.pending
            .offers
            .retain(|offer| offer.index.is_some() || now < offer.since + OFFER_MEMORY);
        let mut settled: Vec<IncomingOffer> = self
            .pending
            .offers
            .iter_mut()
            .filter(|offer| !offer.is_answered && now >= offer.since + SETTLING_TIME)
            .map(|offer| {
                offer.is_answered = true;
                offer.clone()
            })
            .collect();
        // A challenge is answered once; when it is heard again it is another one.
        self.pending
            .offers
            .retain(|offer| !offer.is_answered || matches!(offer.subject, OfferSubject::InGame(_)));
        // Of several, whoever has not just played.
        settled.sort_by_key(|offer| self.opponents.was_the_last(&offer.from));
        for offer in settled {
            match &offer.subject {
                OfferSubject::Match(Some(challenge)) => self.answer_challenge(&offer, challenge),
                OfferSubject::InGame(kind) => self.answer_in_game(&offer, *kind),
                OfferSubject::Match(None) | OfferSubject::Strange => {
                    self.send(&offer.command("decline"))
                }
            }
        }
    }

    fn answer_challenge(&mut self, offer: &IncomingOffer, challenge: &Challenge) {
        if self.live.is_some() || self.agreements.is_any_awaited() {
            // Looked at again when the game is over.
            return self.postpone(offer);
        }
        if challenge.terms.is_rated && self.awaits_computer_title() {
            return self.postpone(offer);
        }
        match self.judge(challenge) {
            Ok(()) => {
                log::info!("accepting the challenge of {}", offer.from);
                self.note_agreement(challenge);
                self.send(&offer.command("accept"));
            }
            Err(reason) => {
                log::info!("declining the challenge of {}: {reason}", offer.from);
                self.send(&offer.command("decline"));
                if self.config.chat.reasons && !self.pending.is_banned(&offer.from) {
                    self.explain_once(&offer.from, &reason.to_string());
                }
            }
        }
    }

    pub(super) fn judge(&self, challenge: &Challenge) -> ChallengeVerdict {
        if self.pending.is_banned(&challenge.terms.first) {
            return Err(DeclineReason::NotWelcome);
        }
        let circumstances = Circumstances {
            now: self.now,
            opponents: &self.opponents,
            is_leaving: self.is_leaving(),
            may_play_rated: self.may_play_rated(),
        };
        self.policy.judge(&self.proposal(challenge), &circumstances)
    }

    /// We play what this challenger proposes.
    fn note_agreement(&mut self, challenge: &Challenge) {
        let terms = challenge.terms.clone();
        let terms = Some(terms).filter(|_| !challenge.is_adjourned);
        let opponent = &challenge.terms.first;
        self.agreements
            .add(opponent, AgreedBy::Acceptance, terms, self.now);
    }

    /// A message about our seeks. A game with the player who answers one may follow at once.
    pub(super) fn seek_message(&mut self, seek: OurSeek) {
        match seek {
            OurSeek::Matched(opponent) if self.live.is_none() => {
                self.agreements
                    .add(&opponent, AgreedBy::Acceptance, None, self.now);
            }
            OurSeek::Matched(_) => {}
            OurSeek::Posted(_) => self.seek_sent_at = None,
            OurSeek::Refused(why) => {
                self.seek_sent_at = None;
                log::info!("no seek: {why}");
            }
            OurSeek::NotUnderstood(why) => self.seek_was_not_understood(&why),
        }
    }

    /// A challenge of ours is on its way. We only ask for the rest of games, and servers send one
    /// for us when a seek of ours fits somebody else's, who is judged as any challenger. Everything
    /// else is taken back.
    pub(super) fn own_challenge(&mut self, challenge: Option<&Challenge>) {
        let asked = self.agreements.awaited_resumption();
        let asked = asked.map(|agreement| agreement.opponent.clone());
        let is_free = self.live.is_none() && !self.agreements.is_any_awaited();
        let theirs = challenge.map(Challenge::from_the_other_side);
        match theirs {
            Some(theirs) if theirs.is_adjourned => {}
            Some(theirs) if is_free && self.judge(&theirs).is_ok() => self.note_agreement(&theirs),
            _ => {
                self.send("withdraw");
                if let Some(opponent) = asked {
                    self.agreements.remove(&opponent);
                    self.explain_once(&opponent, ONLY_THE_REST);
                }
            }
        }
    }

    fn postpone(&mut self, offer: &IncomingOffer) {
        self.pending.offers.push(IncomingOffer {
            is_answered: false,
            ..offer.clone()
        });
    }

    fn proposal(&self, challenge: &Challenge) -> Proposal {
        let terms = &challenge.terms;
        Proposal {
            opponent: terms.first.clone(),
            opponent_rating: terms.first_rating.points(),
            own_rating: terms.second_rating.points(),
            is_guest: terms.first_rating == ServerRating::Guest
                || terms.first.to_ascii_lowercase().starts_with("guest"),
            is_computer: self.is_computer(&terms.first),
            rated: terms.is_rated,
            variant: variant_of(&terms.kind),
            control: terms.time.map(|time| (time.base_minutes, time.increment_s)),
            uneven: terms
                .other_time
                .is_some_and(|other| Some(other) != terms.time),
            own_color: terms.first_color.map(|color| !color),
            adjourned: challenge.is_adjourned,
        }
    }

    /// On servers that tell computers' accounts from others, only those play rated games.
    fn may_play_rated(&self) -> bool {
        let Some(identity) = &self.identity else {
            return false;
        };
        identity.is_registered
            && (identity.is_computer != Some(false)
                || self.config.account.rated_without_computer_title)
    }

    fn answer_in_game(&mut self, offer: &IncomingOffer, kind: GameOffer) {
        let Some(live) = &self.live else { return };
        let offers = &self.config.offers;
        let answer = match kind {
            GameOffer::Draw => match offers.draw {
                DrawAnswer::Engine => return,
                DrawAnswer::Decline => OfferAnswer::Decline,
            },
            GameOffer::Abort if !live.has_begun() => OfferAnswer::Accept,
            GameOffer::Abort => offers.abort,
            GameOffer::Adjourn => offers.adjourn,
            GameOffer::Takeback(_) => offers.takeback,
            GameOffer::Pause => offers.pause,
            // Nobody can be kept waiting for ever.
            GameOffer::Unpause => OfferAnswer::Accept,
            GameOffer::Switch => offers.switch,
        };
        let is_accepted = accepts(answer, live.terms.is_rated);
        self.send(&offer.command(if is_accepted { "accept" } else { "decline" }));
        if is_accepted && kind == GameOffer::Pause {
            if let Some(live) = &mut self.live {
                live.is_paused = true;
            }
            self.tell(Command::Pause);
        }
    }

    /// The engine accepts the opponent's offer, or makes one.
    pub(super) fn send_draw(&mut self) {
        if self.live.is_none() {
            return;
        }
        let accepted = self.pending.draw().map(|offer| match offer.index {
            Some(_) => offer.command("accept"),
            None => "draw".to_owned(),
        });
        self.send(accepted.as_deref().unwrap_or("draw"));
    }
}

/// What is played under the server's word for it.
pub(super) fn variant_of(kind: &str) -> Option<Variant> {
    let kind = kind.to_ascii_lowercase();
    if is_fischer_random(&kind) {
        return Some(Variant::FischerRandom);
    }
    let word = kind.split("loaded from ").last().unwrap_or(&kind).trim();
    let speed = word.split('/').next().unwrap_or(word);
    match word {
        "wild/2" => Some(Variant::Wild2),
        "wild/3" => Some(Variant::Wild3),
        "wild/4" => Some(Variant::Wild4),
        "wild/5" => Some(Variant::Wild5),
        "wild/8" => Some(Variant::Wild8),
        "wild/8a" => Some(Variant::Wild8a),
        _ if SPEEDS.contains(&speed) => Some(Variant::Standard),
        _ => None,
    }
}
