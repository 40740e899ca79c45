//! The commands about personalities: `check`, `list` and `show`.
//!
//! Owns how they are presented. What a personality is and what is wrong with a file is the
//! library's to say.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use masque::evaluation::Family;
use masque::personality::{Personality, Roster, family_key};

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

/// The file as a text that nobody takes for a personality's name.
fn as_path(file: &Path) -> String {
    let is_plain_word = file.components().count() == 1 && file.extension().is_none();
    match is_plain_word {
        true => Path::new(".").join(file).to_string_lossy().into_owned(),
        false => file.to_string_lossy().into_owned(),
    }
}

/// Everybody with name, title and blurb.
pub fn list(out: &mut impl Write, roster: &Roster) -> anyhow::Result<()> {
    let width = roster.names().map(str::len).max().unwrap_or(0);
    for personality in roster.iter() {
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

/// Who somebody is, what they like and how they judge.
pub fn show(out: &mut impl Write, personality: &Personality) -> anyhow::Result<()> {
    writeln!(out, "{} ({})", personality.title(), personality.name())?;
    writeln!(out, "{}\n", personality.blurb())?;
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
        )?,
        false => writeln!(out, "Has no taste: it plays what the search holds best.")?,
    }
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
