//! Who judges a position: the network, and the classical terms where a side is further ahead than the games
//! show that the network learnt from.

use super::interpolation::PERCENT;

/// Up to this lead in centipawns the network judges alone. Games are adjudicated at 1000.
const NETWORK_MOST_CP: i64 = 1500;
/// From so many more on the terms do. Between them one fades into the other.
const FADING_CP: i64 = 1000;

/// The neutral value of a position, middlegame and endgame, in `units` to the centipawn: of the terms where
/// the network says nothing.
#[inline(always)]
pub(super) fn neutral_value(
    network_cp: Option<i32>,
    units: i64,
    terms: impl FnOnce() -> (i64, i64),
) -> (i64, i64) {
    let Some(cp) = network_cp.map(i64::from) else {
        return terms();
    };
    let beyond = (cp.abs() - NETWORK_MOST_CP).clamp(0, FADING_CP);
    if beyond == 0 {
        return (cp * units, cp * units);
    }
    // In whole centipawns, so that the units do not matter.
    let blend = |term: i64| {
        let sum = cp * (FADING_CP - beyond) + term / units * beyond;
        sum / FADING_CP * units
    };
    let (middlegame, endgame) = terms();
    (blend(middlegame), blend(endgame))
}

/// What the network says, changed as weights change the terms, in hundredths of a centipawn.
#[inline(always)]
pub(super) fn changed_value(
    network_cp: i32,
    change: (i64, i64),
    neutral_terms: impl FnOnce() -> (i64, i64),
) -> (i64, i64) {
    let (middlegame, endgame) = neutral_value(Some(network_cp), PERCENT, neutral_terms);
    (middlegame + change.0, endgame + change.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_fades_into_the_terms_where_a_side_is_winning() {
        let value = |network_cp| neutral_value(network_cp, 10, || (40_000, 20_000));
        assert_eq!(value(None), (40_000, 20_000));
        assert_eq!(value(Some(-30)), (-300, -300));
        assert_eq!(value(Some(1500)), (15_000, 15_000));
        assert_eq!(value(Some(2000)), (30_000, 20_000));
        assert_eq!(value(Some(2500)), (40_000, 20_000));
        assert_eq!(value(Some(-9999)), (40_000, 20_000));
    }

    #[test]
    fn a_change_is_added_to_either_judge() {
        let value = |network_cp| changed_value(network_cp, (30, -7), || (6_000, 5_000));
        assert_eq!(value(20), (2_030, 1_993));
        assert_eq!(value(2_500), (6_030, 4_993));
    }

    #[test]
    fn terms_are_not_added_up_for_nothing() {
        let terms = || unreachable!("the network judges alone");
        assert_eq!(neutral_value(Some(1499), 1, terms), (1499, 1499));
    }
}
