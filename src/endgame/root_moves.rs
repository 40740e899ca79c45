//! Root moves in known endgames: what each leads to under the fifty-move rule, and which of them
//! the search may choose from.
//!
//! A result is never given away. Among winning moves the choice is free as long as the win makes
//! progress.

use super::elementary::elementary_mate_plies;
use super::syzygy::{Tablebase, is_zeroing};
use super::win_draw_loss::WinDrawLoss;
use crate::board::{KeyHistory, Move, Position};
use crate::score::Score;

/// A win is safe while its distance and the half-move clock add up to at most this, in plies:
/// distances may be too small by one.
const SAFE_PLIES: i32 = 99;
/// From this half-move clock on, a win goes by distance alone.
const PATIENCE_PLIES: u32 = 40;

/// A root move with its proven result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvenMove {
    /// The move.
    pub mv: Move,
    /// Its result for the side that makes it, with the half-move clock taken into account.
    pub outcome: WinDrawLoss,
    /// Half-moves to the next capture or pawn move, the move itself included; negative for the
    /// loser, 0 in a draw.
    pub distance_plies: i32,
}

impl ProvenMove {
    fn new(position: &Position, mv: Move, distance_plies: i32) -> ProvenMove {
        let clock_plies = match is_zeroing(position, mv) {
            true => 0,
            false => position.halfmove_clock() as i32,
        };
        let in_time = distance_plies.abs() + clock_plies <= SAFE_PLIES + 1;
        let outcome = match (distance_plies.signum(), in_time) {
            (1, true) => WinDrawLoss::Win,
            (1, false) => WinDrawLoss::CursedWin,
            (-1, true) => WinDrawLoss::Loss,
            (-1, false) => WinDrawLoss::BlessedLoss,
            _ => WinDrawLoss::Draw,
        };
        ProvenMove {
            mv,
            outcome,
            distance_plies,
        }
    }
}

/// All root moves with their proven results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenMoves {
    moves: Vec<ProvenMove>,
    clock_plies: i32,
    /// Whether only the shortest wins count, because the game makes no progress.
    must_progress: bool,
}

impl ProvenMoves {
    /// From the tables, else from the solved elementary mates; `None` where neither knows all
    /// moves. For `history` see [`Self::look_up`].
    pub fn find(
        tablebase: Option<&Tablebase>,
        position: &Position,
        history: &KeyHistory,
    ) -> Option<ProvenMoves> {
        tablebase
            .and_then(|tablebase| ProvenMoves::look_up(tablebase, position, history))
            .or_else(|| ProvenMoves::solve(position, history))
    }

    /// Looks up every root move in the tables; `history` holds the game's keys with the root last.
    /// `None` unless the tables know all moves.
    pub fn look_up(
        tablebase: &Tablebase,
        position: &Position,
        history: &KeyHistory,
    ) -> Option<ProvenMoves> {
        if !tablebase.covers(position) {
            return None;
        }
        let legal = position.legal_moves().into_iter();
        let moves: Option<Vec<ProvenMove>> = legal
            .map(|mv| look_up_move(tablebase, position, history, mv))
            .collect();
        ProvenMoves::new(moves?, position, history)
    }

    /// The same for the elementary mates, which need no tables: neither a personality nor lack of
    /// time may let the lone king escape.
    pub fn solve(position: &Position, history: &KeyHistory) -> Option<ProvenMoves> {
        elementary_mate_plies(position)?;
        let legal = position.legal_moves().into_iter();
        let moves = legal.map(|mv| {
            let child = position.play(mv);
            let plies = match is_draw_by_rule(&child, history) {
                true => 0,
                false => -elementary_mate_plies(&child).unwrap_or(0),
            };
            let distance_plies = match child.is_checkmate() {
                true => 1,
                false => plies + plies.signum(),
            };
            ProvenMove::new(position, mv, distance_plies)
        });
        ProvenMoves::new(moves.collect(), position, history)
    }

    fn new(
        moves: Vec<ProvenMove>,
        position: &Position,
        history: &KeyHistory,
    ) -> Option<ProvenMoves> {
        let must_progress =
            history.occurrences_before() > 0 || position.halfmove_clock() >= PATIENCE_PLIES;
        (!moves.is_empty()).then(|| ProvenMoves {
            moves,
            clock_plies: position.halfmove_clock() as i32,
            must_progress,
        })
    }

    /// The result of the root for its side to move.
    pub fn outcome(&self) -> WinDrawLoss {
        let outcomes = self.moves.iter().map(|proven_move| proven_move.outcome);
        outcomes.max().unwrap_or(WinDrawLoss::Draw)
    }

    /// One move with its result.
    pub fn of(&self, mv: Move) -> Option<ProvenMove> {
        self.moves
            .iter()
            .copied()
            .find(|proven_move| proven_move.mv == mv)
    }

    /// The moves that keep the result. Of the winning moves only those that win in time, and only
    /// the shortest once the game makes no progress.
    pub fn keeping(&self) -> Vec<Move> {
        let outcome = self.outcome();
        let kept = self
            .moves
            .iter()
            .filter(|proven_move| proven_move.outcome == outcome);
        let nearest = kept
            .clone()
            .map(|proven_move| proven_move.distance_plies)
            .min();
        let nearest = nearest.unwrap_or(0);
        let plies_left = SAFE_PLIES - self.clock_plies;
        let by_distance = match outcome {
            WinDrawLoss::Win => self.must_progress || nearest > plies_left,
            WinDrawLoss::CursedWin => true,
            // There is no win to shorten.
            WinDrawLoss::Loss | WinDrawLoss::BlessedLoss | WinDrawLoss::Draw => false,
        };
        let furthest = match (outcome.sign() > 0, by_distance) {
            (true, true) => nearest,
            (true, false) => plies_left,
            (false, _) => i32::MAX,
        };
        kept.filter(|proven_move| proven_move.distance_plies <= furthest)
            .map(|proven_move| proven_move.mv)
            .collect()
    }
}

/// The score to show when the result is proven: a mate that the search has found, else the result.
pub fn as_proven(score: Score, proven: Option<WinDrawLoss>) -> Score {
    let is_mate = score.mate_distance_plies().is_some();
    match proven {
        Some(WinDrawLoss::Win) if !(is_mate && score.is_win()) => Score::tablebase_win_in(0),
        Some(WinDrawLoss::Loss) if !(is_mate && score.is_loss()) => Score::tablebase_loss_in(0),
        Some(WinDrawLoss::Draw | WinDrawLoss::CursedWin | WinDrawLoss::BlessedLoss) => Score::DRAW,
        Some(WinDrawLoss::Win | WinDrawLoss::Loss) | None => score,
    }
}

fn look_up_move(
    tablebase: &Tablebase,
    position: &Position,
    history: &KeyHistory,
    mv: Move,
) -> Option<ProvenMove> {
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
    Some(ProvenMove::new(position, mv, distance_plies))
}

/// Whether the position after a move is a draw whatever the tables say.
fn is_draw_by_rule(child: &Position, history: &KeyHistory) -> bool {
    let mut keys = history.clone();
    keys.push(child);
    keys.occurrences_before() >= 2 || child.is_fifty_move_draw()
}
