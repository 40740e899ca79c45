//! `[draws]`: how a character minds draws and lost games.

use super::document::Section;
use super::key::{Key, names};
use crate::personality::Personality;
use crate::personality::draws::DrawKey;
use crate::personality::error::PersonalityError;
use crate::personality::parameter::Parameter;

pub(super) fn keys() -> Vec<Key> {
    let key = |key: &DrawKey| {
        let number = key.number();
        Key {
            section: "draws",
            name: number.key,
            unit: number.unit,
            range: format!("{} to {}", number.low, number.high),
            default: number.default.to_string(),
            meaning: number.meaning.to_owned(),
        }
    };
    DrawKey::ALL.iter().map(key).collect()
}

pub(super) fn read(
    section: &Section<'_>,
    personality: &mut Personality,
) -> Result<(), PersonalityError> {
    section.refuse_keys_outside(&names(&keys()))?;
    for &key in DrawKey::ALL {
        let number = key.number();
        if let Some(value) = section.integer(number.key, key.range(), number.unit)? {
            personality.put(Parameter::Draws(key), value);
        }
    }
    Ok(())
}
