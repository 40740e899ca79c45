//! The fifty-move rule in the search: what it means for the keys of the transposition table, for its
//! mate scores and for pruning.

use crate::score::Score;

/// From this half-move clock on, the table keeps positions apart by their clock, because the rule has
/// begun to change their scores. Untested guess.
const SALT_FROM: u32 = 80;

/// The half-move clock at which the game is drawn.
const LIMIT: i32 = 100;

/// What to mix into a position's table key near the fifty-move limit, where a score is true for one
/// half-move clock only. At full width this applies to every clock: the evaluation fades a little with
/// every half-move, and no score may depend on the path.
#[inline]
pub(super) fn fifty_move_salt(halfmove_clock: u32, is_full_width: bool) -> u64 {
    let from = match is_full_width {
        true => 0,
        false => SALT_FROM,
    };
    if halfmove_clock < from {
        return 0;
    }
    // An odd multiplier spreads the clock over the whole key.
    u64::from(halfmove_clock).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// Half-moves that are left until the rule makes the game a draw.
#[inline]
pub(super) fn halfmoves_left(halfmove_clock: u32) -> i32 {
    LIMIT - halfmove_clock as i32
}

/// Whether a mate score can still be reached before the rule applies; true for every other score.
#[inline]
pub(super) fn mate_beats_fifty_move_rule(score: Score, halfmove_clock: u32) -> bool {
    let mate_plies = score.mate_distance_plies().map_or(0, i32::unsigned_abs);
    mate_plies + halfmove_clock <= LIMIT as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_counts_up_to_the_hundredth_half_move() {
        let mate = Score::mate_in(3);
        assert!(mate_beats_fifty_move_rule(mate, 97));
        assert!(!mate_beats_fifty_move_rule(mate, 98));
        assert!(mate_beats_fifty_move_rule(Score::from_cp(500), 100));
        assert_eq!(halfmoves_left(97), 3);
    }

    #[test]
    fn keys_differ_by_clock_only_near_the_limit_or_at_full_width() {
        assert_eq!(fifty_move_salt(79, false), 0);
        assert_ne!(fifty_move_salt(80, false), fifty_move_salt(81, false));
        assert_ne!(fifty_move_salt(1, true), fifty_move_salt(2, true));
    }
}
