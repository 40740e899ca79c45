//! Samples: positions with an evaluation, a search's score and the result, 32 bytes each.

use crate::board::{Color, Piece, Position, Square};
use crate::endgame;
use crate::evaluation::Evaluator;
use crate::evaluation::network::features::View;
use crate::lab::tuning::evaluation::dataset::Labelled;

/// Men of a sample.
const MOST_MEN: usize = 32;
/// The share of a correction counts in this many parts.
const SHARES: f32 = 255.0;
/// In the place of half points where a teacher speaks.
pub(super) const NO_RESULT: u8 = 3;

/// A position to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingPosition {
    occupied: u64,
    /// For each occupied square from a1 on its man: four bits, the colour in the highest.
    men: [u8; MOST_MEN / 2],
    /// What the evaluation before says for the side to move, in centipawns.
    pub(super) before_cp: i16,
    /// The score of a search, or what a teacher says, for the side to move, in centipawns.
    pub(super) score_cp: i16,
    /// The result for the side to move, in half points, or [`NO_RESULT`].
    pub(super) half_points: u8,
    /// How much of a correction counts, of [`SHARES`].
    share: u8,
    is_black_to_move: bool,
}

/// The features of a sample for both sides, that of the side to move first.
pub(super) struct PositionFeatures {
    pub(super) sides: [[u16; MOST_MEN]; 2],
    pub(super) men: usize,
}

impl TrainingPosition {
    /// The sample of a position, judged before by `evaluator`. `None` without a score, in solved endings,
    /// where nothing can be corrected, and with more men than a game begins with.
    pub fn of(labelled: &Labelled, evaluator: &mut Evaluator) -> Option<TrainingPosition> {
        // Which endings are solved must not depend on how fast that goes.
        endgame::solve_all();
        let position = &labelled.position;
        let score_cp = labelled.score_cp?;
        let share = evaluator.share_let_through(position);
        let share = (share * SHARES).round() as u8;
        let occupied = position.occupied();
        if share == 0 || occupied.len() as usize > MOST_MEN {
            return None;
        }
        let mut men = [0; MOST_MEN / 2];
        for (number, square) in occupied.into_iter().enumerate() {
            let piece = position.piece_on(square)? as u8;
            let is_black = position.colors(Color::Black).has(square);
            men[number / 2] |= (piece | u8::from(is_black) << 3) << (4 * (number % 2));
        }
        let is_black_to_move = position.side_to_move() == Color::Black;
        let small = |cp: i32| cp.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let white_cp = i32::from(score_cp);
        let own_cp = if is_black_to_move {
            -white_cp
        } else {
            white_cp
        };
        Some(TrainingPosition {
            occupied: occupied.0,
            men,
            before_cp: small(evaluator.evaluate(position).raw()),
            score_cp: small(own_cp),
            half_points: match is_black_to_move {
                true => 2 - labelled.half_points.min(2),
                false => labelled.half_points,
            },
            share,
            is_black_to_move,
        })
    }

    /// The sample of a position of no game, of which a teacher says what it is worth to the side to move, in
    /// centipawns.
    pub fn taught(
        position: Position,
        evaluator: &mut Evaluator,
        teacher: impl FnOnce(&TrainingPosition) -> f32,
    ) -> Option<TrainingPosition> {
        let labelled = Labelled {
            position,
            score_cp: Some(0),
            half_points: 0,
        };
        let sample = TrainingPosition::of(&labelled, evaluator)?;
        Some(TrainingPosition {
            score_cp: teacher(&sample).round() as i16,
            half_points: NO_RESULT,
            ..sample
        })
    }

    /// What the evaluation before says for the side to move, in centipawns.
    pub fn before_cp(&self) -> f32 {
        self.before_cp.into()
    }

    /// The result in points, of a position of a game.
    pub(super) fn points(&self) -> Option<f64> {
        (self.half_points != NO_RESULT).then(|| f64::from(self.half_points) / 2.0)
    }

    /// How much of a correction counts.
    pub(super) fn share(&self) -> f32 {
        f32::from(self.share) / SHARES
    }

    /// How many men there are.
    pub fn men(&self) -> u32 {
        self.occupied.count_ones()
    }

    fn board(&self) -> impl Iterator<Item = (Square, Color, Piece)> {
        let mut left = self.occupied;
        (0..self.men() as usize).map(move |number| {
            let square = Square::index(left.trailing_zeros() as usize);
            left &= left - 1;
            let man = self.men[number / 2] >> (4 * (number % 2));
            let color = if man & 8 == 0 {
                Color::White
            } else {
                Color::Black
            };
            (square, color, Piece::index(usize::from(man & 7)))
        })
    }

    /// The features of its men.
    pub(super) fn features(&self) -> PositionFeatures {
        let mut kings = [Square::A1; 2];
        for (square, color, piece) in self.board() {
            if piece == Piece::King {
                kings[color as usize] = square;
            }
        }
        let mover = if self.is_black_to_move {
            Color::Black
        } else {
            Color::White
        };
        let views = [mover, !mover].map(|side| View::of(side, kings[side as usize]));
        let mut sides = [[0; MOST_MEN]; 2];
        for (number, (square, color, piece)) in self.board().enumerate() {
            for (features, view) in sides.iter_mut().zip(views) {
                features[number] = view.feature(color, piece, square) as u16;
            }
        }
        PositionFeatures {
            sides,
            men: self.men() as usize,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::evaluation::EvaluationWeights;

    pub(in super::super) fn sample(
        fen: &str,
        score_cp: i16,
        half_points: u8,
    ) -> Option<TrainingPosition> {
        let labelled = Labelled {
            position: fen.parse().unwrap(),
            score_cp: Some(score_cp),
            half_points,
        };
        let mut evaluator = Evaluator::new(EvaluationWeights::neutral(), Color::White);
        TrainingPosition::of(&labelled, &mut evaluator)
    }

    #[test]
    fn a_sample_is_small_and_seen_from_the_side_to_move() {
        assert_eq!(size_of::<TrainingPosition>(), 32);
        let fen = "r3k3/1pp5/3n4/8/4P3/5N2/6PP/6KR";
        let white = sample(&format!("{fen} w - - 0 1"), 30, 2).unwrap();
        let black = sample(&format!("{fen} b - - 0 1"), 30, 2).unwrap();
        assert_eq!((white.score_cp, white.half_points), (30, 2));
        assert_eq!((black.score_cp, black.half_points), (-30, 0));
        assert_eq!(white.men(), 11);
        let [own, other] = white.features().sides;
        let [black_own, black_other] = black.features().sides;
        assert_eq!((own, other), (black_other, black_own));
        let position: Position = format!("{fen} w - - 0 1").parse().unwrap();
        let view = View::of(Color::White, Square::G1);
        for (number, square) in position.occupied().into_iter().enumerate() {
            let color = match position.colors(Color::White).has(square) {
                true => Color::White,
                false => Color::Black,
            };
            let piece = position.piece_on(square).unwrap();
            assert_eq!(usize::from(own[number]), view.feature(color, piece, square));
        }
    }

    #[test]
    fn solved_endings_teach_nothing() {
        assert_eq!(sample("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", 900, 2), None);
    }
}
