//! Search parameters: every number by which the search can be tuned, with its range, its unit and where
//! it came from.
//!
//! One list makes the struct, its defaults, and the names and ranges that a tuner uses. The unit stands
//! last in the name. The values "by SPSA" were tuned together by `masque --seed 101 tune search --pairs
//! 4000 --nodes 2500 --spread 0.1 --rate 0.006`, those "by SPSA at depth" by `masque --seed 3001 tune
//! search --method spsa --trials 5000 --nodes 30000 --spread .1 --rate .006`; see
//! docs/lab-notes/search-ideas.md.

/// A parameter as a tuner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterInfo {
    /// The name of the parameter.
    pub name: &'static str,
    /// The default value.
    pub default: i32,
    /// The smallest value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $default:literal in $min:literal..=$max:literal;)*) => {
        /// The parameters of one search.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct SearchParameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl SearchParameters {
            /// Names, defaults and ranges, in the order of [`Self::values`].
            pub const LIST: &'static [ParameterInfo] = &[
                $(ParameterInfo { name: stringify!($name), default: $default, min: $min, max: $max },)*
            ];

            /// All values, in the order of [`Self::LIST`].
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name,)*]
            }

            /// Parameters with these values, in the order of [`Self::LIST`], each clamped to its
            /// range. Missing values keep their default.
            pub fn from_values(values: &[i32]) -> SearchParameters {
                let mut values = values.iter();
                SearchParameters {
                    $($name: values.next().map_or($default, |&value| value.clamp($min, $max)),)*
                }
            }
        }
    };
}

parameters! {
    /// Aspiration windows: half the width of the first window, in centipawns. By SPSA at depth.
    aspiration_cp: 9 in 5..=100;
    /// Aspiration windows: the first iteration that uses one. Untested guess.
    aspiration_from_plies: 4 in 2..=8;

    /// Reverse futility pruning: the greatest depth. Untested guess.
    reverse_futility_to_plies: 8 in 1..=12;
    /// Reverse futility pruning: the margin above beta for each ply of depth. By SPSA.
    reverse_futility_cp: 77 in 20..=200;

    /// Null move pruning: the least depth. Untested guess.
    null_move_from_plies: 3 in 1..=6;
    /// Null move pruning: the basic reduction. By SPSA at depth.
    null_move_base_plies: 4 in 1..=6;
    /// Null move pruning: one ply more reduction for each of these plies of depth. By SPSA at depth.
    null_move_divisor_plies: 3 in 2..=8;
    /// Null move pruning: one ply more reduction for each time this much that the evaluation is above
    /// beta. By SPSA at depth.
    null_move_margin_cp: 245 in 50..=500;
    /// Null move pruning: the most plies of reduction by the evaluation. By SPSA at depth.
    null_move_margin_plies: 4 in 0..=6;
    /// Null move pruning: from this depth on a cutoff is verified; with a single piece left it always is.
    /// By SPSA at depth.
    null_move_verify_from_plies: 11 in 6..=24;

    /// Late move pruning: the greatest depth. By SPSA at depth.
    late_move_pruning_to_plies: 7 in 1..=12;
    /// Late move pruning: this many moves and the square of the depth are searched. By SPSA.
    late_move_pruning_base: 5 in 1..=10;

    /// Futility pruning: the greatest depth. Untested guess.
    futility_to_plies: 6 in 1..=12;
    /// Futility pruning: the margin below alpha. By SPSA.
    futility_base_cp: 52 in 0..=300;
    /// Futility pruning: the margin on top for each ply of depth. By SPSA.
    futility_ply_cp: 105 in 20..=200;

    /// Delta pruning: the margin in addition to the captured piece. By SPSA at depth.
    delta_pruning_cp: 293 in 50..=1_000;

    /// SEE pruning: the greatest depth. By SPSA at depth.
    see_pruning_to_plies: 9 in 0..=12;
    /// SEE pruning: what a quiet move may lose for each ply of depth. By SPSA at depth.
    see_quiet_cp: 48 in 20..=150;
    /// SEE pruning: what a capture or promotion may lose for each ply of depth. By SPSA at depth.
    see_tactical_cp: 86 in 30..=200;

    /// History pruning: the greatest depth. By SPSA at depth.
    history_pruning_to_plies: 5 in 0..=10;
    /// History pruning: how far below zero the history has to be for each ply of depth. By SPSA at depth.
    history_pruning_per_ply: 3_281 in 512..=16_384;

    /// Singular extensions: the least depth. Five and seven are no better.
    singular_from_plies: 6 in 5..=10;
    /// Singular extensions: by how much the table's entry may be shallower. By SPSA at depth.
    singular_table_plies: 2 in 0..=6;
    /// Singular extensions: how far the other moves must stay below the table's score for each ply of
    /// depth, in hundredths of a centipawn. By SPSA at depth.
    singular_margin_percent: 180 in 50..=500;
    /// Singular extensions: how much further below makes the extension two plies. By SPSA at depth.
    singular_double_cp: 23 in 5..=200;

    /// Correction history: how much of the correction by pawns is applied, in percent. By SPSA at depth.
    correction_pawns_percent: 58 in 0..=200;
    /// Correction history: how much of each correction by pieces is applied, in percent. By SPSA at
    /// depth.
    correction_pieces_percent: 47 in 0..=200;

    /// Late move reductions: the constant of `base + ln(depth) * ln(number) / divisor`, in thousandths
    /// of a ply. By SPSA.
    reduction_base_permille: 536 in 0..=2_000;
    /// Late move reductions: the divisor of the same formula, in thousandths. By SPSA.
    reduction_divisor_permille: 1_827 in 1_000..=5_000;
    /// Late move reductions: the least depth. By SPSA at depth.
    reduction_from_plies: 4 in 2..=5;
    /// Late move reductions: the history that reduces a ply less, or below zero a ply more. By SPSA.
    reduction_history: 7_699 in 2_048..=32_768;

    /// Internal iterative reduction: the least depth. Four is no better.
    iterative_reduction_from_plies: 6 in 3..=12;

    /// Late move reductions: how many plies less the moves of the root are reduced. Untested guess.
    root_reduction_less_plies: 2 in 0..=6;

    /// Evaluation-difference history: history points for each centipawn that a quiet move gains in
    /// evaluation. By SPSA at depth.
    evaluation_history_per_cp: 5 in 0..=40;
    /// Evaluation-difference history: the most points for one move. By SPSA at depth.
    evaluation_history_max: 358 in 0..=4_000;
    /// Hindsight reductions: a reduced move that loses more than this is reduced a ply more. By SPSA at
    /// depth.
    hindsight_reduction_cp: 111 in 20..=400;

    /// Histories: the points of a cutoff for each ply of depth. By SPSA at depth.
    history_per_ply: 327 in 32..=512;
    /// Histories: the most points of a cutoff. By SPSA at depth.
    history_bonus_max: 2_578 in 256..=8_192;
}

impl Default for SearchParameters {
    fn default() -> SearchParameters {
        SearchParameters::from_values(&[])
    }
}

/// History scores stay within this range. A power of two makes the gravity rule divide by a shift.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// Late move reductions begin with this move of a node.
pub(super) const REDUCTION_FROM_MOVE: usize = 2;

/// The stop flag and the clock are read once in this many nodes.
pub(super) const NODES_PER_POLL: u64 = 1_024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_in_its_range_and_values_round_trip() {
        let default = SearchParameters::default();
        for (info, value) in SearchParameters::LIST.iter().zip(default.values()) {
            assert!((info.min..=info.max).contains(&value), "{}", info.name);
            assert_eq!(info.default, value);
        }
        let changed: Vec<i32> = SearchParameters::LIST.iter().map(|info| info.max).collect();
        assert_eq!(SearchParameters::from_values(&changed).values(), changed);
    }
}
