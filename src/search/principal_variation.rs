//! Principal variations (PV): the best line found below each ply, in a triangular table.

use arrayvec::ArrayVec;

use crate::board::Move;
use crate::score::MAX_PLY;

/// A line of moves from some position.
pub(super) type PrincipalVariation = ArrayVec<Move, MAX_PLY>;

/// One line for each ply of the current path.
#[derive(Clone, Debug)]
pub(super) struct PvTable {
    lines: Vec<PrincipalVariation>,
}

impl PvTable {
    pub(super) fn new() -> PvTable {
        PvTable {
            lines: vec![PrincipalVariation::new(); MAX_PLY + 1],
        }
    }

    /// Forgets the line from `ply` on, when a node begins.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Makes `mv`, followed by the line one ply below, the best line at `ply`.
    pub(super) fn update(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        line.extend(below[0].iter().copied().take(room));
    }

    /// The line from `ply` on.
    pub(super) fn line(&self, ply: usize) -> &PrincipalVariation {
        &self.lines[ply]
    }
}
