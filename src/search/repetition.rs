//! Repetition detection: which occurrence of a position the search scores as a draw, and which
//! scores the transposition table may keep.
//!
//! A score that rests on a repetition is true only on the path on which it was found (the graph
//! history interaction problem). Both policies keep such scores out of the table: each search tracks
//! the topmost ply that a draw in the current subtree rests on.

use crate::board::KeyHistory;

/// How repetitions within the search are scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RepetitionPolicy {
    /// The second occurrence within the search is a draw, as in most engines. This saves the work of
    /// going round a second time. A position that stood once before the root is no draw.
    #[default]
    Twofold,
    /// H. G. Muller's path-independent search. Only the third occurrence within the search is a
    /// draw; a second occurrence is searched on, without the table. Down to eight plies below a
    /// first occurrence every value at full width is then a function of position and depth alone.
    PathIndependent,
}

/// What the positions before it make of the current position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RepetitionStatus {
    /// The table may be read and written.
    New,
    /// A repetition that is searched on. Its value depends on the path, so the table has no part
    /// in it.
    Repeated,
    /// A draw.
    Draw {
        /// The ply of the earlier position that makes it one, [`NO_PLY`] if that stood in the game.
        rests_on_ply: usize,
    },
}

/// Stands for a score that depends on no position above it.
pub(super) const NO_PLY: usize = usize::MAX;

impl RepetitionPolicy {
    /// Every policy.
    pub const ALL: [RepetitionPolicy; 2] =
        [RepetitionPolicy::Twofold, RepetitionPolicy::PathIndependent];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            RepetitionPolicy::Twofold => "twofold",
            RepetitionPolicy::PathIndependent => "path-independent",
        }
    }

    /// The status of the current position, `ply` plies below the root.
    #[inline]
    pub(super) fn status(self, keys: &KeyHistory, ply: usize) -> RepetitionStatus {
        // The root counts as part of the game and of the search: it is on the board, and the
        // search begins there.
        let (mut in_search, mut below_root, mut in_game) = (0, 0, 0);
        // The topmost occurrence in the search. Above it a score does not depend on the path.
        let mut topmost_ply = NO_PLY;
        for distance in keys.earlier_occurrences() {
            in_search += usize::from(distance <= ply);
            below_root += usize::from(distance < ply);
            in_game += usize::from(distance >= ply);
            topmost_ply = topmost_ply.min(ply.saturating_sub(distance));
        }
        let is_draw_of_search = match self {
            RepetitionPolicy::Twofold => below_root >= 1,
            RepetitionPolicy::PathIndependent => in_search >= 2,
        };
        if in_game >= 2 {
            RepetitionStatus::Draw {
                rests_on_ply: NO_PLY,
            }
        } else if is_draw_of_search {
            RepetitionStatus::Draw {
                rests_on_ply: topmost_ply,
            }
        } else if self == RepetitionPolicy::PathIndependent && in_search > 0 {
            RepetitionStatus::Repeated
        } else {
            RepetitionStatus::New
        }
    }
}

/// The topmost ply that the score of one node rests on, gathered from its moves.
///
/// `current` is the search's own record: the topmost ply that the subtree under search rests on.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathDependence {
    siblings: usize,
    moves: usize,
}

impl PathDependence {
    /// Begins a node and sets the record back.
    pub(super) fn begin(current: &mut usize) -> PathDependence {
        PathDependence {
            siblings: std::mem::replace(current, NO_PLY),
            moves: NO_PLY,
        }
    }

    /// Adds the move that has just been searched. A move that refutes the node makes its score true
    /// without the others.
    pub(super) fn add_move(&mut self, current: &mut usize, refutes: bool) {
        let move_rests_on = std::mem::replace(current, NO_PLY);
        self.moves = match refutes {
            true => move_rests_on,
            false => self.moves.min(move_rests_on),
        };
    }

    /// Ends the node at `ply` and brings the record up to date. Returns whether the node's score
    /// depends on the path to it; a repetition of the node itself or of one below it does not count.
    pub(super) fn end(self, current: &mut usize, ply: usize) -> bool {
        let depends_on_path = self.moves < ply;
        *current = match depends_on_path {
            true => self.siblings.min(self.moves),
            false => self.siblings,
        };
        depends_on_path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the record of a search holds after a node at ply 4 whose moves rest on these plies, and
    /// whether the node's score depends on the path.
    fn after_node(moves: &[(usize, bool)]) -> (usize, bool) {
        let mut current = 3;
        let mut dependence = PathDependence::begin(&mut current);
        for &(rests_on_ply, refutes) in moves {
            current = rests_on_ply;
            dependence.add_move(&mut current, refutes);
        }
        let depends_on_path = dependence.end(&mut current, 4);
        (current, depends_on_path)
    }

    #[test]
    fn a_score_depends_on_the_path_above_its_node_only() {
        assert_eq!(after_node(&[(NO_PLY, false)]), (3, false));
        assert_eq!(after_node(&[(4, false), (6, false)]), (3, false));
        assert_eq!(after_node(&[(NO_PLY, false), (1, false)]), (1, true));
    }

    #[test]
    fn a_refutation_needs_no_other_move() {
        assert_eq!(after_node(&[(1, false), (NO_PLY, true)]), (3, false));
        assert_eq!(after_node(&[(NO_PLY, false), (2, true)]), (2, true));
    }
}
