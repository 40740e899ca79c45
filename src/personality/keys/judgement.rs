//! `[judgement]`: weights of evaluation terms in percent of normal, and how selective the search is.

use super::form::{FileKey, ValueForm};
use super::{KeyRow, number_rows};
use crate::evaluation::Family;
use crate::personality::error::PersonalityError;
use crate::personality::family_keys::{MAX_PERCENT, family_key};
use crate::personality::parameter::Parameter;
use crate::personality::{Personality, Slider};

/// Sliders come first, so that a family that is written out counts as it is written.
pub(super) fn rows() -> Vec<KeyRow> {
    let sliders = Slider::JUDGEMENT.iter();
    let sliders = sliders.map(|&slider| KeyRow::of_slider("judgement", slider));
    let families = Family::ALL.into_iter().map(|family| {
        let meaning = format!(
            "Weight of {}; own is the side that the engine plays for.",
            family_key(family).replace('_', " ")
        );
        let form = FamilyForm(family);
        KeyRow::new("judgement", family_key(family), form, "100", meaning)
    });
    let numbers = number_rows("judgement");
    sliders.chain(families).chain(numbers).collect()
}

/// One percentage for both sides, or `{ own = 120, opponent = 90 }`.
struct FamilyForm(Family);

impl FamilyForm {
    fn sides(&self) -> [Parameter; 2] {
        [Parameter::Own(self.0), Parameter::Opponent(self.0)]
    }
}

impl ValueForm for FamilyForm {
    fn unit(&self) -> &'static str {
        "percent"
    }

    fn range(&self) -> String {
        format!("0 to {MAX_PERCENT}, or {{ own, opponent }}")
    }

    fn read(
        &self,
        key: &FileKey<'_>,
        personality: &mut Personality,
    ) -> Result<(), PersonalityError> {
        let document = key.section.document;
        let range = 0..=i32::from(MAX_PERCENT);
        let Some(section) = key.table(key.name) else {
            let or_table = ", or a table such as { own = 120, opponent = 90 }";
            let both = document.integer(key.value, range, self.unit(), or_table)?;
            self.sides()
                .into_iter()
                .for_each(|side| personality.put(side, both));
            return Ok(());
        };
        let names = ["own", "opponent"];
        section.refuse_keys_outside(&names)?;
        for (name, side) in names.into_iter().zip(self.sides()) {
            if let Some(percent) = section.integer(name, range.clone(), self.unit())? {
                personality.put(side, percent);
            }
        }
        Ok(())
    }

    fn written(&self, personality: &Personality) -> Option<String> {
        let [own, opponent] = self.sides().map(|side| personality.value_of(side));
        let is_normal = (own, opponent) == (100, 100);
        let sides = self.sides().into_iter();
        let mut moved = sides.map(|side| personality.is_moved_by_another_key(side));
        if is_normal && !moved.any(|is_moved| is_moved) {
            return None;
        }
        Some(match own == opponent {
            true => own.to_string(),
            false => format!("{{ own = {own}, opponent = {opponent} }}"),
        })
    }
}
