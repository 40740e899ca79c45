//! What a person types during a game: moves and commands, and the messages for lines that are
//! neither.

use std::path::PathBuf;

use thiserror::Error;

use crate::board::{Move, MoveError, Position};
use crate::chess_clock::{FischerTimeControl, TimeControlError};
use crate::personality::{PlayingStrength, StrengthError};

/// A line that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// An empty line.
    Nothing,
    /// A legal move of the side to move.
    Move(Move),
    /// `undo`: takes back the last move of both sides.
    Undo,
    /// `resign`.
    Resign,
    /// `draw`: claims a draw or offers one.
    Draw,
    /// `hint`: asks what the opponent would play here.
    Hint,
    /// `why`: asks why the last move was made.
    Why,
    /// `flip`: turns the board.
    Flip,
    /// `new`: begins another game.
    New,
    /// `personality [NAME]`: changes the opponent, or lists the opponents.
    Personality(Option<String>),
    /// `time 5+3`: sets another time control from the next game on.
    Time(FischerTimeControl),
    /// `level 1400`: sets how strong the opponent plays.
    Level(PlayingStrength),
    /// `save FILE.pgn`.
    Save(PathBuf),
    /// `moves`: lists the legal moves.
    Moves,
    /// `fen`.
    Fen,
    /// `board`: draws the board again.
    Board,
    /// `help`.
    Help,
    /// `quit`.
    Quit,
}

/// Why a line was not understood; the text says what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InputError {
    /// A move that cannot be made here.
    #[error("{text} is not legal here{reason}; 'moves' lists what is")]
    IllegalMove {
        /// What was typed.
        text: String,
        /// Empty, or a reason with its comma.
        reason: &'static str,
    },
    /// Neither a move nor a command.
    #[error(
        "'{text}' is neither a move (like e4, Nf3, e2e4, O-O) nor a command{suggestion}; 'help' lists them"
    )]
    Unknown {
        /// What was typed.
        text: String,
        /// Empty, or a question that names the nearest command.
        suggestion: String,
    },
    /// A command without its argument.
    #[error("{command} needs {expected}")]
    Missing {
        /// The command.
        command: &'static str,
        /// What has to follow it.
        expected: &'static str,
    },
    /// A time control that cannot be read.
    #[error(transparent)]
    TimeControl(#[from] TimeControlError),
    /// A level that cannot be read.
    #[error(transparent)]
    Strength(#[from] StrengthError),
}

/// The commands and what they do, as `help` lists them.
pub const COMMANDS: &[(&str, &str)] = &[
    ("undo", "take back your last move and the answer"),
    ("hint", "ask what your opponent would play in your place"),
    ("why", "ask why your opponent made its last move"),
    ("moves", "list the legal moves"),
    ("draw", "claim a draw, or offer one"),
    ("resign", "give up"),
    ("flip", "turn the board"),
    ("board", "draw the board again"),
    ("fen", "print the position"),
    ("save", "FILE.pgn: write the game to a file"),
    ("new", "begin another game"),
    ("personality", "[NAME]: change the opponent, or list them"),
    ("level", "1400, full: how strong the opponent plays"),
    (
        "time",
        "5+3: minutes and seconds a move, from the next game on",
    ),
    ("help", "print this list"),
    ("quit", "leave"),
];

/// The least similarity (Jaro-Winkler, 0 to 1) at which a command is suggested.
const LEAST_SIMILARITY: f64 = 0.8;

/// Reads one line typed in `position`.
///
/// # Errors
/// When it is neither a legal move nor a command; the error says what was expected.
pub fn parse(line: &str, position: &Position) -> Result<Input, InputError> {
    let line = line.trim();
    let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let argument = argument.trim();
    let given = |command, expected| match argument {
        "" => Err(InputError::Missing { command, expected }),
        argument => Ok(argument),
    };
    Ok(match word.to_ascii_lowercase().as_str() {
        "" => Input::Nothing,
        "undo" | "back" | "takeback" => Input::Undo,
        "resign" => Input::Resign,
        "draw" => Input::Draw,
        "hint" => Input::Hint,
        "flip" => Input::Flip,
        "new" => Input::New,
        "personality" | "opponent" => {
            Input::Personality((!argument.is_empty()).then(|| argument.to_owned()))
        }
        "level" | "elo" => Input::Level(given("level", "a rating like 1400, or full")?.parse()?),
        "time" => Input::Time(given("time", "a time control like 5+3")?.parse()?),
        "save" => Input::Save(given("save", "a file name like game.pgn")?.into()),
        "why" => Input::Why,
        "moves" => Input::Moves,
        "fen" => Input::Fen,
        "board" => Input::Board,
        "help" | "?" => Input::Help,
        "quit" | "exit" | "bye" => Input::Quit,
        _ => return parse_move(line, position),
    })
}

fn parse_move(line: &str, position: &Position) -> Result<Input, InputError> {
    let text: String = line.chars().filter(|c| !c.is_control()).take(30).collect();
    match position.parse_move(line) {
        Ok(mv) => Ok(Input::Move(mv)),
        Err(MoveError::Illegal) => Err(InputError::IllegalMove {
            text,
            reason: match position.in_check() {
                true => ", you are in check",
                false => "",
            },
        }),
        Err(MoveError::Unreadable) => Err(InputError::Unknown {
            suggestion: nearest_command(&text).map_or(String::new(), |command| {
                format!("; did you mean '{command}'?")
            }),
            text,
        }),
    }
}

fn nearest_command(text: &str) -> Option<&'static str> {
    let word = text.split_whitespace().next()?.to_ascii_lowercase();
    COMMANDS
        .iter()
        .map(|(command, _)| (strsim::jaro_winkler(&word, command), *command))
        .filter(|(similarity, _)| *similarity >= LEAST_SIMILARITY)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, command)| command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_start(line: &str) -> Result<Input, InputError> {
        parse(line, &Position::start())
    }

    #[test]
    fn moves_in_both_notations() {
        let start = Position::start();
        let e4 = start.parse_move("e2e4").unwrap();
        for line in ["e4", " e2e4\r\n", "e2-e4", "e4!"] {
            assert_eq!(at_start(line), Ok(Input::Move(e4)), "{line}");
        }
    }

    #[test]
    fn every_command_of_the_list_is_understood() {
        for (command, _) in COMMANDS {
            let argument = match *command {
                "level" => " 1400",
                "time" => " 5+3",
                "save" => " my game.pgn",
                _ => "",
            };
            assert!(
                at_start(&format!("{command}{argument}")).is_ok(),
                "{command}"
            );
        }
        assert_eq!(at_start("Quit"), Ok(Input::Quit));
        assert_eq!(at_start(""), Ok(Input::Nothing));
        assert_eq!(
            at_start("save my game.pgn"),
            Ok(Input::Save("my game.pgn".into()))
        );
        assert_eq!(
            at_start("personality neutral"),
            Ok(Input::Personality(Some("neutral".to_owned())))
        );
    }

    #[test]
    fn refusals_say_what_was_expected() {
        for (line, expected) in [
            ("e5", "e5 is not legal here; 'moves' lists what is"),
            ("save", "save needs a file name like game.pgn"),
            ("resing", "did you mean 'resign'?"),
            ("blah", "'blah' is neither a move"),
            ("time soon", "'soon' is no time control"),
            ("level soon", "'soon' is no level, expected a rating"),
        ] {
            let message = at_start(line).unwrap_err().to_string();
            assert!(message.contains(expected), "{line}: {message}");
        }
        let in_check: Position = "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1".parse().unwrap();
        let message = parse("O-O", &in_check).unwrap_err().to_string();
        assert!(message.contains("you are in check"), "{message}");
    }

    #[test]
    fn garbage_is_cut_and_never_panics() {
        let long = "\u{7}é".repeat(100_000);
        for line in [long.as_str(), "\0", "♞f6", "e2e4e2e4e2e4", "--", "0-0-0-0"] {
            let message = at_start(line).unwrap_err().to_string();
            assert!(message.len() < 200 && !message.contains('\u{7}'));
        }
    }
}
