//! The plain numbers of a personality: one table with a row for every key whose value is one
//! whole number.
//!
//! A new number is one row here and the code in which it acts: the reader and the writer of files,
//! comparisons, mixtures, the options of every front end and the page of keys walk the rows.
//! (`masque personality keys --markdown` prints the new page.)

use std::ops::RangeInclusive;

use super::{DEFAULT_CONCESSION_CP, MAX_CONCESSION_CP};

/// All that there is to know about a plain number.
#[derive(Clone, Debug)]
pub struct NumberRow {
    /// The section of a personality file in which its key stands.
    pub section: &'static str,
    /// Its key.
    pub key: &'static str,
    /// The values that it can be given, in `unit`.
    pub range: RangeInclusive<i32>,
    /// Its value when nothing is said. A default outside the range means that there is no limit.
    pub default: i32,
    /// What it is counted in.
    pub unit: &'static str,
    /// What it means, in one sentence.
    pub meaning: &'static str,
}

/// Writes the enum, the list of all and the rows from one table.
macro_rules! numbers {
    ($([$section:literal] $($name:ident $key:literal $range:expr, $default:expr, $unit:literal
       $meaning:literal;)+)+) => {
        /// The key of a plain number of a personality.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum NumberKey {
            $($(#[doc = $meaning] $name,)+)+
        }

        impl NumberKey {
            /// Every plain number, section by section.
            pub const ALL: &'static [NumberKey] = &[$($(NumberKey::$name,)+)+];

            /// Its section, key, range, default, unit and meaning.
            pub fn row(self) -> &'static NumberRow {
                match self {
                    $($(NumberKey::$name => const {
                        &NumberRow {
                            section: $section,
                            key: $key,
                            range: $range,
                            default: $default,
                            unit: $unit,
                            meaning: $meaning,
                        }
                    },)+)+
                }
            }
        }
    };
}

numbers! {
    ["taste"]
    Concession "max_concession_cp" 0..=MAX_CONCESSION_CP, DEFAULT_CONCESSION_CP, "cp"
        "Centipawns that it may give up for all its tastes in one move of an even game; more where the game leans, at the same loss of expected score.";

    ["judgement"]
    Selectivity "selectivity" 0..=16, 9, "steps"
        "How much its search leaves out: 0 nothing, 9 is normal.";

    ["draws"]
    Contempt "contempt_cp" -500..=500, 0, "cp"
        "How much less a draw is worth than an even game; negative values welcome draws.";
    ContemptInEndings "contempt_in_endings_percent" 0..=200, 100, "percent"
        "How much of the contempt acts when few pieces are left.";
    ContemptByRating "contempt_by_rating_cp" 0..=50, 0, "cp"
        "Additional contempt for every hundred points by which the opponent is rated lower.";
    AcceptBelow "accept_below_cp" -1000..=1000, -60, "cp"
        "A draw offer is accepted at this score or less; contempt lowers this limit.";
    EvenWithin "even_within_cp" 0..=200, 12, "cp"
        "A score no further from 0 than this is dead even.";
    LongGame "long_game_from_move" 1..=200, 50, "full moves"
        "From this move on a draw offer is accepted in a dead even game.";
    OfferFrom "offer_from_move" 1..=200, 60, "full moves"
        "From this move on a draw is offered in a dead even game.";
    OfferPatience "offer_patience_moves" 0..=50, 10, "own moves"
        "A draw is offered after so many dead even moves in a row, and again after as many more; 0 is never.";
    ResignBelow "resign_below_cp" -3000..=-100, -900, "cp"
        "A game is hopeless at this score or less.";
    ResignPatience "resign_patience_moves" 1..=50, 3, "own moves"
        "The game is given up after so many hopeless moves in a row.";
    ResignFrom "resign_from_move" 1..=200, 10, "full moves"
        "The game is not given up before this move.";

    ["time"]
    Pace "pace" 10..=300, 100, "percent"
        "Thinking time for a move in percent of normal.";
    PaceInOpening "opening" 10..=300, 100, "percent"
        "Thinking time in percent for each of the first ten moves, on top of `pace`.";
    PaceInEndgame "endgame" 10..=300, 100, "percent"
        "Thinking time in percent when less than a third of the pieces is left, on top of `pace`.";
    PaceSwing "swing" 0..=80, 0, "percent"
        "By how many percent the time for a move is longer or shorter by chance.";
    MaxDepth "max_depth_plies" 1..=99, 0, "plies"
        "The deepest search that it makes.";
    HumanPace "human_pace" 0..=300, 100, "percent"
        "Thinking time of a level (`[strength]`) in percent of a person's; 0 moves at once.";

    ["strength.errors"]
    HangingErrors "hanging" 0..=400, 100, "percent"
        "How often a level leaves or puts a piece where it is lost, in percent of what is usual at its rating.";
    QuietErrors "quiet_moves" 0..=400, 100, "percent"
        "The same of quiet moves that spoil the position and lose nothing at once.";
    LongLineErrors "long_lines" 0..=400, 100, "percent"
        "The same of moves that only a look two moves ahead refutes.";
    EndgameErrors "endgame" 0..=400, 100, "percent"
        "The same of moves that spoil an endgame.";
    Nerves "nerves" 0..=500, 0, "Elo"
        "By how much a level plays weaker when it has no more than a second for a move.";
}

impl NumberKey {
    /// Whether a value limits nothing: the default of a number that has no limit by default.
    pub(super) fn is_no_limit(self, value: i32) -> bool {
        !self.row().range.contains(&value)
    }
}

/// The value of every plain number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    values: [i32; NumberKey::ALL.len()],
}

impl Default for Numbers {
    fn default() -> Numbers {
        let mut values = [0; NumberKey::ALL.len()];
        for (value, key) in values.iter_mut().zip(NumberKey::ALL) {
            *value = key.row().default;
        }
        Numbers { values }
    }
}

impl Numbers {
    /// The value of a number.
    pub fn get(&self, key: NumberKey) -> i32 {
        self.values[key as usize]
    }

    /// Sets a number, brought into its range.
    pub fn set(&mut self, key: NumberKey, value: i32) {
        let range = &key.row().range;
        self.values[key as usize] = value.clamp(*range.start(), *range.end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Selectivity;

    #[test]
    fn rows_are_complete_and_defaults_are_in_range() {
        for (index, &key) in NumberKey::ALL.iter().enumerate() {
            let row = key.row();
            assert_eq!(key as usize, index);
            let is_limit = key == NumberKey::MaxDepth;
            assert_eq!(row.range.contains(&row.default), !is_limit, "{}", row.key);
            assert!(row.meaning.ends_with('.'));
            let is_twin = |other: &NumberKey| {
                (other.row().section, other.row().key) == (row.section, row.key)
            };
            assert_eq!(
                NumberKey::ALL
                    .iter()
                    .filter(|&other| is_twin(other))
                    .count(),
                1
            );
        }
    }

    #[test]
    fn the_scale_of_selectivity_is_that_of_the_search() {
        let row = NumberKey::Selectivity.row();
        assert_eq!(*row.range.end(), i32::from(Selectivity::MAX.step()));
        assert_eq!(row.default, i32::from(Selectivity::NORMAL.step()));
    }

    #[test]
    fn values_are_brought_into_their_ranges() {
        let mut numbers = Numbers::default();
        assert!(NumberKey::MaxDepth.is_no_limit(numbers.get(NumberKey::MaxDepth)));
        numbers.set(NumberKey::MaxDepth, -4);
        numbers.set(NumberKey::Pace, 9_999);
        assert_eq!(numbers.get(NumberKey::MaxDepth), 1);
        assert_eq!(numbers.get(NumberKey::Pace), 300);
    }
}
