//! `MovePicker`: the moves of a node, the most promising first, generated in stages.
//!
//! Table move, captures that do not lose material, killers, quiet moves by their history, losing
//! captures and underpromotions. Later stages are generated only if they are reached.

use arrayvec::ArrayVec;

use crate::board::{Move, Piece, Position};
use crate::search::heuristics::{Context, Heuristics, Killers, PieceTo};

const MAX_MOVES: usize = 218;

/// A centipawn of captured material counts as many history points. Untested guess.
const CAPTURE_VALUE_WEIGHT: i32 = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    GenerateTactical,
    GoodTactical,
    Killers(usize),
    GenerateQuiet,
    Quiet,
    BadTactical,
}

/// Where a picked move came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A capture or promotion.
    Tactical,
    /// Anything else.
    Quiet,
}

/// Hands out the legal moves of one position, each once.
pub(super) struct MovePicker {
    stage: Stage,
    table_move: Option<Move>,
    killers: Killers,
    context: Context,
    /// The moves of the current stage that are still to be handed out, and their order: apart,
    /// so that the highest is found four at a time.
    candidates: ArrayVec<Move, MAX_MOVES>,
    orders: ArrayVec<i32, MAX_MOVES>,
    bad_tactical: ArrayVec<Move, MAX_MOVES>,
    next_bad: usize,
    only_tactical: bool,
    skips_quiet: bool,
}

impl MovePicker {
    /// All moves. A table move that is not legal here is ignored.
    #[inline]
    pub(super) fn all(
        position: &Position,
        table_move: Option<Move>,
        killers: Killers,
        context: Context,
    ) -> Self {
        MovePicker {
            stage: Stage::Table,
            table_move: table_move.filter(|&mv| position.is_legal(mv)),
            killers,
            context,
            candidates: ArrayVec::new(),
            orders: ArrayVec::new(),
            bad_tactical: ArrayVec::new(),
            next_bad: 0,
            only_tactical: false,
            skips_quiet: false,
        }
    }

    /// Captures and queen promotions that do not lose material, for quiescence.
    #[inline]
    pub(super) fn good_tactical(
        position: &Position,
        table_move: Option<Move>,
        context: Context,
    ) -> Self {
        let table_move = table_move.filter(|&mv| position.is_tactical(mv));
        let mut picker = MovePicker::all(position, table_move, [None; 2], context);
        picker.only_tactical = true;
        picker
    }

    /// Leaves out the quiet moves that have not been handed out yet.
    pub(super) fn skip_quiet_moves(&mut self) {
        self.skips_quiet = true;
    }

    /// The next move; `None` when all have been handed out.
    pub(super) fn next(
        &mut self,
        position: &Position,
        heuristics: &Heuristics,
    ) -> Option<(Move, Kind)> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateTactical;
                    if let Some(mv) = self.table_move {
                        let kind = if position.is_tactical(mv) {
                            Kind::Tactical
                        } else {
                            Kind::Quiet
                        };
                        return Some((mv, kind));
                    }
                }
                Stage::GenerateTactical => {
                    self.generate_tactical(position, heuristics);
                    self.stage = Stage::GoodTactical;
                }
                Stage::GoodTactical => {
                    if let Some(mv) = self.take_best() {
                        if is_underpromotion(mv) || !position.exchange_is_at_least(mv, 0) {
                            self.bad_tactical.push(mv);
                        } else {
                            return Some((mv, Kind::Tactical));
                        }
                    } else if self.only_tactical {
                        return None;
                    } else {
                        self.stage = Stage::Killers(0);
                    }
                }
                Stage::Killers(_) | Stage::GenerateQuiet | Stage::Quiet if self.skips_quiet => {
                    self.candidates.clear();
                    self.orders.clear();
                    self.stage = Stage::BadTactical;
                }
                Stage::Killers(number) => match self.killers.get(number) {
                    Some(&killer) => {
                        self.stage = Stage::Killers(number + 1);
                        if let Some(mv) = killer
                            && Some(mv) != self.table_move
                            && position.is_legal(mv)
                            && !position.is_tactical(mv)
                        {
                            return Some((mv, Kind::Quiet));
                        }
                    }
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    self.generate_quiet(position, heuristics);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.take_best() {
                    Some(mv) => return Some((mv, Kind::Quiet)),
                    None => self.stage = Stage::BadTactical,
                },
                Stage::BadTactical => {
                    let mv = *self.bad_tactical.get(self.next_bad)?;
                    self.next_bad += 1;
                    return Some((mv, Kind::Tactical));
                }
            }
        }
    }

    /// Most valuable victim first, corrected by what such captures have done elsewhere.
    fn generate_tactical(&mut self, position: &Position, heuristics: &Heuristics) {
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
                let order = tactical_order(position, this, mv, heuristics);
                candidates.push(mv);
                orders.push(order);
            }
        });
    }

    fn generate_quiet(&mut self, position: &Position, heuristics: &Heuristics) {
        let Self {
            candidates,
            orders,
            table_move,
            killers,
            context,
            ..
        } = self;
        position.visit_quiet_moves(|piece, mv| {
            if Some(mv) != *table_move && !killers.contains(&Some(mv)) {
                let order = heuristics.quiet_score(*context, piece, mv);
                candidates.push(mv);
                orders.push(order);
            }
        });
    }

    /// Takes the candidate with the highest order, the first generated among equals.
    fn take_best(&mut self) -> Option<Move> {
        let highest = self.orders.iter().copied().fold(i32::MIN, i32::max);
        let best = self.orders.iter().position(|&order| order == highest)?;
        self.orders.swap_remove(best);
        self.candidates.swap_pop(best)
    }
}

/// The order of captures and promotions among themselves.
pub(super) fn tactical_order(
    position: &Position,
    this: PieceTo,
    mv: Move,
    heuristics: &Heuristics,
) -> i32 {
    let captured = position.captured_piece(mv);
    let victim_cp = captured.map_or(0, Position::exchange_value_cp);
    let promotion_cp = mv.promotion.map_or(0, Position::exchange_value_cp);
    let history = captured.map_or(0, |captured| heuristics.capture_score(this, captured));
    CAPTURE_VALUE_WEIGHT * (victim_cp + promotion_cp) + history
}

fn is_underpromotion(mv: Move) -> bool {
    mv.promotion.is_some_and(|piece| piece != Piece::Queen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(position: &Position) -> Context {
        Context {
            color: position.side_to_move(),
            before: [None; 2],
        }
    }

    fn picked(position: &Position, table_move: Option<Move>, killers: Killers) -> Vec<Move> {
        let heuristics = Heuristics::new();
        let mut picker = MovePicker::all(position, table_move, killers, context(position));
        std::iter::from_fn(|| picker.next(position, &heuristics).map(|(mv, _)| mv)).collect()
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
    fn good_captures_come_first_and_bad_ones_last() {
        let fen = "4k3/8/3p1q2/2p1p3/3PN3/8/8/3QK3 w - - 0 1";
        let position: Position = fen.parse().unwrap();
        let moves = picked(&position, None, [None; 2]);
        assert_eq!(position.san(moves[0]), "Nxf6+");
        assert_eq!(position.san(*moves.last().unwrap()), "Nxc5");
        let mut picker = MovePicker::good_tactical(&position, None, context(&position));
        let heuristics = Heuristics::new();
        let good: Vec<String> = std::iter::from_fn(|| picker.next(&position, &heuristics))
            .map(|(mv, _)| position.san(mv))
            .collect();
        assert!(good.contains(&"Nxf6+".to_owned()) && !good.contains(&"Nxc5".to_owned()));
    }
}
