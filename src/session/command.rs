//! `Command`: what a front end asks of a [`Session`](super::Session), typed.
//!
//! xboard's lines, the words of a person at a terminal and the boards of a chess server all become
//! commands.

use std::time::Duration;

use crate::board::GameResult;
use crate::personality::PlayingStrength;

/// A time control for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameTime {
    /// Moves to be made in each `base`; `None` is the whole game.
    pub moves: Option<u32>,
    /// The time for them.
    pub base: Duration,
    /// What each move adds, after it was made.
    pub increment: Duration,
}

/// Which root moves are meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RootMoves {
    /// Every legal move.
    All,
    /// One move, as it was written.
    One(String),
}

/// One word of Chessmaster's `cm_parm`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChessmasterPair {
    /// `default`: everything normal again.
    Default,
    /// `KEY=VALUE`.
    Set(String, i64),
}

/// What a front end can ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Nothing that the session has to act on.
    Nothing,
    /// Say who you are and which options you have.
    Introduce,
    /// Comments are not welcome.
    WithoutComments,
    /// Depth, score, time and nodes are all the numbers that may stand in a line of thinking.
    WithoutSearchMeasures,
    /// A new game from the initial position, the engine playing Black.
    New,
    /// The variant of the new game.
    Variant(String),
    /// Play neither side.
    Force,
    /// Play the side on move, now.
    Go,
    /// Play the side that is not on move.
    PlayOther,
    /// A time control for the game.
    Level(GameTime),
    /// A fixed time for each move.
    MoveTime(Duration),
    /// The deepest iteration in plies; `None` is no limit.
    Depth(Option<u32>),
    /// Nodes that count as a second; `None` is a real second.
    NodesPerSecond(Option<u64>),
    /// The engine's clock.
    OwnClock(Duration),
    /// The opponent's clock.
    OpponentClock(Duration),
    /// A move as it was written.
    UserMove(String),
    /// Move at once.
    MoveNow,
    /// Say this token again when everything before it is done.
    Ping(String),
    /// The opponent offers a draw.
    Draw,
    /// The game is over.
    Result(GameResult),
    /// A position as FEN.
    SetBoard(String),
    /// What would you play in my place?
    Hint,
    /// Which moves does the book have?
    Book,
    /// Take one ply back.
    Undo,
    /// Take a whole move back.
    Remove,
    /// Think on the opponent's time (pondering).
    Hard,
    /// Do not think on the opponent's time.
    Easy,
    /// Show thinking.
    Post,
    /// Do not show thinking.
    NoPost,
    /// Analyse the position on the board until further notice.
    Analyze,
    /// End the analysis.
    Exit,
    /// How far is the analysis?
    Status,
    /// The opponent's name.
    Name(String),
    /// Own and opponent's rating, where known.
    Rating(Option<u32>, Option<u32>),
    /// The chess server, `-` for none.
    Ics(String),
    /// The opponent is a computer.
    Computer,
    /// Stand still.
    Pause,
    /// Go on.
    Resume,
    /// Memory for all tables, in MiB.
    Memory(usize),
    /// Search threads.
    Cores(usize),
    /// The directories of the Syzygy tablebases.
    TablebasePath(String),
    /// An option, with its value unless it is a button.
    Option {
        /// Its name.
        name: String,
        /// The text after `=`.
        value: Option<String>,
    },
    /// Root moves not to be considered.
    Exclude(RootMoves),
    /// Root moves to be considered again.
    Include(RootMoves),
    /// Chessmaster's parameters, in their order.
    Chessmaster(Vec<ChessmasterPair>),
    /// Say why the last move was made, with every number.
    Explain,
    /// Say why the last move was made, in words.
    Why,
    /// Say who plays, with every number.
    Personality,
    /// The greeting of another protocol, which is not spoken here.
    Uci,
    /// End the program.
    Quit,
    /// A known command with arguments that make no sense, as it was written.
    Malformed(String),
    /// Anything else, as it was written.
    Unknown(String),
}

impl Command {
    /// The option that makes the engine so strong; `None` is as its personality says.
    pub fn play_at(strength: Option<PlayingStrength>) -> Command {
        let (name, value) = match strength {
            None => ("Level", "personality".to_owned()),
            Some(PlayingStrength::Full) => ("Level", "full".to_owned()),
            Some(PlayingStrength::Opponent) => ("Level", "opponent".to_owned()),
            Some(PlayingStrength::Elo(elo)) => ("Elo", elo.to_string()),
        };
        Command::Option {
            name: name.to_owned(),
            value: Some(value),
        }
    }
}
