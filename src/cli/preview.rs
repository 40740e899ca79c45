//! The command `personality preview`: what somebody plays in typical positions, beside somebody else.

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use masque::board::{Color, Game, Position};
use masque::engine::level_of;
use masque::engine::request::PlayerProfile;
use masque::lab::style::preview::preview;
use masque::personality::{Personality, PlayingStrength, Roster};
use masque::wrapping::wrapped;

use super::paint::{Paint, screen_width};

const INDENT: &str = "    ";

/// Who is shown, and how.
#[derive(Debug, Args)]
pub struct PreviewArguments {
    /// A name from the list, or a file.
    #[arg(value_name = "NAME|FILE")]
    personality: String,
    /// Beside whom.
    #[arg(long, default_value = "neutral", value_name = "NAME|FILE")]
    against: String,
    /// Nodes for a move.
    #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1_000..))]
    nodes: u64,
}

/// Writes the choices, position by position.
pub fn run(
    out: &mut impl Write,
    paint: Paint,
    arguments: &PreviewArguments,
    roster: &Roster,
    strength: Option<PlayingStrength>,
    seed: u64,
) -> anyhow::Result<()> {
    let load = |name: &str| {
        let found = roster.load(name)?.clone();
        let own = found.strength();
        anyhow::Ok(profile(found.with_strength(strength.unwrap_or(own)), seed))
    };
    let (own, other) = (load(&arguments.personality)?, load(&arguments.against)?);
    let [who, whom] = [&own, &other].map(|player| player.personality.title_with_level());
    let title = paint.heading(&format!("{who} beside {whom}"));
    writeln!(out, "{title}, {} nodes a move", arguments.nodes)?;
    let (mut count, mut others) = (0, 0);
    for it in preview([&own, &other], arguments.nodes) {
        count += 1;
        writeln!(out, "\n{count:2}  {}", paint.heading(it.title))?;
        let moves = numbered(&it.game);
        if !moves.is_empty() {
            indented(out, &moves)?;
        }
        let [chosen, beside] = &it.choices;
        let (number, position) = (it.game.position().fullmove_number(), it.game.position());
        let dots = dots(position);
        let san = |mv| format!("{number}{dots} {}", position.san(mv));
        let name = paint.name(&san(chosen.mv));
        match chosen.mv == beside.mv {
            true => writeln!(out, "{INDENT}{name}, as {whom}")?,
            false => {
                others += 1;
                writeln!(out, "{INDENT}{name}, where {whom} plays {}", san(beside.mv))?;
            }
        }
        indented(out, &chosen.words)?;
    }
    writeln!(
        out,
        "\n{who} plays another move than {whom} in {others} of {count} positions."
    )?;
    Ok(())
}

fn profile(personality: Personality, seed: u64) -> PlayerProfile {
    PlayerProfile {
        level: level_of(&personality, personality.strength(), None),
        ..PlayerProfile::new(Arc::new(personality), seed)
    }
}

fn indented(out: &mut impl Write, text: &str) -> std::io::Result<()> {
    for line in wrapped(text, screen_width() - INDENT.len()) {
        writeln!(out, "{INDENT}{line}")?;
    }
    Ok(())
}

/// What stands between the number of a move and the move.
fn dots(position: &Position) -> &'static str {
    match position.side_to_move() {
        Color::White => ".",
        Color::Black => "...",
    }
}

/// The moves of a game with their numbers: `1. e4 e5 2. Nf3`.
fn numbered(game: &Game) -> String {
    let words = game.past().iter().map(|(position, mv)| {
        let san = position.san(*mv);
        match position.side_to_move() {
            Color::White => format!("{}. {san}", position.fullmove_number()),
            Color::Black => san,
        }
    });
    words.collect::<Vec<_>>().join(" ")
}
