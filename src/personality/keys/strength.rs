//! `[strength]`: the level, and the errors that are made there.

use super::KeyRow;
use super::form::{FileKey, ValueForm, in_words, quoted};
use crate::personality::Personality;
use crate::personality::error::PersonalityError;
use crate::personality::numbers::NumberKey;
use crate::personality::parameter::Parameter;
use crate::personality::strength::{LEVEL_ELO, OPPONENT, PlayingStrength};

/// The section of the numbers in the table of errors.
const ERRORS: &str = "strength.errors";

pub(super) fn rows() -> Vec<KeyRow> {
    let meanings: Vec<String> = error_keys()
        .map(|key| format!("`{}`: {}", key.row().key, key.row().meaning))
        .collect();
    let errors = format!(
        "Where it errs otherwise than others of its rating. {}",
        meanings.join(" ")
    );
    vec![
        KeyRow::new(
            "strength",
            "elo",
            EloForm,
            "full strength",
            "Plays like a person of this rating (Lichess's scale), or of the opponent's.",
        ),
        KeyRow::new(
            "strength",
            "errors",
            ErrorsForm,
            "100 each, nerves 0",
            errors,
        ),
    ]
}

fn error_keys() -> impl Iterator<Item = NumberKey> {
    let keys = NumberKey::ALL.iter().copied();
    keys.filter(|key| key.row().section == ERRORS)
}

/// A rating or `"opponent"`.
struct EloForm;

impl ValueForm for EloForm {
    fn unit(&self) -> &'static str {
        "Elo"
    }

    fn range(&self) -> String {
        format!("{}, or \"{OPPONENT}\"", in_words(&LEVEL_ELO))
    }

    fn read(
        &self,
        key: &FileKey<'_>,
        personality: &mut Personality,
    ) -> Result<(), PersonalityError> {
        let document = key.section.document;
        personality.strength = match key.value.get_ref().as_str() {
            Some(OPPONENT) => PlayingStrength::Opponent,
            _ => {
                let or_word = format!(", or \"{OPPONENT}\"");
                let elo = document.integer(key.value, LEVEL_ELO, self.unit(), &or_word)?;
                PlayingStrength::Elo(elo)
            }
        };
        Ok(())
    }

    fn written(&self, personality: &Personality) -> Option<String> {
        match personality.strength {
            PlayingStrength::Full => None,
            PlayingStrength::Elo(elo) => Some(elo.to_string()),
            PlayingStrength::Opponent => Some(quoted(OPPONENT)),
        }
    }
}

/// A table such as `{ hanging = 130, nerves = 100 }`.
struct ErrorsForm;

impl ValueForm for ErrorsForm {
    fn unit(&self) -> &'static str {
        "table"
    }

    fn range(&self) -> String {
        let keys =
            error_keys().map(|key| format!("{} {}", key.row().key, in_words(&key.row().range)));
        keys.collect::<Vec<_>>().join(", ")
    }

    fn read(
        &self,
        key: &FileKey<'_>,
        personality: &mut Personality,
    ) -> Result<(), PersonalityError> {
        let Some(section) = key.table(ERRORS) else {
            let problem = "this is not a table".to_owned();
            let expected = "a table such as { hanging = 130, quiet_moves = 80 }".to_owned();
            return Err(key.refuse(problem, expected));
        };
        let names: Vec<&str> = error_keys().map(|key| key.row().key).collect();
        section.refuse_keys_outside(&names)?;
        for number in error_keys() {
            let row = number.row();
            if let Some(value) = section.integer(row.key, row.range.clone(), row.unit)? {
                personality.put(Parameter::Number(number), value);
            }
        }
        Ok(())
    }

    fn written(&self, personality: &Personality) -> Option<String> {
        let told = error_keys().filter_map(|key| {
            let value = personality.value_of(Parameter::Number(key));
            (value != key.row().default).then(|| format!("{} = {value}", key.row().key))
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| format!("{{ {} }}", told.join(", ")))
    }
}
