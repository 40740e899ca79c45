//! What earlier nodes suggest about moves: killers and histories.
//!
//! Heuristics order, reduce and prune; they never decide a score by themselves. Histories are
//! numbers within `-HISTORY_MAX..=HISTORY_MAX` that grow when a move refutes a node and shrink
//! when it was tried in vain.

use crate::board::{BitBoard, Color, Move, Piece, Position, Square};
use crate::score::MAX_PLY;
use crate::search::parameters::{HISTORY_MAX, SearchParameters};

/// The two quiet moves that last refuted a node at some ply.
pub(super) type Killers = [Option<Move>; 2];

/// A coloured piece and the square it goes to: a move without its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    const COUNT: usize = 2 * 6 * 64;

    #[inline]
    pub(super) fn new(color: Color, piece: Piece, to: Square) -> PieceTo {
        PieceTo((color as u16 * 6 + piece as u16) * 64 + to as u16)
    }

    /// What `mv` is in `position`.
    #[inline]
    pub(super) fn of(position: &Position, mv: Move) -> PieceTo {
        let piece = position.piece_on(mv.from).unwrap_or(Piece::Pawn);
        PieceTo::new(position.side_to_move(), piece, mv.to)
    }
}

/// Where quiet moves are judged: whose turn it is, the last moves before, one and two plies back,
/// `None` at the root's edge and after a passed move, what the opponent attacks, and the pawns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    pub(super) color: Color,
    pub(super) before: [Option<PieceTo>; 2],
    pub(super) attacked: BitBoard,
    /// The index of a pawn structure, below [`PAWN_STRUCTURES`].
    pub(super) pawns: usize,
}

/// Pawn structures that the histories keep apart, a power of two.
pub(super) const PAWN_STRUCTURES: usize = 512;

impl Context {
    /// Where nothing is known but whose turn it is.
    pub(super) fn of_side(color: Color) -> Context {
        Context {
            color,
            before: [None; 2],
            attacked: BitBoard::EMPTY,
            pawns: 0,
        }
    }
}

/// The memory of one search thread, kept between moves of a game.
#[derive(Clone, Debug)]
pub(super) struct Heuristics {
    killers: Vec<Killers>,
    /// By colour, whether origin and target are attacked, origin and target: fleeing and running
    /// into danger are other moves than the same without ("threat history").
    quiet: Vec<i16>,
    /// By an earlier move and the move itself.
    continuation: Vec<i16>,
    /// By pawn structure and the move ("pawn history").
    structure: Vec<i16>,
    /// By moving piece, target and captured piece.
    capture: Vec<i16>,
}

impl Heuristics {
    pub(super) fn new() -> Heuristics {
        Heuristics {
            killers: vec![[None; 2]; MAX_PLY],
            quiet: vec![0; 4 * 2 * 64 * 64],
            continuation: vec![0; PieceTo::COUNT * PieceTo::COUNT],
            structure: vec![0; PAWN_STRUCTURES * PieceTo::COUNT],
            capture: vec![0; PieceTo::COUNT * 6],
        }
    }

    /// Killers belong to plies of one search; the histories stay.
    pub(super) fn start_search(&mut self) {
        self.killers.fill([None; 2]);
    }

    pub(super) fn killers(&self, ply: usize) -> Killers {
        self.killers[ply]
    }

    /// How well a quiet move of `piece` has done elsewhere, with these pawns, and after moves like the
    /// last ones, the last one counting twice.
    #[inline]
    pub(super) fn quiet_score(&self, context: Context, piece: Piece, mv: Move) -> i32 {
        let this = PieceTo::new(context.color, piece, mv.to);
        let after = |before: PieceTo| i32::from(self.continuation[continuation(before, this)]);
        let [last, last_but_one] = context.before;
        i32::from(self.quiet[quiet(context, mv)])
            + i32::from(self.structure[structure(context, this)])
            + 2 * last.map_or(0, after)
            + last_but_one.map_or(0, after)
    }

    /// How well a capture of `captured` has done elsewhere.
    #[inline]
    pub(super) fn capture_score(&self, this: PieceTo, captured: Piece) -> i32 {
        i32::from(self.capture[capture(this, captured)])
    }

    /// Remembers a quiet move that refuted a node at `ply`.
    pub(super) fn note_killer(&mut self, mv: Move, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Moves a quiet move's histories by `bonus`.
    pub(super) fn adjust_quiet(&mut self, context: Context, piece: Piece, mv: Move, bonus: i32) {
        self.adjust_alone(context, mv, bonus);
        let this = PieceTo::new(context.color, piece, mv.to);
        adjust(&mut self.structure[structure(context, this)], bonus);
        for before in context.before.into_iter().flatten() {
            adjust(&mut self.continuation[continuation(before, this)], bonus);
        }
    }

    /// Moves the part of a quiet move's histories that asks for no other move.
    pub(super) fn adjust_alone(&mut self, context: Context, mv: Move, bonus: i32) {
        adjust(&mut self.quiet[quiet(context, mv)], bonus);
    }

    /// Moves a capture's history by `bonus`.
    pub(super) fn adjust_capture(&mut self, this: PieceTo, captured: Piece, bonus: i32) {
        adjust(&mut self.capture[capture(this, captured)], bonus);
    }
}

/// How much a result at some depth counts, in history points.
pub(super) fn history_bonus(parameters: &SearchParameters, depth_plies: i32) -> i32 {
    (depth_plies * parameters.history_per_ply).min(parameters.history_bonus_max)
}

/// Moves a history value towards its limit, the slower the nearer it is ("gravity").
fn adjust(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

#[inline]
fn quiet(context: Context, mv: Move) -> usize {
    let attacked = |square| usize::from(context.attacked.has(square));
    let danger = attacked(mv.from) * 2 + attacked(mv.to);
    ((danger * 2 + context.color as usize) * 64 + mv.from as usize) * 64 + mv.to as usize
}

#[inline]
fn structure(context: Context, this: PieceTo) -> usize {
    context.pawns * PieceTo::COUNT + usize::from(this.0)
}

#[inline]
fn continuation(before: PieceTo, this: PieceTo) -> usize {
    usize::from(before.0) * PieceTo::COUNT + usize::from(this.0)
}

#[inline]
fn capture(this: PieceTo, captured: Piece) -> usize {
    usize::from(this.0) * 6 + captured as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(before: [Option<PieceTo>; 2]) -> Context {
        Context {
            before,
            ..Context::of_side(Color::White)
        }
    }

    #[test]
    fn history_stays_in_range_and_forgets() {
        let mv = Position::start().parse_move("g1f3").unwrap();
        let before = PieceTo::new(Color::Black, Piece::Pawn, Square::E5);
        let context = context([Some(before), None]);
        let mut heuristics = Heuristics::new();
        for _ in 0..10_000 {
            heuristics.adjust_quiet(context, Piece::Knight, mv, 2_000);
        }
        let high = heuristics.quiet_score(context, Piece::Knight, mv);
        assert!((3 * HISTORY_MAX..=4 * HISTORY_MAX).contains(&high));
        for _ in 0..10_000 {
            heuristics.adjust_quiet(context, Piece::Knight, mv, -2_000);
        }
        let low = heuristics.quiet_score(context, Piece::Knight, mv);
        assert!((-4 * HISTORY_MAX..=-3 * HISTORY_MAX).contains(&low));
    }

    #[test]
    fn a_continuation_is_remembered_only_after_its_move() {
        let mv = Position::start().parse_move("g1f3").unwrap();
        let before = PieceTo::new(Color::Black, Piece::Pawn, Square::E5);
        let other = PieceTo::new(Color::Black, Piece::Pawn, Square::D5);
        let mut heuristics = Heuristics::new();
        heuristics.adjust_quiet(context([Some(before), None]), Piece::Knight, mv, 500);
        let score = |before| heuristics.quiet_score(context([before, None]), Piece::Knight, mv);
        assert_eq!(score(Some(before)), 2_000);
        assert_eq!(score(Some(other)), 1_000);
        assert_eq!(score(None), 1_000);
    }

    #[test]
    fn a_move_out_of_danger_or_with_other_pawns_is_another_move() {
        let mv = Position::start().parse_move("g1f3").unwrap();
        let mut heuristics = Heuristics::new();
        let safe = context([None; 2]);
        heuristics.adjust_quiet(safe, Piece::Knight, mv, 500);
        assert_eq!(heuristics.quiet_score(safe, Piece::Knight, mv), 1_000);
        let other_pawns = Context { pawns: 7, ..safe };
        assert_eq!(heuristics.quiet_score(other_pawns, Piece::Knight, mv), 500);
        for square in [mv.from, mv.to] {
            let attacked = Context {
                attacked: square.bitboard(),
                ..safe
            };
            assert_eq!(heuristics.quiet_score(attacked, Piece::Knight, mv), 500);
        }
    }

    #[test]
    fn the_last_two_killers_are_kept() {
        let moves = Position::start().legal_moves();
        let mut heuristics = Heuristics::new();
        for mv in [moves[0], moves[1], moves[1], moves[2]] {
            heuristics.note_killer(mv, 3);
        }
        assert_eq!(heuristics.killers(3), [Some(moves[2]), Some(moves[1])]);
        heuristics.start_search();
        assert_eq!(heuristics.killers(3), [None; 2]);
    }
}
