//! Personality files: TOML in, a validated [`Personality`] or a complaint with its place out.
//!
//! Owns the sections and what each accepts. The keys of `[taste]` and `[judgement]` come from the
//! lists of features and families, so the sections are read from the parsed document with its
//! places instead of into a struct with a field for each key. It must not know what a feature
//! measures.

use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::draws::{DrawKey, DrawPolicy};
use super::error::{PersonalityError, Refusal, shown};
use super::feature::{Fade, Feature};
use super::judgement::{MAX_PERCENT, family_from_key, family_key};
use super::taste::Taste;
use super::{
    DEFAULT_CONCESSION_CP, Identity, MAX_CONCESSION_CP, NAME_CHARS, Personality, TITLE_CHARS,
    is_name,
};
use crate::evaluation::{EvaluationWeights, Family, Percent};

const SECTIONS: [&str; 4] = ["identity", "taste", "judgement", "draws"];
const CONCESSION_KEY: &str = "max_concession_cp";
/// Full moves that a fade may name.
const MOVES: RangeInclusive<i32> = 1..=200;
/// So many keys are listed even to somebody who nearly wrote one of them.
const FEW_KEYS: usize = 4;
/// Characters that a blurb may have.
const BLURB_CHARS: usize = 240;

/// Reads the text of a file; see [`Personality::parse`].
pub(super) fn parse(file: &str, text: &str) -> Result<Personality, PersonalityError> {
    let document = Document { file, text };
    let root = DeTable::parse(text).map_err(|error| document.not_toml(&error))?;
    let whole = Section {
        document: &document,
        name: None,
        table: root.get_ref(),
        span: root.span(),
    };
    whole.refuse_keys_outside(&SECTIONS)?;
    let (tastes, max_concession_cp) = match whole.section("taste")? {
        Some(section) => read_taste(&section)?,
        None => (Vec::new(), DEFAULT_CONCESSION_CP),
    };
    Ok(Personality {
        identity: read_identity(&whole)?,
        tastes,
        max_concession_cp,
        weights: match whole.section("judgement")? {
            Some(section) => read_judgement(&section)?,
            None => EvaluationWeights::neutral(),
        },
        draws: match whole.section("draws")? {
            Some(section) => read_draws(&section)?,
            None => DrawPolicy::default(),
        },
    })
}

fn read_identity(whole: &Section<'_>) -> Result<Identity, PersonalityError> {
    let missing = |span: Range<usize>| {
        let problem = "a personality needs a name".to_owned();
        let expected = "a line such as `name = \"hypermodern\"` in [identity]".to_owned();
        whole.document.refuse(span, problem, expected)
    };
    let Some(section) = whole.section("identity")? else {
        return Err(missing(0..0).into());
    };
    section.refuse_keys_outside(&["name", "title", "blurb"])?;
    let Some(name) = section.line("name", NAME_CHARS)? else {
        return Err(missing(section.span.clone()).into());
    };
    if !is_name(&name) {
        let problem = format!("`{}` is not a name", shown(&name));
        let expected = "one word of a-z, 0-9 and _ that begins with a letter".to_owned();
        return Err(section.refuse_value("name", problem, expected).into());
    }
    Ok(Identity {
        title: section
            .line("title", TITLE_CHARS)?
            .unwrap_or_else(|| name.clone()),
        blurb: section.line("blurb", BLURB_CHARS)?.unwrap_or_default(),
        name,
    })
}

fn read_taste(section: &Section<'_>) -> Result<(Vec<(Feature, Taste)>, i32), PersonalityError> {
    let mut known: Vec<&str> = Feature::ALL.iter().map(|feature| feature.key()).collect();
    known.push(CONCESSION_KEY);
    section.refuse_keys_outside(&known)?;
    let mut tastes = Vec::new();
    for &feature in Feature::ALL {
        if let Some(value) = section.value(feature.key()) {
            let taste = read_feature(section.document, feature, value)?;
            if taste.weight_cp != feature.default_cp() {
                tastes.push((feature, taste));
            }
        }
    }
    let concession = section.integer(CONCESSION_KEY, 0..=MAX_CONCESSION_CP, "cp")?;
    Ok((tastes, concession.unwrap_or(DEFAULT_CONCESSION_CP)))
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
    let moves = |key| {
        let count = section.integer(key, MOVES, "full moves")?;
        Ok::<_, PersonalityError>(count.map(i32::unsigned_abs))
    };
    let fades = [
        moves("until_move")?.map(Fade::UntilMove),
        moves("first_moves")?.map(Fade::FirstMoves),
        read_phase(section)?,
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

fn read_phase(section: &Section<'_>) -> Result<Option<Fade>, PersonalityError> {
    const PHASES: [(&str, Fade); 3] = [
        ("always", Fade::Never),
        ("middlegame", Fade::Middlegame),
        ("endgame", Fade::Endgame),
    ];
    let Some(phase) = section.line("phase", NAME_CHARS)? else {
        return Ok(None);
    };
    if let Some(&(_, fade)) = PHASES.iter().find(|(name, _)| *name == phase) {
        return Ok(Some(fade));
    }
    let problem = format!("`{}` is no phase", shown(&phase));
    let expected = "\"always\", \"middlegame\" or \"endgame\"".to_owned();
    let refusal = section.refuse_value("phase", problem, expected);
    Err(refusal
        .suggesting(&phase, PHASES.map(|(name, _)| name))
        .into())
}

fn read_judgement(section: &Section<'_>) -> Result<EvaluationWeights, PersonalityError> {
    let known = Family::ALL.map(family_key);
    section.refuse_keys_outside(&known)?;
    let mut weights = EvaluationWeights::neutral();
    for (key, value) in section.table {
        if let Some(family) = family_from_key(key.get_ref()) {
            let (own, opponent) = read_percents(section.document, key.get_ref(), value)?;
            weights = weights.with(family, own, opponent);
        }
    }
    Ok(weights)
}

fn read_draws(section: &Section<'_>) -> Result<DrawPolicy, PersonalityError> {
    let known: Vec<&str> = DrawKey::ALL.iter().map(|key| key.number().key).collect();
    section.refuse_keys_outside(&known)?;
    let mut draws = DrawPolicy::default();
    for &key in DrawKey::ALL {
        let number = key.number();
        if let Some(value) = section.integer(number.key, key.range(), number.unit)? {
            draws.set(key, value);
        }
    }
    Ok(draws)
}

/// One percentage for both sides, or `{ own = 120, opponent = 90 }`.
fn read_percents(
    document: &Document<'_>,
    key: &str,
    value: &Spanned<DeValue<'_>>,
) -> Result<(Percent, Percent), PersonalityError> {
    let range = 0..=i32::from(MAX_PERCENT);
    let percent = |number: i32| Percent::try_from(number).unwrap_or(MAX_PERCENT);
    let Some(table) = value.get_ref().as_table() else {
        let or_table = ", or a table such as { own = 120, opponent = 90 }";
        let both = percent(document.integer(value, range, "percent", or_table)?);
        return Ok((both, both));
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
        Ok::<_, PersonalityError>(percent(number.unwrap_or(100)))
    };
    Ok((side("own")?, side("opponent")?))
}

/// The text of a file and what it is called.
struct Document<'t> {
    file: &'t str,
    text: &'t str,
}

impl Document<'_> {
    fn refuse(&self, span: Range<usize>, problem: String, expected: String) -> Refusal {
        Refusal::new(self.file, self.text, span, problem, expected)
    }

    fn not_toml(&self, error: &toml::de::Error) -> PersonalityError {
        let problem = format!("not TOML: {}", shown(error.message()));
        let span = error.span().unwrap_or(0..0);
        let expected = "sections such as [taste] with lines such as `castling = 25`".to_owned();
        self.refuse(span, problem, expected).into()
    }

    /// A whole number within a range; `or_else` completes the sentence about what was expected.
    fn integer(
        &self,
        value: &Spanned<DeValue<'_>>,
        range: RangeInclusive<i32>,
        unit: &str,
        or_else: &str,
    ) -> Result<i32, PersonalityError> {
        let refuse = |problem: String| {
            let (low, high) = (range.start(), range.end());
            let expected = format!("a whole number from {low} to {high} ({unit}){or_else}");
            Err(self.refuse(value.span(), problem, expected).into())
        };
        match value.get_ref() {
            DeValue::Integer(digits) => {
                match i32::from_str_radix(digits.as_str(), digits.radix()) {
                    Ok(number) if range.contains(&number) => Ok(number),
                    _ => refuse(format!("{} is out of range", shown(digits.as_str()))),
                }
            }
            DeValue::Float(digits) => {
                refuse(format!("{} is not a whole number", shown(digits.as_str())))
            }
            other => refuse(format!("this is {}, not a number", kind(other))),
        }
    }
}

/// A table of a document, by its name unless it is the whole.
struct Section<'t> {
    document: &'t Document<'t>,
    name: Option<&'t str>,
    table: &'t DeTable<'t>,
    span: Range<usize>,
}

impl<'t> Section<'t> {
    fn value(&self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.table.get(key)
    }

    /// Complains about the first key, as the file is read, that is none of the known.
    fn refuse_keys_outside(&self, known: &[&str]) -> Result<(), PersonalityError> {
        let unknown = self
            .table
            .keys()
            .filter(|key| !known.contains(&key.get_ref().as_ref()));
        let Some(key) = unknown.min_by_key(|key| key.span().start) else {
            return Ok(());
        };
        let given = key.get_ref();
        let problem = match self.name {
            Some(section) => format!("unknown key `{}` in `{section}`", shown(given)),
            None => format!("unknown section `{}`", shown(given)),
        };
        let refusal =
            self.document
                .refuse(key.span(), problem, format!("one of {}", known.join(", ")));
        let mut refusal = refusal.suggesting(given, known.iter().copied());
        if let (Some(section), true) = (self.name, known.len() > FEW_KEYS)
            && refusal.nearest.is_some()
        {
            refusal.expected = format!("one of the {} keys of [{section}]", known.len());
        }
        Err(refusal.into())
    }

    fn refuse_value(&self, key: &str, problem: String, expected: String) -> Refusal {
        let span = self.value(key).map_or(self.span.clone(), Spanned::span);
        self.document.refuse(span, problem, expected)
    }

    fn section(&self, name: &'t str) -> Result<Option<Section<'t>>, PersonalityError> {
        let Some(value) = self.value(name) else {
            return Ok(None);
        };
        let Some(table) = value.get_ref().as_table() else {
            let problem = format!("this is {}, not a section", kind(value.get_ref()));
            let expected = format!("a line [{name}] with keys below it");
            return Err(self.refuse_value(name, problem, expected).into());
        };
        Ok(Some(Section {
            document: self.document,
            name: Some(name),
            table,
            span: value.span(),
        }))
    }

    fn integer(
        &self,
        key: &str,
        range: RangeInclusive<i32>,
        unit: &str,
    ) -> Result<Option<i32>, PersonalityError> {
        self.value(key)
            .map(|value| self.document.integer(value, range, unit, ""))
            .transpose()
    }

    /// One line of text without control characters or double quotes: it may stand in a message
    /// of any protocol.
    fn line(&self, key: &str, max_chars: usize) -> Result<Option<String>, PersonalityError> {
        let Some(value) = self.value(key) else {
            return Ok(None);
        };
        let problem = match value.get_ref() {
            DeValue::String(text) if text.chars().count() > max_chars => "this is too long",
            DeValue::String(text) if text.trim().is_empty() => "this is empty",
            DeValue::String(text)
                if text.contains(|letter: char| letter.is_control() || letter == '"') =>
            {
                "this has a line break, a control character or a double quote in it"
            }
            DeValue::String(text) => return Ok(Some(text.trim().to_owned())),
            other => &format!("this is {}, not text", kind(other)),
        };
        let expected = format!("one line of 1 to {max_chars} characters in quotation marks");
        Err(self.refuse_value(key, problem.to_owned(), expected).into())
    }
}

/// A value's kind with its article.
fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a decimal number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
