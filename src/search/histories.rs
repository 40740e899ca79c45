//! Move histories: the history heuristic (Jonathan Schaeffer 1983) and its relatives.
//!
//! A history is a number within `-HISTORY_MAX..=HISTORY_MAX` for a kind of move. It grows when such a
//! move refutes a node and shrinks when it was tried in vain. Histories order moves, reduce and prune.
//!
//! - Butterfly history with threats ("threat history"): by origin and target, and whether either is
//!   attacked, because fleeing and running into danger differ from the same move without danger.
//! - Continuation history: by the move and an earlier move, one and two plies back. It generalises
//!   counter moves (Jos Uiterwijk 1992).
//! - Pawn history: by the move and the pawn structure.
//! - Capture history: by the moving piece, its target and the captured piece.

use crate::board::{BitBoard, Color, Move, Piece, Position, Square};
use crate::search::parameters::{HISTORY_MAX, SearchParameters};

/// A coloured piece and the square it goes to: a move without its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    const COUNT: usize = 2 * 6 * 64;

    #[inline]
    pub(super) fn new(color: Color, piece: Piece, to: Square) -> PieceTo {
        PieceTo((color as u16 * 6 + piece as u16) * 64 + to as u16)
    }

    /// The coloured piece and target of `mv` in `position`.
    #[inline]
    pub(super) fn of(position: &Position, mv: Move) -> PieceTo {
        let piece = position.piece_on(mv.from).unwrap_or(Piece::Pawn);
        PieceTo::new(position.side_to_move(), piece, mv.to)
    }
}

/// Everything besides a quiet move itself that its histories depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct HistoryContext {
    /// The side to move.
    pub(super) color: Color,
    /// The moves one and two plies back; `None` before the root and for a null move.
    pub(super) previous: [Option<PieceTo>; 2],
    /// The squares that the opponent attacks.
    pub(super) attacked: BitBoard,
    /// The index of the pawn structure, below [`PAWN_STRUCTURES`].
    pub(super) pawns: usize,
}

/// The number of pawn structures that the pawn history keeps apart, a power of two.
pub(super) const PAWN_STRUCTURES: usize = 512;

impl HistoryContext {
    /// A context in which only the side to move is known.
    pub(super) fn of_side(color: Color) -> HistoryContext {
        HistoryContext {
            color,
            previous: [None; 2],
            attacked: BitBoard::EMPTY,
            pawns: 0,
        }
    }
}

/// The histories of one search thread, kept between the moves of a game.
#[derive(Clone, Debug)]
pub(super) struct Histories {
    /// By whether origin and target are attacked, colour, origin and target.
    butterfly: Vec<i16>,
    /// By an earlier move and the move itself.
    continuation: Vec<i16>,
    /// By pawn structure and the move.
    pawn: Vec<i16>,
    /// By moving piece, target and captured piece.
    capture: Vec<i16>,
}

impl Histories {
    pub(super) fn new() -> Histories {
        Histories {
            butterfly: vec![0; 4 * 2 * 64 * 64],
            continuation: vec![0; PieceTo::COUNT * PieceTo::COUNT],
            pawn: vec![0; PAWN_STRUCTURES * PieceTo::COUNT],
            capture: vec![0; PieceTo::COUNT * 6],
        }
    }

    /// The histories of quiet moves of one position.
    #[inline]
    pub(super) fn in_context(&self, context: HistoryContext) -> QuietHistories<'_> {
        let row = |table, number: usize| row(table, number * PieceTo::COUNT);
        let [last, last_but_one] = context.previous.map(|previous| match previous {
            Some(previous) => row(&self.continuation, usize::from(previous.0)),
            None => NO_HISTORY,
        });
        QuietHistories {
            butterfly: &self.butterfly,
            pawn: row(&self.pawn, context.pawns),
            last,
            last_but_one,
            context,
        }
    }

    /// The history of a capture or promotion; 0 for a promotion that captures nothing.
    #[inline]
    pub(super) fn tactical_score(&self, position: &Position, this: PieceTo, mv: Move) -> i32 {
        let captured = position.captured_piece(mv);
        captured.map_or(0, |it| i32::from(self.capture[capture_index(this, it)]))
    }

    /// Changes all histories of a quiet move by `bonus`.
    pub(super) fn update_quiet(
        &mut self,
        context: HistoryContext,
        piece: Piece,
        mv: Move,
        bonus: i32,
    ) {
        self.update_butterfly(context, mv, bonus);
        let this = PieceTo::new(context.color, piece, mv.to);
        add_bonus(&mut self.pawn[pawn_index(context, this)], bonus);
        for previous in context.previous.into_iter().flatten() {
            let index = continuation_index(previous, this);
            add_bonus(&mut self.continuation[index], bonus);
        }
    }

    /// Changes the butterfly history of a quiet move by `bonus`.
    pub(super) fn update_butterfly(&mut self, context: HistoryContext, mv: Move, bonus: i32) {
        add_bonus(&mut self.butterfly[butterfly_index(context, mv)], bonus);
    }

    /// Changes the history of a capture by `bonus`.
    pub(super) fn update_capture(&mut self, this: PieceTo, captured: Piece, bonus: i32) {
        add_bonus(&mut self.capture[capture_index(this, captured)], bonus);
    }
}

/// A history for each piece and target.
type PieceToRow = [i16; PieceTo::COUNT];

const NO_HISTORY: &PieceToRow = &[0; PieceTo::COUNT];

/// The row of a table that begins here.
#[inline]
fn row(table: &[i16], start: usize) -> &PieceToRow {
    table[start..].first_chunk().unwrap_or(NO_HISTORY)
}

/// What [`Histories`] say of the quiet moves of one position.
pub(super) struct QuietHistories<'h> {
    butterfly: &'h [i16],
    pawn: &'h PieceToRow,
    /// The continuations of the last move and of the one before.
    last: &'h PieceToRow,
    last_but_one: &'h PieceToRow,
    context: HistoryContext,
}

impl QuietHistories<'_> {
    /// The sum of a quiet move's histories; the continuation of the last move counts twice.
    #[inline]
    pub(super) fn quiet_score(&self, piece: Piece, mv: Move) -> i32 {
        let this = usize::from(PieceTo::new(self.context.color, piece, mv.to).0);
        i32::from(self.butterfly[butterfly_index(self.context, mv)])
            + i32::from(self.pawn[this])
            + 2 * i32::from(self.last[this])
            + i32::from(self.last_but_one[this])
    }
}

/// How much a cutoff at some depth counts, in history points.
pub(super) fn history_bonus(parameters: &SearchParameters, depth_plies: i32) -> i32 {
    (depth_plies * parameters.history_per_ply).min(parameters.history_bonus_max)
}

/// Moves a history towards its limit, the slower the nearer it is to it ("gravity").
fn add_bonus(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

#[inline]
fn butterfly_index(context: HistoryContext, mv: Move) -> usize {
    let attacked = |square| usize::from(context.attacked.has(square));
    let danger = attacked(mv.from) * 2 + attacked(mv.to);
    ((danger * 2 + context.color as usize) * 64 + mv.from as usize) * 64 + mv.to as usize
}

#[inline]
fn pawn_index(context: HistoryContext, this: PieceTo) -> usize {
    context.pawns * PieceTo::COUNT + usize::from(this.0)
}

#[inline]
fn continuation_index(previous: PieceTo, this: PieceTo) -> usize {
    usize::from(previous.0) * PieceTo::COUNT + usize::from(this.0)
}

#[inline]
fn capture_index(this: PieceTo, captured: Piece) -> usize {
    usize::from(this.0) * 6 + captured as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(previous: [Option<PieceTo>; 2]) -> HistoryContext {
        HistoryContext {
            previous,
            ..HistoryContext::of_side(Color::White)
        }
    }

    #[test]
    fn a_history_stays_in_range_and_can_be_reversed() {
        let mv = Position::start().parse_move("g1f3").unwrap();
        let before = PieceTo::new(Color::Black, Piece::Pawn, Square::E5);
        let context = context([Some(before), None]);
        let mut histories = Histories::new();
        for _ in 0..10_000 {
            histories.update_quiet(context, Piece::Knight, mv, 2_000);
        }
        let high = histories.in_context(context).quiet_score(Piece::Knight, mv);
        assert!((3 * HISTORY_MAX..=4 * HISTORY_MAX).contains(&high));
        for _ in 0..10_000 {
            histories.update_quiet(context, Piece::Knight, mv, -2_000);
        }
        let low = histories.in_context(context).quiet_score(Piece::Knight, mv);
        assert!((-4 * HISTORY_MAX..=-3 * HISTORY_MAX).contains(&low));
    }

    #[test]
    fn a_continuation_counts_only_after_its_previous_move() {
        let mv = Position::start().parse_move("g1f3").unwrap();
        let before = PieceTo::new(Color::Black, Piece::Pawn, Square::E5);
        let other = PieceTo::new(Color::Black, Piece::Pawn, Square::D5);
        let mut histories = Histories::new();
        histories.update_quiet(context([Some(before), None]), Piece::Knight, mv, 500);
        let score = |before| {
            histories
                .in_context(context([before, None]))
                .quiet_score(Piece::Knight, mv)
        };
        assert_eq!(score(Some(before)), 2_000);
        assert_eq!(score(Some(other)), 1_000);
        assert_eq!(score(None), 1_000);
    }

    #[test]
    fn danger_and_pawns_are_told_apart() {
        let mv = Position::start().parse_move("g1f3").unwrap();
        let mut histories = Histories::new();
        let safe = context([None; 2]);
        histories.update_quiet(safe, Piece::Knight, mv, 500);
        assert_eq!(
            histories.in_context(safe).quiet_score(Piece::Knight, mv),
            1_000
        );
        let other_pawns = HistoryContext { pawns: 7, ..safe };
        assert_eq!(
            histories
                .in_context(other_pawns)
                .quiet_score(Piece::Knight, mv),
            500
        );
        for square in [mv.from, mv.to] {
            let attacked = HistoryContext {
                attacked: square.bitboard(),
                ..safe
            };
            assert_eq!(
                histories
                    .in_context(attacked)
                    .quiet_score(Piece::Knight, mv),
                500
            );
        }
    }
}
