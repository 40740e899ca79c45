//! The command `personality preview`: what somebody plays in typical positions, beside somebody else.

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use masque::engine::request::PlayerProfile;
use masque::lab::style::preview::preview;
use masque::personality::{PlayingStrength, Roster};
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
        let player = found.with_strength(strength.unwrap_or(own));
        anyhow::Ok(PlayerProfile::new(Arc::new(player), seed))
    };
    let (own, other) = (load(&arguments.personality)?, load(&arguments.against)?);
    let [who, whom] = [&own, &other].map(|player| player.personality.title_with_level());
    let title = paint.heading(&format!("{who} beside {whom}"));
    writeln!(out, "{title}, {} nodes a move", arguments.nodes)?;
    let (mut count, mut others) = (0, 0);
    for it in preview([&own, &other], arguments.nodes) {
        count += 1;
        writeln!(out, "\n{count:2}  {}", paint.heading(it.title))?;
        indented(out, &it.game.movetext(&[]).join(" "))?;
        let [chosen, beside] = &it.choices;
        let position = it.game.position();
        let san = |mv| format!("{} {}", position.move_number(), position.san(mv));
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

fn indented(out: &mut impl Write, text: &str) -> std::io::Result<()> {
    for line in wrapped(text, screen_width() - INDENT.len()) {
        writeln!(out, "{INDENT}{line}")?;
    }
    Ok(())
}
