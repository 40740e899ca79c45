//! `Reply`: everything a session can say, typed; its `Display` is the only text that reaches
//! stdout.
//!
//! Owns the wire's words and keeps echoes harmless: xboard looks for certain words anywhere in a
//! line and acts on them. It must not know when something is said.

use std::fmt;
use std::time::Duration;

use crate::board::{Color, GameEnd, Move};
use crate::score::Score;
use crate::search::Bound;

/// The longest echo of somebody's text, in characters.
const LONGEST_ECHO: usize = 100;
/// The longest principal variation, in moves.
const LONGEST_VARIATION: usize = 40;
/// A mate in N moves is written as this much plus N.
const MATE_OFFSET: i32 = 100_000;

/// Words that make xboard act wherever they stand in a message.
const HAZARDS: [&str; 13] = [
    "time",
    "otim",
    "draw",
    "analyze",
    "protover",
    "offer",
    "not found",
    "no such file",
    "permission denied",
    "can't alloc",
    "unknown host",
    "no remote directory",
    "illegal move",
];
/// Words that make xboard overlook a refused move.
const HAZARDS_IN_MOVES: [&str; 12] = [
    "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random",
    "depth", "accepted",
];

/// A move and how it is written in the game's notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelled {
    /// The move.
    pub mv: Move,
    /// Its text: coordinates, or `O-O` in Chess960.
    pub text: String,
}

/// Why a move is refused, where more can be said than that it is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveRefusal {
    /// Not legal, or not a move.
    Illegal,
    /// The engine is on move.
    NotYourTurn,
    /// Mate or stalemate is on the board.
    GameOver,
}

/// Why a command is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nobody knows it.
    UnknownCommand,
    /// Its arguments make no sense.
    BadArgument,
    /// Not in this state.
    NotLegalNow,
    /// No such option.
    UnknownOption,
    /// A variant of chess that is not played here.
    UnsupportedVariant,
    /// The value is not what is expected, which is named.
    Expected(String),
}

/// A line of thinking.
#[derive(Clone, Debug, PartialEq)]
pub struct ThinkingLine {
    /// The iteration in plies.
    pub depth_plies: u32,
    /// The deepest ply reached.
    pub selective_depth_plies: u32,
    /// From the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Since the search began.
    pub elapsed: Duration,
    /// Nodes so far.
    pub nodes: u64,
    /// Positions found in tablebases so far.
    pub tablebase_hits: u64,
    /// The principal variation.
    pub variation: Vec<Spelled>,
}

/// How far an analysis is.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisStatus {
    /// Since the search began.
    pub elapsed: Duration,
    /// Nodes so far.
    pub nodes: u64,
    /// The iteration in plies.
    pub depth_plies: u32,
    /// Root moves not yet searched in it.
    pub moves_left: usize,
    /// Root moves in all.
    pub moves_total: usize,
    /// The move under search.
    pub current: Spelled,
}

/// Everything that a session says.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Features as `name=value` pairs.
    Feature(String),
    /// The engine's move.
    Move(Spelled),
    /// The answer to a ping.
    Pong(String),
    /// Thinking.
    Thinking(ThinkingLine),
    /// The game has ended, or a draw is claimed.
    Result(GameEnd),
    /// The engine gives up.
    Resign,
    /// The engine offers a draw or accepts one.
    OfferDraw,
    /// The move that the engine expects or suggests.
    Hint(Spelled),
    /// How far the analysis is.
    Status(AnalysisStatus),
    /// There are no book moves.
    NoBookMoves,
    /// What the book knows: each move with its chance in permille.
    BookMoves(Vec<(Spelled, u32)>),
    /// Something for the opponent, on a chess server or at the board.
    Tell(String),
    /// A move is refused.
    IllegalMove {
        /// Why.
        why: MoveRefusal,
        /// The move as it was written.
        text: String,
    },
    /// A command is refused.
    Error {
        /// Why.
        why: Refusal,
        /// The command as it was written.
        text: String,
    },
    /// A position is refused.
    IllegalPosition {
        /// The FEN as it was written.
        fen: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Something else the user did cannot be done.
    UserError(String),
    /// What a user who pressed a button wants to see, in one line.
    Note(String),
    /// What is said beside the protocol to who wants to know.
    Comment(String),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Feature(pairs) => write!(f, "feature {pairs}"),
            Reply::Move(mv) => write!(f, "move {}", mv.text),
            Reply::Pong(token) => write!(f, "pong {token}"),
            Reply::Thinking(line) => line.fmt(f),
            Reply::Result(ending) => write!(f, "{} {{{ending}}}", result_of(*ending)),
            Reply::Resign => write!(f, "resign"),
            Reply::OfferDraw => write!(f, "offer draw"),
            Reply::Hint(mv) => write!(f, "Hint: {}", mv.text),
            Reply::Status(status) => status.fmt(f),
            // The empty line is the end of the list.
            Reply::NoBookMoves => writeln!(f, " no book moves"),
            Reply::BookMoves(known) => {
                for (mv, permille) in known {
                    writeln!(f, " {:8}{:3} %", mv.text, permille / 10)?;
                }
                Ok(())
            }
            Reply::Tell(words) => {
                write!(f, "tellopponent {}", harmless(&one_line(words), &[]))
            }
            Reply::IllegalMove { why, text } => {
                let text = harmless(&printable(text), &HAZARDS_IN_MOVES);
                match why {
                    MoveRefusal::Illegal => write!(f, "Illegal move: {text}"),
                    MoveRefusal::NotYourTurn => write!(f, "Illegal move (not your turn): {text}"),
                    MoveRefusal::GameOver => write!(f, "Illegal move (game over): {text}"),
                }
            }
            Reply::Error { why, text } => {
                write!(f, "Error ({why}): {}", harmless(&printable(text), &[]))
            }
            Reply::IllegalPosition { fen, reason } => {
                let (fen, reason) = (printable(fen), printable(reason));
                write!(f, "tellusererror Illegal position: {fen} ({reason})")
            }
            Reply::UserError(message) => write!(f, "tellusererror {}", one_line(message)),
            Reply::Note(message) => write!(f, "telluser {}", harmless(&one_line(message), &[])),
            Reply::Comment(text) => f.write_str(format!("# {}", visible(text)).trim_end()),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::UnknownCommand => f.write_str("unknown command"),
            Refusal::BadArgument => f.write_str("bad argument"),
            Refusal::NotLegalNow => f.write_str("command not legal now"),
            Refusal::UnknownOption => f.write_str("unknown option"),
            Refusal::UnsupportedVariant => f.write_str("unsupported variant"),
            Refusal::Expected(what) => {
                write!(f, "expected {}", harmless(&printable(what), &[]))
            }
        }
    }
}

impl fmt::Display for ThinkingLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let per_second = self.nodes as f64 / self.elapsed.as_secs_f64().max(0.001);
        write!(
            f,
            "{:3} {:6} {:6} {:9} {} {} {}\t",
            self.depth_plies,
            wire_score(self.score),
            centiseconds(self.elapsed),
            self.nodes,
            self.selective_depth_plies,
            per_second as u64,
            self.tablebase_hits,
        )?;
        for (index, mv) in self.variation.iter().take(LONGEST_VARIATION).enumerate() {
            let blank = if index == 0 { "" } else { " " };
            write!(f, "{blank}{}", mv.text)?;
        }
        match self.bound {
            Bound::Exact => Ok(()),
            // Apart from the move, which python-chess could not read otherwise.
            Bound::Lower => f.write_str(" !"),
            Bound::Upper => f.write_str(" ?"),
        }
    }
}

impl fmt::Display for AnalysisStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "stat01: {} {} {} {} {} {}",
            centiseconds(self.elapsed),
            self.nodes,
            self.depth_plies,
            self.moves_left,
            self.moves_total,
            self.current.text,
        )
    }
}

fn result_of(ending: GameEnd) -> &'static str {
    match ending.winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

fn centiseconds(duration: Duration) -> u128 {
    duration.as_millis() / 10
}

/// Centipawns, or mates in full moves beyond [`MATE_OFFSET`].
fn wire_score(score: Score) -> i32 {
    match score.mate_distance_moves() {
        Some(moves) if moves > 0 => MATE_OFFSET + moves,
        Some(moves) => -MATE_OFFSET + moves,
        None => score.raw(),
    }
}

/// The beginning of somebody's text without control characters.
fn printable(text: &str) -> String {
    let visible = |letter: char| if letter.is_control() { '.' } else { letter };
    text.chars().take(LONGEST_ECHO).map(visible).collect()
}

/// Text without control characters, its columns kept.
fn visible(text: &str) -> String {
    let letters = text.trim_end().chars();
    letters
        .filter(|letter| !letter.is_control())
        .take(5 * LONGEST_ECHO)
        .collect()
}

/// A message of several lines on one, each run of blanks as one blank.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words
        .join(" ")
        .chars()
        .filter(|letter| !letter.is_control())
        .take(5 * LONGEST_ECHO)
        .collect()
}

/// The text with a star inside each word that xboard would act on.
fn harmless(text: &str, more_hazards: &[&str]) -> String {
    let mut text = text.to_owned();
    for hazard in HAZARDS.iter().chain(more_hazards) {
        // Lower case in ASCII only, so that places agree in both.
        while let Some(place) = text.to_ascii_lowercase().find(hazard) {
            let star = place + hazard.len() / 2;
            text.replace_range(star..=star, "*");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_written_in_full_moves() {
        assert_eq!(wire_score(Score::mate_in(1)), 100_001);
        assert_eq!(wire_score(Score::mate_in(5)), 100_003);
        assert_eq!(wire_score(Score::mated_in(2)), -100_001);
        assert_eq!(wire_score(Score::mated_in(4)), -100_002);
        assert_eq!(wire_score(Score::from_cp(-34)), -34);
    }

    #[test]
    fn echoes_are_short_printable_and_harmless() {
        let error = |text: &str| Reply::Error {
            why: Refusal::UnknownCommand,
            text: text.to_owned(),
        };
        let shown = error(&"x\u{7}".repeat(1_000)).to_string();
        assert_eq!(
            shown.chars().count(),
            "Error (unknown command): ".len() + 100
        );
        assert!(!shown.contains(char::is_control));
        for text in [
            "timetime",
            "Offer Draw",
            "file Not Found",
            "DRAW",
            "reanalyzed",
            "permission denied",
        ] {
            let shown = error(text).to_string().to_lowercase();
            for hazard in HAZARDS {
                assert!(!shown.contains(hazard), "{shown}");
            }
        }
        let refused = Reply::IllegalMove {
            why: MoveRefusal::Illegal,
            text: "\u{e9}hint?".to_owned(),
        };
        assert_eq!(refused.to_string(), "Illegal move: \u{e9}hi*t*");
    }

    #[test]
    fn every_line_is_one_line() {
        let refused = Reply::UserError("mine.toml:3: no\n  | ^^\nsuch\tkey".to_owned());
        assert_eq!(
            refused.to_string(),
            "tellusererror mine.toml:3: no | ^^ such key"
        );
        let comment = Reply::Comment("a\n   b ".to_owned());
        assert_eq!(comment.to_string(), "# a   b");
        let note = Reply::Note("The\nDraw Master".to_owned());
        assert_eq!(note.to_string(), "telluser The Dr*w Master");
        assert_eq!(
            Reply::Result(GameEnd::Checkmate {
                winner: Color::Black
            })
            .to_string(),
            "0-1 {Black mates}"
        );
        assert_eq!(
            Reply::Result(GameEnd::Stalemate).to_string(),
            "1/2-1/2 {Stalemate}"
        );
    }
}
