//! `Reply`: everything a session can say, typed. Each front end has its own words for it.

use std::fmt;
use std::time::Duration;

use crate::board::{GameEnd, Move};
use crate::engine::options::OptionTable;
use crate::score::Score;
use crate::search::Bound;

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
    /// There is no such command.
    UnknownCommand,
    /// It belongs to another protocol.
    OtherProtocol,
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
    /// From the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Since the search began.
    pub elapsed: Duration,
    /// Nodes so far.
    pub nodes: u64,
    /// More numbers, for a front end that can tell them from the variation.
    pub measures: Option<SearchMeasures>,
    /// The principal variation.
    pub variation: Vec<Spelled>,
}

/// What not every front end reads of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchMeasures {
    /// The deepest ply reached.
    pub selective_depth_plies: u32,
    /// Positions found in tablebases so far.
    pub tablebase_hits: u64,
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

/// A move of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpelledBookMove {
    /// The move.
    pub mv: Spelled,
    /// How likely it is, in permille.
    pub chance_permille: u32,
    /// The replies that the book knows.
    pub replies: Vec<Spelled>,
}

/// Everything that a session says.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Who plays, and the options.
    Introduction {
        /// The title of the personality.
        character: String,
        /// Every option with its present value.
        options: Box<OptionTable>,
    },
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
    /// What the book knows.
    BookMoves(Vec<SpelledBookMove>),
    /// Something for the opponent, on a chess server or at the board.
    Tell(String),
    /// Words that belong to the move that is about to be made, and the line that was thought last. It
    /// is for people at a GUI, who should see them without being interrupted.
    Remark {
        /// The line; its first move is the one about to be made.
        line: ThinkingLine,
        /// The words.
        words: String,
    },
    /// Why the last move was made, in words for people.
    Reasons(String),
    /// Somebody else plays now: the title of the personality.
    NowPlays(String),
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
    /// What a user who pressed a button wants to see.
    Note(String),
    /// One line for people who want to know more; front ends may leave it out.
    Comment(String),
}

impl Reply {
    /// What a person is told when something was refused; `None` when nothing was.
    pub fn complaint(&self) -> Option<String> {
        match self {
            Reply::IllegalMove { why, text } => Some(format!("{why}: {text}")),
            Reply::Error { why, text } => Some(format!("Error ({why}): {text}")),
            Reply::IllegalPosition { fen, reason } => {
                Some(format!("Illegal position: {fen} ({reason})"))
            }
            Reply::UserError(message) => Some(message.clone()),
            _ => None,
        }
    }
}

impl fmt::Display for MoveRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveRefusal::Illegal => "Illegal move",
            MoveRefusal::NotYourTurn => "Illegal move (not your turn)",
            MoveRefusal::GameOver => "Illegal move (game over)",
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::UnknownCommand => f.write_str("unknown command"),
            Refusal::OtherProtocol => f.write_str(
                "this engine speaks the protocol of xboard and WinBoard, also called CECP; choose \
                 that for it instead of UCI, or run it through the adapter Wb2Uci in programs that \
                 know UCI only",
            ),
            Refusal::BadArgument => f.write_str("bad argument"),
            Refusal::NotLegalNow => f.write_str("command not legal now"),
            Refusal::UnknownOption => f.write_str("unknown option"),
            Refusal::UnsupportedVariant => f.write_str("unsupported variant"),
            Refusal::Expected(what) => write!(f, "expected {what}"),
        }
    }
}
