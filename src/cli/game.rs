//! The command `play`: from what was typed to a game at the terminal.
//!
//! Owns the defaults of such a game. The game itself is the terminal's.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use masque::board::{Color, Position};
use masque::terminal::drawing::PieceSymbols;
use masque::terminal::{self, GameSettings, InputMode, TimeLimit};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::arguments::{OwnColor, Play};
use super::setup::Setup;

/// What the opponent takes for a move when nobody says how long.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(2);
/// Long enough for any depth or number of nodes that somebody has the patience for.
const NO_HURRY: Duration = Duration::from_secs(24 * 60 * 60);

/// Plays on standard input until nobody types any more.
pub fn play(out: &mut impl Write, play: &Play, mut setup: Setup) -> anyhow::Result<()> {
    let rules = rules(play, setup.engine.settings.seed);
    let input_mode = match io::stdin().is_terminal() {
        true => InputMode::Interactive,
        false => InputMode::Scripted,
    };
    setup.engine.settings.talk = true;
    Ok(terminal::play(
        rules,
        setup.engine,
        io::stdin(),
        out,
        input_mode,
    )?)
}

fn rules(play: &Play, seed: Option<u64>) -> GameSettings {
    let is_limited = play.depth.is_some() || play.nodes.is_some();
    let pace = match (play.time, play.move_time) {
        (Some(control), _) => TimeLimit::Clock(control),
        (None, Some(time)) => TimeLimit::MoveTime(time),
        (None, None) if is_limited => TimeLimit::MoveTime(NO_HURRY),
        (None, None) => TimeLimit::MoveTime(DEFAULT_MOVE_TIME),
    };
    let start = match (&play.fen, play.chess960) {
        (Some(position), _) => position.clone(),
        (None, Some(number)) => Position::chess960_start(number),
        (None, None) => Position::start(),
    };
    GameSettings {
        own: match play.color {
            OwnColor::White => Color::White,
            OwnColor::Black => Color::Black,
            OwnColor::Random => draw_lots(seed),
        },
        start,
        pace,
        depth_plies: play.depth,
        nodes: play.nodes,
        symbols: match play.ascii {
            true => PieceSymbols::Letters,
            false => PieceSymbols::Figurines,
        },
    }
}

/// White or Black by chance; always the same with a seed.
fn draw_lots(seed: Option<u64>) -> Color {
    let seed = seed.unwrap_or_else(|| {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
        since_epoch.map_or(0, |elapsed| elapsed.as_nanos() as u64)
    });
    match ChaCha8Rng::seed_from_u64(seed).next_u32() & 1 {
        0 => Color::White,
        _ => Color::Black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::{Arguments, Command};
    use clap::Parser;

    fn rules_of(line: &[&str], seed: u64) -> GameSettings {
        let words = ["masque", "play"].iter().chain(line);
        match Arguments::try_parse_from(words).unwrap().command {
            Some(Command::Play(play)) => rules(&play, Some(seed)),
            _ => unreachable!(),
        }
    }

    #[test]
    fn a_game_without_a_word_has_sensible_rules() {
        let rules = rules_of(&[], 0);
        assert_eq!(rules.own, Color::White);
        assert_eq!(rules.start, Position::start());
        assert_eq!(rules.pace, TimeLimit::MoveTime(DEFAULT_MOVE_TIME));
        assert_eq!((rules.nodes, rules.depth_plies), (None, None));
    }

    #[test]
    fn a_depth_is_reached_however_long_it_takes() {
        let rules = rules_of(&["--depth", "9"], 0);
        assert_eq!(rules.pace, TimeLimit::MoveTime(NO_HURRY));
        let rules = rules_of(&["--depth", "9", "--move-time", "0.5"], 0);
        assert_eq!(rules.pace, TimeLimit::MoveTime(Duration::from_millis(500)));
    }

    #[test]
    fn lots_fall_on_both_colours_and_repeat_with_the_seed() {
        let own = |seed| rules_of(&["--color", "random"], seed).own;
        assert!((0..20).any(|seed| own(seed) == Color::White));
        assert!((0..20).any(|seed| own(seed) == Color::Black));
        assert_eq!(own(7), own(7));
    }
}
