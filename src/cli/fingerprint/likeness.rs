//! Which players of PGN files a personality resembles.

use std::io::{self, Write};

use anyhow::bail;
use masque::board::PgnGame;
use masque::lab::style::observed_games::ObservedGames;
use masque::lab::style::portrait::{LikenessPart, PortraitGallery};
use masque::lab::twin::everybodys_games::observed;
use masque::lab::twin::player_games::SidedGame;

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
    let sides = played.iter().flat_map(|played| {
        let sides = played.sides_of(name);
        sides.map(move |side| SidedGame { played, side })
    });
    observed(&sides.collect::<Vec<_>>())
}

/// The players of whom the traits are told, and how many traits in which each agrees and disagrees.
const DESCRIBED_PLAYERS: usize = 3;
const DESCRIBED_TRAITS: usize = 6;

/// A line for each personality with all players, the most similar first, and one for each of the first
/// with the traits that tell.
pub fn print(
    out: &mut impl Write,
    originals: &PortraitGallery,
    observed: &[ObservedPersonality<'_>],
) -> io::Result<()> {
    writeln!(out)?;
    for one in observed {
        let ranked = originals.rank(&one.fingerprint);
        let players = ranked.iter();
        let players =
            players.map(|like| format!("{} {:+.2}", like.likeness.name, like.likeness.cosine));
        let players: Vec<String> = players.collect();
        writeln!(out, "{} is like {}", one.name, players.join(", "))?;
        for like in ranked.iter().take(DESCRIBED_PLAYERS) {
            writeln!(out, "  {}: {}", like.likeness.name, described(&like.parts))?;
        }
    }
    Ok(())
}

/// In which traits somebody agrees most with a player, and in which least.
fn described(parts: &[LikenessPart]) -> String {
    let words = |part: &LikenessPart| {
        let amount = if part.more { "more" } else { "less" };
        format!("{amount} {} {:+.2}", part.key, part.cosine)
    };
    let agreed = parts.iter().take(DESCRIBED_TRAITS);
    let against = parts.iter().rev().take(DESCRIBED_TRAITS);
    let agreed: Vec<String> = agreed.filter(|part| part.cosine > 0.0).map(words).collect();
    let against: Vec<String> = against
        .filter(|part| part.cosine < 0.0)
        .map(words)
        .collect();
    format!("{}; against it {}", agreed.join(", "), against.join(", "))
}
