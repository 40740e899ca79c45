//! `[signature]`: squares and castlings for which a personality is known.
//!
//! How much they count is the weight of the feature `signature` in `[taste]`.

use super::KeyRow;
use super::form::{ItemRule, ListForm};
use crate::personality::Personality;
use crate::personality::feature::Feature;
use crate::personality::signature::{DEFAULT_WEIGHT_CP, Habit};

/// The most habits in one list, and the most characters of one.
const MAX_HABITS: usize = 16;
const MAX_HABIT_CHARS: usize = 5;

pub(super) fn rows() -> Vec<KeyRow> {
    let row = |name, get, set, meaning: &str| {
        let form = ListForm {
            max_items: MAX_HABITS,
            max_item_chars: MAX_HABIT_CHARS,
            range: format!("up to {MAX_HABITS} such as \"Nd5\", \"h5\", \"O-O-O\""),
            rule: Some(ItemRule {
                is_valid: |text| Habit::parse(text).is_some(),
                name: "habit",
                expected: "a piece and a square such as \"Nd5\", a pawn's square such as \"h5\", \
                           \"O-O\" or \"O-O-O\"",
            }),
            get,
            set,
        };
        KeyRow::new("signature", name, form, "none", meaning)
    };
    vec![
        row(
            "likes",
            |personality| texts(&personality.signature.likes),
            |personality, texts| {
                personality.signature.likes = habits(&texts);
                give_weight(personality);
            },
            "Squares that a piece likes to reach and does not like to leave, and castlings, written \
             as for White; they count as `signature` in [taste] says.",
        ),
        row(
            "avoids",
            |personality| texts(&personality.signature.avoids),
            |personality, texts| {
                personality.signature.avoids = habits(&texts);
                give_weight(personality);
            },
            "The same for what it does not like.",
        ),
    ]
}

fn texts(habits: &[Habit]) -> Vec<String> {
    habits.iter().map(|habit| habit.text()).collect()
}

fn habits(texts: &[String]) -> Vec<Habit> {
    let texts = texts.iter();
    texts.filter_map(|text| Habit::parse(text)).collect()
}

/// A signature without a weight has [`DEFAULT_WEIGHT_CP`], unless `[taste]` says otherwise.
fn give_weight(personality: &mut Personality) {
    let has_weight = personality.taste_for(Feature::Signature).is_some();
    if !personality.signature.is_empty() && !has_weight {
        personality.put_weight(Feature::Signature, DEFAULT_WEIGHT_CP);
    }
}
