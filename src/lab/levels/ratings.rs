//! Ratings of several players from the games between them (Bradley and Terry 1952): the ratings under
//! which the results are most likely, and their errors.

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
/// So many standard errors on either side hold the true value in 95 of 100 cases.
const CONFIDENCE: f64 = 1.96;

/// The ratings of `players` players; `None` where the games do not connect one of them with an anchor.
///
/// A tenth of a drawn game is added to each pairing, so that a clean sweep has a finite rating.
pub fn ratings(players: usize, pairings: &[Pairing]) -> Option<Vec<FoundRating>> {
    let mut elo = vec![0.0; players];
    for _ in 0..MOST_STEPS {
        let (gradient, information) = derivatives(&elo, pairings);
        let inverse = inverse(information)?;
        let step = product(&inverse, &gradient);
        let longest = step.iter().fold(0.0_f64, |most, it| most.max(it.abs()));
        let scale = (LONGEST_STEP / longest).min(1.0);
        for (elo, step) in elo.iter_mut().zip(&step) {
            *elo += scale * step;
        }
        if longest < PRECISION {
            let found = elo.iter().enumerate().map(|(player, &elo)| FoundRating {
                elo,
                error: CONFIDENCE * inverse[player][player].sqrt(),
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
        let expected = 1.0 / (1.0 + (-(of(pairing.first) - of(pairing.second)) * PER_POINT).exp());
        let (points, games) = (pairing.points + 0.05, pairing.games + 0.1);
        let surplus = PER_POINT * (points - games * expected);
        let curvature = PER_POINT * PER_POINT * games * expected * (1.0 - expected);
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
}
