//! The commands that show personalities: `check`, `list`, `show`, `keys` and `diff`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::bail;
use masque::evaluation::Family;
use masque::personality::{
    Claim, Feature, KeyRow, NumberKey, Parameter, Personality, PlayingStrength, Roster, all_keys,
    family_key,
};
use masque::wrapping::wrapped;

use super::paint::{Paint, screen_width};

/// How far a description stands to the right of its name.
const INDENT: &str = "    ";

/// Reads each file and says everything that is wrong with it; fails when anything is.
pub fn check(
    out: &mut impl Write,
    paint: Paint,
    roster: &Roster,
    files: &[PathBuf],
) -> anyhow::Result<()> {
    let mut refused = 0;
    for file in files {
        let shown = file.display();
        match roster.check_file(file) {
            Ok(personality) => {
                let (title, name) = (personality.title(), personality.name());
                writeln!(out, "{shown}: {}, {title} ({name})", paint.good("ok"))?;
            }
            Err(errors) => {
                refused += 1;
                for error in errors {
                    let text = error.to_string();
                    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
                    writeln!(out, "{}\n{rest}", paint.bad(first).trim_end())?;
                }
            }
        }
    }
    match refused {
        0 => Ok(()),
        1 => bail!("1 file refused"),
        _ => bail!("{refused} files refused"),
    }
}

/// Every personality, or those of a group, with name, title, blurb, style, strength and cost.
pub fn list(
    out: &mut impl Write,
    paint: Paint,
    roster: &Roster,
    wanted: Option<&str>,
) -> anyhow::Result<()> {
    let groups = roster.groups();
    let is_wanted = |group: &str| wanted.is_none_or(|wanted| wanted.eq_ignore_ascii_case(group));
    if let Some(wanted) = wanted.filter(|_| !groups.iter().copied().any(is_wanted)) {
        bail!(
            "there is no group `{wanted}`, expected one of {}",
            groups.join(", ")
        );
    }
    let mut group = None;
    for personality in roster.iter() {
        let own = personality.group();
        if wanted.is_some() && !own.is_some_and(is_wanted) {
            continue;
        }
        if own != group {
            group = own;
            writeln!(out, "\n{}", paint.heading(own.unwrap_or("others")))?;
        }
        describe(out, paint, personality)?;
    }
    Ok(())
}

/// A personality in a few lines.
fn describe(out: &mut impl Write, paint: Paint, personality: &Personality) -> io::Result<()> {
    let name = paint.name(personality.name());
    writeln!(out, "{name}  {}", personality.title_with_level())?;
    let mut facts = Vec::new();
    let style: Vec<&str> = personality.style().collect();
    if !style.is_empty() {
        facts.push(format!("Style: {}.", style.join(", ")));
    }
    if personality.strength() != PlayingStrength::Full {
        facts.push(format!("Plays at {}.", personality.strength()));
    }
    if let Some(claimed) = personality.claimed_elo() {
        facts.push(format!("Elo {}.", claimed.elo));
    }
    if let Some(cost) = personality.cost() {
        facts.push(format!("Costs {} Elo.", cost.elo));
    }
    let text = format!("{}\n{}", personality.blurb(), facts.join(" "));
    for line in wrapped(&text, screen_width() - INDENT.len()) {
        writeln!(out, "{}", format!("{INDENT}{line}").trim_end())?;
    }
    Ok(())
}

/// Who a personality is, what it likes and how it judges.
pub fn show(out: &mut impl Write, paint: Paint, personality: &Personality) -> anyhow::Result<()> {
    let title = paint.heading(personality.title());
    writeln!(out, "{title} ({})", paint.name(personality.name()))?;
    for line in wrapped(personality.blurb(), screen_width()) {
        writeln!(out, "{line}")?;
    }
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
    if personality.strength() != PlayingStrength::Full {
        writeln!(out, "Plays at {}.", personality.strength())?;
    }
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

/// Every key, or those that have a word in their names or meanings, with a line for the meaning.
pub fn keys(out: &mut impl Write, paint: Paint, word: Option<&str>) -> anyhow::Result<()> {
    let wanted = word.unwrap_or_default().to_lowercase();
    let is_wanted = |key: &KeyRow| {
        let text = format!("[{}] {} {}", key.section, key.name, key.meaning);
        text.to_lowercase().contains(&wanted)
    };
    let keys: Vec<KeyRow> = all_keys().into_iter().filter(is_wanted).collect();
    if keys.is_empty() {
        bail!("no key has `{wanted}` in its name or meaning");
    }
    let mut section = "";
    for key in keys {
        if key.section != section {
            section = key.section;
            writeln!(out, "{}", paint.heading(&format!("[{section}]")))?;
        }
        let gap = " ".repeat(24_usize.saturating_sub(key.name.chars().count()));
        let (name, unit, range) = (paint.name(key.name), key.unit(), key.range());
        writeln!(
            out,
            "  {name}{gap} {unit}, {range}; default {}",
            key.default
        )?;
        for line in wrapped(&key.meaning, screen_width() - 6) {
            writeln!(out, "      {line}")?;
        }
    }
    Ok(())
}

/// The keys in which two personalities differ, a line for each. Lists are counted, not told.
pub fn diff(
    out: &mut impl Write,
    paint: Paint,
    one: &Personality,
    other: &Personality,
) -> anyhow::Result<()> {
    let differences = one.differences(other);
    if differences.is_empty() {
        writeln!(out, "{} and {} play alike.", one.title(), other.title())?;
        return Ok(());
    }
    let names = format!("{:<28} {:>12} {:>12}", "", one.name(), other.name());
    writeln!(out, "{}", paint.heading(&names))?;
    for difference in differences {
        let (one, other) = (summed_up(&difference.one), summed_up(&difference.other));
        writeln!(out, "{:<28} {one:>12} {other:>12}", difference.key)?;
    }
    let lines = |who: &Personality| -> Vec<String> {
        let lines = who.opening_book().repertoire.lines().iter();
        lines.map(|line| line.moves.clone()).collect()
    };
    let (own, others) = (lines(one), lines(other));
    let shared = own.iter().filter(|line| others.contains(line)).count();
    if !own.is_empty() && !others.is_empty() && own != others {
        writeln!(out, "They share {shared} opening lines.")?;
    }
    Ok(())
}

/// A value that fits a column: of a list of tables only how many there are.
fn summed_up(value: &Option<String>) -> String {
    let Some(value) = value else {
        return "-".to_owned();
    };
    match value.matches("line =").count() {
        0 => value.clone(),
        1 => "1 line".to_owned(),
        count => format!("{count} lines"),
    }
}
