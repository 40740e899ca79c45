//! `[judgement]`: weights of evaluation terms in percent of normal.
//!
//! Owns how a weight for both sides or one for each is written. The families come from the
//! evaluation.

use toml::Spanned;
use toml::de::DeValue;

use super::document::{Document, Section};
use super::key::{Key, names};
use super::taste::{composite_keys, read_composites};
use crate::evaluation::{Family, Percent};
use crate::personality::error::PersonalityError;
use crate::personality::judgement::{MAX_PERCENT, SELECTIVITY_KEY, family_from_key, family_key};
use crate::personality::parameter::Parameter;
use crate::personality::{Composite, Personality};
use crate::search::Selectivity;

pub(super) fn keys() -> Vec<Key> {
    let families = Family::ALL.into_iter().map(|family| Key {
        section: "judgement",
        name: family_key(family),
        unit: "percent",
        range: format!("0 to {MAX_PERCENT}, or {{ own, opponent }}"),
        default: "100".to_owned(),
        meaning: format!(
            "Weight of {}; own is the side that the engine plays for.",
            family_key(family).replace('_', " ")
        ),
    });
    let selectivity = Key {
        section: "judgement",
        name: SELECTIVITY_KEY,
        unit: "steps",
        range: format!("0 to {}", Selectivity::MAX.step()),
        default: Selectivity::NORMAL.step().to_string(),
        meaning: Parameter::Selectivity.meaning(),
    };
    composite_keys("judgement", Composite::JUDGEMENT)
        .into_iter()
        .chain(families)
        .chain([selectivity])
        .collect()
}

/// Composites first, then the families that are written out: what is written counts.
pub(super) fn read(
    section: &Section<'_>,
    personality: &mut Personality,
) -> Result<(), PersonalityError> {
    section.refuse_keys_outside(&names(&keys()))?;
    read_composites(section, Composite::JUDGEMENT, personality)?;
    for (key, value) in section.table {
        if let Some(family) = family_from_key(key.get_ref()) {
            let percents = read_percents(section.document, key.get_ref(), value)?;
            let sides = [Parameter::Own(family), Parameter::Opponent(family)];
            for (side, percent) in sides.into_iter().zip(percents) {
                if let Some(percent) = percent {
                    personality.put(side, percent.into());
                }
            }
        }
    }
    let steps = 0..=i32::from(Selectivity::MAX.step());
    if let Some(step) = section.integer(SELECTIVITY_KEY, steps, "steps")? {
        personality.put(Parameter::Selectivity, step);
    }
    Ok(())
}

/// One percentage for both sides, or `{ own = 120, opponent = 90 }`; own first.
fn read_percents(
    document: &Document<'_>,
    key: &str,
    value: &Spanned<DeValue<'_>>,
) -> Result<[Option<Percent>; 2], PersonalityError> {
    let range = 0..=i32::from(MAX_PERCENT);
    let percent = |number: i32| Percent::try_from(number).unwrap_or(MAX_PERCENT);
    let Some(table) = value.get_ref().as_table() else {
        let or_table = ", or a table such as { own = 120, opponent = 90 }";
        let both = percent(document.integer(value, range, "percent", or_table)?);
        return Ok([Some(both); 2]);
    };
    let section = Section {
        document,
        name: Some(key),
        table,
        span: value.span(),
    };
    section.refuse_keys_outside(&["own", "opponent"])?;
    let side = |key| {
        let number = section.integer(key, range.clone(), "percent")?;
        Ok::<_, PersonalityError>(number.map(percent))
    };
    Ok([side("own")?, side("opponent")?])
}
