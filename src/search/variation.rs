//! Principal variations: the best line found below each ply of the path.

use arrayvec::ArrayVec;

use crate::board::Move;
use crate::score::MAX_PLY;

/// A line of moves from some position.
pub(super) type Variation = ArrayVec<Move, MAX_PLY>;

/// One line for each ply of the current path (the triangular table).
#[derive(Clone, Debug)]
pub(super) struct Variations {
    lines: Vec<Variation>,
}

impl Variations {
    pub(super) fn new() -> Variations {
        Variations {
            lines: vec![Variation::new(); MAX_PLY + 1],
        }
    }

    /// Forgets the line from `ply` on; a node begins with no line.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// The best line at `ply` is now `mv` and then the line one ply below.
    pub(super) fn extend(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        line.extend(below[0].iter().copied().take(room));
    }

    /// The line from `ply` on.
    pub(super) fn line(&self, ply: usize) -> &Variation {
        &self.lines[ply]
    }
}
