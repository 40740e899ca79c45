//! `masque.toml`: what a user sets once instead of at every start.
//!
//! The command line overrules the file, and the file overrules the defaults. [`parse`] and
//! [`read_text`] also serve the other configuration files.

mod complaint;

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::evaluation::EvaluationKind;
use crate::files::{ReadError, read_bounded};

pub use complaint::Complaint;

/// The file's name in the working directory and in the user's configuration directory.
pub const FILE_NAME: &str = "masque.toml";
/// The longest file that is read, in bytes.
const LONGEST_FILE_BYTES: u64 = 64 * 1024;

/// Everything that the file can set; a key that it does not have is `None`, and its default holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The personality to play with: a name from the roster or a path to a file.
    pub personality: Option<String>,
    /// Directories with personality files, besides the shipped ones; relative paths count from
    /// the directory of the file.
    pub personality_directories: Vec<PathBuf>,
    /// Directories with Syzygy tablebases; relative paths count from the directory of the file.
    pub tablebase_directories: Vec<PathBuf>,
    /// The size of the transposition table.
    pub hash_mib: Option<Mebibytes>,
    /// The time that a move loses on its way to the opponent's clock.
    pub move_overhead_ms: Option<OverheadMs>,
    /// How strong the engine plays: a rating or a word.
    pub elo: Option<NumberOrWord>,
    /// How positions are judged.
    pub evaluation: Option<EvaluationKind>,
    /// Whether the engine gives up lost games.
    pub resign: Option<bool>,
    /// The seed of every personality's randomness; without it each game gets another.
    pub seed: Option<u64>,
    /// Whether the engine learns from its games.
    pub learn: Option<bool>,
    /// Where it keeps what it has learnt; relative paths count from the directory of the file.
    pub learning_file: Option<PathBuf>,
    /// Which options GUIs are shown.
    pub gui_options: Option<GuiOptions>,
    /// The file to which the log is appended; relative paths count from the directory of the file.
    pub log: Option<PathBuf>,
}

/// A value that can be a whole number or a word; its user says which.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected a whole number or a word in quotes")]
pub enum NumberOrWord {
    /// A whole number.
    Number(i64),
    /// A word.
    Word(String),
}

impl std::fmt::Display for NumberOrWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NumberOrWord::Number(number) => write!(f, "{number}"),
            NumberOrWord::Word(word) => f.write_str(word),
        }
    }
}

/// Which options the dialogs of GUIs show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GuiOptions {
    /// Those that people need.
    Usual,
    /// All, also every number of a personality.
    All,
}

/// Declares a whole number that a TOML file may only give within a range.
macro_rules! ranged_number {
    ($(#[$doc:meta])* $name:ident($inner:ty), $range:expr, $unit:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
        #[serde(try_from = "i64")]
        pub struct $name($inner);

        impl $name {
            /// The values that are accepted.
            pub const RANGE: std::ops::RangeInclusive<$inner> = $range;

            /// The plain number.
            pub const fn get(self) -> $inner {
                self.0
            }
        }

        impl TryFrom<i64> for $name {
            type Error = String;

            fn try_from(value: i64) -> Result<$name, String> {
                <$inner>::try_from(value)
                    .ok()
                    .filter(|value| Self::RANGE.contains(value))
                    .map($name)
                    .ok_or_else(|| {
                        let (low, high) = (Self::RANGE.start(), Self::RANGE.end());
                        format!("{value} is outside {low} to {high}{}", $unit)
                    })
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<$name, String> {
                text.parse::<i64>()
                    .map_err(|_| format!("'{text}' is not a whole number"))
                    .and_then($name::try_from)
            }
        }
    };
}

pub(crate) use ranged_number;

ranged_number!(
    /// A size in MiB.
    Mebibytes(u32), 1..=65_536, " MiB"
);
ranged_number!(
    /// A time in milliseconds that each move loses on its way.
    OverheadMs(u32), 0..=5_000, " ms"
);

/// Why a configuration could not be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file is there (or was named) but cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: ReadError,
    },
    /// The file is no configuration; the message points at the place.
    #[error("{0}")]
    Invalid(Box<Complaint>),
}

/// A configuration and where it came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadedConfig {
    /// What the file says, relative paths already completed.
    pub config: Config,
    /// The file; `None` when there is none and the defaults hold.
    pub source: Option<PathBuf>,
}

impl Config {
    /// Reads the configuration from its text; `path` names it in errors.
    ///
    /// # Errors
    /// [`ConfigError::Invalid`] with line, column and the nearest valid key.
    pub fn parse(text: &str, path: &Path) -> Result<Config, ConfigError> {
        let mut config: Config = parse(text, path)?;
        let directory = path.parent().unwrap_or(Path::new(""));
        let lists = [
            &mut config.personality_directories,
            &mut config.tablebase_directories,
        ];
        for path in lists.into_iter().flatten() {
            *path = directory.join(&*path);
        }
        for path in [&mut config.log, &mut config.learning_file] {
            *path = path.take().map(|path| directory.join(path));
        }
        config.personality = config
            .personality
            .map(|personality| resolve_personality(directory, personality));
        Ok(config)
    }

    /// Reads the configuration from a file.
    ///
    /// # Errors
    /// When the file cannot be read or is no configuration.
    pub fn read(path: &Path) -> Result<Config, ConfigError> {
        Config::parse(&read_text(path)?, path)
    }

    /// Finds the configuration: the `named` file, else [`FILE_NAME`] in the first of `directories`
    /// that has one, else the defaults.
    ///
    /// # Errors
    /// As for [`Config::read`]; a broken file is an error, even if another directory has a good one.
    pub fn find(
        named: Option<&Path>,
        directories: &[PathBuf],
    ) -> Result<LoadedConfig, ConfigError> {
        let path = match named {
            Some(path) => Some(path.to_owned()),
            None => directories
                .iter()
                .map(|directory| directory.join(FILE_NAME))
                .find(|path| path.is_file()),
        };
        match path {
            Some(path) => Ok(LoadedConfig {
                config: Config::read(&path)?,
                source: Some(path),
            }),
            None => Ok(LoadedConfig::default()),
        }
    }
}

/// Reads a TOML text; `path` names it in errors.
///
/// # Errors
/// [`ConfigError::Invalid`] with line, column and the nearest valid key.
pub fn parse<T: DeserializeOwned>(text: &str, path: &Path) -> Result<T, ConfigError> {
    toml::from_str(text)
        .map_err(|error| ConfigError::Invalid(Box::new(Complaint::new(path, text, &error))))
}

/// The text of a file; bytes that are not UTF-8 are replaced.
///
/// # Errors
/// [`ConfigError::Unreadable`].
pub fn read_text(path: &Path) -> Result<String, ConfigError> {
    let bytes =
        read_bounded(path, LONGEST_FILE_BYTES).map_err(|source| ConfigError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A personality as a configuration names it: a path is relative to the configuration's directory, and
/// a name stays as it is.
pub fn resolve_personality(directory: &Path, personality: String) -> String {
    let is_path = personality.contains(['/', '\\']) || personality.ends_with(".toml");
    match is_path {
        true => directory.join(personality).to_string_lossy().into_owned(),
        false => personality,
    }
}

/// Where [`Config::find`] looks: the working directory, then the user's configuration directory
/// (`~/.config/masque` on Linux and macOS, `%APPDATA%\masque` on Windows).
pub fn search_directories() -> Vec<PathBuf> {
    use etcetera::BaseStrategy;
    let user = etcetera::choose_base_strategy()
        .ok()
        .map(|strategy| strategy.config_dir().join("masque"));
    std::iter::once(PathBuf::new()).chain(user).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Config, ConfigError> {
        Config::parse(text, Path::new("etc/masque.toml"))
    }

    #[test]
    fn an_empty_file_leaves_everything_to_the_defaults() {
        assert_eq!(parse("").unwrap(), Config::default());
    }

    #[test]
    fn every_key_is_understood() {
        let config = parse(
            "personality = 'hypermodern'\npersonality_directories = ['mine', '/opt/p']\n\
             hash_mib = 256\nmove_overhead_ms = 100\nresign = false\nseed = 7\n\
             gui_options = 'all'\nlog = 'masque.log'\nlearn = true\nlearning_file = 'learnt.txt'\ntablebase_directories = ['tables']\n",
        )
        .unwrap();
        assert_eq!(config.personality.as_deref(), Some("hypermodern"));
        assert_eq!(
            config.personality_directories,
            [PathBuf::from("etc/mine"), PathBuf::from("/opt/p")]
        );
        assert_eq!(config.tablebase_directories, [PathBuf::from("etc/tables")]);
        assert_eq!(config.hash_mib.map(Mebibytes::get), Some(256));
        assert_eq!(config.move_overhead_ms.map(OverheadMs::get), Some(100));
        assert_eq!(config.resign, Some(false));
        assert_eq!(config.seed, Some(7));
        assert_eq!(config.gui_options, Some(GuiOptions::All));
        assert!(parse("gui_options = 'some'").is_err());
        assert_eq!(config.log, Some(PathBuf::from("etc/masque.log")));
        assert_eq!(config.learn, Some(true));
        assert_eq!(config.learning_file, Some(PathBuf::from("etc/learnt.txt")));
    }

    #[test]
    fn an_evaluation_has_the_name_that_it_has_on_the_command_line() {
        for kind in EvaluationKind::ALL {
            let config = parse(&format!("evaluation = '{}'", kind.name())).unwrap();
            assert_eq!(config.evaluation, Some(kind));
        }
    }

    #[test]
    fn a_personality_file_counts_from_the_configuration() {
        let config = parse("personality = './my/own.toml'").unwrap();
        let expected = Path::new("etc").join("./my/own.toml");
        assert_eq!(config.personality.as_deref(), expected.to_str());
    }

    #[test]
    fn numbers_out_of_range_are_refused_not_clamped() {
        for (text, expected) in [
            ("hash_mib = 0", "0 is outside 1 to 65536 MiB"),
            ("hash_mib = 99999999", "99999999 is outside 1 to 65536 MiB"),
            ("move_overhead_ms = -1", "-1 is outside 0 to 5000 ms"),
        ] {
            let message = parse(text).unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
        }
        assert_eq!("64".parse::<Mebibytes>().map(Mebibytes::get), Ok(64));
        assert!("many".parse::<Mebibytes>().is_err());
        assert!("99999999999999999999".parse::<Mebibytes>().is_err());
    }

    #[test]
    fn the_first_file_found_counts_even_when_it_is_broken() {
        let first = tempfile::tempdir().unwrap();
        let second = tempfile::tempdir().unwrap();
        let directories = [first.path().to_owned(), second.path().to_owned()];
        assert_eq!(
            Config::find(None, &directories).unwrap(),
            LoadedConfig::default()
        );

        std::fs::write(second.path().join(FILE_NAME), "hash_mib = 3").unwrap();
        let found = Config::find(None, &directories).unwrap();
        assert_eq!(found.config.hash_mib.map(Mebibytes::get), Some(3));
        assert_eq!(found.source, Some(second.path().join(FILE_NAME)));

        std::fs::write(first.path().join(FILE_NAME), "hash_mib = ").unwrap();
        assert!(Config::find(None, &directories).is_err());

        let named = second.path().join(FILE_NAME);
        assert!(Config::find(Some(&named), &directories).is_ok());
        let endless = second.path().join("endless.toml");
        std::fs::write(&endless, "# on and on\n".repeat(6_000)).unwrap();
        let error = Config::read(&endless).unwrap_err().to_string();
        assert!(error.ends_with("it is longer than 64 KiB"), "{error}");
        let missing = second.path().join("missing.toml");
        assert!(matches!(
            Config::find(Some(&missing), &directories),
            Err(ConfigError::Unreadable { .. })
        ));
    }
}
