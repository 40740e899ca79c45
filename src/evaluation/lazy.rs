//! Lazy evaluation: what a position is worth at least, from material alone.
//!
//! Owns the margin and the conditions under which the rest can be trusted to stay within it. It must
//! not know who asks.

use super::Evaluator;
use super::blend::{FADE_PLIES, phase};
use crate::board::{Color, Piece, Position};
use crate::score::Score;

/// What the rest of the evaluation hardly ever takes from a lead in material, in centipawns: it did
/// so in 22 of 44,520 quiescence nodes of the benchmark that were this far above beta.
const MARGIN_CP: i32 = 400;
/// With fewer pieces endings are scaled, solved or drawn whatever the material says.
const LEAST_PHASE: i32 = 8;

impl Evaluator {
    /// Something that [`Self::evaluate`] is hardly ever below, found at a tenth of its cost; `None`
    /// under weights, which may make anything matter, and in endings.
    #[inline]
    pub fn at_least(&self, position: &Position) -> Option<Score> {
        if !self.weights.is_neutral() || phase(position) < LEAST_PHASE {
            return None;
        }
        let us = position.side_to_move();
        let lead_cp = material_cp(position, us) - material_cp(position, !us);
        let faded = lead_cp * (FADE_PLIES - position.halfmove_clock() as i32) / FADE_PLIES;
        Some(Score::from_cp(faded - MARGIN_CP))
    }
}

fn material_cp(position: &Position, color: Color) -> i32 {
    let kinds = [
        Piece::Pawn,
        Piece::Knight,
        Piece::Bishop,
        Piece::Rook,
        Piece::Queen,
    ];
    let worth = |piece| {
        let count = position.colored_pieces(color, piece).len() as i32;
        count * Position::exchange_value_cp(piece)
    };
    kinds.into_iter().map(worth).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{EvaluationWeights, Family};

    /// All positions two plies from those of the benchmark.
    fn positions() -> impl Iterator<Item = Position> {
        let children = |position: &Position| {
            let moves = position.legal_moves();
            let position = position.clone();
            moves.into_iter().map(move |mv| position.play(mv))
        };
        let fens = include_str!("../lab/bench.epd").lines();
        let roots = fens.map(|fen| fen.parse::<Position>().unwrap());
        roots
            .flat_map(move |root| children(&root).collect::<Vec<_>>())
            .flat_map(move |child| children(&child).collect::<Vec<_>>())
    }

    #[test]
    fn the_bound_holds_but_for_one_in_a_hundred() {
        let mut evaluator = Evaluator::new(EvaluationWeights::neutral(), Color::White);
        let (mut asked, mut wrong) = (0, 0);
        for position in positions().filter(|position| !position.in_check()) {
            let Some(bound) = evaluator.at_least(&position) else {
                assert!(phase(&position) < LEAST_PHASE);
                continue;
            };
            let value = evaluator.evaluate(&position);
            asked += 1;
            wrong += usize::from(value < bound);
        }
        // Whatever two random moves have left hanging.
        assert!(asked > 10_000, "{asked}");
        assert!(wrong * 100 < asked, "{wrong} of {asked}");
    }

    #[test]
    fn under_weights_and_in_endings_nothing_is_said() {
        let start = Position::start();
        let neutral = Evaluator::new(EvaluationWeights::neutral(), Color::White);
        assert!(
            neutral
                .at_least(&start)
                .is_some_and(|bound| bound < Score::DRAW)
        );
        let weights = EvaluationWeights::neutral().with(Family::Pawns, 99, 100);
        assert_eq!(Evaluator::new(weights, Color::White).at_least(&start), None);
        let ending: Position = "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1".parse().unwrap();
        assert_eq!(neutral.at_least(&ending), None);
    }
}
