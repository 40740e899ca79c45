//! The game on the board: boards become commands for the engine, and its replies become moves.
//!
//! The engine is asked once for each position. A board that the record does not explain is never played
//! on: the record is rebuilt from the server's list of moves.

use std::time::Duration;

use super::live_game::{BoardChange, EngineRequest, LiveGame, LiveTerms, clock_comment};
use super::terms::Beginning;
use super::{Announced, Bridge, BridgeAction};
use crate::board::{Color, Game, GameResult, Move, Position};
use crate::fics::config::{GameExit, ThinkingTalk};
use crate::fics::message::{EndReason, GameEnded, ServerRating};
use crate::fics::movelist::{ServerMoveList, ServerMoveListReader};
use crate::fics::style12::Style12;
use crate::session::{Command, GameTime, Reply, Spelled, ThinkingLine};

/// For a move in a game without clocks.
pub(super) const UNTIMED_MOVE: Duration = Duration::from_secs(10);
/// What a base of nothing gives.
const LEAST_BASE: Duration = Duration::from_secs(10);
/// Broken off games that are remembered.
const MAX_SUSPENDED: usize = 16;
/// With less time nothing is said about thinking.
const TIME_TO_TALK: Duration = Duration::from_secs(10);
/// Moves of a line that are told.
const TOLD_MOVES: usize = 8;

impl Bridge {
    pub(super) fn board(&mut self, board: Style12) {
        let Some(color) = board.our_color() else {
            return;
        };
        match &self.live {
            Some(live) if live.number == board.game => self.update(board, color),
            // A board that is sent once more after the end.
            None if self.closed == Some(board.game) => {}
            _ => {
                self.suspend_game();
                self.begin_game(board, color);
            }
        }
    }

    fn begin_game(&mut self, board: Style12, color: Color) {
        let announced = std::mem::take(&mut self.announced);
        let is_continued = announced.is_continued;
        let opponent = board.player(!color).to_owned();
        let agreement = self.agreements.take(&opponent);
        let beginning = Beginning {
            opponent: &opponent,
            color,
            is_rated: announced.is_rated,
            kind: announced.kind.clone(),
            board: &board,
        };
        let is_begun = is_continued || board.ply() > 0;
        let breach = match is_begun {
            true => None,
            false => self.breach(agreement.as_ref(), &beginning),
        };
        let terms = self.terms(announced, &board, color);
        log::info!(
            "game {}: {} against {} ({}), {}",
            board.game,
            if terms.is_rated { "rated" } else { "unrated" },
            terms.opponent,
            terms.opponent_rating,
            terms.kind
        );
        self.closed = None;
        self.pending.clear_game_offers();
        let mut live = LiveGame::new(&board, color, terms, self.now);
        let before = self.take_suspended(&live.terms.opponent);
        if let Some(before) = before.filter(|_| is_begun) {
            live.game = before.game;
            live.comments = before.comments;
            live.began = before.began;
        }
        self.choose_character(&live.terms.opponent, live.terms.is_rated);
        self.choose_level(&live.terms.opponent, live.terms.is_rated);
        self.tell_engine_terms(&live);
        self.live = Some(live);
        if let Some(breach) = breach {
            self.tell_person(&opponent, &breach);
            return self.leave_spoiled_game(GameExit::Abort, &breach);
        }
        match is_begun {
            true => self.request_move_list(board),
            false => self.set_engine_position(),
        }
        self.greet();
    }

    fn terms(&self, announced: Announced, board: &Style12, color: Color) -> LiveTerms {
        let rating = |name: &str| {
            let known = announced.ratings.iter();
            known
                .filter(|(handle, _)| handle.eq_ignore_ascii_case(name))
                .map(|&(_, rating)| rating)
                .next()
                .unwrap_or(ServerRating::None)
        };
        let opponent = board.player(!color);
        LiveTerms {
            opponent: opponent.to_owned(),
            opponent_rating: rating(opponent),
            own_rating: rating(board.player(color)),
            // Where nothing is said, a game is treated as one that counts.
            is_rated: announced.is_rated.unwrap_or(true),
            kind: announced.kind.unwrap_or_else(|| "standard".to_owned()),
        }
    }

    /// Everything about the game but its position.
    fn tell_engine_terms(&mut self, live: &LiveGame) {
        self.tell(Command::New);
        if live.is_fischer_random {
            self.tell(Command::Variant("fischerandom".to_owned()));
        }
        self.tell(match live.control {
            Some(control) => {
                let base = Duration::from_secs(60 * u64::from(control.base_minutes));
                Command::Level(GameTime {
                    moves: None,
                    base: if base.is_zero() { LEAST_BASE } else { base },
                    increment: Duration::from_secs(control.increment_s.into()),
                })
            }
            None => Command::MoveTime(UNTIMED_MOVE),
        });
        let (own, theirs) = (live.terms.own_rating, live.terms.opponent_rating);
        self.tell(Command::Ics(self.config.server.host.clone()));
        self.tell(Command::Name(live.terms.opponent.clone()));
        self.tell(Command::Rating(own.points(), theirs.points()));
        if self.is_computer(&live.terms.opponent) {
            self.tell(Command::Computer);
        }
        self.tell(Command::Post);
        self.tell(match self.config.engine.ponder {
            true => Command::Hard,
            false => Command::Easy,
        });
    }

    /// The record as the engine's game, and its turn if it is.
    pub(super) fn set_engine_position(&mut self) {
        let Some(live) = &mut self.live else { return };
        live.asked = None;
        live.thought = None;
        live.syncing = None;
        live.unexplained = None;
        let start = live.game.start().clone();
        let moves: Vec<String> = live
            .game
            .past()
            .iter()
            .map(|(position, mv)| position.coordinate_960(*mv))
            .collect();
        self.tell(Command::SetBoard(start.fen()));
        self.tell(Command::Force);
        moves
            .into_iter()
            .for_each(|text| self.tell(Command::UserMove(text)));
        self.let_engine_play();
    }

    fn let_engine_play(&mut self) {
        let Some(live) = &self.live else { return };
        if !live.game.position().has_legal_move() || live.leaving.is_some() {
            return;
        }
        match live.is_our_turn() {
            true => {
                self.tell_engine_clocks();
                self.tell(Command::Go);
                self.note_engine_request();
            }
            false => self.tell(Command::PlayOther),
        }
    }

    fn tell_engine_clocks(&mut self) {
        let Some(live) = &self.live else { return };
        let clocks = live.clock(live.color).zip(live.clock(!live.color));
        if let Some((own, theirs)) = clocks {
            self.tell(Command::OwnClock(own));
            self.tell(Command::OpponentClock(theirs));
        }
    }

    fn note_engine_request(&mut self) {
        let now = self.now;
        if let Some(live) = &mut self.live {
            live.asked = Some(EngineRequest {
                since: now,
                clock: live.clock(live.color),
            });
        }
    }

    fn update(&mut self, board: Style12, color: Color) {
        let now = self.now;
        let Some(live) = &mut self.live else { return };
        live.take_clocks(&board, now);
        if live.is_paused && board.clock_runs != Some(false) {
            live.is_paused = false;
            self.actions.push(BridgeAction::Tell(Command::Resume));
        }
        if live.syncing.is_some() {
            live.unexplained = Some(Box::new(board));
            return;
        }
        if live.color != color {
            live.color = color;
            return self.set_engine_position();
        }
        match live.compare(&board) {
            BoardChange::Stale => {}
            BoardChange::Confirmed => {
                live.is_unconfirmed = false;
                live.refusals = 0;
                self.write_clock(color);
            }
            BoardChange::Same => {
                if live.is_our_turn() && live.asked.is_none() && !live.is_paused {
                    self.let_engine_play();
                }
            }
            BoardChange::Played(_) if live.is_our_turn() => self.request_move_list(board),
            BoardChange::Played(mv) => self.opponent_moved(mv),
            BoardChange::TakenBack(plies) => {
                live.take_back(plies);
                log::info!("{plies} plies are taken back");
                self.set_engine_position();
            }
            BoardChange::Strange => self.request_move_list(board),
        }
    }

    fn opponent_moved(&mut self, mv: Move) {
        let Some(live) = &mut self.live else { return };
        let opponent = !live.color;
        let text = live.game.position().coordinate_960(mv);
        live.is_unconfirmed = false;
        live.claimed = None;
        live.claims = 0;
        live.play(mv, String::new());
        let is_over = !live.game.position().has_legal_move();
        let is_leaving = live.leaving.is_some();
        self.write_clock(opponent);
        self.tell_engine_clocks();
        self.tell(Command::UserMove(text));
        if !is_over && !is_leaving {
            self.note_engine_request();
        }
    }

    fn write_clock(&mut self, color: Color) {
        if let Some(live) = &mut self.live
            && let Some(left) = live.clock(color)
        {
            live.add_comment(&clock_comment(left));
        }
    }

    /// The record and the board differ: the server's own record decides.
    fn request_move_list(&mut self, board: Style12) {
        self.tell(Command::Force);
        let now = self.now;
        let Some(live) = &mut self.live else { return };
        live.asked = None;
        live.is_unconfirmed = false;
        live.syncing = Some(now);
        self.moves = ServerMoveListReader::new();
        live.unexplained = Some(Box::new(board));
        let number = live.number;
        self.send(&format!("moves {number}"));
    }

    pub(super) fn move_list_arrived(&mut self, list: &ServerMoveList) {
        let Some(live) = &mut self.live else { return };
        let is_of_ours = list.game.is_none_or(|game| game == live.number)
            && list.players.as_ref().is_none_or(|(white, black)| {
                let opponent = &live.terms.opponent;
                [white, black].contains(&opponent)
            });
        let is_awaited = live.syncing.is_some() && is_of_ours;
        let Some(board) = live.unexplained.take().filter(|_| is_awaited) else {
            return;
        };
        match live.rebuild(list, &board) {
            true => {
                live.write_missing_clocks(|place| list.moves.get(place)?.took);
                self.set_engine_position();
            }
            false => self.restart_from_board(&board),
        }
    }

    /// The moves do not come, or do not lead to the board.
    pub(super) fn restart_from_board(&mut self, board: &Style12) {
        let Some(live) = &mut self.live else { return };
        log::warn!("the game's past is unknown; playing on from the board");
        match live.restart_from_board(board) {
            true => self.set_engine_position(),
            false => self.leave_game(
                self.config.game.when_engine_fails,
                "the board is impossible",
            ),
        }
    }

    pub(super) fn engine_says(&mut self, reply: Reply) {
        match reply {
            Reply::Move(spelled) => self.engine_moves(&spelled),
            Reply::Thinking(line) => {
                if let Some(live) = &mut self.live {
                    live.thought = Some(line);
                }
            }
            Reply::Reasons(words) => self.answer_why(&words),
            Reply::OfferDraw => self.send_draw(),
            // Only a game that lives can be claimed or given up: later it would be the next one.
            Reply::Result(ending) if !ending.is_final() && self.live.is_some() => self.send("draw"),
            Reply::Resign if self.live.is_some() => self.send("resign"),
            Reply::IllegalMove { .. } | Reply::IllegalPosition { .. } => {
                self.engine_failed(&reply.complaint().unwrap_or_default());
            }
            other => {
                if let Some(complaint) = other.complaint() {
                    self.warn(complaint);
                }
            }
        }
    }

    fn engine_moves(&mut self, spelled: &Spelled) {
        let Some(live) = &mut self.live else { return };
        let is_expected = live.asked.take().is_some() && live.syncing.is_none();
        if !is_expected || !live.game.position().is_legal(spelled.mv) {
            return;
        }
        let position = live.game.position().clone();
        let thought = live.thought.take();
        let thought = thought.filter(|line| {
            let first = line.variation.first();
            first.is_some_and(|first| first.mv == spelled.mv)
        });
        let comment = thought
            .as_ref()
            .map(|line| evaluation_comment(line, live.color));
        live.play(spelled.mv, comment.unwrap_or_default());
        live.is_unconfirmed = true;
        live.moved_at = self.now;
        // A move declines whatever was offered.
        self.pending.clear_game_offers();
        let command = server_move(&position, spelled.mv, &spelled.text);
        live.sent_move.clone_from(&command);
        self.send(&command);
        if let Some(line) = thought {
            self.report_thinking(&position, &line);
        }
    }

    /// After the move: what it is thought to be worth.
    fn report_thinking(&mut self, position: &Position, line: &ThinkingLine) {
        let Some(live) = &self.live else { return };
        let is_hurried = live
            .clock(live.color)
            .is_some_and(|left| left < TIME_TO_TALK);
        // Nobody is told how an opponent's rated game is judged while it is played.
        let is_fair = !live.terms.is_rated || self.is_computer(&live.terms.opponent);
        let command = match self.config.chat.thinking {
            ThinkingTalk::Off => return,
            ThinkingTalk::Kibitz if is_fair => "kibitz",
            ThinkingTalk::Whisper | ThinkingTalk::Kibitz => "whisper",
        };
        if !is_hurried && self.chat_queue.is_idle(self.now) {
            let told = thinking_text(position, line);
            self.chat_queue.say(command, &told);
        }
    }

    /// The server has said that the game is over.
    pub(super) fn game_ended(&mut self, ended: &GameEnded) {
        let Some(live) = self.live.take() else { return };
        if live.leaving.is_none() {
            self.failures = 0;
        }
        self.reset_attempts(true);
        log::info!("game {}: {} {}", ended.game, ended.reason, ended.result);
        self.chat_queue.drop_game_chat();
        self.stop_engine();
        self.tell(Command::Result(ended.result));
        self.closed = Some(live.number);
        self.pending.clear_game_offers();
        let is_stored = ended.end == EndReason::Adjourned;
        if !is_stored {
            let moves = live.game.len().div_ceil(2) as u32;
            let limits = &self.config.accept;
            self.opponents
                .played(&live.terms.opponent, moves, self.now, limits);
        }
        if ended.result != GameResult::Unfinished || self.config.record.unfinished {
            self.record(&live, ended);
        }
        if is_stored {
            self.suspend(live);
        }
        self.after_the_game();
    }

    /// The engine neither thinks nor ponders until there is a game.
    pub(super) fn stop_engine(&mut self) {
        if let Some(live) = &mut self.live {
            live.asked = None;
        }
        self.tell(Command::Force);
    }

    /// The server knows nothing of the game that we think we play.
    pub(super) fn drop_unknown_game(&mut self) {
        if let Some(live) = self.live.take() {
            self.warn(format!("the server knows no game {} of ours", live.number));
            self.stop_engine();
            self.pending.clear_game_offers();
            self.after_the_game();
        }
    }

    /// We lose sight of the game, which may go on later.
    pub(super) fn suspend_game(&mut self) {
        if let Some(live) = self.live.take() {
            self.stop_engine();
            self.suspend(live);
        }
    }

    fn suspend(&mut self, live: LiveGame) {
        let _ = self.take_suspended(&live.terms.opponent);
        self.suspended.push_back(live);
        while self.suspended.len() > MAX_SUSPENDED {
            self.suspended.pop_front();
        }
    }

    fn take_suspended(&mut self, opponent: &str) -> Option<LiveGame> {
        let is_theirs = |live: &LiveGame| live.terms.opponent.eq_ignore_ascii_case(opponent);
        let place = self.suspended.iter().position(is_theirs)?;
        self.suspended.remove(place)
    }
}

/// A move as every server takes it: coordinates with a hyphen, which one server wants to see in
/// Chess960, and `=` before a promotion; castling as `O-O` in Chess960 only.
fn server_move(position: &Position, mv: Move, text: &str) -> String {
    if position.castling_side(mv).is_some() {
        return text.to_owned();
    }
    match mv.promotion {
        Some(piece) => format!("{}-{}={piece}", mv.from, mv.to),
        None => format!("{}-{}", mv.from, mv.to),
    }
}

/// The score in pawns from White's side and the depth, as other programs read it.
fn evaluation_comment(line: &ThinkingLine, color: Color) -> String {
    let white_score = match color {
        Color::White => line.score,
        Color::Black => -line.score,
    };
    format!("[%eval {},{}]", white_score.pgn_eval(), line.depth_plies)
}

/// A line of thinking for people, from the engine's side.
fn thinking_text(position: &Position, line: &ThinkingLine) -> String {
    let mut game = Game::new(position.clone());
    let mut words = Vec::new();
    for spelled in line.variation.iter().take(TOLD_MOVES) {
        if !game.position().is_legal(spelled.mv) {
            break;
        }
        words.push(game.position().san(spelled.mv));
        game.play(spelled.mv);
    }
    format!(
        "{}, depth {}, {:.1} s: {}",
        line.score,
        line.depth_plies,
        line.elapsed.as_secs_f64(),
        words.join(" ")
    )
}
