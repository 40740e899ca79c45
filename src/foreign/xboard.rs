//! A foreign engine that speaks the protocol of xboard and WinBoard, version 2 (T. Mann and H. G. Muller):
//! the GUI's side of the conversation.

use std::time::{Duration, Instant};

use super::description::EngineDescription;
use super::engine::{ClockTimes, EngineAnswer, EngineLimit, ForeignEngine};
use super::failure::{EngineFailure, shortened};
use super::features::EngineFeatures;
use super::process::EngineProcess;
use crate::board::{Game, GameResult, Move, Position};

/// A clock that limits nobody, for an engine that is limited by depth: ten hours.
const ENDLESS_LEVEL: &str = "level 0 600 0";

/// An engine behind its process.
pub struct XboardEngine {
    process: EngineProcess,
    features: EngineFeatures,
    /// Whether the engine has had its first turn, before which it knows no moves of the game.
    has_begun: bool,
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
        let features = EngineFeatures::hear(&mut process, deadline)?;
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
            has_begun: false,
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
        let is_first = !std::mem::replace(&mut self.has_begun, true);
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
        while let Some(line) = self.process.hear(deadline)? {
            if let Some(answer) = read_answer(&line, game) {
                return answer;
            }
        }
        Err(EngineFailure::Silent(asked.elapsed()))
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
        let failure = |_| EngineFailure::IllegalMove(shortened(text));
        return Some(mv.map(EngineAnswer::Move).map_err(failure));
    }
    if first == "resign" {
        return Some(Ok(EngineAnswer::Resignation));
    }
    if line.to_ascii_lowercase().starts_with("illegal move") {
        return Some(Err(EngineFailure::RefusedMove(shortened(line))));
    }
    match GameResult::parse(first)? {
        GameResult::Win(winner) if winner != game.position().side_to_move() => {
            Some(Ok(EngineAnswer::Resignation))
        }
        GameResult::Unfinished => None,
        _ => Some(Err(EngineFailure::FalseClaim(shortened(line)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess_clock::FischerTimeControl;

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
