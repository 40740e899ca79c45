//! Every number the search can be tuned by: value, unit, and where it came from.

/// Half-width of the first aspiration window, in centipawns. Untested guess.
pub(super) const ASPIRATION_CP: i32 = 20;
/// The first iteration that uses an aspiration window, in plies. Untested guess.
pub(super) const ASPIRATION_FROM_PLIES: u32 = 4;

/// Null move needs at least this much depth, in plies. Untested guess.
pub(super) const NULL_MOVE_FROM_PLIES: i32 = 3;
/// Null move reduces by this many plies, and by one more ...
pub(super) const NULL_MOVE_BASE_PLIES: i32 = 3;
/// ... for each of these plies of depth, and by one more ... Untested guess.
pub(super) const NULL_MOVE_DEPTH_DIVISOR: i32 = 4;
/// ... for each of these centipawns of the evaluation above beta ... Untested guess.
pub(super) const NULL_MOVE_MARGIN_CP: i32 = 200;
/// ... at most this many. Untested guess.
pub(super) const NULL_MOVE_MARGIN_PLIES: i32 = 3;

/// Late move reduction, logarithmic in depth and move number: `base + ln(depth) * ln(number) /
/// divisor`, in plies. The usual starting point of the literature, untested here.
pub(super) const REDUCTION_BASE: f64 = 0.75;
/// See [`REDUCTION_BASE`].
pub(super) const REDUCTION_DIVISOR: f64 = 2.25;
/// Reductions begin at this depth, in plies. Untested guess.
pub(super) const REDUCTION_FROM_PLIES: i32 = 3;
/// ... and with this move of a node. Untested guess.
pub(super) const REDUCTION_FROM_MOVE: usize = 2;
/// This many history points reduce one ply less, as many below zero one ply more. Untested guess.
pub(super) const REDUCTION_HISTORY: i32 = 8_192;

/// History scores stay within this range. A power of two keeps the gravity exact.
pub(super) const HISTORY_MAX: i32 = 16_384;
/// A cutoff at depth `d` is worth `d * d * factor` history points ... Untested guess.
pub(super) const HISTORY_DEPTH_FACTOR: i32 = 16;
/// ... at most this many. Untested guess.
pub(super) const HISTORY_BONUS_MAX: i32 = 2_048;

/// From this half-move clock on a table's score is not trusted, for it may overlook the
/// fifty-move rule.
pub(super) const TABLE_TRUST_HALFMOVES: u32 = 90;

/// The stop flag and the clock are read once in this many nodes.
pub(super) const NODES_PER_POLL: u64 = 1_024;
