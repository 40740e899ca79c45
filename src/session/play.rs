//! Playing: thinking, pondering, pausing, and making the engine's moves.
//!
//! Each turn of the engine gives exactly one move. Events of a search that was interrupted are
//! ignored, so it can never make a move.

use std::time::Duration;

use super::Reply;
use super::clock::Allowance;
use super::{Effect, Mode, Occasion, Session, Standstill, StoppedPonder};
use crate::board::{Color, Game, GameEnd, Move};
use crate::engine::{SearchId, SearchOrder, SearchPurpose};
use crate::search::{SearchLimits, SearchOutcome, TimeBudget};

/// Where a search ends: its limits and its clock.
type Bounds = (SearchLimits, Option<TimeBudget>);

impl Session {
    pub(super) fn force(&mut self) {
        self.interrupt();
    }

    pub(super) fn go(&mut self, now: Duration) {
        let (Some(engine), false) = (
            self.side_to_move(),
            self.is_thinking() || self.is_analysing(),
        ) else {
            return;
        };
        self.interrupt();
        self.mode = Mode::Waiting {
            engine,
            expected: None,
        };
        self.answer(now);
    }

    pub(super) fn play_other(&mut self) {
        let (Some(on_move), false) = (self.side_to_move(), self.is_analysing()) else {
            return;
        };
        self.interrupt();
        self.mode = Mode::Waiting {
            engine: !on_move,
            expected: None,
        };
    }

    /// Lets the engine think when it is on move, unless there is no move to make. After a mere claim
    /// of a draw it moves all the same, because not every server ends the game.
    pub(super) fn answer(&mut self, now: Duration) {
        if !self.announce_ending().is_some_and(GameEnd::is_final) {
            self.think(now, Vec::new());
        }
    }

    fn think(&mut self, now: Duration, pongs: Vec<String>) {
        let Some(game) = self.game.clone() else {
            return;
        };
        let (limits, budget) = self.bounds(&game);
        let pondered = self.stopped_ponder.take();
        let pondered = pondered.filter(|pondered| pondered.game == game);
        let pondered = pondered.map_or(Duration::ZERO, |pondered| pondered.time);
        let budget = budget.map(|budget| budget.after_pondering(pondered));
        let root_moves = self.allowed_moves();
        let search = self.start(SearchOrder {
            budget,
            root_moves,
            lines: self.options.settings().lines,
            may_play_book: self.options.settings().own_book,
            ..SearchOrder::new(game, limits, SearchPurpose::Play)
        });
        self.mode = Mode::Thinking {
            search,
            since: now,
            pongs,
        };
    }

    /// Gives an order its number and sends it off.
    pub(super) fn start(&mut self, mut order: SearchOrder) -> SearchId {
        self.explain_no_more();
        order.id = self.next_search();
        let id = order.id;
        self.thinking.begin();
        self.effects.push(Effect::Start(Box::new(order)));
        id
    }

    /// Where the search of the side on move in `game` ends.
    fn bounds(&mut self, game: &Game) -> Bounds {
        let overhead = self.options.settings().move_overhead;
        let engine = game.position().side_to_move();
        let (nodes, budget) = match self.clock.allowance(game, engine, overhead) {
            Allowance::Time(budget) => (None, Some(budget)),
            Allowance::Nodes(nodes) => (Some(nodes), None),
        };
        let limits = SearchLimits {
            depth_plies: self.deepest_plies(),
            nodes,
            ..SearchLimits::default()
        };
        (limits, budget)
    }

    /// The opponent has made the expected move: the search goes on with a clock.
    pub(super) fn ponder_hit(
        &mut self,
        now: Duration,
        search: SearchId,
        ready: Option<SearchOutcome>,
    ) {
        if self.announce_ending().is_some_and(GameEnd::is_final) {
            return self.effects.push(Effect::Stop);
        }
        let bounds = self.game.clone().map(|game| self.bounds(&game));
        let Some((_, Some(budget))) = bounds else {
            // Nodes took the place of time since the search began.
            self.effects.push(Effect::Stop);
            return self.think(now, Vec::new());
        };
        self.mode = Mode::Thinking {
            search,
            since: now,
            pongs: Vec::new(),
        };
        match ready {
            Some(outcome) => self.finished(now, search, outcome),
            None => self.effects.push(Effect::PonderHit(budget)),
        }
    }

    pub(super) fn move_now(&mut self) {
        if self.is_thinking() {
            self.effects.push(Effect::Stop);
        }
    }

    /// A search has ended. The outcome of a search that was interrupted is ignored.
    pub(super) fn finished(&mut self, now: Duration, id: SearchId, outcome: SearchOutcome) {
        match &mut self.mode {
            Mode::Thinking {
                search,
                since,
                pongs,
            } if *search == id => {
                let (since, pongs) = (*since, std::mem::take(pongs));
                let explain_next = self.explain_next.take();
                self.make_own_move(id, now.saturating_sub(since), &outcome);
                self.say_pongs(pongs);
                if let Some(asked) = explain_next {
                    self.explain(asked);
                }
            }
            Mode::Pondering { search, ready, .. } if *search == id => *ready = Some(outcome),
            Mode::Analysing {
                search: Some(search),
            } if *search == id => self.show_held_line(),
            _ => {
                let stopped = self.stopped_ponder.as_mut();
                if let Some(stopped) = stopped.filter(|stopped| stopped.search == id) {
                    stopped.time = outcome.elapsed;
                }
            }
        }
    }

    /// Keeps what a ponder search is about that is going to be stopped.
    pub(super) fn note_stopped_ponder(&mut self) {
        if let Mode::Pondering {
            expected,
            search,
            ready,
            ..
        } = &self.mode
        {
            let time = ready.as_ref().map_or(Duration::ZERO, |ready| ready.elapsed);
            let search = *search;
            self.stopped_ponder =
                self.game_after(*expected)
                    .map(|game| StoppedPonder { search, game, time });
        }
    }

    fn make_own_move(&mut self, search: SearchId, elapsed: Duration, outcome: &SearchOutcome) {
        self.mode = Mode::Force;
        let Some(position) = self.game.as_ref().map(|game| game.position().clone()) else {
            return;
        };
        let legal = position.legal_moves();
        let best = outcome.best.filter(|mv| legal.contains(mv));
        let Some(mv) = best.or(legal.first().copied()) else {
            return;
        };
        let engine = position.side_to_move();
        if self.gives_up(position.fullmove_number(), outcome) {
            return self.say(Reply::Resign);
        }
        self.show_last_line(&position, outcome);
        self.note_explanation(search);
        if self.game.as_ref().is_some_and(|game| game.len() < 2) {
            self.speak(Occasion::Greeting);
        }
        if self.wants_draw(outcome) {
            self.say(Reply::OfferDraw);
        }
        let spelled = self.spell(&position, mv);
        self.say(Reply::Move(spelled));
        self.note_own_move(&position, mv, outcome);
        self.play(mv);
        if let Some(game) = &self.game {
            self.clock.move_made(game, elapsed, outcome);
        }
        self.mode = Mode::Waiting {
            engine,
            expected: outcome.ponder.filter(|_| best.is_some()),
        };
        if self.announce_ending().is_none() {
            self.ponder();
        }
    }

    /// Thinks on the opponent's time, where a move is expected that leaves something to think about.
    /// The expected move is named first, because thinking lines begin after it.
    pub(super) fn ponder(&mut self) {
        let Mode::Waiting {
            engine,
            expected: Some(expected),
        } = self.mode
        else {
            return;
        };
        if let (Some(game), true) = (&self.game, self.may_ponder())
            && self.game_after(expected).is_some()
        {
            let hint = self.spell(game.position(), expected);
            self.say(Reply::Hint(hint));
            self.search_after(engine, expected);
        }
    }

    /// Searches as if the expected move had been made.
    pub(super) fn search_after(&mut self, engine: Color, expected: Move) {
        let Some(game) = self.game_after(expected) else {
            return;
        };
        let limits = SearchLimits {
            depth_plies: self.deepest_plies(),
            ..SearchLimits::default()
        };
        let search = self.start(SearchOrder {
            lines: self.options.settings().lines,
            may_play_book: self.options.settings().own_book,
            ..SearchOrder::new(game, limits, SearchPurpose::Ponder)
        });
        self.mode = Mode::Pondering {
            engine,
            expected,
            search,
            ready: None,
        };
    }

    fn may_ponder(&self) -> bool {
        self.ponders && !self.clock.counts_nodes()
    }

    /// The game with the expected move made, if that leaves something to think about.
    fn game_after(&self, expected: Move) -> Option<Game> {
        let mut game = self.game.clone()?;
        if !game.position().is_legal(expected) {
            return None;
        }
        game.play(expected);
        game.position().has_legal_move().then_some(game)
    }

    pub(super) fn ponder_no_more(&mut self) {
        self.ponders = false;
        self.note_stopped_ponder();
        if let Mode::Pondering {
            engine, expected, ..
        } = self.mode
        {
            self.effects.push(Effect::Stop);
            self.mode = Mode::Waiting {
                engine,
                expected: Some(expected),
            };
        }
    }

    pub(super) fn pause(&mut self, now: Duration) {
        self.explain_no_more();
        let standstill = match std::mem::replace(&mut self.mode, Mode::Force) {
            paused @ Mode::Paused(_) => {
                self.mode = paused;
                return;
            }
            Mode::Force => Standstill::Force,
            Mode::Waiting { engine, expected } => Standstill::Waiting { engine, expected },
            Mode::Pondering {
                engine, expected, ..
            } => {
                self.effects.push(Effect::Stop);
                Standstill::Waiting {
                    engine,
                    expected: Some(expected),
                }
            }
            Mode::Thinking { since, pongs, .. } => {
                self.effects.push(Effect::Stop);
                self.clock.lose(now.saturating_sub(since));
                Standstill::Thinking { pongs }
            }
            Mode::Analysing { search } => {
                self.effects.extend(search.map(|_| Effect::Stop));
                Standstill::Analysing
            }
        };
        self.mode = Mode::Paused(standstill);
    }

    /// Goes on with what the pause has interrupted, with what is left on the clock.
    pub(super) fn resume(&mut self, now: Duration) {
        match std::mem::replace(&mut self.mode, Mode::Force) {
            Mode::Paused(Standstill::Force) => {}
            Mode::Paused(Standstill::Waiting { engine, expected }) => {
                self.mode = Mode::Waiting { engine, expected };
                self.ponder();
            }
            Mode::Paused(Standstill::Thinking { pongs }) => self.think(now, pongs),
            Mode::Paused(Standstill::Analysing) => self.start_analysis(),
            mode => self.mode = mode,
        }
    }
}
