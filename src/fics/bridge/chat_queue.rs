//! `ChatQueue`: what is said to people, one sentence after the other.
//!
//! Servers limit how much an account may say, so sentences keep a distance, and none is said for a while
//! when the quota is used up. What does not fit is dropped. Moves do not come here.

use std::collections::VecDeque;
use std::time::Duration;

use crate::fics::outgoing::OutgoingLine;

/// The least time between two messages of a registered account.
const INTERVAL: Duration = Duration::from_millis(1_000);
/// The same for a guest, for whom servers have a stricter limit.
const GUEST_INTERVAL: Duration = Duration::from_millis(2_100);
/// Messages that may wait.
const WAITING: usize = 12;
/// How long nothing is said after the server has refused a message.
const SILENCE: Duration = Duration::from_secs(60);
/// The longest message in bytes.
const LONGEST: usize = 400;

#[derive(Clone, Debug, Default)]
pub(super) struct ChatQueue {
    waiting: VecDeque<OutgoingLine>,
    next_at: Duration,
    spoken_at: Option<Duration>,
}

impl ChatQueue {
    /// `command` and then `text`, when its time has come.
    pub fn say(&mut self, command: &str, text: &str) {
        if self.waiting.len() >= WAITING {
            return;
        }
        if let Ok(line) = OutgoingLine::with_text(command, text, LONGEST) {
            self.waiting.push_back(line);
        }
    }

    /// Whether nothing waits, so that something of little weight may be said.
    pub fn is_idle(&self, now: Duration) -> bool {
        self.waiting.is_empty() && now >= self.next_at
    }

    /// The sentence whose time has come.
    pub fn next(&mut self, now: Duration, is_guest: bool) -> Option<OutgoingLine> {
        if now < self.next_at {
            return None;
        }
        let line = self.waiting.pop_front()?;
        self.spoken_at = Some(now);
        self.next_at = now + if is_guest { GUEST_INTERVAL } else { INTERVAL };
        Some(line)
    }

    /// Whether something was said within `time` before `now`.
    pub fn has_spoken_since(&self, now: Duration, time: Duration) -> bool {
        self.spoken_at
            .is_some_and(|spoken| now.saturating_sub(spoken) <= time)
    }

    pub fn pause_for_quota(&mut self, now: Duration) {
        self.waiting.clear();
        self.next_at = now + SILENCE;
    }

    /// The game is over: what was to be said at its board would be said at the next one.
    pub fn drop_game_chat(&mut self) {
        self.waiting
            .retain(|line| line.as_str().starts_with("tell "));
    }

    pub fn forget(&mut self) {
        self.waiting.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn sentences_keep_their_distance() {
        let mut chat_queue = ChatQueue::default();
        chat_queue.say("tell Alice", "one");
        chat_queue.say("tell Alice", "two");
        assert!(!chat_queue.is_idle(at(0)));
        assert!(chat_queue.next(at(0), true).is_some());
        assert!(chat_queue.next(at(2_000), true).is_none());
        assert!(chat_queue.next(at(2_100), true).is_some());
        assert!(chat_queue.is_idle(at(9_000)));
    }

    #[test]
    fn nothing_is_said_at_a_board_that_is_gone() {
        let mut chat_queue = ChatQueue::default();
        chat_queue.say("whisper", "+0.30");
        chat_queue.say("tell Alice", "one");
        chat_queue.say("say", "two");
        chat_queue.drop_game_chat();
        let left = chat_queue.next(at(0), false);
        assert_eq!(left.unwrap().as_str(), "tell Alice one");
        assert!(chat_queue.next(at(9_000), false).is_none());
    }

    #[test]
    fn what_is_too_much_is_dropped() {
        let mut chat_queue = ChatQueue::default();
        for _ in 0..1_000 {
            chat_queue.say("whisper", "again");
        }
        assert_eq!(chat_queue.waiting.len(), WAITING);
        chat_queue.pause_for_quota(at(0));
        assert!(chat_queue.next(at(59_000), false).is_none());
        assert!(!chat_queue.is_idle(at(59_000)));
    }
}
