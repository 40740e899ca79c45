//! `[signature]`: squares and castlings that somebody is known for.
//!
//! Owns how they are written; how much they count is the weight of `signature` in `[taste]`.

use super::document::Section;
use super::key::{Key, names};
use crate::personality::Personality;
use crate::personality::error::{PersonalityError, shown};
use crate::personality::feature::Feature;
use crate::personality::signature::{DEFAULT_WEIGHT_CP, Habit, Signature};

/// Habits in one list.
const HABITS: usize = 16;

pub(super) fn keys() -> Vec<Key> {
    let list = |name, meaning: &str| Key {
        section: "signature",
        name,
        unit: "list of text",
        range: format!("up to {HABITS} such as \"Nd5\", \"h5\", \"O-O-O\""),
        default: "none".to_owned(),
        meaning: meaning.to_owned(),
    };
    vec![
        list(
            "likes",
            "Squares that a piece likes to reach and not to leave, and castlings, written as \
             White would; they count as `signature` in [taste] says.",
        ),
        list("avoids", "The same for what it does not like."),
    ]
}

/// Who has a signature and no weight for it has [`DEFAULT_WEIGHT_CP`], unless `[taste]` says.
pub(super) fn read(
    section: &Section<'_>,
    personality: &mut Personality,
) -> Result<(), PersonalityError> {
    section.refuse_keys_outside(&names(&keys()))?;
    let base = &personality.signature;
    let signature = Signature {
        likes: habits(section, "likes")?.unwrap_or_else(|| base.likes.clone()),
        avoids: habits(section, "avoids")?.unwrap_or_else(|| base.avoids.clone()),
    };
    personality.signature = signature;
    let has_weight = personality
        .tastes()
        .any(|(feature, _)| feature == Feature::Signature);
    if !personality.signature.is_empty() && !has_weight {
        personality.put_weight(Feature::Signature, DEFAULT_WEIGHT_CP);
    }
    Ok(())
}

fn habits(section: &Section<'_>, key: &str) -> Result<Option<Vec<Habit>>, PersonalityError> {
    let Some(items) = section.list(key, HABITS)? else {
        return Ok(None);
    };
    let habit = |item| {
        let text = section.document.line(item, LONGEST_CHARS)?;
        Habit::parse(&text).ok_or_else(|| {
            let problem = format!("`{}` is no habit", shown(&text));
            let expected = "a piece and a square such as \"Nd5\", a pawn's square such as \
                            \"h5\", \"O-O\" or \"O-O-O\""
                .to_owned();
            let refusal = section.document.refuse(item.span(), problem, expected);
            PersonalityError::from(refusal)
        })
    };
    items.iter().map(habit).collect::<Result<_, _>>().map(Some)
}

/// The longest habit, in characters.
const LONGEST_CHARS: usize = 5;
