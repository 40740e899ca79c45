//! The commands that make personality files: `mix` and `import`.
//!
//! An existing file is overwritten only if it is a personality.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use masque::files::read_ordinary;
use masque::personality::Personality;
use masque::personality::import::{Import, import as read};

/// The longest file that is read for an import, in bytes.
const LONGEST_IMPORT_BYTES: u64 = 1 << 20;

/// A personality between two others.
pub fn mix(
    out: &mut impl Write,
    one: &Personality,
    other: &Personality,
    share_permille: u32,
    output: Option<&Path>,
) -> anyhow::Result<()> {
    let mixture = one.mixed(other, share_permille, "mixture");
    match output {
        None => write!(out, "{}", mixture.to_toml())?,
        Some(path) => {
            mixture.save(path)?;
            writeln!(out, "{}: {}", path.display(), mixture.title())?;
        }
    }
    Ok(())
}

/// Imports each file; fails when any is refused, after the others have been read.
pub fn import(
    out: &mut impl Write,
    files: &[PathBuf],
    output: Option<&Path>,
) -> anyhow::Result<()> {
    let mut refused = 0;
    for file in files {
        match read_file(file) {
            Ok(imports) => {
                for import in imports {
                    deliver(out, &import, output)?;
                }
            }
            Err(error) => {
                refused += 1;
                writeln!(out, "{error:#}")?;
            }
        }
    }
    match refused {
        0 => Ok(()),
        1 => bail!("1 file refused"),
        _ => bail!("{refused} files refused"),
    }
}

fn read_file(file: &Path) -> anyhow::Result<Vec<Import>> {
    let name = file.display().to_string();
    let bytes = read_ordinary(file, LONGEST_IMPORT_BYTES)
        .with_context(|| format!("{name}: cannot be read"))?;
    Ok(read(&name, &bytes)?)
}

/// Prints a personality, or writes it into a directory and says what was left out.
fn deliver(out: &mut impl Write, import: &Import, output: Option<&Path>) -> anyhow::Result<()> {
    let Some(directory) = output else {
        writeln!(out, "{}", import.to_toml())?;
        return Ok(());
    };
    let personality = &import.personality;
    let path = directory.join(format!("{}.toml", personality.name()));
    personality.save(&path)?;
    writeln!(out, "{}: {}", path.display(), personality.title())?;
    for what in &import.left_out {
        writeln!(out, "  left out: {what}")?;
    }
    Ok(())
}

/// The name of a personality in a file: the file's own.
pub fn name_of_file(file: &Path) -> anyhow::Result<String> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let is_word = stem.starts_with(|letter: char| letter.is_ascii_lowercase())
        && stem
            .chars()
            .all(|letter| matches!(letter, 'a'..='z' | '0'..='9' | '_'));
    let is_toml = file.extension().is_some_and(|it| it == "toml");
    ensure!(
        is_word && is_toml && stem.len() <= 24,
        "{}: expected a name of up to 24 of a-z, 0-9 and _ that ends in .toml, such as me.toml",
        file.display()
    );
    Ok(stem.into_owned())
}
