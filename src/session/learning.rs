//! What the session notes of a game for learning: the own moves with their searches, and the opponent.
//!
//! The notes are handed over once, when the game is over or nobody goes on with it.

use super::{Effect, Session};
use crate::board::{GameResult, Move, Position};
use crate::learning::{GameReport, OpponentIdentity, OwnMove, OwnSearch};
use crate::search::SearchOutcome;

/// The notes of the present game.
#[derive(Clone, Debug, Default)]
pub(super) struct GameNotes {
    own: Vec<OwnMove>,
    /// The opponent's name, as it was told since the last new game.
    name: Option<String>,
    rating: Option<u32>,
    /// A game counts once, even if somebody takes moves back after its end.
    is_handed_over: bool,
}

impl GameNotes {
    /// A new opponent, of whom nothing is known yet.
    pub fn forget_opponent(&mut self) {
        self.name = None;
        self.rating = None;
    }

    /// The opponent has a name.
    pub fn name(&mut self, name: String) {
        self.name = Some(name);
    }

    /// The opponent's name, where known.
    pub fn opponent(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The opponent's rating, where known.
    pub fn rate(&mut self, rating: Option<u32>) {
        self.rating = rating;
    }

    /// A new record begins.
    pub fn begin(&mut self) {
        self.own.clear();
        self.is_handed_over = false;
    }
}

impl Session {
    /// Called before an own move is made.
    pub(super) fn note_own_move(&mut self, position: &Position, mv: Move, outcome: &SearchOutcome) {
        let Some(ply) = self.game.as_ref().map(|game| game.len()) else {
            return;
        };
        let is_searched = outcome.depth_plies > 0 && outcome.best == Some(mv);
        let legal = position.legal_moves().len();
        let search = is_searched.then(|| OwnSearch {
            score: outcome.score,
            ceiling: outcome.ceiling(legal).filter(|_| outcome.proven.is_none()),
            depth_plies: outcome.depth_plies,
            salt: outcome.salt,
        });
        // After moves were taken back, what came later is of another game.
        self.notes.own.retain(|own| own.ply < ply);
        self.notes.own.push(OwnMove { ply, mv, search });
    }

    /// The game is over, or somebody begins another; what was learnt of it is handed over.
    pub(super) fn hand_over_notes(&mut self, result: GameResult) {
        let Some(game) = &self.game else { return };
        let mut own = std::mem::take(&mut self.notes.own);
        own.retain(|own| {
            game.past()
                .get(own.ply)
                .is_some_and(|(_, mv)| *mv == own.mv)
        });
        let learns = self.options.settings().learn;
        if !learns || own.is_empty() || self.notes.is_handed_over {
            return;
        }
        self.notes.is_handed_over = true;
        let rating = self.notes.rating;
        let name = self.notes.name.clone();
        self.effects.push(Effect::Learn(Box::new(GameReport {
            game: game.clone(),
            own,
            result,
            opponent: name.map(|name| OpponentIdentity { name, rating }),
            rating_lead: self.rating_lead,
        })));
    }

    /// The result that the rules give the game on the board, for front ends that tell none.
    pub(super) fn result_on_board(&self) -> GameResult {
        let ending = self.game.as_ref().and_then(|game| game.ended_by());
        match ending.filter(|ending| ending.is_final()) {
            Some(ending) => ending.winner().map_or(GameResult::Draw, GameResult::Win),
            None => GameResult::Unfinished,
        }
    }
}
