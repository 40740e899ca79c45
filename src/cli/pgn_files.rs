//! Games from several PGN files, plain or compressed (.gz).

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use flate2::read::MultiGzDecoder;
use masque::board::{PgnGame, read_pgn};

/// What a gzip file begins with.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The games of files, and what was wrong with others in them.
pub struct PgnFiles {
    /// The games that could be read, in the order of the files.
    pub games: Vec<PgnGame>,
    /// Why others could not, each with its file, game and line.
    pub skipped: Vec<String>,
}

impl PgnFiles {
    /// Reads all files. A game that cannot be read is skipped.
    pub fn read(paths: &[PathBuf]) -> anyhow::Result<PgnFiles> {
        let mut all = PgnFiles {
            games: Vec::new(),
            skipped: Vec::new(),
        };
        for path in paths {
            let text = text_of(path).with_context(|| path.display().to_string())?;
            for game in read_pgn(&text) {
                match game {
                    Ok(game) => all.games.push(game),
                    Err(error) => all.skipped.push(format!("{}: {error}", path.display())),
                }
            }
        }
        ensure!(!all.games.is_empty(), "there is no game in the files");
        Ok(all)
    }
}

fn text_of(path: &Path) -> anyhow::Result<String> {
    let bytes = std::fs::read(path)?;
    if !bytes.starts_with(&GZIP) {
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    let mut unpacked = Vec::new();
    MultiGzDecoder::new(&bytes[..]).read_to_end(&mut unpacked)?;
    Ok(String::from_utf8_lossy(&unpacked).into_owned())
}
