//! Killer moves: the two quiet moves that last refuted a node at some ply (the killer heuristic, Selim
//! Akl and Monroe Newborn 1977).

use crate::board::Move;
use crate::score::MAX_PLY;

/// The killer moves of one ply, the latest first.
pub(super) type Killers = [Option<Move>; 2];

/// The killer moves of every ply.
#[derive(Clone, Debug)]
pub(super) struct KillerMoves(Vec<Killers>);

impl KillerMoves {
    pub(super) fn new() -> KillerMoves {
        KillerMoves(vec![[None; 2]; MAX_PLY])
    }

    /// Forgets all killers: they belong to the plies of one search.
    pub(super) fn clear(&mut self) {
        self.0.fill([None; 2]);
    }

    pub(super) fn at(&self, ply: usize) -> Killers {
        self.0[ply]
    }

    /// Adds a quiet move that refuted a node at `ply`.
    pub(super) fn add(&mut self, mv: Move, ply: usize) {
        let killers = &mut self.0[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn the_last_two_killers_are_kept() {
        let moves = Position::start().legal_moves();
        let mut killers = KillerMoves::new();
        for mv in [moves[0], moves[1], moves[1], moves[2]] {
            killers.add(mv, 3);
        }
        assert_eq!(killers.at(3), [Some(moves[2]), Some(moves[1])]);
        killers.clear();
        assert_eq!(killers.at(3), [None; 2]);
    }
}
