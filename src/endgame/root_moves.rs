//! The root in the tables: what each of its moves leads to under the fifty-move rule, and which of
//! them the search may choose from.
//!
//! Owns the rule that a result is never given away, and that play among winning moves is free as
//! long as the win makes progress. It must not know tastes.

use super::elementary::elementary_mate_plies;
use super::syzygy::{Outcome, Tablebase, is_zeroing};
use crate::board::{KeyHistory, Move, Position};
use crate::score::Score;

/// A win is safe when its distance and the clock come to no more than this: distances may be one
/// too small.
const SAFE_PLIES: i32 = 99;
/// With this many half-moves on the clock, a win goes by distance alone.
const PATIENCE_PLIES: u32 = 40;

/// What a root move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The move.
    pub mv: Move,
    /// Its result for the side that makes it, the fifty-move clock taken into account.
    pub outcome: Outcome,
    /// Half-moves to the next capture or pawn move, the move itself included; negative for the
    /// loser, 0 in a draw.
    pub distance_plies: i32,
}

impl Verdict {
    fn new(position: &Position, mv: Move, distance_plies: i32) -> Verdict {
        let clock_plies = match is_zeroing(position, mv) {
            true => 0,
            false => position.halfmove_clock() as i32,
        };
        let in_time = distance_plies.abs() + clock_plies <= SAFE_PLIES + 1;
        let outcome = match (distance_plies.signum(), in_time) {
            (1, true) => Outcome::Win,
            (1, false) => Outcome::CursedWin,
            (-1, true) => Outcome::Loss,
            (-1, false) => Outcome::BlessedLoss,
            _ => Outcome::Draw,
        };
        Verdict {
            mv,
            outcome,
            distance_plies,
        }
    }
}

/// What every root move leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootVerdicts {
    verdicts: Vec<Verdict>,
    clock_plies: i32,
    /// Whether a win has to be seen to make progress.
    must_progress: bool,
}

impl RootVerdicts {
    /// By the tables, else by solution; `None` where neither knows all moves. For `history` see
    /// [`Self::look_up`].
    pub fn find(
        tablebase: Option<&Tablebase>,
        position: &Position,
        history: &KeyHistory,
    ) -> Option<RootVerdicts> {
        tablebase
            .and_then(|tablebase| RootVerdicts::look_up(tablebase, position, history))
            .or_else(|| RootVerdicts::solve(position, history))
    }

    /// Looks every move of the root up; `history` are the game's keys with the root last. `None`
    /// unless the tables know all of them.
    pub fn look_up(
        tablebase: &Tablebase,
        position: &Position,
        history: &KeyHistory,
    ) -> Option<RootVerdicts> {
        if !tablebase.covers(position) {
            return None;
        }
        let legal = position.legal_moves().into_iter();
        let verdicts: Option<Vec<Verdict>> = legal
            .map(|mv| verdict(tablebase, position, history, mv))
            .collect();
        RootVerdicts::new(verdicts?, position, history)
    }

    /// The same in the elementary mates, which are solved without tables: no taste and no shortness
    /// of time may let a lone king off.
    pub fn solve(position: &Position, history: &KeyHistory) -> Option<RootVerdicts> {
        elementary_mate_plies(position)?;
        let legal = position.legal_moves().into_iter();
        let verdicts = legal.map(|mv| {
            let child = position.play(mv);
            let plies = match is_draw_by_rule(&child, history) {
                true => 0,
                false => -elementary_mate_plies(&child).unwrap_or(0),
            };
            let distance_plies = match child.is_checkmate() {
                true => 1,
                false => plies + plies.signum(),
            };
            Verdict::new(position, mv, distance_plies)
        });
        RootVerdicts::new(verdicts.collect(), position, history)
    }

    fn new(
        verdicts: Vec<Verdict>,
        position: &Position,
        history: &KeyHistory,
    ) -> Option<RootVerdicts> {
        let must_progress =
            history.occurrences_before() > 0 || position.halfmove_clock() >= PATIENCE_PLIES;
        (!verdicts.is_empty()).then(|| RootVerdicts {
            verdicts,
            clock_plies: position.halfmove_clock() as i32,
            must_progress,
        })
    }

    /// The result of the root for its side to move.
    pub fn outcome(&self) -> Outcome {
        let outcomes = self.verdicts.iter().map(|verdict| verdict.outcome);
        outcomes.max().unwrap_or(Outcome::Draw)
    }

    /// What one move leads to.
    pub fn of(&self, mv: Move) -> Option<Verdict> {
        self.verdicts
            .iter()
            .copied()
            .find(|verdict| verdict.mv == mv)
    }

    /// The moves that keep the result. Of winning moves those that win in time, and only the
    /// nearest to a capture or pawn move when the game has gone in circles.
    pub fn keeping(&self) -> Vec<Move> {
        let outcome = self.outcome();
        let kept = self
            .verdicts
            .iter()
            .filter(|verdict| verdict.outcome == outcome);
        let nearest = kept.clone().map(|verdict| verdict.distance_plies).min();
        let nearest = nearest.unwrap_or(0);
        let plies_left = SAFE_PLIES - self.clock_plies;
        let by_distance = match outcome {
            Outcome::Win => self.must_progress || nearest > plies_left,
            Outcome::CursedWin => true,
            // Whoever loses to the fifty-move rule only must hold out.
            Outcome::Loss | Outcome::BlessedLoss | Outcome::Draw => false,
        };
        let furthest = match (outcome.sign() > 0, by_distance) {
            (true, true) => nearest,
            (true, false) => plies_left,
            (false, _) => i32::MAX,
        };
        kept.filter(|verdict| verdict.distance_plies <= furthest)
            .map(|verdict| verdict.mv)
            .collect()
    }
}

/// What is shown of a score when the result is known: a mate that the search has found, else the
/// result.
pub fn as_proven(score: Score, proven: Option<Outcome>) -> Score {
    let is_mate = score.mate_distance().is_some();
    match proven {
        Some(Outcome::Win) if !(is_mate && score.is_win()) => Score::tablebase_win_in(0),
        Some(Outcome::Loss) if !(is_mate && score.is_loss()) => Score::tablebase_loss_in(0),
        Some(Outcome::Draw | Outcome::CursedWin | Outcome::BlessedLoss) => Score::DRAW,
        Some(Outcome::Win | Outcome::Loss) | None => score,
    }
}

fn verdict(
    tablebase: &Tablebase,
    position: &Position,
    history: &KeyHistory,
    mv: Move,
) -> Option<Verdict> {
    let child = position.play(mv);
    let distance_plies = if child.is_checkmate() {
        1
    } else if is_zeroing(position, mv) {
        tablebase.outcome(&child)?.reversed().distance_at_zeroing()
    } else if is_draw_by_rule(&child, history) {
        0
    } else {
        let plies = -tablebase.distance_plies(&child)?;
        plies + plies.signum()
    };
    Some(Verdict::new(position, mv, distance_plies))
}

/// Whether the position after a move is a draw whatever the tables say.
fn is_draw_by_rule(child: &Position, history: &KeyHistory) -> bool {
    let mut keys = history.clone();
    keys.push(child);
    keys.occurrences_before() >= 2 || child.is_fifty_move_draw()
}
