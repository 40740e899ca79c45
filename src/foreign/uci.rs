//! A foreign engine that speaks the Universal Chess Interface (R. Huber and S. Meyer-Kahlen 2000).

use std::time::{Duration, Instant};

use super::description::EngineDescription;
use super::engine::{ClockTimes, EngineAnswer, EngineLimit, ForeignEngine};
use super::failure::{EngineFailure, shortened};
use super::process::EngineProcess;
use crate::board::{Color, Game, Position};

/// An engine behind its process.
pub struct UciEngine {
    process: EngineProcess,
    limit: EngineLimit,
}

impl UciEngine {
    /// Starts an engine for one game; it has to be ready within `ready_within`.
    ///
    /// # Errors
    /// [`EngineFailure`].
    pub fn start(
        description: &EngineDescription,
        limit: EngineLimit,
        ready_within: Duration,
    ) -> Result<UciEngine, EngineFailure> {
        let deadline = Instant::now() + ready_within;
        let mut process = EngineProcess::start(&description.name, &description.command)?;
        process.say("uci")?;
        process.hear_until(deadline, |line| line == "uciok")?;
        for (name, value) in &description.options {
            process.say(&format!("setoption name {name} value {value}"))?;
        }
        process.say("ucinewgame")?;
        process.say("isready")?;
        process.hear_until(deadline, |line| line == "readyok")?;
        Ok(UciEngine { process, limit })
    }
}

impl ForeignEngine for UciEngine {
    fn answer(
        &mut self,
        game: &Game,
        clocks: Option<ClockTimes>,
        deadline: Instant,
    ) -> Result<EngineAnswer, EngineFailure> {
        self.process.say(&position_command(game))?;
        let color = game.position().side_to_move();
        self.process.say(&go_command(self.limit, color, clocks))?;
        let asked = Instant::now();
        while let Some(line) = self.process.hear(deadline)? {
            let mut words = line.split_whitespace();
            if words.next() == Some("bestmove") {
                let text = words.next().unwrap_or_default();
                let mv = game.position().parse_move(text);
                let mv = mv.map_err(|_| EngineFailure::IllegalMove(shortened(text)))?;
                return Ok(EngineAnswer::Move(mv));
            }
        }
        Err(EngineFailure::Silent(asked.elapsed()))
    }
}

fn position_command(game: &Game) -> String {
    let start = game.start();
    let mut text = match *start == Position::start() {
        true => "position startpos".to_owned(),
        false => format!("position fen {}", start.fen()),
    };
    if !game.is_empty() {
        text.push_str(" moves");
    }
    for (position, mv) in game.past() {
        text.push(' ');
        text.push_str(&position.coordinate(*mv));
    }
    text
}

fn go_command(limit: EngineLimit, color: Color, clocks: Option<ClockTimes>) -> String {
    let times = clocks.map(|clocks| {
        let (white, black) = match color {
            Color::White => (clocks.own, clocks.opponent),
            Color::Black => (clocks.opponent, clocks.own),
        };
        let increment = match limit {
            EngineLimit::Clock(control) => control.increment.as_millis(),
            EngineLimit::MoveTime(_) | EngineLimit::Depth(_) => 0,
        };
        format!(
            " wtime {} btime {} winc {increment} binc {increment}",
            white.as_millis(),
            black.as_millis()
        )
    });
    let limit = match limit {
        EngineLimit::Clock(_) => String::new(),
        EngineLimit::MoveTime(time) => format!(" movetime {}", time.as_millis()),
        EngineLimit::Depth(plies) => format!(" depth {plies}"),
    };
    format!("go{}{limit}", times.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess_clock::FischerTimeControl;

    #[test]
    fn positions_and_limits_are_told() {
        let game = Game::from_moves("e4 e5 Nf3").unwrap();
        assert_eq!(
            position_command(&game),
            "position startpos moves e2e4 e7e5 g1f3"
        );
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 3 40";
        let mut game = Game::new(fen.parse().unwrap());
        let castling = game.position().parse_move("O-O").unwrap();
        game.play(castling);
        let expected = format!("position fen {fen} moves e1g1");
        assert_eq!(position_command(&game), expected);

        let clocks = Some(ClockTimes {
            own: Duration::from_millis(9_500),
            opponent: Duration::from_secs(10),
        });
        let clock = EngineLimit::Clock(FischerTimeControl::of_seconds("10+0.1").unwrap());
        assert_eq!(
            go_command(clock, Color::Black, clocks),
            "go wtime 10000 btime 9500 winc 100 binc 100"
        );
        let second = EngineLimit::MoveTime(Duration::from_secs(1));
        assert_eq!(go_command(second, Color::White, None), "go movetime 1000");
        let depth = EngineLimit::Depth(3);
        assert_eq!(go_command(depth, Color::White, None), "go depth 3");
    }
}
