//! Easy moves: a best move far ahead of every other is made early, and a forced recapture almost at once,
//! when the time is there for later moves.
//!
//! A move is easy when it has been best through several iterations and a shallower search with a null
//! window shows all others to be worse by a margin ("Easy move" at chessprogramming.org). The numbers are
//! untested guesses.

/// By how many centipawns all other moves have to be worse.
pub(super) const MARGIN_CP: i32 = 150;
/// No move is easy before this iteration.
const LEAST_PLIES: u32 = 8;
/// For how many iterations the move has to have stood.
const STOOD_ITERATIONS: usize = 5;
/// The share of the soft limit that an easy move takes, and that of a recapture.
const TIME_SHARE: f64 = 0.3;
const RECAPTURE_SHARE: f64 = 0.08;

/// Whether the best move of an iteration may be easy, when it has stood for so many.
pub(super) fn may_be(depth_plies: u32, stood_iterations: usize) -> bool {
    depth_plies >= LEAST_PLIES && stood_iterations >= STOOD_ITERATIONS
}

/// The share of the soft limit that has to have passed.
pub(super) fn time_share(recaptures: bool) -> f64 {
    if recaptures {
        RECAPTURE_SHARE
    } else {
        TIME_SHARE
    }
}

/// How deep the other moves are searched after an iteration of this depth.
pub(super) fn trial_plies(depth_plies: u32) -> i32 {
    (depth_plies * 2 / 3) as i32
}
