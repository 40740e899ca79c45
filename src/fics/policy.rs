//! The challenge policy: which games are played, and which offers are accepted.
//!
//! A proposal and the circumstances come in; a verdict comes out, with its reason if the game is
//! declined.

use std::fmt;
use std::time::Duration;

use crate::board::Color;
use crate::fics::config::{Acceptance, FicsConfig, Handle, OfferAnswer, SeekColor, Span, Variant};
use crate::fics::opponents::{LimitReached, Opponents};

/// Moves of increment in a server's estimate of a game's length.
const ESTIMATED_MOVES: u32 = 40;

/// A game that somebody wants to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Who.
    pub opponent: String,
    /// Their rating; `None` when they have none.
    pub opponent_rating: Option<u32>,
    /// The own rating in this kind of game.
    pub own_rating: Option<u32>,
    /// Whether they are a guest of the server.
    pub is_guest: bool,
    /// Whether the server says that they are a computer.
    pub is_computer: bool,
    /// Whether the game counts.
    pub rated: bool,
    /// What is played; `None` is something unknown here.
    pub variant: Option<Variant>,
    /// Minutes and seconds a move; `None` is no clock.
    pub control: Option<(u32, u32)>,
    /// Whether both sides would have different clocks.
    pub uneven: bool,
    /// The own side, if they ask for one.
    pub own_color: Option<Color>,
    /// Whether it is the rest of an adjourned game.
    pub adjourned: bool,
}

/// What a judgement depends on besides the proposal.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances<'a> {
    /// The time.
    pub now: Duration,
    /// Who has played lately.
    pub opponents: &'a Opponents,
    /// Whether the program is about to end.
    pub is_leaving: bool,
    /// Whether rated games may be played with this account.
    pub may_play_rated: bool,
}

/// Why a game is declined; written as it is told to the challenger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclineReason {
    /// The program is about to end.
    Leaving,
    /// This person does not play here.
    NotWelcome,
    /// A variant that is not played.
    Variant(Vec<Variant>),
    /// Rated games are not played.
    Rated,
    /// Unrated games are not played.
    Unrated,
    /// The account is not registered as a computer's.
    NoComputerAccount,
    /// The base time is outside.
    Base(Span),
    /// The increment is outside.
    Increment(Span),
    /// The game's length is outside.
    Length(Span),
    /// Games without clocks are not played.
    Untimed,
    /// The clocks are not the same for both.
    Uneven,
    /// Guests do not play here.
    Guest,
    /// Computers do not play here.
    Computer,
    /// The rating is outside.
    Rating(Span),
    /// The ratings are too far apart.
    RatingDifference(u32),
    /// The wrong side is asked for.
    Color(SeekColor),
    /// Enough games for now.
    Tired(LimitReached),
}

impl fmt::Display for DeclineReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeclineReason::Leaving => f.write_str("I am about to log off."),
            DeclineReason::NotWelcome => f.write_str("I am not playing with you."),
            DeclineReason::Variant(variants) => {
                let names: Vec<String> = variants.iter().map(Variant::to_string).collect();
                write!(f, "I play only: {}.", names.join(", "))
            }
            DeclineReason::Rated => f.write_str("I play only unrated games."),
            DeclineReason::Unrated => f.write_str("I play only rated games."),
            DeclineReason::NoComputerAccount => {
                f.write_str("I am not registered as a computer and play only unrated games.")
            }
            DeclineReason::Base(span) => write!(f, "I play only with {span} minutes for the game."),
            DeclineReason::Increment(span) => {
                write!(f, "I play only with {span} seconds for each move.")
            }
            DeclineReason::Length(span) => write!(
                f,
                "I play only games of {span} minutes (the base and forty increments)."
            ),
            DeclineReason::Untimed => f.write_str("I play only with clocks."),
            DeclineReason::Uneven => f.write_str("I play only with the same clock for both."),
            DeclineReason::Guest => f.write_str("I play only with registered users."),
            DeclineReason::Computer => f.write_str("I play only with humans."),
            DeclineReason::Rating(span) => write!(f, "I play only with ratings from {span}."),
            DeclineReason::RatingDifference(most) => {
                write!(f, "I play only with ratings within {most} of mine.")
            }
            DeclineReason::Color(color) => write!(f, "I play only {color}."),
            DeclineReason::Tired(tired) => tired.fmt(f),
        }
    }
}

/// What to do with a proposal.
pub type ChallengeVerdict = Result<(), DeclineReason>;

/// Decides about challenges.
#[derive(Clone, Debug)]
pub struct ChallengePolicy {
    accept: Acceptance,
    owners: Vec<Handle>,
    resumes: bool,
}

impl ChallengePolicy {
    /// The policy that a configuration describes.
    pub fn new(config: &FicsConfig) -> ChallengePolicy {
        ChallengePolicy {
            accept: config.accept.clone(),
            owners: config.operation.owners.clone(),
            resumes: config.game.resume,
        }
    }

    /// Whether the proposed game is played.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn judge(
        &self,
        proposal: &Proposal,
        circumstances: &Circumstances<'_>,
    ) -> ChallengeVerdict {
        refuse_if(circumstances.is_leaving, || DeclineReason::Leaving)?;
        let is_playable = proposal.variant.is_some();
        let is_refused = self.is_refused(&proposal.opponent);
        if proposal.adjourned && is_playable && self.resumes && !is_refused {
            return Ok(());
        }
        self.judge_account(proposal, circumstances)?;
        if self.is_privileged(&proposal.opponent) && is_playable {
            return Ok(());
        }
        self.judge_person(proposal)?;
        self.judge_game(proposal)?;
        let tired = circumstances.opponents.limit_reached_with(
            &proposal.opponent,
            circumstances.now,
            &self.accept,
        );
        tired.map_or(Ok(()), |tired| Err(DeclineReason::Tired(tired)))
    }

    /// Whether `name` may not play here, whatever the game.
    pub fn is_refused(&self, name: &str) -> bool {
        let is_listed = self.accept.no_play.iter().any(|handle| handle.is(name));
        is_listed && !self.is_privileged(name)
    }

    /// Owners and those who may always play.
    fn is_privileged(&self, name: &str) -> bool {
        let mut all = self.owners.iter().chain(&self.accept.always);
        all.any(|handle| handle.is(name))
    }

    fn judge_account(
        &self,
        proposal: &Proposal,
        circumstances: &Circumstances<'_>,
    ) -> ChallengeVerdict {
        let is_forbidden = proposal.rated && !circumstances.may_play_rated;
        refuse_if(is_forbidden, || DeclineReason::NoComputerAccount)
    }

    fn judge_person(&self, proposal: &Proposal) -> ChallengeVerdict {
        let accept = &self.accept;
        let is_refused = self.is_refused(&proposal.opponent);
        refuse_if(is_refused, || DeclineReason::NotWelcome)?;
        refuse_if(proposal.is_guest && !accept.guests, || DeclineReason::Guest)?;
        refuse_if(proposal.is_computer && !accept.computers, || {
            DeclineReason::Computer
        })?;
        if let Some(rating) = proposal.opponent_rating {
            refuse_if(!accept.rating.contains(rating), || {
                DeclineReason::Rating(accept.rating)
            })?;
            if let (Some(own), Some(most)) = (proposal.own_rating, accept.rating_difference) {
                let is_far = own.abs_diff(rating) > most;
                refuse_if(is_far, || DeclineReason::RatingDifference(most))?;
            }
        }
        Ok(())
    }

    fn judge_game(&self, proposal: &Proposal) -> ChallengeVerdict {
        let accept = &self.accept;
        let is_known = |variant| accept.variants.contains(&variant);
        refuse_if(!proposal.variant.is_some_and(is_known), || {
            DeclineReason::Variant(accept.variants.clone())
        })?;
        refuse_if(proposal.rated && !accept.rated, || DeclineReason::Rated)?;
        refuse_if(!proposal.rated && !accept.unrated, || {
            DeclineReason::Unrated
        })?;
        refuse_if(proposal.uneven, || DeclineReason::Uneven)?;
        self.judge_control(proposal.control)?;
        let is_wrong = matches!(
            (accept.color, proposal.own_color),
            (SeekColor::White, Some(Color::Black)) | (SeekColor::Black, Some(Color::White))
        );
        refuse_if(is_wrong, || DeclineReason::Color(accept.color))
    }

    fn judge_control(&self, control: Option<(u32, u32)>) -> ChallengeVerdict {
        let accept = &self.accept;
        let Some((base_minutes, increment_seconds)) = control else {
            return refuse_if(!accept.untimed, || DeclineReason::Untimed);
        };
        refuse_if(!accept.base_minutes.contains(base_minutes), || {
            DeclineReason::Base(accept.base_minutes)
        })?;
        refuse_if(
            !accept.increment_seconds.contains(increment_seconds),
            || DeclineReason::Increment(accept.increment_seconds),
        )?;
        let length =
            base_minutes.saturating_add(increment_seconds.saturating_mul(ESTIMATED_MOVES) / 60);
        refuse_if(!accept.estimated_minutes.contains(length), || {
            DeclineReason::Length(accept.estimated_minutes)
        })
    }
}

fn refuse_if(is_refused: bool, reason: impl FnOnce() -> DeclineReason) -> ChallengeVerdict {
    match is_refused {
        true => Err(reason()),
        false => Ok(()),
    }
}

/// Whether an offer during a game is accepted.
pub fn accepts(answer: OfferAnswer, game_is_rated: bool) -> bool {
    match answer {
        OfferAnswer::Accept => true,
        OfferAnswer::Unrated => !game_is_rated,
        OfferAnswer::Decline => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn policy(text: &str) -> ChallengePolicy {
        ChallengePolicy::new(&FicsConfig::parse(text, Path::new("fics.toml")).unwrap())
    }

    fn proposal() -> Proposal {
        Proposal {
            opponent: "Alice".to_owned(),
            opponent_rating: Some(1_800),
            own_rating: Some(2_200),
            is_guest: false,
            is_computer: false,
            rated: true,
            variant: Some(Variant::Standard),
            control: Some((5, 3)),
            uneven: false,
            own_color: None,
            adjourned: false,
        }
    }

    fn judge(text: &str, change: impl FnOnce(&mut Proposal)) -> ChallengeVerdict {
        let mut proposal = proposal();
        change(&mut proposal);
        let circumstances = Circumstances {
            now: Duration::ZERO,
            opponents: &Opponents::default(),
            is_leaving: false,
            may_play_rated: true,
        };
        policy(text).judge(&proposal, &circumstances)
    }

    type Change = fn(&mut Proposal);

    #[test]
    fn each_rule_has_its_reason() {
        let same: Change = |_| {};
        let guest: Change = |p| p.is_guest = true;
        let computer: Change = |p| p.is_computer = true;
        let unrated: Change = |p| p.rated = false;
        let untimed: Change = |p| p.control = None;
        let unknown: Change = |p| p.variant = None;
        let chess960: Change = |p| p.variant = Some(Variant::FischerRandom);
        let black: Change = |p| p.own_color = Some(Color::Black);
        let uneven: Change = |p| p.uneven = true;
        let long: Change = |p| p.control = Some((60, 60));
        for (text, change, expected) in [
            ("", same, ""),
            ("no_play = ['aLICE']", same, "I am not playing with you."),
            ("no_play = ['Bob']", same, ""),
            (
                "guests = false",
                guest,
                "I play only with registered users.",
            ),
            ("guests = false", same, ""),
            ("computers = false", computer, "I play only with humans."),
            ("rated = false", same, "I play only unrated games."),
            ("unrated = false", unrated, "I play only rated games."),
            ("", untimed, "I play only with clocks."),
            ("untimed = true", untimed, ""),
            ("", unknown, "I play only: standard."),
            ("", chess960, "I play only: standard."),
            ("variants = ['standard', 'fr']", chess960, ""),
            (
                "base_minutes = [6, 10]",
                same,
                "I play only with 6 to 10 minutes for the game.",
            ),
            (
                "increment_seconds = [0, 2]",
                same,
                "I play only with 0 to 2 seconds for each move.",
            ),
            (
                "estimated_minutes = [1, 90]",
                long,
                "I play only games of 1 to 90 minutes (the base and forty increments).",
            ),
            ("estimated_minutes = [7, 7]", same, ""),
            (
                "rating = [1900, 3000]",
                same,
                "I play only with ratings from 1900 to 3000.",
            ),
            (
                "rating_difference = 399",
                same,
                "I play only with ratings within 399 of mine.",
            ),
            ("rating_difference = 400", same, ""),
            ("color = 'white'", black, "I play only white."),
            ("color = 'white'", same, ""),
            ("", uneven, "I play only with the same clock for both."),
        ] {
            let verdict = judge(&format!("[accept]\n{text}\n"), change);
            let said = verdict.map_or_else(|reason| reason.to_string(), |()| String::new());
            assert_eq!(said, expected, "{text}");
        }
    }

    #[test]
    fn owners_may_play_what_others_may_not() {
        let text =
            "[accept]\nguests = false\nbase_minutes = [30, 30]\n[operation]\nowners = ['ALICE']\n";
        assert_eq!(judge(text, |p| p.is_guest = true), Ok(()));
        assert!(judge(text, |p| p.variant = None).is_err());
        assert!(judge(text, |p| p.opponent = "Bob".to_owned()).is_err());
    }

    #[test]
    fn adjourned_games_are_taken_up_under_any_control() {
        let text = "[accept]\nbase_minutes = [30, 30]\n";
        assert_eq!(judge(text, |p| p.adjourned = true), Ok(()));
        let text = format!("{text}[game]\nresume = false\n");
        assert!(judge(&text, |p| p.adjourned = true).is_err());
    }

    #[test]
    fn nothing_is_accepted_on_the_way_out_and_nothing_rated_without_a_title() {
        let opponents = Opponents::default();
        let circumstances = Circumstances {
            now: Duration::ZERO,
            opponents: &opponents,
            is_leaving: true,
            may_play_rated: true,
        };
        let mut adjourned = proposal();
        adjourned.adjourned = true;
        assert_eq!(
            policy("").judge(&adjourned, &circumstances),
            Err(DeclineReason::Leaving)
        );
        let circumstances = Circumstances {
            is_leaving: false,
            may_play_rated: false,
            ..circumstances
        };
        assert_eq!(
            policy("").judge(&proposal(), &circumstances),
            Err(DeclineReason::NoComputerAccount)
        );
    }

    #[test]
    fn offers_may_depend_on_the_rating() {
        for (answer, rated, unrated) in [
            (OfferAnswer::Accept, true, true),
            (OfferAnswer::Unrated, false, true),
            (OfferAnswer::Decline, false, false),
        ] {
            assert_eq!(
                (accepts(answer, true), accepts(answer, false)),
                (rated, unrated)
            );
        }
    }
}
