//! `[taste]`: what somebody likes and dislikes in a move, and what that may cost.
//!
//! Owns how a weight and its fading are written. The features and sliders come from their lists.

use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::DeValue;

use super::document::{Document, Section};
use super::key::{Key, names};
use crate::personality::error::PersonalityError;
use crate::personality::feature::{Fade, Feature, WeightScale};
use crate::personality::parameter::Parameter;
use crate::personality::taste::Taste;
use crate::personality::{Composite, DEFAULT_CONCESSION_CP, MAX_CONCESSION_CP, Personality};

const CONCESSION_KEY: &str = "max_concession_cp";
/// Full moves that a fade may name.
const MOVES: RangeInclusive<i32> = 1..=200;

pub(super) fn keys() -> Vec<Key> {
    let features = Feature::ALL.iter().map(|feature| {
        let description = feature.description();
        Key {
            section: "taste",
            name: description.key,
            unit: "cp",
            range: format!("{} to {}", description.min_cp(), description.max_cp()),
            default: format!("0; {}", described(description.fade)),
            meaning: match description.scale {
                WeightScale::Wish | WeightScale::Amount => description.meaning.to_owned(),
                WeightScale::Bipolar { negative, positive } => format!(
                    "From {negative} (negative) to {positive} (positive). {}",
                    description.meaning
                ),
            },
        }
    });
    let concession = Key {
        section: "taste",
        name: CONCESSION_KEY,
        unit: "cp",
        range: format!("0 to {MAX_CONCESSION_CP}"),
        default: DEFAULT_CONCESSION_CP.to_string(),
        meaning: "The most that it gives up for all its tastes in one move.".to_owned(),
    };
    let composites = composite_keys("taste", Composite::TASTE);
    let mut keys = composites;
    keys.extend(features);
    keys.push(concession);
    keys
}

/// When a taste acts, in words.
fn described(fade: Fade) -> String {
    match fade {
        Fade::Never => "the whole game".to_owned(),
        Fade::UntilMove(last) => format!("fades until move {last}"),
        Fade::FirstMoves(count) => format!("first {count} moves"),
        Fade::Middlegame => "fades with the pieces".to_owned(),
        Fade::Endgame => "grows as pieces go".to_owned(),
    }
}

/// The keys of sliders that stand in a section.
pub(super) fn composite_keys(section: &'static str, composites: &[Composite]) -> Vec<Key> {
    let composites = composites.iter();
    composites
        .map(|composite| {
            let range = composite.range();
            Key {
                section,
                name: composite.key(),
                unit: "percent",
                range: format!("{} to {}", range.start(), range.end()),
                default: "0".to_owned(),
                meaning: format!("{} At 100: {}.", composite.meaning(), composite.expanded()),
            }
        })
        .collect()
}

/// Sets the sliders that a section has.
pub(super) fn read_composites(
    section: &Section<'_>,
    composites: &[Composite],
    personality: &mut Personality,
) -> Result<(), PersonalityError> {
    for &composite in composites {
        if let Some(percent) = section.integer(composite.key(), composite.range(), "percent")? {
            personality.put(Parameter::Composite(composite), percent);
        }
    }
    Ok(())
}

/// Sliders first, then the features that are written out: what is written counts.
pub(super) fn read(
    section: &Section<'_>,
    personality: &mut Personality,
) -> Result<(), PersonalityError> {
    section.refuse_keys_outside(&names(&keys()))?;
    read_composites(section, Composite::TASTE, personality)?;
    for &feature in Feature::ALL {
        if let Some(value) = section.value(feature.key()) {
            let taste = read_feature(section.document, feature, value)?;
            personality.put_taste(feature, taste);
        }
    }
    let concession = section.integer(CONCESSION_KEY, 0..=MAX_CONCESSION_CP, "cp")?;
    if let Some(concession_cp) = concession {
        personality.put(Parameter::Concession, concession_cp);
    }
    Ok(())
}

/// A weight, or a weight with its fading: `15` or `{ cp = 15, until_move = 15 }`.
fn read_feature(
    document: &Document<'_>,
    feature: Feature,
    value: &Spanned<DeValue<'_>>,
) -> Result<Taste, PersonalityError> {
    let description = feature.description();
    let range = description.min_cp()..=description.max_cp();
    let Some(table) = value.get_ref().as_table() else {
        let or_table = ", or a table such as { cp = 15, until_move = 15 }";
        let weight_cp = document.integer(value, range, "cp", or_table)?;
        let fade = description.fade;
        return Ok(Taste { weight_cp, fade });
    };
    let section = Section {
        document,
        name: Some(description.key),
        table,
        span: value.span(),
    };
    let known = ["cp", "until_move", "first_moves", "phase"];
    section.refuse_keys_outside(&known)?;
    let Some(weight_cp) = section.integer("cp", range, "cp")? else {
        let problem = format!("`{}` has no weight", description.key);
        let expected = "`cp = ` with a number of centipawns".to_owned();
        return Err(document.refuse(value.span(), problem, expected).into());
    };
    let fade = read_fade(&section)?.unwrap_or(description.fade);
    Ok(Taste { weight_cp, fade })
}

fn read_fade(section: &Section<'_>) -> Result<Option<Fade>, PersonalityError> {
    const PHASES: [(&str, Fade); 3] = [
        ("always", Fade::Never),
        ("middlegame", Fade::Middlegame),
        ("endgame", Fade::Endgame),
    ];
    let moves = |key| {
        let count = section.integer(key, MOVES, "full moves")?;
        Ok::<_, PersonalityError>(count.map(i32::unsigned_abs))
    };
    let fades = [
        moves("until_move")?.map(Fade::UntilMove),
        moves("first_moves")?.map(Fade::FirstMoves),
        section.choice("phase", "phase", &PHASES)?,
    ];
    let mut given = fades.into_iter().flatten();
    let fade = given.next();
    if given.next().is_some() {
        let problem = "a taste fades in one way only".to_owned();
        let expected = "either `until_move`, `first_moves` or `phase`".to_owned();
        let span = section.span.clone();
        return Err(section.document.refuse(span, problem, expected).into());
    }
    Ok(fade)
}
