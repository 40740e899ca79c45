//! Games from several PGN files, plain or compressed (.gz, .zip).

use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, bail};
use masque::board::{PgnGame, read_pgn};
use masque::files::{self, zip};

/// So many skipped games are named.
const NAMED_GAMES: usize = 5;

/// The games of files, and what was wrong with others in them.
pub struct PgnFiles {
    /// The games that could be read, in the order of the files.
    pub games: Vec<PgnGame>,
    /// Why others could not, each with its file, game and line.
    pub skipped: Vec<String>,
}

impl PgnFiles {
    /// Reads all files. A game that cannot be read is skipped.
    pub fn read<P: AsRef<Path>>(paths: &[P]) -> anyhow::Result<PgnFiles> {
        let mut all = PgnFiles {
            games: Vec::new(),
            skipped: Vec::new(),
        };
        for path in paths {
            let path = path.as_ref();
            let text = text_of(path).with_context(|| path.display().to_string())?;
            for game in read_pgn(&text) {
                match game {
                    Ok(game) => all.games.push(game),
                    Err(error) => all.skipped.push(format!("{}: {error}", path.display())),
                }
            }
        }
        match (all.games.is_empty(), all.skipped.first()) {
            (true, Some(why)) => bail!("{why}"),
            (true, None) => bail!("there is no game in the files"),
            _ => Ok(all),
        }
    }
}

impl PgnFiles {
    /// Says how many games were skipped, and why the first of them.
    pub fn tell_skipped(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if !self.skipped.is_empty() {
            writeln!(out, "skipped games: {}", self.skipped.len())?;
        }
        for why in self.skipped.iter().take(NAMED_GAMES) {
            writeln!(out, "  {why}")?;
        }
        Ok(())
    }
}

fn text_of(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    files::open_unpacked(path)?.read_to_end(&mut bytes)?;
    if bytes.starts_with(&zip::ZIP) {
        bytes = zip::unzipped(&bytes)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
