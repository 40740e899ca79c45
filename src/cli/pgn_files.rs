//! Games from several PGN files, plain or compressed (.gz, .zip).

use std::io::Write;
use std::path::Path;
use std::string::FromUtf8Error;

use anyhow::{Context, bail};
use masque::board::{PgnGame, read_pgn};
use masque::files::{self, ReadError};

/// So many skipped games are named.
const NAMED_GAMES: usize = 5;

/// The longest text of a file, unpacked: all of it is held in memory. Two million games fit, and a small
/// archive that unpacks without end is refused before it has taken the memory of an ordinary machine.
const LONGEST_TEXT_BYTES: u64 = 2 << 30;

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

/// The text of a file of games or positions, plain or compressed.
pub fn text_of(path: &Path) -> Result<String, ReadError> {
    text_within(path, LONGEST_TEXT_BYTES)
}

fn text_within(path: &Path, limit_bytes: u64) -> Result<String, ReadError> {
    let bytes = files::read_unpacked(path, limit_bytes)?;
    let replaced = |error: FromUtf8Error| String::from_utf8_lossy(error.as_bytes()).into_owned();
    Ok(String::from_utf8(bytes).unwrap_or_else(replaced))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_file_is_bounded_and_its_bytes_need_not_be_letters() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"[White \"Andr\xe9\"]\n").unwrap();
        let text = text_within(file.path(), 1 << 10).unwrap();
        assert_eq!(text, "[White \"Andr\u{fffd}\"]\n");
        let refused = text_within(file.path(), 3).unwrap_err().to_string();
        assert_eq!(refused, "it is longer than 3 bytes");
    }
}
