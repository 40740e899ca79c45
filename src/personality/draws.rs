//! Draws: how much a character minds them, when it offers or accepts one, and when it gives up.
//!
//! Owns the numbers of `[draws]` and what a draw is worth by them. Positive contempt avoids draws,
//! as in Chessmaster's `cfd`. It must not know how an offer is made.

use std::ops::RangeInclusive;

use crate::board::Position;

/// With less material than this, in permille of all pieces, a game is an ending.
const ENDING_PERMILLE: i32 = 350;
/// Contempt beyond this would swamp the evaluation, in centipawns.
const MAX_CONTEMPT_CP: i32 = 500;
/// Rating points beyond which nobody's contempt grows.
const MAX_LEAD: i32 = 800;

/// All that there is to know about a number of `[draws]`.
#[derive(Clone, Copy, Debug)]
pub struct DrawNumber {
    /// Its key.
    pub key: &'static str,
    /// The values it can have, in `unit`.
    pub low: i32,
    /// See `low`.
    pub high: i32,
    /// What it is when a file does not say.
    pub default: i32,
    /// What it is counted in.
    pub unit: &'static str,
    /// One sentence.
    pub meaning: &'static str,
}

/// Writes the enum, the list of all and the descriptions from one list.
macro_rules! draw_numbers {
    ($($name:ident $key:literal $low:literal..=$high:literal $default:literal $unit:literal
       $meaning:literal;)+) => {
        /// A number of `[draws]`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum DrawKey {
            $(#[doc = $meaning] $name,)+
        }

        impl DrawKey {
            /// Every number, in the order of a game.
            pub const ALL: &'static [DrawKey] = &[$(DrawKey::$name,)+];

            /// Its key, range, default and meaning.
            pub fn number(self) -> DrawNumber {
                match self {
                    $(DrawKey::$name => DrawNumber {
                        key: $key,
                        low: $low,
                        high: $high,
                        default: $default,
                        unit: $unit,
                        meaning: $meaning,
                    },)+
                }
            }
        }
    };
}

draw_numbers! {
    Contempt "contempt_cp" -500..=500 0 "cp"
        "What a draw is worth less than an even game; negative welcomes draws.";
    ContemptInEndings "contempt_in_endings_percent" 0..=200 100 "percent"
        "How much of the contempt is left when few pieces are.";
    ContemptByRating "contempt_by_rating_cp" 0..=50 0 "cp"
        "Contempt on top for every hundred points that the opponent is rated lower.";
    AcceptBelow "accept_below_cp" -1000..=1000 -60 "cp"
        "A draw that is offered is accepted at this score or less; contempt counts against it.";
    EvenWithin "even_within_cp" 0..=200 12 "cp"
        "Scores as near to even as this are dead even.";
    LongGame "long_game_from_move" 1..=200 50 "full moves"
        "From this move on a draw is accepted in a dead even game.";
    OfferFrom "offer_from_move" 1..=200 60 "full moves"
        "From this move on a draw is offered in a dead even game.";
    OfferPatience "offer_patience_moves" 0..=50 10 "own moves"
        "So long a game has to be dead even before a draw is offered, and again offered; 0 is never.";
    ResignBelow "resign_below_cp" -3000..=-100 -900 "cp"
        "At this score or less a game is hopeless.";
    ResignPatience "resign_patience_moves" 1..=50 3 "own moves"
        "So long a game has to be hopeless before it is given up.";
    ResignFrom "resign_from_move" 1..=200 10 "full moves"
        "No game is given up before this move.";
}

impl DrawKey {
    /// The number with this key.
    pub fn from_key(key: &str) -> Option<DrawKey> {
        let mut all = DrawKey::ALL.iter().copied();
        all.find(|known| known.number().key == key)
    }

    /// The values it can have.
    pub fn range(self) -> RangeInclusive<i32> {
        let number = self.number();
        number.low..=number.high
    }
}

/// How a character treats draws and lost games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawPolicy {
    values: [i32; DrawKey::ALL.len()],
}

impl Default for DrawPolicy {
    fn default() -> DrawPolicy {
        let mut values = [0; DrawKey::ALL.len()];
        for (value, key) in values.iter_mut().zip(DrawKey::ALL) {
            *value = key.number().default;
        }
        DrawPolicy { values }
    }
}

impl DrawPolicy {
    /// One of its numbers.
    pub fn get(&self, key: DrawKey) -> i32 {
        self.values[key as usize]
    }

    /// Sets one of its numbers, brought into its range.
    pub fn set(&mut self, key: DrawKey, value: i32) {
        let number = key.number();
        self.values[key as usize] = value.clamp(number.low, number.high);
    }

    /// How many centipawns a draw is worth less than an even game in a search from `position`,
    /// against an opponent rated `rating_lead` points lower (0 when nobody is rated). Depends on
    /// the phase in two steps only, so that what caches hold serves more than one move.
    pub fn contempt_cp(&self, position: &Position, rating_lead: i32) -> i32 {
        let lead = rating_lead.clamp(-MAX_LEAD, MAX_LEAD);
        let by_rating = self.get(DrawKey::ContemptByRating) * lead / 100;
        let whole = self.get(DrawKey::Contempt) + by_rating;
        let percent = match position.phase_permille() < ENDING_PERMILLE {
            true => self.get(DrawKey::ContemptInEndings),
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
        policy.set(DrawKey::Contempt, 40);
        policy.set(DrawKey::ContemptInEndings, 50);
        assert_eq!(policy.contempt_cp(&start, 0), 40);
        assert_eq!(policy.contempt_cp(&ending, 0), 20);
        policy.set(DrawKey::ContemptByRating, 8);
        assert_eq!(policy.contempt_cp(&start, 300), 64);
        assert_eq!(
            policy.contempt_cp(&start, -500),
            0,
            "a draw against a stronger one is fine"
        );
        policy.set(DrawKey::Contempt, 9_999);
        assert_eq!(policy.contempt_cp(&start, 9_999), 500);
    }

    #[test]
    fn keys_are_unique_and_defaults_are_in_range() {
        for &key in DrawKey::ALL {
            let number = key.number();
            assert_eq!(DrawKey::from_key(number.key), Some(key));
            assert!(key.range().contains(&number.default), "{}", number.key);
            assert!(number.meaning.ends_with('.'));
        }
    }
}
