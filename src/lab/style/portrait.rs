//! Portraits: which of several players a personality's games resemble.
//!
//! Both sides are taken relative to something: a player to the mean of all given players with the same
//! colour, a personality to the baseline of its fingerprint. What is compared is the direction of
//! these shifts and not their size, because people and engines differ far more from each other
//! than people do among themselves. Traits that say the same thing are brought to independent ones
//! first, as in Fisher's discriminant analysis, and those of the first moves are left out: there people
//! repeat theory.

use super::fingerprint::Fingerprint;
use super::observation::{Trait, traits};
use super::observed_games::ObservedGames;
use crate::board::Color;
use crate::lab::cholesky::CholeskyFactor;

/// The ply from which the moves of a player count.
pub const PORTRAIT_FIRST_PLY: usize = 16;
/// The share of the unit matrix in the covariance of the traits. The covariance of a few hundred
/// games is not known well enough to be inverted without it.
pub const SHRINKAGE: f64 = 0.5;

/// Players whom personalities can be compared with.
#[derive(Clone, Debug)]
pub struct PortraitGallery {
    names: Vec<String>,
    /// The places of the traits that are compared.
    places: Vec<usize>,
    /// Cholesky's factor of the covariance, in squared deviations of one game.
    factor: CholeskyFactor,
    /// Each player's shifts, in deviations of one game.
    shifts: Vec<Vec<f64>>,
}

/// How much somebody resembles a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Likeness {
    /// The player's name.
    pub name: String,
    /// The cosine of the angle between the shifts: 1 in the same direction, 0 for nothing in common, -1
    /// in the opposite direction.
    pub cosine: f64,
}

/// How much somebody resembles a player, and in what.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedLikeness {
    /// The player, and how much in all.
    pub likeness: Likeness,
    /// What each trait adds to the cosine, the largest first: positive where the two agree.
    pub parts: Vec<LikenessPart>,
}

/// One trait in which somebody agrees or disagrees with a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LikenessPart {
    /// The trait's key.
    pub key: &'static str,
    /// Whether the personality has more of it than its opponent.
    pub more: bool,
    /// What it adds to the cosine.
    pub cosine: f64,
}

impl PortraitGallery {
    /// The players with their games, which should have been observed from [`PORTRAIT_FIRST_PLY`] on.
    /// `None` when there are fewer than two players with games.
    pub fn of(players: &[(String, ObservedGames)]) -> Option<PortraitGallery> {
        if players.len() < 2 || players.iter().any(|(_, games)| games.is_empty()) {
            return None;
        }
        let mut places = compared_places();
        let deviations = deviations(players, &places);
        let varying = |deviation: &&f64| **deviation > 0.0;
        let mut kept = deviations.iter();
        places.retain(|_| kept.next().is_some_and(|deviation| varying(&deviation)));
        let deviations: Vec<f64> = deviations.iter().filter(varying).copied().collect();
        let factor = CholeskyFactor::of(covariance(players, &places, &deviations))?;
        let shifts = shifts(players, &places).into_iter().map(|shift| {
            let scaled = shift.iter().zip(&deviations).map(|(one, of)| one / of);
            scaled.collect()
        });
        Some(PortraitGallery {
            names: players.iter().map(|(name, _)| name.clone()).collect(),
            shifts: shifts.collect(),
            places,
            factor,
        })
    }

    /// All players, the most similar first.
    pub fn rank(&self, fingerprint: &Fingerprint) -> Vec<ExplainedLikeness> {
        let effects = self.places.iter();
        let effects: Vec<f64> = effects
            .map(|&place| fingerprint.rows[place].difference.effect)
            .collect();
        let mut ranked: Vec<ExplainedLikeness> = self
            .names
            .iter()
            .zip(&self.shifts)
            .map(|(name, shift)| self.likeness(name, &effects, shift))
            .collect();
        ranked.sort_by(|one, other| other.likeness.cosine.total_cmp(&one.likeness.cosine));
        ranked
    }

    /// How much shifts resemble those of a player.
    fn likeness(&self, name: &str, effects: &[f64], shift: &[f64]) -> ExplainedLikeness {
        let length = |shifts: &[f64]| norm(&self.factor.forward(shifts));
        let lengths = length(effects) * length(shift);
        let weights = self.factor.solve(shift);
        let part = |(column, &place): (usize, &usize)| LikenessPart {
            key: traits()[place].key,
            more: effects[column] > 0.0,
            cosine: match lengths > 0.0 {
                true => effects[column] * weights[column] / lengths,
                false => 0.0,
            },
        };
        let mut parts: Vec<LikenessPart> = self.places.iter().enumerate().map(part).collect();
        parts.sort_by(|one, other| other.cosine.total_cmp(&one.cosine));
        ExplainedLikeness {
            likeness: Likeness {
                name: name.to_owned(),
                cosine: parts.iter().map(|part| part.cosine).sum(),
            },
            parts,
        }
    }
}

/// The places of the traits that count: those that are not over with the opening, where people repeat theory.
pub fn compared_places() -> Vec<usize> {
    let late = |(place, one): (usize, &Trait)| (!one.is_of_the_opening()).then_some(place);
    traits().iter().enumerate().filter_map(late).collect()
}

/// The means of some traits in the games with one colour; `None` without any.
fn means(games: &ObservedGames, side: Color, places: &[usize]) -> Option<Vec<f64>> {
    let of_side = || {
        games
            .games
            .iter()
            .zip(&games.sides)
            .filter(|game| *game.1 == side)
    };
    let count = of_side().count();
    let mean = |&place: &usize| of_side().map(|(game, _)| game[place]).sum::<f64>() / count as f64;
    (count > 0).then(|| places.iter().map(mean).collect())
}

/// Every game of every player less the mean of that player with that colour.
fn residuals(players: &[(String, ObservedGames)], places: &[usize]) -> Vec<Vec<f64>> {
    let mut residuals = Vec::new();
    for (_, games) in players {
        for side in Color::ALL {
            let Some(means) = means(games, side, places) else {
                continue;
            };
            for (game, _) in games
                .games
                .iter()
                .zip(&games.sides)
                .filter(|game| *game.1 == side)
            {
                let row = places
                    .iter()
                    .zip(&means)
                    .map(|(&place, mean)| game[place] - mean);
                residuals.push(row.collect());
            }
        }
    }
    residuals
}

/// The deviation of one game for each trait.
fn deviations(players: &[(String, ObservedGames)], places: &[usize]) -> Vec<f64> {
    let residuals = residuals(players, places);
    let variance = |column: usize| {
        let squares = residuals.iter().map(|row: &Vec<f64>| row[column].powi(2));
        squares.sum::<f64>() / residuals.len() as f64
    };
    (0..places.len())
        .map(|column| variance(column).sqrt())
        .collect()
}

/// The covariance of traits within players, in deviations of one game, shrunk towards none.
fn covariance(
    players: &[(String, ObservedGames)],
    places: &[usize],
    deviations: &[f64],
) -> Vec<Vec<f64>> {
    let residuals = residuals(players, places);
    let count = places.len();
    let mut matrix = vec![vec![0.0; count]; count];
    for row in &residuals {
        for one in 0..count {
            for other in 0..=one {
                matrix[one][other] += row[one] * row[other];
            }
        }
    }
    for one in 0..count {
        for other in 0..=one {
            let scale = deviations[one] * deviations[other] * residuals.len() as f64;
            let unit = f64::from(u8::from(one == other));
            let shrunk = (1.0 - SHRINKAGE) * matrix[one][other] / scale + SHRINKAGE * unit;
            matrix[one][other] = shrunk;
        }
    }
    matrix
}

/// Each player's means less those of all players with the same colour, averaged over the colours.
fn shifts(players: &[(String, ObservedGames)], places: &[usize]) -> Vec<Vec<f64>> {
    let mut sums = vec![vec![0.0; places.len()]; players.len()];
    let mut colours = vec![0.0; players.len()];
    for side in Color::ALL {
        let of_all: Vec<Option<Vec<f64>>> = players
            .iter()
            .map(|(_, games)| means(games, side, places))
            .collect();
        let known = of_all.iter().flatten().count().max(1) as f64;
        for column in 0..places.len() {
            let common = of_all.iter().flatten().map(|one| one[column]).sum::<f64>() / known;
            for (sum, own) in sums.iter_mut().zip(&of_all) {
                sum[column] += own.as_ref().map_or(0.0, |own| own[column] - common);
            }
        }
        for (count, own) in colours.iter_mut().zip(&of_all) {
            *count += f64::from(u8::from(own.is_some()));
        }
    }
    for (sum, count) in sums.iter_mut().zip(colours) {
        sum.iter_mut().for_each(|value| *value /= count);
    }
    sums
}

fn norm(vector: &[f64]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::lab::style::observation::place;

    /// Games with both colours whose traits wobble; some traits are higher by 2.
    fn games(keys: &[&str], colour_gap: f64) -> ObservedGames {
        let places: Vec<usize> = keys.iter().map(|key| place(key).unwrap()).collect();
        let mut samples = ObservedGames::default();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for number in 0..80_u32 {
            let side = [Color::White, Color::Black][number as usize % 2];
            let gap = if side == Color::White {
                colour_gap
            } else {
                0.0
            };
            let mut wobble = || f64::from(random.next_u32() % 11) + gap;
            let mut game: Vec<f64> = traits().iter().map(|_| wobble()).collect();
            places.iter().for_each(|&place| game[place] += 2.0);
            samples.games.push(game);
            samples.openings.push(number / 2);
            samples.sides.push(side);
            samples.half_points.push(1);
        }
        samples
    }

    #[test]
    fn a_personality_is_most_like_the_player_who_differs_in_the_same_traits() {
        let players = [
            ("trader".to_owned(), games(&["trades", "queens_off"], 5.0)),
            (
                "attacker".to_owned(),
                games(&["king_attackers", "sacrifice"], 5.0),
            ),
            ("shuffler".to_owned(), games(&["length", "fianchetto"], 5.0)),
        ];
        let gallery = PortraitGallery::of(&players).unwrap();
        let personality = games(&["sacrifice", "fianchetto"], 0.0);
        let fingerprint = Fingerprint::of(&personality, &games(&[], 0.0), 1, 1);
        let ranked = gallery.rank(&fingerprint);
        assert_eq!(ranked[0].likeness.name, "attacker");
        assert!(
            ranked[0].likeness.cosine > 0.2 && ranked[2].likeness.cosine < 0.1,
            "{ranked:?}"
        );
        let parts = &ranked[0].parts;
        let part = |key: &str| parts.iter().find(|part| part.key == key).unwrap();
        assert!(
            part("sacrifice").more && part("sacrifice").cosine > 0.05,
            "{parts:?}"
        );
        assert!(parts.is_sorted_by(|one, other| one.cosine >= other.cosine));
        let all: f64 = parts.iter().map(|part| part.cosine).sum();
        assert!((all - ranked[0].likeness.cosine).abs() < 1e-9);
        let nobody = Fingerprint::of(&games(&[], 0.0), &games(&[], 0.0), 1, 1);
        assert!(
            gallery
                .rank(&nobody)
                .iter()
                .all(|one| one.likeness.cosine == 0.0)
        );
    }

    #[test]
    fn one_player_cannot_be_compared_with() {
        assert!(PortraitGallery::of(&[("a".to_owned(), games(&[], 0.0))]).is_none());
        let nobody = ("b".to_owned(), ObservedGames::default());
        assert!(PortraitGallery::of(&[("a".to_owned(), games(&[], 0.0)), nobody]).is_none());
    }
}
