//! Carrying out the commands of a person at the terminal.

use std::time::Instant;

use super::{GAME_OVER, TerminalAction, TerminalGame};
use crate::board::GameResult;
use crate::chess_clock::Clocks;
use crate::engine;
use crate::personality::{Personality, PlayingStrength};
use crate::session::Command;
use crate::terminal::game_settings::TimeLimit;
use crate::terminal::input::{COMMANDS, Input};
use crate::terminal::pgn_tags::{self, Termination};

impl TerminalGame {
    pub(super) fn carry_out(&mut self, command: Input, now: Instant) {
        if self.settings.is_match && breaks_match(&command) {
            return self.say(
                "This is a match: no move is taken back, nobody helps, and the opponent stays. 'resign' \
                 gives up, 'quit' breaks it off.",
            );
        }
        if matches!(
            command,
            Input::Undo | Input::Draw | Input::New | Input::Personality(Some(_))
        ) {
            self.forget_hint();
        }
        match command {
            Input::Nothing | Input::Move(_) => {
                let prompt = self.prompt();
                self.actions.push(TerminalAction::Ask(prompt));
            }
            Input::Undo => self.undo(now),
            Input::Resign => self.resign(now),
            Input::Draw => self.draw(now),
            Input::Hint => self.hint(),
            Input::Why => self.why(),
            Input::Flip => {
                self.below = !self.below;
                self.show_board(now);
            }
            Input::New => self.begin_again(now),
            Input::Personality(choice) => self.choose_opponent(choice.as_deref()),
            Input::Level(strength) => self.set_level(strength),
            Input::Time(control) => {
                self.settings.pace = TimeLimit::Clock(control);
                self.say("The next game will be played with that; 'new' begins it.");
            }
            Input::Save(path) => {
                let pgn = self.pgn();
                self.actions.push(TerminalAction::Save { path, pgn });
            }
            Input::Moves => self.say(self.legal_moves()),
            Input::Fen => self.show(self.game.position().fen()),
            Input::Board => self.show_board(now),
            Input::Help => self.show(help()),
            Input::Quit => {
                self.say("Goodbye.");
                self.actions.push(TerminalAction::Leave);
            }
        }
    }

    /// The opponent plays so strong from its next move on.
    fn set_level(&mut self, strength: PlayingStrength) {
        self.command(Command::play_at(Some(strength)));
        self.say(format!(
            "{} plays at {strength} now.",
            self.opponent.title()
        ));
    }

    fn hint(&mut self) {
        if self.outcome.is_some() {
            self.say(GAME_OVER);
        } else if self.is_engine_thinking() {
            let title = self.opponent.title();
            self.say(format!(
                "{title} is thinking; a hint comes when it is your turn."
            ));
        } else if self.hint_is_due.is_some() {
            self.say("The hint is coming.");
        } else {
            self.command(Command::Hint);
        }
    }

    fn why(&mut self) {
        let engine = !self.settings.own;
        let mut past = self.game.past().iter();
        match past.any(|(before, _)| before.side_to_move() == engine) {
            true => self.command(Command::Why),
            false => self.say(format!("{} has not moved yet.", self.opponent.title())),
        }
    }

    fn begin_again(&mut self, now: Instant) {
        self.command(Command::Force);
        self.introduce();
        self.begin_game(now);
    }

    /// Takes back moves until it is the person's turn again.
    fn undo(&mut self, now: Instant) {
        let own = self.settings.own;
        let plies = match self.game.position().side_to_move() == own {
            true => 2,
            false => 1,
        };
        let is_time_over = self
            .outcome
            .as_ref()
            .is_some_and(|outcome| outcome.termination == Termination::TimeForfeit);
        if self.game.len() < plies || is_time_over {
            return self.say("There is nothing to take back.");
        }
        self.command(Command::Force);
        for _ in 0..plies {
            self.game.undo();
            self.command(Command::Undo);
        }
        self.outcome = None;
        self.has_offered_draw = false;
        self.is_offered_draw = false;
        self.next_turn(now);
    }

    fn resign(&mut self, now: Instant) {
        match self.outcome {
            Some(_) => self.say("The game is over already."),
            None => self.end(
                GameResult::Win(!self.settings.own),
                "You resign",
                Termination::Normal,
                now,
            ),
        }
    }

    fn draw(&mut self, now: Instant) {
        if self.outcome.is_some() {
            self.say("The game is over already.");
        } else if self.is_offered_draw {
            self.end(GameResult::Draw, "Draw agreed", Termination::Normal, now);
        } else {
            self.has_offered_draw = true;
            self.say("You offer a draw; it will be answered with the next move.");
            self.command(Command::Draw);
        }
    }

    fn choose_opponent(&mut self, choice: Option<&str>) {
        let Some(choice) = choice else {
            let (title, name) = (self.opponent.title(), self.opponent.name());
            let text = format!("You play {title} ({name}). There are:\n{}", self.others());
            return self.say(text);
        };
        match self.roster.load(choice) {
            Ok(personality) => {
                let is_on_roster = self.roster.find(personality.name()) == Ok(&personality);
                let (option, value) = match is_on_roster {
                    true => ("Personality", personality.name()),
                    false => ("LoadFile", choice),
                };
                self.command(Command::Option {
                    name: option.to_owned(),
                    value: Some(value.to_owned()),
                });
                self.opponent = personality;
                self.introduce();
            }
            Err(error) => self.say(error.to_string()),
        }
    }

    /// Everybody who can play, a line for each group.
    fn others(&self) -> String {
        let alone = std::iter::once(None);
        let groups = alone.chain(self.roster.groups().into_iter().map(Some));
        let lines = groups.map(|group| {
            let members = self.roster.iter().filter(|who| who.group() == group);
            let names: Vec<&str> = members.map(Personality::name).collect();
            match group {
                Some(group) => format!("{group}: {}", names.join(", ")),
                None => names.join(", "),
            }
        });
        let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        lines.join("\n")
    }

    fn legal_moves(&self) -> String {
        let position = self.game.position();
        let mut moves: Vec<String> = position
            .legal_moves()
            .into_iter()
            .map(|mv| position.san(mv))
            .collect();
        moves.sort();
        match moves.is_empty() {
            true => "There is no legal move.".to_owned(),
            false => moves.join(" "),
        }
    }

    pub(super) fn pgn(&self) -> String {
        let (result, termination) = match &self.outcome {
            Some(outcome) => (outcome.result, outcome.termination),
            None => (GameResult::Unfinished, Termination::Unterminated),
        };
        let opponent = format!("{} ({})", engine::NAME, self.opponent.title());
        let control = self.clocks.as_ref().map(Clocks::control);
        self.game.pgn(&pgn_tags::tags(
            self.settings.own,
            &opponent,
            control,
            result,
            termination,
        ))
    }
}

/// Whether a command has no place in a match.
fn breaks_match(command: &Input) -> bool {
    matches!(
        command,
        Input::Undo
            | Input::Hint
            | Input::New
            | Input::Personality(Some(_))
            | Input::Level(_)
            | Input::Time(_)
    )
}

fn help() -> String {
    let mut text = "A move: e4, Nf3, exd5, O-O, e8=Q, or e2e4, e7e8q. Or:".to_owned();
    for (command, meaning) in COMMANDS {
        text.push_str(&format!("\n  {command:<12} {meaning}"));
    }
    text
}
