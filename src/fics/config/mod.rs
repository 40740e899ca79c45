//! The configuration file `fics.toml`: server, account, accepted games, and operation.
//!
//! All keys, their defaults and the errors about them are here. The file says where the password is to
//! be found, never the password itself.

mod values;

use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use crate::config::{self, ConfigError, Mebibytes, resolve_personality};

use values::limit;
pub use values::{
    DrawAnswer, GameExit, Handle, Minutes, OfferAnswer, Port, SealChoice, Seconds, SeekColor,
    Sentence, ServerCommand, Span, Strength, ThinkingTalk, Threads, Variant, WhenFlagFalls,
};

/// Everything the file may say, with defaults in place of what it does not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FicsConfig {
    /// Where to play.
    pub server: ServerConfig,
    /// The account to log in with.
    pub account: AccountConfig,
    /// With which engine.
    pub engine: EngineChoice,
    /// Which challenges are accepted.
    pub accept: Acceptance,
    /// What is offered to everybody.
    pub seek: Vec<SeekConfig>,
    /// Which offers are accepted during a game.
    pub offers: Offers,
    /// How games are conducted.
    pub game: Conduct,
    /// What is said.
    pub chat: ChatConfig,
    /// What is kept of games.
    pub record: RecordConfig,
    /// How the program is run.
    pub operation: OperationConfig,
    /// Commands of the user's own.
    pub commands: HookCommands,
}

/// `[server]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ServerConfig {
    /// Its name or address.
    pub host: String,
    /// Where it listens, tried in this order.
    pub ports: Vec<Port>,
    /// How the connection is sealed against lag.
    pub timeseal: SealChoice,
    /// What game records call it.
    pub site: Option<String>,
}

impl Default for ServerConfig {
    fn default() -> ServerConfig {
        ServerConfig {
            host: "freechess.org".to_owned(),
            ports: vec![Port::of(5000), Port::of(23)],
            timeseal: SealChoice::Auto,
            site: None,
        }
    }
}

/// `[account]`
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AccountConfig {
    /// The handle; without one a guest plays.
    pub handle: Option<Handle>,
    /// The environment variable that holds the password.
    pub password_env: Option<String>,
    /// The file that holds it in its first line; nobody else may read it.
    pub password_file: Option<PathBuf>,
    /// Whether rated games are played although the server does not show the account as a
    /// computer's.
    pub rated_without_computer_title: bool,
    /// Whether a lost connection loses the game at once, if the opponent wants it so too.
    pub noescape: bool,
}

/// `[engine]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EngineChoice {
    /// The pinned character.
    pub personality: Option<String>,
    /// Whether opponents of unrated games may ask for another.
    pub opponent_may_choose: bool,
    /// How strong it plays; without it as masque.toml, the command line or the character say.
    pub elo: Option<Strength>,
    /// Whether opponents of unrated games may ask for another level.
    pub opponent_may_set_level: bool,
    /// The table's size.
    pub hash_mib: Option<Mebibytes>,
    /// How many threads search.
    pub threads: Option<Threads>,
    /// Whether it thinks on the opponent's time.
    pub ponder: bool,
    /// Whether it gives up lost games.
    pub resign: bool,
    /// Whether it learns from its games.
    pub learn: Option<bool>,
}

impl Default for EngineChoice {
    fn default() -> EngineChoice {
        EngineChoice {
            personality: None,
            opponent_may_choose: true,
            elo: None,
            opponent_may_set_level: true,
            hash_mib: None,
            threads: None,
            ponder: true,
            resign: true,
            learn: None,
        }
    }
}

/// `[accept]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Acceptance {
    /// The variants that are played.
    pub variants: Vec<Variant>,
    /// Whether rated games are.
    pub rated: bool,
    /// Whether unrated games are.
    pub unrated: bool,
    /// Each side's time for the game.
    pub base_minutes: Span,
    /// What each move adds.
    pub increment_seconds: Span,
    /// What the server takes as the length of a game: the base and forty increments.
    pub estimated_minutes: Span,
    /// Whether games without a clock are played.
    pub untimed: bool,
    /// The opponent's rating, when there is one.
    pub rating: Span,
    /// How far it may be from the own one.
    pub rating_difference: Option<u32>,
    /// Whether guests may play.
    pub guests: bool,
    /// Whether computers may play.
    pub computers: bool,
    /// The side played, when the opponent asks for one.
    pub color: SeekColor,
    /// Who may not play.
    pub no_play: Vec<Handle>,
    /// Who may always play, besides the owners, whatever the rest says of them.
    pub always: Vec<Handle>,
    /// How many games one opponent gets in a row.
    #[serde(deserialize_with = "limit")]
    pub games_in_a_row: Option<u32>,
    /// How long an opponent who has reached the limit must wait for the next game.
    pub rest_minutes: Minutes,
    /// Games shorter than this many moves count as abuse.
    pub short_game_moves: u32,
    /// After so many short games in a row the opponent waits.
    #[serde(deserialize_with = "limit")]
    pub short_games_in_a_row: Option<u32>,
    /// How many games are played before the program says good-bye.
    #[serde(deserialize_with = "limit")]
    pub games_per_session: Option<u32>,
    /// How many games are played in 24 hours.
    #[serde(deserialize_with = "limit")]
    pub games_per_day: Option<u32>,
}

impl Default for Acceptance {
    fn default() -> Acceptance {
        Acceptance {
            variants: vec![Variant::Standard],
            rated: true,
            unrated: true,
            base_minutes: Span::new(0, 60),
            increment_seconds: Span::new(0, 60),
            estimated_minutes: Span::new(1, 120),
            untimed: false,
            rating: Span::new(0, 9_999),
            rating_difference: None,
            guests: true,
            computers: true,
            color: SeekColor::Any,
            no_play: Vec::new(),
            always: Vec::new(),
            games_in_a_row: Some(6),
            rest_minutes: Minutes::of(10),
            short_game_moves: 5,
            short_games_in_a_row: Some(3),
            games_per_session: None,
            games_per_day: None,
        }
    }
}

/// One `[[seek]]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeekConfig {
    /// Each side's minutes.
    pub base_minutes: u32,
    /// Seconds for each move.
    pub increment_seconds: u32,
    /// Whether the game counts.
    pub rated: bool,
    /// The variant.
    #[serde(default = "standard")]
    pub variant: Variant,
    /// The side asked for.
    #[serde(default = "any_color")]
    pub color: SeekColor,
    /// Whose rating is right.
    #[serde(default = "any_rating")]
    pub rating: Span,
}

const fn standard() -> Variant {
    Variant::Standard
}

const fn any_color() -> SeekColor {
    SeekColor::Any
}

const fn any_rating() -> Span {
    Span::new(0, 9_999)
}

/// `[offers]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Offers {
    /// Draws.
    pub draw: DrawAnswer,
    /// Aborts, after both sides have moved; before, they are always accepted.
    pub abort: OfferAnswer,
    /// Adjournments.
    pub adjourn: OfferAnswer,
    /// Moves taken back.
    pub takeback: OfferAnswer,
    /// Pauses.
    pub pause: OfferAnswer,
    /// Exchanged sides.
    pub switch: OfferAnswer,
}

impl Default for Offers {
    fn default() -> Offers {
        Offers {
            draw: DrawAnswer::Engine,
            abort: OfferAnswer::Decline,
            adjourn: OfferAnswer::Decline,
            takeback: OfferAnswer::Decline,
            pause: OfferAnswer::Decline,
            switch: OfferAnswer::Decline,
        }
    }
}

/// `[game]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Conduct {
    /// A game is aborted when the opponent has not made the first move after so long; 0 waits.
    pub first_move_seconds: Seconds,
    /// In a game without clocks, how long an opponent may be silent before we leave.
    pub untimed_patience_minutes: Minutes,
    /// What is done when the opponent's time is over.
    pub when_flag_falls: WhenFlagFalls,
    /// How a game is left in which the engine fails or the boards cannot be brought together.
    pub when_engine_fails: GameExit,
    /// How a game is left when the program is told twice to end.
    pub when_told_to_end: GameExit,
    /// Whether adjourned games are taken up again.
    pub resume: bool,
}

impl Default for Conduct {
    fn default() -> Conduct {
        Conduct {
            first_move_seconds: Seconds::of(60),
            untimed_patience_minutes: Minutes::of(30),
            when_flag_falls: WhenFlagFalls::Flag,
            when_engine_fails: GameExit::Resign,
            when_told_to_end: GameExit::Adjourn,
            resume: true,
        }
    }
}

/// `[chat]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ChatConfig {
    /// Said to each opponent when a game begins.
    pub greeting: Sentence,
    /// Said when it ends.
    pub farewell: Sentence,
    /// The answer to whatever else people tell.
    pub answer: Sentence,
    /// How long the same person gets no second answer.
    pub answer_again_minutes: Minutes,
    /// What is said about the engine's thinking.
    pub thinking: ThinkingTalk,
    /// Whether a declined challenger is told why.
    pub reasons: bool,
}

impl Default for ChatConfig {
    fn default() -> ChatConfig {
        ChatConfig {
            greeting: Sentence::default(),
            farewell: Sentence::default(),
            answer: Sentence::default(),
            answer_again_minutes: Minutes::of(30),
            thinking: ThinkingTalk::Whisper,
            reasons: true,
        }
    }
}

/// `[record]`
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RecordConfig {
    /// The file to which finished games are added.
    pub pgn: Option<PathBuf>,
    /// Whether games without a result are added too.
    pub unfinished: bool,
}

/// `[operation]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OperationConfig {
    /// Who may give orders by `tell`.
    pub owners: Vec<Handle>,
    /// The log.
    pub log: Option<PathBuf>,
    /// A file that says in one line what is going on.
    pub status: Option<PathBuf>,
    /// Where the lock of the account is; without one, the system's directory for such files.
    pub lock_directory: Option<PathBuf>,
    /// After so much silence the server is asked whether it is still there.
    pub silence_seconds: Seconds,
    /// How long to wait before the first attempt to connect again.
    pub reconnect_seconds: Seconds,
    /// The longest wait between attempts.
    pub longest_reconnect_seconds: Seconds,
}

impl Default for OperationConfig {
    fn default() -> OperationConfig {
        OperationConfig {
            owners: Vec::new(),
            log: None,
            status: None,
            lock_directory: None,
            silence_seconds: Seconds::of(30),
            reconnect_seconds: Seconds::of(3),
            longest_reconnect_seconds: Seconds::of(300),
        }
    }
}

/// `[commands]`
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HookCommands {
    /// Sent after each login.
    pub login: Vec<ServerCommand>,
    /// Sent at the beginning of each game.
    pub game_start: Vec<ServerCommand>,
    /// Sent after each game.
    pub game_end: Vec<ServerCommand>,
    /// The account's notes, from number 1.
    pub finger_notes: Vec<Sentence>,
    /// The server's own filter of challenges.
    pub formula: Option<ServerCommand>,
}

/// Why a configuration cannot be used.
#[derive(Debug, Error)]
pub enum FicsConfigError {
    /// The file cannot be read, or something in it is not as it must be.
    #[error(transparent)]
    File(#[from] ConfigError),
    /// Two things in it do not go together.
    #[error("{}: {problem}", path.display())]
    Contradiction {
        /// The file.
        path: PathBuf,
        /// What, and what was expected.
        problem: String,
    },
}

/// Finger notes that a server keeps.
const FINGER_NOTES: usize = 10;
/// Seeks that a server lets one account have at a time.
const SEEKS: usize = 3;

impl FicsConfig {
    /// Reads the file; relative paths in it count from its directory.
    ///
    /// # Errors
    /// With the place of the mistake, or what does not go together.
    pub fn read(path: &Path) -> Result<FicsConfig, FicsConfigError> {
        FicsConfig::parse(&config::read_text(path)?, path)
    }

    /// Reads the text of a file; `path` names it in errors.
    ///
    /// # Errors
    /// As [`FicsConfig::read`].
    pub fn parse(text: &str, path: &Path) -> Result<FicsConfig, FicsConfigError> {
        let mut config: FicsConfig = config::parse(text, path)?;
        if let Some(problem) = config.contradiction() {
            return Err(FicsConfigError::Contradiction {
                path: path.to_owned(),
                problem,
            });
        }
        let directory = path.parent().unwrap_or(Path::new(""));
        let paths = [
            &mut config.account.password_file,
            &mut config.record.pgn,
            &mut config.operation.log,
            &mut config.operation.status,
            &mut config.operation.lock_directory,
        ];
        for path in paths.into_iter().flatten() {
            *path = directory.join(&*path);
        }
        let personality = &mut config.engine.personality;
        *personality = personality
            .take()
            .map(|name| resolve_personality(directory, name));
        Ok(config)
    }

    fn contradiction(&self) -> Option<String> {
        let account = &self.account;
        let sources = [
            account.password_env.is_some(),
            account.password_file.is_some(),
        ];
        let problem = match (&account.handle, sources) {
            (Some(_), [true, true]) => {
                "`password_env` and `password_file` are both there; expected one of them"
            }
            (Some(_), [false, false]) => {
                "`handle` has no password; expected `password_env` or `password_file` in \
                 [account], or no `handle` to play as a guest"
            }
            (None, [true, _] | [_, true]) => {
                "a password needs a `handle` in [account]; guests have none"
            }
            _ if self.server.host.trim().is_empty() => {
                "`host` is empty; expected the server's name or address"
            }
            _ if self.server.ports.is_empty() => "`ports` is empty; expected at least one port",
            _ if self.accept.variants.is_empty() => {
                "`variants` is empty; expected at least \"standard\""
            }
            _ if !self.accept.rated && !self.accept.unrated => {
                "neither `rated` nor `unrated` games are accepted; expected one of them"
            }
            _ if self.commands.finger_notes.len() > FINGER_NOTES => {
                "more than 10 `finger_notes`; a server keeps no more"
            }
            _ if self.seek.len() > SEEKS => {
                "more than 3 [[seek]]; a server takes no more from one account"
            }
            _ => return self.seek_against_acceptance(),
        };
        Some(problem.to_owned())
    }

    /// A seek for games that `[accept]` would decline.
    fn seek_against_acceptance(&self) -> Option<String> {
        let accept = &self.accept;
        self.seek.iter().enumerate().find_map(|(index, seek)| {
            let problem = match seek {
                _ if !accept.variants.contains(&seek.variant) => "its variant",
                _ if seek.rated && !accept.rated => "rated games",
                _ if !seek.rated && !accept.unrated => "unrated games",
                _ if !accept.base_minutes.contains(seek.base_minutes)
                    || !accept.increment_seconds.contains(seek.increment_seconds) =>
                {
                    "its time control"
                }
                _ => return None,
            };
            let number = index + 1;
            Some(format!(
                "[[seek]] number {number} asks for what [accept] declines: {problem}"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<FicsConfig, String> {
        let path = Path::new("etc/fics.toml");
        FicsConfig::parse(text, path).map_err(|error| error.to_string())
    }

    #[test]
    fn an_empty_file_is_a_guest_with_defaults() {
        let config = parse("").unwrap();
        assert_eq!(config, FicsConfig::default());
        assert_eq!(config.account.handle, None);
    }

    #[test]
    fn mistakes_are_pointed_at() {
        insta::assert_snapshot!(parse("[accept]\nratd = true\n").unwrap_err(), @r"
        etc/fics.toml:2:1: unknown key `ratd`; did you mean `rated`?
         2 | ratd = true
           | ^^^^
        expected one of `variants`, `rated`, `unrated`, `base_minutes`, `increment_seconds`, `estimated_minutes`, `untimed`, `rating`, `rating_difference`, `guests`, `computers`, `color`, `no_play`, `always`, `games_in_a_row`, `rest_minutes`, `short_game_moves`, `short_games_in_a_row`, `games_per_session`, `games_per_day`
        ");
        insta::assert_snapshot!(parse("[account]\nhandle = 'No One'\n").unwrap_err(), @r"
        etc/fics.toml:2:10: 'No One' is no handle, expected 3 to 17 letters
         2 | handle = 'No One'
           |          ^^^^^^^^
        ");
        let error = parse("[accept]\nvariants = ['standrd']\n").unwrap_err();
        assert!(error.contains("did you mean `standard`?"), "{error}");
    }

    #[test]
    fn what_does_not_go_together_is_refused() {
        for (text, part) in [
            ("[account]\nhandle = 'Masque'\n", "no password"),
            ("[account]\npassword_env = 'X'\n", "guests have none"),
            (
                "[account]\nhandle='Masque'\npassword_env='X'\npassword_file='y'\n",
                "both there",
            ),
            ("[server]\nhost = ' '\n", "`host` is empty"),
            ("[server]\nports = []\n", "at least one port"),
            ("[accept]\nrated = false\nunrated = false\n", "neither"),
            (
                "[[seek]]\nbase_minutes = 90\nincrement_seconds = 0\nrated = true\n",
                "number 1 asks for what [accept] declines: its time control",
            ),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn paths_count_from_the_file() {
        let config = parse("[record]\npgn = 'games.pgn'\n[engine]\npersonality = 'my/own.toml'\n");
        let config = config.unwrap();
        assert_eq!(config.record.pgn, Some(PathBuf::from("etc/games.pgn")));
        let expected = Path::new("etc").join("my/own.toml");
        assert_eq!(config.engine.personality.as_deref(), expected.to_str());
    }
}
