//! Which players of PGN files a personality resembles.

use std::io::{self, Write};

use anyhow::bail;
use masque::board::PgnGame;
use masque::lab::matches::personality_match::PlayedGame;
use masque::lab::style::observed_games::ObservedGames;
use masque::lab::style::portrait::{PORTRAIT_FIRST_PLY, PortraitGallery};

use super::ObservedPersonality;
use crate::cli::pgn_files::PgnFiles;

/// The players of a list of `FILE:PLAYER`; `None` for an empty one.
pub fn read(list: &[String]) -> anyhow::Result<Option<PortraitGallery>> {
    if list.is_empty() {
        return Ok(None);
    }
    let mut players = Vec::new();
    for one in list {
        let Some((path, name)) = one.rsplit_once(':') else {
            bail!("`{one}`: expected a file and a player, such as games.pgn:Tal");
        };
        // Those that cannot be read are passed over: collections of old games are seldom without mistakes.
        let games = observe(&PgnFiles::read(&[path])?.games, name);
        if games.is_empty() {
            bail!("{path}: there is no game of a player whose name begins with `{name}`");
        }
        players.push((name.to_owned(), games));
    }
    match PortraitGallery::of(&players) {
        None => bail!("one player alone cannot be compared with: give `--like` at least twice"),
        gallery => Ok(gallery),
    }
}

fn observe(played: &[PgnGame], name: &str) -> ObservedGames {
    let mut games = ObservedGames::default();
    for (number, recorded) in (0..).zip(played) {
        for side in recorded.sides_of(name) {
            games.add(&PlayedGame {
                game: recorded.game.clone(),
                opening: number,
                first_ply: PORTRAIT_FIRST_PLY,
                side,
                half_points: recorded.result.half_points(side).unwrap_or(1),
            });
        }
    }
    games
}

/// A line for each personality with all players, the most similar first.
pub fn print(
    out: &mut impl Write,
    originals: &PortraitGallery,
    observed: &[ObservedPersonality<'_>],
) -> io::Result<()> {
    writeln!(out)?;
    for one in observed {
        let ranked = originals.rank(&one.fingerprint).into_iter();
        let ranked = ranked.map(|like| format!("{} {:+.2}", like.name, like.cosine));
        let ranked: Vec<String> = ranked.collect();
        writeln!(out, "{} is like {}", one.name, ranked.join(", "))?;
    }
    Ok(())
}
