//! `[time]`: how somebody spends the clock.

use std::ops::RangeInclusive;

use super::document::Section;
use super::key::{Key, names};
use crate::personality::Personality;
use crate::personality::error::PersonalityError;
use crate::personality::pace::Pace;

const PERCENT: RangeInclusive<i32> = 10..=300;
const SWING: RangeInclusive<i32> = 0..=80;
const DEPTH: RangeInclusive<i32> = 1..=99;

pub(super) fn keys() -> Vec<Key> {
    let percent = |name, range: &RangeInclusive<i32>, default: &str, meaning: &str| Key {
        section: "time",
        name,
        unit: "percent",
        range: format!("{} to {}", range.start(), range.end()),
        default: default.to_owned(),
        meaning: meaning.to_owned(),
    };
    vec![
        percent(
            "pace",
            &PERCENT,
            "100",
            "Thinking time for a move in percent of normal: below 100 it is hasty.",
        ),
        percent(
            "opening",
            &PERCENT,
            "100",
            "The same for the first ten moves, on top of `pace`.",
        ),
        percent(
            "endgame",
            &PERCENT,
            "100",
            "The same when less than a third of the pieces is left, on top of `pace`.",
        ),
        percent(
            "swing",
            &SWING,
            "0",
            "By how much each move's time is longer or shorter by chance.",
        ),
        Key {
            unit: "plies",
            ..percent(
                "max_depth_plies",
                &DEPTH,
                "no limit",
                "It never searches deeper.",
            )
        },
    ]
}

pub(super) fn read(
    section: &Section<'_>,
    personality: &mut Personality,
) -> Result<(), PersonalityError> {
    let pace = personality.pace;
    section.refuse_keys_outside(&names(&keys()))?;
    let percent = |key, range, old: u32| {
        let given = section.integer(key, range, "percent")?;
        Ok::<_, PersonalityError>(given.map_or(old, i32::unsigned_abs))
    };
    personality.pace = Pace {
        percent: percent("pace", PERCENT, pace.percent)?,
        opening_percent: percent("opening", PERCENT, pace.opening_percent)?,
        endgame_percent: percent("endgame", PERCENT, pace.endgame_percent)?,
        swing_percent: percent("swing", SWING, pace.swing_percent)?,
    };
    let depth = section.integer("max_depth_plies", DEPTH, "plies")?;
    personality.max_depth_plies = depth.map(i32::unsigned_abs).or(personality.max_depth_plies);
    Ok(())
}
