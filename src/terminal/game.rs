//! The games between a person and the engine, one after another, without any input or output: lines,
//! the engine's answers and the time come in, [`TerminalAction`]s come out.

mod commands;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::board::{Color, Game, GameEnd, GameResult, Move};
use crate::chess_clock::{self, Clocks};
use crate::personality::{Personality, Roster};
use crate::session::Command;
use crate::terminal::drawing::draw_board;
use crate::terminal::game_settings::{GameSettings, TimeLimit};
use crate::terminal::input::{self, Input, InputError};
use crate::terminal::pgn_tags::Termination;

/// The answer to a move after the end of the game.
const GAME_OVER: &str = "The game is over; 'new' begins another.";

/// How long the engine looks for a hint that it has not in mind already.
const HINT_TIME: Duration = Duration::from_secs(1);

/// What the event loop has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TerminalAction {
    /// Print these words in lines that fit the screen.
    Say(String),
    /// Print these lines as they are.
    Show(String),
    /// Print this prompt without a line end and wait for a line.
    Ask(String),
    /// Pass a command to the session.
    Command(Command),
    /// Append the game in PGN to a file.
    Save {
        /// The file.
        path: PathBuf,
        /// The game.
        pgn: String,
    },
    /// Replace a file by the game in PGN, or make it, before the person perhaps leaves.
    Keep {
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
struct GameOutcome {
    result: GameResult,
    termination: Termination,
}

/// A person, the engine, a board and perhaps clocks.
pub struct TerminalGame {
    settings: GameSettings,
    roster: Roster,
    opponent: Personality,
    game: Game,
    clocks: Option<Clocks>,
    below: Color,
    outcome: Option<GameOutcome>,
    /// The person's offer, until the engine's next move answers it.
    has_offered_draw: bool,
    /// The engine's offer, until the person's next move declines it.
    is_offered_draw: bool,
    /// When the engine has looked long enough for a hint, while it does.
    hint_is_due: Option<Instant>,
    /// Whether the last thing that the person did was an interrupt.
    is_interrupted: bool,
    /// Where an interrupt keeps the game.
    kept_in: Option<PathBuf>,
    actions: Vec<TerminalAction>,
}

impl TerminalGame {
    /// A game that has not begun yet; see [`Self::begin`].
    pub fn new(settings: GameSettings, roster: Roster, opponent: Personality) -> TerminalGame {
        TerminalGame {
            below: settings.own,
            game: Game::new(settings.start.clone()),
            settings,
            roster,
            opponent,
            clocks: None,
            outcome: None,
            has_offered_draw: false,
            is_offered_draw: false,
            hint_is_due: None,
            is_interrupted: false,
            kept_in: None,
            actions: Vec::new(),
        }
    }

    /// Introduces the opponent and begins the first game.
    pub fn begin(&mut self, now: Instant) -> Vec<TerminalAction> {
        self.introduce();
        self.say(
            "Type moves like e4, Nf3 or e2e4; 'help' lists what else you can say, and 'personality' \
             who else can play.",
        );
        self.begin_game(now);
        self.done()
    }

    /// The result of the game on the board.
    pub fn result(&self) -> GameResult {
        let outcome = self.outcome.as_ref();
        outcome.map_or(GameResult::Unfinished, |outcome| outcome.result)
    }

    /// Whether an answer of the engine is awaited: its move or a hint.
    pub fn is_engine_busy(&self) -> bool {
        self.is_engine_thinking() || self.hint_is_due.is_some()
    }

    /// Whether the engine is to move.
    pub fn is_engine_thinking(&self) -> bool {
        self.outcome.is_none() && !self.is_own_turn()
    }

    /// When [`Self::time_passes`] wants to be called: when a flag falls or a hint is due.
    pub fn wakes_at(&self, now: Instant) -> Option<Instant> {
        let clocks = self.clocks.as_ref().filter(|_| self.outcome.is_none());
        let left = clocks.map(|it| it.left(self.game.position().side_to_move(), now));
        let flag_falls = left.and_then(|left| now.checked_add(left));
        flag_falls.into_iter().chain(self.hint_is_due).min()
    }

    /// Ends the game when a flag has fallen, and gives a hint that is due.
    pub fn time_passes(&mut self, now: Instant) -> Vec<TerminalAction> {
        self.check_flag(now);
        if self.hint_is_due.is_some_and(|due| due <= now) {
            self.command(Command::Hint);
        }
        self.done()
    }

    /// Takes a line that the person typed.
    pub fn line_typed(&mut self, line: &str, now: Instant) -> Vec<TerminalAction> {
        self.check_flag(now);
        self.is_interrupted = false;
        match input::parse(line, self.game.position()) {
            Ok(Input::Move(mv)) => {
                self.forget_hint();
                self.own_move(mv, now);
            }
            Ok(command) => self.carry_out(command, now),
            Err(InputError::IllegalMove { .. } | InputError::Unknown { .. })
                if self.is_engine_thinking() =>
            {
                self.say("It is not your turn yet.")
            }
            Err(InputError::IllegalMove { .. }) if self.outcome.is_some() => self.say(GAME_OVER),
            Err(error) => self.say(error.to_string()),
        }
        self.done()
    }

    /// Takes an interrupt (Ctrl+C): the first keeps the game in a file, a second leaves.
    pub fn interrupted(&mut self) -> Vec<TerminalAction> {
        if std::mem::replace(&mut self.is_interrupted, true) {
            self.say("Goodbye.");
            self.actions.push(TerminalAction::Leave);
        } else if self.game.is_empty() {
            self.say("No move has been made that could be saved; Ctrl+C again leaves.");
        } else {
            let path = self.kept_in.get_or_insert_with(file_to_keep).clone();
            let pgn = self.pgn();
            self.actions.push(TerminalAction::Keep { path, pgn });
        }
        self.done()
    }

    /// Takes the end of the input.
    pub fn input_ended(&mut self) -> Vec<TerminalAction> {
        self.say("\nGoodbye.");
        self.actions.push(TerminalAction::Leave);
        self.done()
    }

    /// Takes a move of the engine.
    pub fn engine_moves(&mut self, mv: Move, now: Instant) -> Vec<TerminalAction> {
        self.check_flag(now);
        let is_expected = self.is_engine_thinking() && self.game.position().is_legal(mv);
        if !is_expected {
            return self.done();
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.press(!self.settings.own, now);
        }
        let number = self.game.position().move_number();
        let san = self.game.position().san(mv);
        self.game.play(mv);
        self.say(format!("{} plays {number} {san}", self.opponent.title()));
        if std::mem::take(&mut self.has_offered_draw) {
            self.say("Your offer of a draw is declined.");
        }
        self.next_turn(now);
        self.done()
    }

    /// Takes the engine's offer of a draw, or its acceptance of one.
    pub fn engine_offers_draw(&mut self, now: Instant) -> Vec<TerminalAction> {
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

    /// Takes the engine's resignation.
    pub fn engine_resigns(&mut self, now: Instant) -> Vec<TerminalAction> {
        if self.outcome.is_none() {
            let reason = format!("{} resigns", self.opponent.title());
            self.end(
                GameResult::Win(self.settings.own),
                &reason,
                Termination::Normal,
                now,
            );
        }
        self.done()
    }

    /// Takes the move that the engine would play in the person's place.
    pub fn engine_hints(&mut self, mv: Move) -> Vec<TerminalAction> {
        self.forget_hint();
        if self.game.position().is_legal(mv) {
            let san = self.game.position().san(mv);
            self.say(format!("Hint: {san}"));
        }
        self.done()
    }

    /// Takes the engine's answer that it has no move in mind: it begins to look for one.
    pub fn engine_has_no_hint(&mut self, now: Instant) -> Vec<TerminalAction> {
        if self.hint_is_due.is_some() {
            // The machine must be busy with something else.
            self.forget_hint();
            self.say("Nothing comes to mind; ask again.");
        } else {
            self.hint_is_due = now.checked_add(HINT_TIME);
            self.command(Command::Analyze);
        }
        self.done()
    }

    /// Takes the engine's reasons for the last move.
    pub fn engine_explains(&mut self, words: &str) -> Vec<TerminalAction> {
        self.say(words);
        self.done()
    }

    /// Takes the engine's message that it could not carry out a command.
    pub fn engine_refuses(&mut self, text: &str) -> Vec<TerminalAction> {
        self.say(text);
        self.done()
    }

    /// The actions that have gathered, with a prompt at the end when something was said and a line
    /// of the person is awaited.
    fn done(&mut self) -> Vec<TerminalAction> {
        let is_awaited = !self.is_engine_busy();
        let may_ask = !matches!(
            self.actions.last(),
            None | Some(TerminalAction::Leave | TerminalAction::Ask(_))
        );
        if is_awaited && may_ask {
            let prompt = self.prompt();
            self.actions.push(TerminalAction::Ask(prompt));
        }
        std::mem::take(&mut self.actions)
    }

    fn say(&mut self, text: impl Into<String>) {
        self.actions.push(TerminalAction::Say(text.into()));
    }

    fn show(&mut self, text: impl Into<String>) {
        self.actions.push(TerminalAction::Show(text.into()));
    }

    /// Ends the search for a hint, if there is one.
    fn forget_hint(&mut self) {
        if self.hint_is_due.take().is_some() {
            self.command(Command::Exit);
        }
    }

    fn command(&mut self, command: Command) {
        self.actions.push(TerminalAction::Command(command));
    }

    fn is_own_turn(&self) -> bool {
        self.outcome.is_none() && self.game.position().side_to_move() == self.settings.own
    }

    fn introduce(&mut self) {
        let group = self.opponent.group();
        self.say(format!(
            "Your opponent is {}{}.\n{}",
            self.opponent.title(),
            group.map_or(String::new(), |group| format!(" ({group})")),
            self.opponent.blurb()
        ));
    }

    /// Sets up the board and the session for a new game.
    fn begin_game(&mut self, now: Instant) {
        self.game = Game::new(self.settings.start.clone());
        self.outcome = None;
        self.has_offered_draw = false;
        self.is_offered_draw = false;
        self.kept_in = None;
        self.clocks = match self.settings.pace {
            TimeLimit::Clock(control) => Some(Clocks::new(control)),
            TimeLimit::MoveTime(_) => None,
        };
        for command in self.settings.opening_commands() {
            self.command(command);
        }
        if self.is_engine_thinking() {
            self.show_board(now);
            self.say(format!("{} is thinking ...", self.opponent.title()));
        }
        self.next_turn(now);
    }

    /// After a move, or at the start: ends the game or gives the turn to the side to move.
    fn next_turn(&mut self, now: Instant) {
        if let Some(ending) = self.game.ended_by() {
            self.end_by_rule(ending, now);
        } else {
            let side = self.game.position().side_to_move();
            if let Some(clocks) = &mut self.clocks {
                clocks.start(side, now);
            }
            match side == self.settings.own {
                true => self.show_board(now),
                false => self.let_engine_move(now),
            }
        }
    }

    fn let_engine_move(&mut self, now: Instant) {
        if let Some(clocks) = self
            .clocks
            .as_ref()
            .filter(|_| self.settings.nodes.is_none())
        {
            let own_clock = clocks.left(!self.settings.own, now);
            let opponent_clock = clocks.left(self.settings.own, now);
            self.command(Command::OwnClock(own_clock));
            self.command(Command::OpponentClock(opponent_clock));
        }
        self.command(Command::Go);
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
            clocks.press(self.settings.own, now);
        }
        self.is_offered_draw = false;
        self.game.play(mv);
        // The session would answer a move at once; in force mode it waits for the clocks and for `Go`.
        self.command(Command::Force);
        self.command(Command::UserMove(san));
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
        let result = self.game.result_without_time(side);
        let reason = match side == self.settings.own {
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
        self.forget_hint();
        self.outcome = Some(GameOutcome {
            result,
            termination,
        });
        self.command(Command::Force);
        self.command(Command::Result(result));
        self.show_board(now);
        let verdict = match result {
            GameResult::Win(winner) if winner == self.settings.own => "you win",
            GameResult::Win(_) => "you lose",
            GameResult::Draw | GameResult::Unfinished => "nobody wins",
        };
        self.say(format!("{reason}: {verdict}. {result}"));
        self.say(match self.settings.is_match {
            true => "The match is over. 'save FILE.pgn' keeps the game; 'quit' leaves.",
            false => {
                "Another game? 'new' begins one; 'save FILE.pgn' keeps this one; 'quit' leaves."
            }
        });
    }

    fn show_board(&mut self, now: Instant) {
        let last_move = self.game.past().last().map(|(before, mv)| (before, *mv));
        let board = draw_board(
            self.game.position(),
            self.below,
            last_move,
            self.settings.style,
        );
        let mut text = format!("\n{board}");
        if let Some(clocks) = &self.clocks {
            text.push_str(&format!(
                "\nYou {}   {} {}\n",
                chess_clock::show(clocks.left(self.settings.own, now)),
                self.opponent.title(),
                chess_clock::show(clocks.left(!self.settings.own, now)),
            ));
        }
        self.show(text.trim_end_matches('\n'));
    }

    fn prompt(&self) -> String {
        match &self.outcome {
            Some(outcome) => format!("{}> ", outcome.result),
            None => format!("{} ", self.game.position().move_number()),
        }
    }
}

/// A file in the current directory that is named after this moment.
fn file_to_keep() -> PathBuf {
    let now = jiff::Timestamp::now().strftime("%Y-%m-%d-%H%M%S");
    format!("masque-{now}.pgn").into()
}
