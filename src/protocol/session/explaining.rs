//! Explanations: why the last move was made, found by a search of its own.
//!
//! Owns when such a search may run. It is a guest: everything else that wants to search, and
//! everything that changes the game, ends it without a word. Pings wait for it, because it is the
//! answer to a command before them; it is short.

use super::{Mode, Session, Standstill};
use crate::board::{Game, Move};
use crate::engine::{Explanation, Manner, Purpose, SearchId, SearchOrder};
use crate::protocol::reply::{Refusal, Reply};
use crate::search::SearchLimits;

/// About half a second: deep enough to see what a move costs, short enough to wait for.
const EXPLANATION_NODES: u64 = 400_000;

/// How an explanation was asked for, and so how it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// By the command: in comments.
    InWords,
    /// By the button: also in a note, which is all that some front ends show.
    ByButton,
}

/// An explanation on its way.
#[derive(Clone, Debug)]
pub(super) struct Explaining {
    search: SearchId,
    asked: Asked,
    /// Pings to be answered behind it.
    pub pongs: Vec<String>,
    /// It took the place of pondering.
    interrupts_pondering: bool,
}

impl Session {
    /// Explains the last move on the board, or what could be played when there was none.
    pub(super) fn explain(&mut self, asked: Asked) {
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
        let search = self.start(SearchOrder {
            id: SearchId::default(),
            lines: game.position().legal_moves().len(),
            game,
            limits: SearchLimits {
                nodes: Some(EXPLANATION_NODES),
                ..SearchLimits::default()
            },
            budget: None,
            purpose: Purpose::Explain { made },
            manner: Manner::InCharacter,
            root_moves: Vec::new(),
            may_recall: false,
        });
        self.explaining = Some(Explaining {
            search,
            asked,
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

    pub(super) fn explained(&mut self, id: SearchId, explanation: Option<&Explanation>) {
        let Some(explaining) = self
            .explaining
            .take_if(|explaining| explaining.search == id)
        else {
            return;
        };
        match explanation {
            Some(explanation) => {
                let lines = explanation.to_lines();
                self.comment_lines(lines.iter().map(String::as_str));
                if explaining.asked == Asked::ByButton {
                    let verdict = explanation.verdict();
                    self.say(Reply::Note(format!("{}: {verdict}", self.character)));
                }
            }
            None => self.refuse_to_explain(),
        }
        self.say_pongs(explaining.pongs);
        if explaining.interrupts_pondering {
            self.ponder();
        }
    }

    /// Something else comes first.
    pub(super) fn explain_no_more(&mut self) {
        self.explain_next = None;
        if let Some(explaining) = self.explaining.take() {
            self.effects.push(super::Effect::Stop);
            self.say_pongs(explaining.pongs);
        }
    }
}
