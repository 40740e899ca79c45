//! Every number the search can be tuned by: value, range, unit, and where it came from.
//!
//! One list makes the struct, its defaults and the names and ranges by which a tuner knows them.
//! The unit stands last in the name. Those "by SPSA" come of `masque --seed 101 tune search --pairs 4000
//! --nodes 2500 --spread 0.1 --rate 0.006` over all of them at once; see docs/strength.md.

/// A parameter as a tuner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterInfo {
    /// Its name.
    pub name: &'static str,
    /// The value in use.
    pub default: i32,
    /// The smallest value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $default:literal in $min:literal..=$max:literal;)*) => {
        /// The numbers of one search.
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

            /// Parameters with these values, in the order of [`Self::LIST`], each brought into its
            /// range; missing ones keep their default.
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
    /// Half-width of the first aspiration window, in centipawns. By SPSA.
    aspiration_cp: 11 in 5..=100;
    /// The first iteration that uses an aspiration window. Untested guess.
    aspiration_from_plies: 4 in 2..=8;

    /// Reverse futility cuts up to this depth ... Untested guess.
    reverse_futility_to_plies: 8 in 1..=12;
    /// ... when the evaluation is above beta by this much for each ply. By SPSA.
    reverse_futility_cp: 77 in 20..=200;

    /// Null move needs at least this much depth. Untested guess.
    null_move_from_plies: 3 in 1..=6;
    /// Null move reduces by this many plies, and by one more ... Untested guess.
    null_move_base_plies: 3 in 1..=6;
    /// ... for each of these plies of depth, and by one more ... Untested guess.
    null_move_divisor_plies: 4 in 2..=8;
    /// ... for each of these centipawns of the evaluation above beta ... By SPSA.
    null_move_margin_cp: 200 in 50..=500;
    /// ... at most this many. Untested guess.
    null_move_margin_plies: 3 in 0..=6;

    /// A cutoff by null move is verified from this depth on, and anywhere with a single piece left.
    /// Untested guess.
    null_move_verify_from_plies: 12 in 6..=99;

    /// Late move pruning leaves out quiet moves up to this depth ... Untested guess.
    late_move_to_plies: 8 in 1..=12;
    /// ... once this many moves and the square of the depth have been tried. By SPSA.
    late_move_base: 5 in 1..=10;

    /// Futility leaves out quiet moves up to this depth ... Untested guess.
    futility_to_plies: 6 in 1..=12;
    /// ... when the evaluation is below alpha by this much ... By SPSA.
    futility_base_cp: 52 in 0..=300;
    /// ... and this much more for each ply. By SPSA.
    futility_ply_cp: 105 in 20..=200;

    /// Quiescence leaves out captures after which the evaluation would still be below alpha by this
    /// much. Untested guess.
    quiescence_futility_cp: 200 in 50..=1_000;

    /// Static exchange pruning works up to this depth ... Untested guess.
    exchange_to_plies: 8 in 0..=12;
    /// ... and allows a quiet move to lose this much for each ply, ... By SPSA.
    exchange_quiet_cp: 56 in 20..=150;
    /// ... a capture or promotion this much. By SPSA.
    exchange_tactical_cp: 100 in 30..=200;

    /// History pruning leaves out quiet moves up to this depth ... Untested guess.
    history_pruning_to_plies: 4 in 0..=10;
    /// ... whose history is below zero by this much for each ply. By SPSA.
    history_pruning_per_ply: 3_940 in 512..=16_384;

    /// Singular extensions are tried from this depth on ... Untested guess.
    singular_from_plies: 6 in 5..=99;
    /// ... if the table's entry is at most this much shallower. Untested guess.
    singular_table_plies: 3 in 0..=6;
    /// The other moves must stay this much below the table's score for each ply of depth, in
    /// hundredths of a centipawn. By SPSA.
    singular_margin_percent: 189 in 50..=500;
    /// This much further below, and the extension is two plies. Untested guess.
    singular_double_cp: 25 in 5..=200;

    /// How much of the correction by pawns is applied, in percent. By SPSA.
    correction_pawns_percent: 51 in 0..=200;
    /// How much of each correction by pieces is applied, in percent. By SPSA.
    correction_pieces_percent: 44 in 0..=200;

    /// Late move reductions grow with the logarithms of depth and move number: `base + ln(depth)
    /// * ln(number) / divisor`, in thousandths of a ply. By SPSA.
    reduction_base_permille: 536 in 0..=2_000;
    /// See above.
    reduction_divisor_permille: 1_827 in 1_000..=5_000;
    /// Reductions begin at this depth. Untested guess.
    reduction_from_plies: 3 in 2..=5;
    /// This many history points reduce one ply less, as many below zero one ply more. By SPSA.
    reduction_history: 7_699 in 2_048..=32_768;

    /// At the root late moves are reduced by this many plies less. Untested guess.
    root_reduction_less_plies: 2 in 0..=6;

    /// A quiet move gains this many history points for each centipawn by which its side stands better
    /// after it, as evaluated, ... Untested guess.
    hindsight_per_cp: 8 in 0..=40;
    /// ... at most this many. Untested guess.
    hindsight_max: 800 in 0..=4_000;
    /// A reduced move that loses more than this is reduced a ply more. Untested guess.
    hindsight_reduction_cp: 90 in 20..=400;

    /// A cutoff is worth this many history points for each ply of depth ... By SPSA.
    history_per_ply: 226 in 32..=512;
    /// ... at most this many. By SPSA.
    history_bonus_max: 2_286 in 256..=8_192;
}

impl Default for SearchParameters {
    fn default() -> SearchParameters {
        SearchParameters::from_values(&[])
    }
}

/// History scores stay within this range. A power of two keeps the gravity exact.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// Reductions begin with this move of a node.
pub(super) const REDUCTION_FROM_MOVE: usize = 2;

/// From this half-move clock on the table keeps positions apart by their clock, for the fifty-move
/// rule has begun to weigh on their scores. Untested guess.
pub(super) const FIFTY_MOVE_SALT_FROM: u32 = 80;

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
