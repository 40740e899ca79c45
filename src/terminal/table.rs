//! `Table`: one game after another between a person and the engine.
//!
//! Owns whose turn it is, the record, the clocks, the result and every sentence that is said. Pure:
//! lines, the engine's answers and the time come in, [`Action`]s come out. It must not know how
//! lines are read or how a search is run.

mod commands;

use std::path::PathBuf;
use std::time::Instant;

use crate::board::{Color, Game, GameEnd, GameResult, Move, Position};
use crate::personality::{Personality, Roster};
use crate::session::Command;
use crate::terminal::clock::{self, Clocks};
use crate::terminal::drawing::draw_board;
use crate::terminal::input::{self, Input, InputError};
use crate::terminal::record::Termination;
use crate::terminal::rules::{Pace, Rules};

/// What a move is answered with when there is no game.
const GAME_OVER: &str = "The game is over; 'new' begins another.";

/// What a hint is answered with when the engine has not looked that far.
const NO_HINT: &str = "There is nothing to hint at now.";

/// What has to be done, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Print these lines.
    Say(String),
    /// Print this without a line's end and wait for a line.
    Ask(String),
    /// Tell the session.
    Tell(Command),
    /// Add the game in PGN to the end of a file.
    Save {
        /// The file.
        path: PathBuf,
        /// The game.
        pgn: String,
    },
    /// End the program.
    Leave,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Outcome {
    result: GameResult,
    termination: Termination,
}

/// A person, the engine, a board and perhaps a clock; see the module.
pub struct Table {
    rules: Rules,
    roster: Roster,
    opponent: Personality,
    game: Game,
    clocks: Option<Clocks>,
    below: Color,
    outcome: Option<Outcome>,
    /// The person's offer, until the engine's next move answers it.
    has_offered_draw: bool,
    /// The engine's offer, until the person's next move declines it.
    is_offered_draw: bool,
    actions: Vec<Action>,
}

impl Table {
    /// A table at which nobody has sat down yet; see [`Self::sit_down`].
    pub fn new(rules: Rules, roster: Roster, opponent: Personality) -> Table {
        Table {
            below: rules.own,
            game: Game::new(rules.start.clone()),
            rules,
            roster,
            opponent,
            clocks: None,
            outcome: None,
            has_offered_draw: false,
            is_offered_draw: false,
            actions: Vec::new(),
        }
    }

    /// Introduces the opponent and begins the first game.
    pub fn sit_down(&mut self, now: Instant) -> Vec<Action> {
        self.introduce();
        self.say("Type moves like e4, Nf3 or e2e4; 'help' lists what else you can say.");
        self.begin_game(now);
        self.done()
    }

    /// Whether the engine is to move, so that a line may have to wait.
    pub fn is_engine_thinking(&self) -> bool {
        self.outcome.is_none() && !self.is_own_turn()
    }

    /// When the running clock will have run down, if one runs.
    pub fn flag_falls_at(&self, now: Instant) -> Option<Instant> {
        let clocks = self.clocks.as_ref().filter(|_| self.outcome.is_none())?;
        let left = clocks.left(self.game.position().side_to_move(), now);
        now.checked_add(left)
    }

    /// Looks at the clock: a flag may have fallen.
    pub fn look_at_clock(&mut self, now: Instant) -> Vec<Action> {
        self.check_flag(now);
        self.done()
    }

    /// The person typed a line.
    pub fn hear(&mut self, line: &str, now: Instant) -> Vec<Action> {
        self.check_flag(now);
        match input::parse(line, self.game.position()) {
            Ok(Input::Move(mv)) => self.own_move(mv, now),
            Ok(command) => self.obey(command, now),
            Err(_) if self.is_engine_thinking() => self.say("It is not your turn yet."),
            Err(InputError::IllegalMove { .. }) if self.outcome.is_some() => self.say(GAME_OVER),
            Err(error) => self.say(error.to_string()),
        }
        self.done()
    }

    /// Nobody will type any more.
    pub fn farewell(&mut self) -> Vec<Action> {
        self.say("\nGoodbye.");
        self.actions.push(Action::Leave);
        self.done()
    }

    /// The engine made a move.
    pub fn engine_moves(&mut self, mv: Move, now: Instant) -> Vec<Action> {
        self.check_flag(now);
        let is_expected = self.is_engine_thinking() && self.game.position().is_legal(mv);
        if !is_expected {
            return self.done();
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.press(!self.rules.own, now);
        }
        let number = move_number(self.game.position());
        let san = self.game.position().san(mv);
        self.game.play(mv);
        self.say(format!("{} plays {number} {san}", self.opponent.title()));
        if std::mem::take(&mut self.has_offered_draw) {
            self.say("Your offer of a draw is declined.");
        }
        self.next_turn(now);
        self.done()
    }

    /// The engine offers a draw, or accepts one.
    pub fn engine_offers_draw(&mut self, now: Instant) -> Vec<Action> {
        if self.outcome.is_some() {
            return self.done();
        }
        if self.has_offered_draw {
            self.end(GameResult::Draw, "Draw agreed", Termination::Normal, now);
        } else {
            self.is_offered_draw = true;
            let title = self.opponent.title().to_owned();
            self.say(format!("{title} offers a draw; 'draw' accepts it."));
        }
        self.done()
    }

    /// The engine gives up.
    pub fn engine_resigns(&mut self, now: Instant) -> Vec<Action> {
        if self.outcome.is_none() {
            let reason = format!("{} resigns", self.opponent.title());
            self.end(
                GameResult::Win(self.rules.own),
                &reason,
                Termination::Normal,
                now,
            );
        }
        self.done()
    }

    /// The engine would play this in the person's place.
    pub fn engine_hints(&mut self, mv: Move) -> Vec<Action> {
        if self.game.position().is_legal(mv) {
            let san = self.game.position().san(mv);
            self.say(format!("Hint: {san}"));
        }
        self.done()
    }

    /// The engine has no idea what the person should play.
    pub fn engine_has_no_hint(&mut self) -> Vec<Action> {
        self.say(NO_HINT);
        self.done()
    }

    /// The engine could not do what it was told.
    pub fn engine_complains(&mut self, text: &str) -> Vec<Action> {
        self.say(text);
        self.done()
    }

    /// Everything to be done, and a prompt at the end when something was said to somebody whose
    /// line is awaited.
    fn done(&mut self) -> Vec<Action> {
        let is_awaited = !self.is_engine_thinking();
        let may_ask = !matches!(
            self.actions.last(),
            None | Some(Action::Leave | Action::Ask(_))
        );
        if is_awaited && may_ask {
            let prompt = self.prompt();
            self.actions.push(Action::Ask(prompt));
        }
        std::mem::take(&mut self.actions)
    }

    fn say(&mut self, text: impl Into<String>) {
        self.actions.push(Action::Say(text.into()));
    }

    fn tell(&mut self, command: Command) {
        self.actions.push(Action::Tell(command));
    }

    fn is_own_turn(&self) -> bool {
        self.outcome.is_none() && self.game.position().side_to_move() == self.rules.own
    }

    fn introduce(&mut self) {
        let introduction = format!(
            "Your opponent is {}.\n{}",
            self.opponent.title(),
            self.opponent.blurb()
        );
        self.say(introduction);
    }

    /// Sets the board up and tells the session everything about the game.
    fn begin_game(&mut self, now: Instant) {
        self.game = Game::new(self.rules.start.clone());
        self.outcome = None;
        self.has_offered_draw = false;
        self.is_offered_draw = false;
        self.clocks = match self.rules.pace {
            Pace::Clock(control) => Some(Clocks::new(control)),
            Pace::MoveTime(_) => None,
        };
        for command in self.rules.opening_commands() {
            self.tell(command);
        }
        self.next_turn(now);
        if self.outcome.is_some() || self.is_own_turn() {}
    }

    /// After a move, or at the start: is it over, and if not, whose turn is it?
    fn next_turn(&mut self, now: Instant) {
        if let Some(ending) = self.game.ended_by() {
            self.end_by_rule(ending, now);
        } else {
            let side = self.game.position().side_to_move();
            if let Some(clocks) = &mut self.clocks {
                clocks.start(side, now);
            }
            match side == self.rules.own {
                true => self.show_board(now),
                false => self.let_engine_move(now),
            }
        }
    }

    fn let_engine_move(&mut self, now: Instant) {
        if let Some(clocks) = self.clocks.as_ref().filter(|_| self.rules.nodes.is_none()) {
            let own_clock = clocks.left(!self.rules.own, now);
            let opponent_clock = clocks.left(self.rules.own, now);
            self.tell(Command::OwnClock(own_clock));
            self.tell(Command::OpponentClock(opponent_clock));
        }
        self.tell(Command::Go);
    }

    fn own_move(&mut self, mv: Move, now: Instant) {
        if self.outcome.is_some() {
            return self.say(GAME_OVER);
        }
        if !self.is_own_turn() {
            return self.say("It is not your turn yet.");
        }
        let san = self.game.position().san(mv);
        if let Some(clocks) = &mut self.clocks {
            clocks.press(self.rules.own, now);
        }
        self.is_offered_draw = false;
        self.game.play(mv);
        // The session answers moves at once; in force mode it waits for the clocks and for `Go`.
        self.tell(Command::Force);
        self.tell(Command::UserMove(san));
        self.next_turn(now);
    }

    fn check_flag(&mut self, now: Instant) {
        let side = self.game.position().side_to_move();
        let has_fallen = self
            .clocks
            .as_ref()
            .is_some_and(|clocks| clocks.has_fallen(side, now));
        if !has_fallen || self.outcome.is_some() {
            return;
        }
        // Who has nothing but a king cannot win, not even on time.
        let winner = !side;
        let result = match self.game.position().colors(winner).len() {
            1 => GameResult::Draw,
            _ => GameResult::Win(winner),
        };
        let reason = match side == self.rules.own {
            true => "Your time is up".to_owned(),
            false => format!("{} has overstepped the time", self.opponent.title()),
        };
        self.end(result, &reason, Termination::TimeForfeit, now);
    }

    fn end_by_rule(&mut self, ending: GameEnd, now: Instant) {
        let result = ending.winner().map_or(GameResult::Draw, GameResult::Win);
        self.end(result, &ending.to_string(), Termination::Normal, now);
    }

    fn end(&mut self, result: GameResult, reason: &str, termination: Termination, now: Instant) {
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(now);
        }
        self.outcome = Some(Outcome {
            result,
            termination,
        });
        self.tell(Command::Force);
        self.tell(Command::Result(result));
        self.show_board(now);
        let verdict = match result {
            GameResult::Win(winner) if winner == self.rules.own => "you win",
            GameResult::Win(_) => "you lose",
            GameResult::Draw | GameResult::Unfinished => "nobody wins",
        };
        self.say(format!("{reason}: {verdict}. {result}"));
        self.say("Another game? 'new' begins one; 'save FILE.pgn' keeps this one; 'quit' leaves.");
    }

    fn show_board(&mut self, now: Instant) {
        let last_move = self.game.past().last().map(|(before, mv)| (before, *mv));
        let board = draw_board(
            self.game.position(),
            self.below,
            last_move,
            self.rules.symbols,
        );
        let mut text = format!("\n{board}");
        if let Some(clocks) = &self.clocks {
            text.push_str(&format!(
                "\nYou {}   {} {}\n",
                clock::show(clocks.left(self.rules.own, now)),
                self.opponent.title(),
                clock::show(clocks.left(!self.rules.own, now)),
            ));
        }
        self.say(text.trim_end_matches('\n'));
    }

    fn prompt(&self) -> String {
        match &self.outcome {
            Some(outcome) => format!("{}> ", outcome.result),
            None => format!("{} ", move_number(self.game.position())),
        }
    }
}

/// `12.` for White, `12...` for Black.
fn move_number(position: &Position) -> String {
    let dots = match position.side_to_move() {
        Color::White => ".",
        Color::Black => "...",
    };
    format!("{}{dots}", position.fullmove_number())
}
