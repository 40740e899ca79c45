//! How large the weights of a twin have to be.
//!
//! People choose among good moves more by chance than an engine does, so that the same weights do more or
//! less in an engine than in a person, and the ridge has made them smaller than they are. They are scaled
//! until the twin, in the positions of the player's games, shifts its own choices as far along its taste as
//! the player shifts those of everybody, or some times as far, or until it gives up as much as it may. The
//! twin is taken to choose by chance, too, though less: it will search more deeply than was done here, and
//! find other scores.

use super::scored_choice::ScoredChoice;
use super::taste_fit::TasteFit;
use crate::personality::bonuses_of_wishes;

/// Halvings of the interval of the factor.
const BISECTIONS: u32 = 14;
/// The largest factor.
const MOST: f64 = 20.0;
/// What a centipawn of the scores that are fitted on is worth to the engine in a game: fitted to games of
/// neutral with 15,000 nodes a move.
const ENGINE_LOGITS_PER_CP: f64 = 0.065;
/// What a centipawn of its bonuses is worth to it. More, for it weighs them against the scores of its own
/// deeper search, of which those that are fitted on are but a shadow. Fitted to games of ten characters.
const ENGINE_LOGITS_PER_BONUS_CP: f64 = 0.09;
/// What moves lose beyond this makes no difference, in centipawns.
const MOST_LOSS_CP: f32 = 400.0;

/// What a twin may give up, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConcessionBudget {
    /// In one move.
    pub most_cp: i32,
    /// On average.
    pub mean_cp: f64,
}

/// The size of the weights, and what it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Amplitude {
    /// What the fitted centipawns are multiplied with.
    pub factor: f64,
    /// What the twin then gives up, in centipawns a move.
    pub concession_cp: f64,
    /// How much of the player's shift it makes, 1 being all of it.
    pub reached: f64,
}

/// The factor for the tastes of a fit on the player's choices, for a twin that shifts its moves
/// `exaggeration` times as far as the player.
pub fn amplitude(
    choices: &[ScoredChoice],
    fitted: &TasteFit,
    exaggeration: f64,
    budget: ConcessionBudget,
) -> Amplitude {
    let wishes: Vec<Vec<f64>> = choices.iter().map(|it| wishes_cp(it, fitted)).collect();
    let wanted = exaggeration * player_shift_cp(choices, &wishes, fitted);
    let (mut low, mut high) = (0.0, if wanted > 0.0 { MOST } else { 0.0 });
    for _ in 0..BISECTIONS {
        let middle = (low + high) / 2.0;
        let (shift, concession_cp) = effect(choices, &wishes, middle, budget.most_cp);
        match shift < wanted && concession_cp < budget.mean_cp {
            true => low = middle,
            false => high = middle,
        }
    }
    of_factor(choices, fitted, low, budget.most_cp)
}

/// What weights do that are so many times the fitted ones.
pub fn of_factor(
    choices: &[ScoredChoice],
    fitted: &TasteFit,
    factor: f64,
    most_cp: i32,
) -> Amplitude {
    let wishes: Vec<Vec<f64>> = choices.iter().map(|it| wishes_cp(it, fitted)).collect();
    let players = player_shift_cp(choices, &wishes, fitted);
    let (shift, concession_cp) = effect(choices, &wishes, factor, most_cp);
    Amplitude {
        factor,
        concession_cp: concession_cp.max(0.0),
        reached: if players > 0.0 { shift / players } else { 1.0 },
    }
}

/// What the player's own taste makes of each move, in centipawns.
fn wishes_cp(choice: &ScoredChoice, fitted: &TasteFit) -> Vec<f64> {
    let mut cp = vec![0.0; fitted.weights.len()];
    for taste in &fitted.tastes {
        cp[taste.column] = taste.believed_cp();
    }
    choice.choice.utilities(&cp)
}

/// By how much more the player has of what the own taste wants than everybody in the same positions, in
/// centipawns a move.
fn player_shift_cp(choices: &[ScoredChoice], wishes: &[Vec<f64>], fitted: &TasteFit) -> f64 {
    let shifts = choices.iter().zip(wishes).map(|(it, wishes)| {
        let shares = it.choice.probabilities(&fitted.everybodys);
        let mean: f64 = shares
            .iter()
            .zip(wishes)
            .map(|(share, wish)| share * wish)
            .sum();
        wishes[it.choice.chosen] - mean
    });
    shifts.sum::<f64>() / choices.len().max(1) as f64
}

/// The shift of an engine with this factor beside itself without taste, and what it gives up for it, in
/// centipawns a move.
fn effect(choices: &[ScoredChoice], wishes: &[Vec<f64>], factor: f64, most_cp: i32) -> (f64, f64) {
    let (mut shift, mut conceded) = (0.0, 0.0);
    for (it, wishes) in choices.iter().zip(wishes) {
        let rounded: Vec<i32> = wishes
            .iter()
            .map(|wish| (factor * wish).round() as i32)
            .collect();
        let bonuses = bonuses_of_wishes(most_cp, &rounded);
        let (own, plain) = (engine_shares(it, &bonuses), engine_shares(it, &[]));
        for place in 0..wishes.len() {
            let more = own[place] - plain[place];
            shift += more * wishes[place];
            conceded += more * f64::from(it.losses_cp[place].min(MOST_LOSS_CP));
        }
    }
    let count = choices.len().max(1) as f64;
    (shift / count, conceded / count)
}

/// How much of each column moves have together, among those that an engine without a taste could make:
/// the covariances within the mean position. With them the variance of a bonus is known, and so what it costs.
pub fn covariance_among_moves(choices: &[ScoredChoice], columns: usize) -> Vec<Vec<f64>> {
    let mut sums = vec![vec![0.0; columns]; columns];
    for it in choices {
        let shares = engine_shares(it, &[]);
        let mut mean = vec![0.0; columns];
        for (row, share) in it.choice.rows.iter().zip(&shares) {
            for &(column, value) in row {
                mean[usize::from(column)] += share * f64::from(value);
            }
        }
        let had: Vec<usize> = (0..columns).filter(|&column| mean[column] != 0.0).collect();
        for (row, share) in it.choice.rows.iter().zip(&shares) {
            for &(one, value) in row {
                for &(other, beside) in row {
                    sums[usize::from(one)][usize::from(other)] +=
                        share * f64::from(value) * f64::from(beside);
                }
            }
        }
        for &one in &had {
            for &other in &had {
                sums[one][other] -= mean[one] * mean[other];
            }
        }
    }
    let count = choices.len().max(1) as f64;
    sums.iter_mut().flatten().for_each(|value| *value /= count);
    sums
}

/// How likely each move is for an engine with these bonuses, or without any.
fn engine_shares(choice: &ScoredChoice, bonuses_cp: &[i32]) -> Vec<f64> {
    let bonuses = bonuses_cp.iter().copied().chain(std::iter::repeat(0));
    let odds = choice.losses_cp.iter().zip(bonuses).map(|(loss, bonus)| {
        let lost = ENGINE_LOGITS_PER_CP * f64::from(loss.min(MOST_LOSS_CP));
        (ENGINE_LOGITS_PER_BONUS_CP * f64::from(bonus) - lost).exp()
    });
    let odds: Vec<f64> = odds.collect();
    let sum: f64 = odds.iter().sum();
    odds.into_iter().map(|odds| odds / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::twin::choice_data::ObservedChoice;
    use crate::lab::twin::made_up::{column_of, fit_with};
    use crate::personality::Feature;

    /// Somebody who likes checks by 10 cp and takes them where they cost less than `pays_cp`.
    fn player(pays_cp: f32) -> (Vec<ScoredChoice>, TasteFit) {
        let column = column_of(Feature::Checks);
        let choice = |number: u32| {
            let cost_cp = number as f32;
            let takes = cost_cp < pays_cp;
            ScoredChoice {
                ply: 0,
                moves: Vec::new(),
                losses_cp: vec![0.0, cost_cp],
                choice: ObservedChoice {
                    game: number,
                    chosen: usize::from(takes),
                    rows: vec![
                        Vec::new(),
                        vec![(2, -cost_cp / 100.0), (column as u16, 1.0)],
                    ],
                },
            }
        };
        let fitted = fit_with(&[(Feature::Checks, 10.0)]);
        ((0..100).map(choice).collect(), fitted)
    }

    const BUDGET: ConcessionBudget = ConcessionBudget {
        most_cp: 100,
        mean_cp: 50.0,
    };

    #[test]
    fn the_twin_pays_what_the_player_pays() {
        let mut last = 0.0;
        for pays_cp in [8.0, 15.0, 25.0] {
            let (choices, fitted) = player(pays_cp);
            let found = amplitude(&choices, &fitted, 1.0, BUDGET);
            assert!((found.reached - 1.0).abs() < 0.15, "{found:?}");
            assert!(found.factor > last, "{found:?}");
            last = found.factor;
        }
    }

    #[test]
    fn a_twin_that_exaggerates_shifts_its_moves_so_many_times_as_far() {
        let (choices, fitted) = player(8.0);
        let plain = amplitude(&choices, &fitted, 1.0, BUDGET);
        let twice = amplitude(&choices, &fitted, 2.0, BUDGET);
        assert!((twice.reached - 2.0).abs() < 0.15, "{twice:?}");
        assert!(twice.factor > 1.4 * plain.factor, "{plain:?} {twice:?}");
        assert!(twice.concession_cp > plain.concession_cp);
    }

    #[test]
    fn no_more_is_given_up_than_may_be() {
        let (choices, fitted) = player(40.0);
        let budget = ConcessionBudget {
            mean_cp: 2.0,
            ..BUDGET
        };
        let found = amplitude(&choices, &fitted, 1.0, budget);
        assert!(
            found.concession_cp <= 2.0 && found.concession_cp > 1.5,
            "{found:?}"
        );
        assert!(found.reached < 0.9);
    }

    #[test]
    fn who_shifts_nothing_gets_no_weights() {
        let (choices, fitted) = player(-1.0);
        assert_eq!(amplitude(&choices, &fitted, 1.0, BUDGET).factor, 0.0);
    }
}
