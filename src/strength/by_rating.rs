//! Numbers that change with the rating: tables with straight lines between their rows.

/// The number at a rating; beyond the ends of the table that of the end.
pub(super) fn by_rating(table: &[(i32, f64)], elo: i32) -> f64 {
    let after = table.partition_point(|&(rating, _)| rating < elo);
    match (
        after.checked_sub(1).map(|before| table[before]),
        table.get(after),
    ) {
        (Some((low, from)), Some(&(high, to))) => {
            let share = f64::from(elo - low) / f64::from(high - low);
            from + share * (to - from)
        }
        (Some((_, end)), None) | (None, Some(&(_, end))) => end,
        (None, None) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_joined_by_straight_lines_and_the_ends_go_on() {
        let table = [(800, 1.0), (1_000, 3.0), (1_400, 5.0)];
        let found = [500, 800, 900, 1_000, 1_300, 1_400, 2_000].map(|elo| by_rating(&table, elo));
        assert_eq!(found, [1.0, 1.0, 2.0, 3.0, 4.5, 5.0, 5.0]);
    }
}
