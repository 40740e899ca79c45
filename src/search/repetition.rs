//! What a repetition is worth to the search: one named policy, so that policies can be compared.
//!
//! Owns the question which occurrence of a position is a draw, which is searched on without the
//! table, and whether a repetition is seen before it is made. It must not know how occurrences
//! are found; see [`KeyHistory`].

use crate::board::{KeyHistory, Move, Position};
use crate::score::Score;

/// How repetitions are scored.
///
/// The usual rule saves work by scoring the second occurrence as a draw, and pays with draws in
/// the table that are only true on the path on which they were found. H.G. Muller's rule keeps
/// the table free of them: up to depth eight from a first occurrence every value is a function of
/// position and depth alone, and what rests on a third occurrence further down is not stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RepetitionPolicy {
    /// A second occurrence within the search is a draw, a single one before the root is not.
    Twofold,
    /// The same, and a move back to such a position counts before it is made (van Kervinck).
    TwofoldUpcoming,
    /// The second occurrence is a draw as well, but no score that rests on the path above its
    /// position enters the table.
    #[default]
    TwofoldUnstored,
    /// A third occurrence within the search is a draw, and so is what stood twice in the game; a
    /// second occurrence is searched on, apart from the table (H.G. Muller).
    PathIndependent,
    /// The same, with second occurrences searched one ply deeper.
    PathIndependentExtended,
    /// The same as path-independent, and a move back is tried first by who welcomes a draw.
    PathIndependentOrdered,
}

/// Repetitions are extended from this depth on, in plies, if at all. Untested guess.
const EXTENSION_FROM_PLIES: i32 = 2;

/// What a position is to the search in the light of those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// The table may speak and be told.
    New,
    /// Searched on, but its value depends on the path: the table has no part in it.
    Repeated,
    /// A draw.
    Draw {
        /// The ply of the earlier position that makes it one; [`NOWHERE`] if that is the game's.
        rests_on_ply: usize,
    },
}

/// The ply on which a score rests that does not depend on the path above it.
pub(super) const NOWHERE: usize = usize::MAX;

impl RepetitionPolicy {
    /// Every policy.
    pub const ALL: [RepetitionPolicy; 6] = [
        RepetitionPolicy::Twofold,
        RepetitionPolicy::TwofoldUpcoming,
        RepetitionPolicy::TwofoldUnstored,
        RepetitionPolicy::PathIndependent,
        RepetitionPolicy::PathIndependentExtended,
        RepetitionPolicy::PathIndependentOrdered,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            RepetitionPolicy::Twofold => "twofold",
            RepetitionPolicy::TwofoldUpcoming => "twofold-upcoming",
            RepetitionPolicy::TwofoldUnstored => "twofold-unstored",
            RepetitionPolicy::PathIndependent => "path-independent",
            RepetitionPolicy::PathIndependentExtended => "path-independent-extended",
            RepetitionPolicy::PathIndependentOrdered => "path-independent-ordered",
        }
    }

    /// Whether every score in the table is true on every path.
    fn is_sound(self) -> bool {
        !matches!(
            self,
            RepetitionPolicy::Twofold | RepetitionPolicy::TwofoldUpcoming
        )
    }

    fn is_path_independent(self) -> bool {
        match self {
            RepetitionPolicy::Twofold
            | RepetitionPolicy::TwofoldUpcoming
            | RepetitionPolicy::TwofoldUnstored => false,
            RepetitionPolicy::PathIndependent
            | RepetitionPolicy::PathIndependentExtended
            | RepetitionPolicy::PathIndependentOrdered => true,
        }
    }

    /// What the current position is, `ply` plies below the root.
    #[inline]
    pub(super) fn standing(self, keys: &KeyHistory, ply: usize) -> Standing {
        // The root itself counts on both sides: it is on the board, and the search begins there.
        let (mut in_search, mut below_root, mut in_game) = (0, 0, 0);
        // The topmost occurrence in the search; below it the score is true without the path.
        let mut farthest_ply = NOWHERE;
        for distance in keys.earlier_occurrences() {
            in_search += usize::from(distance <= ply);
            below_root += usize::from(distance < ply);
            in_game += usize::from(distance >= ply);
            farthest_ply = farthest_ply.min(ply.saturating_sub(distance));
        }
        let is_draw_of_search = match self.is_path_independent() {
            true => in_search >= 2,
            false => below_root >= 1,
        };
        if in_game >= 2 {
            Standing::Draw {
                rests_on_ply: NOWHERE,
            }
        } else if is_draw_of_search {
            Standing::Draw {
                rests_on_ply: farthest_ply,
            }
        } else if self.is_path_independent() && in_search > 0 {
            Standing::Repeated
        } else {
            Standing::New
        }
    }

    /// Whether the side to move can step into a draw by repetition at once.
    #[inline]
    pub(super) fn foresees_draw(self, keys: &KeyHistory, position: &Position, ply: usize) -> bool {
        self == RepetitionPolicy::TwofoldUpcoming
            && keys
                .moves_back(position)
                .any(|(_, distance)| distance < ply || keys.occurrences_before_at(distance) > 0)
    }

    /// Whether a node's score may enter the table.
    #[inline]
    pub(super) fn may_store(self, standing: Standing, ply: usize, rests_on_ply: usize) -> bool {
        standing == Standing::New && (!self.is_sound() || rests_on_ply >= ply)
    }

    /// The move to try first because it leads back and the draw is welcome.
    #[inline]
    pub(super) fn welcome_move_back(
        self,
        keys: &KeyHistory,
        position: &Position,
        alpha: Score,
    ) -> Option<Move> {
        if self != RepetitionPolicy::PathIndependentOrdered || alpha >= Score::DRAW {
            return None;
        }
        keys.moves_back(position).next().map(|(mv, _)| mv)
    }

    /// By how many plies a node is searched deeper for being a repetition.
    #[inline]
    pub(super) fn extension_plies(self, standing: Standing, depth_plies: i32) -> i32 {
        let extends = self == RepetitionPolicy::PathIndependentExtended
            && standing == Standing::Repeated
            && depth_plies >= EXTENSION_FROM_PLIES;
        i32::from(extends)
    }

    /// What to mix into the table's keys, whose scores depend on the draws of the game so far.
    pub(super) fn salt(self, keys: &KeyHistory) -> u64 {
        match self.is_sound() {
            true => keys.twice_stood_salt(),
            false => 0,
        }
    }
}
