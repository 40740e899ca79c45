//! `[identity]`: who somebody is, and on whom it is based.
//!
//! Owns the words of a character. None of them is taken over from the base.

use std::ops::{Range, RangeInclusive};

use super::document::{Document, Section};
use super::key::{Key, names};
use super::surroundings::Surroundings;
use crate::personality::error::{PersonalityError, shown};
use crate::personality::identity::{Claim, ClaimedElo, PersonalityIdentity};
use crate::personality::{NAME_CHARS, Personality, TITLE_CHARS, is_name};

/// Characters of a blurb, of conditions, of a style word and of what somebody says.
const BLURB_CHARS: usize = 240;
const CONDITIONS_CHARS: usize = 160;
const STYLE_CHARS: usize = 24;
const SPEECH_CHARS: usize = 160;
/// Words that describe a style.
const STYLE_WORDS: usize = 8;
/// What somebody may claim, and the characters of one claim.
const CLAIMS: usize = 16;
const CLAIM_CHARS: usize = 40;
/// Ratings that somebody may claim.
const ELO: RangeInclusive<i32> = 100..=4_000;
/// What somebody's style may cost, in Elo.
const COST: RangeInclusive<i32> = -1_000..=1_000;

pub(super) fn keys() -> Vec<Key> {
    let text = |name, max_chars: usize, default: &str, meaning: &str| Key {
        section: "identity",
        name,
        unit: "text",
        range: format!("1 to {max_chars} characters"),
        default: default.to_owned(),
        meaning: meaning.to_owned(),
    };
    vec![
        Key {
            range: format!("1 to {NAME_CHARS} of a-z, 0-9 and _"),
            ..text(
                "name",
                NAME_CHARS,
                "must be given",
                "One word by which it is chosen.",
            )
        },
        text(
            "title",
            TITLE_CHARS,
            "the name",
            "What it is called before people.",
        ),
        text(
            "blurb",
            BLURB_CHARS,
            "none",
            "A sentence or two by which a player will recognise it at the board.",
        ),
        Key {
            range: "a name, or the path of a file".to_owned(),
            ..text(
                "based_on",
                BLURB_CHARS,
                "neutral",
                "Whose values hold for every key outside [identity] that is not written: a \
                 personality beside the file or on the roster, or a file relative to this one.",
            )
        },
        text(
            "group",
            NAME_CHARS,
            "none",
            "With whom it stands in lists, in one word.",
        ),
        Key {
            unit: "list of text",
            range: format!("up to {CLAIMS} such as \"more fianchetto\", \"less trades\""),
            ..text(
                "claims",
                0,
                "none",
                "What its games show more or less of than those of neutral, in the words of \
                 `masque personality fingerprint`, which judges them.",
            )
        },
        Key {
            unit: "list of text",
            range: format!("up to {STYLE_WORDS} of up to {STYLE_CHARS} characters"),
            ..text("style", 0, "none", "Words for its style.")
        },
        Key {
            unit: "Elo",
            range: format!("{} to {}", ELO.start(), ELO.end()),
            ..text(
                "elo",
                0,
                "none",
                "The rating that it claims; only together with `elo_conditions`.",
            )
        },
        text(
            "elo_conditions",
            CONDITIONS_CHARS,
            "none",
            "What the claimed rating was measured under: opponents, time, number of games.",
        ),
        Key {
            unit: "Elo",
            range: format!("{} to {}", COST.start(), COST.end()),
            ..text(
                "cost_elo",
                0,
                "none",
                "By how much it was found weaker than neutral, negative if stronger; only together with `cost_conditions`.",
            )
        },
        text(
            "cost_conditions",
            CONDITIONS_CHARS,
            "none",
            "How that was found: the error, games and nodes.",
        ),
        text(
            "greeting",
            SPEECH_CHARS,
            "none",
            "What it says to its opponent at the first move of a game.",
        ),
        text(
            "farewell",
            SPEECH_CHARS,
            "none",
            "What it says to its opponent when a game is over.",
        ),
    ]
}

/// Who the file is about, and the personality that it is based on.
pub(super) fn read(
    whole: &Section<'_>,
    surroundings: &Surroundings<'_>,
) -> Result<(PersonalityIdentity, Personality), PersonalityError> {
    let Some(section) = whole.section("identity")? else {
        return Err(nameless(whole.document, 0..0));
    };
    section.refuse_keys_outside(&names(&keys()))?;
    let Some(name) = section.line("name", NAME_CHARS)? else {
        return Err(nameless(whole.document, section.span.clone()));
    };
    if !is_name(&name) {
        let problem = format!("`{}` is not a name", shown(&name));
        let expected = "one word of a-z, 0-9 and _ that begins with a letter".to_owned();
        return Err(section.refuse_value("name", problem, expected).into());
    }
    let base = match section.line("based_on", BLURB_CHARS)? {
        Some(base) => surroundings.base(&section, &base)?,
        None => Personality::neutral(),
    };
    let identity = PersonalityIdentity {
        title: section
            .line("title", TITLE_CHARS)?
            .unwrap_or_else(|| name.clone()),
        blurb: section.line("blurb", BLURB_CHARS)?.unwrap_or_default(),
        group: section.line("group", NAME_CHARS)?,
        style: read_style(&section)?,
        claims: read_claims(&section)?,
        elo: read_elo(&section, "elo", "elo_conditions", ELO)?,
        cost: read_elo(&section, "cost_elo", "cost_conditions", COST)?,
        greeting: section.line("greeting", SPEECH_CHARS)?,
        farewell: section.line("farewell", SPEECH_CHARS)?,
        name,
    };
    Ok((identity, base))
}

fn nameless(document: &Document<'_>, span: Range<usize>) -> PersonalityError {
    let problem = "a personality needs a name".to_owned();
    let expected = "a line such as `name = \"hypermodern\"` in [identity]".to_owned();
    document.refuse(span, problem, expected).into()
}

fn read_style(section: &Section<'_>) -> Result<Vec<String>, PersonalityError> {
    let words = section.list("style", STYLE_WORDS)?.unwrap_or_default();
    let words = words.iter();
    words
        .map(|word| section.document.line(word, STYLE_CHARS))
        .collect()
}

fn read_claims(section: &Section<'_>) -> Result<Vec<Claim>, PersonalityError> {
    let items = section.list("claims", CLAIMS)?.unwrap_or_default();
    let claim = |item| {
        let text = section.document.line(item, CLAIM_CHARS)?;
        Claim::parse(&text).ok_or_else(|| {
            let problem = format!("`{}` is no claim", shown(&text));
            let expected = "`more` or `less` and a word, such as \"more fianchetto\"".to_owned();
            section
                .document
                .refuse(item.span(), problem, expected)
                .into()
        })
    };
    items.iter().map(claim).collect()
}

/// A rating means nothing without the conditions under which it was measured.
fn read_elo(
    section: &Section<'_>,
    elo_key: &str,
    conditions_key: &str,
    range: RangeInclusive<i32>,
) -> Result<Option<ClaimedElo>, PersonalityError> {
    let elo = section.integer(elo_key, range, "Elo")?;
    let conditions = section.line(conditions_key, CONDITIONS_CHARS)?;
    let (key, problem) = match (elo, conditions) {
        (Some(elo), Some(conditions)) => return Ok(Some(ClaimedElo { elo, conditions })),
        (None, None) => return Ok(None),
        (Some(_), None) => (elo_key, "a rating without conditions means nothing"),
        (None, Some(_)) => (conditions_key, "conditions without a rating"),
    };
    let expected = format!("both `{elo_key}` and `{conditions_key}`");
    let refusal = section.refuse_value(key, problem.to_owned(), expected);
    Err(refusal.into())
}
