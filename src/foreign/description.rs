//! How an engine is named, started and set up, as people write it.

use std::str::FromStr;

use thiserror::Error;

/// How another program is started and spoken to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineDescription {
    /// Its name in tables and records.
    pub name: String,
    /// The program and its arguments; never empty.
    pub command: Vec<String>,
    /// The protocol that it speaks.
    pub protocol: EngineProtocol,
    /// How many plies deep it may search; then nothing limits its time but its clock.
    pub depth_plies: Option<u32>,
    /// Options that are set before the game, with their values.
    pub options: Vec<(String, String)>,
}

/// The protocols of engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineProtocol {
    /// That of xboard and WinBoard, version 2.
    Xboard,
    /// The Universal Chess Interface.
    Uci,
}

/// Why a text describes no engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineDescriptionError {
    /// A part is not of the form `KEY=VALUE`.
    #[error("`{0}` is no KEY=VALUE, expected for example name=Other,command=other,protocol=uci")]
    NoPair(String),
    /// A key that there is not.
    #[error(
        "unknown key `{0}`, expected name, command, protocol, depth, or option.NAME for an option of \
         the engine"
    )]
    UnknownKey(String),
    /// A key without which there is no engine.
    #[error("`{0}` is missing, expected for example name=Other,command=other,protocol=uci")]
    Missing(&'static str),
    /// The protocol is no protocol.
    #[error("protocol `{0}` is unknown, expected xboard or uci")]
    Protocol(String),
    /// The depth is no depth.
    #[error("depth `{0}` is no number of plies, expected 1 to 100")]
    Depth(String),
}

impl FromStr for EngineDescription {
    type Err = EngineDescriptionError;

    /// Reads `name=N,command=C,protocol=xboard|uci`, perhaps with `depth=N` and `option.NAME=VALUE`. The
    /// words of a command are separated by spaces; quotes keep a word with spaces together.
    fn from_str(text: &str) -> Result<EngineDescription, EngineDescriptionError> {
        use EngineDescriptionError as Wrong;
        let (mut name, mut command, mut protocol, mut depth_plies) = (None, None, None, None);
        let mut options = Vec::new();
        for part in text.split(',') {
            let pair = part.split_once('=');
            let (key, value) = pair.ok_or_else(|| Wrong::NoPair(part.to_owned()))?;
            let (key, value) = (key.trim(), value.trim());
            match key {
                "name" => name = Some(value.to_owned()).filter(|it| !it.is_empty()),
                "command" => command = Some(words(value)).filter(|it| !it.is_empty()),
                "protocol" => {
                    protocol = Some(match value {
                        "xboard" => EngineProtocol::Xboard,
                        "uci" => EngineProtocol::Uci,
                        other => return Err(Wrong::Protocol(other.to_owned())),
                    });
                }
                "depth" => {
                    let plies = value.parse().ok().filter(|it| (1..=100).contains(it));
                    depth_plies = Some(plies.ok_or_else(|| Wrong::Depth(value.to_owned()))?);
                }
                other => match other.strip_prefix("option.") {
                    Some(option) => options.push((option.to_owned(), value.to_owned())),
                    None => return Err(Wrong::UnknownKey(other.to_owned())),
                },
            }
        }
        Ok(EngineDescription {
            name: name.ok_or(Wrong::Missing("name"))?,
            command: command.ok_or(Wrong::Missing("command"))?,
            protocol: protocol.ok_or(Wrong::Missing("protocol"))?,
            depth_plies,
            options,
        })
    }
}

/// The words of a command line. Quotes, single or double, keep spaces in a word.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match letter {
            _ if quote == Some(letter) => quote = None,
            '"' | '\'' if quote.is_none() => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            ' ' if quote.is_none() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_read() {
        let text = "name=The Fox,command='/opt/the fox/fox' -q \"\",protocol=uci,option.Skill Level=3,depth=4";
        let fox: EngineDescription = text.parse().unwrap();
        assert_eq!(fox.name, "The Fox");
        assert_eq!(fox.command, ["/opt/the fox/fox", "-q", ""]);
        assert_eq!(fox.protocol, EngineProtocol::Uci);
        assert_eq!(fox.depth_plies, Some(4));
        let options = [("Skill Level".to_owned(), "3".to_owned())];
        assert_eq!(fox.options, options);
    }

    #[test]
    fn what_is_wrong_is_said_with_what_was_expected() {
        for (text, expected) in [
            ("fox", "`fox` is no KEY=VALUE, expected"),
            ("name=a,command=b", "`protocol` is missing, expected"),
            ("name=a,command= ,protocol=uci", "`command` is missing"),
            ("name=a,command=b,protocol=cecp", "expected xboard or uci"),
            (
                "name=a,cmd=b,protocol=uci",
                "unknown key `cmd`, expected name",
            ),
            ("name=a,command=b,protocol=uci,depth=0", "expected 1 to 100"),
        ] {
            let error = text.parse::<EngineDescription>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
