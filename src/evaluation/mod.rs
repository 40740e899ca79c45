//! The evaluation: what a position is worth to the side to move, as a sum of named terms.
//!
//! Owns the terms, their numbers and the own/opponent weights. It must not know search or
//! personalities.

mod blend;
mod context;
mod parameters;
mod pieces;
mod recorder;
mod table;
mod tapered;
mod trace;
mod weights;

pub use table::Role;
pub use tapered::Tapered;
pub use trace::{Trace, TraceRow, trace};
pub use weights::{EvaluationWeights, Family, Percent};

use crate::board::{Color, Piece, Position};
use crate::score::Score;
use blend::{Blend, PERCENT};
use context::Context;
use recorder::{FamilySums, PlainSum, Recorder};

/// Judges positions under one set of weights; each search thread owns one.
pub struct Evaluator {
    weights: EvaluationWeights,
    own_side: Color,
}

impl Evaluator {
    /// An evaluator for a search on behalf of `own_side`, the side to move at its root.
    pub fn new(weights: EvaluationWeights, own_side: Color) -> Evaluator {
        Evaluator { weights, own_side }
    }

    /// What the position is worth to the side to move; never decisive.
    ///
    /// Meant for quiet positions: pieces that hang are only guessed at.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        let white_cp = if self.weights.is_neutral() {
            let mut sum = PlainSum::default();
            record_all(position, &mut sum);
            let (middlegame, ending) = sum.from_white();
            Blend::of(position, ending).apply(middlegame, ending, 1)
        } else {
            let mut sums = FamilySums::default();
            record_all(position, &mut sums);
            let (middlegame, ending) = sums.percent_from_white(&self.weights, self.own_side);
            Blend::of(position, ending).apply(middlegame, ending, PERCENT)
        };
        from_white(white_cp, position)
    }

    /// What to mix into the key of every cache that depends on this judgement; 0 when neutral.
    pub fn salt(&self) -> u64 {
        self.weights.salt(self.own_side)
    }
}

/// White's value as the side to move sees it.
fn from_white(white_cp: i32, position: &Position) -> Score {
    match position.side_to_move() {
        Color::White => Score::from_cp(white_cp),
        Color::Black => Score::from_cp(-white_cp),
    }
}

/// Reports every term of the position to the recorder.
fn record_all<R: Recorder>(position: &Position, recorder: &mut R) {
    let mut context = Context::new(position);
    for color in Color::ALL {
        for square in context.pawns[color as usize] {
            pieces::record_piece(recorder, color, Piece::Pawn, square);
        }
        pieces::record(&mut context, color, recorder);
    }
    recorder.add(position.side_to_move(), parameters::TEMPO, 1);
}
