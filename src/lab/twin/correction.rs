//! A twin's weights, corrected by rehearsals until it has as much of every feature as the player.
//!
//! A fit sees shallow scores, and takes a choice to be as decided in a calm position as in a wild one. Wishes
//! that act in every move come out too large by it, and wishes whose bonus is cut too small. For games of an
//! engine that plays a style this can be put right: with the right weights the twin, in the same positions,
//! has on average as much of everything as the player (indirect inference; Gourieroux, Monfort and Renault
//! 1993). What then is no better than chance is left out, weight by weight, as long as Schwarz's criterion
//! (1978) gains by it.

use std::collections::BTreeMap;

use super::scored_choice::ScoredChoice;
use super::taste_fit::TasteFit;
use crate::lab::cholesky::CholeskyFactor;
use crate::lab::statistics::TWO_SIDED_95;

/// The share of the way that each rehearsal goes: where many moves are as good, a wish does more than the
/// curvature of the fit says.
const SHARES: [f64; 6] = [0.6, 0.5, 0.4, 0.4, 0.4, 0.4];
/// The first rehearsals lead to the right weights; from this on they are averaged.
const FIRST_AVERAGED: usize = 2;
/// What a centipawn of a bonus is worth to the engine in the logits of the fit, on average.
const LOGITS_PER_BONUS_CP: f64 = 0.09;
/// A weight is taken to lie so far from what is believed of it, in centipawns, before a rehearsal tells.
const USUAL_CP: f64 = 15.0;
/// What is added to the variances of what is missing, as a share: those of rare features are not well known.
const DOUBT: f64 = 0.05;

/// A matrix by its rows.
type Matrix = Vec<Vec<f64>>;

/// How many rehearsals a correction takes.
pub const REHEARSALS: usize = SHARES.len();

/// The fit with the tastes of a twin that has as much of everything as the player. The first twin has
/// `factor` times the tastes of the fit. `rehearse` tells what a twin with tastes as in a fit chooses: the
/// place of a move for each position.
///
/// # Errors
/// What `rehearse` returns.
pub fn corrected<E>(
    choices: &[ScoredChoice],
    fitted: &TasteFit,
    factor: f64,
    mut rehearse: impl FnMut(&TasteFit) -> Result<Vec<Option<usize>>, E>,
) -> Result<TasteFit, E> {
    let slopes = Slopes::of(fitted);
    let mut at_cp: Vec<f64> = (fitted.tastes.iter())
        .map(|it| factor * it.believed_cp())
        .collect();
    let mut averaged = Averaged::default();
    for (number, share) in SHARES.into_iter().enumerate() {
        let places = rehearse(&with_cp(fitted, &at_cp, &vec![0.0; at_cp.len()]))?;
        let missing = missing_by_game(choices, &places, fitted);
        if number >= FIRST_AVERAGED {
            averaged.add(&at_cp, &missing);
        }
        let step_cp = slopes.step_cp(&sum(&missing));
        for (at_cp, step_cp) in at_cp.iter_mut().zip(step_cp) {
            *at_cp += share * step_cp;
        }
    }
    let (found_cp, missing) = averaged.means();
    let step_cp = slopes.step_cp(&sum(&missing));
    let found_cp = found_cp.iter().zip(step_cp).map(|(at, step)| at + step);
    let found_cp: Vec<f64> = found_cp.collect();
    let Some(precision) = slopes.precision(&missing) else {
        let errors_cp: Vec<f64> = fitted.tastes.iter().map(|it| it.error_cp).collect();
        return Ok(with_cp(fitted, &found_cp, &errors_cp));
    };
    let (kept_cp, errors_cp) = without_chance(&found_cp, &precision, (missing.len() as f64).ln());
    Ok(with_cp(fitted, &kept_cp, &errors_cp))
}

/// The fit with these tastes and errors.
fn with_cp(fitted: &TasteFit, cp: &[f64], errors_cp: &[f64]) -> TasteFit {
    let mut changed = fitted.clone();
    for (taste, (cp, error_cp)) in changed.tastes.iter_mut().zip(cp.iter().zip(errors_cp)) {
        (taste.cp, taste.error_cp) = (*cp, *error_cp);
    }
    changed
}

/// How much more the player has of the feature of each taste than the twin that chose these places, summed
/// over the positions of each game.
fn missing_by_game(
    choices: &[ScoredChoice],
    places: &[Option<usize>],
    fitted: &TasteFit,
) -> Vec<Vec<f64>> {
    let mut games: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for (it, place) in choices.iter().zip(places) {
        let columns = || vec![0.0; fitted.weights.len()];
        let missing = games.entry(it.choice.game).or_insert_with(columns);
        let Some(place) = *place else { continue };
        for (made, sign) in [(it.choice.chosen, 1.0), (place, -1.0)] {
            for &(column, value) in &it.choice.rows[made] {
                missing[usize::from(column)] += sign * f64::from(value);
            }
        }
    }
    let of_tastes = |all: Vec<f64>| fitted.tastes.iter().map(|it| all[it.column]).collect();
    games.into_values().map(of_tastes).collect()
}

/// The sum of some rows.
fn sum(rows: &[Vec<f64>]) -> Vec<f64> {
    let mut sums = vec![0.0; rows.first().map_or(0, Vec::len)];
    for row in rows {
        sums.iter_mut().zip(row).for_each(|(sum, one)| *sum += one);
    }
    sums
}

/// The means of several rehearsals.
#[derive(Default)]
struct Averaged {
    at_cp: Vec<Vec<f64>>,
    missing: Vec<Vec<Vec<f64>>>,
}

impl Averaged {
    fn add(&mut self, at_cp: &[f64], missing: &[Vec<f64>]) {
        self.at_cp.push(at_cp.to_vec());
        self.missing.push(missing.to_vec());
    }

    /// The weights, and what was missing in each game.
    fn means(&self) -> (Vec<f64>, Vec<Vec<f64>>) {
        let mean = |rows: &[Vec<f64>]| -> Vec<f64> {
            let of = rows.len() as f64;
            sum(rows).into_iter().map(|it| it / of).collect()
        };
        let of_game = |game: usize| {
            let rows = self.missing.iter().map(|it| it[game].clone());
            mean(&rows.collect::<Vec<_>>())
        };
        let games = self.missing.first().map_or(0, Vec::len);
        (mean(&self.at_cp), (0..games).map(of_game).collect())
    }
}

/// How much more of each feature a twin has for a centipawn more of each weight, summed over all positions.
struct Slopes {
    /// Symmetric, drawn away from flatness where a feature is too rare to tell.
    matrix: Matrix,
    factor: Option<CholeskyFactor>,
}

impl Slopes {
    fn of(fitted: &TasteFit) -> Slopes {
        let columns: Vec<usize> = fitted.tastes.iter().map(|it| it.column).collect();
        let usual = 1.0 / (USUAL_CP * USUAL_CP * LOGITS_PER_BONUS_CP);
        let slope = |one: usize, other: usize| {
            let (row, column) = (
                columns[one].max(columns[other]),
                columns[one].min(columns[other]),
            );
            let ridge = if one == other { usual } else { 0.0 };
            LOGITS_PER_BONUS_CP * fitted.curvature[row][column] + ridge
        };
        let row = |one: usize| (0..columns.len()).map(|other| slope(one, other)).collect();
        let matrix: Matrix = (0..columns.len()).map(row).collect();
        Slopes {
            factor: CholeskyFactor::of(matrix.clone()),
            matrix,
        }
    }

    /// By how much the weights have to change for this to be no longer missing.
    fn step_cp(&self, missing: &[f64]) -> Vec<f64> {
        match &self.factor {
            Some(factor) => factor.solve(missing),
            None => vec![0.0; missing.len()],
        }
    }

    /// The inverse of the covariance of weights that are found where games miss this. `None` when it is not
    /// known.
    fn precision(&self, missing: &[Vec<f64>]) -> Option<Matrix> {
        let count = self.matrix.len();
        let mean: Vec<f64> = sum(missing)
            .into_iter()
            .map(|it| it / missing.len() as f64)
            .collect();
        let mut scatter = vec![vec![0.0; count]; count];
        for game in missing {
            for one in 0..count {
                for other in 0..count {
                    scatter[one][other] += (game[one] - mean[one]) * (game[other] - mean[other]);
                }
            }
        }
        for (place, row) in scatter.iter_mut().enumerate() {
            row[place] = row[place] * (1.0 + DOUBT) + 1.0;
        }
        let scatter = CholeskyFactor::of(scatter)?;
        let solved: Matrix = self.matrix.iter().map(|row| scatter.solve(row)).collect();
        let product = |row: &Vec<f64>| -> Vec<f64> {
            let with = |other: &Vec<f64>| row.iter().zip(other).map(|(a, b)| a * b).sum();
            solved.iter().map(with).collect()
        };
        Some(self.matrix.iter().map(product).collect())
    }
}

/// Weights with those set to 0 that cost less than `price` to miss, in squared deviations, one after the
/// other, and half the widths of the 95 % intervals.
fn without_chance(found_cp: &[f64], precision: &Matrix, price: f64) -> (Vec<f64>, Vec<f64>) {
    let pull: Vec<f64> = precision
        .iter()
        .map(|row| row.iter().zip(found_cp).map(|(a, b)| a * b).sum())
        .collect();
    let mut kept: Vec<usize> = (0..found_cp.len()).collect();
    let mut errors_cp = vec![f64::INFINITY; found_cp.len()];
    loop {
        let row = |one: usize| kept.iter().map(|&other| precision[one][other]).collect();
        let matrix: Matrix = kept.iter().map(|&one| row(one)).collect();
        let Some(factor) = CholeskyFactor::of(matrix) else {
            return (found_cp.to_vec(), errors_cp);
        };
        let pulls: Vec<f64> = kept.iter().map(|&place| pull[place]).collect();
        let weights = factor.solve(&pulls);
        let variance = |number: usize| {
            let mut unit = vec![0.0; kept.len()];
            unit[number] = 1.0;
            factor.forward(&unit).iter().map(|it| it * it).sum::<f64>()
        };
        let variances: Vec<f64> = (0..kept.len()).map(variance).collect();
        for (&place, variance) in kept.iter().zip(&variances) {
            errors_cp[place] = TWO_SIDED_95 * variance.sqrt();
        }
        let cost = |number: usize| weights[number] * weights[number] / variances[number];
        let cheapest = (0..kept.len()).min_by(|&one, &other| cost(one).total_cmp(&cost(other)));
        match cheapest.filter(|&number| cost(number) < price) {
            Some(number) => drop(kept.remove(number)),
            None => {
                let mut cp = vec![0.0; found_cp.len()];
                kept.iter()
                    .zip(weights)
                    .for_each(|(&place, weight)| cp[place] = weight);
                return (cp, errors_cp);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::twin::choice_data::ObservedChoice;
    use crate::lab::twin::made_up::{column_of, draw_choices, fit_with};
    use crate::lab::twin::newton::curvature;
    use crate::lab::twin::preference::columns;
    use crate::personality::Feature;

    const FEATURES: [Feature; 6] = [
        Feature::Checks,
        Feature::Captures,
        Feature::Forward,
        Feature::Trades,
        Feature::Space,
        Feature::Mobility,
    ];

    /// What somebody takes whose weights are these, where moves are worth something of their own besides.
    fn taken(choice: &ObservedChoice, number: usize, cp: &[f64]) -> usize {
        let value = |place: usize| {
            let own = &choice.rows[place];
            let wishes = own.iter().map(|&(column, value)| {
                let taste = FEATURES
                    .iter()
                    .position(|&it| column_of(it) == usize::from(column));
                f64::from(value) * taste.map_or(0.0, |taste| cp[taste])
            });
            // Calm positions in turn with wild ones.
            let scale = [4.0, 60.0][number % 2];
            wishes.sum::<f64>() - scale * f64::from((place * 7 + number * 13) as u32 % 11) / 11.0
        };
        (0..choice.rows.len())
            .max_by(|&one, &other| value(one).total_cmp(&value(other)))
            .unwrap()
    }

    fn played(cp: &[f64]) -> (Vec<ScoredChoice>, TasteFit) {
        let draw = draw_choices(2_000, &vec![0.0; columns()], 5);
        let of_features: Vec<u16> = FEATURES.iter().map(|&it| column_of(it) as u16).collect();
        let mut choices = Vec::new();
        for (number, mut choice) in draw.into_iter().enumerate() {
            for row in &mut choice.rows {
                row.retain(|(column, _)| of_features.contains(column));
            }
            choice.chosen = taken(&choice, number, cp);
            choices.push(ScoredChoice {
                ply: 0,
                moves: Vec::new(),
                losses_cp: vec![0.0; choice.rows.len()],
                choice,
            });
        }
        let mut fitted = fit_with(&FEATURES.map(|feature| (feature, 12.0)));
        let all: Vec<&ObservedChoice> = choices.iter().map(|it| &it.choice).collect();
        fitted.curvature = curvature(&all, &vec![0.0; columns()], 1);
        (choices, fitted)
    }

    #[test]
    fn weights_come_back_and_chance_is_left_out() {
        let truth = [10.0, 0.0, -6.0, 0.0, 0.0, 3.0];
        let (choices, fitted) = played(&truth);
        let mut asked = 0;
        let found = corrected(&choices, &fitted, 1.0, |twin| {
            asked += 1;
            let cp: Vec<f64> = twin.tastes.iter().map(|it| it.believed_cp()).collect();
            let chosen = choices.iter().enumerate();
            Ok::<_, ()>(
                chosen
                    .map(|(number, it)| Some(taken(&it.choice, number, &cp)))
                    .collect(),
            )
        });
        let tastes = found.unwrap().tastes;
        assert_eq!(asked, REHEARSALS);
        for (taste, truth) in tastes.iter().zip(truth) {
            assert!((taste.cp - truth).abs() < 1.5, "{taste:?} {truth}");
            assert!(truth != 0.0 || taste.cp == 0.0, "{taste:?}");
            assert!(taste.error_cp < 5.0, "{taste:?}");
        }
    }

    #[test]
    fn the_dearest_weights_stay() {
        let precision = vec![vec![1.0, 0.5], vec![0.5, 1.0]];
        let (cp, errors_cp) = without_chance(&[4.0, 1.0], &precision, 3.0);
        // Without the second, the first has to stand for half of it, too.
        assert!((cp[0] - 4.5).abs() < 1e-9 && cp[1] == 0.0, "{cp:?}");
        assert!((errors_cp[0] - TWO_SIDED_95).abs() < 1e-3, "{errors_cp:?}");
        let (cp, _) = without_chance(&[4.0, 3.0], &precision, 3.0);
        assert!(
            (cp[0] - 4.0).abs() < 1e-9 && (cp[1] - 3.0).abs() < 1e-9,
            "{cp:?}"
        );
        assert_eq!(without_chance(&[0.1, 0.1], &precision, 3.0).0, [0.0, 0.0]);
    }

    #[test]
    fn what_a_rehearsal_is_refused_for_is_returned() {
        let (choices, fitted) = played(&[0.0; 6]);
        let refused = corrected(&choices, &fitted, 1.0, |_| Err("no"));
        assert_eq!(refused.unwrap_err(), "no");
    }
}
