//! A foreign engine that speaks the protocol of xboard and WinBoard, version 2 (T. Mann and H. G. Muller):
//! the GUI's side of the conversation.

use std::time::{Duration, Instant};

use super::engine_process::EngineProcess;
use super::foreign_engine::{
    ClockTimes, EngineAnswer, EngineFailure, EngineLimit, ForeignEngine, excerpt,
};
use super::participant::EngineDescription;
use crate::board::{Game, GameResult, Move, Position};

/// An engine that does not tell its features within this time has none.
const FEATURE_TIME: Duration = Duration::from_secs(2);
/// A clock that limits nobody, for an engine that is limited by depth: ten hours.
const ENDLESS_LEVEL: &str = "level 0 600 0";

/// What an engine says that it can do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Features {
    /// Moves come behind a word.
    usermove: bool,
    /// Moves are written in standard algebraic notation.
    san: bool,
    /// Positions can be set up.
    setboard: bool,
    /// It answers questions whether it is there.
    ping: bool,
    /// Whether the list is complete: `Some(false)` asks for more time.
    done: Option<bool>,
}

/// An engine behind its process.
pub struct XboardEngine {
    process: EngineProcess,
    features: Features,
    /// The length of the game that the engine knows, in plies; none before its first turn.
    known_plies: Option<usize>,
}

impl XboardEngine {
    /// Starts an engine for one game; it has to be ready within `ready_within`.
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub fn start(
        description: &EngineDescription,
        limit: EngineLimit,
        ready_within: Duration,
    ) -> Result<XboardEngine, EngineFailure> {
        let deadline = Instant::now() + ready_within;
        let mut process = EngineProcess::start(&description.name, &description.command)?;
        process.say("xboard")?;
        process.say("protover 2")?;
        let features = hear_features(&mut process, deadline)?;
        for line in ["new", "easy", "nopost", "force"] {
            process.say(line)?;
        }
        for (name, value) in &description.options {
            process.say(&format!("option {name}={value}"))?;
        }
        for line in limit_commands(limit) {
            process.say(&line)?;
        }
        if features.ping {
            process.say("ping 1")?;
            process.hear_until(deadline, |line| line == "pong 1")?;
        }
        Ok(XboardEngine {
            process,
            features,
            known_plies: None,
        })
    }

    /// Gives the engine the start of the game and all moves so far, on which it does not answer.
    fn tell_game(&mut self, game: &Game) -> Result<(), EngineFailure> {
        if *game.start() != Position::start() {
            if !self.features.setboard {
                return Err(EngineFailure::NoPosition);
            }
            self.process
                .say(&format!("setboard {}", game.start().fen()))?;
        }
        for (position, mv) in game.past() {
            self.tell_move(position, *mv)?;
        }
        Ok(())
    }

    fn tell_move(&mut self, position: &Position, mv: Move) -> Result<(), EngineFailure> {
        let text = match self.features.san {
            true => position.san(mv),
            false => position.coordinate(mv),
        };
        match self.features.usermove {
            true => self.process.say(&format!("usermove {text}")),
            false => self.process.say(&text),
        }
    }
}

impl ForeignEngine for XboardEngine {
    fn answer(
        &mut self,
        game: &Game,
        clocks: Option<ClockTimes>,
        deadline: Instant,
    ) -> Result<EngineAnswer, EngineFailure> {
        let asked = Instant::now();
        // Some repeat their move in other words.
        self.process.forget_waiting();
        let is_first = self.known_plies.is_none();
        if is_first {
            self.tell_game(game)?;
        }
        if let Some(ClockTimes { own, opponent }) = clocks {
            let centiseconds = |time: Duration| time.as_millis() / 10;
            self.process.say(&format!("time {}", centiseconds(own)))?;
            self.process
                .say(&format!("otim {}", centiseconds(opponent)))?;
        }
        if is_first {
            self.process.say("go")?;
        } else if let Some((position, mv)) = game.past().last() {
            self.tell_move(position, *mv)?;
        }
        self.known_plies = Some(game.len() + 1);
        while let Some(line) = self.process.hear(deadline)? {
            if let Some(answer) = read_answer(&line, game) {
                return answer;
            }
        }
        Err(EngineFailure::Silent(asked.elapsed()))
    }
}

fn hear_features(
    process: &mut EngineProcess,
    deadline: Instant,
) -> Result<Features, EngineFailure> {
    let mut features = Features::default();
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

impl Features {
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

fn limit_commands(limit: EngineLimit) -> Vec<String> {
    match limit {
        EngineLimit::Clock(control) => {
            let seconds = control.base.as_secs();
            let increment_s = control.increment.as_secs_f64();
            vec![format!(
                "level 0 {}:{:02} {increment_s}",
                seconds / 60,
                seconds % 60
            )]
        }
        // The protocol knows whole seconds only.
        EngineLimit::MoveTime(time) => vec![format!("st {}", time.as_secs().max(1))],
        EngineLimit::Depth(plies) => vec![ENDLESS_LEVEL.to_owned(), format!("sd {plies}")],
    }
}

/// What a line means while a move is awaited; `None` where it is no answer.
fn read_answer(line: &str, game: &Game) -> Option<Result<EngineAnswer, EngineFailure>> {
    let mut words = line.split_whitespace();
    let first = words.next()?;
    // The first version of the protocol, which some still speak, has other words for it.
    let told = match line.strip_prefix("My move is") {
        Some(rest) => rest.split_whitespace().last(),
        None => words.next().filter(|_| first == "move"),
    };
    if told.is_some() || first == "move" {
        let text = told.unwrap_or_default();
        let mv = game.position().parse_move(text);
        let failure = |_| EngineFailure::IllegalMove(excerpt(text));
        return Some(mv.map(EngineAnswer::Move).map_err(failure));
    }
    if first == "resign" {
        return Some(Ok(EngineAnswer::Resignation));
    }
    if line.to_ascii_lowercase().starts_with("illegal move") {
        return Some(Err(EngineFailure::RefusedMove(excerpt(line))));
    }
    match GameResult::parse(first)? {
        GameResult::Win(winner) if winner != game.position().side_to_move() => {
            Some(Ok(EngineAnswer::Resignation))
        }
        GameResult::Unfinished => None,
        _ => Some(Err(EngineFailure::FalseClaim(excerpt(line)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess_clock::FischerTimeControl;

    #[test]
    fn features_are_read_with_their_quotes() {
        let mut features = Features::default();
        let known = features.read("myname=\"Some = name done=0\" ping=1 usermove=1 san=0 colors=0");
        assert_eq!(known, ["ping", "usermove", "san"]);
        features.read("setboard=1 done=1");
        let expected = Features {
            usermove: true,
            san: false,
            setboard: true,
            ping: true,
            done: Some(true),
        };
        assert_eq!(features, expected);
    }

    #[test]
    fn answers_are_told_from_chatter() {
        let game = Game::from_moves("e4").unwrap();
        let answer = |line: &str| read_answer(line, &game);
        let e5 = game.position().parse_move("e5").unwrap();
        for line in ["move e7e5", "move e5", "My move is : e7e5"] {
            assert_eq!(answer(line), Some(Ok(EngineAnswer::Move(e5))));
        }
        let illegal = EngineFailure::IllegalMove("e2e4".to_owned());
        assert_eq!(answer("move e2e4"), Some(Err(illegal)));
        assert_eq!(answer("resign"), Some(Ok(EngineAnswer::Resignation)));
        assert_eq!(
            answer("1-0 {I am lost}"),
            Some(Ok(EngineAnswer::Resignation))
        );
        let claim = EngineFailure::FalseClaim("0-1 {mate}".to_owned());
        assert_eq!(answer("0-1 {mate}"), Some(Err(claim)));
        let refused = EngineFailure::RefusedMove("Illegal move: e4".to_owned());
        assert_eq!(answer("Illegal move: e4"), Some(Err(refused)));
        for line in [
            "",
            "1. e2e4",
            "1. ... e7e5",
            "# comment",
            "9 20 30 40 e5",
            "tellall hello",
            "offer draw",
            "*",
        ] {
            assert_eq!(answer(line), None, "{line}");
        }
    }

    #[test]
    fn limits_are_told() {
        let control = FischerTimeControl::of_seconds("90+0.5").unwrap();
        assert_eq!(
            limit_commands(EngineLimit::Clock(control)),
            ["level 0 1:30 0.5"]
        );
        let second = EngineLimit::MoveTime(Duration::from_secs(1));
        assert_eq!(limit_commands(second), ["st 1"]);
        let depth = limit_commands(EngineLimit::Depth(4));
        assert_eq!(depth, ["level 0 600 0", "sd 4"]);
    }
}
