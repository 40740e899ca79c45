//! The command `book make`: an opening book from games.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{bail, ensure};
use clap::{Args, Subcommand};
use masque::lab::book_making::{BookWishes, MadeBook};

use super::output_file::write_output;
use super::pgn_files::PgnFiles;

/// What can be done with opening books.
#[derive(Debug, Subcommand)]
pub enum BookCommand {
    /// Make an opening book from games: a polyglot book (.bin), or a repertoire of lines (.toml).
    ///
    /// A personality takes either in its section `[book]`: `guide = "mine.bin"`, or
    /// `repertoire = "mine.toml"`. The weight of a move is what its side made of it: two for a win, one
    /// for a draw. Moves that never scored are left out.
    Make(MakeBook),
}

/// From which games, and what gets into the book.
#[derive(Debug, Args)]
pub struct MakeBook {
    /// PGN files, plain or compressed (.gz, .zip).
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// The book: polyglot's format if its name ends in .bin, a repertoire if in .toml.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Only the moves of players whose names begin so, in capitals or not.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// How many half-moves of a game count.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=60))]
    plies: u16,
    /// In how many games a move must have been made.
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    least_games: u32,
}

/// Reads the games, writes the book, and says what is in it and what was skipped.
pub fn make(out: &mut impl Write, wanted: &MakeBook) -> anyhow::Result<()> {
    let is_polyglot = match wanted.output.extension().and_then(|it| it.to_str()) {
        Some("bin") => true,
        Some("toml") => false,
        _ => bail!(
            "{}: expected a name that ends in .bin (polyglot) or .toml (a repertoire)",
            wanted.output.display()
        ),
    };
    let read = PgnFiles::read(&wanted.games)?;
    let wishes = BookWishes {
        player: wanted.player.clone(),
        plies: wanted.plies.into(),
        least_games: wanted.least_games,
    };
    let book = MadeBook::new(&read.games, &wishes);
    if let Some(player) = wanted.player.as_ref().filter(|_| book.games == 0) {
        bail!("there is no game of a player whose name begins with `{player}`");
    }
    ensure!(
        !book.is_empty(),
        "no move was made in {} of the {} games, expected more games or a smaller --least-games",
        wanted.least_games,
        book.games
    );
    let bytes = match is_polyglot {
        true => book.to_polyglot().to_bytes(),
        false => {
            let whose = wanted.player.as_deref().unwrap_or("both sides");
            let remark = format!("From {} games, the moves of {whose}.", book.games);
            // A remark is one line, whatever the name.
            let remark: String = remark.chars().filter(|it| !it.is_control()).collect();
            book.to_repertoire(&remark).into_bytes()
        }
    };
    write_output(&wanted.output, &bytes)?;
    writeln!(
        out,
        "{}: {} positions from {} games",
        wanted.output.display(),
        book.len(),
        book.games
    )?;
    read.tell_skipped(out)
}
