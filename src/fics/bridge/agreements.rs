//! Agreements: the games that we have said yes to and that have not begun.
//!
//! Only such a game may begin, and it is compared with what was agreed on. An agreement is
//! remembered longer than anything waits for it, because a slow server may begin a game late.

use std::time::Duration;

use crate::fics::message::GameTerms;

/// An agreed game begins within this time, or nothing waits for it any more.
const START_TIME: Duration = Duration::from_secs(20);
/// A game that begins later than this after the agreement is none of ours.
const MEMORY: Duration = Duration::from_secs(5 * 60);
/// Agreements that are remembered.
const MAX_AGREEMENTS: usize = 20;

/// How an agreement came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AgreedBy {
    /// We have accepted a challenge, or a seek of ours was answered.
    Acceptance,
    /// We have asked for the rest of an adjourned game.
    Resumption,
}

/// A game agreed on with an opponent.
#[derive(Clone, Debug)]
pub(super) struct Agreement {
    pub opponent: String,
    pub agreed_by: AgreedBy,
    /// What was agreed on; `None` where the server keeps that to itself.
    pub terms: Option<GameTerms>,
    since: Duration,
    is_awaited: bool,
}

/// All of them, the newest last.
#[derive(Clone, Debug, Default)]
pub(super) struct Agreements(Vec<Agreement>);

impl Agreements {
    pub fn add(
        &mut self,
        opponent: &str,
        agreed_by: AgreedBy,
        terms: Option<GameTerms>,
        now: Duration,
    ) {
        self.0.retain(|agreement| !agreement.is_with(opponent));
        if self.0.len() >= MAX_AGREEMENTS {
            self.0.remove(0);
        }
        self.0.push(Agreement {
            opponent: opponent.to_owned(),
            agreed_by,
            terms,
            since: now,
            is_awaited: true,
        });
    }

    /// Whether a game is about to begin, so that no other may be accepted.
    pub fn is_any_awaited(&self) -> bool {
        self.0.iter().any(|agreement| agreement.is_awaited)
    }

    /// Whether we wait for the rest of an adjourned game.
    pub fn awaited_resumption(&self) -> Option<&Agreement> {
        self.0
            .iter()
            .find(|agreement| agreement.is_awaited && agreement.agreed_by == AgreedBy::Resumption)
    }

    /// Nothing waits any more for what was agreed on, but it may still begin.
    pub fn stop_waiting(&mut self) {
        self.0
            .iter_mut()
            .for_each(|agreement| agreement.is_awaited = false);
    }

    /// Forgets old agreements; returns the opponents whose game has not begun in time.
    pub fn expire(&mut self, now: Duration) -> Vec<String> {
        let age = |agreement: &Agreement| now.saturating_sub(agreement.since);
        self.0.retain(|agreement| age(agreement) <= MEMORY);
        self.0
            .iter_mut()
            .filter(|agreement| agreement.is_awaited && age(agreement) > START_TIME)
            .map(|agreement| {
                agreement.is_awaited = false;
                agreement.opponent.clone()
            })
            .collect()
    }

    pub fn is_with(&self, opponent: &str) -> bool {
        self.0.iter().any(|agreement| agreement.is_with(opponent))
    }

    /// The agreement with this opponent, whose game begins; nothing else is waited for.
    pub fn take(&mut self, opponent: &str) -> Option<Agreement> {
        self.stop_waiting();
        let place = self
            .0
            .iter()
            .position(|agreement| agreement.is_with(opponent))?;
        Some(self.0.remove(place))
    }

    pub fn remove(&mut self, opponent: &str) {
        self.0.retain(|agreement| !agreement.is_with(opponent));
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Agreement {
    fn is_with(&self, opponent: &str) -> bool {
        self.opponent.eq_ignore_ascii_case(opponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_late_game_is_still_agreed_on_when_nothing_waits_for_it() {
        let mut agreements = Agreements::default();
        agreements.add("Alice", AgreedBy::Acceptance, None, at(0));
        assert!(agreements.expire(at(20)).is_empty());
        assert!(agreements.is_any_awaited());
        assert_eq!(agreements.expire(at(21)), ["Alice"]);
        assert!(!agreements.is_any_awaited() && agreements.is_with("ALICE"));
        agreements.expire(at(301));
        assert!(!agreements.is_with("Alice"));
    }

    #[test]
    fn an_agreement_is_good_for_one_game() {
        let mut agreements = Agreements::default();
        agreements.add("Alice", AgreedBy::Acceptance, None, at(0));
        agreements.add("alice", AgreedBy::Resumption, None, at(1));
        let taken = agreements.take("Alice").unwrap();
        assert_eq!(taken.agreed_by, AgreedBy::Resumption);
        assert!(agreements.take("Alice").is_none() && agreements.is_empty());
    }
}
