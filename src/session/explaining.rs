//! Explanations: why the last move was made.
//!
//! The engine's own move is explained by the search that chose it. Any other move, and a position
//! without a last move, needs a short search of its own, which ends silently when anything else
//! needs a search or changes the game. Pings wait for it, because it answers a command before them.

use std::time::Duration;

use super::{Mode, Session, Standstill};
use super::{Refusal, Reply};
use crate::board::{Game, Move};
use crate::engine::{Explanation, SearchId, SearchOrder, SearchPurpose};
use crate::search::{SearchLimits, TimeBudget};

/// Enough to see what a move costs, and a moment on most machines.
const EXPLANATION_NODES: u64 = 400_000;
/// The longest time for it: a ping that waits for the explanation does not wait long.
const LONGEST_EXPLANATION: Duration = Duration::from_millis(250);

/// How an explanation was asked for, which decides how it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExplanationForm {
    /// With every number, in comments for people who study the personality.
    InNumbers,
    /// In words, and besides in comments.
    InWords,
}

/// An explanation on its way.
#[derive(Clone, Debug)]
pub(super) struct PendingExplanation {
    search: SearchId,
    asked: ExplanationForm,
    /// The move that was made on the board, if one was.
    made: Option<Move>,
    /// Pings to be answered after it.
    pub pongs: Vec<String>,
    /// It took the place of pondering.
    interrupts_pondering: bool,
}

impl Session {
    /// Explains the last move on the board, or what could be played when there was none.
    pub(super) fn explain(&mut self, asked: ExplanationForm) {
        if let Some((explanation, mv)) = self.explanation_of_own_move() {
            return self.tell(asked, &explanation, Some(mv));
        }
        let interrupts_pondering = match self.mode {
            Mode::Thinking { .. } | Mode::Paused(Standstill::Thinking { .. }) => {
                self.explain_next = Some(asked);
                return;
            }
            Mode::Analysing { .. } | Mode::Paused(_) => return self.refuse_to_explain(),
            Mode::Pondering {
                engine, expected, ..
            } => {
                self.mode = Mode::Waiting {
                    engine,
                    expected: Some(expected),
                };
                true
            }
            Mode::Force | Mode::Waiting { .. } => false,
        };
        let Some((game, made)) = self.subject() else {
            return self.refuse_to_explain();
        };
        let limits = SearchLimits {
            nodes: Some(EXPLANATION_NODES),
            ..SearchLimits::default()
        };
        let search = self.start(SearchOrder {
            may_play_book: self.options.settings().own_book,
            budget: Some(TimeBudget {
                soft: LONGEST_EXPLANATION,
                hard: LONGEST_EXPLANATION,
                is_banked: false,
            }),
            ..SearchOrder::new(game, limits, SearchPurpose::Explain)
        });
        self.explaining = Some(PendingExplanation {
            search,
            asked,
            made,
            pongs: Vec::new(),
            interrupts_pondering,
        });
    }

    fn refuse_to_explain(&mut self) {
        self.refuse(Refusal::NotLegalNow, "explain");
    }

    /// The game before the last move, and that move.
    fn subject(&self) -> Option<(Game, Option<Move>)> {
        let mut game = self.game.clone()?;
        let made = game.undo();
        game.position().has_legal_move().then_some((game, made))
    }

    /// The search that chose the last move on the board, where the engine made that move.
    fn explanation_of_own_move(&self) -> Option<(Explanation, Move)> {
        if self.is_thinking() || self.is_analysing() {
            return None;
        }
        let (game, made) = self.subject()?;
        let explanation = self.last_explanation.as_deref()?;
        let is_of_it = explanation.chosen() == made && explanation.position() == game.position();
        is_of_it.then(|| Some((explanation.clone(), made?)))?
    }

    /// Takes an explanation: of a move that is about to be made, or one that was asked for.
    pub(super) fn explained(&mut self, id: SearchId, explanation: Option<Box<Explanation>>) {
        let asked_for = self
            .explaining
            .take_if(|explaining| explaining.search == id);
        let Some(explaining) = asked_for else {
            return self.thinking.take_explanation(id, explanation);
        };
        match explanation {
            Some(explanation) => self.tell(explaining.asked, &explanation, explaining.made),
            None => self.refuse_to_explain(),
        }
        self.say_pongs(explaining.pongs);
        if explaining.interrupts_pondering {
            self.ponder();
        }
    }

    fn tell(&mut self, asked: ExplanationForm, explanation: &Explanation, made: Option<Move>) {
        let lines = explanation.to_lines(made);
        self.comment_lines(lines.iter().map(String::as_str));
        if asked == ExplanationForm::InWords {
            let (title, words) = (explanation.title(), explanation.in_words(made));
            self.say(Reply::Reasons(format!("{title}: {words}")));
        }
    }

    /// Drops the explanation that is under way, because something else comes first.
    pub(super) fn explain_no_more(&mut self) {
        self.explain_next = None;
        if let Some(explaining) = self.explaining.take() {
            self.effects.push(super::Effect::Stop);
            self.say_pongs(explaining.pongs);
        }
    }
}
