//! Draws: what one is worth to a personality (contempt), and the numbers by which it offers,
//! accepts and gives up.
//!
//! Positive contempt avoids draws, as Chessmaster's `cfd` does.

use super::numbers::{NumberKey, Numbers};
use crate::board::Position;

/// Contempt beyond this would swamp the evaluation, in centipawns.
const MAX_CONTEMPT_CP: i32 = 500;
/// A lead in rating points beyond which contempt grows no further.
const MAX_LEAD: i32 = 800;

/// How a personality treats draws and lost games: its numbers of `[draws]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawPolicy {
    numbers: Numbers,
}

impl DrawPolicy {
    pub(super) fn new(numbers: Numbers) -> DrawPolicy {
        DrawPolicy { numbers }
    }

    /// One of its numbers.
    pub fn get(&self, key: NumberKey) -> i32 {
        self.numbers.get(key)
    }

    /// Sets one of its numbers, brought into its range.
    pub fn set(&mut self, key: NumberKey, value: i32) {
        self.numbers.set(key, value);
    }

    /// How many centipawns a draw is worth less than an even game in a search from `position`,
    /// against an opponent rated `rating_lead` points lower (0 without ratings). It depends on
    /// the phase in two steps only, so that the content of caches serves more than one move.
    pub fn contempt_cp(&self, position: &Position, rating_lead: i32) -> i32 {
        let lead = rating_lead.clamp(-MAX_LEAD, MAX_LEAD);
        let by_rating = self.get(NumberKey::ContemptByRating) * lead / 100;
        let whole = self.get(NumberKey::Contempt) + by_rating;
        let percent = match position.is_endgame() {
            true => self.get(NumberKey::ContemptInEndings),
            false => 100,
        };
        (whole * percent / 100).clamp(-MAX_CONTEMPT_CP, MAX_CONTEMPT_CP)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contempt_goes_by_phase_and_rating() {
        let mut policy = DrawPolicy::default();
        let start = Position::start();
        let ending: Position = "8/5k2/8/8/8/3K4/4R3/8 w - - 0 1".parse().unwrap();
        assert_eq!(
            policy.contempt_cp(&start, 500),
            0,
            "nobody minds by default"
        );
        policy.set(NumberKey::Contempt, 40);
        policy.set(NumberKey::ContemptInEndings, 50);
        assert_eq!(policy.contempt_cp(&start, 0), 40);
        assert_eq!(policy.contempt_cp(&ending, 0), 20);
        policy.set(NumberKey::ContemptByRating, 8);
        assert_eq!(policy.contempt_cp(&start, 300), 64);
        assert_eq!(
            policy.contempt_cp(&start, -500),
            0,
            "a draw against a stronger one is fine"
        );
        policy.set(NumberKey::Contempt, 9_999);
        assert_eq!(policy.contempt_cp(&start, 9_999), 500);
    }
}
