//! What an engine of xboard's protocol can do: the features that it tells before a game.

use std::time::{Duration, Instant};

use super::failure::EngineFailure;
use super::process::EngineProcess;

/// An engine that does not tell its features within this time has none.
const FEATURE_TIME: Duration = Duration::from_secs(2);

/// What an engine says that it can do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EngineFeatures {
    /// Moves come behind a word.
    pub(super) usermove: bool,
    /// Moves are written in standard algebraic notation.
    pub(super) san: bool,
    /// Positions can be set up.
    pub(super) setboard: bool,
    /// It answers questions whether it is there.
    pub(super) ping: bool,
    /// Whether the list is complete: `Some(false)` asks for more time.
    done: Option<bool>,
}

impl EngineFeatures {
    /// Listens until the engine has told its features, and accepts those that are known.
    ///
    /// # Errors
    /// [`EngineFailure::Gone`], and [`EngineFailure::NotReady`] of an engine that asks for time and takes
    /// more than it has.
    pub(super) fn hear(
        process: &mut EngineProcess,
        deadline: Instant,
    ) -> Result<EngineFeatures, EngineFailure> {
        let mut features = EngineFeatures::default();
        let patience = deadline.min(Instant::now() + FEATURE_TIME);
        loop {
            let until = match features.done {
                Some(true) => return Ok(features),
                Some(false) => deadline,
                None => patience,
            };
            let Some(line) = process.hear(until)? else {
                return match features.done {
                    None => Ok(features),
                    Some(_) => Err(EngineFailure::NotReady),
                };
            };
            if let Some(told) = line.strip_prefix("feature ") {
                for name in features.read(told) {
                    process.say(&format!("accepted {name}"))?;
                }
            }
        }
    }

    /// Takes `NAME=VALUE` pairs, with values in quotes or without, and returns the names that are known.
    fn read(&mut self, told: &str) -> Vec<&'static str> {
        let mut known = Vec::new();
        let mut rest = told.trim();
        while let Some((name, after)) = rest.split_once('=') {
            let (value, next) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => after.split_once(' ').unwrap_or((after, "")),
            };
            rest = next.trim_start();
            let is_on = value == "1";
            let (field, name) = match name.trim() {
                "usermove" => (&mut self.usermove, "usermove"),
                "san" => (&mut self.san, "san"),
                "setboard" => (&mut self.setboard, "setboard"),
                "ping" => (&mut self.ping, "ping"),
                "done" => {
                    self.done = Some(is_on);
                    continue;
                }
                _ => continue,
            };
            *field = is_on;
            known.push(name);
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_with_their_quotes() {
        let mut features = EngineFeatures::default();
        let known = features.read("myname=\"Some = name done=0\" ping=1 usermove=1 san=0 colors=0");
        assert_eq!(known, ["ping", "usermove", "san"]);
        features.read("setboard=1 done=1");
        let expected = EngineFeatures {
            usermove: true,
            san: false,
            setboard: true,
            ping: true,
            done: Some(true),
        };
        assert_eq!(features, expected);
    }
}
