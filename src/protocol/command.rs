//! `Command`: what a front end asks of a [`Session`](super::Session), typed.
//!
//! Owns the list of commands and the step from a line of text to one of them; xboard's units end
//! here. The step is total: every text is some command. It must not know what a command does.

use std::time::Duration;

use crate::board::GameResult;

use super::grammar;

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
    /// Nothing at all.
    Empty,
    /// The GUI speaks this protocol.
    Xboard,
    /// The GUI's protocol version; wants the features.
    Protover(u32),
    /// A feature was accepted.
    Accepted(String),
    /// A feature was rejected.
    Rejected(String),
    /// A new game from the initial position, the engine playing Black.
    New,
    /// The variant of the new game.
    Variant(String),
    /// An old switch that means nothing here.
    Random,
    /// Play neither side.
    Force,
    /// Play the side on move, now.
    Go,
    /// Play the side that is not on move.
    PlayOther,
    /// The obsolete `white` and `black`: no effect.
    ObsoleteColor,
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
    /// Wants to hear this token again when everything before it is done.
    Ping(String),
    /// The opponent offers a draw.
    Draw,
    /// The game is over.
    Result(GameResult),
    /// A position as FEN.
    SetBoard(String),
    /// The obsolete way to enter a position, line by line until a single dot; not supported.
    Edit,
    /// What would you play in my place?
    Hint,
    /// What does the book say?
    Book,
    /// Take one half-move back.
    Undo,
    /// Take a whole move back.
    Remove,
    /// Think on the opponent's time.
    Hard,
    /// Do not.
    Easy,
    /// Show thinking.
    Post,
    /// Do not.
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
    /// Where tablebases of a kind are.
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
    /// Say of every move what the character made of it when the last one was made.
    Explain,
    /// Say who plays, with every number.
    Personality,
    /// Something of an optional part of the protocol that was not asked for: pieces in hand,
    /// partners, pieces lifted and put, positions scored by the user, answers to questions.
    NotNeeded,
    /// End the program.
    Quit,
    /// A known command with arguments that make no sense, as it was written.
    Malformed(String),
    /// Anything else, as it was written.
    Unknown(String),
}

impl Command {
    /// Reads a line without its end. Never fails: what is not understood is a command too.
    pub fn parse(line: &str) -> Command {
        let line = line.trim_matches(|letter: char| letter.is_whitespace() || letter == '\0');
        if line.is_empty() {
            return Command::Empty;
        }
        grammar::command(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn level(moves: Option<u32>, base_s: f64, increment_s: f64) -> Command {
        Command::Level(GameTime {
            moves,
            base: seconds(base_s),
            increment: seconds(increment_s),
        })
    }

    #[test]
    fn time_controls_in_all_their_forms() {
        for (line, expected) in [
            ("level 40 5 0", level(Some(40), 300.0, 0.0)),
            ("level 40 0:30 0", level(Some(40), 30.0, 0.0)),
            ("level 40 0:5 0", level(Some(40), 5.0, 0.0)),
            ("level 0 2 12", level(None, 120.0, 12.0)),
            ("level 0 0:05 0.05", level(None, 5.0, 0.05)),
            ("level 0 0:00 3.0", level(None, 0.0, 3.0)),
            ("level 0 5 1e-05", level(None, 300.0, 0.000_01)),
            ("level 40 25+5 0", level(Some(40), 1_500.0, 0.0)),
            ("level  1   0:01  .5", level(Some(1), 1.0, 0.5)),
            ("st 5", Command::MoveTime(seconds(5.0))),
            ("st 0.01", Command::MoveTime(seconds(0.01))),
            ("st 0", Command::MoveTime(Duration::ZERO)),
            ("st 1:30", Command::MoveTime(seconds(90.0))),
            ("time 3000", Command::OwnClock(seconds(30.0))),
            ("otim 1", Command::OpponentClock(seconds(0.01))),
            ("time -15", Command::OwnClock(Duration::ZERO)),
            ("sd 7", Command::Depth(Some(7))),
            ("sd 0", Command::Depth(None)),
            ("nps 0", Command::NodesPerSecond(None)),
            ("nps 5000", Command::NodesPerSecond(Some(5_000))),
        ] {
            assert_eq!(Command::parse(line), expected, "{line}");
        }
    }

    #[test]
    fn huge_numbers_saturate() {
        let endless = "99999999999999999999999999999999999999999999";
        for line in [
            format!("level {endless} {endless} {endless}"),
            format!("level 0 {endless}:{endless} 1e400"),
        ] {
            assert!(matches!(Command::parse(&line), Command::Level(_)), "{line}");
        }
        assert!(matches!(
            Command::parse(&format!("time {endless}")),
            Command::OwnClock(_)
        ));
        assert!(matches!(
            Command::parse(&format!("st {endless}")),
            Command::MoveTime(_)
        ));
        assert_eq!(
            Command::parse(&format!("sd {endless}")),
            Command::Depth(Some(u32::MAX))
        );
    }

    #[test]
    fn senseless_arguments_are_malformed() {
        for line in [
            "level",
            "level x y z",
            "level 40 5",
            "level 0 5 -1",
            "level 0 5 inf",
            "level 0 5 NaN",
            "st",
            "st x",
            "st -1",
            "time",
            "time soon",
            "sd",
            "sd x",
            "sd -3",
            "nps many",
            "ping",
            "ping pong",
            "memory",
            "memory lots",
            "memory -5",
            "cores",
            "usermove",
            "setboard",
            "option",
            "option =3",
            "exclude",
            "variant",
            "cm_parm",
            "cm_parm myp",
            "cm_parm myp=",
            "cm_parm myp=ten",
            "cm_parm myp=1.5",
            "cm_parm =3",
            "cm_parm myp=90,opp=80",
            "cm_parm default myp",
        ] {
            assert_eq!(
                Command::parse(line),
                Command::Malformed(line.to_owned()),
                "{line}"
            );
        }
    }

    #[test]
    fn moves_with_and_without_their_command() {
        for (line, text) in [
            ("usermove e2e4", "e2e4"),
            ("usermove   e7e8q  ", "e7e8q"),
            ("usermove total nonsense", "total nonsense"),
            ("e2e4", "e2e4"),
            ("e7e8=Q+", "e7e8=Q+"),
            ("Nbd7", "Nbd7"),
            ("bxc3", "bxc3"),
            ("exd6", "exd6"),
            ("O-O", "O-O"),
            ("0-0-0", "0-0-0"),
            ("@@@@", "@@@@"),
            ("0000", "0000"),
            ("P@e4", "P@e4"),
        ] {
            let expected = Command::UserMove(text.to_owned());
            assert_eq!(Command::parse(line), expected, "{line}");
        }
        for line in [
            "bk9",
            "e9e4",
            "Nobody",
            "frobnicate",
            "c",
            "xa4",
            "#",
            "e2e4 e7e5",
        ] {
            let expected = Command::Unknown(line.to_owned());
            assert_eq!(Command::parse(line), expected, "{line}");
        }
    }

    #[test]
    fn the_rest() {
        let option = |name: &str, value: Option<&str>| Command::Option {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        for (line, expected) in [
            ("  ", Command::Empty),
            ("new\r", Command::New),
            ("protover 2", Command::Protover(2)),
            ("protover", Command::Protover(2)),
            ("ping 2147483647", Command::Ping("2147483647".to_owned())),
            ("?", Command::MoveNow),
            (".", Command::Status),
            (
                "result 1-0 {White mates}",
                Command::Result(GameResult::Win(crate::board::Color::White)),
            ),
            ("result 1/2-1/2", Command::Result(GameResult::Draw)),
            ("result * {?}", Command::Result(GameResult::Unfinished)),
            ("result", Command::Result(GameResult::Unfinished)),
            ("option Save", option("Save", None)),
            ("option A=b c=d ", option("A", Some("b c=d"))),
            ("option File=", option("File", Some(""))),
            ("name GM Foo", Command::Name("GM Foo".to_owned())),
            ("rating 0 1500", Command::Rating(None, Some(1_500))),
            ("rating", Command::Rating(None, None)),
            ("exclude all", Command::Exclude(RootMoves::All)),
            (
                "include e2e4",
                Command::Include(RootMoves::One("e2e4".to_owned())),
            ),
            (
                "cm_parm default opk=3F-x! rnd=20  cfd=-300 Md=99",
                Command::Chessmaster(vec![
                    ChessmasterPair::Default,
                    ChessmasterPair::Set("opk".to_owned(), 0),
                    ChessmasterPair::Set("rnd".to_owned(), 20),
                    ChessmasterPair::Set("cfd".to_owned(), -300),
                    ChessmasterPair::Set("Md".to_owned(), 99),
                ]),
            ),
            ("explain", Command::Explain),
            ("personality", Command::Personality),
            ("setscore 30 12", Command::NotNeeded),
            ("lift e2", Command::NotNeeded),
            ("newgame", Command::Unknown("newgame".to_owned())),
            ("New", Command::Unknown("New".to_owned())),
        ] {
            assert_eq!(Command::parse(line), expected, "{line}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn any_bytes_are_a_command(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Command::parse(&String::from_utf8_lossy(&bytes));
        }

        #[test]
        fn any_arguments_are_a_command(
            word in "level|st|sd|time|otim|nps|ping|memory|cores|option|result|rating|exclude|usermove|protover",
            rest in "[ 0-9:.+eExX=/*{}\u{e9}-]{0,60}",
        ) {
            let _ = Command::parse(&format!("{word} {rest}"));
        }
    }
}
