//! The move picker: the moves of a node in order, the most promising first, generated in stages.
//!
//! The order is: table move, captures that do not lose material by static exchange evaluation (most
//! valuable victim first, MVV), killer moves, quiet moves by their histories, losing captures and
//! underpromotions. A stage is generated only when it is reached. Once quiet moves are pruned, only
//! those that give check are handed out.

use arrayvec::ArrayVec;

use crate::board::{Checks, MOST_MOVES, Move, Piece, Position, piece_value_cp};
use crate::search::histories::{Histories, HistoryContext, PieceTo};
use crate::search::killer_moves::Killers;

/// How many history points a centipawn of captured material counts. Untested guess.
const CAPTURE_VALUE_WEIGHT: i32 = 64;
/// How many history points of a capture count as a centipawn of its exchange. Half of it is no better.
const HISTORY_PER_EXCHANGE_CP: i32 = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PickerStage {
    TableMove,
    GenerateTactical,
    GoodTactical,
    Killers(usize),
    GenerateQuiet,
    Quiet,
    BadTactical,
}

/// The two kinds of moves that the search treats differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveKind {
    /// A capture or promotion.
    Tactical,
    /// Any other move.
    Quiet,
}

/// A move of a node's order, with what pruning and reductions ask about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PickedMove {
    pub(super) mv: Move,
    pub(super) piece: Piece,
    pub(super) kind: MoveKind,
    /// Its place among the moves that are searched, from 1.
    pub(super) number: usize,
    /// The history score of a quiet move, 0 for others.
    pub(super) history: i32,
}

/// Hands out the legal moves of one position, each once.
pub(super) struct MovePicker {
    stage: PickerStage,
    table_move: Option<Move>,
    killers: Killers,
    context: HistoryContext,
    /// The moves of the current stage that are still to be handed out, and their order. They lie
    /// apart so that the processor compares several orders at once.
    candidates: ArrayVec<Move, MOST_MOVES>,
    orders: ArrayVec<i32, MOST_MOVES>,
    bad_tactical: ArrayVec<Move, MOST_MOVES>,
    next_bad: usize,
    only_tactical: bool,
    /// Set when only checks are left of the quiet moves.
    only_checks: Option<Checks>,
}

impl MovePicker {
    /// All moves. A table move that is not legal here is ignored.
    #[inline]
    pub(super) fn all(
        position: &Position,
        table_move: Option<Move>,
        killers: Killers,
        context: HistoryContext,
    ) -> Self {
        MovePicker {
            stage: PickerStage::TableMove,
            table_move: table_move.filter(|&mv| position.is_legal(mv)),
            killers,
            context,
            candidates: ArrayVec::new(),
            orders: ArrayVec::new(),
            bad_tactical: ArrayVec::new(),
            next_bad: 0,
            only_tactical: false,
            only_checks: None,
        }
    }

    /// Captures and queen promotions that do not lose material, for quiescence.
    #[inline]
    pub(super) fn good_tactical(position: &Position, table_move: Option<Move>) -> Self {
        let table_move = table_move.filter(|&mv| position.is_tactical(mv));
        let context = HistoryContext::of_side(position.side_to_move());
        let mut picker = MovePicker::all(position, table_move, [None; 2], context);
        picker.only_tactical = true;
        picker
    }

    /// Leaves out the quiet moves that have not been handed out yet, unless they give check.
    /// Returns whether `mv`, a quiet move that has been handed out, gives check.
    pub(super) fn keep_only_checks(&mut self, position: &Position, mv: Move) -> bool {
        let checks = match self.only_checks {
            Some(checks) => checks,
            None => {
                let checks = position.checks();
                self.only_checks = Some(checks);
                if self.stage == PickerStage::Quiet {
                    self.retain_checks(position, checks);
                }
                checks
            }
        };
        gives_check(position, checks, mv)
    }

    fn retain_checks(&mut self, position: &Position, checks: Checks) {
        for index in (0..self.candidates.len()).rev() {
            if !gives_check(position, checks, self.candidates[index]) {
                self.candidates.swap_pop(index);
                self.orders.swap_remove(index);
            }
        }
    }

    /// The next move; `None` when all have been handed out.
    pub(super) fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
    ) -> Option<(Move, MoveKind)> {
        loop {
            match self.stage {
                PickerStage::TableMove => {
                    self.stage = PickerStage::GenerateTactical;
                    if let Some(mv) = self.table_move {
                        let kind = if position.is_tactical(mv) {
                            MoveKind::Tactical
                        } else {
                            MoveKind::Quiet
                        };
                        return Some((mv, kind));
                    }
                }
                PickerStage::GenerateTactical => {
                    self.generate_tactical(position, histories);
                    self.stage = PickerStage::GoodTactical;
                }
                PickerStage::GoodTactical => {
                    if let Some(mv) = self.take_best() {
                        // In quiescence search a lenient exchange gains nothing.
                        let least_cp = match self.only_tactical {
                            true => 0,
                            false => least_exchange_cp(position, mv, histories),
                        };
                        if is_underpromotion(mv)
                            || !position.static_exchange_is_at_least(mv, least_cp)
                        {
                            self.bad_tactical.push(mv);
                        } else {
                            return Some((mv, MoveKind::Tactical));
                        }
                    } else if self.only_tactical {
                        return None;
                    } else {
                        self.stage = PickerStage::Killers(0);
                    }
                }
                PickerStage::Killers(number) => match self.killers.get(number) {
                    Some(&killer) => {
                        self.stage = PickerStage::Killers(number + 1);
                        if let Some(mv) = killer
                            && Some(mv) != self.table_move
                            && position.is_legal(mv)
                            && !position.is_tactical(mv)
                            && self
                                .only_checks
                                .is_none_or(|checks| gives_check(position, checks, mv))
                        {
                            return Some((mv, MoveKind::Quiet));
                        }
                    }
                    None => self.stage = PickerStage::GenerateQuiet,
                },
                PickerStage::GenerateQuiet => {
                    self.generate_quiet(position, histories);
                    self.stage = PickerStage::Quiet;
                }
                PickerStage::Quiet => match self.take_best() {
                    Some(mv) => return Some((mv, MoveKind::Quiet)),
                    None => self.stage = PickerStage::BadTactical,
                },
                PickerStage::BadTactical => {
                    let mv = *self.bad_tactical.get(self.next_bad)?;
                    self.next_bad += 1;
                    return Some((mv, MoveKind::Tactical));
                }
            }
        }
    }

    /// Generates captures and promotions, ordered by [`tactical_order`].
    ///
    /// Inlined, what prepares the generation would be done for every move that is handed out.
    #[inline(never)]
    fn generate_tactical(&mut self, position: &Position, histories: &Histories) {
        let color = self.context.color;
        let Self {
            candidates,
            orders,
            table_move,
            ..
        } = self;
        position.visit_tactical_moves(|piece, mv| {
            if Some(mv) != *table_move {
                let this = PieceTo::new(color, piece, mv.to);
                let order = tactical_order(position, this, mv, histories);
                candidates.push(mv);
                orders.push(order);
            }
        });
    }

    /// Generates the other moves, ordered by their histories. As for inlining, see
    /// [`Self::generate_tactical`].
    #[inline(never)]
    fn generate_quiet(&mut self, position: &Position, histories: &Histories) {
        let Self {
            candidates,
            orders,
            table_move,
            killers,
            context,
            only_checks,
            ..
        } = self;
        let histories = histories.in_context(*context);
        let add = |piece: Piece, mv: Move| {
            if Some(mv) != *table_move && !killers.contains(&Some(mv)) {
                let order = histories.quiet_score(piece, mv);
                candidates.push(mv);
                orders.push(order);
            }
        };
        match only_checks {
            None => position.visit_quiet_moves(add),
            Some(_) => position.visit_quiet_checks(add),
        }
    }

    /// Takes the candidate with the highest order; among equals the one that was generated first.
    fn take_best(&mut self) -> Option<Move> {
        let highest = self.orders.iter().copied().fold(i32::MIN, i32::max);
        let best = self.orders.iter().position(|&order| order == highest)?;
        self.orders.swap_remove(best);
        self.candidates.swap_pop(best)
    }
}

/// The order of captures and promotions among themselves: the most valuable victim first, adjusted
/// by capture history.
pub(super) fn tactical_order(
    position: &Position,
    this: PieceTo,
    mv: Move,
    histories: &Histories,
) -> i32 {
    let captured = position.captured_piece(mv);
    let victim_cp = captured.map_or(0, piece_value_cp);
    let promotion_cp = mv.promotion.map_or(0, piece_value_cp);
    let history = histories.tactical_score(position, this, mv);
    CAPTURE_VALUE_WEIGHT * (victim_cp + promotion_cp) + history
}

/// What a capture must win by exchanges to come before quiet moves, in centipawns: less than nothing if its
/// history is good.
fn least_exchange_cp(position: &Position, mv: Move, histories: &Histories) -> i32 {
    -histories.tactical_score(position, PieceTo::of(position, mv), mv) / HISTORY_PER_EXCHANGE_CP
}

fn gives_check(position: &Position, checks: Checks, mv: Move) -> bool {
    checks.may_be_given_by(mv)
        && position
            .piece_on(mv.from)
            .is_some_and(|piece| checks.are_given_by(piece, mv))
}

fn is_underpromotion(mv: Move) -> bool {
    mv.promotion.is_some_and(|piece| piece != Piece::Queen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(position: &Position) -> HistoryContext {
        HistoryContext::of_side(position.side_to_move())
    }

    fn picked(position: &Position, table_move: Option<Move>, killers: Killers) -> Vec<Move> {
        let histories = Histories::new();
        let mut picker = MovePicker::all(position, table_move, killers, context(position));
        std::iter::from_fn(|| picker.next(position, &histories).map(|(mv, _)| mv)).collect()
    }

    #[test]
    fn every_legal_move_is_handed_out_once() {
        let fens = include_str!("../../tests/data/exchange.epd");
        for fen in fens.lines().filter(|line| !line.is_empty()) {
            let position: Position = fen.parse().unwrap();
            let legal = position.legal_moves();
            let foreign = Position::start().parse_move("e2e4").unwrap();
            for &first in &legal {
                let moves = picked(
                    &position,
                    Some(first),
                    [legal.last().copied(), Some(foreign)],
                );
                assert_eq!(moves[0], first, "{fen}");
                assert_eq!(moves.len(), legal.len(), "{fen}");
                assert!(legal.iter().all(|mv| moves.contains(mv)), "{fen}");
            }
            assert_eq!(
                picked(&position, Some(foreign), [None; 2]).len(),
                legal.len(),
                "{fen}"
            );
        }
    }

    #[test]
    fn checks_are_left_when_quiet_moves_are_pruned() {
        let fen = "4k3/8/8/8/3Q4/2N5/8/R3K2R w KQ - 0 1";
        let position: Position = fen.parse().unwrap();
        let histories = Histories::new();
        let killers = ["d4d1", "d4e4"].map(|mv| position.parse_move(mv).ok());
        let is_quiet = |&(mv, kind): &(Move, MoveKind)| {
            assert_eq!(kind == MoveKind::Tactical, position.is_tactical(mv));
            kind == MoveKind::Quiet
        };
        let checks = |mv: Move| position.play(mv).in_check();
        let wanted = position.legal_moves();
        let wanted = wanted
            .iter()
            .filter(|&&mv| checks(mv) && !position.is_tactical(mv));
        let wanted = wanted.count();
        // From the first killer on, and from the third of the sorted moves on.
        for (killers, handed_out) in [(killers, 1), ([None; 2], 3)] {
            let mut picker = MovePicker::all(&position, None, killers, context(&position));
            let mut next = || picker.next(&position, &histories);
            let before: Vec<_> = std::iter::from_fn(&mut next)
                .filter(is_quiet)
                .take(handed_out)
                .collect();
            let last = before[handed_out - 1].0;
            assert_eq!(picker.keep_only_checks(&position, last), checks(last));
            let after = std::iter::from_fn(|| picker.next(&position, &histories));
            let after: Vec<_> = after.filter(is_quiet).collect();
            assert!(after.iter().all(|&(mv, _)| checks(mv)));
            let seen = before.iter().filter(|&&(mv, _)| checks(mv)).count();
            assert_eq!(seen + after.len(), wanted);
        }
    }

    #[test]
    fn good_captures_come_first_and_bad_ones_last() {
        let fen = "4k3/8/3p1q2/2p1p3/3PN3/8/8/3QK3 w - - 0 1";
        let position: Position = fen.parse().unwrap();
        let moves = picked(&position, None, [None; 2]);
        assert_eq!(position.san(moves[0]), "Nxf6+");
        assert_eq!(position.san(*moves.last().unwrap()), "Nxc5");
        let mut picker = MovePicker::good_tactical(&position, None);
        let histories = Histories::new();
        let good: Vec<String> = std::iter::from_fn(|| picker.next(&position, &histories))
            .map(|(mv, _)| position.san(mv))
            .collect();
        assert!(good.contains(&"Nxf6+".to_owned()) && !good.contains(&"Nxc5".to_owned()));
    }
}
