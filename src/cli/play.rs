//! The command `play`: the settings of a game in the terminal from the command line.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};
use masque::board::{Color, GameResult, Position};
use masque::chess_clock::FischerTimeControl;
use masque::terminal::drawing::BoardStyle;
use masque::terminal::{self, GameSettings, InputMode, Screen, TimeLimit};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use signal_hook::consts::SIGINT;

use super::measure::position_of;
use super::paint::{Paint, screen_width};
use super::setup::Setup;

/// How long the opponent thinks about a move when nothing else is asked for.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(2);
/// The time for a move that is limited by depth or nodes instead.
const UNLIMITED_MOVE_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// The settings of a game in the terminal.
#[derive(Debug, Args)]
pub struct PlayArguments {
    /// Your opponent: a name that `masque personality list` shows, or a file.
    #[arg(value_name = "PERSONALITY")]
    pub opponent: Option<String>,
    /// Your colour.
    #[arg(long, value_enum, default_value_t = OwnColor::White)]
    pub color: OwnColor,
    #[command(flatten)]
    pub pace: PaceArguments,
    /// Nodes your opponent searches at most for each move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Plies your opponent searches at most for each move.
    #[arg(long = "depth", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth_plies: Option<u32>,
    /// Begin from this position: a FEN, or startpos.
    #[arg(long, value_parser = position_of)]
    pub fen: Option<Position>,
    /// Begin from the start position of Chess960 with this number.
    #[arg(long, value_name = "NUMBER", conflicts_with = "fen",
          value_parser = clap::value_parser!(u32).range(0..960))]
    pub chess960: Option<u32>,
}

/// How fast a game in the terminal is, and how it looks.
#[derive(Debug, Args)]
pub struct PaceArguments {
    /// The clock for both: minutes and seconds a move, like 5+3.
    #[arg(long, value_name = "MINUTES+SECONDS")]
    pub time: Option<FischerTimeControl>,
    /// Seconds your opponent thinks about each move, when nobody has a clock.
    #[arg(long, value_name = "SECONDS", conflicts_with = "time", value_parser = seconds)]
    pub move_time: Option<Duration>,
    /// Draw the board with letters instead of coloured figurines.
    #[arg(long)]
    pub ascii: bool,
}

impl PaceArguments {
    /// The limit of the opponent's thinking; without one that is asked for, `otherwise`.
    fn limit(&self, otherwise: Duration) -> TimeLimit {
        match (self.time, self.move_time) {
            (Some(control), _) => TimeLimit::Clock(control),
            (None, time) => TimeLimit::MoveTime(time.unwrap_or(otherwise)),
        }
    }

    fn style(&self) -> BoardStyle {
        match Paint::of_output().is_on() && !self.ascii {
            true => BoardStyle::Coloured,
            false => BoardStyle::Letters,
        }
    }

    /// The settings of a match with this colour, from the start position.
    pub fn match_settings(&self, own: Color) -> GameSettings {
        GameSettings {
            own,
            start: Position::start(),
            pace: self.limit(DEFAULT_MOVE_TIME),
            depth_plies: None,
            nodes: None,
            style: self.style(),
            is_match: true,
        }
    }
}

/// Which side the person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OwnColor {
    White,
    Black,
    Random,
}

/// Reads a time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.01..=86_400.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected seconds from 0.01 to 86400".to_owned())
}

/// Plays games until the person leaves or standard input ends.
pub fn play(out: &mut impl Write, play: &PlayArguments, setup: Setup) -> anyhow::Result<()> {
    let settings = game_settings(play, setup.engine.settings.seed);
    play_with(out, settings, setup)?;
    Ok(())
}

/// The same with given settings; the result of the last game.
pub fn play_with(
    out: &mut impl Write,
    settings: GameSettings,
    mut setup: Setup,
) -> anyhow::Result<GameResult> {
    setup.engine.settings.talk = true;
    Ok(terminal::play(
        settings,
        setup.engine,
        io::stdin(),
        out,
        screen()?,
    )?)
}

/// The standard streams as the place of a dialogue; from now on Ctrl+C interrupts it and not the program.
pub fn screen() -> io::Result<Screen> {
    let interrupts = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(SIGINT, Arc::clone(&interrupts))?;
    Ok(Screen {
        input_mode: match (io::stdin().is_terminal(), io::stdout().is_terminal()) {
            (true, true) => InputMode::Edited,
            (true, false) => InputMode::Interactive,
            (false, _) => InputMode::Scripted,
        },
        width: screen_width,
        interrupts,
    })
}

fn game_settings(play: &PlayArguments, seed: Option<u64>) -> GameSettings {
    let pace = play
        .pace
        .limit(match play.depth_plies.is_some() || play.nodes.is_some() {
            true => UNLIMITED_MOVE_TIME,
            false => DEFAULT_MOVE_TIME,
        });
    let start = match (&play.fen, play.chess960) {
        (Some(position), _) => position.clone(),
        (None, Some(number)) => Position::chess960_start(number),
        (None, None) => Position::start(),
    };
    GameSettings {
        own: match play.color {
            OwnColor::White => Color::White,
            OwnColor::Black => Color::Black,
            OwnColor::Random => random_color(seed),
        },
        start,
        pace,
        depth_plies: play.depth_plies,
        nodes: play.nodes,
        style: play.pace.style(),
        is_match: false,
    }
}

/// White or Black at random; always the same with a seed.
fn random_color(seed: Option<u64>) -> Color {
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
    use clap::Parser;

    #[derive(Parser)]
    struct PlayCommandLine {
        #[command(flatten)]
        arguments: PlayArguments,
    }

    fn settings_of(line: &[&str], seed: u64) -> GameSettings {
        let words = ["play"].iter().chain(line);
        let typed = PlayCommandLine::try_parse_from(words).unwrap();
        game_settings(&typed.arguments, Some(seed))
    }

    #[test]
    fn without_arguments_the_defaults_are_played() {
        let settings = settings_of(&[], 0);
        assert_eq!(settings.own, Color::White);
        assert_eq!(settings.start, Position::start());
        assert_eq!(settings.pace, TimeLimit::MoveTime(DEFAULT_MOVE_TIME));
        assert_eq!((settings.nodes, settings.depth_plies), (None, None));
    }

    #[test]
    fn a_limited_depth_has_no_time_limit() {
        let settings = settings_of(&["--depth", "9"], 0);
        assert_eq!(settings.pace, TimeLimit::MoveTime(UNLIMITED_MOVE_TIME));
        let settings = settings_of(&["--depth", "9", "--move-time", "0.5"], 0);
        assert_eq!(
            settings.pace,
            TimeLimit::MoveTime(Duration::from_millis(500))
        );
    }

    #[test]
    fn a_random_colour_repeats_with_its_seed() {
        let own = |seed| settings_of(&["--color", "random"], seed).own;
        assert!((0..20).any(|seed| own(seed) == Color::White));
        assert!((0..20).any(|seed| own(seed) == Color::Black));
        assert_eq!(own(7), own(7));
    }
}
