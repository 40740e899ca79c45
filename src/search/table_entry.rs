//! An entry of the transposition table, and its layout in one word of 64 bits.

use crate::board::{Move, Piece, Square};
use crate::score::Score;
use crate::search::window::Bound;

/// Generations count in steps of one and wrap at this many, a power of two.
pub(super) const GENERATIONS: u8 = 32;

/// What the transposition table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The best move, or the move that refuted the node, if there was one.
    pub best: Option<Move>,
    /// The score of the search, relative to the node; see [`Score::relative_to_root`].
    pub score: Score,
    /// The static evaluation, unless the side to move was in check.
    pub evaluation: Option<Score>,
    /// The depth of the search, in plies; 0 is quiescence search.
    pub depth_plies: u8,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Whether the position is on a principal variation or has been on one.
    pub was_pv: bool,
}

// Layout of the data word, from the low end: move 16, score 16, evaluation 16, depth 8,
// bound 2, generation 5, principal variation 1.
const NO_EVALUATION: i16 = i16::MIN;
const NO_MOVE: u16 = 0;

pub(super) fn pack(entry: TableEntry, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    let score = entry.score.raw() as i16 as u16;
    let evaluation = entry
        .evaluation
        .map_or(NO_EVALUATION, |score| score.raw() as i16) as u16;
    u64::from(pack_move(entry.best))
        | u64::from(score) << 16
        | u64::from(evaluation) << 32
        | u64::from(entry.depth_plies) << 48
        | bound << 56
        | u64::from(generation) << 58
        | u64::from(entry.was_pv) << 63
}

pub(super) fn unpack(data: u64) -> Option<TableEntry> {
    let bound = match (data >> 56) & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    let evaluation = (data >> 32) as u16 as i16;
    Some(TableEntry {
        best: unpack_move(data as u16),
        score: Score::from_raw(i32::from((data >> 16) as u16 as i16)),
        evaluation: (evaluation != NO_EVALUATION).then(|| Score::from_raw(i32::from(evaluation))),
        depth_plies: (data >> 48) as u8,
        bound,
        was_pv: data >> 63 != 0,
    })
}

pub(super) fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8 % GENERATIONS
}

pub(super) fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

/// From and to in six bits each, the promotion in three; a1a1 stands for no move.
fn pack_move(mv: Option<Move>) -> u16 {
    mv.map_or(NO_MOVE, |mv| {
        let promotion = mv.promotion.map_or(0, |piece| piece as u16);
        mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
    })
}

fn unpack_move(packed: u16) -> Option<Move> {
    if packed == NO_MOVE {
        return None;
    }
    let promotion = match packed >> 12 {
        0 => None,
        piece => Piece::try_index(usize::from(piece)),
    };
    Some(Move {
        from: Square::index(usize::from(packed & 63)),
        to: Square::index(usize::from((packed >> 6) & 63)),
        promotion,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn entries_survive_the_packing() {
        let position: Position = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1".parse().unwrap();
        for mv in position.legal_moves() {
            for score in [Score::DRAW, Score::mated_in(3), Score::from_cp(-29_999)] {
                for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                    for evaluation in [None, Some(Score::from_cp(-123))] {
                        let entry = TableEntry {
                            best: Some(mv),
                            score,
                            evaluation,
                            depth_plies: 77,
                            bound,
                            was_pv: evaluation.is_some(),
                        };
                        let data = pack(entry, GENERATIONS - 1);
                        assert_eq!(unpack(data), Some(entry));
                        assert_eq!(generation_of(data), GENERATIONS - 1);
                    }
                }
            }
        }
    }
}
