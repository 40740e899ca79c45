//! Tables with straight lines between their rows.

/// The number at `place`; beyond the ends of the table that of the end, and 0 of an empty one.
pub(crate) fn along<T: Copy + Into<f64>>(table: &[(i32, T)], place: i32) -> f64 {
    let after = table.partition_point(|&(row, _)| row < place);
    let before = after.checked_sub(1).map(|before| table[before]);
    match (before, table.get(after)) {
        (Some((low, from)), Some(&(high, to))) => {
            let share = f64::from(place - low) / f64::from(high - low);
            let (from, to) = (from.into(), to.into());
            from + share * (to - from)
        }
        (Some((_, end)), None) | (None, Some(&(_, end))) => end.into(),
        (None, None) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_joined_by_straight_lines_and_the_ends_go_on() {
        let table = [(800, 1), (1_000, 3), (1_400, 5)];
        let found = [500, 800, 900, 1_000, 1_300, 1_400, 2_000].map(|place| along(&table, place));
        assert_eq!(found, [1.0, 1.0, 2.0, 3.0, 4.5, 5.0, 5.0]);
    }
}
