//! The commands that show personalities: `check`, `list`, `show`, `keys` and `diff`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use masque::evaluation::Family;
use masque::personality::{
    Claim, Feature, NumberKey, Parameter, Personality, Roster, all_keys, family_key,
};

/// Reads each file and says what is wrong with it; fails when any is wrong.
pub fn check(out: &mut impl Write, roster: &Roster, files: &[PathBuf]) -> anyhow::Result<()> {
    let mut refused = 0;
    for file in files {
        match roster.load(&as_path(file)) {
            Ok(personality) => writeln!(
                out,
                "{}: ok, {} ({})",
                file.display(),
                personality.title(),
                personality.name()
            )?,
            Err(error) => {
                refused += 1;
                writeln!(out, "{error}")?;
            }
        }
    }
    match refused {
        0 => Ok(()),
        1 => bail!("1 file refused"),
        _ => bail!("{refused} files refused"),
    }
}

/// The path as a text that cannot be taken for the name of a personality.
fn as_path(file: &Path) -> String {
    let is_plain_word = file.components().count() == 1 && file.extension().is_none();
    match is_plain_word {
        true => Path::new(".").join(file).to_string_lossy().into_owned(),
        false => file.to_string_lossy().into_owned(),
    }
}

/// Every personality with name, title and blurb, in groups.
pub fn list(out: &mut impl Write, roster: &Roster) -> anyhow::Result<()> {
    let width = roster.names().map(str::len).max().unwrap_or(0);
    let mut group = None;
    for personality in roster.iter() {
        if personality.group() != group {
            group = personality.group();
            writeln!(out, "\n[{}]", group.unwrap_or("others"))?;
        }
        writeln!(
            out,
            "{:width$}  {}: {}",
            personality.name(),
            personality.title(),
            personality.blurb()
        )?;
    }
    Ok(())
}

/// Who a personality is, what it likes and how it judges.
pub fn show(out: &mut impl Write, personality: &Personality) -> anyhow::Result<()> {
    writeln!(out, "{} ({})", personality.title(), personality.name())?;
    writeln!(out, "{}", personality.blurb())?;
    let style: Vec<&str> = personality.style().collect();
    if !style.is_empty() {
        writeln!(out, "Style: {}", style.join(", "))?;
    }
    let claims: Vec<String> = personality.claims().iter().map(Claim::to_string).collect();
    if !claims.is_empty() {
        writeln!(out, "Claims: {}", claims.join(", "))?;
    }
    if let Some(claimed) = personality.claimed_elo() {
        writeln!(out, "Elo {}: {}", claimed.elo, claimed.conditions)?;
    }
    if let Some(cost) = personality.cost() {
        writeln!(out, "Costs {} Elo: {}", cost.elo, cost.conditions)?;
    }
    writeln!(out)?;
    show_sliders(out, personality)?;
    show_taste(out, personality)?;
    show_judgement(out, personality)?;
    show_numbers(out, personality)?;
    show_openings(out, personality)?;
    if let Some(plies) = personality.max_depth_plies() {
        writeln!(out, "Never searches deeper than {plies} plies.")?;
    }
    Ok(())
}

/// The sliders with what they add, which the numbers below include.
fn show_sliders(out: &mut impl Write, personality: &Personality) -> io::Result<()> {
    for (slider, percent) in personality.sliders() {
        let parts: Vec<String> = slider
            .at(percent)
            .map(|(parameter, added)| format!("{} {added:+}", parameter.key()))
            .collect();
        let key = slider.key();
        writeln!(out, "  {key:<22} {percent:>+5} %   {}", parts.join(", "))?;
    }
    Ok(())
}

fn show_taste(out: &mut impl Write, personality: &Personality) -> io::Result<()> {
    let mut has_taste = false;
    for (feature, taste) in personality.tastes() {
        has_taste = true;
        writeln!(
            out,
            "  {:<22} {:>+5} cp  {}",
            feature.key(),
            taste.weight_cp,
            feature.description().meaning
        )?;
    }
    match has_taste {
        true => writeln!(
            out,
            "Gives up at most {} centipawns in a move for all of that.",
            personality.max_concession_cp()
        ),
        false => writeln!(
            out,
            "Has no taste of its own: it plays what the search holds best."
        ),
    }?;
    let of_endings = Feature::ALL
        .iter()
        .filter(|feature| feature.is_for_endings());
    let weights: Vec<String> = of_endings
        .map(|&feature| {
            let weight_cp = personality.value_of(Parameter::Taste(feature));
            format!("{} {weight_cp:+} cp", feature.key())
        })
        .collect();
    writeln!(
        out,
        "In endings that cannot be won: {}.",
        weights.join(", ")
    )
}

/// Selectivity and contempt, and the other plain numbers where they are not normal.
fn show_numbers(out: &mut impl Write, personality: &Personality) -> io::Result<()> {
    // These two have a sentence of their own.
    let is_told = |key: NumberKey| matches!(key, NumberKey::Concession | NumberKey::MaxDepth);
    for &key in NumberKey::ALL.iter().filter(|&&key| !is_told(key)) {
        let row = key.row();
        let value = personality.value_of(Parameter::Number(key));
        let is_shown = matches!(key, NumberKey::Selectivity | NumberKey::Contempt);
        if is_shown || value != row.default {
            let (name, unit) = (row.key, row.unit);
            writeln!(out, "  {name:<26} {value:>4} {unit}  {}", row.meaning)?;
        }
    }
    Ok(())
}

fn show_judgement(out: &mut impl Write, personality: &Personality) -> io::Result<()> {
    let weights = personality.weights();
    for family in Family::ALL {
        let (own, opponent) = (weights.of(family, true), weights.of(family, false));
        if (own, opponent) != (100, 100) {
            let key = family_key(family);
            writeln!(
                out,
                "  judges {key:<15} own {own:>3} %, opponent's {opponent:>3} %"
            )?;
        }
    }
    Ok(())
}

fn show_openings(out: &mut impl Write, personality: &Personality) -> io::Result<()> {
    let book = personality.opening_book();
    if book.is_empty() {
        return Ok(());
    }
    let lines = book.repertoire.lines().len();
    let books = [&book.guide, &book.main].into_iter().flatten();
    let books: Vec<String> = books
        .map(|file| format!(", {} ({} positions and moves)", file.path, file.book.len()))
        .collect();
    let (first, last) = (book.forgets_after_ply, book.depth_plies);
    let reach = match first < last {
        true => format!("{first} to {last}"),
        false => last.to_string(),
    };
    writeln!(
        out,
        "Knows {lines} opening lines{}; its mode is {}, and its knowledge ends after {reach} plies.",
        books.concat(),
        book.mode.name()
    )
}

/// Every key, with a line for its meaning.
pub fn keys(out: &mut impl Write) -> anyhow::Result<()> {
    let mut section = "";
    for key in all_keys() {
        if key.section != section {
            section = key.section;
            writeln!(out, "[{section}]")?;
        }
        writeln!(
            out,
            "  {:<24} {}, {}; default {}",
            key.name,
            key.unit(),
            key.range(),
            key.default
        )?;
        writeln!(out, "      {}", key.meaning)?;
    }
    Ok(())
}

/// The keys in which two personalities differ, a line for each.
pub fn diff(out: &mut impl Write, one: &Personality, other: &Personality) -> anyhow::Result<()> {
    let differences = one.differences(other);
    if differences.is_empty() {
        writeln!(out, "{} and {} play alike.", one.title(), other.title())?;
        return Ok(());
    }
    let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
    writeln!(out, "{:<28} {:>12} {:>12}", "", one.name(), other.name())?;
    for difference in differences {
        let (one, other) = (shown(&difference.one), shown(&difference.other));
        writeln!(out, "{:<28} {one:>12} {other:>12}", difference.key)?;
    }
    Ok(())
}
