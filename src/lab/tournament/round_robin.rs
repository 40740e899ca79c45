//! Round robin: everybody meets everybody, by the circle method in the order of Berger's tables.

/// Two players of a round: who has White, who has Black.
pub type ColoredPair = (usize, usize);

/// The rounds of one cycle, in which every player meets every other one once. With an odd number of
/// players one of them is free in each round.
///
/// Nobody has one colour two times more often than the other.
pub fn round_robin(players: usize) -> Vec<Vec<ColoredPair>> {
    // With an odd number of players, who is paired with the last one is free.
    let last = match players % 2 {
        0 => players.saturating_sub(1),
        _ => players,
    };
    let is_there = |&(white, black): &ColoredPair| white < players && black < players;
    (0..last)
        .map(|round| round_of(last, round).into_iter().filter(is_there).collect())
        .collect()
}

/// A round of `last` players around a circle and one more, with the number `last`, who does not move.
/// In each round the numbers of both players of a pair on the circle sum up to the same, modulo `last`.
fn round_of(last: usize, round: usize) -> Vec<ColoredPair> {
    let mut pairs = Vec::new();
    for one in 0..last {
        let other = (round + last - one) % last;
        if one == other {
            pairs.push(match one < last.div_ceil(2) {
                true => (one, last),
                false => (last, one),
            });
        } else if one < other {
            pairs.push(match (one + other) % 2 {
                1 => (one, other),
                _ => (other, one),
            });
        }
    }
    // Whoever meets the last player comes first, as in the printed tables.
    pairs.sort_by_key(|&(white, black)| {
        let has_last = white == last || black == last;
        (!has_last, white.min(black))
    });
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn four_players_follow_the_printed_table() {
        // Berger's table for 3 or 4 players: 1-4 2-3, 4-3 1-2, 2-4 3-1.
        let expected = [
            vec![(0, 3), (1, 2)],
            vec![(3, 2), (0, 1)],
            vec![(1, 3), (2, 0)],
        ];
        assert_eq!(round_robin(4), expected);
    }

    #[test]
    fn every_pair_meets_once_and_colours_are_balanced() {
        for players in 2..=15 {
            let rounds = round_robin(players);
            assert_eq!(rounds.len(), players - 1 + players % 2);
            let mut met = BTreeSet::new();
            let mut whites = vec![0_i32; players];
            for round in &rounds {
                let busy: BTreeSet<usize> = round.iter().flat_map(|&(a, b)| [a, b]).collect();
                assert_eq!(busy.len(), players - players % 2, "{players}: {round:?}");
                for &(white, black) in round {
                    assert!(met.insert((white.min(black), white.max(black))));
                    whites[white] += 1;
                    whites[black] -= 1;
                }
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
            let unbalanced = whites.iter().filter(|it| it.abs() > 1).count();
            assert_eq!(unbalanced, 0, "{players}: {whites:?}");
        }
        assert!(round_robin(0).is_empty() && round_robin(1).concat().is_empty());
    }
}
