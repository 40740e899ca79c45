//! Limits on games with one opponent: who has played lately, and how often.
//!
//! What no limit needs any more is forgotten, so that months of games do not fill the memory.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::time::Duration;

use crate::fics::config::Acceptance;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Why there is no further game now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitReached {
    /// Of this opponent, for so long.
    OfOpponent(Duration),
    /// Of playing, today.
    OfTheDay,
    /// Of playing, altogether.
    OfTheSession,
}

impl fmt::Display for LimitReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LimitReached::OfOpponent(rest) => {
                let minutes = rest.as_secs().div_ceil(60).max(1);
                write!(f, "Others want to play too; ask me again in {minutes} min.")
            }
            LimitReached::OfTheDay => f.write_str("I have played enough for today."),
            LimitReached::OfTheSession => {
                f.write_str("I have played enough and am about to log off.")
            }
        }
    }
}

/// Consecutive games with one opponent.
#[derive(Clone, Debug)]
struct Streak {
    opponent: String,
    games: u32,
    short_games: u32,
    last: Duration,
}

/// Who has played lately.
#[derive(Clone, Debug, Default)]
pub struct Opponents {
    streak: Option<Streak>,
    /// Until when an opponent must wait, by lower-case handle.
    rests: HashMap<String, Duration>,
    ends: VecDeque<Duration>,
    games: u32,
}

impl Opponents {
    /// Games played since the program began.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// A game with `opponent` has ended after `moves` full moves.
    pub fn played(&mut self, opponent: &str, moves: u32, now: Duration, limits: &Acceptance) {
        let name = opponent.to_ascii_lowercase();
        let rest = limits.rest_minutes.duration();
        let is_short = moves < limits.short_game_moves;
        let streak = match self.streak.take() {
            Some(streak) if streak.opponent == name && now <= streak.last + rest => Streak {
                games: streak.games + 1,
                short_games: if is_short { streak.short_games + 1 } else { 0 },
                last: now,
                ..streak
            },
            _ => Streak {
                opponent: name.clone(),
                games: 1,
                short_games: u32::from(is_short),
                last: now,
            },
        };
        let is_reached = |limit: Option<u32>, count| limit.is_some_and(|limit| count >= limit);
        if is_reached(limits.games_in_a_row, streak.games)
            || is_reached(limits.short_games_in_a_row, streak.short_games)
        {
            self.rests.insert(name, now + rest);
        } else {
            self.streak = Some(streak);
        }
        self.rests.retain(|_, until| *until > now);
        self.games += 1;
        self.ends.push_back(now);
        while self.ends.front().is_some_and(|&end| end + DAY < now) {
            self.ends.pop_front();
        }
    }

    /// Whether the last game was with `opponent`.
    pub fn was_the_last(&self, opponent: &str) -> bool {
        let streak = self.streak.as_ref();
        streak.is_some_and(|streak| streak.opponent.eq_ignore_ascii_case(opponent))
    }

    /// Why `opponent` gets no game now, if so.
    pub fn limit_reached_with(
        &self,
        opponent: &str,
        now: Duration,
        limits: &Acceptance,
    ) -> Option<LimitReached> {
        if self.has_played_enough(limits) {
            return Some(LimitReached::OfTheSession);
        }
        let today = self.ends.iter().filter(|&&end| end + DAY > now).count();
        if limits
            .games_per_day
            .is_some_and(|limit| today >= limit as usize)
        {
            return Some(LimitReached::OfTheDay);
        }
        let until = self.rests.get(&opponent.to_ascii_lowercase())?;
        let left = until.saturating_sub(now);
        (!left.is_zero()).then_some(LimitReached::OfOpponent(left))
    }

    /// Whether the session's games are all played.
    pub fn has_played_enough(&self, limits: &Acceptance) -> bool {
        limits
            .games_per_session
            .is_some_and(|limit| self.games >= limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: u64) -> Duration {
        Duration::from_secs(minutes * 60)
    }

    #[test]
    fn who_had_enough_games_in_a_row_waits() {
        let limits = Acceptance {
            games_in_a_row: Some(2),
            ..Acceptance::default()
        };
        let mut opponents = Opponents::default();
        opponents.played("Alice", 30, at(1), &limits);
        assert_eq!(opponents.limit_reached_with("alice", at(1), &limits), None);
        opponents.played("ALICE", 30, at(2), &limits);
        assert_eq!(
            opponents.limit_reached_with("alice", at(3), &limits),
            Some(LimitReached::OfOpponent(at(9)))
        );
        assert_eq!(opponents.limit_reached_with("Bob", at(3), &limits), None);
        assert_eq!(opponents.limit_reached_with("alice", at(12), &limits), None);
    }

    #[test]
    fn a_game_with_somebody_else_or_a_pause_ends_the_row() {
        let limits = Acceptance {
            games_in_a_row: Some(2),
            ..Acceptance::default()
        };
        let mut opponents = Opponents::default();
        opponents.played("Alice", 30, at(1), &limits);
        opponents.played("Bob", 30, at(2), &limits);
        opponents.played("Alice", 30, at(3), &limits);
        opponents.played("Alice", 30, at(60), &limits);
        assert_eq!(opponents.limit_reached_with("Alice", at(60), &limits), None);
    }

    #[test]
    fn short_games_count_only_in_a_row() {
        let limits = Acceptance {
            games_in_a_row: None,
            ..Acceptance::default()
        };
        let mut opponents = Opponents::default();
        for moves in [2, 2, 40, 2, 2] {
            opponents.played("Alice", moves, at(1), &limits);
        }
        assert_eq!(opponents.limit_reached_with("Alice", at(1), &limits), None);
        opponents.played("Alice", 0, at(1), &limits);
        assert!(
            opponents
                .limit_reached_with("Alice", at(1), &limits)
                .is_some()
        );
    }

    #[test]
    fn days_and_sessions_have_their_measure() {
        let limits = Acceptance {
            games_per_day: Some(2),
            games_per_session: Some(3),
            ..Acceptance::default()
        };
        let mut opponents = Opponents::default();
        opponents.played("Alice", 30, at(1), &limits);
        opponents.played("Bob", 30, at(2), &limits);
        assert_eq!(
            opponents.limit_reached_with("Carol", at(3), &limits),
            Some(LimitReached::OfTheDay)
        );
        let tomorrow = at(3) + DAY;
        assert_eq!(
            opponents.limit_reached_with("Carol", tomorrow, &limits),
            None
        );
        opponents.played("Carol", 30, tomorrow, &limits);
        assert!(opponents.has_played_enough(&limits));
        assert_eq!(opponents.ends.len(), 1);
    }
}
