//! `[taste]`: what a personality likes and dislikes in a move, and what that may cost.

use std::ops::RangeInclusive;

use super::form::{FileKey, ValueForm};
use super::{KeyRow, number_rows};
use crate::personality::document::Section;
use crate::personality::error::PersonalityError;
use crate::personality::feature::{Fade, Feature, WeightScale};
use crate::personality::parameter::Parameter;
use crate::personality::taste::Taste;
use crate::personality::{Personality, Slider};

/// Full moves that a fade may name.
const MOVES: RangeInclusive<i32> = 1..=200;

/// Sliders come first, so that a feature that is written out counts as it is written.
pub(super) fn rows() -> Vec<KeyRow> {
    let sliders = Slider::TASTE.iter();
    let sliders = sliders.map(|&slider| KeyRow::of_slider("taste", slider));
    let features = Feature::ALL.iter().map(|&feature| {
        let description = feature.description();
        let meaning = match description.scale {
            WeightScale::Wish | WeightScale::Amount => description.meaning.to_owned(),
            WeightScale::Bipolar { negative, positive } => format!(
                "From {negative} (negative) to {positive} (positive). {}",
                description.meaning
            ),
        };
        let default = format!("{}; {}", feature.default_cp(), in_words(description.fade));
        let form = FeatureForm(feature);
        KeyRow::new("taste", description.key, form, default, meaning)
    });
    let numbers = number_rows("taste");
    sliders.chain(features).chain(numbers).collect()
}

/// When a taste acts, in words.
fn in_words(fade: Fade) -> String {
    match fade {
        Fade::Never => "the whole game".to_owned(),
        Fade::UntilMove(last) => format!("fades until move {last}"),
        Fade::FirstMoves(count) => format!("first {count} moves"),
        Fade::Middlegame => "fades with the pieces".to_owned(),
        Fade::Endgame => "grows as pieces go".to_owned(),
    }
}

/// A weight, or a weight with its fading: `15` or `{ cp = 15, until_move = 15 }`.
struct FeatureForm(Feature);

impl FeatureForm {
    fn weight_range(&self) -> RangeInclusive<i32> {
        Parameter::Taste(self.0).range()
    }

    fn taste(&self, key: &FileKey<'_>) -> Result<Taste, PersonalityError> {
        let document = key.section.document;
        let usual_fade = self.0.description().fade;
        let Some(table) = key.value.get_ref().as_table() else {
            let or_table = ", or a table such as { cp = 15, until_move = 15 }";
            let range = self.weight_range();
            let weight_cp = document.integer(key.value, range, self.unit(), or_table)?;
            let fade = usual_fade;
            return Ok(Taste { weight_cp, fade });
        };
        let section = Section {
            document,
            name: Some(key.name),
            table,
            span: key.value.span(),
        };
        section.refuse_keys_outside(&["cp", "until_move", "first_moves", "phase"])?;
        let Some(weight_cp) = section.integer("cp", self.weight_range(), self.unit())? else {
            let problem = format!("`{}` has no weight", key.name);
            let expected = "`cp = ` with a number of centipawns".to_owned();
            return Err(key.refuse(problem, expected));
        };
        let fade = read_fade(&section)?.unwrap_or(usual_fade);
        Ok(Taste { weight_cp, fade })
    }
}

impl ValueForm for FeatureForm {
    fn unit(&self) -> &'static str {
        "cp"
    }

    fn range(&self) -> String {
        super::form::in_words(&self.weight_range())
    }

    fn read(
        &self,
        key: &FileKey<'_>,
        personality: &mut Personality,
    ) -> Result<(), PersonalityError> {
        personality.put_taste(self.0, self.taste(key)?);
        Ok(())
    }

    fn written(&self, personality: &Personality) -> Option<String> {
        match personality.taste_for(self.0) {
            Some(taste) => Some(written_taste(self.0, taste)),
            None => personality
                .is_moved_by_another_key(Parameter::Taste(self.0))
                .then(|| self.0.default_cp().to_string()),
        }
    }
}

fn written_taste(feature: Feature, taste: Taste) -> String {
    if taste.fade == feature.description().fade {
        return taste.weight_cp.to_string();
    }
    let fade = match taste.fade {
        Fade::Never => "phase = \"always\"".to_owned(),
        Fade::UntilMove(last) => format!("until_move = {last}"),
        Fade::FirstMoves(count) => format!("first_moves = {count}"),
        Fade::Middlegame => "phase = \"middlegame\"".to_owned(),
        Fade::Endgame => "phase = \"endgame\"".to_owned(),
    };
    format!("{{ cp = {}, {fade} }}", taste.weight_cp)
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
