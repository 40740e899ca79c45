//! Ratings of several players from the games between them (Bradley and Terry 1952): the ratings under
//! which the results are most likely, and their errors.

use std::collections::BTreeMap;

use crate::lab::statistics::TWO_SIDED_95;

/// The games of two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairing {
    /// The one whose points are counted.
    pub first: RatedPlayer,
    /// The other.
    pub second: RatedPlayer,
    /// The points of the first, half of them for each draw.
    pub points: f64,
    /// All games.
    pub games: f64,
}

/// A player whose rating is sought or known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RatedPlayer {
    /// The one with this number, whose rating is sought.
    Sought(usize),
    /// One with a known rating in Elo.
    Anchor(f64),
}

impl RatedPlayer {
    /// The number of the player; all anchors have that behind the last one.
    fn number(self, players: usize) -> usize {
        match self {
            RatedPlayer::Sought(number) => number,
            RatedPlayer::Anchor(_) => players,
        }
    }
}

fn has_anchor(pairings: &[Pairing]) -> bool {
    let mut players = pairings.iter().flat_map(|it| [it.first, it.second]);
    players.any(|player| matches!(player, RatedPlayer::Anchor(_)))
}

/// A rating with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoundRating {
    /// Elo.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// Natural units for a point of Elo.
const PER_POINT: f64 = std::f64::consts::LN_10 / 400.0;
/// More steps than Newton's method ever takes here.
const MOST_STEPS: usize = 100;
/// No step is longer than this, in Elo.
const LONGEST_STEP: f64 = 200.0;
/// The steps end when none is longer than this, in Elo.
const PRECISION: f64 = 1e-6;

/// The part of a drawn game that is added to each pairing where the results alone give no finite ratings.
const ADDED_GAMES: f64 = 0.1;

/// The points that a player who is this many points of Elo stronger takes from a game, on average.
pub fn expected_score(lead_elo: f64) -> f64 {
    1.0 / (1.0 + (-lead_elo * PER_POINT).exp())
}

/// The ratings of `players` players; `None` where the games do not connect one of them with an anchor.
///
/// Where somebody, or everybody of a group, took all points or none from the others, no finite ratings
/// are the likeliest: a tenth of a drawn game is then added to each pairing. [`is_determined`] tells.
pub fn ratings(players: usize, pairings: &[Pairing]) -> Option<Vec<FoundRating>> {
    likeliest(players, &finite(players, pairings), false)
}

/// The same for players of whom none has a known rating: their average is 0, and the errors are those
/// against the average. `None` where the games do not connect all players.
pub fn relative_ratings(players: usize, pairings: &[Pairing]) -> Option<Vec<FoundRating>> {
    likeliest(players, &finite(players, pairings), true)
}

/// Whether the results alone give finite ratings: however the players are divided into two groups, each
/// group has scored against the other (Ford 1957). All anchors count as one player.
pub fn is_determined(players: usize, pairings: &[Pairing]) -> bool {
    let number = |player: RatedPlayer| player.number(players);
    let scored = |pairing: &Pairing| {
        let (first, second) = (number(pairing.first), number(pairing.second));
        let wins = [
            (pairing.points > 0.0).then_some((first, second)),
            (pairing.points < pairing.games).then_some((second, first)),
        ];
        wins.into_iter().flatten()
    };
    let arrows: Vec<(usize, usize)> = pairings.iter().flat_map(scored).collect();
    let back: Vec<(usize, usize)> = arrows.iter().map(|&(from, to)| (to, from)).collect();
    let nodes = players + usize::from(has_anchor(pairings));
    [arrows, back]
        .iter()
        .all(|arrows| reached(nodes, arrows) == nodes)
}

/// The players in groups of those whom games connect, each group in the order of the numbers. All anchors
/// count as one player, whose number is `players`.
pub fn connected_groups(players: usize, pairings: &[Pairing]) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..=players).collect();
    for pairing in pairings {
        let [one, other] = [pairing.first, pairing.second].map(|it| group[it.number(players)]);
        for it in &mut group {
            if *it == other {
                *it = one;
            }
        }
    }
    let members = players + usize::from(has_anchor(pairings));
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (player, &group) in group.iter().enumerate().take(members) {
        groups.entry(group).or_default().push(player);
    }
    groups.into_values().collect()
}

/// How many of the nodes can be reached from the first one.
fn reached(nodes: usize, arrows: &[(usize, usize)]) -> usize {
    let mut seen = vec![false; nodes];
    let mut next: Vec<usize> = (0..nodes.min(1)).collect();
    while let Some(node) = next.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            next.extend(arrows.iter().filter(|it| it.0 == node).map(|it| it.1));
        }
    }
    seen.into_iter().filter(|&it| it).count()
}

/// The pairings, with a part of a game added to each where that is needed.
fn finite(players: usize, pairings: &[Pairing]) -> Vec<Pairing> {
    let added = match is_determined(players, pairings) {
        true => 0.0,
        false => ADDED_GAMES,
    };
    let with_added = |pairing: &Pairing| Pairing {
        points: pairing.points + added / 2.0,
        games: pairing.games + added,
        ..*pairing
    };
    pairings.iter().map(with_added).collect()
}

/// Newton's method. With `is_relative`, the ratings are held to the average 0.
fn likeliest(players: usize, pairings: &[Pairing], is_relative: bool) -> Option<Vec<FoundRating>> {
    let mut elo = vec![0.0; players];
    for _ in 0..MOST_STEPS {
        let (gradient, mut information) = derivatives(&elo, pairings);
        // Without an anchor, the games say nothing of a shift of all ratings. Information about it is
        // added here, and what it adds to the variances is taken away below.
        let shift = match is_relative {
            true => (0..players).map(|it| information[it][it]).sum::<f64>() / players as f64,
            false => 0.0,
        };
        let share = shift / players as f64;
        information.iter_mut().flatten().for_each(|it| *it += share);
        let inverse = inverse(information)?;
        let step = product(&inverse, &gradient);
        let longest = step.iter().fold(0.0_f64, |most, it| most.max(it.abs()));
        let scale = (LONGEST_STEP / longest).min(1.0);
        for (elo, step) in elo.iter_mut().zip(&step) {
            *elo += scale * step;
        }
        if longest < PRECISION {
            let of_shift = match is_relative {
                true => 1.0 / (shift * players as f64),
                false => 0.0,
            };
            let error = |player: usize| {
                let variance = inverse[player][player] - of_shift;
                TWO_SIDED_95 * variance.max(0.0).sqrt()
            };
            let found = elo.iter().enumerate().map(|(player, &elo)| FoundRating {
                elo,
                error: error(player),
            });
            return Some(found.collect());
        }
    }
    None
}

/// The gradient of the log-likelihood and its information, both per point of Elo.
fn derivatives(elo: &[f64], pairings: &[Pairing]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = elo.len();
    let mut gradient = vec![0.0; players];
    let mut information = vec![vec![0.0; players]; players];
    for pairing in pairings {
        let of = |player| match player {
            RatedPlayer::Sought(number) => elo[number],
            RatedPlayer::Anchor(elo) => elo,
        };
        let expected = expected_score(of(pairing.first) - of(pairing.second));
        let surplus = PER_POINT * (pairing.points - pairing.games * expected);
        let curvature = PER_POINT * PER_POINT * pairing.games * expected * (1.0 - expected);
        let sides = [(pairing.first, 1.0), (pairing.second, -1.0)];
        for (one, sign) in sides {
            let RatedPlayer::Sought(one) = one else {
                continue;
            };
            gradient[one] += sign * surplus;
            for (other, other_sign) in sides {
                if let RatedPlayer::Sought(other) = other {
                    information[one][other] += sign * other_sign * curvature;
                }
            }
        }
    }
    (gradient, information)
}

fn product(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let row = |row: &Vec<f64>| row.iter().zip(vector).map(|(one, other)| one * other).sum();
    matrix.iter().map(row).collect()
}

/// The inverse of a symmetric matrix without negative eigenvalues (Gauss and Jordan); `None` where it
/// has none.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut inverse = vec![vec![0.0; size]; size];
    for (number, row) in inverse.iter_mut().enumerate() {
        row[number] = 1.0;
    }
    for pivot in 0..size {
        let value = matrix[pivot][pivot];
        if value.abs() < 1e-12 {
            return None;
        }
        for rows in [&mut matrix, &mut inverse] {
            rows[pivot].iter_mut().for_each(|it| *it /= value);
        }
        for other in (0..size).filter(|&other| other != pivot) {
            let factor = matrix[other][pivot];
            for rows in [&mut matrix, &mut inverse] {
                let pivot_row = rows[pivot].clone();
                for (it, own) in rows[other].iter_mut().zip(pivot_row) {
                    *it -= factor * own;
                }
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(first: RatedPlayer, second: RatedPlayer, points: f64, games: f64) -> Pairing {
        Pairing {
            first,
            second,
            points,
            games,
        }
    }

    #[test]
    fn a_chain_hangs_on_its_anchor() {
        let (weak, strong) = (RatedPlayer::Sought(0), RatedPlayer::Sought(1));
        let anchor = RatedPlayer::Anchor(1_500.0);
        // Three quarters are 190.85 points.
        let games = [
            pairing(weak, anchor, 500.0, 1_000.0),
            pairing(strong, weak, 750.0, 1_000.0),
        ];
        let found = ratings(2, &games).unwrap();
        assert!((found[0].elo - 1_500.0).abs() < 0.1, "{found:?}");
        assert!((found[1].elo - 1_690.8).abs() < 0.2, "{found:?}");
        // The standard error of an even match of 1,000 games is 11 points; the second adds its own.
        assert!((found[0].error - 21.5).abs() < 0.5, "{found:?}");
        assert!((found[1].error - 33.0).abs() < 1.0, "{found:?}");
    }

    #[test]
    fn a_sweep_is_finite_and_who_hangs_nowhere_has_no_rating() {
        let anchor = RatedPlayer::Anchor(1_500.0);
        let sweep = ratings(1, &[pairing(RatedPlayer::Sought(0), anchor, 20.0, 20.0)]).unwrap();
        assert!(
            sweep[0].elo > 2_000.0 && sweep[0].elo < 3_500.0,
            "{sweep:?}"
        );
        let loose = [pairing(
            RatedPlayer::Sought(0),
            RatedPlayer::Sought(1),
            5.0,
            10.0,
        )];
        assert_eq!(ratings(2, &loose), None);
    }
    #[test]
    fn two_players_are_as_far_apart_as_their_score_says() {
        let (one, other) = (RatedPlayer::Sought(0), RatedPlayer::Sought(1));
        let found = relative_ratings(2, &[pairing(one, other, 30.0, 40.0)]).unwrap();
        // 400 log10(3) is 190.85; the variance of the difference is that of one probability.
        assert!((found[0].elo - 95.424).abs() < 1e-3, "{found:?}");
        assert!((found[1].elo + 95.424).abs() < 1e-3, "{found:?}");
        let of_difference = TWO_SIDED_95 / (PER_POINT * (40.0_f64 * 0.75 * 0.25).sqrt());
        assert!((found[0].error - of_difference / 2.0).abs() < 1e-6);
    }

    #[test]
    fn three_players_in_a_chain_add_up() {
        let at = RatedPlayer::Sought;
        let games = [
            pairing(at(0), at(1), 30.0, 40.0),
            pairing(at(1), at(2), 30.0, 40.0),
        ];
        let found = relative_ratings(3, &games).unwrap();
        let elo: Vec<f64> = found.iter().map(|it| it.elo).collect();
        for (found, expected) in elo.iter().zip([190.849, 0.0, -190.849]) {
            assert!((found - expected).abs() < 1e-3, "{elo:?}");
        }
        assert!(found[1].error < found[0].error);
        assert!((found[0].error - found[2].error).abs() < 1e-9);
    }

    #[test]
    fn only_results_without_finite_ratings_are_helped() {
        let at = RatedPlayer::Sought;
        let circle = [
            pairing(at(0), at(1), 4.0, 4.0),
            pairing(at(1), at(2), 4.0, 4.0),
            pairing(at(2), at(0), 4.0, 4.0),
        ];
        assert!(is_determined(3, &circle));
        assert!(!is_determined(3, &circle[..2]));
        let helped = relative_ratings(3, &circle[..2]).unwrap();
        assert!(helped[0].elo.is_finite() && helped[0].elo > helped[1].elo + 200.0);
        // Nobody has met the third player.
        assert_eq!(relative_ratings(3, &circle[..1]), None);
        assert_eq!(connected_groups(3, &circle[..1]), [vec![0, 1], vec![2]]);
        assert_eq!(connected_groups(3, &circle[..2]), [[0, 1, 2]]);
        let anchored = [pairing(at(0), RatedPlayer::Anchor(1_000.0), 1.0, 2.0)];
        assert!(is_determined(1, &anchored));
        assert_eq!(connected_groups(1, &anchored), [[0, 1]]);
    }
}
