//! `[identity]`: the names, descriptions and claims of a personality. None is taken over from the base.

use std::ops::RangeInclusive;

use super::form::{FileKey, ItemRule, ListForm, TextForm, ValueForm, in_words, quoted};
use super::{IDENTITY, KeyRow};
use crate::personality::document::Section;
use crate::personality::error::PersonalityError;
use crate::personality::identity::{Claim, ClaimedElo};
use crate::personality::{NAME_CHARS, Personality, TITLE_CHARS};

/// The most characters of a blurb, of conditions, of a style word and of a greeting or farewell.
const BLURB_CHARS: usize = 240;
const CONDITIONS_CHARS: usize = 160;
const STYLE_CHARS: usize = 24;
const SPEECH_CHARS: usize = 160;
/// The most words for a style.
const STYLE_WORDS: usize = 8;
/// The most claims, and the most characters of one.
const CLAIMS: usize = 16;
const CLAIM_CHARS: usize = 40;
/// Ratings that a personality may claim.
const ELO: RangeInclusive<i32> = 100..=4_000;
/// What a style may cost, in Elo.
const COST: RangeInclusive<i32> = -1_000..=1_000;

pub(in crate::personality) fn rows() -> Vec<KeyRow> {
    [name_rows(), list_rows(), elo_rows(), speech_rows()]
        .into_iter()
        .flatten()
        .collect()
}

fn text(
    name: &'static str,
    form: TextForm,
    default: &'static str,
    meaning: &'static str,
) -> KeyRow {
    KeyRow::new(IDENTITY, name, form, default, meaning)
}

/// The reader takes `name` and `based_on` itself, before all other keys.
fn name_rows() -> Vec<KeyRow> {
    vec![
        text(
            "name",
            TextForm {
                max_chars: NAME_CHARS,
                range: Some(format!("1 to {NAME_CHARS} of a-z, 0-9 and _")),
                get: |personality| Some(personality.name()),
                set: |personality, text| personality.identity.name = text,
            },
            "must be given",
            "One word by which it is chosen.",
        ),
        text(
            "title",
            TextForm {
                max_chars: TITLE_CHARS,
                range: None,
                get: |personality| Some(personality.title()),
                set: |personality, text| personality.identity.title = text,
            },
            "the name",
            "The name that people see.",
        ),
        text(
            "blurb",
            TextForm {
                max_chars: BLURB_CHARS,
                range: None,
                get: |personality| Some(personality.blurb()).filter(|blurb| !blurb.is_empty()),
                set: |personality, text| personality.identity.blurb = text,
            },
            "none",
            "A sentence or two by which a player will recognise it at the board.",
        ),
        text(
            "based_on",
            TextForm {
                max_chars: BLURB_CHARS,
                range: Some("a name, or the path of a file".to_owned()),
                get: |_| None,
                set: |_, _| {},
            },
            "none",
            "The personality whose values hold for every key outside [identity] that is not \
             written: one beside the file or on the roster, or a file relative to this one.",
        ),
        text(
            "group",
            TextForm {
                max_chars: NAME_CHARS,
                range: None,
                get: |personality| personality.group(),
                set: |personality, text| personality.identity.group = Some(text),
            },
            "none",
            "The group in which lists show it, in one word.",
        ),
    ]
}

fn list_rows() -> Vec<KeyRow> {
    let claims = ListForm {
        max_items: CLAIMS,
        max_item_chars: CLAIM_CHARS,
        range: format!("up to {CLAIMS} such as \"more fianchetto\", \"less trades\""),
        rule: Some(ItemRule {
            is_valid: |text| Claim::parse(text).is_some(),
            name: "claim",
            expected: "`more` or `less` and a word, such as \"more fianchetto\"",
        }),
        get: |personality| personality.claims().iter().map(Claim::to_string).collect(),
        set: |personality, texts| {
            let claims = texts.iter().filter_map(|text| Claim::parse(text));
            personality.identity.claims = claims.collect();
        },
    };
    let style = ListForm {
        max_items: STYLE_WORDS,
        max_item_chars: STYLE_CHARS,
        range: format!("up to {STYLE_WORDS} of up to {STYLE_CHARS} characters"),
        rule: None,
        get: |personality| personality.style().map(str::to_owned).collect(),
        set: |personality, texts| personality.identity.style = texts,
    };
    vec![
        KeyRow::new(
            IDENTITY,
            "claims",
            claims,
            "none",
            "What its games show more or less of than those of neutral, in the words of \
             `masque personality fingerprint`, which judges them.",
        ),
        KeyRow::new(IDENTITY, "style", style, "none", "Words for its style."),
    ]
}

fn elo_rows() -> Vec<KeyRow> {
    let row = |keys: &'static EloKeys, part, meaning: &'static str| {
        let name = match part {
            Part::Elo => keys.elo,
            Part::Conditions => keys.conditions,
        };
        KeyRow::new(IDENTITY, name, EloForm { keys, part }, "none", meaning)
    };
    vec![
        row(
            &CLAIMED,
            Part::Elo,
            "The rating that it claims; only together with `elo_conditions`.",
        ),
        row(
            &CLAIMED,
            Part::Conditions,
            "How the claimed rating was measured: opponents, time, number of games.",
        ),
        row(
            &COSTS,
            Part::Elo,
            "By how much it was found weaker than neutral, negative if stronger; only together \
             with `cost_conditions`.",
        ),
        row(
            &COSTS,
            Part::Conditions,
            "How that was found: the error, games and nodes.",
        ),
    ]
}

fn speech_rows() -> Vec<KeyRow> {
    vec![
        text(
            "greeting",
            TextForm {
                max_chars: SPEECH_CHARS,
                range: None,
                get: |personality| personality.greeting(),
                set: |personality, text| personality.identity.greeting = Some(text),
            },
            "none",
            "What it says to its opponent at the first move of a game.",
        ),
        text(
            "farewell",
            TextForm {
                max_chars: SPEECH_CHARS,
                range: None,
                get: |personality| personality.farewell(),
                set: |personality, text| personality.identity.farewell = Some(text),
            },
            "none",
            "What it says to its opponent when a game is over.",
        ),
    ]
}

/// The two keys of a rating and of the conditions under which it was measured.
struct EloKeys {
    elo: &'static str,
    conditions: &'static str,
    range: RangeInclusive<i32>,
    get: fn(&Personality) -> Option<&ClaimedElo>,
    set: fn(&mut Personality, ClaimedElo),
}

static CLAIMED: EloKeys = EloKeys {
    elo: "elo",
    conditions: "elo_conditions",
    range: ELO,
    get: Personality::claimed_elo,
    set: |personality, claimed| personality.identity.elo = Some(claimed),
};

static COSTS: EloKeys = EloKeys {
    elo: "cost_elo",
    conditions: "cost_conditions",
    range: COST,
    get: Personality::cost,
    set: |personality, claimed| personality.identity.cost = Some(claimed),
};

#[derive(Clone, Copy)]
enum Part {
    Elo,
    Conditions,
}

/// One of two keys that mean nothing without each other.
struct EloForm {
    keys: &'static EloKeys,
    part: Part,
}

impl EloKeys {
    fn read(&self, section: &Section<'_>) -> Result<ClaimedElo, PersonalityError> {
        let elo = section.integer(self.elo, self.range.clone(), "Elo")?;
        let conditions = section.line(self.conditions, CONDITIONS_CHARS)?;
        let (key, problem) = match (elo, conditions) {
            (Some(elo), Some(conditions)) => return Ok(ClaimedElo { elo, conditions }),
            (None, _) => (self.conditions, "conditions without a rating"),
            (Some(_), None) => (self.elo, "a rating without conditions means nothing"),
        };
        let expected = format!("both `{}` and `{}`", self.elo, self.conditions);
        let refusal = section.refuse_value(key, problem.to_owned(), expected);
        Err(refusal.into())
    }
}

impl ValueForm for EloForm {
    fn unit(&self) -> &'static str {
        match self.part {
            Part::Elo => "Elo",
            Part::Conditions => "text",
        }
    }

    fn range(&self) -> String {
        match self.part {
            Part::Elo => in_words(&self.keys.range),
            Part::Conditions => format!("1 to {CONDITIONS_CHARS} characters"),
        }
    }

    fn read(
        &self,
        key: &FileKey<'_>,
        personality: &mut Personality,
    ) -> Result<(), PersonalityError> {
        let claimed = self.keys.read(key.section)?;
        (self.keys.set)(personality, claimed);
        Ok(())
    }

    fn written(&self, personality: &Personality) -> Option<String> {
        let claimed = (self.keys.get)(personality)?;
        Some(match self.part {
            Part::Elo => claimed.elo.to_string(),
            Part::Conditions => quoted(&claimed.conditions),
        })
    }
}
