//! What wishes do to whole games: by how much each trait of a game changes for each centipawn of a taste.
//!
//! A taste for checks makes more checks, but also fewer quiet king moves, other exchanges and shorter games.
//! This is measured on games of many personalities whose tastes are drawn by chance, all tastes at once, so
//! that every game tells something of each (a factorial experiment; Fisher 1935). The games of an opening
//! with one colour are a block, of which only the differences count.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use thiserror::Error;

use super::preference::fitted_features;
use crate::board::Color;
use crate::lab::cholesky::{CholeskyFactor, dot};
use crate::lab::style::observation::traits;
use crate::lab::style::observed_games::ObservedGames;
use crate::lab::style::portrait::{SHRINKAGE, compared_places};
use crate::personality::{Parameter, Personality};

/// The effects that ship, written by `masque personality fingerprint --wish-effects`.
const BUILT_IN: &str = include_str!("wish_effects.txt");
/// Effects are written for so many centipawns.
const WRITTEN_CP: f64 = 20.0;

/// Rows of numbers.
type Matrix = Vec<Vec<f64>>;

/// A personality with many tastes, drawn by chance, and its games.
#[derive(Clone, Debug)]
pub struct WishTrial<'g> {
    /// The weight of each of the fitted features, in centipawns.
    pub wishes_cp: Vec<i32>,
    /// What was seen in its games.
    pub games: &'g ObservedGames,
}

impl<'g> WishTrial<'g> {
    /// Of a personality's weights and games.
    pub fn of(personality: &Personality, games: &'g ObservedGames) -> WishTrial<'g> {
        let weight = |feature| personality.value_of(Parameter::Taste(feature));
        WishTrial {
            wishes_cp: fitted_features().map(weight).collect(),
            games,
        }
    }
}

/// Why a text does not tell effects.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WishEffectsError {
    /// A line is not the one that belongs there.
    #[error("line {line}: expected `{name}` and {count} numbers")]
    Line {
        /// Which line, from 1, remarks among them.
        line: usize,
        /// The word with which it should begin.
        name: String,
        /// How many numbers should follow.
        count: usize,
    },
    /// The traits do not vary as any traits can.
    #[error("the covariance is not positive definite")]
    Covariance,
}

/// The effect of every wish on every trait that is not over with the opening.
#[derive(Clone, Debug, PartialEq)]
pub struct WishEffects {
    /// By the features that are fitted, by traits: deviations of one game for each centipawn.
    per_cp: Matrix,
    /// How the traits of one personality's games vary together, in squared deviations: the lower triangle.
    covariance: Matrix,
    /// Cholesky's factor of the covariance, shrunk towards none.
    factor: CholeskyFactor,
}

impl WishEffects {
    /// The effects that ship. `None` if they cannot be read, which a test excludes.
    pub fn built_in() -> Option<WishEffects> {
        WishEffects::parse(BUILT_IN).ok()
    }

    /// Fits the effects to the games of all trials. `None` when there are too few trials to tell the wishes
    /// apart.
    pub fn fit(trials: &[WishTrial<'_>]) -> Option<WishEffects> {
        if trials.len() <= fitted_features().count() {
            return None;
        }
        let blocks = Blocks::of(trials);
        let moments = |one: &Matrix, other: &Matrix| -> Matrix {
            let count = |rows: &Matrix| rows.first().map_or(0, Vec::len);
            let mut sums = vec![vec![0.0; count(other)]; count(one)];
            for (one, other) in one.iter().zip(other) {
                for (sums, one) in sums.iter_mut().zip(one).filter(|it| *it.1 != 0.0) {
                    for (sum, other) in sums.iter_mut().zip(other) {
                        *sum += one * other;
                    }
                }
            }
            sums
        };
        let traits_count = compared_places().len();
        let mut square = moments(&blocks.wishes, &blocks.wishes);
        // What nobody wishes has no effect.
        for (place, row) in square.iter_mut().enumerate() {
            row[place] += f64::from(u8::from(row[place] == 0.0));
        }
        let solver = CholeskyFactor::of(square)?;
        let mixed = moments(&blocks.wishes, &blocks.traits);
        let mut per_cp = vec![vec![0.0; traits_count]; mixed.len()];
        for place in 0..traits_count {
            let column: Vec<f64> = mixed.iter().map(|row| row[place]).collect();
            for (row, effect) in per_cp.iter_mut().zip(solver.solve(&column)) {
                row[place] = effect;
            }
        }
        let left = blocks.wishes.iter().zip(&blocks.traits);
        let left = left.map(|(wishes, seen)| {
            let mut left = seen.clone();
            for (cp, effects) in wishes.iter().zip(&per_cp) {
                left.iter_mut()
                    .zip(effects)
                    .for_each(|(left, it)| *left -= cp * it);
            }
            left
        });
        let left: Matrix = left.collect();
        let mut covariance = moments(&left, &left);
        let deviations: Vec<f64> = (0..traits_count)
            .map(|place| (covariance[place][place] / left.len() as f64).sqrt())
            .map(|deviation| if deviation > 0.0 { deviation } else { 1.0 })
            .collect();
        for row in &mut per_cp {
            let scaled = row.iter_mut().zip(&deviations);
            scaled.for_each(|(effect, deviation)| *effect /= deviation);
        }
        for (one, row) in covariance.iter_mut().enumerate() {
            row.truncate(one + 1);
            for (other, value) in row.iter_mut().enumerate() {
                *value /= deviations[one] * deviations[other] * left.len() as f64;
            }
        }
        WishEffects::with(per_cp, covariance)
    }

    fn with(per_cp: Matrix, covariance: Matrix) -> Option<WishEffects> {
        let mut shrunk = covariance.clone();
        for (place, row) in shrunk.iter_mut().enumerate() {
            row.iter_mut().for_each(|value| *value *= 1.0 - SHRINKAGE);
            row[place] += SHRINKAGE;
        }
        Some(WishEffects {
            per_cp,
            covariance,
            factor: CholeskyFactor::of(shrunk)?,
        })
    }

    /// What weights do to whole games: the shift of each trait that is compared, in deviations of a game.
    pub fn shift_of(&self, wishes_cp: &[f64]) -> Vec<f64> {
        let mut shift = vec![0.0; self.per_cp.first().map_or(0, Vec::len)];
        for (cp, effects) in wishes_cp.iter().zip(&self.per_cp) {
            for (sum, effect) in shift.iter_mut().zip(effects) {
                *sum += cp * effect;
            }
        }
        shift
    }

    /// How far each wish goes in the direction of a shift: by the features that are fitted, in deviations of a
    /// game for each centipawn. All zero for no shift.
    pub fn towards(&self, shift: &[f64]) -> Vec<f64> {
        let direction = self.independent(shift);
        let length = dot(&direction, &direction).sqrt().max(f64::MIN_POSITIVE);
        let of = |row: &Vec<f64>| dot(&self.independent(row), &direction) / length;
        self.per_cp.iter().map(of).collect()
    }

    /// A shift in directions that are independent of each other, of which each has the deviation 1.
    pub fn independent(&self, shift: &[f64]) -> Vec<f64> {
        self.factor.forward(shift)
    }

    /// The squared length that the independent shift of somebody without style has by chance in so many games.
    pub fn chance_square(&self, games: usize) -> f64 {
        let count = self.covariance.len();
        let column = |place: usize| -> Vec<f64> {
            let of = |row: usize| match row >= place {
                true => self.covariance[row][place],
                false => self.covariance[place][row],
            };
            (0..count).map(of).collect()
        };
        let of_one: f64 = (0..count)
            .map(|place| self.factor.solve(&column(place))[place])
            .sum();
        of_one / games.max(1) as f64
    }

    /// The weights that shift whole games like this, as far as they can, in centipawns for each of the fitted
    /// features: of those that are free, the others are 0. `price` is what two weights cost together, in squared
    /// deviations of a game for a squared centipawn.
    pub fn wishes_for(
        &self,
        shift: &[f64],
        is_free: &[bool],
        price: impl Fn(usize, usize) -> f64,
    ) -> Vec<f64> {
        let wanted = self.independent(shift);
        let free: Vec<usize> = (0..is_free.len()).filter(|&it| is_free[it]).collect();
        let rows = free.iter().map(|&it| self.independent(&self.per_cp[it]));
        let rows: Matrix = rows.collect();
        let with_all = |one: &Vec<f64>| rows.iter().map(|other| dot(one, other)).collect();
        let mut matrix: Matrix = rows.iter().map(with_all).collect();
        for (row, &one) in matrix.iter_mut().zip(&free) {
            for (value, &other) in row.iter_mut().zip(&free) {
                *value += price(one, other);
            }
        }
        let pull: Vec<f64> = rows.iter().map(|row| dot(row, &wanted)).collect();
        let mut wishes_cp = vec![0.0; is_free.len()];
        if let Some(factor) = CholeskyFactor::of(matrix) {
            for (place, cp) in free.into_iter().zip(factor.solve(&pull)) {
                wishes_cp[place] = cp;
            }
        }
        wishes_cp
    }

    /// Reads the text of a file. Empty lines and lines that begin with `#` are remarks.
    ///
    /// # Errors
    /// All of [`WishEffectsError`].
    pub fn parse(text: &str) -> Result<WishEffects, WishEffectsError> {
        let is_remark = |text: &str| text.trim().is_empty() || text.starts_with('#');
        let mut lines = (1..).zip(text.lines()).filter(|(_, text)| !is_remark(text));
        let mut row = |name: String, count: usize| {
            let (line, text) = lines.next().unwrap_or((text.lines().count() + 1, ""));
            let mut words = text.split_whitespace();
            let is_named = words.next() == Some(&name);
            let numbers = words.map(|word| word.parse().ok().filter(|it: &f64| it.is_finite()));
            let numbers: Option<Vec<f64>> = numbers.collect();
            let numbers = numbers.filter(|numbers| is_named && numbers.len() == count);
            numbers.ok_or(WishEffectsError::Line { line, name, count })
        };
        let places = compared_places();
        let per_cp = fitted_features().map(|feature| {
            let row = row(feature.key().to_owned(), places.len())?;
            Ok(row.into_iter().map(|effect| effect / WRITTEN_CP).collect())
        });
        let per_cp = per_cp.collect::<Result<_, _>>()?;
        let all = traits();
        let covariance = places.iter().enumerate().map(|(number, &place)| {
            let name = format!("{COVARIANCE}{}", all[place].key);
            row(name, number + 1)
        });
        let covariance = covariance.collect::<Result<_, _>>()?;
        WishEffects::with(per_cp, covariance).ok_or(WishEffectsError::Covariance)
    }

    /// The text of a file with these effects, after remarks of a line each: a line for every feature with
    /// its effect on each trait, and one for every trait with its covariances with those up to itself.
    pub fn to_text(&self, remarks: &[String]) -> String {
        let mut text = String::new();
        for remark in remarks {
            let _ = writeln!(text, "# {remark}");
        }
        let mut line = |name: &str, numbers: &[f64], times: f64| {
            text.push_str(name);
            for number in numbers {
                let _ = write!(text, " {:.4}", times * number);
            }
            text.push('\n');
        };
        for (feature, row) in fitted_features().zip(&self.per_cp) {
            line(feature.key(), row, WRITTEN_CP);
        }
        let all = traits();
        for (&place, row) in compared_places().iter().zip(&self.covariance) {
            line(&format!("{COVARIANCE}{}", all[place].key), row, 1.0);
        }
        text
    }
}

/// What the lines of the covariance begin with.
const COVARIANCE: &str = "covariance:";

/// The games of all trials less the mean of their block.
struct Blocks {
    wishes: Matrix,
    traits: Matrix,
}

impl Blocks {
    fn of(trials: &[WishTrial<'_>]) -> Blocks {
        let places = compared_places();
        let mut blocks: BTreeMap<(u32, bool), [Matrix; 2]> = BTreeMap::new();
        for trial in trials {
            let games = trial.games;
            for (number, seen) in games.games.iter().enumerate() {
                let of = (games.openings[number], games.sides[number] == Color::White);
                let [wishes, traits] = blocks.entry(of).or_default();
                wishes.push(trial.wishes_cp.iter().map(|&cp| f64::from(cp)).collect());
                traits.push(places.iter().map(|&place| seen[place]).collect());
            }
        }
        let mut all = Blocks {
            wishes: Vec::new(),
            traits: Vec::new(),
        };
        for [wishes, traits] in blocks.into_values() {
            all.wishes.extend(without_mean(wishes));
            all.traits.extend(without_mean(traits));
        }
        all
    }
}

/// Rows less their mean.
fn without_mean(mut rows: Matrix) -> Matrix {
    let count = rows.len() as f64;
    for column in 0..rows.first().map_or(0, Vec::len) {
        let mean = rows.iter().map(|row| row[column]).sum::<f64>() / count;
        rows.iter_mut().for_each(|row| row[column] -= mean);
    }
    rows
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    /// Games of personalities with tastes drawn by chance, in which each wish adds to one trait.
    fn made_up() -> Vec<(Vec<i32>, ObservedGames)> {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let features = fitted_features().count();
        let places = compared_places();
        let personality = |_| {
            let mut drawn = |most: u32| random.next_u32() % most;
            let wishes_cp: Vec<i32> = (0..features)
                .map(|_| [-10, 0, 0, 10][drawn(4) as usize])
                .collect();
            let mut games = ObservedGames::default();
            for number in 0..8_u32 {
                let mut seen: Vec<f64> = traits().iter().map(|_| f64::from(drawn(11))).collect();
                for (cp, &place) in wishes_cp.iter().zip(&places) {
                    seen[place] += f64::from(*cp) / 5.0 + f64::from(number);
                }
                games.games.push(seen);
                games.openings.push(number / 2);
                games.sides.push(Color::ALL[number as usize % 2]);
                games.half_points.push(1);
            }
            (wishes_cp, games)
        };
        (0..200).map(personality).collect()
    }

    fn trials(made_up: &[(Vec<i32>, ObservedGames)]) -> Vec<WishTrial<'_>> {
        let trials = made_up.iter().map(|(wishes_cp, games)| WishTrial {
            wishes_cp: wishes_cp.clone(),
            games,
        });
        trials.collect()
    }

    #[test]
    fn what_ships_can_be_read() {
        let effects = WishEffects::parse(BUILT_IN).unwrap();
        assert_eq!(WishEffects::built_in(), Some(effects.clone()));
        let text = effects.to_text(&["One.".to_owned()]);
        assert!(text.starts_with("# One.\ndevelopment "), "{text}");
        assert_eq!(WishEffects::parse(&text), Ok(effects));
    }

    #[test]
    fn effects_are_found_whatever_the_openings_do() {
        let made_up = made_up();
        let effects = WishEffects::fit(&trials(&made_up)).unwrap();
        // Whole numbers from 0 to 10 have the deviation of the square root of 10.
        for (number, row) in effects.per_cp.iter().enumerate() {
            for (place, effect) in row.iter().enumerate() {
                let right = if place == number {
                    0.2 / 10_f64.sqrt()
                } else {
                    0.0
                };
                assert!((effect - right).abs() < 0.02, "{number} {place} {effect}");
            }
        }
        let chance = effects.chance_square(100);
        let independent = compared_places().len() as f64 / 100.0;
        assert!((chance / independent - 1.0).abs() < 0.05, "{chance}");
    }

    #[test]
    fn wishes_are_found_for_a_shift_among_those_that_are_free() {
        let made_up = made_up();
        let effects = WishEffects::fit(&trials(&made_up)).unwrap();
        let mut wanted = vec![0.0; made_up[0].0.len()];
        (wanted[3], wanted[20]) = (12.0, -7.0);
        let shift = effects.shift_of(&wanted);
        let mut is_free = vec![true; wanted.len()];
        let price = |one, other| if one == other { 1e-9 } else { 0.0 };
        let found = effects.wishes_for(&shift, &is_free, price);
        for (found, wanted) in found.iter().zip(&wanted) {
            assert!((found - wanted).abs() < 0.01, "{found} {wanted}");
        }
        is_free[3] = false;
        let found = effects.wishes_for(&shift, &is_free, price);
        assert!(
            found[3] == 0.0 && (found[20] + 7.0).abs() < 1.0,
            "{found:?}"
        );
    }

    #[test]
    fn too_few_trials_tell_nothing() {
        let made_up = made_up();
        assert_eq!(WishEffects::fit(&trials(&made_up[..5])), None);
        assert_eq!(WishEffects::fit(&[]), None);
    }

    #[test]
    fn wrong_texts_are_refused() {
        let refused = |text: &str| WishEffects::parse(text).unwrap_err().to_string();
        let count = compared_places().len();
        let expected = format!("expected `development` and {count} numbers");
        assert_eq!(
            refused("# x\n\ndevelopment 1 2"),
            format!("line 3: {expected}")
        );
        assert_eq!(refused(""), format!("line 1: {expected}"));
    }
}
