//! The record of the game: new games, positions, moves from outside, taking back, results.
//!
//! A position that is refused leaves no game at all, so that no move can be played in it.

use std::time::Duration;

use super::{Effect, Mode, Occasion, Session, Variant};
use super::{MoveRefusal, Refusal, Reply};
use crate::board::{Color, Game, GameEnd, GameResult, Move, Position};

impl Session {
    pub(super) fn new_game(&mut self) {
        let was_analysing = self.is_analysing();
        self.interrupt();
        self.hand_over_notes(self.result_on_board());
        self.notes.forget_opponent();
        self.effects.push(Effect::NewGame);
        self.has_begun = true;
        self.variant = Variant::Normal;
        self.begin_record(Game::default());
        self.clock.new_game();
        self.depth_plies = None;
        self.rating_lead = 0;
        self.meets_computer = false;
        match was_analysing {
            true => self.start_analysis(),
            false => {
                self.mode = Mode::Waiting {
                    engine: Color::Black,
                    expected: None,
                }
            }
        }
    }

    /// Begins a new record and forgets everything that belongs to the old one.
    fn begin_record(&mut self, game: Game) {
        self.hand_over_notes(self.result_on_board());
        self.notes.begin();
        self.game = Some(game);
        self.excluded.clear();
        self.last_explanation = None;
        self.clock.new_record();
        self.announced = None;
        self.draw_state.forget();
    }

    pub(super) fn set_variant(&mut self, name: &str) {
        let variant = match name {
            "normal" => Variant::Normal,
            "fischerandom" => Variant::Fischerandom,
            _ => return self.refuse(Refusal::UnsupportedVariant, name),
        };
        if variant == self.variant {
            return;
        }
        let was_analysing = self.is_analysing();
        let engine = self.interrupt();
        self.variant = variant;
        self.begin_record(Game::default());
        self.wait_or_force(engine);
        if was_analysing {
            self.start_analysis();
        }
    }

    pub(super) fn set_board(&mut self, fen: &str) {
        let was_analysing = self.is_analysing();
        self.interrupt();
        match fen.parse::<Position>() {
            Ok(position) => {
                let position = match self.variant {
                    Variant::Normal => position.with_classical_castling(),
                    Variant::Fischerandom => position,
                };
                self.begin_record(Game::new(position));
            }
            Err(error) => {
                self.game = None;
                self.say(Reply::IllegalPosition {
                    fen: fen.to_owned(),
                    reason: error.to_string(),
                });
            }
        }
        if was_analysing {
            self.start_analysis();
        }
    }

    pub(super) fn user_move(&mut self, now: Duration, text: String) {
        let refusal = match self.read_move(&text) {
            Ok(mv) => return self.opponent_moves(now, mv),
            Err(refusal) => refusal,
        };
        self.say(Reply::IllegalMove { why: refusal, text });
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveRefusal> {
        let game = self.game.as_ref().ok_or(MoveRefusal::Illegal)?;
        if self.is_thinking() {
            return Err(MoveRefusal::NotYourTurn);
        }
        if !game.position().has_legal_move() {
            return Err(MoveRefusal::GameOver);
        }
        let mv = game.position().parse_move(text);
        mv.map_err(|_| MoveRefusal::Illegal)
    }

    fn opponent_moves(&mut self, now: Duration, mv: Move) {
        match std::mem::replace(&mut self.mode, Mode::Force) {
            Mode::Analysing { search } => {
                self.mode = Mode::Analysing { search };
                self.interrupt();
                self.play(mv);
                self.start_analysis();
            }
            Mode::Waiting { engine, .. } => {
                self.play(mv);
                self.mode = Mode::Waiting {
                    engine,
                    expected: None,
                };
                self.answer(now);
            }
            Mode::Pondering {
                engine,
                expected,
                search,
                ready,
                ..
            } => {
                self.play(mv);
                self.mode = Mode::Waiting {
                    engine,
                    expected: None,
                };
                match mv == expected {
                    true => self.ponder_hit(now, search, ready),
                    false => {
                        self.effects.push(Effect::Stop);
                        self.answer(now);
                    }
                }
            }
            // A move is never read while thinking, and it ends a pause before it comes here.
            mode @ (Mode::Force | Mode::Thinking { .. } | Mode::Paused(_)) => {
                self.mode = mode;
                self.play(mv);
            }
        }
    }

    /// Makes a legal move on the board.
    pub(super) fn play(&mut self, mv: Move) {
        self.excluded.clear();
        let Some(game) = &mut self.game else { return };
        game.play(mv);
        if self.announced.is_some() && game.ended_by().is_none() {
            self.announced = None;
        }
    }

    pub(super) fn take_back(&mut self, plies: usize, command: &str) {
        let is_long_enough = |game: &Game| game.len() >= plies;
        if !self.game.as_ref().is_some_and(is_long_enough) {
            return self.refuse(Refusal::NotLegalNow, command);
        }
        let was_analysing = self.is_analysing();
        let engine = self.interrupt();
        self.excluded.clear();
        if let Some(game) = &mut self.game {
            for _ in 0..plies {
                game.undo();
            }
            self.announced = game.ended_by().filter(|_| self.announced.is_some());
        }
        self.wait_or_force(engine);
        if was_analysing {
            self.start_analysis();
        }
    }

    /// The engine goes on waiting when its opponent is on move; it does not start to think
    /// because somebody took a move back.
    fn wait_or_force(&mut self, engine: Option<Color>) {
        self.mode = match engine {
            Some(engine) if self.side_to_move() == Some(!engine) => Mode::Waiting {
                engine,
                expected: None,
            },
            _ => Mode::Force,
        };
    }

    pub(super) fn result(&mut self, result: GameResult) {
        self.speak(Occasion::Farewell);
        self.hand_over_notes(match result {
            GameResult::Unfinished => self.result_on_board(),
            told => told,
        });
        if !self.is_analysing() {
            self.interrupt();
        }
    }

    /// Says how the game has ended, if it has, and returns the ending. Checkmate and stalemate are
    /// said each time, a draw that is only claimed once.
    pub(super) fn announce_ending(&mut self) -> Option<GameEnd> {
        let ending = self.game.as_ref()?.ended_by();
        if let Some(ending) = ending
            && (ending.is_final() || self.announced.is_none())
        {
            self.say(Reply::Result(ending));
        }
        self.announced = ending;
        ending
    }
}
