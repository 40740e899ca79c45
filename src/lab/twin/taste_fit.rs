//! The fit of a player: what is liked and avoided beside everybody, how well that is known, and how much of
//! the choice of moves it explains.

use super::choice_data::ObservedChoice;
use super::everybody::Everybody;
use super::newton::{Ridge, covariance, curvature, fit};
use super::preference::{
    EVERYBODY, LARGE_LOSS, SMALL_LOSS, columns, feature_columns, logits_per_cp,
};
use super::ridge_choice::held_out;
use crate::lab::statistics::{TWO_SIDED_95, place_of_largest};
use crate::personality::Feature;

/// The ridges that are tried, from strong to weak: one over the variance of what a player adds to the
/// weights of everybody, in logits for a full wish.
const STRENGTHS: [f64; 10] = [
    f64::INFINITY,
    1_000.0,
    300.0,
    100.0,
    30.0,
    10.0,
    3.0,
    1.0,
    0.3,
    0.1,
];
/// The ridge on what a player thinks of scores, and on how decided a player is.
const FREE: f64 = 0.1;
/// A feature has to distinguish moves in so many positions.
const LEAST_SEEN: usize = 30;
/// Features vary together when their correlation is this, either way.
const ENTANGLED: f64 = 0.6;
/// A weight matters when it is so many standard errors from 0.
const MATTERS: f64 = 2.0;

/// What a player adds to everybody's taste for a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittedTaste {
    /// The feature.
    pub feature: Feature,
    /// Its column.
    pub column: usize,
    /// In centipawns for a full wish, at the worth that a centipawn has to the player.
    pub cp: f64,
    /// Half the width of its 95 % interval.
    pub error_cp: f64,
    /// In how many positions it distinguishes moves.
    pub seen: usize,
}

impl FittedTaste {
    /// Whether it is known to differ from 0.
    pub fn is_certain(&self) -> bool {
        self.cp.abs() > self.error_cp
    }

    /// What a twin is given of it: the more doubtful, the less. Of weights that are mostly 0, those that are
    /// found small are more likely chance than those that are found large.
    pub fn believed_cp(&self) -> f64 {
        let square = self.cp * self.cp;
        self.cp * square / (square + self.error_cp * self.error_cp).max(f64::MIN_POSITIVE)
    }
}

/// How well moves are predicted in games that were held back: the mean logarithm of their probabilities,
/// in nats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Explained {
    /// When every move is equally likely.
    pub chance: f64,
    /// By scores alone.
    pub score: f64,
    /// By what everybody likes besides.
    pub everybody: f64,
    /// By what the player likes.
    pub own: f64,
}

/// A fitted player.
#[derive(Clone, Debug)]
pub struct TasteFit {
    /// What was fitted, a weight for each column.
    pub weights: Vec<f64>,
    /// The same where the player likes what everybody does, and only thinks otherwise of scores.
    pub everybodys: Vec<f64>,
    /// The strength of the ridge that games chose; infinite when nothing tells the player from everybody.
    pub ridge: f64,
    /// What a centipawn is worth to the player.
    pub logits_per_cp: f64,
    /// The tastes, in the order of features.
    pub tastes: Vec<FittedTaste>,
    /// What the moves are explained by.
    pub explained: Explained,
    /// Features that vary together so much that their weights may be mistaken for each other, with their
    /// correlation.
    pub entangled: Vec<(Feature, Feature, f64)>,
    /// How much features vary among moves that could be chosen: lower triangle by columns.
    pub curvature: Vec<Vec<f64>>,
}

/// Fits a player to choices that everybody has judged.
pub fn fit_taste(choices: &[ObservedChoice], everybody: &Everybody, threads: usize) -> TasteFit {
    let seen = seen(choices);
    let ridges: Vec<Ridge> = STRENGTHS
        .iter()
        .map(|&strength| ridge(strength, &seen))
        .collect();
    let likelihoods = held_out(choices, &ridges, threads);
    let chosen = place_of_largest(likelihoods.iter().copied()).unwrap_or(0);
    let all: Vec<&ObservedChoice> = choices.iter().collect();
    let everybodys = fit(&all, &ridges[0], &ridges[0].centre, threads).weights;
    let weights = fit(&all, &ridges[chosen], &everybodys, threads).weights;
    let covariance = covariance(&all, &ridges[chosen], &weights, threads);
    let logits_per_cp = logits_per_cp(&weights, everybody.weights());
    // Who does not care for scores has no centipawns; the tastes are then not told.
    let worth = 1.0 / logits_per_cp.max(1e-3);
    let tastes: Vec<FittedTaste> = feature_columns()
        .filter(|&(column, _)| seen[column] >= LEAST_SEEN)
        .map(|(column, feature)| FittedTaste {
            feature,
            column,
            cp: worth * weights[column],
            error_cp: worth * TWO_SIDED_95 * covariance[column][column].sqrt(),
            seen: seen[column],
        })
        .collect();
    let curvature = curvature(&all, &weights, threads);
    TasteFit {
        entangled: entangled(&tastes, &curvature),
        explained: Explained {
            chance: chance(choices),
            score: held_out(choices, &[score_ridge()], threads)[0],
            everybody: likelihoods[0],
            own: likelihoods[chosen],
        },
        weights,
        everybodys,
        ridge: STRENGTHS[chosen],
        logits_per_cp,
        tastes,
        curvature,
    }
}

/// The mean logarithm of one over the number of moves.
fn chance(choices: &[ObservedChoice]) -> f64 {
    let sum: f64 = choices.iter().map(|it| -(it.rows.len() as f64).ln()).sum();
    sum / choices.len().max(1) as f64
}

/// A ridge on features that draws to everybody; features that were seen too seldom stay there.
fn ridge(strength: f64, seen: &[usize]) -> Ridge {
    let mut ridge = Ridge {
        centre: vec![0.0; columns()],
        strength: vec![strength; columns()],
    };
    ridge.centre[EVERYBODY] = 1.0;
    for column in [EVERYBODY, SMALL_LOSS, LARGE_LOSS] {
        ridge.strength[column] = FREE;
    }
    for (column, _) in feature_columns().filter(|&(column, _)| seen[column] < LEAST_SEEN) {
        ridge.strength[column] = f64::INFINITY;
    }
    ridge
}

/// A ridge that leaves nothing but scores.
fn score_ridge() -> Ridge {
    let mut ridge = Ridge {
        centre: vec![0.0; columns()],
        strength: vec![f64::INFINITY; columns()],
    };
    for column in [SMALL_LOSS, LARGE_LOSS] {
        ridge.strength[column] = FREE;
    }
    ridge
}

/// In how many choices the alternatives differ in each column.
fn seen(choices: &[ObservedChoice]) -> Vec<usize> {
    let mut seen = vec![0; columns()];
    for choice in choices {
        let mut values: Vec<(f32, f32, usize)> = vec![(0.0, 0.0, 0); columns()];
        for &(column, value) in choice.rows.iter().flatten() {
            let (least, most, count) = &mut values[usize::from(column)];
            (*least, *most) = match *count {
                0 => (value, value),
                _ => (least.min(value), most.max(value)),
            };
            *count += 1;
        }
        for (count, (least, most, rows)) in seen.iter_mut().zip(values) {
            let has_others = rows > 0 && rows < choice.rows.len();
            *count += usize::from(has_others || least < most);
        }
    }
    seen
}

/// Pairs of tastes that both matter and whose features vary together.
fn entangled(tastes: &[FittedTaste], curvature: &[Vec<f64>]) -> Vec<(Feature, Feature, f64)> {
    let certain = MATTERS / TWO_SIDED_95;
    let matter: Vec<&FittedTaste> = tastes
        .iter()
        .filter(|taste| taste.cp.abs() > certain * taste.error_cp)
        .collect();
    let mut pairs = Vec::new();
    for (place, later) in matter.iter().enumerate() {
        for earlier in &matter[..place] {
            let own = |it: &FittedTaste| curvature[it.column][it.column];
            let both = [later.column, earlier.column];
            let shared = curvature[both[0].max(both[1])][both[0].min(both[1])];
            let correlation = shared / (own(later) * own(earlier)).sqrt();
            if correlation.abs() >= ENTANGLED {
                pairs.push((earlier.feature, later.feature, correlation));
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::twin::choice_data::SparseRow;
    use crate::lab::twin::made_up::{chosen_by, column_of};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    /// Choices of somebody to whom a centipawn is worth .08 and a check 20 of them.
    fn choices(games: u32, checks_cp: f64) -> Vec<ObservedChoice> {
        let mut random = ChaCha8Rng::seed_from_u64(11);
        let mut share = || f64::from(random.next_u32()) / f64::from(u32::MAX);
        let mut weights = vec![0.0; columns()];
        (weights[SMALL_LOSS], weights[LARGE_LOSS]) = (5.0, 3.0);
        weights[column_of(Feature::Checks)] = 0.08 * checks_cp;
        let mut choices = Vec::new();
        for number in 0..20 * games {
            let rows = (0..8).map(|_| -> SparseRow {
                let loss = 0.6 * share();
                let mut row = vec![(1, -loss.min(0.5) as f32), (2, -loss as f32)];
                let kinds = [Feature::Checks, Feature::Captures, Feature::Forward];
                for feature in kinds {
                    if share() < 0.3 {
                        row.push((column_of(feature) as u16, 1.0));
                        if feature == Feature::Forward {
                            row.push((column_of(Feature::Mobility) as u16, 0.9));
                        }
                    }
                }
                row.sort_by_key(|(column, _)| *column);
                row
            });
            let choice = ObservedChoice {
                game: number / 20,
                chosen: 0,
                rows: rows.collect(),
            };
            choices.push(chosen_by(choice, &weights, share()));
        }
        choices
    }

    #[test]
    fn a_taste_comes_back_in_centipawns_with_its_error() {
        let mut choices = choices(60, 20.0);
        let everybody = Everybody::fit(&self::choices(60, 0.0), 1);
        everybody.judge(&mut choices);
        let found = fit_taste(&choices, &everybody, 2);
        let of = |feature| {
            let mut tastes = found.tastes.iter();
            *tastes.find(|taste| taste.feature == feature).unwrap()
        };
        let checks = of(Feature::Checks);
        assert!(
            (checks.cp - 20.0).abs() < checks.error_cp.max(4.0),
            "{checks:?}"
        );
        assert!(checks.is_certain() && checks.error_cp < 10.0, "{checks:?}");
        assert!(of(Feature::Captures).cp.abs() < 6.0);
        assert!((found.logits_per_cp - 0.08).abs() < 0.02);
        assert!(found.explained.own > found.explained.everybody + 0.05);
        assert!(found.explained.everybody > found.explained.chance);
        // Of castling there was none.
        assert!(
            found
                .tastes
                .iter()
                .all(|it| it.feature != Feature::Castling)
        );
        assert_eq!(found.weights[column_of(Feature::Castling)], 0.0);
        assert_eq!(found.weights, fit_taste(&choices, &everybody, 1).weights);
    }

    #[test]
    fn who_is_as_everybody_has_no_tastes() {
        let mut choices = choices(20, 0.0);
        let everybody = Everybody::fit(&choices, 1);
        everybody.judge(&mut choices);
        let found = fit_taste(&choices, &everybody, 1);
        assert!(
            found
                .tastes
                .iter()
                .filter(|taste| taste.is_certain())
                .count()
                <= 1
        );
        assert!(found.explained.own - found.explained.everybody < 0.01);
    }

    #[test]
    fn features_that_vary_together_are_named() {
        let choices = choices(20, 0.0);
        let all: Vec<&ObservedChoice> = choices.iter().collect();
        let curvature = curvature(&all, &vec![0.0; columns()], 1);
        let taste = |feature, cp| FittedTaste {
            feature,
            column: column_of(feature),
            cp,
            error_cp: 1.0,
            seen: 100,
        };
        let both = [taste(Feature::Forward, 9.0), taste(Feature::Mobility, -9.0)];
        let [(one, other, correlation)] = entangled(&both, &curvature)[..] else {
            panic!("one pair");
        };
        assert_eq!((one, other), (Feature::Forward, Feature::Mobility));
        assert!(correlation > 0.99);
        let one_matters = [taste(Feature::Forward, 9.0), taste(Feature::Mobility, 0.5)];
        assert!(entangled(&one_matters, &curvature).is_empty());
        let apart = [taste(Feature::Forward, 9.0), taste(Feature::Checks, 9.0)];
        assert!(entangled(&apart, &curvature).is_empty());
    }
}
